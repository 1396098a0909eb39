// A picture that never leaves the browser, and how it is moved and enlarged: the map's, and the one beside a form.

const MOST_MEGABYTES = 64, MOST_MEGAPIXELS = 120, SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);

function element(name, text, parent, kind) {
  const made = document.createElement(name);
  if (text !== "") made.textContent = text;
  if (kind) made.className = kind;
  if (parent) parent.append(made);
  return made;
}

function drawn(name, given, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}

async function pictureOf(file) { // its address and its size; a sentence where it is none, or too large to show
  if (file.size > MOST_MEGABYTES * 2 ** 20) throw new Refused(say("picture_large", { most: MOST_MEGABYTES }));
  const address = URL.createObjectURL(file), image = new Image();
  const size = await new Promise((good) => {
    image.onload = () => good([image.naturalWidth, image.naturalHeight]);
    image.onerror = () => good([0, 0]);
    image.src = address;
  });
  image.src = "";
  const why = !(size[0] && size[1]) ? say("no_picture") : size[0] * size[1] > MOST_MEGAPIXELS * 1e6 ? say("picture_wide", { most: MOST_MEGAPIXELS }) : "";
  if (why) URL.revokeObjectURL(address);
  if (why) throw new Refused(why);
  return { address, width: size[0], height: size[1] };
}

// ---- a frame on it: the wheel, two fingers, buttons; `hands` may take a pointer for something else

function frameOn(svg, hands = {}) {
  const frame = { svg, view: { x: 0, y: 0, w: 100, h: 100 }, fingers: new Map(), scaled: () => {} };
  frame.show = (view) => {
    frame.view = view;
    svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    frame.scaled(perPixel(frame));
  };
  frame.zoom = (factor, point = { x: frame.view.x + frame.view.w / 2, y: frame.view.y + frame.view.h / 2 }) => {
    const { x, y, w, h } = frame.view;
    frame.show({ x: point.x - (point.x - x) / factor, y: point.y - (point.y - y) / factor, w: w / factor, h: h / factor });
  };
  frame.move = (right, down) => frame.show({ ...frame.view, x: frame.view.x + right, y: frame.view.y + down });
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    frame.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, pointIn(frame, event));
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => down(frame, hands, event));
  svg.addEventListener("pointermove", (event) => moved(frame, hands, event));
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => up(frame, hands, event));
  return frame;
}

const perPixel = ({ svg, view }) => Math.max(view.w / (svg.clientWidth || 1), view.h / (svg.clientHeight || 1));

function pointIn({ svg }, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
}

function down(frame, hands, event) {
  frame.fingers.set(event.pointerId, event);
  frame.svg.setPointerCapture(event.pointerId);
  if (frame.fingers.size === 1 && event.button === 0 && hands.down?.(pointIn(frame, event))) frame.taken = true;
  else if (frame.taken) {
    hands.up?.();
    frame.taken = false;
  }
}

function moved(frame, hands, event) {
  const before = frame.fingers.get(event.pointerId);
  if (!before) return hands.over?.(pointIn(frame, event));
  frame.fingers.set(event.pointerId, event);
  if (frame.taken) return hands.move?.(pointIn(frame, event));
  const scale = perPixel(frame), others = [...frame.fingers.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
  if (!others.length) return frame.move((before.clientX - event.clientX) * scale, (before.clientY - event.clientY) * scale);
  const far = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY) || 1;
  return frame.zoom(far(event) / far(before), pointIn(frame, others[0]));
}

function up(frame, hands, event) {
  frame.fingers.delete(event.pointerId);
  if (!frame.taken) return;
  frame.taken = false;
  hands.up?.();
}
