// ---- the lines: what stands in the field is all that there is; whatever is pressed rewrites it

const sheet = $("sheet");
const known = new Map([["[]", offersOf(seat)]]); // lines that stand before -> what may follow
const NONE = offersOf({});
let at = 0; // the line that is being written
let aboutWord = ""; // what was pressed on the board before a line could be begun with it
let verdicts = null; // what the server said of which lines
let asking = 0, waits = 0; // the newest check, and the clock that it waits for

const CHECK_AFTER = 250; // milliseconds without a key
const linesNow = () => sheet.value.split("\n");
const written = () => gathered(linesNow());
const lineNow = () => (isInText() ? "" : linesNow()[at] ?? "");
const before = () => gathered(linesNow().slice(0, at));
const keyOf = (lines) => JSON.stringify(lines);
const offersNow = () => known.get(keyOf(before())) || NONE;

// ---- a text for people goes on to the line that ends it, as in a mail

const TEXT = /^(?:(?:anonymous )?press|dispute|appeal)\b/i, END = /^end ?(?:press|dispute|appeal)\W*$/i;
const NOTE = /^note(?: (?:to|for) my successor)? ?:/i; // goes on to the last line
const NO_TEXT = /^(?:(?:anonymous )?press\b[^:]*|(?:dispute(?:[ ,]+\d+)*|appeal(?: \d+)?)(?: ?\[[^\]\s]*\])?[ :]*)$/i;

function endOf(lines, first) { // the line that ends the text which begins there; the same line, where it has no more
  if (NOTE.test(lines[first].trim())) return lines.length - 1;
  const rest = lines.slice(first + 1).map((line) => line.trim()), isOpen = NO_TEXT.test(lines[first].trim());
  const end = rest.findIndex((line) => END.test(line) || (!isOpen && TEXT.test(line)));
  return TEXT.test(lines[first].trim()) && end >= 0 && END.test(rest[end]) ? first + 1 + end : first;
}

function gathered(lines) {
  const found = [];
  for (let nth = 0; nth < lines.length; nth += 1) {
    const end = endOf(lines, nth), text = lines.slice(nth, end + 1).join("\n").trim();
    if (text) found.push(text);
    nth = end;
  }
  return found;
}

function isInText() { // whether what is written now is no order, whatever it looks like
  const lines = linesNow();
  for (let nth = 0; nth < at; nth += 1) {
    const end = endOf(lines, nth);
    if (end >= at) return true;
    nth = end;
  }
  return false;
}

function putLine(text) {
  const lines = linesNow();
  lines[at] = text;
  put(lines);
}

function put(lines) {
  at = Math.max(0, Math.min(at, lines.length - 1));
  sheet.value = lines.join("\n");
  const caret = lines.slice(0, at + 1).join("\n").length;
  if (document.activeElement === sheet) sheet.setSelectionRange(caret, caret);
  changed();
}

function press(text, about = "") { // an offer was taken
  aboutWord = split(text).map(bare).includes(about) ? "" : about;
  putLine(text);
}

function changed() {
  keepDraft();
  verdicts = null;
  if (isComplete(offersNow(), lineNow())) aboutWord = "";
  show();
  clearTimeout(waits);
  asking += 1;
  if (written().length) waits = setTimeout(check, CHECK_AFTER);
}

async function check() {
  const mine = ++asking, lines = written(), first = before();
  try {
    const answer = await ask("check", { head: seat.head, lines });
    if (mine !== asking) return;
    verdicts = { of: keyOf(lines), lines: answer.lines };
    if (answer.lines.every((one) => one.state === "legal")) known.set(keyOf(lines), offersOf(answer));
    if (!known.has(keyOf(first))) await learn(first);
  } catch (error) {
    if (mine !== asking) return;
    verdicts = { of: keyOf(lines), lines: [], failed: error.message };
  }
  show();
}

async function learn(first) { // what may follow lines that were never checked by themselves
  const answer = await ask("check", { head: seat.head, lines: first });
  known.set(keyOf(first), offersOf(answer));
}

// ---- what is said of the lines

