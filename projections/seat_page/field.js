// ---- the board: its things write their words into the line

const boards = [...document.querySelectorAll(".board")]; // the broad one, and perhaps one for a narrow screen
const boardNow = () => Math.max(0, boards.findIndex((board) => board.clientWidth > 0));
const frame = $("frame");
let zoom = 1;

// ---- what is marked: a ring round each thing that may be pressed or stands in the line, above the drawing

const SVG = "http://www.w3.org/2000/svg";
const indexes = new Map(), afters = new Map(), boxes = new WeakMap(), rings = new Map();
let marked = []; // the things that have a ring now

function byWord() { // the things of the board that is shown
  const board = boards[boardNow()];
  if (!indexes.has(board)) {
    const found = new Map();
    for (const thing of board.querySelectorAll("[data-word]")) {
      const word = bare(thing.dataset.word);
      found.set(word, [...(found.get(word) || []), thing]);
    }
    indexes.set(board, found);
    rings.set(board, board.parentNode.insertBefore(overlay(board), board.nextSibling));
  }
  return indexes.get(board);
}

function thingsOf(word) { // with this word, on the board that is shown
  const field = boards[boardNow()].querySelector("[data-hexes]"), hex = field && hexThing(field, word);
  return hex ? [hex] : byWord().get(word) || [];
}

const hexes = new WeakMap(); // of a field those that have been things already

function hexThing(field, word) { // a hex is a thing of its own as soon as somebody needs it
  if (!hexes.has(field)) hexes.set(field, new Map());
  const known = hexes.get(field), name = !known.has(word) && hexNamed(field, word);
  if (name) {
    const { across, down } = fieldOf(field), [x, y] = hexMiddle(field, cellOf(word)), { e, f } = field.parentNode.transform.baseVal[0].matrix;
    const made = document.createElementNS(SVG, "path"), box = { x: x - across, y: y - down / 2, width: 2 * across, height: down };
    for (const [key, value] of Object.entries({ d: hexagon(box), class: "none", "data-word": word, "data-name": `${word}: ${name}` })) made.setAttribute(key, value);
    boxes.set(made, { ...box, x: box.x + e, y: box.y + f });
    known.set(word, field.parentNode.appendChild(made));
  }
  return known.get(word);
}

const hexagon = ({ x, y, width, height }) => // in a box
  `M${x + width / 4} ${y}h${width / 2}l${width / 4} ${height / 2} ${-width / 4} ${height / 2}h${-width / 2}l${-width / 4} ${-height / 2}z`;

function overlay(board) { // a drawing of its own above the board, so that the board need not be painted anew
  const made = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ class: `${board.getAttribute("class")} above`, viewBox: board.getAttribute("viewBox"), "aria-hidden": "true" })) {
    made.setAttribute(name, value);
  }
  return made;
}

function boxOf(thing) { // in the units of the drawing
  if (!boxes.has(thing)) boxes.set(thing, thing.dataset.size ? ofPart(thing) : ofShape(thing));
  return boxes.get(thing);
}

function ofPart(thing) {
  const { e, f } = thing.transform.baseVal[0].matrix, [width, height] = thing.dataset.size.split(" ").map(Number);
  return { x: e, y: f, width, height };
}

function ofShape(thing) {
  const shown = thing.getBoundingClientRect(), to = thing.ownerSVGElement.getScreenCTM().inverse();
  const { x, y } = new DOMPoint(shown.x, shown.y).matrixTransform(to);
  return { x, y, width: shown.width * to.a, height: shown.height * to.d };
}

