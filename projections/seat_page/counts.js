// ---- numbers that are kept beside a real table: a stepper makes the order that says its number out of picks, or takes it away

const REPORT = "*"; // folded so: the numbers are away, and all else that may be ordered is shown

function runAt(list, { run }) { // where the picks say it, the last time
  for (let at = list.length - run.length - 1; at >= 0; at -= 1) if (run.every((one, nth) => list[at + nth] === one)) return at;
  return -1;
}

function countOf(list, cell) {
  const at = runAt(list, cell);
  return at < 0 ? 0 : Number(list[at + cell.run.length]) || 0;
}

function standsAt(cell) { // with what is queued, and what is only tapped yet
  const base = cell.stands === null ? cell.base : cell.stands - (cell.waits ? 0 : cell.sign * countOf(step.of, cell));
  return base + cell.sign * countOf(picks, cell);
}

function withCount(cell, count, said) {
  const at = runAt(picks, cell), { length } = cell.run, old = at < 0 ? cell.rest : picks.slice(at + length + 1, at + length + 1 + cell.rest.length);
  const order = count === 0 ? [] : [...cell.run, String(count), ...(said ? [said] : old)];
  return at < 0 ? [...picks, ...order] : [...picks.slice(0, at), ...order, ...picks.slice(at + length + 1 + cell.rest.length)];
}

function counted(cell, by, output, named) {
  if (phase !== "composing" || looking !== null) return undefined;
  const count = countOf(picks, cell) + by, shut = isWaiting() ? "" : by > 0 ? count > 0 && cell.more : count < 0 && cell.less;
  if (shut) return refuse(shut);
  if (count < cell.least || count > cell.most || (cell.sign < 0 && standsAt(cell) - by < 0)) return refuse(words.no_pick);
  const going_ = go(withCount(cell, count), "keep").then(() => step && !why && say(`${named}: ${standsAt(cell)}`));
  if (output.isConnected) output.textContent = String(standsAt(cell)); // at once, whatever the server says of it
  return going_;
}

function stepperOf(cell, row) {
  const named = `${row.says}, ${cell.what}`, count = countOf(picks, cell), output = h("output", {}, String(standsAt(cell)));
  const press = (up) => { // what stands rises by one more of a gain, by one less of a loss
    const by = up * cell.sign, to = count + by, shut = to < cell.least || to > cell.most || (by > 0 ? to > 0 && Boolean(cell.more) : to < 0 && Boolean(cell.less));
    return h("button", { onclick: () => counted(cell, by, output, named), wants: () => !shut && withCount(cell, countOf(picks, cell) + by), data: { v: `${up > 0 ? "+" : "-"}${cell.run.join(" ")}` }, aria: { label: filled(up > 0 ? words.more_of : words.less_of, { what: named }), disabled: shut || undefined } }, up > 0 ? "+" : "−");
  };
  const said = count && cell.rest.length ? whyOf(cell, named) : "";
  return h("div", { className: count ? "count on" : "count" }, h("span", { className: "step", aria: { role: "group", label: named } }, press(-1), h("span", {}, output, h("small", {}, count ? `${cell.what} ${signed(cell.sign * count)}` : cell.what)), press(1)), said);
}

function whyOf(cell, named) { // in words of one's own, which stay while they are written, whatever is answered meanwhile
  const v = `why ${cell.run.join(" ")}`, first = picks[runAt(picks, cell) + cell.run.length + 1];
  const written = ({ target }) => { // a field that is drawn anew with what stood in it knows of no change
    const said = target.value.trim().replace(/\s+/g, " ");
    if (redraws || drafted.of !== v) return;
    drafted = { of: "", value: "" };
    if (said && said !== first) go(withCount(cell, countOf(picks, cell), said), "keep");
  };
  return h("input", { ...draft(first, v), maxLength: 200, data: { v }, aria: { label: filled(words.why_of, { what: named }) }, onchange: written, onblur: written });
}

const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;
const countRow = (row) => h("div", { className: "counted" }, h("p", {}, h("b", {}, row.says), row.note && h("span", { className: "q" }, row.note)), row.cells.length > 0 && h("div", { className: "cells" }, row.cells.map((cell) => stepperOf(cell, row))));

function counts() { // the numbers, what is pressed most, and the rest behind “Report…”
  const pressed = step.values.filter((value) => !value.group), rest = step.values.filter((value) => value.group), rows = step.rows, isList = rows.every((row) => !row.cells.length);
  const more = () => { folded = REPORT; show("panel"); };
  const numbers = h("div", { className: "counts", aria: { role: "group", label: words.counts } }, rows.map(countRow));
  const big = h("div", { className: "taps most" }, pressed.map((value, n) => tap(value, folded ? rest.length + n : n)), !isList && !folded && h("button", { className: "tap", data: { v: REPORT, ...keyOfNth(pressed.length) }, onclick: more }, words.report, keyMark(pressed.length)));
  if (folded) return [inGroups(rest), big];
  return [numbers, isList && inGroups(rest), big];
}
