// ---- the clock: it changes once a minute

function tick() {
  const minutes = Math.floor((seat.due - Date.now()) / 60000);
  const of = { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
  const said = minutes < 0 ? words.late : minutes < 1440 ? words.hours_left : words.days_left;
  $("left").hidden = false;
  $("left").textContent = filled(said, of);
}

if (seat.due) {
  tick();
  setInterval(tick, 60000);
}

// ---- press

const readers = [["all", words.all], ...(seat.others || []).map((other) => [other, other])];

for (const [word, text] of readers) {
  const box = make("input", { type: "checkbox", value: word, checked: word === "all" });
  box.addEventListener("change", () => { // to all, or to some
    for (const other of $("readers").querySelectorAll("input")) {
      if (box.checked && (word === "all") !== (other.value === "all")) other.checked = false;
    }
  });
  $("readers").append(make("label", {}, box, text));
}

const tellPress = (text, lines, isBad = false) => {
  $("said-of-press").textContent = [text, ...lines].join(" ").slice(0, 600);
  $("said-of-press").className = isBad ? "sm bad" : "sm";
};

$("write").addEventListener("submit", (event) => {
  event.preventDefault();
  const to = [...$("readers").querySelectorAll("input:checked")].map((box) => box.value).join(", ") || "all";
  const text = $("words-of-press").value.trim().split(/\r?\n/);
  const lines = text.length > 1 ? [`press to ${to}`, ...text, "end press"] : [`press to ${to}: ${text[0]}`];
  if (text.join("")) send(lines, tellPress, () => ($("words-of-press").value = ""));
});

// ---- lines that stand beside the orders of the game: a button writes one, or its beginning, into the sheet

function writeLine(line) {
  const lines = written();
  at = lines.join("\n").split("\n").length - !lines.length;
  aboutWord = "";
  put([...lines, line]);
  sheet.focus();
  sheet.setSelectionRange(sheet.value.length, sheet.value.length);
}

for (const button of document.querySelectorAll("[data-line]")) button.addEventListener("click", () => writeLine(button.dataset.line));

// ---- the reference

const OFTEN = ["help", "cards", "unseen", "tables", "rules", "log", "held", "help standing"];

async function look(question) {
  if (!question.trim()) return;
  $("question").value = question;
  try {
    const answer = await ask("ask", { line: question });
    $("page-of-reference").textContent = answer.lines.join("\n");
  } catch (error) {
    $("page-of-reference").textContent = error.message;
  }
}

function openReference() {
  if (!$("reference").open) $("reference").showModal();
  $("question").focus();
}

for (const question of OFTEN) {
  const button = make("button", { type: "button", textContent: question });
  button.addEventListener("click", () => look(question));
  $("often").append(button);
}
$("open-reference").addEventListener("click", openReference);
$("close-reference").addEventListener("click", () => $("reference").close());
$("asking").addEventListener("submit", (event) => {
  event.preventDefault();
  look($("question").value);
});

// ---- all games of whoever plays here: told to a browser that his mailbox has said “yes” to, or that remembers them

function showGames(path) {
  if (!/^\/m\/[a-z0-9]+\/$/.test(path || "")) return;
  $("games").href = path;
  $("games").hidden = false;
}

function findGames() {
  showGames(kept(localStorage, "bugyo:games"));
  if (mayPlay()) ask("games", { play: secret, browser }).then(({ path }) => showGames(path), () => {});
}

// ---- keys, where nothing is being written

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey || $("reference").open) return;
  if (event.key === "?") openReference();
  else if (event.key === "/") sheet.focus();
  else if (event.key === "Escape") $("about").click();
  else if ($("next").children[Number(event.key) - 1]) $("next").children[Number(event.key) - 1].click();
  else return;
  event.preventDefault();
});

// ---- a game that goes on: it is said, and shown when it is asked for

let there = seat.events, rest = 15000; // milliseconds until a server that refused is asked again

const STILL = 600; // milliseconds in which programs that play one after the other have stopped
let pause;

function nothingWritten() {
  return !written().length && !$("words-of-press").value.trim() && !document.querySelector("dialog[open]");
}

function showSoon() { // nobody but programs plays: whoever has just sent stands at the end, and sees at once what came of it
  clearTimeout(pause);
  pause = setTimeout(() => {
    if (busy) showSoon();
    else if (closed && nothingWritten()) location.reload();
    else if (closed) announce();
  }, STILL);
}

function goneOn() {
  closed = true;
  if (seat.alone) showSoon();
  else announce();
}

function announce() {
  if ($("news").firstChild) return; // a button stays the same under a finger
  const button = make("button", { type: "button", className: "pill", textContent: words.show });
  button.addEventListener("click", () => location.reload());
  $("news").replaceChildren(words.gone_on, button);
  ready(said());
}

function onlyAsked(events) { // that it was asked for advice is all that has gone on
  if (events !== seat.events + 1) return;
  there = Math.max(there, events);
  closed = false;
  $("news").replaceChildren();
}

function listen() {
  const source = new EventSource(`live?since=${there}`);
  source.onmessage = (message) => {
    const { events } = JSON.parse(message.data);
    if (!(events > there)) return;
    there = events;
    goneOn();
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, rest *= 2);
  };
}

sheet.value = oldDraft();
at = Math.max(0, linesNow().length - 1);
showNext();
showChoices();
showSaid();
requestAnimationFrame(() => setTimeout(() => { // what is asked and offered can be read before the board is measured
  showField();
  showSize();
  begin();
}));
if (sheet.value.trim()) check();
resume();
findGames();
listen();
addEventListener("resize", showField);