function isWithin(thing, other) {
  const [one, room] = [boxOf(thing), boxOf(other)], [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
  const isSmaller = one.width * one.height < room.width * room.height;
  return isSmaller && x > room.x && x < room.x + room.width && y > room.y && y < room.y + room.height;
}

const afterOf = (thing) => (thing.dataset.after || "").split(" ");

// the words of a line, each with the one before it that says whose thing it is: “on”, before who is attacked
function placed(words) {
  const board = boards[boardNow()];
  if (!afters.has(board)) afters.set(board, new Set([...board.querySelectorAll("[data-after]")].flatMap(afterOf)));
  let after = "";
  return words.map((word) => {
    const found = [word, after];
    if (afters.get(board).has(word)) after = word;
    return found;
  });
}

// of things with the same word those that are called so in that place of a line, and of these those that lie
// in another thing of the line: its card in that province
function meant([word, after], chosen) {
  const some = thingsOf(word), called = some.filter((thing) => afterOf(thing).includes(after)), all = called.length ? called : some;
  if (all.length < 2) return all;
  const rooms = [...chosen].filter((other) => other !== word).flatMap(thingsOf);
  const inside = all.filter((thing) => rooms.some((room) => isWithin(thing, room)));
  return inside.length ? inside : all;
}

function showField() {
  const offers = offersNow(), text = lineNow(), isOpen = !isComplete(offers, text) || !offers.whole;
  const { fits, at: from } = isOpen ? beginning(offers, text) : { fits: [], at: 0 };
  const now = new Map(), typed = [...split(text).map(bare)], has = new Set([...typed, aboutWord].filter(Boolean));
  const may = new Map(fits.flatMap((one) => (aboutWord && !one.bare.includes(aboutWord) ? [] : placed(one.bare).slice(from))).map((each) => [each.join(" "), each]));
  for (const each of may.values()) for (const thing of meant(each, has)) now.set(thing, "can");
  const said = aboutWord && !typed.includes(aboutWord) ? [...placed(typed), [aboutWord, aboutAfter]] : placed(typed);
  for (const each of said) for (const thing of meant(each, has)) now.set(thing, now.has(thing) ? "can has" : "has");
  mark(now);
}

function mark(now) {
  for (const thing of marked) if (!now.has(thing)) ["role", "aria-label", "aria-pressed", "tabindex"].forEach((name) => thing.removeAttribute(name));
  marked = [...now.keys()];
  let first = true;
  for (const [thing, how] of now) {
    const may = how.startsWith("can");
    for (const [name, value] of Object.entries({ role: "button", "aria-label": nameOf(thing), "aria-pressed": how.endsWith("has"), tabindex: may && first ? 0 : -1 })) {
      thing.setAttribute(name, value);
    }
    first = first && !may;
  }
  const size = (thing) => boxOf(thing).width * boxOf(thing).height;
  const made = marked.filter(isInnermost).sort((one, two) => size(two) - size(one)).map((thing) => ringOf(thing, now.get(thing)));
  byWord(); // also where no thing has a word
  rings.get(boards[boardNow()]).replaceChildren(...made);
}

function isInnermost(thing) { // of a province and its name on it the name has the ring; both may be pressed
  return !marked.some((other) => other !== thing && other.dataset.word === thing.dataset.word && isWithin(other, thing));
}

function ringOf(thing, how) {
  const box = boxOf(thing), isHex = thing.tagName === "path", ring = document.createElementNS(SVG, isHex ? "path" : "rect");
  const shape = isHex ? { d: hexagon({ x: box.x + 2, y: box.y + 2, width: box.width - 4, height: box.height - 4 }) } : { ...box, rx: 5 };
  for (const [name, value] of Object.entries({ ...shape, class: `ring ${how}` })) ring.setAttribute(name, value);
  ring.thing = thing;
  return ring;
}

const nameOf = (thing) => thing.querySelector(":scope > title")?.textContent || thing.dataset.name || thing.dataset.word;
const thingOf = (element) => element.thing || element.closest?.("[data-word]");
let aboutAfter = ""; // whose the thing is that is asked about

function pressThing(thing) { // what is said where its word means another thing is not meant
  const word = bare(thing.dataset.word), offers = offersNow();
  const lines = offers.lines.filter((one) => placed(one.bare).some((each) => each[0] === word && meant(each, new Set()).includes(thing)));
  const made = withWord(lines.length ? { ...offers, lines } : offers, lineNow(), word);
  aboutAfter = afterOf(thing)[0];
  press(made.text, made.about);
}

// ---- keys: arrows go to the nearest thing in that direction that may be pressed

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(thing) {
  const { x, y, width, height } = boxOf(thing);
  return [x + width / 2, y + height / 2];
}

function nearest(thing, [right, down]) {
  const [x, y] = middle(thing);
  const far = (other) => {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y], along = dx * right + dy * down;
    return along > 1 ? along + 3 * Math.abs(dx * down + dy * right) : Infinity;
  };
  const best = marked.map((other) => [far(other), other]).sort((one, two) => one[0] - two[0])[0];
  return best && best[0] < Infinity ? best[1] : null;
}

