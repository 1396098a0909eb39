// Files as rows and values. What is not changed keeps its bytes: a file is text and cells in turn, and a cell that is
// set again to what it was is written as it was.

const OWN = "printed: own copy", KINDS = ["printed", "example", "inferred", "reconstructed"];
const OWN_PART = /^printed: own copy(?:, ([^()]*?))?(?: \(([^()]*)\))?$/;
const LIST_PART = /"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'|#[^\n]*\n|[^[\]"'#]+/y;
const SCALAR = /"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'|[^\s,\]}#"'[{]+/y;
const own = { note: "" };

class Refused extends Error {} // a sentence for who gave the file

const textOf = (sheet) => sheet.lines.map(({ parts }) => parts.map((part) => (typeof part === "string" ? part : part.raw)).join("")).join("");
const isChanged = (sheet) => textOf(sheet) !== sheet.made.text;

function sheetOf(made, text = made.text) {
  if (made.name.endsWith(".csv")) return csvSheet(made, text);
  return made.pieces.length ? tomlSheet(made, text) : plainSheet(made, text);
}

// ---- CSV

function csvSheet(made, text) {
  const sheet = { made, name: made.name, form: "csv", lines: [], records: [], columns: null };
  text.split(/(?<=\n)/).forEach((line, nth) => csvLine(sheet, line, nth + 1));
  if (!sheet.columns) throw new Refused(say("no_columns", { file: made.name }));
  sheet.keys = keysOf(sheet);
  return sheet;
}

function keysOf({ columns, records }) { // how many of the first columns it takes to tell the rows apart
  const called = (count) => new Set(records.map(({ cells }) => cells.slice(0, count).map(({ value }) => value).join("\n"))).size;
  const most = Math.min(3, columns.length);
  return [1, 2, 3].find((count) => count >= most || called(count) === records.length);
}

function csvLine(sheet, line, nth) {
  const end = /\r?\n?$/.exec(line)[0], body = line.slice(0, line.length - end.length);
  if (!body || body.startsWith("#")) return sheet.lines.push({ parts: [line] });
  const raws = csvRaws(body);
  if (!raws) throw new Refused(say("bad_line", { file: sheet.name, line: nth }));
  if (sheet.columns) {
    if (raws.length !== sheet.columns.length) throw new Refused(say("bad_cells", { file: sheet.name, line: nth, wanted: sheet.columns.length, got: raws.length }));
    return csvRow(sheet, raws, end);
  }
  sheet.columns = raws.map(csvValue);
  sheet.head = { parts: [line] };
  return sheet.lines.push(sheet.head);
}

function csvRow(sheet, raws, end, at = sheet.lines.length) {
  const record = { cells: [], source: null }, parts = [];
  raws.forEach((raw, nth) => {
    const cell = cellOf(sheet, record, sheet.columns[nth], raw, csvValue(raw), "text");
    parts.push(...(nth ? [","] : []), cell);
    record.cells.push(cell);
  });
  record.source = record.cells.find(({ name }) => name === "source") || null;
  for (const cell of record.cells) cell.source = cell === record.source ? null : record.source;
  record.line = { parts: [...parts, end || "\n"], record };
  if (!end && at === sheet.lines.length) record.line.parts[record.line.parts.length - 1] = "";
  sheet.lines.splice(at, 0, record.line);
  sheet.records = sheet.lines.map((line) => line.record).filter(Boolean);
  return record;
}

function csvRaws(body) {
  const raws = [], cell = /"(?:[^"]|"")*"(?=,|$)|(?!")[^,]*/y;
  for (let at = 0; ; at += 1) {
    cell.lastIndex = at;
    const found = cell.exec(body);
    if (!found) return null;
    raws.push(found[0]);
    at += found[0].length;
    if (at >= body.length) return raws;
  }
}

