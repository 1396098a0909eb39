// The grid of the title over the picture: three places that are known lay it, an affine map takes the others along.

const { ground } = kit, UNIT = 40, HIGH = Math.sqrt(3);
const AROUND = { true: [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]], false: [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]] };
const isHexed = ground?.shape === "hexes";
const gridFile = isHexed ? ground.grid : ground?.file;
const map = { picture: null, matrix: [UNIT, 0, 0, UNIT, 0, 0], drawn: new Map(), cursor: "", frame: null };

const two = (number) => String(number).padStart(2, "0");
const hexAt = (column, row) => two(column) + two(row);
const columnOf = (place) => Number(place.slice(0, 2)), rowOf = (place) => Number(place.slice(2));
const isHex = (text) => /^[0-9]{4}$/.test(text) && !/^00|00$/.test(text);

function placesOf() { // every hex of the grid, or every spot, in the order of the file
  const sheet = sheetNamed(gridFile);
  if (!isHexed) return sheet.records.map((record) => cellNamed(record, ground.name).value);
  const columns = sheet.columns.filter((name) => /^[0-9]{2}$/.test(name));
  return sheet.records.flatMap(({ cells }) => columns.map((column) => column + two(cells[0].value)));
}

const cellNamed = ({ cells }, wanted) => cells.find(({ name }) => name === wanted);
const recordOf = (spot) => sheetNamed(ground.file).records.find((record) => cellNamed(record, ground.name).value === spot);

function hexCell(place) { // the cell of the grid; nothing where the grid has no such hex
  const record = sheetNamed(ground.grid).records.find(({ cells }) => two(cells[0].value) === place.slice(2));
  return record && cellNamed(record, place.slice(0, 2));
}

function modelOf(place) {
  if (isHexed) return { x: 1.5 * columnOf(place), y: HIGH * (rowOf(place) + (columnOf(place) % 2 ? 0 : 0.5)) };
  const record = recordOf(place);
  return { x: Number(cellNamed(record, ground.x).value) || 0, y: Number(cellNamed(record, ground.y).value) || 0 };
}

const isKnown = (place) => (isHexed ? isHex(place) : Boolean(recordOf(place)));

// ---- three points

function affine(three) { // as SVG writes a matrix; null where the three lie on one line
  const [p, q, r] = three.map(({ place }) => modelOf(place)), [u, v, w] = three;
  const det = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
  const wide = (q.x - p.x) ** 2 + (q.y - p.y) ** 2 + (r.x - p.x) ** 2 + (r.y - p.y) ** 2;
  if (Math.abs(det) < 0.01 * wide) return null;
  const across = (key) => ((v[key] - u[key]) * (r.y - p.y) - (w[key] - u[key]) * (q.y - p.y)) / det;
  const along = (key) => ((w[key] - u[key]) * (q.x - p.x) - (v[key] - u[key]) * (r.x - p.x)) / det;
  const [a, b, c, d] = [across("x"), across("y"), along("x"), along("y")];
  return Math.abs(a * d - b * c) < 1e-6 ? null : [a, b, c, d, u.x - a * p.x - c * p.y, u.y - b * p.x - d * p.y];
}

function laid() { // by the points where there are three; else over the whole picture
  const three = work.points.filter(({ place, x, y }) => isKnown(place) && Number.isFinite(x) && Number.isFinite(y));
  map.matrix = (three.length === 3 && affine(three)) || overAll();
  return three.length;
}

function overAll() {
  const models = placesOf().map(modelOf), xs = models.map(({ x }) => x), ys = models.map(({ y }) => y);
  const low = { x: Math.min(...xs) - 1, y: Math.min(...ys) - 1 };
  const wide = Math.max(...xs) + 1 - low.x, high = Math.max(...ys) + 1 - low.y;
  const a = map.picture ? map.picture.width / wide : isHexed ? UNIT : 2 * UNIT, d = map.picture ? map.picture.height / high : a;
  return [a, 0, 0, d, -a * low.x, -d * low.y];
}

