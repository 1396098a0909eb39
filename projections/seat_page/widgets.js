// ---- the widgets: how the values of a step are shown; one that is not known is shown as “one”

const LISTED = 8; // values that lie on the board and are listed in the panel as well; of several that are picked a telephone lists all, for it shows too little of the board
let folded = ""; // on a telephone a long list is a list of its groups first

const isSheet = () => small.matches && !$("panel").classList.contains("open");
const lieOnBoard = () => (step.values || []).filter((value) => isOpen(value) && table.boxesOf(value).length);

const isLate = () => lieOnBoard().length > LISTED / 2; // what lies on the board is looked for there, and not the card above it

function listed(from = step.values || []) { // what the panel lists: not what is many on the board, but for the group that was asked for
  if (folded && folded !== REPORT) return { values: from.filter((value) => isOpen(value) && (value.group || "…") === folded), away: 0 };
  const there = lieOnBoard(), hides = there.length > LISTED && (!small.matches || (isSheet() && widget() !== "some"));
  const away = new Set(hides ? there.filter((value) => !value.on) : []);
  return { values: from.filter((value) => !away.has(value) && !(away.size && value.why && value.at?.length)), away: away.size };
}

const onBoard = (away) => (away ? [text(filled(words.on_board, { count: away }), "s q hint"), byGroup(groupsOf(lieOnBoard().filter((value) => !value.on)))] : "");

function byGroup(groups) { // headings to tap, with how many there are: another way than over the board
  if (groups.size < 2) return "";
  const names = [...groups.keys()].map((group) => group || "…");
  return h("div", { className: "taps regions", style: roomFor(names), aria: { role: "group", label: step.ask } }, names.map((group, n) => h("button", { className: "tap", data: keyOfNth(n), onclick: () => { folded = group; show("panel"); } }, group, h("small", {}, String(groups.get(group === "…" ? "" : group).length)), keyMark(n))));
}

const isMixed = () => (step.values || []).some((value) => value.may === "legal"); // where nothing is sure, it is not said of each
const isWord = (value) => !value.at?.length && !value.hex && !/\d/.test(value.says);

function hints(said) { // beside the board, for a mouse and for keys: what has no room on a button
  const tells = (told) => { $("points").textContent = told; };
  return said ? { onpointerenter: (event) => event.pointerType === "mouse" && tells(said), onpointerleave: () => tells(""), onfocus: (event) => event.target.matches(":focus-visible") && tells(said), onblur: () => tells("") } : {};
}

function tap(value, n, className = "tap") {
  const shut = !isOpen(value), nth = step.ordered && value.on ? `${chosenBefore(value.v)}. ` : "";
  return h("button", {
    className: value.may === "possible" && step.field && isMixed() ? `${className} open` : className, data: { v: value.v, ...keyOfNth(n, !shut) }, ...hints(shut ? value.why : value.note && saysOf(value)),
    onclick: () => (shut ? refuse(value.why || words.nothing) : pick(value)), wants: () => wouldBe(value),
    aria: { disabled: shut || undefined, pressed: typeof value.on === "boolean" ? value.on : undefined, label: [saysOf(value), shut && filled(words.shut, { why: value.why })].filter(Boolean).join(", ") },
  }, h("span", { className: isWord(value) ? "word" : "" }, `${nth}${value.says}`), value.note && h("small", {}, value.note), keyMark(n, !shut));
}

const keyOfNth = (n, isOpen_ = true) => (n < 9 && isOpen_ ? { key: String(n + 1) } : {});
const keyMark = (n, isOpen_ = true) => n < 9 && isOpen_ && h("kbd", { aria: { hidden: true } }, String(n + 1));

const chosenBefore = (v) => picks.filter((one) => (step.values || []).some((value) => value.on && value.v === one)).indexOf(v) + 1;

function groupsOf(values) {
  const found = new Map();
  for (const value of values) found.set(value.group || "", [...(found.get(value.group || "") || []), value]);
  return found;
}

const MANY = 10; // choices that a telephone shows without their groups
const folds = (groups) => isSheet() && widget() === "one" && !folded && groups.size > 1 && (step.values || []).length > MANY;

