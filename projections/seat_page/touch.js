// ---- two fingers, and two taps: the board becomes larger under them; one finger moves it, as the browser does

const TWICE = 300, NEAR = 30, CLOSER = 2; // milliseconds between two taps, pixels between them; what they enlarge by
let tapped = { at: 0, x: 0, y: 0 }, spread = null; // the last tap; two fingers, and the size that they began with

const inFrame = (x, y) => {
  const box = frame.getBoundingClientRect();
  return [x - box.x, y - box.y];
};

function fingers({ touches: [one, two] }) {
  const far = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  return { far, middle: inFrame((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2) };
}

frame.addEventListener("touchstart", (event) => {
  if (event.touches.length !== 2) return;
  event.preventDefault();
  spread = { from: zoom, far: Math.max(20, fingers(event).far) };
}, { passive: false });
frame.addEventListener("touchmove", (event) => {
  if (!spread || event.touches.length !== 2) return;
  event.preventDefault();
  const { far, middle } = fingers(event);
  resize((spread.from * far) / spread.far, middle);
}, { passive: false });
frame.addEventListener("touchend", (event) => {
  if (event.touches.length) return;
  const [{ clientX: x, clientY: y }] = event.changedTouches, was = tapped, wasSpread = spread;
  spread = null;
  tapped = { at: wasSpread ? 0 : event.timeStamp, x, y };
  const isTwice = tapped.at - was.at < TWICE && Math.hypot(x - was.x, y - was.y) < NEAR;
  if (!isTwice || event.target.thing) return; // what may be pressed is pressed, however fast
  event.preventDefault();
  tapped.at = 0;
  resize(zoom > 1 ? 1 : CLOSER, inFrame(x, y));
});
