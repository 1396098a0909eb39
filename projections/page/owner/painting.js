// What the pointer and the keys do on the map: lay the grid, paint terrain, sides, names; set spots and lines.

const TOOLS = isHexed ? ["move", "points", "terrain", "sides", "names"] : ["move", "points", "spots", "lines", "words"];
Object.assign(map, { tool: "move", point: 0, brush: null, level: 0, side: null, marks: "", row: 0, paint: "", word: null, picked: "", stroke: null, before: null });

function told(text) {
  $("told").textContent = text || "";
}

// ---- the deeds

function paintHex(place) {
  if (map.brush === null) return told(say("choose_first"));
  const cell = hexCell(place), value = map.brush ? map.brush + map.level : "";
  put(cell, value);
  claim(cell);
  fillPlace(place);
  return told(hexTold(place));
}

function hexTold(place) {
  const cell = hexCell(place);
  const what = cell.value ? say("hex_is", { hex: place, terrain: ground.letters[cell.value[0]] || cell.value, level: cell.value.slice(1) }) : say("hex_off", { hex: place });
  return `${what} ${say(`state_${stateOf(cell)}`)}.`;
}

function setSide([here, there]) {
  if (map.side === null) return told(say("choose_first"));
  const { file, first, other, word } = ground.pairs, sheet = sheetNamed(file);
  const found = sheet.records.find((record) => isSame([here, there].sort(), [first, other].map((name) => cellNamed(record, name).value).sort()));
  if (!map.side && found) removeRow(sheet, found);
  if (map.side && !found) {
    const [least, most] = [here, there].sort();
    addRow(sheet, { [first]: least, [other]: most, [word]: map.side });
  }
  if (map.side && found) {
    put(cellNamed(found, word), map.side);
    claimRecord(found);
  }
  drawOver();
  return told(say("side_is", { one: here, other: there, side: map.side || say("nothing") }));
}

const marksNow = () => ground.marks.find(({ file }) => file === map.marks) || ground.marks[0];

function setMark(place) { // puts the chosen row there; of a list of hexes, in or out
  const { file, at, many } = marksNow(), record = sheetNamed(file).records[map.row];
  if (!record) return;
  const cell = cellNamed(record, at), had = cell.value.split(" ").filter(Boolean);
  const listed = had.includes(place) ? had.filter((one) => one !== place) : [...had, place].sort();
  put(cell, many ? listed.join(" ") : cell.value === place ? "" : place);
  claim(cell);
  drawOver();
  told(say("mark_is", { name: labelOf(record), hexes: cell.value || say("nowhere") }));
}

function setSpot(point) {
  const record = recordOf(map.picked), { x, y } = onModel(point);
  if (!record) return told(say("pick_spot"));
  const cells = [cellNamed(record, ground.x), cellNamed(record, ground.y)];
  [x, y].forEach((value, nth) => put(cells[nth], String(Math.max(0, Math.round(value)))));
  claim(...cells);
  return told(say("spot_is", { name: map.picked, column: cells[0].value, row: cells[1].value }));
}

function joinSpots(one, other) {
  const { file, first, other: second } = ground.pairs, sheet = sheetNamed(file);
  const found = sheet.records.find((record) => isSame([one, other].sort(), [first, second].map((name) => cellNamed(record, name).value).sort()));
  if (found) removeRow(sheet, found);
  else addRow(sheet, { [first]: one, [second]: other });
  told(say(found ? "line_gone" : "line_new", { one, other }));
}

function paintSpot(place) {
  if (map.word === null) return told(say("choose_first"));
  const cell = cellNamed(recordOf(place), map.paint || ground.paints[0]);
  put(cell, map.word);
  claim(cell);
  fillPlace(place);
  return told(say("word_is", { name: place, column: cell.name, word: cell.value || say("nothing") }));
}

