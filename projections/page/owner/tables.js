// The file that is shown: as a grid, or one record at a time beside a picture.

const LONG = 48, MOST_BESIDE = 5;
const table = { name: "", form: false, record: 0, picture: null, frame: null };

const fileNow = () => sheetNamed(table.name);
const isForm = () => fileNow().form !== "csv" || table.form;

function showFile(name) {
  if (name !== table.name) Object.assign(table, { name, record: 0, form: false });
  const sheet = fileNow(), { says, printed } = kit.notes[name] || {};
  $("file-title").textContent = name;
  $("file-says").textContent = [says, printed].filter(Boolean).join(" · ");
  $("as-form").hidden = sheet.form !== "csv";
  $("as-form").textContent = say(table.form ? "as_grid" : "as_form");
  $("add-row").hidden = sheet.form !== "csv" || sheet.name === ground?.grid;
  $("confirm-file").hidden = isNames(sheet);
  table.record = Math.min(table.record, sheet.records.length - 1);
  fileTally();
  $("rows").replaceChildren();
  if (isForm()) showForm(sheet);
  else showGrid(sheet);
}

function fileTally() {
  $("file-tally").textContent = tallySaid(fileNow());
}

// ---- a cell, in a grid or a form

function inputFor(cell, parent) {
  const long = ["list", "whole"].includes(cell.kind) || cell.value.length > LONG;
  const input = element(long && isForm() ? "textarea" : cell.kind === "truth" ? "select" : "input", "", parent);
  if (input.tagName === "SELECT") for (const word of ["true", "false"]) element("option", word, input);
  if (input.tagName === "TEXTAREA") input.rows = cell.kind === "whole" ? 30 : Math.min(14, Math.ceil(cell.value.length / 60) + cell.value.split("\n").length);
  if (input.tagName === "INPUT") {
    Object.assign(input, { autocomplete: "off", size: widthOf(cell) });
    if (wordsOf(cell)) input.setAttribute("list", wordsOf(cell));
  }
  input.value = cell.value;
  input.spellcheck = false;
  input.addEventListener("change", () => changed(cell, input));
  return input;
}

function widthOf({ sheet, name, value }) { // in a grid, of the widest cell of the column
  if (isNames(sheet)) return 20; // also where nothing is filled in yet
  const widths = sheet.form === "csv" ? sheet.records.map(({ cells }) => cells.find((cell) => cell.name === name).value.length) : [value.length];
  return Math.max(2, Math.min(20, Math.max(...widths) + 1));
}

function changed(cell, input) {
  const why = deed([cell.sheet.name], () => put(cell, input.value) || claimed(cell));
  if (why) told(why);
  input.value = cell.value;
  marksOf(cell.record);
  fileTally();
}

function claimed(cell) {
  claim(cell);
  return complaint(cell);
}

function wordsOf(cell) { // a list of words to choose from, once for each set of words
  const { words = [] } = cell.sheet.made.rules[cell.name] || {};
  if (!words.length || cell.isSource || cell.name === "source") return "";
  const key = words.join(" "), lists = [...$("rows").querySelectorAll("datalist")], known = lists.find(({ dataset }) => dataset.words === key);
  if (known) return known.id;
  const list = element("datalist", "", $("rows"));
  list.id = `words-${lists.length}`;
  list.dataset.words = key;
  for (const word of words) element("option", "", list).value = word;
  return list.id;
}

function marksOf(record) { // after a change: whose each cell is now, and what does not fit
  for (const cell of record.cells) {
    if (!cell.shown) continue;
    const state = stateOf(cell), why = complaint(cell);
    cell.shown.box.dataset.state = state;
    cell.shown.input.setAttribute("aria-label", [cell.name, labelOf(record), state && say(`state_${state}`), why].filter(Boolean).join(", "));
    cell.shown.input.setAttribute("aria-invalid", String(Boolean(why)));
    cell.shown.input.title = why || (state && say(`state_${state}`));
    if (cell.shown.input.value !== cell.value) cell.shown.input.value = cell.value;
    if (cell.shown.said) cell.shown.said.textContent = [state && say(`state_${state}`), why].filter(Boolean).join(". ");
  }
}

