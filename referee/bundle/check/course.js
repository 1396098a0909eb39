// The course of a game [sections 6.5, 6.6]: which events stand on a line, and whether the game is over. It is
// known before throws are checked: openings ask whether it is over, an answer given again for its line, and a
// cell for the place of its order.

function course({ events }) {
  const before = parents(events);
  const found = { before, isOver: isOver(events, before), onLine: new Set(), repeated: new Set(), places: new Map() };
  walk(events, before, found);
  return found;
}

function parents(events) { // of each event the one that it follows on its line
  const before = [0];
  for (const { position, type, entry } of events) {
    const to = type === "rewound" ? entry.get("to") : 0;
    before[position] = typeof to === "number" && to > 0 && to < position ? to : position - 1;
  }
  return before;
}

function isOver(events, before) {
  const agenda = [0]; // how many items it has after each event
  let facts = 0, isEnded = false;
  for (const { position, type, entry } of events) {
    const items = agenda[before[position]];
    agenda[position] = items;
    if (type === "abandoned" || type === "settled") isEnded = true;
    if (type !== "fact") continue;
    facts += 1;
    const then = entry.get("then");
    agenda[position] = Math.max(0, items - (entry.get("done") === true)) + (Array.isArray(then) ? then.length : 0);
  }
  return isEnded || (facts > 0 && agenda[events.length] === 0);
}

function beginning(events) { // where protocol 2 begins: orders of before have no place
  if (events.length && events[0].entry.get("protocol") === 2) return 0;
  const first = events.find(({ type, entry }) => type === "root-committed" && entry.get("party") === "referee");
  return first ? first.position : Infinity;
}

function placed({ position, type, entry }, enters, begins, counts, places) { // orders are counted along their line
  if (position < begins || (type !== "ordered" && type !== "spent")) return;
  const seat = entry.get("seat"), many = counts.get(seat) || 0;
  if (enters) places.set(position, many + 1);
  if (type === "ordered" && entry.get("aside") !== true) counts.set(seat, many + (enters ? 1 : -1));
}

function walk(events, before, found) { // along every line, once: which `thrown-again` repeat what they may not
  const first = new Int32Array(events.length + 1), next = new Int32Array(events.length + 1);
  for (let position = events.length; position > 0; position -= 1) {
    next[position] = first[before[position]];
    first[before[position]] = position;
  }
  const begins = beginning(events), counts = new Map();
  const stands = new Uint8Array(events.length + 1), named = new Map();
  const stack = first[0] ? [first[0]] : [];
  while (stack.length) {
    const position = stack.pop();
    const { type, entry } = events[Math.abs(position) - 1];
    const of = type === "thrown-again" ? entry.get("of") : null;
    placed(events[Math.abs(position) - 1], position > 0, begins, counts, found.places);
    if (position < 0) { // all that follows has been seen
      stands[-position] = 0;
      if (of !== null) named.set(of, named.get(of) - 1);
      continue;
    }
    if (of !== null) {
      if (stands[of]) found.onLine.add(position);
      if (named.get(of)) found.repeated.add(position);
      named.set(of, (named.get(of) || 0) + 1);
    }
    stands[position] = 1;
    stack.push(-position);
    for (let child = first[position]; child; child = next[child]) stack.push(child);
  }
}