const spread = () => Math.sqrt(Math.abs(map.matrix[0] * map.matrix[3] - map.matrix[1] * map.matrix[2]));
const onPicture = ({ x, y }) => ({ x: map.matrix[0] * x + map.matrix[2] * y + map.matrix[4], y: map.matrix[1] * x + map.matrix[3] * y + map.matrix[5] });

function onModel({ x, y }) {
  const [a, b, c, d, e, f] = map.matrix, det = a * d - b * c;
  return { x: (d * (x - e) - c * (y - f)) / det, y: (a * (y - f) - b * (x - e)) / det };
}

const far = (one, other) => (one.x - other.x) ** 2 + (one.y - other.y) ** 2;

function placeAt(point) { // the hex, or the spot, that a point of the picture lies in; "" beside all
  const here = onModel(point);
  const near = isHexed ? hexesNear(here) : placesOf();
  const [found] = near.map((place) => [far(here, modelOf(place)), place]).sort(([one], [other]) => one - other);
  return found && found[0] < (isHexed ? 1.1 : 0.25) ? found[1] : "";
}

function hexesNear({ x, y }) {
  const column = Math.round(x / 1.5), row = Math.round(y / HIGH), found = [];
  for (const c of [column - 1, column, column + 1]) for (const r of [row - 1, row, row + 1]) {
    if (c > 0 && r > 0 && c < 100 && r < 100 && map.drawn.has(hexAt(c, r))) found.push(hexAt(c, r));
  }
  return found;
}

function beside(place, way) {
  const [right, below] = AROUND[columnOf(place) % 2 === 0][way];
  const column = columnOf(place) + right, row = rowOf(place) + below;
  return column > 0 && row > 0 && column < 100 && row < 100 ? hexAt(column, row) : "";
}

function sideAt(point) { // the two hexes between which a point lies
  const place = placeAt(point), here = onModel(point);
  if (!place) return null;
  const middle = modelOf(place);
  const ways = [0, 1, 2, 3, 4, 5].map((way) => beside(place, way)).filter((there) => map.drawn.has(there));
  const between = (there) => ({ x: (middle.x + modelOf(there).x) / 2, y: (middle.y + modelOf(there).y) / 2 });
  const [nearest] = ways.sort((one, other) => far(here, between(one)) - far(here, between(other)));
  return nearest ? [place, nearest] : null;
}

function corners(place) {
  const { x, y } = modelOf(place);
  return [[-0.5, -1], [0.5, -1], [1, 0], [0.5, 1], [-0.5, 1], [-1, 0]].map(([right, below]) => onPicture({ x: x + right, y: y + below * HIGH / 2 }));
}

function sideLine(one, other) { // the two corners that both hexes have
  const there = corners(other), least = (spread() / 10) ** 2;
  return corners(one).filter((corner) => there.some((its) => far(corner, its) < least));
}

// ---- drawing

function drawGround() {
  laid();
  const layer = $("grid");
  layer.replaceChildren();
  map.drawn.clear();
  layer.setAttribute("font-size", spread() * (isHexed ? 0.36 : 0.15));
  const under = drawn("g", { id: "joined" }, layer), cells = drawn("g", {}, layer);
  for (const place of placesOf()) drawPlace(place, cells);
  drawn("g", { id: "between" }, layer);
  drawn("g", { id: "named" }, layer);
  drawn("polygon", { id: "cursor" }, layer);
  drawn("g", { id: "laid" }, layer);
  if (isHexed) under.remove();
  drawOver();
}

function drawPlace(place, parent) {
  const group = drawn("g", {}, parent);
  map.drawn.set(place, group);
  fillPlace(place);
}

function fillPlace(place) {
  const group = map.drawn.get(place);
  if (!group) return;
  group.replaceChildren();
  const { x, y } = onPicture(modelOf(place));
  if (isHexed) fillHex(group, place, x, y);
  else fillSpot(group, place, x, y);
}

