// ---- going there

let now = 0, playing = 0, noting = 0;
const SETTLED = 150; // milliseconds after which the address names the event: browsers bear few changes of it

function go(at, silent) {
  at = Math.max(1, Math.min(count, at));
  if (at === now) return;
  const from = now;
  now = at;
  show(at, from);
  point(at);
  tell(at);
  for (const move of pointers) move(at);
  const where = [turns[at], `${words.where} ${at} ${words.of} ${count}`, times[at]];
  if (line[at]) where.push(said(words.gone, { fork: lines[line[at]].fork }));
  $("where").textContent = where.join(" · ");
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", where.slice(0, 2).join(", "));
  $("link").href = `#${at}`;
  board.setAttribute("aria-label", `${words.board}: ${words.where} ${at}. ${steps[at - 1].text || ""}`);
  clearTimeout(noting);
  if (!silent) noting = setTimeout(() => history.replaceState(null, "", `#${at}`), SETTLED);
}

function turn(direction) { // to the first event of the next turn, or of this or the one before
  let at = now;
  if (direction > 0) {
    while (at < count && turns[at] === turns[now]) at = ahead(at);
  } else {
    at = behind(at);
    while (at > 1 && turns[behind(at)] === turns[at]) at = behind(at);
  }
  go(at);
}

function play(on) {
  clearInterval(playing);
  playing = on && now < count ? setInterval(() => (now < count ? go(ahead(now)) : play(false)), PACE) : 0;
  $("play").setAttribute("aria-pressed", String(Boolean(playing)));
}

function enter() { // abandoned lines are stepped into, or over
  following = !following;
  $("enter").setAttribute("aria-pressed", String(following));
  point(now);
}

// ---- keys and buttons

const keys = {
  ArrowLeft: (event) => (event.shiftKey ? turn(-1) : go(behind(now))),
  ArrowRight: (event) => (event.shiftKey ? turn(1) : go(ahead(now))),
  PageUp: () => go(behind(now)),
  PageDown: () => go(ahead(now)),
  Home: () => go(1),
  End: () => go(count),
  " ": () => play(!playing),
  f: flip,
  z: enlarge,
  "+": () => zoom(STEP),
  "=": () => zoom(STEP),
  "-": () => zoom(1 / STEP),
  w: () => panned(0, -1),
  a: () => panned(-1, 0),
  s: () => panned(0, 1),
  d: () => panned(1, 0),
  n: () => next(1),
  N: () => next(-1),
  Escape: () => (unring(), (pointed.textContent = "")),
  b: () => lines.length > 1 && enter(),
};
document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  const typing = event.target.id === "number" || (event.key === " " && event.target.tagName === "BUTTON");
  if (!act || typing || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act(event);
});
const buttons = {
  first: () => go(1), "turn-back": () => turn(-1), back: () => go(behind(now)), play: () => play(!playing),
  on: () => go(ahead(now)), "turn-on": () => turn(1), last: () => go(count), flip, enlarge, enter,
  "save-svg": () => save(picture(), "svg"), "save-png": savePng, reload: () => location.reload(),
};
for (const [id, act] of Object.entries(buttons)) $(id).addEventListener("click", act);
$("enter").hidden = lines.length < 2;
$("slider").max = count;
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("goto").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("number").value, at = find(text);
  $("found").textContent = at ? "" : missing(text);
  if (at) go(at);
});
addEventListener("hashchange", () => go(named(location.hash) || now));

function missing(text) { // why nothing was gone to
  const number = Number(text.trim().replace(/^#/, ""));
  return said(number >= 0 ? words.no_event : words.unknown, { text: text.trim(), last: count });
}

// ---- a game that goes on: whoever stands at its last event is shown the new ones, others are told

let there = count, patience = 15000; // events that there are; milliseconds until a server that refused is asked again

function hear({ events }) { // what the page shows already is nothing new
  if (!(events > there)) return;
  there = events;
  if (now === count) catchUp();
  else $("news").hidden = false;
}

function catchUp() { // to where the game stands now: an event in the address would hold the reader there
  clearTimeout(noting);
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}

function listen() {
  const source = new EventSource(`${words.live}?since=${there}`);
  source.onmessage = (message) => hear(JSON.parse(message.data));
  source.onerror = () => { // the browser asks again by itself, unless it was refused
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, patience *= 2);
  };
}

if (words.live) listen();

go(named(location.hash) || count, true);
opens();
