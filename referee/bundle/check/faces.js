// From a cell to faces [sections 6.3, 6.4 and 11]: for the check, and step by step for a doubter.

const WORD = 2n ** 64n;

function bound(protocol, asked) { // the digest of a question
  const { game, lane, index, phrases, rule, purpose, count: many, sides, draw, inputs } = asked;
  const place = protocol === 2 ? [lane, index] : [index];
  return [`bugyo/${protocol}/question`, game, ...place, phrases, rule, purpose, many, sides, draw ? "draw" : "throw", inputs];
}

function* wordsOf(protocol, key) { // the 64-bit words, each with the block that it stands in
  for (let nth = 0; ; nth += 1) {
    const block = MAC(key, `bugyo/${protocol}/words`, nth);
    const view = new DataView(block.buffer);
    for (let at = 0; at < 32; at += 8) yield { word: view.getBigUint64(at), nth, at };
  }
}

function* facesOf(protocol, key, { count: many, sides, draw }) { // every word that is taken, with its face or null
  const words = wordsOf(protocol, key);
  for (let place = 0; place < many; place += 1) {
    const n = BigInt(draw ? sides - place : sides);
    const limit = WORD - WORD % n;
    for (;;) {
      const taken = words.next().value;
      const face = taken.word < limit ? Number(taken.word % n) + 1 : null;
      yield { ...taken, n, limit, place: place + 1, face };
      if (face !== null) break;
    }
  }
}

const EXACT = 2 ** 20; // below it no product of two remainders is lost in a double

function quickFaces(protocol, key, { count: many, sides, draw }) { // null: a word might not count
  if (sides > EXACT) return null;
  const faces = [];
  for (let nth = 0; faces.length < many; nth += 1) {
    const view = new DataView(MAC(key, `bugyo/${protocol}/words`, nth).buffer);
    for (let at = 0; at < 32 && faces.length < many; at += 8) {
      const n = draw ? sides - faces.length : sides;
      const high = view.getUint32(at), low = view.getUint32(at + 4);
      if (high === 0xffffffff) return null;
      faces.push((high % n * (2 ** 32 % n) + low) % n + 1);
    }
  }
  return faces;
}

function slowFaces(protocol, key, question) {
  const faces = [];
  for (const { face } of facesOf(protocol, key, question)) if (face !== null) faces.push(face);
  return faces;
}

function keyOf(protocol, cell, question, contributions) {
  return MAC(cell, `bugyo/${protocol}/key`, question, ...contributions);
}

function phrasesOf(protocol, phrases) { // the fields of the digest of all phrases
  const seats = [...phrases.keys()].sort(byCodePoint);
  return [`bugyo/${protocol}/phrases`, ...seats.flatMap((seat) => [seat, phrases.get(seat)])];
}

const DIGESTED = new WeakMap(); // phrases -> their digest: they are the same for a whole game

function phrasesDigest(protocol, phrases) {
  if (!DIGESTED.has(phrases)) DIGESTED.set(phrases, H(...phrasesOf(protocol, phrases)));
  return DIGESTED.get(phrases);
}

function orderFields(protocol, seat, order) { // a sealed one counts by its seat alone
  return [`bugyo/${protocol}/order`, seat, order instanceof Sealed ? "" : canonical(order)];
}

function inOrder(protocol, items) { // orders by their digests; of equal ones the lower cell first
  const sign = (item) => item.digest(protocol) + (item.cell ? hex(item.cell) : "");
  return [...items].sort((one, other) => (sign(one) < sign(other) ? -1 : 1));
}

const SORTED = new WeakMap(); // a list of orders -> what throws take of it: many throws may follow one list

function inputsOf(protocol, items) {
  if (!SORTED.has(items)) {
    const sorted = inOrder(protocol, items);
    const inputs = H(`bugyo/${protocol}/inputs`, ...sorted.map((item) => unhex(item.digest(protocol))));
    SORTED.set(items, { protocol, sorted, inputs, cells: sorted.filter((item) => item.cell).map((item) => item.cell) });
  }
  const kept = SORTED.get(items);
  if (kept.protocol === protocol) return kept;
  SORTED.delete(items); // the list of a scope outlives protocol 1
  return inputsOf(protocol, items);
}

function asks(one, throwing) { // all that a throw is bound to, from what the ledger knows of it
  const { protocol, question, phrases, items } = throwing;
  const { sorted, inputs, cells } = inputsOf(protocol, items);
  const contributions = throwing.witness ? [...cells, throwing.witness] : cells;
  const asked = { ...question, game: one.game, phrases: phrasesDigest(protocol, phrases), inputs };
  return { sorted, contributions, inputs, phrases: asked.phrases, fields: bound(protocol, asked) };
}

function facesFor(one, throwing, cell) {
  const { protocol, question } = throwing;
  const made = asks(one, throwing);
  const key = keyOf(protocol, cell, H(...made.fields), made.contributions);
  return quickFaces(protocol, key, question) || slowFaces(protocol, key, question);
}

function isByLot(game, seats, lot) { // whether people have the seats that the lot gives them [section 6.11]
  const names = seats.map((seat) => seat.get("seat")), secret = unhex(lot.get("secret"));
  const signed = lot.get("signed").map((one) => [one.get("person"), one.has("wish") ? one.get("wish") : ""]);
  const isSealed = hex(H("bugyo/1/lot-secret", game, secret)) === lot.get("digest");
  if (!isSealed || signed.length !== names.length || new Set(signed.map(([who]) => who)).size !== names.length) return false;
  const isAlone = (wish) => names.includes(wish) && signed.filter((one) => one[1] === wish).length === 1;
  const found = new Map(signed.filter(([, wish]) => isAlone(wish)).map(([who, wish]) => [wish, who]));
  const left = names.filter((name) => !found.has(name));
  const key = keyOf(2, secret, H("bugyo/1/lot", game, ...signed.flat()), []);
  const faces = slowFaces(2, key, { count: left.length, sides: left.length, draw: true });
  signed.filter(([who, wish]) => found.get(wish) !== who)
    .forEach(([who], nth) => found.set(left.splice(faces[nth] - 1, 1)[0], who));
  return seats.every((seat) => found.get(seat.get("seat")) === seat.get("person"));
}
