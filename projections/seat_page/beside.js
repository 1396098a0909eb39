// ---- beside the turn: the log, talk, standing orders, and the rest; each line there is sent, or begun with the pencil

const TABS = ["log", "talk", "standing", "more"];

function sides() { // what has changed of them; what is being written stays
  const draft = $("own-words")?.value || "";
  $("log").replaceChildren(logged());
  $("talk").replaceChildren(...talk().flat(9).filter(Boolean));
  $("standing").replaceChildren(...standing().flat(9).filter(Boolean));
  $("more").replaceChildren(...more().flat(9).filter(Boolean));
  $("tab-standing").hidden = !data.standing;
  if (draft) $("own-words").value = draft;
}

function open(tab) {
  for (const name of TABS) {
    $(name).hidden = name !== tab;
    $(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    $(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
  }
}

for (const name of TABS) $(`tab-${name}`).addEventListener("click", () => open(name));
$("tabs").addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key], all = TABS.filter((name) => !$(`tab-${name}`).hidden), at = all.findIndex((name) => !$(name).hidden);
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const to = all[(at + by + all.length) % all.length];
  open(to);
  $(`tab-${to}`).focus();
});

// ---- the log, the newest first

function logged() {
  return h("ol", {}, [...data.log].reverse().map((one) => h("li", { className: one.rank || "", data: { n: String(one.n) } }, h("span", { className: "n" }, String(one.n)), h("button", { className: "tx", onclick: () => look(one.n), title: words.on_the_board }, one.text))));
}

function marksOfLog() {
  for (const item of $("log").querySelectorAll("li[aria-current]")) item.removeAttribute("aria-current");
  const item = looking !== null && $("log").querySelector(`[data-n="${looking}"]`);
  if (!item) return;
  item.setAttribute("aria-current", "true");
  if (!$("log").hidden && !isSheet()) item.scrollIntoView({ block: "nearest" });
}

// ---- talk

