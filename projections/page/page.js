"use strict";
// The replay: a board and a log that step through the story together. What changes is all that is drawn.

const story = JSON.parse(document.getElementById("story").textContent);
const words = JSON.parse(document.getElementById("words").textContent);
const steps = story.steps, count = steps.length;
const [WIDTH, HEIGHT] = story.size;
const PACE = 700; // milliseconds from event to event while it plays
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);

// ---- the past of every part, so that any event is as near as the next one

const past = story.parts.map(() => []); // of each part: [event, place or -1], in the order of the events
const turns = [], times = []; // the turn after each event, and when it was received
const firstOf = new Map(); // the first event of each turn
steps.forEach((step, at) => {
  for (const [part, place = -1] of step.change || []) past[part].push([at + 1, place]);
  turns.push(step.turn ?? turns[at - 1] ?? "");
  times.push(step.at ?? times[at - 1]);
  const turn = turns[at].toLowerCase();
  if (!firstOf.has(turn)) firstOf.set(turn, at + 1);
});

function placeOf(part, at) { // where a part is after an event: the last change that is not later
  const changes = past[part];
  let low = 0, high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle][0] <= at) low = middle + 1; else high = middle;
  }
  return low ? changes[low - 1][1] : -1;
}

// ---- the board

const board = $("board");
const groups = new Map(); // part -> its element
const drawn = new Map(); // part -> the place that is drawn
const layers = new Map();
let now = 0, flipped = false, playing = 0, marks = null;

board.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
for (const layer of [...new Set(story.places.map((place) => place[4]))].sort((a, b) => a - b)) {
  layers.set(layer, board.appendChild(document.createElementNS(SVG, "g")));
}
marks = board.appendChild(document.createElementNS(SVG, "g"));

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
    groups.set(part, group);
  }
  const before = story.places[drawn.get(part)];
  if (!before || before[6] !== place[6]) group.innerHTML = story.fragments[place[6]];
  if (!group.parentNode || !before || before[4] !== place[4]) layers.get(place[4]).appendChild(group);
  group.setAttribute("transform", transform(place));
  drawn.set(part, index);
}

function mark(parts) { // frames round what the event has changed
  marks.textContent = "";
  for (const part of parts) {
    if (!drawn.has(part)) continue;
    const [x, y, width, height, , kind] = story.places[drawn.get(part)];
    if (kind & 2) continue;
    const frame = marks.appendChild(document.createElementNS(SVG, "rect"));
    const left = flipped ? WIDTH - x - width : x, top = flipped ? HEIGHT - y - height : y;
    for (const [name, value] of Object.entries({ x: left - 2, y: top - 2, width: width + 4, height: height + 4, rx: 4, class: "frame" })) {
      frame.setAttribute(name, value);
    }
  }
}

// ---- the log

const log = $("log");
const items = new Map(); // event -> its line; events that logs do not show have none
const shown = []; // the events that have a line
steps.forEach((step, at) => {
  if (!step.text) return;
  const item = log.appendChild(document.createElement("li"));
  const number = item.appendChild(document.createElement("b"));
  number.textContent = at + 1;
  item.append(step.text);
  if (step.rule) item.appendChild(document.createElement("i")).textContent = `[${step.rule}]`;
  item.addEventListener("click", () => go(at + 1));
  items.set(at + 1, item);
  shown.push(at + 1);
});

function lineOf(at) { // the newest line that is not later than an event
  let low = 0, high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shown[middle] <= at) low = middle + 1; else high = middle;
  }
  return low ? items.get(shown[low - 1]) : null;
}

let current = null;
function point(at) {
  if (current) current.removeAttribute("aria-current");
  current = lineOf(at);
  if (!current) return;
  current.setAttribute("aria-current", "step");
  log.scrollTop = current.offsetTop - log.clientHeight / 2;
}

// ---- sums and tracks

function tell(at) {
  const sums = steps[at - 1].sums || [];
  $("computed").hidden = !sums.length;
  $("sums").textContent = "";
  for (const [of, total, terms] of sums) {
    const table = $("sums").appendChild(document.createElement("table"));
    table.createCaption().textContent = `${of}: ${total}`;
    for (const [value, why, rule] of terms) {
      const row = table.insertRow();
      row.insertCell().textContent = value > 0 ? `+${value}` : value;
      row.insertCell().textContent = `${why} [${rule}]`;
    }
  }
}

const tracks = new Map(); // name -> [[event, value]…]
steps.forEach((step, at) => {
  for (const [name, value] of Object.entries(step.tracks || {})) {
    if (!tracks.has(name)) tracks.set(name, []);
    tracks.get(name).push([at + 1, value]);
  }
});
const pointers = [];
for (const [name, moves] of tracks) chart(name, moves);
$("charts").hidden = !tracks.size;