function setPoint({ x, y }) {
  const point = work.points[map.point];
  Object.assign(point, { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
  const set = laid();
  if (set === 3 && !affine(work.points)) told(say("on_a_line"));
  else told(say("point_set", { nth: map.point + 1, left: 3 - set }));
  const next = work.points.findIndex((one) => !Number.isFinite(one.x));
  if (next >= 0) map.point = next;
}

// ---- one touch of the map

function touch(point) {
  const names = [...new Set([gridFile, ground.pairs.file, ...(isHexed ? ground.marks.map(({ file }) => file) : [])])];
  deed(names, () => useTool(point));
  if (["points", "spots", "lines"].includes(map.tool)) drawGround();
  if (map.tool === "points") panel();
}

function useTool(point) {
  const place = placeAt(point);
  if (place) map.cursor = place;
  drawCursor();
  if (map.tool === "points") return setPoint(point);
  if (map.tool === "sides") return useSide(sideAt(point));
  if (map.tool === "spots" && (!place || place === map.picked)) return setSpot(point);
  if (!place) return told(say("beside_all"));
  return usePlace(place);
}

function useSide(pair) {
  return pair ? setSide(pair) : told(say("beside_all"));
}

function usePlace(place) {
  if (map.tool === "terrain") return paintHex(place);
  if (map.tool === "names") return setMark(place);
  if (map.tool === "words") return paintSpot(place);
  const before = map.picked;
  map.picked = place;
  if (map.tool !== "lines" || !before || before === place) return told(say("picked", { name: place }));
  map.picked = "";
  return joinSpots(before, place);
}

const hands = {
  down(point) {
    if (map.tool === "move") return false;
    if (map.tool === "terrain") {
      map.before = snapshot([gridFile]);
      map.stroke = new Set();
      return hands.move(point);
    }
    touch(point);
    return true;
  },
  move(point) { // a stroke of the brush is one deed
    const place = map.tool === "terrain" && map.before ? placeAt(point) : "";
    if (place && !map.stroke.has(place)) {
      map.stroke.add(place);
      map.cursor = place;
      paintHex(place);
      drawCursor();
    }
    return true;
  },
  up() {
    if (!map.before) return;
    const { before } = map;
    map.before = null;
    if (isSame(before, snapshot([gridFile]))) return;
    work.done.push(before);
    work.undone.length = 0;
    keepSoon();
    work.counted();
  },
  over(point) {
    const place = placeAt(point);
    $("pointed").textContent = !place ? "" : isHexed ? hexTold(place) : place;
  },
};

// ---- keys

function mapKey(event) {
  const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }, step = steps[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (step && map.tool === "move") map.frame.move(...step.map((one) => one * map.frame.view.w / 10));
  else if (step && map.tool === "points") nudge(step, event.shiftKey ? 10 : 1);
  else if (step) stepCursor(step);
  else if (event.key === "+" || event.key === "=") map.frame.zoom(1.3);
  else if (event.key === "-") map.frame.zoom(1 / 1.3);
  else if (event.key === "Enter" || event.key === " ") useCursor();
  else if (map.tool === "sides" && /^[1-6]$/.test(event.key)) sideOfCursor(Number(event.key) - 1);
  else return;
  event.preventDefault();
}

function nudge([right, below], times) { // the chosen point, by a pixel of the screen
  const point = work.points[map.point], step = perPixel(map.frame) * times;
  const from = Number.isFinite(point.x) ? point : { x: map.frame.view.x + map.frame.view.w / 2, y: map.frame.view.y + map.frame.view.h / 2 };
  const chosen = map.point;
  deed([], () => setPoint({ x: from.x + right * step, y: from.y + below * step }));
  map.point = chosen;
  drawGround();
  panel();
}

function stepCursor([right, below]) {
  const places = [...map.drawn.keys()], from = map.drawn.has(map.cursor) ? map.cursor : places[0];
  const there = isHexed ? hexAt(columnOf(from) + right, rowOf(from) + below) : places[(places.indexOf(from) + right + below + places.length) % places.length];
  if (map.drawn.has(there)) map.cursor = there;
  drawCursor();
  showCursor();
  told(isHexed ? hexTold(map.cursor) : map.cursor);
}

function showCursor() { // moves the frame where the cursor would leave it
  const { x, y } = onPicture(modelOf(map.cursor)), { view } = map.frame;
  if (x < view.x || x > view.x + view.w || y < view.y || y > view.y + view.h) map.frame.move(x - view.x - view.w / 2, y - view.y - view.h / 2);
}

function useCursor() {
  if (!map.drawn.has(map.cursor) || map.tool === "move" || map.tool === "points" || map.tool === "sides") return;
  deed([gridFile, ground.pairs.file, ...(isHexed ? ground.marks.map(({ file }) => file) : [])], () => usePlace(map.cursor));
  if (!isHexed) drawGround();
}

function sideOfCursor(way) {
  const there = map.cursor && beside(map.cursor, way);
  if (!map.drawn.has(there)) return;
  deed([ground.pairs.file], () => setSide([map.cursor, there]));
}

// ---- what stands beside the map

function choice(parent, label, options, chosen, act) { // a list to choose from: [value, what it is called]
  const line = element("label", `${label} `, parent), list = element("select", "", line);
  for (const [value, text] of options) element("option", text, list).value = value;
  list.value = chosen;
  list.addEventListener("change", () => act(list.value));
  return list;
}

function palette(parent, title, words, chosen, act) { // one of a few words, as buttons to press
  const group = element("div", "", parent, "palette");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", title);
  for (const [value, text, kind] of words) {
    const button = element("button", text, group, kind);
    button.type = "button";
    button.setAttribute("aria-pressed", String(value === chosen));
    button.addEventListener("click", () => {
      act(value);
      panel();
    });
  }
}

function panel() {
  const parent = $("panel");
  const held = document.activeElement?.id;
  parent.replaceChildren();
  element("p", say(`tool_${map.tool}_help`), parent, "quiet");
  PANELS[map.tool](parent);
  if (held && parent.querySelector(`#${CSS.escape(held)}`)) $(held).focus();
}

const PANELS = {
  move() {},
  points: pointsPanel,
  terrain(parent) {
    const words = [...Object.entries(ground.letters).map(([letter, word], nth) => [letter, `${letter} · ${word}`, `k${nth}`]), ["", say("off_map"), "off"]];
    palette(parent, say("terrain"), words, map.brush, (value) => Object.assign(map, { brush: value }));
    const levels = Array.from({ length: ground.levels }, (_none, level) => [level, level]);
    if (map.brush) choice(parent, say("level"), levels, map.level, (value) => Object.assign(map, { level: Number(value) }));
    sizePanel(parent);
  },
  sides(parent) {
    const words = [...ground.pairs.words.map((word, nth) => [word, word, `s${nth}`]), ["", say("nothing"), ""]];
    palette(parent, say("sides"), words, map.side, (value) => Object.assign(map, { side: value }));
  },
  names: namesPanel,
  spots() {},
  lines() {},
  words(parent) {
    const rule = sheetNamed(ground.file).made.rules[map.paint || ground.paints[0]];
    choice(parent, say("column"), ground.paints.map((one) => [one, one]), map.paint || ground.paints[0], (value) => {
      Object.assign(map, { paint: value, word: null });
      drawGround();
      panel();
    });
    palette(parent, say("words"), [...rule.words.map((word) => [word, word, ""]), ["", say("nothing"), ""]], map.word, (value) => Object.assign(map, { word: value }));
  },
};

function pointsPanel(parent) {
  for (const [nth, point] of work.points.entries()) {
    const line = element("fieldset", "", parent, "point");
    element("legend", say("point", { nth: nth + 1 }), line);
    const place = field(line, say(isHexed ? "hex" : "spot"), point.place, `place-${nth}`, isHexed ? 6 : 14);
    place.addEventListener("change", () => {
      if (!isKnown(place.value)) return told(say(isHexed ? "no_hex" : "no_spot", { name: place.value }));
      return pointed(() => Object.assign(point, { place: place.value }));
    });
    for (const key of ["x", "y"]) {
      const input = field(line, key, Number.isFinite(point[key]) ? point[key] : "", `${key}-${nth}`, 7);
      input.addEventListener("change", () => pointed(() => Object.assign(point, { [key]: input.value.trim() === "" ? NaN : Number(input.value) })));
    }
    const button = element("button", say("set_here"), line);
    Object.assign(button, { type: "button", id: `set-${nth}` });
    button.setAttribute("aria-pressed", String(nth === map.point));
    button.addEventListener("click", () => {
      map.point = nth;
      panel();
      drawOver();
      $("map").scrollIntoView({ block: "nearest" });
    });
  }
}

function pointed(act) {
  deed([], act);
  drawGround();
  panel();
}

function field(parent, label, value, id, size) {
  const line = element("label", `${label} `, parent), input = element("input", "", line);
  Object.assign(input, { value, id, size, autocomplete: "off" });
  return input;
}

function namesPanel(parent) {
  const mark = marksNow(), sheet = sheetNamed(mark.file);
  choice(parent, say("list"), ground.marks.map(({ file }) => [file, file]), mark.file, (value) => {
    Object.assign(map, { marks: value, row: 0 });
    drawOver();
    panel();
  }).id = "marks";
  const called = sheet.records.map((record, nth) => [nth, mark.names.map((name) => cellNamed(record, name).value).join(" ")]);
  choice(parent, say("row"), called, map.row, (value) => Object.assign(map, { row: Number(value) })).id = "mark-row";
  const name = field(parent, say("new_name"), "", "new-name", 14), button = element("button", say("add"), parent);
  button.type = "button";
  button.addEventListener("click", () => {
    if (!oneLine(name.value)) return;
    deed([mark.file], () => addRow(sheetNamed(mark.file), { [mark.names.at(-1)]: name.value }));
    map.row = sheetNamed(mark.file).records.length - 1;
    panel();
  });
}

function sizePanel(parent) { // the printed grid may have more columns and rows than ours, or fewer
  const sheet = sheetNamed(ground.grid), more = element("details", "", parent);
  element("summary", say("size"), more);
  const wide = field(more, say("columns"), sheet.columns.filter((name) => /^\d\d$/.test(name)).length, "wide", 3);
  const high = field(more, say("rows"), sheet.records.length, "high", 3), button = element("button", say("resize"), more);
  button.type = "button";
  button.addEventListener("click", () => {
    if (![wide, high].every(({ value }) => /^[1-9][0-9]?$/.test(value))) return told(say("bad_size"));
    deed([ground.grid], () => resize(Number(wide.value), Number(high.value)));
    drawGround();
    return panel();
  });
}

function resize(wide, high) {
  const old = sheetNamed(ground.grid), kept = old.lines.slice(0, old.lines.indexOf(old.head)).map(({ parts }) => parts[0]);
  const columns = Array.from({ length: wide }, (_none, nth) => two(nth + 1));
  const rows = Array.from({ length: high }, (_none, nth) => {
    const record = old.records[nth], cells = columns.map((column) => (record && cellNamed(record, column) ? cellNamed(record, column).raw : ""));
    return [record ? record.cells[0].raw : two(nth + 1), ...cells, record ? record.source.raw : csvRaw(ownWord())];
  });
  const body = [["row", ...columns, "source"], ...rows].map((cells) => `${cells.join(",")}\n`);
  work.sheets.set(ground.grid, sheetOf(old.made, [...kept, ...body].join("")));
}