const day = (at) => new Date(at).toLocaleString(data.language, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

function talk() {
  const all = data.press.length ? [...data.press].reverse().map((one) => h("blockquote", { className: one.mine ? "mine" : "" }, h("p", { className: "xs q" }, [one.who, day(one.at)].filter(Boolean).join(", ")), one.text)) : [text(words.no_press, "q s")];
  const reader = ([word, said]) => h("label", {}, h("input", { type: "checkbox", value: word, checked: word === "all", onchange: onlySome }), said);
  return [h("form", { id: "write", onsubmit: press }, h("label", {}, h("span", { className: "q s" }, words.write), h("textarea", { id: "own-words", rows: 2, maxLength: 4000 })),
    data.others.length > 1 && h("fieldset", { id: "readers" }, h("legend", { className: "q s" }, words.to), [["all", words.all], ...data.others.map((other) => [other, data.names?.[other] || other])].map(reader)), h("button", { className: "tap", type: "submit" }, words.send_press), h("p", { className: "s q", id: "said-of-press", aria: { role: "status" } })), ...all];
}

function onlySome({ target }) { // to all, or to some
  for (const other of $("readers").querySelectorAll("input")) if (target.checked && (target.value === "all") !== (other.value === "all")) other.checked = false;
}

function press(event) {
  event.preventDefault();
  const to = [...$("write").querySelectorAll("input:checked")].map((box) => box.value).join(", ") || "all";
  const said = $("own-words").value.trim().split(/\r?\n/);
  if (!said.join("")) return;
  quietly(said.length > 1 ? [`press to ${to}`, ...said, "end press"].join("\n") : `press to ${to}: ${said[0]}`, (told) => {
    const isDone = told.state === "answered";
    if (isDone) $("own-words").value = "";
    $("said-of-press").textContent = told.says || "";
  });
}

async function quietly(line, tells) { // a line beside the turn: what was picked stays
  if (!mayPlay()) return refuse(onlyLooks());
  const told = await deliver(data.head, [line], (one) => { tells(one); if (!isPending(one)) afterwards(one, tells); });
  return told ? afterwards(told, tells) : refuse(words.sending);
}

async function afterwards(told, tells) {
  settling += 1;
  if (told.head && told.head !== data.head) await plays(await freshen(), false);
  settling -= 1;
  catchUp();
  if (picks.length && step) go(picks, "keep");
  else show("keep");
  tells(told);
  say(told.says || "");
}

// ---- lines: what is complete is sent when it is pressed twice, what is only begun is gone on with by the pencil

const isBegun = (line) => /\s$/.test(line) || /:\s*$/.test(line);

function act(said, line, label, className = "tap") {
  return h("button", { className, onclick: () => (isBegun(line) ? writes([line]) : surely(line, said, () => sends([line]))), aria: { label } }, said);
}

const actsOf = (acts) => h("div", { className: "taps", style: roomFor(Object.keys(acts)) }, Object.entries(acts).map(([said, line]) => act(said, line)));

const matter = (one) => h("div", { className: one.asks ? "matter asks" : "matter" }, text(one.says), one.quote && h("blockquote", {}, one.quote), actsOf(one.acts));

const wanted = () => data.matters.filter((one) => one.asks).map(matter); // what asks for the seat's word stands above the turn

function standing() {
  const told = data.standing;
  if (!told) return [];
  const left = told.lines.map(({ line, says, back }) => h("li", {}, h("span", {}, says, h("code", {}, line)), h("button", { onclick: () => writes([line]), title: filled(words.change, { line }), aria: { label: filled(words.change, { line }) } }, "✎"), h("button", { onclick: () => surely(back, filled(words.remove, { line }), () => sends([back])), title: filled(words.remove, { line }), aria: { label: filled(words.remove, { line }) } }, "✕")));
  const templates = (told.templates || []).map(({ says, line }) => h("button", { className: "tap", onclick: () => writes([line]) }, says, line !== says && h("small", {}, line)));
  return [left.length ? h("ul", { className: "stands" }, left) : text(words.none_left, "q s"),
    told.take && h("details", { className: "s" }, h("summary", {}, words.recommended), h("pre", { tabIndex: 0 }, told.sheet.join("\n"))),
    h("div", { className: "taps wide" }, told.take && act(words.take_sheet, told.take), told.drop && act(words.drop_sheet, told.drop)),
    templates.length > 0 && [h("h2", {}, words.leave), text(words.occasions, "q s"), h("div", { className: "taps wide" }, templates)]];
}

function more() {
  const rest_ = data.matters.filter((one) => !one.asks);
  const links = h("p", { className: "links" }, [h("a", { href: `replay/${location.search}` }, words.replay), h("a", { href: `diary${location.search}` }, words.diary), $("games").hidden ? "" : h("a", { href: $("games").href }, words.games), h("button", { onclick: openReference }, $("open-reference").textContent)]);
  return [links, data.advises && h("p", {}, h("button", { className: "tap", onclick: () => sends(["advise"]) }, words.advise), h("span", { className: "q s" }, words.advised)),
    rest_.length > 0 && [h("h2", {}, words.settle), rest_.map(matter)], h("h2", {}, words.others), actsOf(data.begins),
    data.notes?.some((one) => one.trim()) && h("pre", { tabIndex: 0, className: "own" }, data.notes.join("\n").trim()),
    h("h2", {}, words.mails), h("p", { className: "s" }, words.mail_too, " ", data.mail && h("a", { href: `mailto:${data.mail}` }, data.mail))];
}

// ---- the reference

const OFTEN = ["help", "cards", "unseen", "tables", "rules", "log", "held", "help standing"];

async function lookUp(question) {
  if (!question.trim()) return;
  $("question").value = question;
  const told = await ask("ask", { line: question }).catch((error) => ({ lines: [error.message] }));
  $("page-of-reference").textContent = told.lines.join("\n");
}

function openReference() {
  if (!$("reference").open) $("reference").showModal();
  $("question").focus();
}

$("often").append(...OFTEN.map((question) => h("button", { className: "tap", onclick: () => lookUp(question) }, question)));
$("open-reference").addEventListener("click", openReference);
$("close-reference").addEventListener("click", () => $("reference").close());
$("asking").addEventListener("submit", (event) => {
  event.preventDefault();
  lookUp($("question").value);
});

// ---- all games of whoever plays here: told to a browser that his mailbox has said “yes” to, or that remembers them

function showGames(path) {
  if (!/^\/m\/[a-z0-9]+\/$/.test(path || "")) return;
  $("games").href = path;
  $("games").hidden = false;
  sides();
}

function findGames() {
  showGames(kept(localStorage, "bugyo:games"));
  if (mayPlay()) ask("games", { play: secret, browser }).then(({ path }) => showGames(path), () => {});
}