function verdictOf(line, nth) {
  const said = verdicts?.of === keyOf(written()) ? verdicts.lines[nth] : null;
  const offers = known.get(keyOf(written().slice(0, nth))) || NONE;
  const isWhole = isComplete(offers, line);
  if (isWhole && (!said || said.state === "possible")) return { state: "legal", says: words.legal };
  const isBegun = !isWhole && offers.lines.length > 0 && beginning(offers, line).fits.length > 0;
  if (isBegun && (!said || said.state === "unread")) return { state: "open", says: words.choose };
  if (said) return { state: said.state, says: said.says || words[{ talk: "beside" }[said.state] || said.state] || "" };
  if (verdicts?.failed) return { state: "possible", says: filled(words.unchecked, { why: verdicts.failed }) };
  return { state: "waits", says: words.checking };
}

const MARKS = { legal: "✓ ", possible: "· ", talk: "✓ ", illegal: "✕ ", unread: "✕ " };
const COLOURS = { legal: "ok", talk: "ok", illegal: "bad", unread: "bad" };

function said() { // of each line, and of all of them
  return written().map((line, nth) => ({ line, ...verdictOf(line, nth) }));
}

function showSaid() {
  const lines = said(), one = lines[0], wrong = lines.find((each) => COLOURS[each.state] === "bad");
  const main = lines.length < 2 ? one : wrong || lines.find((each) => each.state !== "legal" && each.state !== "talk");
  const text = main ? (MARKS[main.state] || "") + main.says : lines.length ? `✓ ${words.all_fine}` : "";
  if ($("say").textContent !== text) $("say").textContent = text;
  $("say").className = `say ${COLOURS[main?.state] || (lines.length && !main ? "ok" : "q")}`;
  $("lines").replaceChildren(...(lines.length > 1 ? lines.map(item) : []));
  $("dock").classList.toggle("filled", lines.length > 0);
  document.querySelector("main").classList.toggle("begun", lines.length > 0);
  ready(lines);
}

function item(one, nth, all) {
  const label = make("span", { textContent: `${MARKS[one.state] || ""}${one.line}`, className: COLOURS[one.state] || "" });
  const move = make("button", { type: "button", textContent: "↑", ariaLabel: filled(words.earlier, one), disabled: !nth });
  const away = make("button", { type: "button", textContent: "✕", ariaLabel: filled(words.remove, one) });
  const rows = (upto) => all.slice(0, upto).reduce((sum, each) => sum + each.line.split("\n").length, 0);
  move.addEventListener("click", () => { at = rows(nth - 1); put([...all.slice(0, nth - 1), one, all[nth - 1], ...all.slice(nth + 1)].map((each) => each.line)); });
  away.addEventListener("click", () => { at = rows(nth); put(all.filter((each) => each !== one).map((each) => each.line)); sheet.focus(); });
  return make("li", {}, label, move, away);
}

// ---- what is offered

let shownChoices = null;

function showNext() {
  const offers = offersNow(), text = lineNow(), next = nextOf(offers, text, aboutWord);
  const isBegun = Boolean(text.trim()) || Boolean(aboutWord);
  const shown = isBegun && (!isComplete(offers, text) || !offers.whole) ? next.slice(0, 60) : [];
  $("next").replaceChildren(...shown.map((one) => {
    const button = make("button", { type: "button", className: "pill", textContent: one.label });
    button.addEventListener("click", () => { press(one.text, aboutWord); stay(one); });
    return button;
  }));
  $("about").hidden = !aboutWord;
  $("about").textContent = filled(words.about, { word: aboutWord });
}

function stay() { // the pressed button is gone: the first of those that came, or what is to be pressed then
  ($("next").firstChild || ($("send").disabled ? sheet : $("send"))).focus({ preventScroll: true });
}