function fillHex(group, place, x, y) {
  const cell = hexCell(place), letters = Object.keys(ground.letters);
  const kind = letters.indexOf(cell.value[0]), state = stateOf(cell);
  drawn("polygon", { points: corners(place).map((corner) => `${corner.x},${corner.y}`).join(" "), class: cell.value ? `cell k${kind}` : "cell off" }, group);
  drawn("text", { x, y: y + spread() * 0.55, class: `word ${state}` }, group, cell.value + (state === "yours" ? " ✓" : ""));
}

function fillSpot(group, place, x, y) {
  const record = recordOf(place), shown = cellNamed(record, map.paint || ground.paints[0]);
  const state = stateOf(map.tool === "words" ? shown : cellNamed(record, ground.x));
  drawn("circle", { cx: x, cy: y, r: spread() * 0.3, class: "cell spot" }, group);
  drawn("text", { x, y, class: `word ${state}` }, group, place + (state === "yours" ? " ✓" : ""));
  if (map.tool === "words") drawn("text", { x, y: y + spread() * 0.2, class: "word" }, group, shown.value || "–");
}

function drawOver() { // what lies between places, what is named, the cursor, the points
  if (isHexed) drawSides();
  else drawLines();
  if (isHexed) drawNames();
  drawCursor();
  $("laid").replaceChildren();
  for (const [nth, point] of work.points.entries()) if (Number.isFinite(point.x)) drawPoint(point, nth);
}

function drawSides() {
  const { file, first, other, word, words } = ground.pairs;
  $("between").replaceChildren();
  for (const record of sheetNamed(file).records) {
    const [here, there] = [first, other].map((name) => cellNamed(record, name).value);
    const line = isHex(here) && isHex(there) ? sideLine(here, there) : [];
    if (line.length !== 2) continue;
    const given = { x1: line[0].x, y1: line[0].y, x2: line[1].x, y2: line[1].y, class: `side s${words.indexOf(cellNamed(record, word).value)}` };
    drawn("title", {}, drawn("line", given, $("between")), `${here} ${there}: ${cellNamed(record, word).value}`);
  }
}

function drawLines() {
  const { file, first, other } = ground.pairs;
  $("joined").replaceChildren();
  for (const record of sheetNamed(file).records) {
    const ends = [first, other].map((name) => cellNamed(record, name).value);
    if (!ends.every(isKnown)) continue;
    const [from, to] = ends.map((end) => onPicture(modelOf(end)));
    drawn("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: `join ${stateOf(cellNamed(record, other))}` }, $("joined"));
  }
}

function drawNames() {
  const { marks } = ground, file = map.marks || marks[0].file, mark = marks.find((one) => one.file === file);
  $("named").replaceChildren();
  for (const record of sheetNamed(file).records) {
    const name = mark.names.map((column) => cellNamed(record, column).value).join(" ");
    for (const place of cellNamed(record, mark.at).value.split(" ").filter(isHex)) {
      const { x, y } = onPicture(modelOf(place));
      drawn("circle", { cx: x, cy: y, r: spread() * 0.2, class: "dot" }, $("named"));
      drawn("text", { x, y: y - spread() * 0.5, class: "name" }, $("named"), name);
    }
  }
}

function drawCursor() {
  const place = map.drawn.has(map.cursor) ? map.cursor : "";
  const around = !place ? [] : isHexed ? corners(place) : [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([right, below]) => {
    const { x, y } = onPicture(modelOf(place));
    return { x: x + right * spread() * 0.36, y: y + below * spread() * 0.36 };
  });
  $("cursor").setAttribute("points", around.map(({ x, y }) => `${x},${y}`).join(" "));
}

function drawPoint({ x, y, place }, nth) {
  const size = map.frame ? perPixel(map.frame) * 14 : 14;
  const chosen = nth === map.point && map.tool === "points";
  drawn("path", { d: `M${x - size} ${y}H${x + size}M${x} ${y - size}V${y + size}`, class: chosen ? "point chosen" : "point" }, $("laid"));
  drawn("text", { x: x + size * 0.3, y: y - size * 0.4, "font-size": size, class: "name pointed" }, $("laid"), `${nth + 1}: ${place}`);
}
