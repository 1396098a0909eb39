// ---- one sending at a time; its key stays the same until there is an answer, so that nothing is played twice

const PATIENCE = [2, 2, 3, 3, 5, 5, 10, 10, 20, 30, 30, 60, 60, 60]; // seconds between two looks for the answer
const PENDING = `bugyo:sending:${OF_SEAT}`, OPEN = `bugyo:open:${OF_SEAT}`;
let busy = false, closed = false; // a sending is on its way; the game has gone on since the page was made

// so many seconds, or until somebody comes back to the page: from his mailbox, where he has answered
const later = (seconds) => new Promise((done) => {
  setTimeout(done, seconds * 1000);
  document.addEventListener("visibilitychange", () => document.hidden || done(), { once: true });
});

function keyed(lines) { // a sheet that may have arrived already is sent under its key again
  const same = JSON.stringify([seat.head, lines]);
  const old = JSON.parse(kept(sessionStorage, PENDING) || "{}");
  if (old.same === same) return old.key;
  const key = random();
  store(sessionStorage, PENDING, JSON.stringify({ same, key }));
  return key;
}

async function send(lines, tell, done) { // `done`, once there is an answer
  if (busy || !lines.length) return;
  await carry({ key: keyed(lines), head: seat.head, lines }, tell, done);
}

const LEFT = 400; // milliseconds in which a page that breaks its requests off, since it is left, is gone

async function carry(open, tell, done) { // it is kept before it goes: a page loaded anew meanwhile knows of it
  busy = true;
  ready(said());
  store(sessionStorage, OPEN, JSON.stringify(open));
  try {
    tell(words.sending, []);
    await follow({ ...open, play: secret, browser }, tell, done);
  } catch (error) {
    if (!error.status) await new Promise((after) => setTimeout(after, LEFT)); // a page that is being left ends here, and the next goes on
    if (error.status) forget();
    else store(sessionStorage, OPEN, "");
    tell(error.status ? error.message : words.lost, [], true);
  } finally {
    busy = false;
    ready(said());
  }
}

const isOpen = (answer) => answer.state === "kept" || answer.state === "confirm";

async function follow(body, tell, done) { // until the desk has looked at it; what a mail asks first is watched beside
  for (const seconds of [...PATIENCE, 0]) {
    const answer = await told(body, tell);
    if (answer.state === "confirm") watch(body, tell, done);
    if (!isOpen(answer)) finish(answer, done);
    if (answer.state !== "kept") return;
    if (seconds) await later(seconds);
  }
  forget();
  tell(words.by_mail, []);
  done();
}

async function told(body, tell) {
  const answer = await ask("send", body);
  tell(answer.says || (isOpen(answer) ? words.kept : words.answered), answer.lines || [], answer.state === "refused", answer.liked || []);
  return answer;
}

function finish(answer, done) { // what was refused stays in the sheet, to be mended
  forget();
  if (answer.liked) onlyAsked(Number(answer.head.split(" ")[0]));
  if (answer.state !== "refused") done();
}

function forget() {
  store(sessionStorage, PENDING, "{}");
  store(sessionStorage, OPEN, "");
}

let watched = 0; // only the newest of what waits for a word by mail

async function watch(body, tell, done) {
  const mine = ++watched;
  for (let nth = 0; ; nth += 1) {
    await later(PATIENCE[Math.min(nth, PATIENCE.length - 1)]);
    if (mine !== watched) return;
    const answer = await told(body, (...said) => mine === watched && tell(...said)).catch((error) => error);
    if (answer.status || !(answer instanceof Error || isOpen(answer))) {
      if (mine !== watched) return;
      if (answer.status) tell(answer.message, [], true);
      return finish(answer.status ? { state: "refused" } : answer, done);
    }
  }
}
