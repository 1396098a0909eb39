// ---- two fingers, and two taps: the board becomes larger under them; one finger moves it, as the browser does

const TWICE = 300, CLOSE = 30, CLOSER = 2; // milliseconds between two taps, pixels between them; what they enlarge by
let lastTap = { at: 0, x: 0, y: 0 }, spread = null; // the last tap; two fingers, how far apart they were

const inFrame = (x, y) => {
  const box = frame.getBoundingClientRect();
  return [x - box.x, y - box.y];
};

function fingers({ touches: [one, two] }) {
  const far = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  return { far: Math.max(20, far), middle: inFrame((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2) };
}

frame.addEventListener("touchstart", (event) => {
  if (event.touches.length !== 2) return;
  event.preventDefault();
  spread = fingers(event).far;
}, { passive: false });
frame.addEventListener("touchmove", (event) => {
  if (!spread || event.touches.length !== 2) return;
  event.preventDefault();
  const { far, middle } = fingers(event);
  larger(far / spread, middle);
  spread = far;
}, { passive: false });
frame.addEventListener("touchend", (event) => {
  if (event.touches.length) return;
  const [{ clientX: x, clientY: y }] = event.changedTouches, was = lastTap, wasSpread = spread;
  spread = null;
  lastTap = { at: wasSpread ? 0 : event.timeStamp, x, y };
  const isTwice = lastTap.at - was.at < TWICE && Math.hypot(x - was.x, y - was.y) < CLOSE;
  if (!isTwice || event.target.closest(".ring")) return; // what may be pressed is pressed, however fast
  event.preventDefault();
  lastTap.at = 0;
  larger(CLOSER, inFrame(x, y));
});