function chart(name, moves) {
  const values = moves.map(([, value]) => value);
  const low = Math.min(0, ...values), high = Math.max(1, ...values), size = high - low;
  const figure = $("tracks").appendChild(document.createElement("figure"));
  const caption = figure.appendChild(document.createElement("figcaption"));
  const picture = figure.appendChild(document.createElementNS(SVG, "svg"));
  picture.setAttribute("viewBox", `0 0 ${count} 100`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${name}: ${values.join(", ")}`);
  const line = picture.appendChild(document.createElementNS(SVG, "polyline"));
  const height = (value) => 95 - (90 * (value - low)) / size;
  const points = [];
  moves.forEach(([at, value], n) => {
    points.push(`${at - 1},${height(value)}`, `${n + 1 < moves.length ? moves[n + 1][0] - 1 : count},${height(value)}`);
  });
  line.setAttribute("points", points.join(" "));
  const pointer = picture.appendChild(document.createElementNS(SVG, "line"));
  pointer.setAttribute("y1", 0);
  pointer.setAttribute("y2", 100);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    go(1 + Math.floor(((event.clientX - box.left) / box.width) * count));
  });
  pointers.push((at) => {
    pointer.setAttribute("x1", at - 0.5);
    pointer.setAttribute("x2", at - 0.5);
    const before = moves.filter(([when]) => when <= at);
    caption.textContent = `${name}: ${before.length ? before[before.length - 1][1] : "–"}`;
  });
}

// ---- going there

function go(at, silent) {
  at = Math.max(1, Math.min(count, at));
  if (at === now) return;
  const one = Math.abs(at - now) === 1 ? steps[Math.max(at, now) - 1].change || [] : null;
  const parts = one ? one.map(([part]) => part) : story.parts.keys();
  for (const part of parts) draw(part, placeOf(part, at));
  mark((steps[at - 1].change || []).map(([part]) => part).filter((part) => past[part][0][0] < at));
  now = at;
  point(at);
  tell(at);
  for (const move of pointers) move(at);
  $("where").textContent = `${turns[at - 1]} · ${words.where} ${at} ${words.of} ${count} · ${times[at - 1]}`;
  $("slider").value = at;
  board.setAttribute("aria-label", `${words.board}: ${words.where} ${at}. ${steps[at - 1].text || ""}`);
  if (!silent) history.replaceState(null, "", `#${at}`);
}

function turn(direction) { // to the first event of the next turn, or of this or the one before
  let at = now;
  if (direction > 0) {
    while (at < count && turns[at - 1] === turns[now - 1]) at += 1;
  } else {
    at -= 1;
    while (at > 1 && turns[at - 2] === turns[at - 1]) at -= 1;
  }
  go(at);
}

function find(text) { // "12", "#12", "t3": an event, or the first one of a turn
  const name = text.trim().replace(/^#/, "").toLowerCase();
  return /^\d+$/.test(name) ? Number(name) : firstOf.get(name) || 0;
}

function play(on) {
  clearInterval(playing);
  playing = on && now < count ? setInterval(() => (now < count ? go(now + 1) : play(false)), PACE) : 0;
  $("play").setAttribute("aria-pressed", String(Boolean(playing)));
}

function flip() {
  flipped = !flipped;
  $("flip").setAttribute("aria-pressed", String(flipped));
  for (const [part, index] of drawn) groups.get(part).setAttribute("transform", transform(story.places[index]));
  mark((steps[now - 1].change || []).map(([part]) => part).filter((part) => past[part][0][0] < now));
}

// ---- saving

function picture() { // the board as it stands, with its style, as a document of its own
  const copy = board.cloneNode(true);
  copy.setAttribute("width", WIDTH);
  copy.setAttribute("height", HEIGHT);
  const style = document.createElementNS(SVG, "style");
  style.textContent = document.querySelector("style").textContent;
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ width: WIDTH, height: HEIGHT, class: "fill-paper" })) ground.setAttribute(name, value);
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

// ---- keys and buttons

const keys = {
  ArrowLeft: (event) => (event.shiftKey ? turn(-1) : go(now - 1)),
  ArrowRight: (event) => (event.shiftKey ? turn(1) : go(now + 1)),
  PageUp: () => go(now - 1),
  PageDown: () => go(now + 1),
  Home: () => go(1),
  End: () => go(count),
  " ": () => play(!playing),
  f: flip,
};
document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  const typing = event.target.id === "number" || (event.key === " " && event.target.tagName === "BUTTON");
  if (!act || typing || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act(event);
});
const buttons = {
  first: () => go(1), "turn-back": () => turn(-1), back: () => go(now - 1), play: () => play(!playing),
  on: () => go(now + 1), "turn-on": () => turn(1), last: () => go(count), flip,
  "save-svg": () => save(picture(), "svg"), "save-png": savePng,
};
for (const [id, act] of Object.entries(buttons)) $(id).addEventListener("click", act);
$("slider").max = count;
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("goto").addEventListener("submit", (event) => {
  event.preventDefault();
  const at = find($("number").value);
  if (at) go(at);
});
addEventListener("hashchange", () => go(find(location.hash) || now));

go(find(location.hash) || count, true);
