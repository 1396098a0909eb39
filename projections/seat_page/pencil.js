// ---- what is typed: read into picks where that goes, else sent as it is written; and the first visit

let typedLines = null; // what is sent as it is typed

function writes(lines) { // the pencil is taken up
  $("typing").hidden = false;
  $("text").hidden = true;
  $("pencil").setAttribute("aria-expanded", "true");
  $("typed").value = lines.join("\n");
  if (small.matches && isSheet()) grip();
  $("typed").focus();
  $("typed").setSelectionRange($("typed").value.length, $("typed").value.length);
}

function putsAway() {
  $("typing").hidden = true;
  $("text").hidden = false;
  $("pencil").setAttribute("aria-expanded", "false");
}

function linesOf(typed) { // a text to people goes on to the line that ends it
  const found = [], all = typed.split("\n").map((line) => line.trimEnd());
  for (let nth = 0; nth < all.length; nth += 1) {
    const end = /^(?:(?:anonymous )?press|dispute|appeal)\b/i.test(all[nth].trim()) ? all.findIndex((line, other) => other > nth && /^end ?(?:press|dispute|appeal)\W*$/i.test(line.trim())) : -1;
    const upto = /^note(?: [^:]*)?:/i.test(all[nth].trim()) ? all.length - 1 : end;
    const line = (upto > nth ? all.slice(nth, upto + 1) : [all[nth]]).join("\n").trim();
    if (line) found.push(line);
    nth = Math.max(nth, upto);
  }
  return found;
}

async function takeOver(lines) {
  if (!lines.length) {
    putsAway();
    return go([], "keep");
  }
  try {
    const read = isAsked() && lines.length === 1 ? await asksOf([], { typed: lines[0] }) : null;
    if (read?.picks?.length) {
      putsAway();
      return go(read.picks, "keep");
    }
    const told = await ask("check", { head: data.head, lines }), bad = told.lines.find((one) => one.state === "illegal" || one.state === "unread");
    if (bad) return refuse(bad.says || bad.text);
  } catch (error) {
    return refuse(error.message);
  }
  putsAway();
  picks = [];
  keep();
  typedLines = lines;
  why = "";
  answer = null;
  show("keep");
  $("send").focus({ preventScroll: true });
  return say(words.typed_sent);
}

$("pencil").addEventListener("click", () => writes(linesNow()));
$("typing-away").addEventListener("click", () => {
  putsAway();
  $("pencil").focus();
});
$("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  takeOver(linesOf($("typed").value));
});
$("typed").addEventListener("keydown", (event) => {
  if (event.key === "Escape") $("typing-away").click();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) takeOver(linesOf($("typed").value));
  if (event.key === "Escape" || (event.ctrlKey && event.key === "Enter")) event.stopPropagation();
});

// ---- the first visit: a sentence of one's own, and by whom small questions are answered

function joining() {
  const told = data.standing, choice = (value, said, isFirst) => h("label", {}, h("input", { type: "radio", name: "sheet", value, checked: isFirst }), said);
  return [h("h1", { id: "ask", tabIndex: -1 }, data.asked), text(data.until, "until"),
    h("form", { id: "join", onsubmit: join }, h("label", { htmlFor: "sentence" }, words.joined_by), h("input", { id: "sentence", maxLength: 200, required: true, autocomplete: "off", value: kept(sessionStorage, `${PICKS}:join`) || "", oninput: ({ target }) => store(sessionStorage, `${PICKS}:join`, target.value) }), text(words.why_sentence, "xs q"),
      told?.take && h("fieldset", { className: "three" }, h("legend", {}, words.left_to), choice("take", words.by_sheet, true), choice("", words.by_me), choice("own", words.by_my_own)),
      h("button", { className: "join", type: "submit", aria: { disabled: !mayPlay() || undefined } }, words.join)), reason(), !mayPlay() && text(data.play_why || words.only_looks, "s q"), data.how && text(data.how, "s q")];
}

function join(event) {
  event.preventDefault();
  const said = $("sentence").value.trim().replace(/\s+/g, " "), sheet = $("join").elements.sheet?.value;
  if (!said || phase === "sending") return undefined;
  if (!mayPlay()) return refuse(data.play_why || words.only_looks);
  if (sheet === "own") open("standing");
  return sends([`join ${said}`, ...(sheet === "take" ? [data.standing.take] : [])]);
}
