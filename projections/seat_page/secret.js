// ---- the secret to play: out of the address at once, into what this browser keeps for the seat

const OF_SEAT = `${seat.game}/${seat.seat}`;

function kept(where, name) {
  try {
    return where.getItem(name);
  } catch { // a browser that keeps nothing
    return null;
  }
}

function store(where, name, value) {
  try {
    where.setItem(name, value);
  } catch {
    // it plays on as long as the page is open
  }
}

function random() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function secretNow() {
  const found = /^#play=([A-Za-z0-9_-]+)/.exec(location.hash);
  if (!found) return kept(localStorage, `bugyo:play:${OF_SEAT}`) || "";
  history.replaceState(null, "", location.pathname + location.search);
  store(localStorage, `bugyo:play:${OF_SEAT}`, found[1]);
  return found[1];
}

function browserNow() { // a person has one for all games; a seat that was given its own, before it was so, keeps that
  const name = `bugyo:browser of:${seat.person}`, whose = kept(localStorage, name);
  const made = kept(localStorage, `bugyo:browser:${OF_SEAT}`) || whose || random();
  if (!whose) store(localStorage, name, made);
  return made;
}

const secret = secretNow();
const browser = browserNow();
const mayPlay = () => seat.play === "yes" && secret !== "";

// ---- one way to ask the server; what it refuses comes as an error with its sentence

async function ask(path, body) {
  const answer = await fetch(path + location.search, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    credentials: "omit", cache: "no-store",
  }).catch(() => { throw new Error(words.failed); });
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  throw Object.assign(new Error(told.error || words.failed), { status: answer.status });
}
