// ---- own cells: the program of a seat that keeps some gives out a line for each order, and they go above it

let cellsGiven = ""; // what it has printed, as it was put in
const isCell = (line) => /^(?:cell|spent)\s/i.test(line);

function woven(lines) { // the orders, each below its cell; null as long as one lacks it
  if (!data.cells || !lines.length) return lines;
  const made = [];
  let above = [], nth = 0;
  for (const line of cellsGiven.split("\n").map((one) => one.trim()).filter(Boolean)) {
    if (isCell(line)) above.push(line);
    else if (line === lines[nth] && above.some((one) => /^cell/i.test(one))) {
      made.push(...above, line);
      [above, nth] = [[], nth + 1];
    } else return null;
  }
  return nth === lines.length && !above.length ? made : null;
}

function fencesOf(lines, fences) { // a cell has none of its own
  const left = [...fences];
  return lines.map((line) => (isCell(line) ? "" : left.shift() || ""));
}

function ownCells() {
  const lines = linesNow();
  if (!data.cells || !step?.complete || !lines.length) return "";
  const input = ({ target }) => {
    cellsGiven = target.value;
    acts();
  };
  return h("div", { className: "cells" }, text(words.cells_why, "s"), h("pre", { tabIndex: 0 }, [`${data.cells} <<END`, ...lines, "END"].join("\n")), h("textarea", { id: "own-cells", rows: 2, value: woven(lines) ? cellsGiven : "", spellcheck: false, oninput: input, aria: { label: words.cells } }));
}
