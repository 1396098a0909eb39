// ---- the table: one state, what was picked; one answer to it, a step of the server's; all that is shown is made of both

const still = matchMedia("(prefers-reduced-motion: reduce)");
const small = matchMedia("(max-width: 720px), (max-height: 480px)"), upright = matchMedia("(max-width: 720px)");

let data = seat; // how it stands, as of `shown`
let picks = [], step = null, why = "";
let answer = null; // what Send was answered, until something is picked
let phase = "composing"; // or "sending"
const steps = new Map(); // what was answered to picks, as long as nothing has happened

function h(tag, props, ...kids) {
  const { data: kept_, aria, ...rest } = props || {}, made = Object.assign(document.createElement(tag), tag === "button" ? { type: "button", ...rest } : rest);
  for (const [key, value] of Object.entries(aria || {})) if (value !== undefined && value !== null && value !== "") made.setAttribute(key === "role" ? key : `aria-${key}`, value);
  for (const [key, value] of Object.entries(kept_ || {})) if (value !== undefined) made.dataset[key] = value;
  made.append(...kids.flat(9).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== ""));
  return made;
}

const text = (said, className = "") => h("p", { className }, said);
const isAsked = () => Boolean(step) && !data.over;

let saying;
function say(said) { // to whoever hears the page
  $("live").textContent = "";
  clearTimeout(saying);
  saying = setTimeout(() => { $("live").textContent = said; }, 40);
}

// ---- the list of picks is kept in this browser, for a page that is loaded anew

const PICKS = `bugyo:picks:${OF_SEAT}`;
const keep = () => store(sessionStorage, PICKS, JSON.stringify({ asked: data.asked, picks }));

function keptPicks() {
  const old = JSON.parse(kept(sessionStorage, PICKS) || "{}");
  return old.asked === data.asked && Array.isArray(old.picks) ? old.picks : [];
}

// ---- the only way to change what is picked: it is asked for, and only the newest list of picks

const keyOf = (list) => JSON.stringify([data.head, isNarrow(), list]);
const isWaiting = () => step !== null && step.of !== picks;
const asksOf = async (list, more = {}) => understood(await ask("api/step", { head: data.head, picks: list, narrow: isNarrow(), ...more }));
let going = false;
const underWay = new Map(); // what has been asked and is not answered yet

function asked(list) { // asked once, also by the finger that goes down before it taps
  const key = keyOf(list), known = (told) => {
    if (!told.gone) steps.set(key, told);
    return told;
  };
  if (!underWay.has(key)) underWay.set(key, asksOf(list).then(known).finally(() => underWay.delete(key)));
  return underWay.get(key);
}

const BUSY = [429, 503], AGAIN = 1500; // of a server that is asked too often, and milliseconds until it is asked again

function understood(told) { // a step as the widgets take it: cards with their faces, counters in words, what is chosen
  const several = { some: true, pair: true }[told.widget];
  for (const value of told.values || []) {
    value.card = data.cards?.[value.v.slice(value.v.indexOf(" ") + 1)]; // of "discard x" too
    if (value.note?.of) value.note = `${value.note.left} ${value.note.of}`;
    if (several && !value.next && !value.group?.startsWith("+")) value.on = Boolean(value.on);
  }
  if (told.widget === "one" && told.values?.length && told.values.every((value) => value.card)) told.widget = "card";
  if (typeof told.card === "string") told.card = data.cards?.[told.card] || null;
  return told;
}

async function go(next, focus) {
  picks = next;
  stopsPlaying();
  why = folded = sure = "";
  answer = typedLines = null;
  setTimeout(keep); // what waits for a disk stands in nobody's way
  const known = steps.get(keyOf(picks));
  if (known) return landed(known, focus);
  waiting(true);
  if (going) return undefined; // whoever asks already asks for the newest
  going = true;
  try {
    let mine, told;
    do {
      mine = picks;
      told = steps.get(keyOf(mine)) || await asked(mine);
    } while (picks !== mine);
    landed(told, focus);
  } catch (error) { // as it was before: it can be tapped again; only what was tapped too fast stays, and is asked for again
    if (BUSY.includes(error.status)) setTimeout(() => picks !== step?.of && !going && go(picks, "keep"), AGAIN);
    else picks = step?.of || [];
    refuse(error.status ? error.message : filled(words.offline, { why: error.message }));
  } finally {
    going = false;
    waiting(false);
  }
  return undefined;
}