function showChoices() {
  const offers = offersNow();
  if (shownChoices !== offers) {
    shownChoices = offers;
    $("hand-says").textContent = before().length ? words.then_may : words.may;
    if ($("choices").firstChild && offers === known.get("[]")) takeOver(offers);
    else $("choices").replaceChildren(...rows(offers));
  }
  const typed = `${split(lineNow()).map(bare).join(" ")} `, buttons = [...$("choices").querySelectorAll("button")];
  const long = (button) => (typed.startsWith(`${button.begins} `) ? button.begins.length : 0);
  const longest = Math.max(1, ...buttons.map(long));
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(long(button) === longest));
    button.hidden = Boolean(aboutWord) && !leads(offers, button);
  }
  for (const row of $("choices").querySelectorAll(".row")) row.hidden = !row.querySelector("button:not([hidden])");
}

// whether some line that begins so has the word that was pressed; a part is shown by an example, which need not have it
const leads = (offers, { begins }) => offers.lines.some((one) => one.bare.includes(aboutWord) && `${one.bare.join(" ")} `.startsWith(`${begins} `));

function grouped(offers) {
  const groups = new Map();
  for (const choice of offers.choices.slice(0, 400)) groups.set(choice.group, [...(groups.get(choice.group) || []), choice]);
  return groups;
}

function takeOver(offers) { // the buttons that the page has brought
  const made = [...$("choices").querySelectorAll("button")];
  [...grouped(offers).values()].flat().forEach((choice, nth) => tap(choice, made[nth]));
}

function rows(offers) {
  const made = [...grouped(offers)].flatMap(([group, choices]) => {
    const taps = make("div", { className: "taps", role: "group", ariaLabel: group || words.may }, ...choices.map((choice) => tap(choice)));
    if (!group) return [taps];
    const signs = choices.reduce((sum, one) => sum + (one.label || one.order).length + 4, 0);
    return [make("div", { className: group.length <= 16 && signs <= 34 ? "row beside" : "row" }, make("h3", { textContent: group }), taps)];
  });
  if (!offers.whole && offers.forms.length) {
    made.push(make("details", { className: "sm", open: !offers.choices.length }, make("summary", { textContent: words.forms }), ...offers.forms.map((form) => make("code", { textContent: form }))));
  }
  if (!made.length && !seat.is_asked) made.push(make("p", { className: "q", textContent: words.nothing }));
  return made;
}

function tap(choice, button = make("button", { type: "button", textContent: choice.label || choice.order, title: choice.order })) {
  button.choice = choice;
  button.begins = split(textOf(choice)).map(bare).join(" ");
  button.addEventListener("click", () => {
    press(textOf(choice));
    showBoard();
  });
  return button;
}

// ---- a sheet that is not sent yet stays through a reload

const DRAFT = `bugyo:draft:${seat.game}/${seat.seat}`;

function keepDraft() {
  store(sessionStorage, DRAFT, JSON.stringify({ head: seat.head, text: sheet.value }));
}

function oldDraft() {
  try {
    return JSON.parse(kept(sessionStorage, DRAFT) || "{}").text || "";
  } catch {
    return "";
  }
}

function show() {
  showNext();
  showChoices();
  showSaid();
  showField();
}

sheet.addEventListener("input", () => {
  at = sheet.value.slice(0, sheet.selectionStart).split("\n").length - 1;
  changed();
});
for (const event of ["keyup", "click"]) {
  sheet.addEventListener(event, () => { // the line where the caret stands is the one that is written
    const there = sheet.value.slice(0, sheet.selectionStart).split("\n").length - 1;
    if (there === at) return;
    at = there;
    if (!known.has(keyOf(before()))) learn(before()).then(show, () => {});
    show();
  });
}
$("back").addEventListener("click", () => press(split(lineNow()).slice(0, -1).map((word) => `${word} `).join("")));
$("clear").addEventListener("click", () => { at = 0; aboutWord = ""; put([""]); sheet.focus(); });
$("add").addEventListener("click", () => {
  const lines = written();
  if (!lines.length) return;
  at = lines.join("\n").split("\n").length;
  put([...lines, ""]);
  if (!known.has(keyOf(before()))) learn(before()).then(show, () => {});
  sheet.focus();
});
$("about").addEventListener("click", () => { aboutWord = ""; show(); });
