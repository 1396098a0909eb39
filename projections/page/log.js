// ---- the log: a line for each event that logs show, abandoned lines of play folded into one

const log = $("log");
const items = new Map(); // event -> its line in the log
const folds = []; // the abandoned runs: their element, and whether the reader has opened them

for (const [number, first, last] of runs()) {
  const list = number ? fold(number, first, last) : log;
  for (let at = first; at <= last; at += 1) if (steps[at - 1].text) list.appendChild(told(at));
}

function told(at) {
  const { text, rule } = steps[at - 1];
  const item = document.createElement("li");
  item.appendChild(document.createElement("b")).textContent = at;
  item.append(text);
  if (rule) item.appendChild(document.createElement("i")).textContent = `[${rule}]`;
  item.dataset.event = at;
  items.set(at, item);
  return item;
}

function fold(number, first, last) {
  const item = log.appendChild(document.createElement("li"));
  item.className = "fold";
  item.dataset.depth = Math.min(lines[number].depth, 4);
  const button = item.appendChild(document.createElement("button"));
  button.textContent = said(words.abandoned, { first, last, fork: lines[number].fork });
  const list = item.appendChild(document.createElement("ol"));
  const one = { number, first, last, button, list, opened: false };
  button.addEventListener("click", () => {
    one.opened = list.hidden;
    unfold(now);
  });
  folds.push(one);
  return list;
}

function unfold(at) { // open is what the reader has opened, where the reader stands, and all while following
  for (const { first, last, button, list, opened } of folds) {
    list.hidden = !(opened || following || (first <= at && at <= last));
    button.setAttribute("aria-expanded", String(!list.hidden));
  }
}

log.addEventListener("click", (event) => {
  const item = event.target.closest("li[data-event]");
  if (item) go(Number(item.dataset.event));
});

let current = null;
function point(at) { // the line of the event, or of the last one before it that has one
  unfold(at);
  if (current) current.removeAttribute("aria-current");
  while (at && !items.has(at)) at = before[at];
  current = items.get(at) || null;
  if (!current) return;
  current.setAttribute("aria-current", "step");
  log.scrollTop = current.offsetTop - log.clientHeight / 2;
}

// ---- what an event says, its throw, and its sums

function tell(at) {
  const { text = "", rule, dice, sums = [] } = steps[at - 1];
  $("said").textContent = text;
  if (rule) $("said").append(` [${rule}]`);
  $("computed").hidden = !sums.length && !dice;
  $("sums").textContent = "";
  if (dice) thrown(dice);
  for (const [of, total, terms] of sums) {
    const table = $("sums").appendChild(document.createElement("table"));
    table.createCaption().textContent = `${of}: ${total}`;
    for (const [value, why, by] of terms) {
      const row = table.insertRow();
      row.insertCell().textContent = value > 0 ? `+${value}` : value;
      row.insertCell().textContent = `${why} [${by}]`;
    }
  }
}

function thrown(faces) { // the faces as dice, and their sum
  const shown = $("sums").appendChild(document.createElement("p"));
  shown.className = "dice";
  faces.forEach((face, nth) => {
    if (nth) shown.append(" + ");
    shown.appendChild(document.createElement("span")).textContent = face;
  });
  if (faces.length > 1) shown.append(` = ${faces.reduce((sum, face) => sum + face, 0)}`);
}
