// What is done and undone, and what this browser keeps of it, so that a reload loses nothing.

const KEPT = "bugyo-owner", MOST_UNDONE = 200, PATIENCE = 300;
const work = { sheets: new Map(), points: [], undone: [], done: [], waiting: 0, counted: () => {}, noted: () => {} };

const sheetNamed = (name) => work.sheets.get(name);
const snapshot = (names) => ({ texts: names.map((name) => [name, textOf(sheetNamed(name))]), points: JSON.stringify(work.points) });
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function deed(names, act) { // changes these files, or the points of the grid, as one thing to be undone
  const before = snapshot(names);
  const said = act();
  if (isSame(before, snapshot(names))) return said;
  work.done.push(before);
  if (work.done.length > MOST_UNDONE) work.done.shift();
  work.undone.length = 0;
  keepSoon();
  work.counted();
  return said;
}

function goBack(from, to) {
  const before = from.pop();
  if (!before) return false;
  to.push(snapshot(before.texts.map(([name]) => name)));
  for (const [name, text] of before.texts) work.sheets.set(name, sheetOf(sheetNamed(name).made, text));
  work.points = JSON.parse(before.points);
  keepSoon();
  return true;
}

const undo = () => goBack(work.done, work.undone);
const redo = () => goBack(work.undone, work.done);

// ---- kept by the browser

function opened() {
  return new Promise((good, bad) => {
    const asked = indexedDB.open(KEPT, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    asked.onsuccess = () => good(asked.result);
    asked.onerror = () => bad(asked.error);
  });
}

async function withKept(mode, act) {
  const base = await opened();
  try {
    return await new Promise((good, bad) => {
      const deal = base.transaction("kept", mode), asked = act(deal.objectStore("kept"));
      deal.oncomplete = () => good(asked?.result);
      deal.onerror = deal.onabort = () => bad(deal.error);
    });
  } finally {
    base.close();
  }
}

const keep = (key, value) => withKept("readwrite", (store) => store.put(value, key));
const kept = (key) => withKept("readonly", (store) => store.get(key));
const forget = (key) => withKept("readwrite", (store) => store.delete(key));
const workKey = () => `${kit.title}/${kit.digest}`;
const pointsKey = () => `${kit.title}/points`; // they belong to the picture: they outlive a change of the files
const pictureKey = (which) => `${kit.title}/picture/${which}`;

function keepSoon() {
  clearTimeout(work.waiting);
  work.waiting = setTimeout(keepNow, PATIENCE);
  work.noted("");
}

async function keepNow() {
  clearTimeout(work.waiting);
  const texts = [...work.sheets.values()].filter(isChanged).map((sheet) => [sheet.name, textOf(sheet)]);
  try {
    await keep(workKey(), { texts, note: own.note });
    await keep(pointsKey(), work.points);
    work.noted(say("kept"));
  } catch {
    work.noted(say("not_kept"));
  }
}

async function takeUp() { // goes on where this browser left off
  for (const made of kit.files) work.sheets.set(made.name, sheetOf(made));
  try {
    const found = await kept(workKey());
    for (const [name, text] of found?.texts || []) if (work.sheets.has(name)) work.sheets.set(name, sheetOf(sheetNamed(name).made, text));
    work.points = (await kept(pointsKey())) || [];
    own.note = found?.note || "";
    return Boolean(found?.texts.length);
  } catch {
    work.noted(say("not_kept"));
    return false;
  }
}
