// ---- the board after an event

const board = $("board"), table = boardOn(board), { shapes } = table;
const partOf = partsOf(story);
let flipped = false;

if (story.shapes) unpacked(story.shapes).then((bytes) => (shapes.innerHTML = new TextDecoder().decode(bytes)));

function boardAt(at) { // its parts, as they always lie among each other, however the event was come to
  const found = new Map();
  story.parts.forEach((id, part) => {
    const place = placeOf(part, at);
    if (place >= 0) found.set(id, partOf(place));
  });
  return found;
}

function show(at, from) { // the board after an event, drawn over that after another
  table.draw(boardAt(at), Math.abs(at - from) === 1 && from > 0 && !still.matches);
  unring();
  mark(at);
}

function mark(at) { // what the event has changed, unless it was never there before
  const parts = (steps[at - 1].change || []).map(([part]) => part).filter((part) => past[part][0][0] < at), before = new Map();
  for (const part of parts) {
    const place = placeOf(part, at - 1);
    if (place >= 0) before.set(story.parts[part], partOf(place));
  }
  table.mark(parts.map((part) => story.parts[part]), before);
  const box = eye.scale && isNear() && at === now && action();
  if (box) follow(box);
}

function flip() {
  flipped = !flipped;
  $("flip").setAttribute("aria-pressed", String(flipped));
  table.turn(flipped ? [WIDTH, HEIGHT] : null);
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
