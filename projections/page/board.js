// ---- a board: what changes is all that is drawn

const SVG = "http://www.w3.org/2000/svg";
const FAR = 0.8; // of its own size: a part that has moved at least so far leaves a trail
const MARK = 9; // the layer of what marks that something has just happened
const GLIDES = 280, FADES = 450; // milliseconds of what moves, and of what leaves

function drawing(name, values, parent) { // an element of a picture, put into another
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  return parent.appendChild(made);
}

function boardOn(svg) { // on an empty picture, or on one that has a board already, as projections/seat_page/table_board.py writes it
  const groups = new Map(), layers = new Map(); // id -> its element; layer -> the element of all that lie there
  const shapes = svg.querySelector(":scope > defs") || drawing("defs", {}, svg);
  let drawn = new Map(), turned = null; // what is drawn; the size of the picture while it is turned round

  for (const layer of svg.querySelectorAll(":scope > g[data-layer]")) layers.set(Number(layer.dataset.layer), layer);
  const marks = drawing("g", { class: "news", "pointer-events": "none" }, svg);
  for (const group of svg.querySelectorAll("g[data-part]")) adopt(group);

  function adopt(group) { // a part that stands there; its content is read before it is drawn over, and only then
    const [, x, y] = group.getAttribute("transform").match(/\((-?\d+) (-?\d+)\)/).map(Number);
    const [width, height, flags = 0] = group.dataset.box.split(" ").map(Number), id = group.dataset.part;
    let content = null;
    const part = { x, y, width, height, layer: Number(group.parentNode.dataset.layer), turns: Boolean(flags & 1), quiet: Boolean(flags & 2), word: "", get content() { return (content ??= group.innerHTML); } };
    groups.set(id, group);
    drawn.set(id, part);
  }

  function layerOf(number) {
    if (!layers.has(number)) {
      const above = [...layers.keys()].filter((other) => other > number).sort((one, two) => one - two)[0];
      layers.set(number, svg.insertBefore(drawing("g", { "data-layer": number }, svg), above === undefined ? marks : layers.get(above)));
    }
    return layers.get(number);
  }

  function seen({ x, y, width, height }) { // the room of a part as the board is turned
    return turned ? [turned[0] - x - width, turned[1] - y - height, width, height] : [x, y, width, height];
  }

  function transform(part) {
    const [x, y] = seen(part), place = `translate(${x} ${y})`;
    return turned && part.turns ? `${place} rotate(180 ${part.width / 2} ${part.height / 2})` : place;
  }

  function draw(to, moves) { // a map of parts by their ids, as they lie; whether what moves is seen moving
    const was = drawn, last = new Map();
    drawn = to;
    for (const [id, part] of was) if (!to.has(id)) leave(id, part, moves);
    for (const [id, part] of to) {
      const before = was.get(id), group = groups.get(id) || made(id);
      if (before !== part) put(group, before, part, moves);
      const layer = layerOf(part.layer), next = last.has(part.layer) ? last.get(part.layer).nextSibling : layer.firstChild;
      if (next !== group) layer.insertBefore(group, next);
      last.set(part.layer, group);
    }
  }

  function made(id) {
    const group = document.createElementNS(SVG, "g");
    group.dataset.part = id;
    groups.set(id, group);
    return group;
  }

  function put(group, was, part, moves) {
    if (was) void was.content; // of one that stood there from the beginning it is not known any more afterwards
    if (!was || was.content !== part.content) group.innerHTML = part.content;
    if (part.word) group.dataset.word = part.word;
    else delete group.dataset.word;
    const place = transform(part);
    if (!was || transform(was) !== place) group.setAttribute("transform", place);
    if (moves && was && !part.quiet && !part.turns) glide(group, seen(was), seen(part));
  }

  function glide(group, [x, y], [toX, toY]) { // from where it stood
    if (x === toX && y === toY) return;
    const at = (left, top) => ({ transform: `translate(${left}px,${top}px)` });
    group.animate([at(x, y), at(toX, toY)], { duration: GLIDES, easing: "ease-in-out" });
  }

  function leave(id, part, moves) { // what is gone is seen going
    const group = groups.get(id);
    void part.content;
    groups.delete(id);
    group.remove();
    if (!moves || part.quiet) return;
    group.removeAttribute("data-part");
    group.classList.add("leaving");
    svg.append(group);
    group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADES }).onfinish = () => group.remove();
  }

  function mark(ids, before) { // frames round some parts, trails to those that stood elsewhere before
    marks.textContent = "";
    if (!ids.length) return;
    const told = [...drawn.values()].some((part) => part.layer >= MARK);
    for (const id of ids) {
      const part = drawn.get(id), was = before.get(id);
      if (!part || part.quiet) continue;
      const [x, y, width, height] = seen(part);
      if (was && !told) trail(seen(was), [x, y, width, height]);
      drawing("rect", { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 4, class: "frame" }, marks);
    }
  }

  function trail(was, now) {
    const [x1, y1, x2, y2] = [was, now].flatMap(([x, y, width, height]) => [x + width / 2, y + height / 2]);
    if (Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) < FAR * Math.max(now[2], now[3])) return;
    drawing("line", { x1, y1, x2, y2, "stroke-width": 3, class: "trail" }, marks);
  }

  function turn(size) { // round, or back: the size of the picture, or null
    turned = size;
    for (const [id, part] of drawn) groups.get(id).setAttribute("transform", transform(part));
  }

  return { svg, shapes, draw, mark, turn, seen, groupOf: (id) => groups.get(id), parts: () => drawn };
}
