// ---- the board of a seat: wide, or narrow on a telephone; what may be pressed is ringed, above it

const GAP = 50; // pixels that stay free between what is shown and the edge of the frame
const LEGIBLE = 0.8, ON_A_TELEPHONE = 0.72, NEAREST = 3; // pixels for a unit
const TWICE = 300, NEAR = 30, CLOSER = 2; // milliseconds between two taps, pixels between them; what they enlarge by
const SMALL = 44; // units: a thing that is smaller has a thin ring
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// frame: the element that scrolls, with what projections/seat_page/table_board.py has written. does: pick(value, box)
// when a ring is pressed; asks(id, hex) when something beside the rings is, one of both is ""; points(text) what is pointed
// at, "" for nothing. small: whether the screen is one of a telephone, as matchMedia tells it.
function tableBoard(frame, does, small = matchMedia("(max-width: 720px)")) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const kinds = new Map([...frame.querySelectorAll(":scope > .layers")].map((layers) => [layers.dataset.kind, layers])), tables = new Map(); // those that were shown
  let now = null, zoom = 1, begun = 1, hasMoved = false; // the table that is shown, pixels for a unit now and at first, whether the frame was ever moved
  let shown = null, isPast = false, step = { values: [] }; // what is drawn instead of the base; what is ringed

  function tableOf(layers) {
    const [svg, above] = layers.children, board = boardOn(svg), size = layers.dataset.size.split(" ").map(Number), put = {};
    for (const name of ["veil", "ways", "also", "rings", "badges"]) put[name] = drawing("g", { class: name, ...(name === "rings" ? {} : { "pointer-events": "none" }) }, above);
    const base = { parts: board.parts(), size, said: svg.getAttribute("aria-label"), shapes: board.shapes.innerHTML };
    const isVast = layers.classList.contains("vast"); // a screen shows a piece of it
    layers.classList.remove("vast"); // from here on it is as large as it is looked at
    return { kind: layers.dataset.kind, isVast, layers, svg, above, board, base, drawn: base, ...put };
  }

  function tableFor(kind) {
    if (!tables.has(kind)) tables.set(kind, tableOf(kinds.get(kind)));
    return tables.get(kind);
  }

  // -- which board, how large, what of it is seen

  function choose() { // the narrow one on a telephone, where there is one: the style shows the same
    now = tableFor(small.matches && kinds.has("narrow") ? "narrow" : "wide");
    now.laid = `${now.drawn.size}`;
    fit();
    redraw(false);
    ring();
  }

  function least() { // all of it, but where the frame has no height of its own
    const [width, height] = now.drawn.size;
    return Math.min(frame.clientWidth / width, frame.clientHeight / height || 1);
  }

  function fit() { // as it is at the beginning
    const [width] = now.drawn.size, across = frame.clientWidth / width;
    if (now.isVast) zoom = small.matches ? 1 : Math.max(across, LEGIBLE);
    else zoom = now.kind === "narrow" ? across : Math.max(least(), small.matches ? ON_A_TELEPHONE : 0);
    resize();
    begun = zoom;
  }

  function resize() {
    zoom = Math.max(least(), Math.min(NEAREST, zoom));
    const [width, height] = now.drawn.size.map((side) => `${side * zoom}px`);
    Object.assign(now.layers.style, { width, height });
  }

  function zoomTo(to, [x, y] = [frame.clientWidth / 2, frame.clientHeight / 2]) { // round a point of the frame
    const box = frame.getBoundingClientRect(), under = now.layers.getBoundingClientRect();
    const [across, down] = [(box.x + x - under.x) / zoom, (box.y + y - under.y) / zoom];
    zoom = to;
    resize();
    const there = now.layers.getBoundingClientRect();
    frame.scrollBy(there.x + across * zoom - box.x - x, there.y + down * zoom - box.y - y);
  }

  function see(places, otherwise = []) { // what is out of sight is brought into it; nothing moves that can be seen
    const rooms = places.length ? places : [moved(), otherwise].find((some) => some.length);
    if (!rooms) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: wide, clientHeight: high } = frame, gap = Math.min(GAP, high / 8);
    const isIn = (from, size, start, room) => from * zoom >= start + (start > 0 ? gap : 0) && (from + size) * zoom <= start + room - gap;
    const middle = (from, side, room) => { // of all of them; of more than can be seen at once, of those in the midst
      const all = rooms.map((one) => (one[from] + one[side] / 2) * zoom).sort((one, two) => one - two), fits = all.at(-1) - all[0] < room - 2 * gap;
      return (fits ? (all[0] + all.at(-1)) / 2 : all[all.length >> 1]) - room / 2;
    };
    if (!rooms.every(({ x, y, width, height }) => isIn(x, width, left, wide) && isIn(y, height, top, high))) {
      frame.scrollTo({ left: middle("x", "width", wide), top: middle("y", "height", high), behavior: still.matches || !hasMoved ? "instant" : "smooth" });
    }
    hasMoved = true;
  }

  function moved() { // what has just happened, until the board is moved; then what a pick has changed
    const { parts } = now.drawn;
    if (shown) return boxes(changed(now.base.parts, parts)).filter((part) => !part.quiet);
    return hasMoved ? [] : [...parts.values()].filter((part) => part.layer >= MARK && !part.quiet);
  }

  // -- what is drawn: the base, or what it is after some patches

  const of = (patches, table = now) => (patches.boards ? patches : patches[table.kind]); // those of a board, where there are two: perhaps of one alone

  function after(table, patches, nth) { // the board after the first patch and nth more
    let { parts, size, said, shapes } = table.base, at = 0;
    const told = of(patches, table);
    if (!told) return table.base;
    for (parts of patched(parts, told)) {
      ({ size = size, said = said, shapes = shapes } = told.boards[at]);
      if (at++ === nth) break;
    }
    return { parts, size, said, shapes };
  }

  function redraw(moves) {
    const to = shown ? after(now, ...shown) : now.base;
    if (to.shapes !== now.drawn.shapes) now.board.shapes.innerHTML = to.shapes;
    if (to.said !== now.drawn.said) now.svg.setAttribute("aria-label", to.said);
    now.drawn = to;
    if (`${to.size}` !== now.laid) lay();
    if (to.parts !== now.board.parts()) now.board.draw(to.parts, moves && !still.matches);
    now.board.mark([], new Map());
  }

  function lay() {
    now.laid = `${now.drawn.size}`;
    for (const svg of [now.svg, now.above]) svg.setAttribute("viewBox", `0 0 ${now.drawn.size.join(" ")}`);
    resize();
  }

  function draw(patches = null, nth = 0) { // the board after a patch, and nth more; without any the base; what is ringed then is said anew, but for what was so before the past
    const wasPast = isPast;
    [shown, isPast] = [patches && [patches, nth], false];
    redraw(true);
    if (wasPast) ring();
  }

  function take(patches) { // the base is from now on what it is after all of some patches
    for (const table of [...kinds.keys()].map(tableFor)) table.base = after(table, patches, Infinity);
    draw();
  }

  function look(patches, nth) { // back at event nth: the first patch gives the board before all of them, each other one that after its event
    const before = after(now, patches, nth).parts;
    [shown, isPast] = [[patches, nth + 1], true];
    redraw(true);
    ring();
    frameNews(before);
  }

  function frameNews(before) { // what is otherwise than before is framed, and brought into view
    const ids = changed(before, now.drawn.parts), parts = boxes(ids), marks = parts.filter((part) => part.layer >= MARK);
    now.board.mark(ids, before);
    see(marks.length ? marks : parts.filter((part) => !part.quiet));
  }

  // -- where a value lies

  function hexBox(hex) { // in the units of the board
    const field = now.svg.querySelector("[data-hexes]"), part = field && now.drawn.parts.get(field.closest("[data-part]").dataset.part);
    if (!part) return null;
    const { across, down } = fieldOf(field), [x, y] = hexMiddle(field, cellOf(hex));
    return { x: part.x + x - across, y: part.y + y - down / 2, width: 2 * across, height: down };
  }

  const boxes = (ids) => ids.map((id) => now.drawn.parts.get(id)).filter(Boolean);
  const boxesOf = ({ hex, at = [] }) => (hex ? [hexBox(hex)].filter(Boolean) : boxes(at));

  // -- rings: on each place where a value lies that may be chosen

  const isChoice = ({ why, hex, at }) => !why && (hex || at?.length);
  const labelOf = ({ label, says, note }) => [label || says, note].filter(Boolean).join(", ");

  function rings(of) { // ask and values, as a step has them; also: ids that only show what is chosen; ways: lists of hexes; badges: {at, says}; pale: whether what is like them pales, but for keep
    step = of;
    return ring();
  }

  function ring() { // the boxes of the rings; the keys stay on the value on which they were
    const { values, also = [], badges = [], ways = [], pale = false, keep = [] } = isPast ? { values: [] } : step, live = values.filter(isChoice);
    const had = document.activeElement, held = now.rings.contains(had) && had.value, size = ([, { width, height }]) => width * height;
    const pairs = live.flatMap((value) => boxesOf(value).map((box) => [value, box])).sort((one, two) => size(two) - size(one));
    for (const name of ["veil", "ways", "also", "rings", "badges"]) now[name].replaceChildren();
    if (step.ask) now.above.setAttribute("aria-label", step.ask);
    for (const [value, box] of pairs) ringOn(value, box);
    for (const box of boxes(also)) outline(drawing("g", { class: "ring also" }, now.also), box, 1);
    for (const { at, says } of badges) for (const part of boxes([at])) badge(part, says);
    for (const way of ways) trace(way);
    if (pale && live.length > 2) veil(live.flatMap((value) => value.at || []), [...keep, ...also]);
    const all = [...now.rings.children], same = held && (all.find((one) => one.value.v === held.v) || all.at(-1));
    (same || all.at(-1))?.setAttribute("tabindex", 0);
    if (same) same.focus({ preventScroll: true });
    return pairs.map(([, box]) => box);
  }

  function ringOn(value, box) {
    const isMini = value.hex || box.width < SMALL || box.height < SMALL / 2;
    const shapes = ["ring", value.on ? "has" : "", value.may === "possible" ? "maybe" : "", isMini ? "mini" : "", value.hex ? "hex" : ""];
    const made = drawing("g", { class: shapes.filter(Boolean).join(" "), role: "button", tabindex: -1, "aria-label": labelOf(value) }, now.rings);
    if (value.on !== undefined) made.setAttribute("aria-pressed", Boolean(value.on));
    outline(made, box, 2);
    Object.assign(made, { value, box });
  }

  function press(v) {
    for (const one of now.rings.children) one.classList.toggle("tapped", one.value.v === v);
  }

  function outline(parent, { x, y, width, height }, far) {
    for (const shape of ["case", "line"]) {
      if (parent.classList.contains("hex")) drawing("path", { class: shape, d: hexagon({ x: x + 2, y: y + 2, width: width - 4, height: height - 4 }) }, parent);
      else drawing("rect", { class: shape, x: x - far, y: y - far, width: width + 2 * far, height: height + 2 * far, rx: 7 }, parent);
    }
  }

  const hexagon = ({ x, y, width, height }) => `M${x + width / 4} ${y}h${width / 2}l${width / 4} ${height / 2} ${-width / 4} ${height / 2}h${-width / 2}l${-width / 4} ${-height / 2}z`;

  function badge(part, says) { // a sign at the corner of a part
    const isMini = part.width < SMALL || part.height < SMALL, made = drawing("g", { class: "badge", transform: `translate(${part.x + part.width - 2} ${part.y + 2})` }, now.badges);
    drawing("circle", { r: isMini ? 9.5 : 14 }, made);
    drawing("text", { y: isMini ? 4 : 5.5, class: isMini ? "mini" : "" }, made).textContent = says;
  }

  function trace(way) { // from hex to hex
    const points = way.map(hexBox).filter(Boolean).map(({ x, y, width, height }) => `${x + width / 2},${y + height / 2}`).join(" ");
    for (const shape of ["way case", "way"]) drawing("polyline", { class: shape, points }, now.ways);
  }

  function veil(ids, kept) { // over what is like the things that may be pressed, but may not
    const like = (id) => `${now.drawn.parts.get(id)?.layer} ${id.includes(" ") ? id.split(" ")[0] : ""}`, live = new Set([...ids, ...kept]), kinds = new Set(ids.map(like));
    for (const [id, { x, y, width, height }] of now.drawn.parts) {
      if (!live.has(id) && kinds.has(like(id))) drawing("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 6 }, now.veil);
    }
  }

  // -- pointer and keys

  const ringAt = (event) => event.target.closest?.(".rings > .ring");
  const idAt = (event) => event.target.closest?.("[data-part]")?.dataset.part || "";
  const hexUnder = ({ target, clientX, clientY }) => (target.dataset?.hexes ? hexAt(target, { clientX, clientY }) : "");

  function nameAt(event) {
    const part = event.target.closest?.("[data-part]"), hex = hexUnder(event);
    return hex ? `${hex}: ${hexNamed(event.target, hex)}` : part?.querySelector(":scope > title")?.textContent || "";
  }

  function nearest(from, [right, down]) {
    const middle = ({ box: { x, y, width, height } }) => [x + width / 2, y + height / 2], [x, y] = middle(from);
    const far = (other) => {
      const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y], along = dx * right + dy * down;
      return along > 1 ? along + 2.5 * Math.abs(dx * down + dy * right) : Infinity;
    };
    const found = [...now.rings.children].map((other) => [far(other), other]).sort((one, two) => one[0] - two[0])[0];
    return found && found[0] < Infinity ? found[1] : null;
  }

  function goTo(one) {
    for (const other of now.rings.children) other.setAttribute("tabindex", other === one ? 0 : -1);
    one.focus({ preventScroll: true });
    see([one.box]);
  }

  function focus() { // the ring nearest to the middle of what is seen; whether there is one
    const x = (frame.scrollLeft + frame.clientWidth / 2) / zoom, y = (frame.scrollTop + frame.clientHeight / 2) / zoom;
    const far = ({ box }) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    const found = [...now.rings.children].sort((one, two) => far(one) - far(two))[0];
    if (found) goTo(found);
    return Boolean(found);
  }

  frame.addEventListener("click", (event) => {
    const one = ringAt(event);
    if (one) does.pick(one.value, one.box);
    else if (idAt(event)) does.asks(hexUnder(event) ? "" : idAt(event), hexUnder(event));
  });
  frame.addEventListener("keydown", (event) => {
    const one = ringAt(event), way = WAYS[event.key];
    if (!one || event.ctrlKey || event.altKey || event.metaKey || !(way || event.key === "Enter" || event.key === " ")) return;
    event.preventDefault();
    event.stopPropagation();
    const to = way && nearest(one, way);
    if (to) goTo(to);
    else if (!way) does.pick(one.value, one.box);
  });
  for (const happens of ["pointerover", "focusin", "pointermove"]) {
    frame.addEventListener(happens, (event) => {
      if (happens === "pointermove" && !event.target.dataset?.hexes) return;
      const one = ringAt(event);
      does.points(one ? labelOf(one.value) : nameAt(event));
    });
  }
  frame.addEventListener("pointerleave", () => does.points(""));

  // -- two fingers, and two taps beside the rings: the board becomes larger under them; one finger moves it, as the browser does

  let spread = null, tapped = { at: 0, x: 0, y: 0 };
  const fingers = ({ touches: [one, two] }) => {
    const box = frame.getBoundingClientRect(), far = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    return { far: Math.max(20, far), at: [(one.clientX + two.clientX) / 2 - box.x, (one.clientY + two.clientY) / 2 - box.y] };
  };
  frame.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    spread = { from: zoom, far: fingers(event).far };
  }, { passive: false });
  frame.addEventListener("touchmove", (event) => {
    if (!spread || event.touches.length !== 2) return;
    event.preventDefault();
    const { far, at } = fingers(event);
    zoomTo((spread.from * far) / spread.far, at);
  }, { passive: false });
  frame.addEventListener("touchend", (event) => {
    if (event.touches.length) return;
    const [{ clientX: x, clientY: y }] = event.changedTouches, was = tapped, box = frame.getBoundingClientRect();
    tapped = { at: spread || ringAt(event) ? 0 : event.timeStamp, x, y };
    spread = null;
    if (!tapped.at || tapped.at - was.at > TWICE || Math.hypot(x - was.x, y - was.y) > NEAR) return;
    event.preventDefault();
    tapped.at = 0;
    zoomTo(zoom > 1.1 * begun ? begun : CLOSER * begun, [x - box.x, y - box.y]);
  });

  small.addEventListener("change", choose);
  new ResizeObserver(() => (now.isVast || zoom !== begun ? resize() : fit())).observe(frame); // what was enlarged stays so
  choose();
  return { draw, take, look, rings, press, see, focus, boxesOf, zoomBy: (by) => zoomTo(zoom * by), kind: () => now.kind, of };
}