function inGroups(from) {
  const { values: all, away } = listed(from), values = isSheet() || !all.some((value) => value.group) ? [...all.filter(isOpen), ...all.filter((value) => !isOpen(value))] : all, groups = groupsOf(values), open = values.filter(isOpen), isShort = values.every((value) => value.says.length < 4);
  if (folds(groups) && (!away || values.length > MANY)) return byGroup(groupsOf((step.values || []).filter(isOpen)));
  const isHeaded = isSheet() && groups.size > 1 && groups.size < 4 && !groups.has("");
  return [onBoard(away), groups.size > 0 && headed([...groups], open, isHeaded ? "headed" : isShort ? "short" : "")];
}

function headed(groups, open, how) { // each group under its heading
  const tapsOf = (some) => (widget() === "counts" ? "taps two" : isWide(some) ? "taps wide" : isNumbers(some) ? "taps numbers" : "taps");
  return h("div", { className: `groups ${how}` }, groups.map(([group, some]) => [group && groups.length > 1 && h("p", { className: "xs q group" }, group), h("div", { className: tapsOf(some), style: roomFor(some.map((value) => value.says)), aria: { role: "group", label: group || step.ask } }, some.map((value) => tap(value, open.indexOf(value) < 0 ? 9 : open.indexOf(value))))]));
}

const isNumbers = (values) => values.length > 3 && values.filter((value) => /^\d+$/.test(value.says)).length >= values.length - 1;
const isWide = (values) => values.some((value) => value.says.length > 26 || (value.note || "").length > 30);
const roomFor = (said) => `--signs:${Math.min(18, Math.max(...said.flatMap((one) => one.split(/[\s-]/)).map((word) => word.length)))}`; // of the longest word, so that none is broken

const WIDGETS = {
  one: () => inGroups(),
  some: () => inGroups(),
  pair: () => inGroups(),
  path: () => inGroups(),
  counts: () => counts(),
  none: () => "",
  card: () => {
    const cards = (step.values || []).filter((value) => value.card), others = (step.values || []).filter((value) => !value.card);
    return [h("div", { className: cards.length > 6 ? "cards many" : "cards", aria: { role: "group", label: step.ask } }, cards.map(cardOf)), others.length > 0 && h("div", { className: "taps" }, others.map((value, n) => tap(value, cards.length + n)))];
  },
  allot: () => {
    const { values: all, away } = listed(), values = away || folded || !isSheet() ? all : all.filter((value) => isOpen(value) || value.on);
    const counted = values.filter((value) => !value.next && !value.kind), others = values.filter((value) => !counted.includes(value));
    return [onBoard(away), counted.length > 0 && h("div", { className: "rows" }, counted.map(row)), others.length > 0 && headed([...groupsOf(others)], [], "")];
  },
  text: () => h("form", { className: "said", onsubmit: ofOwn }, h("textarea", { id: "own-text", rows: 2, maxLength: step.limits?.most || 2000, ...draft(""), aria: { label: step.ask } }), h("button", { className: "tap", type: "submit" }, words.take), beside()),
  number: () => {
    const { least = null, most = null, step: by = 1, value } = step.limits || {}, first = value ?? Math.max(0, least ?? 0);
    const field = h("input", { id: "own-number", type: "number", inputMode: "decimal", step: by, ...draft(String(first)), ...(least === null ? {} : { min: least }), ...(most === null ? {} : { max: most }), aria: { label: step.ask } });
    const to = (more) => { field[more > 0 ? "stepUp" : "stepDown"](); field.dispatchEvent(new Event("input")); };
    return h("form", { className: "said", onsubmit: ofOwn }, h("span", { className: "step" }, h("button", { onclick: () => to(-1), aria: { label: filled(words.less_of, { what: step.ask }) } }, "−"), field, h("button", { onclick: () => to(1), aria: { label: filled(words.more_of, { what: step.ask }) } }, "+")), h("button", { className: "tap", type: "submit" }, words.take), beside());
  },
};

const beside = () => (step.values?.length ? inGroups() : "");

let drafted = { of: "", value: "" }; // what is being written stays, whatever comes meanwhile

function draft(first, of = JSON.stringify(picks)) {
  return { value: drafted.of === of ? drafted.value : first, oninput: ({ target }) => { drafted = { of, value: target.value }; } };
}

