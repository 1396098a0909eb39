// What stands in the entries that throws need [section 6.1]: each key with its kind, and its default where it
// has one. What is sealed is here a `Sealed`, with its value where that was opened.

class Sealed {
  constructor(to, value) {
    this.to = to;
    this.value = value; // undefined: not opened
  }
}

const LANES_OF_ALL = "game";
const RESERVED = ["referee", "witness", "public", "game"];
const GIVERS = ["seat", "only answer", "standing order", "default order", "program"];
const MOST_SHEETS = 1024, SHEET = 32, MOST_FACES = 10000, MOST_SIDES = 2 ** 32;

const isOf = (...words) => (value) => words.includes(value);
const upTo = (least, most) => (value) => isWhole(value) && value >= least && value <= most;
const text = KINDS.text, list = KINDS.list;
const count = upTo(0, Infinity);
const flag = isOf(true, false);
const digest = (value) => isHex(value, DIGEST);
const digestOrNone = (value) => value === "" || digest(value);
const digests = (value) => list(value) && value.every(digest);
const sealed = (value) => value instanceof Sealed;
const either = (kind) => (value) => (sealed(value) ? value.value === undefined || kind(value.value) : kind(value));

const isLot = (value) => isObject(value) && digest(value.get("digest")) && digest(value.get("secret")) &&
  list(value.get("signed")) && value.get("signed").every((one) => isObject(one) && text(one.get("person")) &&
    (!one.has("wish") || text(one.get("wish"))));

const isGuess = (value) => isObject(value) && text(value.get("game")) && upTo(1, Infinity)(value.get("at")) &&
  digest(value.get("head")) && text(value.get("seat")) && count(value.get("seed")) && isObject(value.get("state")) &&
  (!value.has("real") || flag(value.get("real")));

const ENTRIES = {
  opened: {
    level: [upTo(0, 3), 0], protocol: [upTo(1, 2), 1], root: [digestOrNone, ""], sheets: [upTo(0, MOST_SHEETS), 0],
    opening: [count, 0], before: [digestOrNone, ""], key: [digestOrNone, ""], seats: [list], data: [text],
    lot: [(value) => value === null || isLot(value), null], package: [text, ""],
    policy: [(value) => value === null || isObject(value), null],
    imagined: [(value) => value === null || isGuess(value), null],
  },
  "root-committed": { party: [text], root: [digestOrNone, ""], sheets: [upTo(0, MOST_SHEETS), 0], reason: [text, ""] },
  "sheet-shown": { lane: [text], sheet: [upTo(1, MOST_SHEETS)], cells: [digests], proof: [digests] },
  "sheet-committed": { party: [text], sheet: [count], cells: [digests] },
  joined: { seat: [text], phrase: [text] },
  ordered: {
    seat: [text], order: [either(isObject)], by: [isOf(...GIVERS), "seat"], cell: [digestOrNone, ""],
    proof: [digests, []], aside: [flag, false],
  },
  spent: {
    seat: [text], cell: [digest], proof: [digests], place: [count, 0], why: [isOf("lost", "refused", "unreadable")],
    line: [sealed],
  },
  asked: { question: [isObject], thrower: [text, ""] },
  "dice-claimed": { seat: [text], faces: [list] },
  "dice-answered": { seat: [text], yes: [flag] },
  "dice-left": { why: [isOf("clock", "denied", "alone")] },
  contributed: { party: [text], index: [count], cell: [digest], lane: [text, ""], proof: [digests, []], head: [digestOrNone, ""] },
  thrown: { question: [isObject], faces: [either(list)], cell: [either(digestOrNone), ""], real: [flag, false] },
  fact: { rule: [text], then: [list, []], done: [flag, false], more: [count, 0] },
  rewound: { to: [count], reason: [text], by: [isOf("referee", "consent", "seat"), "referee"], anew: [flag, false],
    seat: [text, ""], deadlines: [list, []] },
  "thrown-again": { question: [isObject], of: [count] },
  forked: { game: [text], at: [count], head: [digest], chance: [text], key: [digestOrNone, ""], real: [flag, false] },
};

const QUESTION = {
  rule: [text], purpose: [text], sides: [upTo(1, MOST_SIDES)], count: [upTo(1, MOST_FACES), 1], draw: [flag, false],
  secret: [flag, false], index: [count, 0], lane: [text, ""],
};

function valuesOf(one) { // the keys of an event's entry with defaults in their place; null: no type of section 6.1
  const kinds = Object.hasOwn(ENTRIES, one.type) ? ENTRIES[one.type] : null;
  return kinds && taken(one.entry, kinds, (key, value) => unsealed(one, key, value));
}

function taken(object, kinds, as = (_key, value) => value) {
  const found = {};
  for (const [key, [fits, missing]] of Object.entries(kinds)) {
    if (!object.has(key) && missing === undefined) throw new Fault("key_missing", { what: "entry", key });
    found[key] = object.has(key) ? as(key, object.get(key)) : missing;
    if (!fits(found[key])) throw new Fault("key_value", { key });
  }
  return found;
}

function unsealed(one, key, value) {
  if (!isObject(value) || value.get("type") !== "sealed") return value;
  sealedForm(value);
  const known = one.sealed.find(({ path }) => path === key);
  return new Sealed(value.get("to"), known && known.value);
}

function questionOf(object) {
  for (const key of object.keys()) if (!Object.hasOwn(QUESTION, key)) throw new Fault("key_more", { what: "question", key });
  const found = taken(object, QUESTION);
  if (found.draw && found.count > found.sides) throw new Fault("draw_many", found);
  return found;
}

const isSameQuestion = (one, other) => Object.keys(QUESTION).every((key) => one[key] === other[key]);

function seatsOf(entry) {
  const names = entry.seats.map((seat) => {
    if (!isObject(seat) || seat.size !== 2 || !text(seat.get("seat")) || !text(seat.get("person"))) throw new Fault("seat_form");
    return seat.get("seat");
  });
  if (names.length > MOST_SEATS) throw new Fault("seats_many");
  const before = new Set(RESERVED);
  for (const seat of names) {
    if (before.has(seat)) throw new Fault("seat_name", { seat });
    before.add(seat);
  }
  return names;
}

const BLANK = /^[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;
const LEAST_PHRASE = 12, MOST_PHRASE = 200; // code points
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function isPhrase(phrase) { // of protocol 2
  const isTidy = phrase === phrase.normalize("NFC") && !/^ | $| {2}/.test(phrase);
  const length = [...phrase].length;
  return isTidy && length >= LEAST_PHRASE && length <= MOST_PHRASE && !UNPRINTABLE.test(phrase);
}