const isField = ({ target }) => Boolean(target.dataset?.hexes);

frame.addEventListener("click", (event) => {
  const thing = isField(event) ? hexThing(event.target, hexAt(event.target, event)) : thingOf(event.target);
  if (thing) pressThing(thing);
});
frame.addEventListener("keydown", (event) => {
  const thing = thingOf(event.target), way = WAYS[event.key];
  if (!thing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key !== "Enter" && event.key !== " " && !way) return;
  event.preventDefault();
  if (way) nearest(thing, way)?.focus();
  else keepAt(thing);
});

function keepAt(thing) { // the keys stay where they were, or go to where the line goes on
  pressThing(thing);
  if (marked.includes(thing)) thing.focus();
  else ($("next").firstChild || ($("send").disabled ? sheet : $("send"))).focus();
}

for (const event of ["pointerover", "focusin"]) {
  frame.addEventListener(event, (happened) => { // what is pointed at says its name below the board
    const thing = thingOf(happened.target);
    if (thing) $("points").textContent = nameOf(thing);
  });
}

frame.addEventListener("pointermove", (event) => { // and which hex of a field
  const word = isField(event) && hexAt(event.target, event);
  if (word) $("points").textContent = `${word}: ${hexNamed(event.target, word)}`;
});

// ---- size: a board that is larger than its frame begins where the action is

const least = () => Math.min(1, (zoom * frame.clientWidth) / frame.scrollWidth); // the whole breadth of the board

function resize(to, [x, y] = [frame.clientWidth / 2, frame.clientHeight / 2]) { // round a point of the frame
  const [across, down] = [(frame.scrollLeft + x) / frame.scrollWidth, (frame.scrollTop + y) / frame.scrollHeight];
  zoom = Math.max(least(), Math.min(4, to));
  for (const board of frame.querySelectorAll(".board")) board.style.setProperty("--zoom", zoom);
  frame.scrollLeft = across * frame.scrollWidth - x;
  frame.scrollTop = down * frame.scrollHeight - y;
  showSize();
}

function showSize() {
  $("smaller").disabled = zoom <= least() + 0.01;
  $("larger").disabled = zoom === 4;
}

function begin() {
  const board = boards[boardNow()];
  byWord();
  const there = [...board.querySelectorAll(".news rect"), ...rings.get(board).querySelectorAll(".can")].map((one) => one.getBoundingClientRect());
  if (!there.length || (frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight)) return;
  const box = frame.getBoundingClientRect(), mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
  frame.scrollLeft += mean(there.map((one) => one.x + one.width / 2)) - box.x - frame.clientWidth / 2;
  frame.scrollTop += mean(there.map((one) => one.y + one.height / 2)) - box.y - frame.clientHeight / 2;
}

function showBoard() { // where it lies below the offers, and something on it comes next
  const box = frame.getBoundingClientRect();
  if (box.top < innerHeight * 0.6 || !frame.querySelector(".ring.can") || isComplete(offersNow(), lineNow())) return;
  frame.scrollIntoView({ block: "start" });
  begin();
}

$("smaller").addEventListener("click", () => resize(zoom / 1.5));
$("larger").addEventListener("click", () => resize(zoom * 1.5));