// ---- a grid

function showGrid(sheet) {
  const grid = element("table", "", element("div", "", $("rows"), "wide"));
  const head = element("tr", "", element("thead", "", grid));
  for (const name of [...sheet.columns, ""]) element("th", name, head).scope = "col";
  const body = element("tbody", "", grid);
  for (const record of sheet.records) gridRow(sheet, record, element("tr", "", body));
  grid.addEventListener("keydown", (event) => gridKey(event));
}

function gridRow(sheet, record, row) {
  for (const cell of record.cells) {
    const box = element("td", "", row, cell === record.source ? "source" : "");
    cell.shown = { box, input: inputFor(cell, box) };
  }
  const deeds = element("td", "", row, "deeds");
  if (record.source) act(deeds, "✓", say("confirm_row", { row: labelOf(record) }), () => claimRecord(record));
  if (sheet.name !== ground?.grid) act(deeds, "×", say("remove_row", { row: labelOf(record) }), () => removeRow(sheet, record));
  marksOf(record);
}

function act(parent, sign, label, does) {
  const button = element("button", sign, parent);
  Object.assign(button, { type: "button", title: label });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", () => {
    deed([table.name], does);
    showFile(table.name);
  });
}

function gridKey(event) { // up and down, and Enter, go from row to row
  const way = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key], box = event.target.closest("td"), row = box?.parentElement;
  if (!way || event.target.tagName !== "INPUT" || event.target.list) return;
  const next = way < 0 ? row.previousElementSibling : row.nextElementSibling;
  const there = next?.children[[...row.children].indexOf(box)]?.querySelector("input");
  if (!there) return;
  event.preventDefault();
  there.focus();
  there.select();
}

// ---- one record at a time, or many short ones

function showForm(sheet) {
  const short = sheet.records.every(({ cells }) => cells.length <= MOST_BESIDE) && sheet.form === "toml";
  const records = short ? sheet.records : [sheet.records[table.record]].filter(Boolean);
  if (!short && sheet.records.length > 1) recordChoice(sheet);
  for (const record of records) {
    const set = element("fieldset", "", $("rows"), short ? "record short" : "record");
    element("legend", labelOf(record), set);
    for (const cell of record.cells) formLine(cell, set);
    if (record.cells.filter(isData).length > 1) act(set, `✓ ${say("as_printed")}`, say("confirm_row", { row: labelOf(record) }), () => claimRecord(record));
    marksOf(record);
  }
}

function formLine(cell, parent) {
  const box = element("div", "", parent, "line"), label = element("label", cell.name, box);
  const input = inputFor(cell, box);
  input.id = label.htmlFor = `value-${cell.record.cells.indexOf(cell)}-${cell.sheet.records.indexOf(cell.record)}`;
  cell.shown = { box, input, said: element("span", "", box, "said") };
  if (isData(cell)) act(box, "✓", say("confirm_cell", { cell: cell.name }), () => claim(cell));
}

function recordChoice(sheet) {
  const line = element("div", "", $("rows"), "steps");
  const go = (record) => {
    table.record = Math.max(0, Math.min(sheet.records.length - 1, record));
    showFile(table.name);
    $("record").focus();
  };
  const back = element("button", say("back"), line), on = element("button", say("on"), line);
  const options = sheet.records.map((record, nth) => [nth, labelOf(record)]);
  choice(line, say("row"), options, table.record, (value) => go(Number(value))).id = "record";
  [back, on].forEach((button, nth) => {
    button.type = "button";
    button.disabled = nth ? table.record === sheet.records.length - 1 : !table.record;
    button.addEventListener("click", () => go(table.record + (nth ? 1 : -1)));
  });
}
