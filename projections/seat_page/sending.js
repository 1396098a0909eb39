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

function browserNow() {
  const name = `bugyo:browser:${OF_SEAT}`, made = kept(localStorage, name) || random();
  store(localStorage, name, made);
  return made;
}

const secret = secretNow();
const browser = browserNow();

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

// ---- one sending at a time; its key stays the same until there is an answer, so that nothing is played twice

const PATIENCE = [2, 2, 3, 3, 5, 5, 10, 10, 20, 30, 30, 60, 60, 60]; // seconds between two looks for the answer
const PENDING = `bugyo:sending:${OF_SEAT}`;
let busy = false, closed = false; // a sending is on its way; the game has gone on since the page was made

const later = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

function keyed(lines) { // a sheet that may have arrived already is sent under its key again
  const same = JSON.stringify([seat.head, lines]);
  const old = JSON.parse(kept(sessionStorage, PENDING) || "{}");
  if (old.same === same) return old.key;
  const key = random();
  store(sessionStorage, PENDING, JSON.stringify({ same, key }));
  return key;
}

async function send(lines, tell) {
  if (busy || !lines.length) return false;
  busy = true;
  ready(said());
  const body = { play: secret, browser, key: keyed(lines), head: seat.head, lines };
  try {
    tell(words.sending, []);
    const answer = await answered(body, tell);
    if (answer) store(sessionStorage, PENDING, "{}");
    return answer !== null;
  } catch (error) {
    if (error.status) store(sessionStorage, PENDING, "{}");
    tell(error.status ? error.message : words.lost, [], true);
    return false;
  } finally {
    busy = false;
    ready(said());
  }
}

async function answered(body, tell) { // null where it is refused: the lines stay to be mended
  for (const seconds of [...PATIENCE, 0]) {
    const answer = await ask("send", body);
    if (answer.state === "refused") {
      tell(answer.says, answer.lines || [], true);
      return null;
    }
    const waiting = answer.state === "kept" || answer.state === "confirm";
    tell(answer.says || (waiting ? words.kept : words.answered), answer.lines || []);
    if (!waiting) return answer;
    if (seconds) await later(seconds);
  }
  tell(words.by_mail, []);
  return {};
}

// ---- the sheet is sent by a press of Send and by nothing else

const mayPlay = () => seat.play === "yes" && secret !== "";

function ready(lines) {
  const fine = lines.length > 0 && lines.every((one) => ["legal", "possible", "talk"].includes(one.state));
  const send = $("send"), text = busy ? words.sending : lines.length > 1 ? words.send_lines : words.send;
  send.disabled = !fine || busy || !mayPlay();
  if (send.textContent !== text) send.textContent = text;
  $("how").hidden = mayPlay() && !closed;
  $("how").textContent = closed ? words.stale : seat.play_why || words.only_looks;
}

function tellAnswer(text, lines, isBad = false) {
  $("answer").hidden = false;
  $("outcome").textContent = text;
  $("outcome").className = isBad ? "bad" : "";
  const end = lines.indexOf("-- ") < 0 ? lines.length : lines.indexOf("-- "); // below it stands what no letter is
  $("mail").textContent = lines.slice(0, end).join("\n").trim();
  $("receipt").textContent = lines.slice(end + 1).join("\n").trim();
  $("proof").hidden = !$("receipt").textContent;
  $("answer").scrollIntoView({ block: "nearest" });
}

$("send").addEventListener("click", async () => {
  if (!await send(written(), tellAnswer)) return;
  at = 0;
  put([""]);
  $("answer").focus();
});
$("fresh").addEventListener("click", () => location.reload());