const csvValue = (raw) => (raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
const csvRaw = (value) => (/[",]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

function addRow(sheet, values) {
  const last = sheet.records.at(-1);
  const at = sheet.lines.indexOf(last ? last.line : sheet.head) + 1;
  const before = sheet.lines[at - 1].parts, tail = before.at(-1);
  if (typeof tail === "string" && !tail.endsWith("\n")) before.push("\n");
  const end = /\r\n$/.test(sheet.head.parts[0]) ? "\r\n" : "\n";
  return csvRow(sheet, sheet.columns.map((name) => csvRaw(name === "source" ? ownWord() : oneLine(values[name] || ""))), end, at);
}

function removeRow(sheet, record) {
  sheet.lines.splice(sheet.lines.indexOf(record.line), 1);
  sheet.records.splice(sheet.records.indexOf(record), 1);
}

// ---- TOML: only the values, whose places came with the page

function tomlSheet(made, text) {
  const raws = tomlRaws(made, text);
  if (!raws) throw new Refused(say("other_toml", { file: made.name }));
  const sheet = { made, name: made.name, form: "toml", lines: [{ parts: [] }], columns: null };
  sheet.records = made.records.map((label) => ({ label, cells: [], source: null }));
  const cells = raws.map((raw, nth) => {
    const { name, record } = made.values[nth], kind = kindOf(raw);
    const cell = cellOf(sheet, sheet.records[record], name, raw, tomlValue(raw, kind), kind);
    sheet.records[record].cells.push(cell);
    return cell;
  });
  cells.forEach((cell, nth) => {
    cell.source = cells[made.values[nth].source] || null;
    if (cell.source) cell.source.isSource = true;
  });
  made.pieces.forEach((piece, nth) => sheet.lines[0].parts.push(piece, ...(nth < cells.length ? [cells[nth]] : [])));
  return sheet;
}

function tomlRaws({ pieces, values }, text) { // the values between the pieces; null where the pieces are not these
  const raws = [];
  let at = 0;
  for (const [nth, piece] of pieces.entries()) {
    if (!text.startsWith(piece, at)) return null;
    at += piece.length;
    if (nth === values.length) return at === text.length ? raws : null;
    const end = tomlEnd(text, at);
    if (end <= at) return null;
    raws.push(text.slice(at, end));
    at = end;
  }
  return null;
}

function tomlEnd(text, start) { // where the value that begins there ends; -1 where none does
  if (text[start] !== "[") return matchEnd(SCALAR, text, start);
  let depth = 0, at = start;
  do {
    if (text[at] === "[" || text[at] === "]") {
      depth += text[at] === "[" ? 1 : -1;
      at += 1;
    } else at = matchEnd(LIST_PART, text, at);
  } while (depth > 0 && at > 0 && at < text.length);
  return depth ? -1 : at;
}

function matchEnd(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function kindOf(raw) {
  if (raw.startsWith('"')) return isJson(raw) ? "text" : "list";
  if (raw.startsWith("'")) return "text";
  return raw === "true" || raw === "false" ? "truth" : raw.startsWith("[") ? "list" : "number";
}

function isJson(raw) {
  try {
    return typeof JSON.parse(raw) === "string";
  } catch {
    return false;
  }
}

const tomlValue = (raw, kind) => (kind !== "text" ? raw : raw.startsWith("'") ? raw.slice(1, -1) : JSON.parse(raw));
const tomlRaw = (value, kind) => (kind === "text" ? JSON.stringify(value).replaceAll("\x7f", "\\u007f") : value);

function plainSheet(made, text) { // a file of a kind that the page cannot take apart
  const sheet = { made, name: made.name, form: "plain", lines: [{ parts: [] }], columns: null };
  const record = { label: made.name, cells: [], source: null };
  const cell = cellOf(sheet, record, made.name, text, text, "whole");
  record.cells.push(cell);
  sheet.lines[0].parts.push(cell);
  sheet.records = [record];
  return sheet;
}

// ---- cells, and whose they are

const cellOf = (sheet, record, name, raw, value, kind) => ({ sheet, record, name, raw, value, kind, was: { raw, value }, source: null });
const oneLine = (text) => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
const ownWord = () => (own.note ? `${OWN}, ${own.note}` : OWN);
const partsOf = (source) => source.split(/; (?=(?:printed|example|inferred|reconstructed): )/);

function unfit(cell, value) { // why a value cannot stand there at all; "" if it can
  if (cell.kind === "number" && !/^[+-]?[0-9]+(\.[0-9]+)?$/.test(value)) return say("not_number", { value });
  if (cell.kind === "truth" && value !== "true" && value !== "false") return say("not_truth");
  if (cell.kind === "list" && tomlEnd(value, 0) !== value.length) return say("not_list");
  return "";
}

function put(cell, given) { // sets a value; the file takes it only where it stays readable
  const value = cell.kind === "list" || cell.kind === "whole" ? given : oneLine(given);
  const why = unfit(cell, value);
  if (why) return why;
  cell.value = value;
  if (value === cell.was.value) cell.raw = cell.was.raw;
  else if (cell.kind === "whole") cell.raw = value;
  else cell.raw = cell.sheet.form === "csv" ? csvRaw(value) : tomlRaw(value, cell.kind);
  return "";
}

function ownNames(source) { // the cells that are the owner's; null where all of them are
  const found = new Set();
  for (const part of partsOf(source)) {
    const [whole, , names] = OWN_PART.exec(part) || [];
    if (whole && names === undefined) return null;
    if (whole) names.split(", ").forEach((name) => found.add(name));
  }
  return found;
}

const isData = (cell) => cell.source !== null;

function stateOf(cell) { // "ours", "known", "yours"; "" for what no source speaks of
  if (!isData(cell)) return "";
  const mine = ownNames(cell.source.value);
  if (!mine || mine.has(cell.name)) return "yours";
  return partsOf(cell.source.value).some((part) => part.startsWith("reconstructed: ")) ? "ours" : "known";
}

const sharing = (cell) => cell.record.cells.filter(({ source }) => source === cell.source);

function claim(...cells) { // says of cells that they are as printed in the owner's copy
  for (const cell of cells.filter(isData)) {
    const names = ownNames(cell.source.value);
    if (!names) continue;
    names.add(cell.name);
    const all = sharing(cell), needed = all.slice(keyCells(cell.sheet));
    const rest = partsOf(cell.source.value).filter((part) => !OWN_PART.test(part));
    const some = all.map(({ name }) => name).filter((name) => names.has(name)).join(", ");
    const whole = needed.every(({ name }) => names.has(name)) || !rest.length;
    put(cell.source, whole ? ownWord() : [...rest, `${ownWord()} (${some})`].join("; "));
  }
}

function claimRecord(record) {
  for (const source of new Set(record.cells.map((cell) => cell.source).filter(Boolean))) put(source, ownWord());
}

const valued = (sheet) => sheet.records.flatMap(({ cells }) => cells.filter((cell, nth) => isData(cell) && nth >= keyCells(sheet)));
const keyCells = ({ form, keys, columns }) => (form === "csv" ? Math.max(1, Math.min(keys, columns.length - 2)) : 0); // they say which row it is

function tally(sheet) {
  const found = { ours: 0, known: 0, yours: 0 };
  for (const cell of valued(sheet)) found[stateOf(cell)] += 1;
  return found;
}

const isNames = ({ name }) => name === kit.names; // what things are called in other languages: no value is printed there

const named = ({ columns, records }) => columns.slice(1).map((code, nth) => ({ code, language: kit.languages[code] || code, names: records.filter(({ cells }) => cells[nth + 1].value).length, things: records.length }));

function tallySaid(sheet) { // whose the values of a file are, or how many things have a name in each language
  return isNames(sheet) ? named(sheet).map((one) => say("named", one)).join(", ") : say("tally", tally(sheet));
}

const labelOf = (record) => (record.label ? [record.label, nameOf(record)].filter(Boolean).join(": ") : record.cells.slice(0, record.cells[0].sheet.keys).map(({ value }) => value).join(" "));
const nameOf = ({ cells }) => cells.find(({ name }) => ["name", "id"].includes(name))?.value || "";
