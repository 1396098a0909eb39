// The page: a file in, a verdict out. Whatever a record says is put in as text, never as markup.

const { check, stepsOf, say, speak, plain, element, drawn } = bugyoCheck;
const $ = (id) => document.getElementById(id);
const PER_PAGE = 50;
const LARGEST_FILE = 128; // MB; docs/format.md, section 2, limits
const shown = { report: null, first: 0, file: null, run: 0 };

function speaks(...wanted) { // in a language: what was checked is said anew
  document.documentElement.lang = speak(...wanted);
  for (const button of $("languages").children) button.setAttribute("aria-pressed", String(button.lang === document.documentElement.lang));
  label();
  again();
}

function label() { // the texts of the page itself
  document.title = say("page_title");
  $("languages").setAttribute("aria-label", say("page_language"));
  const ids = ["about", "drop-help", "file-label", "given-label", "again", "result-title", "throws-title", "throws-help",
    "find-label", "find-go", "earlier", "later", "foot"];
  for (const id of ids) $(id).textContent = say(`page_${id.replace("-", "_")}`);
  $("heading").textContent = say("page_title");
  $("throws-head").replaceChildren();
  for (const name of ["event", "lane", "index", "purpose", "faces"]) element("th", say(`page_th_${name}`), $("throws-head")).scope = "col";
}

async function take(file) {
  shown.file = file;
  shown.run += 1;
  const run = shown.run;
  for (const id of ["result", "throws", "steps"]) $(id).hidden = true;
  $("file-name").textContent = plain(file.name);
  verdict("", say("page_busy", { name: plain(file.name) }));
  if (file.size > LARGEST_FILE * 2 ** 20) return unread("page_large");
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (run === shown.run) await judge(bytes, run);
  } catch {
    if (run === shown.run) unread("page_lost");
  }
  return undefined;
}

function again() {
  if (shown.file) take(shown.file);
}

function unread(why) {
  verdict("unchecked", say("page_unread", { why: say(why, { most: LARGEST_FILE }) }));
}

async function judge(bytes, run) {
  const report = await check(bytes, { given: $("given").value });
  if (run !== shown.run) return;
  Object.assign(shown, { report, first: 0 });
  verdict(report.status, report.verdict);
  results(report);
  throwsFrom(0);
  $("again").hidden = false;
}

function verdict(status, sentence) {
  $("verdict").className = status;
  $("verdict").textContent = sentence;
}

function results({ rows, notes, about }) {
  $("result").hidden = false;
  $("game").textContent = about ? say("page_game", about) : "";
  $("rows").replaceChildren();
  for (const row of rows) {
    const line = element("li", "", $("rows"), row.status);
    element("span", say(`status_${row.status}`), line, "state");
    element("b", row.title, line);
    element("span", row.sentence, line);
  }
  $("notes").replaceChildren();
  for (const note of notes) element("li", note, $("notes"));
}

// ---- the list of throws

function throwsFrom(first) {
  const { throws } = shown.report;
  shown.first = Math.max(0, Math.min(first, throws.length - 1));
  $("throws").hidden = !throws.length;
  const last = Math.min(throws.length, shown.first + PER_PAGE);
  $("throws-list").replaceChildren();
  for (let nth = shown.first; nth < last; nth += 1) throwRow(throws[nth], nth);
  $("page-of").textContent = say("page_page_of", { first: shown.first + 1, last, all: throws.length });
  $("earlier").disabled = shown.first === 0;
  $("later").disabled = last === throws.length;
}

function throwRow(one, nth) {
  const line = element("tr", "", $("throws-list"));
  const button = element("button", String(one.position), element("td", "", line));
  button.type = "button";
  button.setAttribute("aria-label", say("page_show", { event: one.position }));
  button.addEventListener("click", () => steps(nth, line));
  const faces = Array.isArray(one.faces) ? one.faces.slice(0, 20).join(" ") : say("page_sealed");
  for (const text of [one.lane || "–", String(one.question.index), one.question.purpose, faces]) element("td", plain(text), line);
}

function steps(nth, line) {
  const one = shown.report.throws[nth];
  for (const row of $("throws-list").children) row.removeAttribute("aria-current");
  if (line) line.setAttribute("aria-current", "true");
  $("steps-title").textContent = say("page_steps_title", { event: one.position, purpose: plain(one.question.purpose) });
  $("steps-list").replaceChildren();
  let sections = [];
  try {
    sections = stepsOf(shown.report.record, one);
  } catch (error) {
    sections = [{ title: say("page_no_steps"), note: String(error.message) }];
  }
  for (const section of sections) drawn(section, $("steps-list"));
  $("steps").hidden = false;
  $("steps").focus();
}

// ---- what a reader does

function finds(submitted) {
  submitted.preventDefault();
  const { throws } = shown.report;
  const event = Number($("number").value);
  const nth = throws.findIndex((one) => one.position >= event);
  if (nth < 0) return;
  throwsFrom(nth - nth % PER_PAGE);
  steps(nth, $("throws-list").children[nth % PER_PAGE]);
}

function dropping() {
  const over = (isOver) => $("drop").classList.toggle("over", isOver);
  document.addEventListener("dragover", (moved) => { moved.preventDefault(); over(true); });
  document.addEventListener("dragleave", () => over(false));
  document.addEventListener("drop", (dropped) => {
    dropped.preventDefault();
    over(false);
    const [file] = dropped.dataTransfer.files;
    if (file) take(file);
  });
}

speaks(...navigator.languages);
dropping();
for (const button of $("languages").children) button.addEventListener("click", () => speaks(button.lang));
$("file").addEventListener("change", () => { if ($("file").files[0]) take($("file").files[0]); });
$("again").addEventListener("click", again);
$("find").addEventListener("submit", finds);
$("earlier").addEventListener("click", () => throwsFrom(shown.first - PER_PAGE));
$("later").addEventListener("click", () => throwsFrom(shown.first + PER_PAGE));
