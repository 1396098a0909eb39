// ---- the clock: it changes once a minute

function tick() {
  $("left").hidden = !data.due;
  if (!data.due) return;
  const minutes = Math.floor((data.due - Date.now()) / 60000);
  const of = { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
  $("left").textContent = filled(minutes < 0 ? words.late : minutes < 1440 ? words.hours_left : words.days_left, of);
}

setInterval(tick, 60000);

// ---- the sheet of a telephone

function grip() {
  const isOpen_ = $("panel").classList.toggle("open");
  show("keep");
  $("grip").setAttribute("aria-expanded", String(isOpen_));
  $("grip").setAttribute("aria-label", isOpen_ ? words.grip_close : words.grip_open);
}

$("grip").addEventListener("click", grip);

// ---- keys, where nothing is being written

const choose = (nth) => $("turn").querySelector(`[data-key="${nth}"]`)?.click();

function inThePast(key) {
  if (key === "Escape") look(null);
  else if (key === "ArrowLeft") look(neighbour(looking, -1));
  else look(neighbour(looking, 1));
}

const KEYS = {
  b: () => table.focus(),
  e: () => writes(linesNow()),
  l: () => (looking === null ? sinceNow().length && look(sinceNow()[0].n) : look(null)),
  "?": () => $("keys").showModal(),
  "+": () => table.zoomBy(1.4),
  "-": () => table.zoomBy(1 / 1.4),
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event, isModified = event.ctrlKey || event.metaKey;
  if (target.closest("dialog,textarea") || (target.closest("input") && !isModified)) return;
  if (isModified && key === "Enter") send();
  else if (key === "Backspace" || (isModified && key === "z")) undo();
  else if (isModified || event.altKey) return;
  else if (looking !== null && ["ArrowLeft", "ArrowRight", "Escape"].includes(key) && !target.closest("#tabs,#frame")) inThePast(key);
  else if (key === "Escape" && $("panel").classList.contains("open")) grip();
  else if (/^[1-9]$/.test(key)) choose(Number(key));
  else if (KEYS[key]) KEYS[key]();
  else return;
  event.preventDefault();
});
$("open-keys").addEventListener("click", () => $("keys").showModal());

// ---- how it begins

function first() { // the step before anything is picked
  step = data.step ? Object.assign(understood(data.step), { of: picks.length ? [] : picks }) : null;
}

function begin() {
  sides();
  open("log");
  tick();
  first();
  show();
  if (data.absent && small.matches && isSheet()) grip(); // the first visit has more to read than a sheet has room for
  const mine = keptPicks();
  if (mine.length && step) go(mine, "keep");
  resume();
  findGames();
  listen();
}

begin();

// ---- before anybody taps, a step with all that one may have is laid out once and never painted: by the first tap
// the browser has looked for its fonts, and compiled what draws it

let isTouched = false;
addEventListener("pointerdown", () => { isTouched = true; }, { once: true, capture: true });

function warms() {
  if (isTouched || !isAsked() || looking !== null || phase !== "composing" || $("turn").contains(document.activeElement)) return;
  const mine = step, there = [...$("turn").childNodes], { scrollTop } = $("turn");
  const values = Object.entries({ "1": {}, "A b": { note: "c 1", may: "possible" }, "—": { why: "d" } }).map(([says, more]) => ({ v: says, says, group: says, ...more }));
  $("turn").replaceChildren();
  for (const kind of ["one", "allot"]) {
    step = { ...mine, widget: kind, field: "", values, trail: [{ says: "A", upto: 0 }], card: Object.values(data.cards || {})[0], left: [{ of: "AP", left: 1, all: 3 }], then: ["A"], complete: kind === "one", lacks: "A", stop: "" };
    renew($("turn"), turn().flat(9).filter(Boolean));
    acts();
    $("undo").textContent = `↶ ${words.undo}`;
    $("undo").setAttribute("aria-disabled", "false");
    void $("undo").offsetWidth;
  }
  step = mine;
  $("turn").replaceChildren(...there);
  Object.assign($("turn"), { scrollTop });
  acts();
}

window.requestIdleCallback?.(warms);
