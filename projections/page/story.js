// ---- the story: what every event changes, and the lines of play; events count from 1, as everywhere

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const story = read("story"), words = read("words");
const steps = story.steps, count = steps.length;
const [WIDTH, HEIGHT] = story.size;
const PACE = 700; // milliseconds from event to event while it plays
const $ = (id) => document.getElementById(id);
const said = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

async function unpacked(text) { // bytes
  const raw = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// ---- lines of play: a rewinding event goes on from an earlier one, and what lay between is abandoned

const before = [0], after = [], line = [0]; // of each event: the one it follows, the next one, its line
const lines = []; // of each line, the one that stands first: where it forks off, its last event, its depth
steps.forEach((step, at) => before.push(step.rewound || at));
for (let last = count; last > 0; last -= 1) {
  if (line[last] !== undefined) continue;
  const number = lines.length;
  let at = last, first = last;
  while (at && line[at] === undefined) {
    line[at] = number;
    first = at;
    if (line[before[at]] === undefined) after[before[at]] = at;
    at = before[at];
  }
  lines.push({ fork: at, first, last, depth: number ? lines[line[at]].depth + 1 : 0 });
  if (number) after[last] = last + 1;
}
after[0] = 1;

let following = false; // whether abandoned lines are stepped into
const ahead = (at) => Math.min(count, (following ? at + 1 : after[at]) || count);
const behind = (at) => Math.max(1, following ? at - 1 : before[at]);

function* runs() { // the events as they were recorded, as long as they are of one line: [line, first, last]
  let first = 1;
  for (let at = 2; at <= count + 1; at += 1) {
    if (at <= count && line[at] === line[first]) continue;
    yield [line[first], first, at - 1];
    first = at;
  }
}

// ---- the past of every part and track, so that any event is as near as the next one

const past = story.parts.map(() => []); // of each part: [event, place or -1], as recorded
const turns = [""], times = [0]; // the turn after each event, and when it was received
const firstOf = new Map(); // the first event of each turn, on the line that stands if it has one
const tracks = new Map(); // name -> its value after each event; nothing before it is known
steps.forEach((step, at) => {
  for (const [part, place = -1] of step.change || []) past[part].push([at + 1, place]);
  turns.push(step.turn ?? turns[at]);
  times.push(step.at ?? times[at]);
  const turn = turns[at + 1].toLowerCase(), known = firstOf.get(turn);
  if (!known || (line[known] && !line[at + 1])) firstOf.set(turn, at + 1);
  for (const name of Object.keys(step.tracks || {})) if (!tracks.has(name)) tracks.set(name, []);
  for (const [name, values] of tracks) values[at + 1] = step.tracks?.[name] ?? values[at];
});

function placeOf(part, at) { // where a part is after an event: the last change that is not later
  const changes = past[part];
  let low = 0, high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle][0] <= at) low = middle + 1; else high = middle;
  }
  return low ? changes[low - 1][1] : -1;
}

function named(text) { // "12", "#12", "t3", "turn 3": an event that there is, or the first one of a turn; else 0
  const name = text.trim().replace(/^#/, "").toLowerCase();
  if (/^\d+$/.test(name)) return Number(name) >= 1 && Number(name) <= count ? Number(name) : 0;
  const turn = name.startsWith(words.turn) ? name.slice(words.turn.length) : name.replace(/^turn/, "");
  return firstOf.get(name) || firstOf.get(`t${turn.trim()}`) || firstOf.get(turn.trim()) || 0;
}

function find(text) { // what is named, else the next event whose sentence has the words, from the start after the last
  const sought = text.trim().toLowerCase();
  if (!sought) return 0;
  if (/^#?\d+$/.test(sought) || named(text)) return named(text);
  for (let step = 1; step <= count; step += 1) {
    const at = ((now - 1 + step) % count) + 1;
    if ((steps[at - 1].text || "").toLowerCase().includes(sought)) return at;
  }
  return 0;
}
