// What a browser can check: words, numbers, cells that are empty, hexes. `bugyo data check` has the last word.

function complaints() { // [cell, sentence] in the order of the files
  return [...work.sheets.values()].flatMap((sheet) => sheet.records.flatMap(({ cells }) => cells.map((cell) => [cell, complaint(cell)]).filter(([, why]) => why)));
}

function complaint(cell) { // what does not fit; "" where nothing can be said against it
  const { value, name, sheet, kind } = cell;
  if (name === "source" || cell.isSource) return sourced(value);
  if (isGridCell(cell)) return value && !gridWord(value) ? say("not_terrain", { value, letters: Object.keys(ground.letters).join(", ") }) : "";
  if (sheet.form === "csv" && isMarked(cell)) return hexesFit(value);
  const rule = sheet.made.rules[name];
  if (!rule || kind === "number" || kind === "truth") return "";
  if (!value) return rule.empty ? "" : say("empty");
  if (rule.kind === "number" && !/^-?[0-9]+$/.test(value)) return say("not_number", { value });
  return rule.kind === "word" && !rule.words.includes(value) && !isListed(rule, value) ? say("not_word", { value, words: rule.words.slice(0, 12).join(", ") }) : "";
}

const isGridCell = ({ sheet, name }) => isHexed && sheet.name === ground.grid && /^[0-9]{2}$/.test(name);
const gridWord = (value) => value.length === 2 && Object.hasOwn(ground.letters, value[0]) && /[0-9]/.test(value[1]) && Number(value[1]) < ground.levels;

function sourced(value) {
  const [kind, ...rest] = value.split(": ");
  return KINDS.includes(kind) && rest.join(": ") ? "" : say("not_source", { value, kinds: KINDS.join(", ") });
}

function isMarked({ sheet, name }) {
  if (!isHexed) return false;
  const { file, first, other } = ground.pairs;
  return (sheet.name === file && [first, other].includes(name)) || ground.marks.some((mark) => mark.file === sheet.name && mark.at === name);
}

function hexesFit(value) {
  const wrong = value.split(" ").filter(Boolean).find((place) => !isHex(place) || !hexCell(place)?.value);
  return wrong === undefined ? "" : say("not_hex", { value: wrong });
}

function isListed(rule, value) { // in a file that lists the words of this column, and perhaps new ones
  return [...work.sheets.values()].some(({ form, records }) => {
    if (form !== "csv" || !records.length) return false;
    const words = records.map(({ cells }) => cells[0].value);
    return words.includes(value) && rule.words.every((word) => words.includes(word));
  });
}
