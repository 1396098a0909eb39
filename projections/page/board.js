// ---- the board: what an event changes is all that is drawn

const board = $("board");
const groups = new Map(); // part -> its element
const drawn = new Map(); // part -> the place that is drawn
const layers = new Map();
const made = []; // fragments as they were put together
let flipped = false;
const FAR = 0.8; // of its own size: a part that has moved at least so far leaves a trail

const MARK = 9; // the layer of what marks that something has just happened
const GLIDES = 280, FADES = 450; // milliseconds of what moves, and of what leaves

const shapes = drawing("defs", {}, board); // what parts use is there once
if (story.shapes) unpacked(story.shapes).then((bytes) => (shapes.innerHTML = new TextDecoder().decode(bytes)));
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

function draw(part, index, moves) {
  if (drawn.get(part) === index) return;
  let group = groups.get(part);
  if (index < 0) {
    if (group && moves) leave(group, story.places[drawn.get(part)]);
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
  if (moves && was) glide(group, seen(was), seen(place), place[5]);
}

function glide(group, [x, y], [to_x, to_y], kind) { // from where it stood
  if ((x === to_x && y === to_y) || kind & 3) return;
  const at = (left, top) => ({ transform: `translate(${left}px,${top}px)` });
  group.animate([at(x, y), at(to_x, to_y)], { duration: GLIDES, easing: "ease-in-out" });
}

function leave(group, place) { // what is gone is seen going
  if (!place || place[5] & 2) return;
  const gone = group.cloneNode(true);
  gone.removeAttribute("data-part");
  gone.classList.add("leaving");
  board.append(gone);
  gone.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADES }).onfinish = () => gone.remove();
}

function put(group, layer) { // where it always stands among its neighbours, however the event was come to
  layer.insertBefore(group, [...layer.children].find((other) => other.number > group.number) || null);
}

function show(at, from) { // the board after an event, drawn over that after another
  const parts = at === from + 1 || at === from - 1 ? (steps[Math.max(at, from) - 1].change || []).map(([part]) => part) : story.parts.keys();
  const moves = Math.abs(at - from) === 1 && from > 0 && !still.matches;
  for (const part of parts) draw(part, placeOf(part, at), moves);
  unring();
  mark(at);
}

function mark(at) { // frames round what the event has changed, trails to what has moved
  marks.textContent = "";
  const told = [...drawn.values()].some((index) => story.places[index][4] >= MARK);
  for (const [part] of steps[at - 1].change || []) {
    const place = story.places[drawn.get(part)], was = story.places[placeOf(part, at - 1)];
    if (!place || place[5] & 2 || past[part][0][0] >= at) continue;
    const [left, top, width, height] = seen(place);
    if (was && !told) trail(seen(was), [left, top, width, height]);
    drawing("rect", { x: left - 2, y: top - 2, width: width + 4, height: height + 4, rx: 4, class: "frame" }, marks);
  }
  const box = eye.scale && isNear() && at === now && action();
  if (box) follow(box);
}

function seen([x, y, width, height]) { // the room of a place as the board is turned
  return flipped ? [WIDTH - x - width, HEIGHT - y - height, width, height] : [x, y, width, height];
}

function trail(was, now) {
  const [x1, y1, x2, y2] = [was, now].flatMap(([x, y, width, height]) => [x + width / 2, y + height / 2]);
  if (Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) < FAR * Math.max(now[2], now[3])) return;
  drawing("line", { x1, y1, x2, y2, "stroke-width": 3, class: "trail" }, marks);
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
  copy.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  for (const passing of copy.querySelectorAll(".leaving, #ring")) passing.remove();
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
