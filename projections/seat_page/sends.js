// ---- the order of the turn: the board is already as it will be; what comes back is a sentence, boards, the next step

let sure = ""; // what was pressed once, and is done when it is pressed again
let settling = 0; // answers that are being shown: what is heard of meanwhile is part of them

const onlyLooks = () => data.play_why || words.only_looks;

function send() {
  if (!isReady()) return phase === "composing" && refuse(!mayPlay() ? onlyLooks() : looking !== null ? words.past : step?.complete && !woven(linesNow()) ? words.cells_why : step?.lacks || words.choose);
  if (data.absent && !typedLines) return join();
  const lines = typedLines || woven(linesNow());
  return sends(lines, typedLines ? [] : fencesOf(lines, step.fences || []));
}

async function sends(lines, asked = []) {
  if (busy) return undefined;
  if (!mayPlay()) return refuse(onlyLooks());
  phase = "sending";
  why = sure = "";
  answer = null;
  show("keep");
  say(words.sending);
  const told = await deliver(data.head, lines, (one) => (isPending(one) ? onTheWay(one) : settled(one, lines)), asked);
  return told && settled(told, lines);
}

function onTheWay(told) {
  answer = told;
  show("keep");
}

async function settled(told, lines) {
  settling += 1;
  try {
    await settles(told, lines);
  } finally {
    settling -= 1;
    catchUp();
  }
}

const catchUp = () => there > data.events && heard(there);

async function settles(told, lines) {
  const ended = told.ended || null, mail = { ...told, stopped: ended?.why || "", isBad: told.state === "refused" || Boolean(ended) };
  if (!told.head || told.head === data.head) {
    [phase, answer] = ["composing", mail];
    if (told.state === "answered" && !ended && !told.liked) await clear(mail);
    show("head");
    return say(told.says);
  }
  const spans = spansOf(lines), mine = picks, before = data.events, frames = await freshen();
  mail.came = boardsIn(frames).filter((one) => one.text && one.n > before).map((one) => bare(one.text));
  [phase, answer, typedLines, picks] = ["composing", mail, null, []];
  if (step) step.of = picks;
  keep();
  await plays(frames, mail.came.length > 1);
  const back = (told.rest || []).flatMap((nth) => (spans[nth] ? mine.slice(...spans[nth]) : []));
  if (back.length && step && !picks.length) { // what was not played comes back, to be mended or sent again
    await go(back, "keep");
    answer = mail;
  }
  show("head");
  return say([told.says, isAsked() ? step.ask : data.asked].filter(Boolean).join(" "));
}

async function clear(mail) { // it has been answered: nothing of it is to be sent once more
  typedLines = null;
  if (picks.length) await go([], "keep");
  answer = mail;
}

function spansOf(lines) { // the picks that say each line: those of the queue, then those of the order that was written last
  const starts = [...(step?.queue || []).map((one) => one.upto ?? 0), ...(step?.trail?.length ? [step.trail[0].upto] : [])];
  let nth = -1;
  return lines.map((line) => {
    if (isCell(line)) return null;
    nth += 1;
    return starts[nth] === undefined ? null : [starts[nth], starts[nth + 1] ?? picks.length];
  });
}

// how the game stands is said by the question below, and not twice; nor how it stood before others had answered
function shortly({ says = "", stands = "", came = [], isBad }) {
  if (!isAsked()) return says;
  if (stands && says.endsWith(stands)) return says.slice(0, -stands.length).trim();
  return came.length && !isBad ? says.split(/(?<=[.!?])\s/)[0] : says;
}

const FEW = 7; // of what came of it, lines that stand there at once

function answered() {
  if (!answer) return "";
  const all = answer.lines || [], end = all.indexOf("-- "), came = answer.came || [];
  const proof = [all.slice(0, end < 0 ? all.length : end), end < 0 ? [] : all.slice(end + 1)].map((part) => part.join("\n").trim()).filter(Boolean);
  return h("div", { className: answer.isBad ? "done bad" : isPending(answer) ? "done waits" : "done", id: "answer" }, h("b", {}, shortly(answer) || words.answered), answer.stopped && text(answer.stopped, "s"),
    came.length > 0 && h("ul", { className: "then", aria: { label: words.played } }, came.slice(0, FEW).map((one) => h("li", {}, one)), came.length > FEW && h("li", {}, "…")),
    answer.liked?.length > 0 && h("div", { className: "liked", aria: { role: "group", label: words.likes } }, answer.liked.map((one) => h("div", {}, h("button", { className: "tap", onclick: () => takeOver([one.order]) }, one.label || one.order), text(one.says, "xs q")))),
    proof.length > 0 && h("details", {}, h("summary", {}, words.proof), h("pre", { tabIndex: 0, aria: { label: words.proof } }, proof.join("\n\n"))));
}

function surely(what, said, act) { // what cannot be called back easily is pressed twice
  if (sure !== what) {
    sure = what;
    return refuse(filled(words.sure, { what: said }));
  }
  sure = why = "";
  return act();
}

function takeBack() {
  if (!data.back) return refuse(data.why_not_back || words.no_take_back);
  return surely("undo", [data.why_not_back, words.take_back].filter(Boolean).join(" "), () => sends([data.back.line]));
}

$("send").addEventListener("click", send);
$("undo").addEventListener("click", () => (mayTakeBack() ? takeBack() : $("undo").getAttribute("aria-disabled") === "true" ? refuse(words.no_pick) : undo()));

function resume() { // what still waited for an answer when the page was loaded anew
  const open = JSON.parse(kept(sessionStorage, OPEN) || "null");
  if (!open || !mayPlay()) return;
  phase = "sending";
  show();
  carry(open, (told) => (isPending(told) ? onTheWay(told) : settled(told, open.lines))).then((told) => settled(told, open.lines));
}