function landed(told, focus) {
  if (told.head && told.head !== data.head && !settling) return overtaken(focus);
  const { nth, why: barred } = told.gone || {};
  if (told.gone) {
    picks = picks.slice(0, nth);
    why = filled(words.dropped, { why: barred || "" });
    keep();
  }
  step = Object.assign(told, { of: picks });
  show(focus);
  if (told.gone) say(why);
  return undefined;
}

async function overtaken(focus) { // the game has gone on: what is picked is asked again of how it stands now
  settling += 1;
  const frames = await freshen();
  if (frames) await plays(frames, false);
  settling -= 1;
  if (!frames) {
    catchUp();
    return refuse(words.failed);
  }
  say(words.gone_on);
  if (picks.length && step) return go(picks, focus); // also what was picked meanwhile
  return show(focus);
}

function waiting(isSo) { // the board stays, and what was tapped is seen as tapped
  $("turn").setAttribute("aria-busy", String(isSo));
}

const widget = () => (WIDGETS[step?.widget] ? step.widget : "one");
const isSeveral = () => ["some", "allot", "pair"].includes(widget());

function pick(value, box) { // box: where on the board it was pressed
  if (looking !== null || phase !== "composing" || (going && !isSeveral() && (widget() !== "counts" || picks.at(-1) === value.v))) return;
  if (value.on === true) {
    say(filled(words.undone, { what: value.says }));
    less(value.v);
    return;
  }
  const before = picks, next = withPick(value), field = value.field || step.field;
  const landing = go(next, "keep").then(() => {
    const also = box && value.at?.length > 1 && picks.length === next.length ? meantBy(box, field) : null;
    return also && go([...picks, also.v], "keep");
  }).then(tell(value.says));
  if (isWaiting()) pressed(value.v);
  return landing;
}

const withPick = (value) => [...picks, ...(value.picks || [value.v])];
const wouldBe = (value) => (!isOpen(value) ? null : value.on === true ? without(value.v) : withPick(value));

function pressed(v) { // seen as tapped at once, until the answer draws all anew
  for (const one of $("turn").querySelectorAll(`[data-v="${CSS.escape(v)}"]`)) one.classList.add("tapped");
  table.press(v);
}

document.addEventListener("pointerdown", ({ target }) => { // what a tap will want is asked while the finger lies there
  const { value } = target.closest?.(".rings > .ring") || {}, wants = target.closest?.("#turn button")?.wants || (value && (() => wouldBe(value)));
  const list = wants && isComposing() && !typedLines && !going && wants();
  if (list && !steps.has(keyOf(list))) asked(list).catch(() => {});
});

function meantBy({ x, y, width, height }, field) { // where several things have one word, the next one that tells which of them was pressed
  const within = (room) => room.x <= x + width / 2 && x + width / 2 <= room.x + room.width && room.y <= y + height / 2 && y + height / 2 <= room.y + room.height;
  const found = widget() === "one" && step.field !== field ? (step.values || []).filter((one) => isOpen(one) && table.boxesOf(one).some(within)) : [];
  return found.length === 1 ? found[0] : null;
}

const tell = (said) => () => step && !why && say([said, ...(step.left || []).map((one) => filled(words.counter, one)), step.ask].filter(Boolean).join(". "));

function without(v) { // of several alike the last; what came after it stays
  const at = picks.lastIndexOf(v);
  return at < 0 ? null : [...picks.slice(0, at), ...picks.slice(at + 1)];
}

const less = (v) => without(v) && go(without(v), "keep");

function refuse(said) {
  why = said;
  say(said);
  show("keep");
}

function undo() { // one choice back; an order that was sent is taken back by its button alone
  if (looking !== null) return look(null);
  if (folded) {
    folded = "";
    return show("panel");
  }
  if (typedLines) return go(picks, "keep");
  if (!picks.length) return undefined;
  const back = step?.undo ?? picks.length - 1;
  return go(picks.slice(0, back), "keep").then(() => say(filled(words.undone, { what: step?.ask || "" })));
}

// ---- everything that is shown

let redraws = false; // what loses the keys meanwhile was left by nobody

