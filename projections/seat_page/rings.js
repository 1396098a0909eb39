// ---- the board: its size, what may be pressed on it, and what was

const frame = $("frame");
let board = boardNow(), table = boardOn(board), base = table.parts(); // the picture, what draws it, its parts as they are
let zoom = 1, overlay = overlaid();
const VAST = 1500; // units: of a board that is broader a screen shows a piece

function boardNow() {
  return (upright.matches && frame.querySelector(".board.narrow")) || frame.querySelector(".board");
}

function overlaid() { // what lies over the parts
  const group = (name, props = {}) => drawing("g", { class: name, ...props }, board);
  return { veil: group("veil", { "pointer-events": "none" }), ways: group("ways", { "pointer-events": "none" }), rings: group("rings"), badges: group("badges", { "pointer-events": "none" }) };
}

function turnScreen() { // the other board, where the title draws one for such a screen; it is asked for as it stands now
  if (boardNow() === board) return sized(true);
  board = boardNow();
  if (!turnScreen.made) turnScreen.made = new Map();
  const [made, over] = turnScreen.made.get(board) || [boardOn(board), null];
  [table, base] = [made, made.parts()];
  overlay = over || overlaid();
  turnScreen.made.set(board, [table, overlay]);
  sized(true);
  return freshen(true);
}

const sizeOf = () => board.viewBox.baseVal;

function sized(anew) {
  const { width, height } = sizeOf(), room = frame.getBoundingClientRect();
  const whole = Math.min(room.width / width, room.height / height), across = room.width / width, isVast = width > VAST;
  if (anew) zoom = isVast ? (small.matches ? 1 : Math.max(across, 0.8)) : upright.matches && data.narrow ? across : Math.max(whole, small.matches ? 0.72 : 0);
  zoom = Math.max(Math.min(whole, across), Math.min(3, zoom));
  board.style.width = `${width * zoom}px`;
  board.style.height = `${height * zoom}px`;
}

function larger(by, [x, y] = [frame.clientWidth / 2, frame.clientHeight / 2]) { // under a place of the frame
  const at = [(frame.scrollLeft + x) / zoom, (frame.scrollTop + y) / zoom];
  zoom *= by;
  sized();
  frame.scrollTo(at[0] * zoom - x, at[1] * zoom - y);
}

// ---- where parts and hexes lie

function boxOf(id) {
  const part = table.parts().get(id);
  return part ? { x: part.x, y: part.y, w: part.width, h: part.height } : null;
}

function hexesOf() { // the field of hexes, and where its part lies
  const field = board.querySelector("[data-hexes]"), id = field?.closest("[data-part]")?.dataset.part;
  const part = id && table.parts().get(id);
  return part ? { field, part, across: fieldOf(field).across, down: fieldOf(field).down } : null;
}

function hexBox(hex) {
  const { field, part, across, down } = hexesOf() || {};
  if (!field) return null;
  const [x, y] = hexMiddle(field, cellOf(hex));
  return { x: part.x + x - across, y: part.y + y - down / 2, w: 2 * across, h: down };
}

const boxesOf = (value) => (value.hex ? [hexBox(value.hex)] : (value.at || []).map(boxOf)).filter(Boolean);

const nameOf = (id) => table.groupOf(id)?.querySelector("title")?.textContent || "";

function see(boxes) { // brings the middle of some boxes into view, where they are not
  if (!boxes.length) return;
  const middle = (key, size) => {
    const all = boxes.map((box) => box[key] + box[size] / 2).sort((a, b) => a - b);
    return (all[0] + all.at(-1)) / 2;
  };
  const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = frame, gap = Math.min(50, height / 8);
  const isIn = (box) => box.x * zoom >= left + (left > 0 ? gap : 0) && (box.x + box.w) * zoom <= left + width - gap && box.y * zoom >= top + (top > 0 ? gap : 0) && (box.y + box.h) * zoom <= top + height - gap;
  if (!boxes.every(isIn)) frame.scrollTo({ left: middle("x", "w") * zoom - width / 2, top: middle("y", "h") * zoom - height / 2, behavior: still.matches || !see.began ? "auto" : "smooth" });
  see.began = true;
}

// ---- rings: exactly what may be picked now; dashed, where that hangs on what is hidden

function hexPath(across, down) {
  return `M${-across} 0L${-across / 2} ${-down / 2}H${across / 2}L${across} 0L${across / 2} ${down / 2}H${-across / 2}Z`;
}

function ringOf(value, box, parent) {
  const middle = [box.x + box.w / 2, box.y + box.h / 2], isHex = Boolean(value.hex);
  const kinds = ["ring", value.on && "has", value.may === "possible" && "open", (isHex || box.w < 44) && "mini", isHex && "hex"].filter(Boolean).join(" ");
  const ring = drawing("g", { class: kinds, role: "button", tabindex: -1, "aria-label": saysOf(value), ...(typeof value.on === "boolean" ? { "aria-pressed": value.on } : {}) }, parent);
  for (const layer of ["c", "r"]) {
    if (isHex) drawing("path", { d: hexPath(box.w / 2, box.h / 2), transform: `translate(${middle}) scale(.9)`, class: layer }, ring);
    else drawing("rect", { x: box.x - 2, y: box.y - 2, width: box.w + 4, height: box.h + 4, rx: 8, class: layer }, ring);
  }
  return Object.assign(ring, { value, box });
}