function ofOwn(event) { // a text or a number of one's own
  event.preventDefault();
  const said = event.target.querySelector("textarea,input").value.trim().replace(/\s+/g, " ");
  if (said) go([...picks, said], "panel");
}

function row(value, n) { // a number of it, by steps
  const count = value.on || 0, more = isOpen(value), name = value.label || value.says;
  return h("div", { className: "row", ...hints(more ? value.note && saysOf(value) : value.why) }, h("span", {}, h("b", {}, value.says), value.note && h("span", { className: "q" }, value.note)),
    h("span", { className: "step", aria: { role: "group", label: name } },
      h("button", { onclick: () => (count > 0 ? less(value.v) : refuse(words.no_pick)), wants: () => without(value.v), aria: { label: filled(words.less_of, { what: name }), disabled: count === 0 || undefined } }, "−"),
      h("output", {}, String(count)),
      h("button", { onclick: () => (more ? pick(value) : refuse(value.why || words.nothing)), wants: () => wouldBe(value), data: { v: value.v, ...keyOfNth(n, more) }, aria: { label: filled(words.more_of, { what: name }), disabled: !more || undefined } }, "+")));
}

// ---- cards

const SIDES = { anti: "--vermilion", pro: "--sky", must: "--yellow" };

function cardOf(value, n) {
  const { card } = value, shut = !isOpen(value);
  return h("button", { className: "cardface", ...hints([card.says, card.text, value.note, value.why].filter(Boolean).join(". ")), data: { v: value.v, ...keyOfNth(n, !shut) }, onclick: () => (shut ? refuse(value.why) : pick(value)), wants: () => wouldBe(value), aria: { disabled: shut || undefined, label: [card.says, card.ap && `${card.ap} AP`, card.kind, card.text, value.note, value.why].filter(Boolean).join(". ") } }, face(card), keyMark(n, !shut));
}

function face(card, one) {
  const mark = card.ap !== undefined && card.ap !== "" && h("span", { className: card.side === "pro" ? "ap round" : "ap", style: `--c:var(${SIDES[card.side] || "--grey"})`, aria: { hidden: true } }, String(card.ap));
  const inner = [h("span", { className: "top" }, mark, h("span", { className: "n" }, card.says)), h("span", { className: "t" }, card.text || ""), (card.kind || card.no || card.out) && h("span", { className: "k" }, [card.kind, card.no].filter(Boolean).join(" · "), card.out && h("span", { className: "out" }, ` · ${card.out}`))];
  return one ? h("div", { className: isLate() ? "cardface one late" : "cardface one" }, inner) : inner;
}

// ---- counters and odds

function counters() {
  return step.left?.length > 0 && h("p", { className: "left" }, step.left.map((one) => {
    const says = filled(words.counter, one), dots = one.all > 0 && one.all <= 9 && one.left <= one.all;
    return h("span", {}, dots && h("span", { className: "pips", aria: { hidden: true } }, "●".repeat(one.left), h("i", {}, "●".repeat(one.all - one.left))), dots && " ", says);
  }));
}

function odds() { // a die of six with what each face brings, or shares; and the lines as a mail has them
  const lines = step.odds || [], { says, faces = [], shares = [] } = step.thrown || {};
  if (!lines.length && !says) return "";
  const bar = ({ hundredths, says: what, worth }) => h("div", {}, h("span", { className: "p" }, `${hundredths} %`), h("span", { className: `b ${worth}`, style: `--p:${hundredths}%` }, h("span", {}, what)));
  return h("div", { className: "odds", aria: { role: "group", label: words.odds } }, says && text(says, "s"),
    faces.length > 0 && h("ol", { className: "dice" }, faces.map(die)), shares.length > 0 && h("div", { className: "bars" }, shares.map(bar)),
    lines.length > 0 && h("details", { className: "long" }, h("summary", {}, words.computed), h("pre", { tabIndex: 0 }, lines.join("\n"))));
}

const PIPS = ["4", "26", "246", "0268", "02468", "035268"]; // of a grid of nine, which are dots

function die({ says, worth }, nth) {
  const spots = [...PIPS[nth]].map((at) => h("i", { className: `p${at}` }));
  return h("li", { className: worth, aria: { label: `${nth + 1}: ${says}` } }, h("span", { className: "die", aria: { hidden: true } }, spots), h("b", { aria: { hidden: true } }, says));
}