function show(focus) {
  const was = whereKeysAre(), at = $("turn").querySelector(".counts") ? $("turn").scrollTop : 0;
  drawNow();
  redraws = true;
  renew($("turn"), turn().flat(9).filter(Boolean));
  redraws = false;
  $("points").textContent = "";
  $("panel").classList.toggle("tall", Boolean(isComposing() && step?.widget === "counts" && !typedLines));
  const { classList } = $("panel").parentNode; // how high the sheet of a telephone is; no variable says it, which all that lies below would ask for
  classList.toggle("several", Boolean(isComposing() && widget() === "some" && step.values.length > LISTED && !typedLines));
  classList.toggle("withcard", Boolean(isComposing() && step?.card && !isLate()));
  classList.toggle("asked", Boolean($("turn").querySelector(".matter.asks")));
  const boxes = ringed();
  strip();
  acts();
  marksOfLog();
  $("field").classList.toggle("past", looking !== null);
  $("back-now").hidden = looking === null;
  $("turn").scrollTop = focus === "keep" && $("turn").querySelector(".counts") ? at : 0; // a stepper stays under the finger
  if (looking === null && !playing) table.see(boxes, front()); // all that asks how it lies comes last, so that it is laid out once
  place(focus, was);
}

let fronted = ""; // how the game stood when that was seen which is seen where nothing is ringed or new: once, then the board stays where it is put

function front() {
  const isNew = fronted !== data.head;
  fronted = data.head;
  return isNew ? table.boxesOf({ at: [data.front] }) : [];
}

const isComposing = () => looking === null && phase === "composing" && isAsked();

function drawNow() { // the board as of what is looked at, or after what was picked
  if (playing || (looking !== null && pastFrames)) return;
  table.draw(isComposing() && !typedLines ? step.patch : null);
}

function turn() {
  if (looking !== null) return player();
  const made = [wanted(), sheetWished(), answered()];
  if (data.absent) return [...made, joining()];
  if (!isAsked()) return [...made, h("h1", { id: "ask", tabIndex: -1 }, data.asked), text(data.until, "until"), notes(), reason()];
  made.push(h("div", {}, h("h1", { id: "ask", tabIndex: -1 }, step.ask || data.asked), !picks.length && data.until && text(data.until, "until")));
  if (typedLines) return [...made, text(words.typed_sent, "s q"), reason()];
  made.push(trail(), step.card && face(step.card, "one"), queue(), counters(), WIDGETS[widget()](), another(), reason(), odds(), following(), ownCells());
  return made;
}

const reason = () => h("p", { className: "why", aria: { role: "status" } }, why);
const notes = () => (data.absent ? [] : (data.notes || []).filter((one) => one.trim()).map((one) => text(one, "s q")));

function trail() {
  const all = step.trail || [];
  return all.length > 0 && h("div", { id: "trail", aria: { role: "group", label: words.chosen } }, all.map((one, n) => [n ? h("i", { aria: { hidden: true } }, "›") : "", h("button", { onclick: () => go(picks.slice(0, one.upto), "panel"), aria: { label: filled(words.back_to, { what: one.says }) } }, one.says)]));
}

const bare = (said) => said.replace(/\s*\[[^\]]*\]$/, ""); // a sentence without its rule

const QUEUED = 5; // orders that are listed one by one; of more, the last

function queue() { // each order by the sentence of what it brings about, and what follows from the last one below
  const all = step.queue || [], then = step.then || [];
  const item = ({ line, upto }, nth) => {
    const says = bare([then[nth]].flat()[0] || line);
    return h("li", {}, h("button", { onclick: () => go(picks.slice(0, upto), "panel"), title: line, aria: { label: filled(words.back_to, { what: says }) } }, says));
  };
  const first = all.length > QUEUED ? all.length - 2 : 0, listed_ = (some, from) => h("ol", { className: "queue", style: `counter-reset:q ${from}`, aria: { label: words.queue } }, some.map((one, nth) => item(one, from + nth)));
  return all.length > 0 && [first > 0 && h("details", {}, h("summary", {}, `${words.queue}: ${first}`), listed_(all.slice(0, first), 0)), listed_(all.slice(first), first)];
}

