// ---- the widgets: how the values of a step are shown; one that is not known is shown as “one”

const LISTED = 8; // values that lie on the board and are listed in the panel as well
let folded = ""; // on a telephone a long list is a list of its groups first

const isSheet = () => small.matches && !$("panel").classList.contains("open");
const lieOnBoard = () => (step.values || []).filter((value) => isOpen(value) && table.boxesOf(value).length);

function listed() { // what the panel lists: not what is many on the board
  const there = lieOnBoard(), hides = there.length > LISTED && (!small.matches || isSheet());
  const away = new Set(hides ? there.filter((value) => !value.on) : []);
  return { values: (step.values || []).filter((value) => !away.has(value) && !(away.size && value.why && value.at?.length)), away: away.size };
}

const onBoard = (away) => (away ? text(filled(words.on_board, { count: away }), "s q hint") : "");

function tap(value, n, className = "tap") {
  const shut = !isOpen(value), nth = step.ordered && value.on ? `${chosenBefore(value.v)}. ` : "";
  return h("button", {
    className: value.may === "possible" ? `${className} open` : className, data: { v: value.v, ...keyOfNth(n, !shut) },
    onclick: () => (shut ? refuse(value.why || words.nothing) : pick(value)),
    aria: { disabled: shut || undefined, pressed: typeof value.on === "boolean" ? value.on : undefined, label: [saysOf(value), shut && filled(words.shut, { why: value.why })].filter(Boolean).join(", ") },
  }, `${nth}${value.says}`, value.note && h("small", {}, value.note), keyMark(n, !shut));
}

const keyOfNth = (n, isOpen_ = true) => (n < 9 && isOpen_ ? { key: String(n + 1) } : {});
const keyMark = (n, isOpen_ = true) => n < 9 && isOpen_ && h("kbd", { aria: { hidden: true } }, String(n + 1));

const chosenBefore = (v) => picks.filter((one) => (step.values || []).some((value) => value.on && value.v === one)).indexOf(v) + 1;

function groupsOf(values) {
  const found = new Map();
  for (const value of values) found.set(value.group || "", [...(found.get(value.group || "") || []), value]);
  return found;
}

const folds = (groups) => isSheet() && widget() === "one" && groups.size > 2 && (step.values || []).length > 10;

function inGroups() {
  const { values: all, away } = listed(), values = isSheet() ? [...all.filter(isOpen), ...all.filter((value) => !isOpen(value))] : all, groups = groupsOf(values), open = values.filter(isOpen), isShort = values.every((value) => value.says.length < 4);
  if (folds(groups) && !folded) return [onBoard(away), h("div", { className: "taps" }, [...groups.keys()].map((group, n) => h("button", { className: "tap", data: keyOfNth(n), onclick: () => { folded = group || "…"; show("panel"); } }, group || "…", keyMark(n))))];
  const shown = [...groups].filter(([group]) => !folded || (group || "…") === folded);
  return [onBoard(away), shown.length > 0 && h("div", { className: isShort ? "groups short" : "groups" }, shown.map(([group, some]) => [group && groups.size > 1 && h("p", { className: "xs q group" }, group), h("div", { className: isWide(some) ? "taps wide" : isLong(some) ? "taps roomy" : "taps", aria: { role: "group", label: group || step.ask } }, some.map((value) => tap(value, open.indexOf(value) < 0 ? 9 : open.indexOf(value))))]))];
}

const isWide = (values) => values.some((value) => value.says.length > 26 || (value.note || "").length > 30);
const isLong = (values) => values.some((value) => value.says.split(" ").some((word) => word.length > 8));

