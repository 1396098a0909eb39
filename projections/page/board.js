// ---- the board: what an event changes is all that is drawn

const board = $("board");
const groups = new Map(); // part -> its element
const drawn = new Map(); // part -> the place that is drawn
const layers = new Map();
const made = []; // fragments as they were put together
let flipped = false;
const FAR = 0.8; // of its own size: a part that has moved at least so far leaves a trail

board.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
if (story.shapes) drawing("defs", {}, board).innerHTML = story.shapes; // what parts use is there once
for (const layer of [...new Set(story.places.map((place) => place[4]))].sort((a, b) => a - b)) {
  layers.set(layer, drawing("g", {}, board));
}
const marks = drawing("g", {}, board);

function fragment(number) {
  return (made[number] ??= story.fragments[number].map((token) => story.tokens[token]).join(""));
}

function transform([x, y, width, height, , kind]) {
  if (!flipped) return `translate(${x} ${y})`;
  const place = `translate(${WIDTH - x - width} ${HEIGHT - y - height})`;
  return kind & 1 ? `${place} rotate(180 ${width / 2} ${height / 2})` : place;
}

function draw(part, index) {
  if (drawn.get(part) === index) return;
  let group = groups.get(part);
  if (index < 0) {
    if (group) group.remove();
    drawn.delete(part);
    return;
  }
  const place = story.places[index];
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.dataset.part = story.parts[part];
    group.number = part;
    groups.set(part, group);
  }
  const was = story.places[drawn.get(part)];
  if (!was || was[6] !== place[6]) group.innerHTML = fragment(place[6]);
  if (place[7]) group.dataset.word = place[7];
  else delete group.dataset.word;
  if (!group.parentNode || !was || was[4] !== place[4]) put(group, layers.get(place[4]));
  group.setAttribute("transform", transform(place));
  drawn.set(part, index);
}

function put(group, layer) { // where it always stands among its neighbours, however the event was come to
  layer.insertBefore(group, [...layer.children].find((other) => other.number > group.number) || null);
}

function show(at, from) { // the board after an event, drawn over that after another
  const parts = at === from + 1 || at === from - 1 ? (steps[Math.max(at, from) - 1].change || []).map(([part]) => part) : story.parts.keys();
  for (const part of parts) draw(part, placeOf(part, at));
  mark(at);
}

function mark(at) { // frames round what the event has changed, trails to what has moved
  marks.textContent = "";
  for (const [part] of steps[at - 1].change || []) {
    const place = story.places[drawn.get(part)], was = story.places[placeOf(part, at - 1)];
    if (!place || place[5] & 2 || past[part][0][0] >= at) continue;
    const [left, top, width, height] = seen(place);
    if (was) trail(seen(was), [left, top, width, height]);
    drawing("rect", { x: left - 2, y: top - 2, width: width + 4, height: height + 4, rx: 4, class: "frame" }, marks);
  }
  if (marks.lastChild && board.clientWidth > $("frame").clientWidth) follow(marks.lastChild);
}

function seen([x, y, width, height]) { // the room of a place as the board is turned
  return flipped ? [WIDTH - x - width, HEIGHT - y - height, width, height] : [x, y, width, height];
}

function trail(was, now) {
  const [x1, y1, x2, y2] = [was, now].flatMap(([x, y, width, height]) => [x + width / 2, y + height / 2]);
  if (Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) < FAR * Math.max(now[2], now[3])) return;
  drawing("line", { x1, y1, x2, y2, "stroke-width": 3, class: "trail" }, marks);
}

function follow(mark) { // where the board is larger than its room, what has changed is brought into sight
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(mark.getAttribute(name)));
  const scale = board.clientWidth / WIDTH, room = $("frame");
  room.scrollLeft = scale * (x + width / 2) - room.clientWidth / 2;
  room.scrollTop = scale * (y + height / 2) - room.clientHeight / 2;
}

function flip() {
  flipped = !flipped;
  $("flip").setAttribute("aria-pressed", String(flipped));
  for (const [part, index] of drawn) groups.get(part).setAttribute("transform", transform(story.places[index]));
  mark(now);
}

// ---- saving

function picture() { // the board as it stands, with its style, as a document of its own
  const copy = board.cloneNode(true);
  for (const [name, value] of Object.entries({ width: WIDTH, height: HEIGHT })) copy.setAttribute(name, value);
  const style = document.createElementNS(SVG, "style");
  style.textContent = $("sheet").textContent;
  const ground = drawing("rect", { width: WIDTH, height: HEIGHT, class: "fill-paper" }, copy);
  copy.prepend(style, ground);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

function save(blob, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${story.game}-${now}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function savePng() {
  const image = new Image(), source = URL.createObjectURL(picture());
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2 * WIDTH;
    canvas.height = 2 * HEIGHT;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(source);
    canvas.toBlob((blob) => save(blob, "png"), "image/png");
  };
  image.src = source;
}
