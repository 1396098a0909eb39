// ---- what has happened: the board shows it again, event by event

let looking = null, playing = 0; // the event that is looked at; what plays by itself, 0 for nothing
let pastFrames = null; // the boards of some events and of that before them, as of the board that stands: {frames, at: event -> place}
const RANK = { loss: 0, gain: 1, yours: 1 };
const MARKS = { loss: "▼", gain: "▲" };
const DWELL = 650, LONGEST = 4000; // milliseconds that a board stands while it plays, and that all of it may take

const sinceNow = () => data.log.filter((one) => one.since);
const entryOf = (n) => data.log.find((one) => one.n === n);
const rankOf = (one) => RANK[one.rank] ?? 2;
const brief = (one) => (one.brief || one.text).replace(/\s*\[[^\]]*\]$/, "").replace(/\.$/, "");

const NOT_NOW = [429, 503], TRIES = 8; // of a server that has too much to do, or was asked too often: how often it is asked again
const BRIEFLY = 1, LONG = 30; // seconds until then, at least and at most

async function get(path, more, isWanted = () => true) { // it waits as long as it is told to, while anybody wants to know
  const asked = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(more)) if (value !== undefined) asked.set(key, value);
  for (let nth = 1; ; nth += 1) {
    const found = await fetch(`${path}?${asked}`, { credentials: "omit", cache: "no-store" });
    if (found.ok) return found.json();
    if (!NOT_NOW.includes(found.status) || nth === TRIES || !isWanted()) throw new Error((await found.json().catch(() => ({}))).error || words.failed);
    const seconds = Math.min(LONG, Math.max(BRIEFLY, Number(found.headers.get("Retry-After")) || BRIEFLY));
    await new Promise((done) => { setTimeout(done, seconds * 1000); });
  }
}

let stripped = []; // how it stood, and what was looked at, when the strip was drawn

function strip() {
  if (stripped[0] === data && stripped[1] === looking) return;
  stripped = [data, looking];
  const all = sinceNow(), losses = all.filter((one) => one.rank === "loss").length, first = [...all].sort((one, two) => rankOf(one) - rankOf(two) || (one.rank === "loss" ? two.n - one.n : one.n - two.n));
  const label = h("span", { className: "label" }, words.since);
  if (!all.length) {
    $("since").replaceChildren(label, h("span", { className: "s q" }, words.nothing_new));
    return;
  }
  const said = filled(losses ? words.losses : words.events, { losses, count: all.length });
  const sum = h("button", { className: losses ? "chip sum loss" : "chip sum", onclick: () => look(first[0].n), aria: { label: `${words.since}: ${said}` } }, mark(first[0]), h("span", {}, `${said} · ${brief(first[0])}`), h("b", {}, `${words.show} ▶`));
  $("since").replaceChildren(label, sum, ...first.slice(0, 3).map(chip), h("button", { className: "chip go", onclick: () => look(all[0].n) }, `▶ ${filled(words.all_since, { count: all.length })}`));
}

const mark = (one) => h("i", { className: "m", aria: { hidden: true } }, MARKS[one.rank] || "●");

function chip(one) {
  return h("button", { className: `chip ${one.rank || ""}`, title: one.text, onclick: () => look(one.n), aria: { current: looking === one.n ? "true" : undefined, label: `${words[one.rank] ? `${words[one.rank]}: ` : ""}${one.text}` } }, mark(one), h("span", {}, brief(one)));
}

async function look(n) { // at an event, or at now
  const was = looking;
  looking = n;
  stopsPlaying();
  sure = "";
  if (n === null) {
    show(was === null ? "keep" : "panel");
    return was !== null && say(words.back_at_now);
  }
  try {
    const found = pastFrames?.at.has(n) ? pastFrames : await bring(n);
    if (looking !== n) return undefined;
    pastFrames = found;
  } catch (error) {
    if (looking !== n) return undefined;
    looking = was;
    return refuse(error.message);
  }
  show(was === null ? "player" : "keep");
  table.look(pastFrames.frames, pastFrames.at.get(n));
  return say(entryOf(n)?.text || "");
}

async function bring(n) { // all since the last order at once, of what is older that event alone
  const all = sinceNow(), isSince = all.some((one) => one.n === n), { head } = data;
  const frames = await get("api/frames", { shown: data.events, after: (isSince ? all[0].n : n) - 1, upto: isSince ? undefined : n, before: "1", ...ofBoard() }, () => looking === n);
  if (data.head !== head && looking === n) return bring(n); // they lead away from a board that stands no more
  return { frames, at: new Map(boardsIn(frames).slice(1).map((one, nth) => [one.n, nth])) };
}