const saysOf = (value) => [value.label || value.says, value.note, value.may === "possible" && words.possible].filter(Boolean).join(", ");
const isOpen = (value) => value.on === true || (!value.why && value.may !== "");
const ringsNow = () => [...overlay.rings.children].filter((ring) => ring.value);

function rings() { // where they lie
  const live = isComposing() && !typedLines && !playing ? (step.values || []).filter(isOpen) : [];
  const pairs = live.flatMap((value) => boxesOf(value).map((box) => [value, box])).sort((one, two) => two[1].w * two[1].h - one[1].w * one[1].h);
  overlay.rings.replaceChildren();
  pairs.forEach(([value, box]) => ringOf(value, box, overlay.rings));
  ringsNow().at(-1)?.setAttribute("tabindex", 0);
  badges(live);
  ways();
  veil(live);
  return pairs.map(([, box]) => box);
}

function badges(live) { // how many, or that it is chosen
  overlay.badges.replaceChildren();
  for (const value of live) {
    const told = typeof value.on === "number" ? value.on && `+${value.on}` : value.on && "✓", [box] = told ? boxesOf(value) : [];
    if (!box) continue;
    const isMini = box.w < 44, made = drawing("g", { class: "badge", transform: `translate(${box.x + box.w - 2} ${box.y + 2})` }, overlay.badges);
    drawing("circle", { r: isMini ? 9.5 : 14 }, made);
    drawing("text", { y: isMini ? 4 : 5.5, class: isMini ? "mini" : "" }, made).textContent = told;
  }
}

function ways() {
  overlay.ways.replaceChildren();
  for (const way of (isComposing() && step.ways) || []) {
    const points = way.map(hexBox).filter(Boolean).map((box) => [box.x + box.w / 2, box.y + box.h / 2]).join(" ");
    for (const layer of ["way c", "way"]) drawing("polyline", { class: layer, points }, overlay.ways);
  }
}

function veil(live) { // all that could have been one of the values, and is not, pales
  overlay.veil.replaceChildren();
  const some = live.flatMap((value) => value.at || []), kind = (id) => id.split(" ")[0];
  if (some.length < 3 || some.some((id) => kind(id) !== kind(some[0]) || kind(id) === id)) return;
  const kept = new Set(some), beside = [...table.parts()].filter(([id, part]) => kind(id) === kind(some[0]) && !kept.has(id) && !part.quiet);
  for (const [, part] of beside) drawing("rect", { x: part.x - 1, y: part.y - 1, width: part.width + 2, height: part.height + 2, rx: 6, class: "fill-paper" }, overlay.veil);
}

// ---- what is tapped; beside the rings it is said why not

async function tapped(event) {
  const ring = event.target.closest(".ring");
  if (ring) return pick(ring.value);
  const id = event.target.closest("[data-part]")?.dataset.part;
  if (!id || !isComposing() || typedLines) return undefined;
  const shut = step.shut?.[id] || (step.values || []).find((value) => value.why && value.at?.includes(id))?.why;
  if (shut) return refuse(shut);
  if (!(step.values || []).some((value) => value.at?.length) || !nameOf(id)) return undefined;
  const told = await asksOf(picks, { why: hexUnder(event) || id }).catch(() => ({}));
  return told.because && refuse(told.because);
}

function hexUnder(event) {
  const field = event.target.closest("[data-hexes]");
  return field ? hexAt(field, event) : "";
}

function points(event) {
  const ring = event.target.closest(".ring"), id = event.target.closest("[data-part]")?.dataset.part, hexes = event.target.closest("[data-hexes]");
  const hex = hexes && event.type === "pointerover" ? "" : hexes && hexAt(hexes, event);
  $("points").textContent = ring ? saysOf(ring.value) : hex ? hexNamed(hexes, hex) : (id && nameOf(id)) || "";
}

frame.addEventListener("click", tapped);
frame.addEventListener("pointerover", points);
frame.addEventListener("focusin", points);
frame.addEventListener("pointerleave", () => { $("points").textContent = ""; });
$("larger").addEventListener("click", () => larger(1.4));
$("smaller").addEventListener("click", () => larger(1 / 1.4));
upright.addEventListener("change", () => turnScreen());
addEventListener("resize", () => sized(sizeOf().width <= VAST));

// ---- keys on the board

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nearest(ring, [dx, dy]) {
  const middle = ({ box }) => [box.x + box.w / 2, box.y + box.h / 2], [x, y] = middle(ring);
  const far = (other) => {
    const [u, v] = [middle(other)[0] - x, middle(other)[1] - y], along = u * dx + v * dy;
    return along > 1 ? along + 2.5 * Math.abs(u * dy + v * dx) : Infinity;
  };
  return ringsNow().map((other) => [far(other), other]).filter(([d]) => d < Infinity).sort((one, two) => one[0] - two[0])[0]?.[1];
}

function toRing(ring) {
  for (const one of ringsNow()) one.setAttribute("tabindex", one === ring ? 0 : -1);
  ring?.focus({ preventScroll: true });
  if (ring) see([ring.box]);
}

function ontoBoard() { // the thing nearest to the middle of what is seen
  const x = (frame.scrollLeft + frame.clientWidth / 2) / zoom, y = (frame.scrollTop + frame.clientHeight / 2) / zoom;
  const far = ({ box }) => Math.hypot(box.x + box.w / 2 - x, box.y + box.h / 2 - y);
  toRing(ringsNow().sort((one, two) => far(one) - far(two))[0]);
}