const WIDGETS = {
  one: inGroups,
  some: inGroups,
  pair: inGroups,
  path: inGroups,
  none: () => "",
  card: () => {
    const cards = (step.values || []).filter((value) => value.card), others = (step.values || []).filter((value) => !value.card);
    return [h("div", { className: cards.length > 6 ? "cards many" : "cards", aria: { role: "group", label: step.ask } }, cards.map(cardOf)), others.length > 0 && h("div", { className: "taps" }, others.map((value, n) => tap(value, cards.length + n)))];
  },
  allot: () => {
    const { values, away } = listed();
    return [onBoard(away), values.length > 0 && h("div", { className: "rows" }, values.map(row))];
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

function draft(first) {
  const of = JSON.stringify(picks);
  return { value: drafted.of === of ? drafted.value : first, oninput: ({ target }) => { drafted = { of, value: target.value }; } };
}

function ofOwn(event) { // a text or a number of one's own
  event.preventDefault();
  const said = event.target.querySelector("textarea,input").value.trim().replace(/\s+/g, " ");
  if (said) go([...picks, said], "panel");
}

function row(value, n) { // a number of it, by steps
  const count = value.on || 0, more = isOpen(value), name = value.label || value.says;
  return h("div", { className: "row" }, h("span", {}, h("b", {}, value.says), value.note && h("span", { className: "q" }, value.note)),
    h("span", { className: "step", aria: { role: "group", label: name } },
      h("button", { onclick: () => (count > 0 ? less(value.v) : refuse(words.no_pick)), aria: { label: filled(words.less_of, { what: name }), disabled: count === 0 || undefined } }, "−"),
      h("output", {}, String(count)),
      h("button", { onclick: () => (more ? pick(value) : refuse(value.why || words.nothing)), data: { v: value.v, ...keyOfNth(n, more) }, aria: { label: filled(words.more_of, { what: name }), disabled: !more || undefined } }, "+")));
}

// ---- cards

const SIDES = { anti: "--vermilion", pro: "--sky", must: "--yellow" };

function cardOf(value, n) {
  const { card } = value, shut = !isOpen(value);
  return h("button", { className: "cardface", data: { v: value.v, ...keyOfNth(n, !shut) }, onclick: () => (shut ? refuse(value.why) : pick(value)), aria: { disabled: shut || undefined, label: [card.says, card.ap && `${card.ap} AP`, card.kind, card.text, value.note, value.why].filter(Boolean).join(". ") } }, face(card), keyMark(n, !shut));
}

function face(card, one) {
  const mark = card.ap !== undefined && card.ap !== "" && h("span", { className: card.side === "pro" ? "ap round" : "ap", style: `--c:var(${SIDES[card.side] || "--grey"})`, aria: { hidden: true } }, String(card.ap));
  const inner = [h("span", { className: "top" }, mark, h("span", { className: "n" }, card.says)), h("span", { className: "t" }, card.text || ""), (card.kind || card.no || card.out) && h("span", { className: "k" }, [card.kind, card.no].filter(Boolean).join(" · "), card.out && h("span", { className: "out" }, ` · ${card.out}`))];
  return one ? h("div", { className: lieOnBoard().length > LISTED / 2 ? "cardface one late" : "cardface one" }, inner) : inner;
}

// ---- counters and odds

function counters() {
  return step.left?.length > 0 && h("p", { className: "left" }, step.left.map((one) => {
    const says = filled(words.counter, one), dots = one.all > 0 && one.all <= 9 && one.left <= one.all;
    return h("span", {}, dots && h("span", { className: "pips", aria: { hidden: true } }, "●".repeat(one.left), h("i", {}, "●".repeat(one.all - one.left))), dots && " ", says);
  }));
}

function odds(told) { // lines as a mail has them, or bars that are made already
  const lines = Array.isArray(told) ? told : told?.more || [], bars = told?.bars || lines.map((line) => /^\s*(\d+(?:[.,]\d+)?)\s?%:?\s+(\S.*)$/.exec(line)).filter(Boolean).map(([, share, what]) => [Number(share.replace(",", ".")), what, ""]);
  if (!lines.length && !bars.length) return "";
  const bar = ([share, what, worth]) => h("div", {}, h("span", { className: "p" }, `${share} %`), h("span", { className: `b ${worth}`, style: `--p:${share}%` }, h("span", {}, what)));
  return h("div", { className: "odds", aria: { role: "group", label: words.odds } }, told.says && text(told.says, "s"), bars.length > 0 && h("div", { className: "bars" }, bars.slice(0, 8).map(bar)),
    (lines.length > bars.length || bars.length > 8) && h("details", { className: "long" }, h("summary", {}, words.computed), h("pre", { tabIndex: 0 }, lines.join("\n"))));
}
