// ---- what is seen of the board: zoom and pan, and what each thing is that is pointed at

const frame = $("frame"), pointed = $("pointed");
const MAP = story.field || [0, 0, WIDTH, HEIGHT], FIELD = { x: MAP[0], y: MAP[1], width: MAP[2], height: MAP[3] };
const LEGIBLE = innerWidth < 640 ? 0.95 : 0.75; // dots of the screen for a unit: smaller, words cannot be read
const NEAREST = 4, STEP = 1.3, PAN = 0.2, FITS = 0.84, HEADING = 120;
const eye = { x: MAP[0] + MAP[2] / 2, y: MAP[1] + MAP[3] / 2, scale: 0 }; // its middle, and dots for a unit
const still = matchMedia("(prefers-reduced-motion: reduce)");

const contained = (width, height) => Math.min(frame.clientWidth / width, frame.clientHeight / height) || 1;
const farthest = () => contained(WIDTH, HEIGHT);
const isNear = () => eye.scale > farthest() * 1.02;

const kept = (at, part, from, all) => // the middle of a part that stays within all of it
  (part >= all ? from + all / 2 : Math.min(from + all - part / 2, Math.max(from + part / 2, at)));

function look() { // shows what the eye sees; it never looks beyond the board where there is board enough
  eye.scale = Math.min(NEAREST, Math.max(farthest(), eye.scale));
  const [width, height] = [frame.clientWidth / eye.scale, frame.clientHeight / eye.scale];
  [eye.x, eye.y] = [kept(eye.x, width, 0, WIDTH), kept(eye.y, height, 0, HEIGHT)];
  const box = [eye.x - width / 2, eye.y - height / 2, width, height];
  board.setAttribute("viewBox", box.map((side) => side.toFixed(1)).join(" "));
  $("enlarge").setAttribute("aria-pressed", String(isNear()));
  frame.classList.toggle("near", isNear());
}

function zoom(by, x, y) { // by a factor, around a point of the frame in dots; around the middle without one
  const from = eye.scale, [dx, dy] = x === undefined ? [0, 0] : [x - frame.clientWidth / 2, y - frame.clientHeight / 2];
  eye.scale = Math.min(NEAREST, Math.max(farthest(), eye.scale * by));
  pan(dx / from - dx / eye.scale, dy / from - dy / eye.scale);
}

function pan(dx, dy) { // by units
  eye.x += dx;
  eye.y += dy;
  look();
}

const panned = (across, down) => pan((across * PAN * frame.clientWidth) / eye.scale, (down * PAN * frame.clientHeight) / eye.scale);

function opens() { // near enough to read, where the action is on the map
  eye.scale = Math.max(contained(MAP[2], MAP[3]), LEGIBLE);
  const [left, top, width, height] = table.seen(FIELD);
  const [x, y] = middleOf(markedRoom() || action() || [left, top, width, height]);
  [eye.x, eye.y] = [keptOn(x, frame.clientWidth / eye.scale, left, width), keptOn(y, frame.clientHeight / eye.scale, top, height)];
  look();
}

function keptOn(at, part, from, all) { // the map, with the heading or the numbers that stand close above it or on its left
  const start = from < HEADING ? 0 : from;
  return kept(at, part, start, from + all - start);
}

function enlarge() { // the whole board, or near it
  if (isNear()) eye.scale = 0;
  else {
    const near = Math.max(LEGIBLE, STEP * STEP * farthest());
    opens();
    eye.scale = Math.max(eye.scale, near);
  }
  look();
}

const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];

function action() { // the room of what an event has changed on the map, the last that has; null without any
  for (let at = now; at > 1; at -= 1) {
    const news = changedAt(at);
    if (news.length) return roomOf(news);
  }
  return null;
}

function markedRoom() { // the room of what marks the last play or action; null without any
  return roomOf([...table.parts().values()].filter((part) => part.layer >= MARK));
}

const isNamed = (part) => part.content.includes("<title");

function roomOf(parts) { // where all are too much to be seen at once, of the last that is no mark, else of the last mark with a name
  if (!parts.length) return null;
  const all = around(parts.map(table.seen)), one = parts.findLast((part) => part.layer < MARK) || parts.findLast(isNamed) || parts.at(-1);
  const fits = all[2] * eye.scale < FITS * frame.clientWidth && all[3] * eye.scale < FITS * frame.clientHeight;
  return fits ? all : table.seen(one);
}

function changedAt(at) { // what has changed on the map in an event, with its marks, as it stands now
  const changes = (steps[at - 1]?.change || []).map(([part]) => table.parts().get(story.parts[part]));
  return changes.filter((part) => part && (!part.quiet || part.layer >= MARK) && isOnMap(part));
}