function following() {
  const then = step.then || [], queued = (step.queue || []).length;
  const said = then.flatMap((one, nth) => (nth < queued ? [one].flat().slice(nth === queued - 1 && then.length === queued ? 1 : Infinity) : one)).map(bare);
  const stops = step.stop && step.why;
  return (said.length > 0 || stops) && h("ul", { className: "then", aria: { label: words.follows } }, said.map((one) => h("li", {}, one)), stops && h("li", { className: "stop" }, stops));
}

const NEXT = "then"; // the pick that ends an order to which more could be added, so that the next one begins

function another() {
  const isOpen_ = (step.values || []).some(isOpen) || step.limits;
  return step.complete && !step.stop && isOpen_ && step.trail?.length > 0 && !step.sure && h("div", { className: "taps wide" }, h("button", { className: "tap", data: { v: NEXT }, wants: () => [...picks, NEXT], onclick: () => go([...picks, NEXT], "panel") }, words.another));
}

// ---- what is always there: the order as text, Undo, Send

const linesNow = () => typedLines || (isAsked() ? step.lines || [] : []);
const mayTakeBack = () => !picks.length && !typedLines && !folded && looking === null && data.begun && phase === "composing";

function acts() {
  const lines = linesNow(), open = isComposing() && !typedLines ? step.open || "" : "";
  $("line").textContent = lines.join("\n") || open;
  $("line").classList.toggle("set", isReady());
  $("line").tabIndex = lines.length > 2 ? 0 : -1;
  const back = mayTakeBack();
  $("undo").textContent = looking !== null ? `↶ ${words.now}` : back ? (sure === "undo" ? words.take_back_sure : words.take_back) : `↶ ${words.undo}`;
  $("undo").setAttribute("aria-disabled", String(!(looking !== null || folded || typedLines || picks.length || (back && data.back))));
  const [says, note] = sendSays(lines);
  $("send").replaceChildren(says, note ? h("small", {}, note) : "");
  $("send").setAttribute("aria-disabled", String(!isReady()));
}

const isReady = () => isSendable() && (data.absent && !typedLines ? true : typedLines ? typedLines.length > 0 : Boolean(step?.complete) && isAsked() && !isWaiting() && woven(linesNow()) !== null);
const isSendable = () => looking === null && phase === "composing" && mayPlay();

function sendSays(lines) {
  if (looking !== null) return [words.past];
  if (phase === "sending") return [words.sending];
  if (!mayPlay()) return [words.send];
  if (data.over) return [words.is_over];
  if (!typedLines && data.absent) return [words.join];
  if (!typedLines && !isAsked()) return [words.nothing];
  if (!typedLines && !step.complete) return [step.lacks || words.choose];
  if (!typedLines && !woven(lines)) return [words.cells_first];
  const rest = !typedLines && widget() === "allot" && (step.left || []).filter((one) => one.all && one.left > 0).map((one) => filled(words.counter, one)).join(", ");
  if (lines.length > 1) return [filled(words.send_all, { count: lines.length }), rest];
  return [!typedLines && step?.stop === "throw" && step.odds?.length ? words.send_throw : words.send, rest];
}

// ---- the keys stay where they were, or go to where it goes on

function whereKeysAre() {
  const active = document.activeElement;
  return { ofBoard: Boolean(active?.closest?.(".ring")), v: active?.dataset?.v, label: active?.getAttribute?.("aria-label"), id: active?.id, inside: $("turn").contains(active) };
}

const FIRST = ".tap:not([aria-disabled]),button.cardface,.step button,textarea,input";

function place(focus, { ofBoard, v, label, id, inside }) {
  const put = (element) => element?.focus({ preventScroll: true });
  if (focus === "head") return put($("ask") || $("turn").querySelector("button"));
  if (focus === "player") return put($("later"));
  if (focus === "panel") return put($("turn").querySelector(FIRST) || $("send"));
  if (ofBoard) return document.activeElement === document.body ? put($("send")) : undefined; // the board keeps its own
  if (!inside || $("turn").contains(document.activeElement)) return undefined;
  const all = [...$("turn").querySelectorAll("button,input")];
  return put((id && $(id)) || all.find((one) => v !== undefined && one.dataset.v === v) || all.find((one) => label && one.getAttribute("aria-label") === label) || $("turn").querySelector(FIRST) || $("send"));
}
