// ---- the board: its things write their words into the line

const boards = [...document.querySelectorAll(".board")];
const things = boards.map((board) => [...board.querySelectorAll("[data-word]")]);
const boardNow = () => Math.max(0, boards.findIndex((board) => board.clientWidth > 0));
const frame = $("frame");
let zoom = 1;

function showField() {
  const offers = offersNow(), text = lineNow(), isOpen = !isComplete(offers, text) || !offers.whole;
  const { fits, at: from } = isOpen ? beginning(offers, text) : { fits: [], at: 0 };
  const can = new Set(fits.flatMap((one) => (aboutWord && !one.bare.includes(aboutWord) ? [] : one.bare.slice(from))));
  const has = new Set([...split(text).map(bare), aboutWord].filter(Boolean));
  let first = true;
  frame.classList.toggle("free", !offers.whole && Boolean(text.trim())); // what is not among the examples may be tried
  for (const thing of things[boardNow()]) {
    const word = bare(thing.dataset.word), may = can.has(word);
    thing.classList.toggle("can", may);
    thing.classList.toggle("has", has.has(word));
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-label", thing.dataset.name);
    thing.setAttribute("aria-pressed", String(has.has(word)));
    thing.setAttribute("tabindex", may && first ? "0" : "-1");
    first = first && !may;
  }
}

function pressThing(thing) {
  const made = withWord(offersNow(), lineNow(), bare(thing.dataset.word));
  press(made.text, made.about);
}

// ---- keys: arrows go to the nearest thing in that direction that may be pressed

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(thing) {
  const box = thing.querySelector(".hit").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function nearest(thing, [right, down]) {
  const [x, y] = middle(thing);
  const far = (other) => {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y], along = dx * right + dy * down;
    return along > 1 ? along + 3 * Math.abs(dx * down + dy * right) : Infinity;
  };
  const all = things[boardNow()], may = all.filter((other) => other.classList.contains("can"));
  const best = (may.length ? may : all).map((other) => [far(other), other]).sort((one, two) => one[0] - two[0])[0];
  return best && best[0] < Infinity ? best[1] : null;
}

frame.addEventListener("click", (event) => {
  const thing = event.target.closest("[data-word]");
  if (thing) pressThing(thing);
});
frame.addEventListener("keydown", (event) => {
  const thing = event.target.closest("[data-word]"), way = WAYS[event.key];
  if (!thing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key !== "Enter" && event.key !== " " && !way) return;
  event.preventDefault();
  if (way) nearest(thing, way)?.focus();
  else pressThing(thing);
});
for (const event of ["pointerover", "focusin"]) {
  frame.addEventListener(event, (happened) => { // what is pointed at says its name below the board
    const thing = happened.target.closest("[data-word]");
    if (thing) $("points").textContent = thing.dataset.name;
  });
}

// ---- size: a board that is larger than its frame begins where the action is

function resize(to) {
  zoom = Math.max(1, Math.min(4, to));
  const [x, y] = [(frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth, (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight];
  frame.style.setProperty("--zoom", zoom);
  frame.scrollLeft = x * frame.scrollWidth - frame.clientWidth / 2;
  frame.scrollTop = y * frame.scrollHeight - frame.clientHeight / 2;
  $("smaller").disabled = zoom === 1;
  $("larger").disabled = zoom === 4;
}

function begin() {
  const board = boards[boardNow()];
  const there = [...board.querySelectorAll(".news rect, .can .hit")].map((one) => one.getBoundingClientRect());
  if (!there.length || (frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight)) return;
  const box = frame.getBoundingClientRect(), mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
  frame.scrollLeft += mean(there.map((one) => one.x + one.width / 2)) - box.x - frame.clientWidth / 2;
  frame.scrollTop += mean(there.map((one) => one.y + one.height / 2)) - box.y - frame.clientHeight / 2;
}

function showBoard() { // where it lies below the offers, and something on it comes next
  const box = frame.getBoundingClientRect();
  if (box.top < innerHeight * 0.6 || !frame.querySelector(".can") || isComplete(offersNow(), lineNow())) return;
  frame.scrollIntoView({ block: "start" });
  begin();
}

$("smaller").addEventListener("click", () => resize(zoom / 1.5));
$("larger").addEventListener("click", () => resize(zoom * 1.5));