function neighbour(n, by) { // the event before or after it; null behind the newest
  const all = data.log.map((one) => one.n), at = all.indexOf(n) + by;
  return at < 0 ? all[0] : all[at] ?? null;
}

function player() {
  const one = entryOf(looking) || { n: looking, text: "" }, all = sinceNow().map((other) => other.n), nth = all.indexOf(looking), next = neighbour(looking, 1);
  const isFirst = data.log[0]?.n === looking;
  return [h("div", { className: "player" }, h("p", { className: "s q" }, [nth >= 0 && filled(words.nth, { nth: nth + 1, count: all.length }), filled(words.event, one), one.turn].filter(Boolean).join(" · ")),
    h("h1", { id: "ask", tabIndex: -1, className: `txt ${one.rank || ""}` }, MARKS[one.rank] ? `${MARKS[one.rank]} ` : "", one.text),
    h("div", { className: "go" }, h("button", { className: "tap", id: "earlier", onclick: () => !isFirst && look(neighbour(looking, -1)), aria: { disabled: isFirst || undefined } }, `◀ ${words.before}`),
      h("button", { className: "tap", id: "later", onclick: () => look(next) }, next === null ? `${words.now} ▶` : `${words.next} ▶`)))];
}

// ---- the game has gone on: how it stands now, and the boards on the way there

async function freshen() {
  const shown = data.events, told = await get("api/table", { shown, ...ofBoard() }).catch(() => null);
  return told && told.events > shown && data.events === shown ? arrived(told) : null;
}

function arrived(told) { // the frames of what has come since; the board is taken when they have been played
  const { frames, ...rest_ } = told;
  data = rest_;
  seat.head = data.head;
  pastFrames = null;
  steps.clear();
  first();
  sides();
  tick();
  document.title = `${data.asked} · ${data.game}`;
  $("about").textContent = `${data.game} · ${data.turn}`;
  return frames;
}

const ofBoard = () => (isNarrow() ? { narrow: "1" } : {});
const boardsIn = (frames) => (frames && table.of(frames)?.boards) || [];

let ends = () => {}; // of what plays by itself

function stopsPlaying() { // somebody does something: the board is at once as it is
  playing = 0;
  ends();
}

async function plays(frames, runs = true) { // the boards on the way, one after the other, until somebody does something
  const all = boardsIn(frames), shown = all.map((one, nth) => ({ ...one, nth })).filter((one) => one.text).slice(-12), dwell = Math.min(DWELL, LONGEST / Math.max(1, shown.length));
  const mine = (playing = Date.now()), isEnded = new Promise((done) => { ends = done; });
  if (runs && !still.matches && shown.length > 1) {
    show("keep");
    for (const one of shown) {
      if (one.nth) table.look(frames, one.nth - 1);
      else table.draw(frames, 0);
      $("points").textContent = one.text;
      await Promise.race([isEnded, new Promise((done) => { setTimeout(done, dwell); })]);
      if (playing !== mine) break;
    }
    $("points").textContent = "";
  }
  if (all.length) table.take(frames);
  if (playing === mine) playing = 0;
  show("keep");
}

// ---- the news of others: announced, and shown when it is asked for

let there = data.events, rest = 15000; // events that were heard of; milliseconds until a server that refused is asked again
const QUIET = 350; // milliseconds in which programs that play one after the other have stopped
let pause;

function heard(events) {
  there = events;
  wake();
  if (busy || settling || events <= data.events) return;
  clearTimeout(pause);
  if (data.alone) pause = setTimeout(() => { if (!busy && !settling) showNews(); }, QUIET);
  else announce();
}

function announce() {
  if (!$("news").hidden) return;
  $("news-says").textContent = words.gone_on;
  $("news").hidden = false;
  say(words.gone_on);
}

async function showNews() {
  $("news").hidden = true;
  const old = data.events, frames = await freshen(), fresh = data.log.find((one) => one.n > old && one.since);
  if (!frames) return there > data.events ? announce() : undefined; // it could not be had now, and nothing of it is lost; or it was pressed twice
  answer = data.alone ? answer : null;
  why = "";
  await plays(frames, data.alone);
  if (picks.length && step) go(picks, "keep"); // what one composes stays, also what was picked meanwhile, and is asked again
  else keep();
  if (!data.alone && fresh) await look(fresh.n);
  return isAsked() && say(step.ask || data.asked);
}

function listen() {
  const source = new EventSource(`live?since=${there}`);
  source.onmessage = (message) => {
    const { events } = JSON.parse(message.data);
    if (events > there) heard(events);
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, rest *= 2);
  };
}

$("news-show").addEventListener("click", showNews);
$("back-now").addEventListener("click", () => look(null));