function isOnMap({ x: left, y: top, width, height }) {
  const [x, y] = middleOf([left, top, width, height]);
  return x >= MAP[0] && x <= MAP[0] + MAP[2] && y >= MAP[1] && y <= MAP[1] + MAP[3];
}

function around(boxes) {
  const [left, top] = [0, 1].map((axis) => Math.min(...boxes.map((box) => box[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...boxes.map((box) => box[axis] + box[axis + 2])));
  return [left, top, right - left, bottom - top];
}

function follow(box) { // what happens out of sight is brought into it; nothing moves that can be seen
  const [width, height] = [frame.clientWidth / eye.scale, frame.clientHeight / eye.scale];
  const [x, y] = middleOf(box);
  const isSeen = (far, part, all) => far + Math.min(part, FITS * all) / 2 <= all / 2;
  if (isSeen(Math.abs(x - eye.x), box[2], width) && isSeen(Math.abs(y - eye.y), box[3], height)) return;
  [eye.x, eye.y] = [x, y];
  look();
}

// ---- wheel, drag, pinch

const fingers = new Map(); // pointer -> [x, y] in dots of the frame
let tapped = { at: 0, x: 0, y: 0 }; // the last tap of a finger
const TWICE = 300, SPOT = 30; // milliseconds and dots between two taps that are one wish

function isTwice({ timeStamp: at, clientX: x, clientY: y }) {
  const was = tapped, found = at - was.at < TWICE && Math.hypot(x - was.x, y - was.y) < SPOT;
  tapped = { at: found ? 0 : at, x, y };
  return found;
}

const place = (event) => {
  const box = frame.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};
frame.addEventListener("wheel", (event) => { // a wheel turns the page, unless somebody has come to the board
  if (!event.ctrlKey && document.activeElement !== frame) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...place(event));
}, { passive: false });
frame.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, place(event));
  if (event.pointerType !== "mouse") tell_of(event);
});
frame.addEventListener("pointermove", (event) => {
  const was = fingers.get(event.pointerId), at = place(event);
  if (!was) {
    if (event.pointerType === "mouse") tell_of(event);
    return;
  }
  const others = [...fingers].filter(([id]) => id !== event.pointerId);
  if (others.length === 1) {
    const [[, other]] = others, far = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
    if (far(was) > 20) zoom(far(at) / far(was), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
  } else if (!others.length && isNear()) {
    if (Math.hypot(at[0] - was[0], at[1] - was[1]) < 3) return;
    frame.setPointerCapture(event.pointerId);
    pan((was[0] - at[0]) / eye.scale, (was[1] - at[1]) / eye.scale);
  }
  fingers.set(event.pointerId, at);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
  frame.addEventListener(end, (event) => fingers.delete(event.pointerId));
}
frame.addEventListener("pointerup", (event) => { // two taps: nearer there, or back to the whole board
  if (event.pointerType !== "touch" || fingers.size || !isTwice(event)) return;
  if (eye.scale > 1.5 * LEGIBLE) enlarge();
  else zoom(2, ...place(event));
});
$("closer").addEventListener("click", () => zoom(STEP));
$("farther").addEventListener("click", () => zoom(1 / STEP));
new ResizeObserver(() => eye.scale && look()).observe(frame);
addEventListener("beforeprint", () => board.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`));
addEventListener("afterprint", look);

// ---- what a thing is

const nameOf = (element) => element?.querySelector(":scope > title")?.textContent || element?.dataset.word || "";
const thing = (element) => element?.closest?.("[data-part],[data-word]");

function toldOf(element, event) { // of a field of hexes what the one under the pointer is
  if (!element.dataset.hexes) return nameOf(thing(element));
  const word = hexAt(element, event);
  return word && `${word}: ${hexNamed(element, word)}`;
}

function tell_of(event) { // of what is pointed at, and of what lies under it
  const under = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => board.contains(one));
  const said = new Set(under.map((one) => toldOf(one, event)));
  pointed.textContent = [...said].filter(Boolean).join(" · ");
}

let chosen = -1; // of the things with a name, in the order in which one reads

function next(way) { // to the next thing, by keyboard: it is ringed, named and brought into sight
  const things = [...table.parts().keys()].map(table.groupOf).filter(nameOf);
  if (!things.length) return;
  const at = (group) => table.seen(table.parts().get(group.dataset.part));
  things.sort((one, two) => at(one)[1] - at(two)[1] || at(one)[0] - at(two)[0]);
  chosen = (chosen + way + things.length) % things.length;
  ring(at(things[chosen]));
  pointed.textContent = nameOf(things[chosen]);
}

function ring([left, top, width, height]) {
  unring();
  drawing("rect", { x: left - 4, y: top - 4, width: width + 8, height: height + 8, rx: 6, class: "frame dashed", id: "ring" }, board);
  follow([left, top, width, height]);
}

function unring() {
  $("ring")?.remove();
}
