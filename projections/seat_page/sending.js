// ---- one sending at a time; its key stays the same until there is an answer, so that nothing is played twice

const PATIENCE = [2, 2, 3, 3, 5, 5, 10, 10, 20, 30, 30, 60, 60, 60]; // seconds between two looks for the answer
const PENDING = `bugyo:sending:${OF_SEAT}`, OPEN = `bugyo:open:${OF_SEAT}`;
const LEFT = 400; // milliseconds in which a page that breaks its requests off, since it is left, is gone
let busy = false; // a sending is on its way

// so many seconds, or until the game goes on, or somebody comes back to the page: from his mailbox, where he has answered
let wake = () => {};
const later = (seconds) => new Promise((done) => {
  wake = done;
  setTimeout(done, seconds * 1000);
  document.addEventListener("visibilitychange", () => document.hidden || done(), { once: true });
});

function keyed(head, lines, asked) { // a sheet that may have arrived already is sent under its key again
  const same = JSON.stringify([head, lines, asked]), old = JSON.parse(kept(sessionStorage, PENDING) || "{}");
  if (old.same === same) return old.key;
  const key = random();
  store(sessionStorage, PENDING, JSON.stringify({ same, key }));
  return key;
}

const isPending = (told) => told.state === "kept" || told.state === "confirm";

// what became of it in the end; `tells` is told of each answer on the way, and of what a mail asks first
async function deliver(head, lines, tells, asked = []) {
  if (busy || !lines.length) return null;
  const fenced = asked.length === lines.length && asked.some(Boolean) ? { asked } : {};
  return carry({ key: keyed(head, lines, asked), head, lines, ...fenced }, tells);
}

async function carry(open, tells) { // it is kept before it goes: a page loaded anew meanwhile knows of it
  busy = true;
  store(sessionStorage, OPEN, JSON.stringify(open));
  try {
    return await follow({ ...open, play: secret, browser }, tells);
  } catch (error) {
    if (!error.status) await new Promise((after_) => { setTimeout(after_, LEFT); }); // a page that is being left ends here, and the next goes on
    if (error.status) forget();
    else store(sessionStorage, OPEN, "");
    return { state: "refused", says: error.status ? error.message : words.lost };
  } finally {
    busy = false;
  }
}

async function follow(body, tells) { // until the desk has looked at it; what a mail asks first is watched beside
  for (const seconds of [...PATIENCE, 0]) {
    const told = await ask("send", body);
    if (told.state === "confirm") watch(body, tells);
    if (!isPending(told)) forget();
    if (told.state !== "kept") return told;
    tells(told);
    if (seconds) await later(seconds);
  }
  forget();
  return { state: "answered", says: words.by_mail, lines: [] };
}

function forget() {
  store(sessionStorage, PENDING, "{}");
  store(sessionStorage, OPEN, "");
}

let watched = 0; // only the newest of what waits for a word by mail

async function watch(body, tells) {
  const mine = ++watched;
  for (let nth = 0; mine === watched; nth += 1) {
    await later(PATIENCE[Math.min(nth, PATIENCE.length - 1)]);
    if (mine !== watched) return;
    const told = await ask("send", body).catch((error) => (error.status ? { state: "refused", says: error.message } : null));
    if (mine !== watched || !told || isPending(told)) continue;
    forget();
    tells(told);
    return;
  }
}
