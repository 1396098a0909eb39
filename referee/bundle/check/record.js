// The record [sections 3 to 5]: its lines, the chain, what is sealed and what is opened.

const DIGEST = 32, SALT = 16;
const HEADER = { format: "text", game: "text", title: "text", viewer: "text", events: "whole", head: "text", data: "object" };
const PUBLIC = { game: "text", position: "whole", at: "whole", act: "object", entry: "object" };
const LINE = { digest: "text", openings: "list", public: "object" };
const OPENING = { path: "text", salt: "text", value: "any" };
const ACT = ["cause", "reference", "seat", "person", "behalf", "authority"];
const KINDS = {
  text: (value) => typeof value === "string",
  whole: isWhole,
  object: isObject,
  list: Array.isArray,
  any: () => true,
};

function keyed(object, kinds, what) { // the keys that are meant, and no others
  if (!isObject(object)) throw new Fault("not_object", { what });
  for (const [key, kind] of Object.entries(kinds)) {
    if (!object.has(key)) throw new Fault("key_missing", { what, key });
    if (!KINDS[kind](object.get(key))) throw new Fault("key_kind", { what, key, kind });
  }
  for (const key of object.keys()) if (!Object.hasOwn(kinds, key)) throw new Fault("key_more", { what, key });
}

const MOST_VALUES = 600_000; // bytes "{", "[" and "," of all lines that this page reads: section 2, limits
const LONGEST_LINE = 4 * MIB, MOST_SEATS = 100, LONGEST_PATH = 200; // what is longer is a fault

function bounded(bytes) {
  if (bytes.length > LARGEST_OF("game.jsonl")) throw new Beyond("zip_member_large", { most: LARGEST_OF("game.jsonl") / MIB });
  let values = 0, from = 0, line = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1;
    if (byte !== 10) continue;
    if (at + 1 - from > LONGEST_LINE) throw new Fault("line_long", {}, line);
    from = at + 1;
    line += 1;
  }
  if (bytes.length - from > LONGEST_LINE) throw new Fault("line_long", {}, line);
  if (values > MOST_VALUES) throw new Beyond("too_many_values", { most: MOST_VALUES });
}

async function readLines(bytes, rest) { // { header, events }; each line canonical, with its keys
  bounded(bytes);
  const record = { header: null, events: [] };
  let nth = 0;
  for (const line of linesIn(bytes)) { // one after the other: millions of them may be empty
    await rest();
    if (nth === 0) record.header = at(0, () => header(line));
    else record.events.push(at(nth, () => event(line, nth)));
    nth += 1;
  }
  if (!nth) throw new Fault("no_lines");
  if (bytes[bytes.length - 1] !== 10) throw new Fault("line_end", {}, nth);
  return record;
}

function* linesIn(bytes) { // where the file is no UTF-8: each by itself, so that the wrong one is named
  const whole = decoded(bytes);
  const [text, newline] = whole === null ? [bytes, 10] : [whole, "\n"];
  let from = 0;
  for (let to = text.indexOf(newline); to >= 0; to = text.indexOf(newline, from)) {
    yield whole === null ? decoded(bytes.subarray(from, to)) : whole.slice(from, to);
    from = to + 1;
  }
}

function at(event, judge) { // a fault is one of this event
  try {
    return judge();
  } catch (fault) {
    if (fault instanceof Fault && !fault.event) fault.event = event;
    throw fault;
  }
}

function header(line) {
  if (line === null) throw new Fault("not_utf8");
  const found = new Reader(line, false).whole();
  keyed(found, HEADER, "header");
  const [game, viewer, data] = ["game", "viewer", "data"].map((key) => found.get(key));
  if (found.get("format") !== "bugyo/1") throw new Fault("format");
  if (!/^[a-z0-9-]+$/.test(game)) throw new Fault("game_name", { game });
  if ([...data.values()].some((text) => typeof text !== "string")) throw new Fault("data_text");
  return { game, viewer, data, title: found.get("title"), events: found.get("events"), head: found.get("head") };
}

function event(line, position) {
  if (line === null) throw new Fault("not_utf8");
  const reader = new Reader(line, false);
  const found = reader.whole();
  keyed(found, LINE, "line");
  const form = found.get("public");
  keyed(form, PUBLIC, "public");
  const act = form.get("act"), entry = form.get("entry");
  for (const [key, value] of act) {
    if (!ACT.includes(key)) throw new Fault("key_more", { what: "act", key });
    if (typeof value !== "string") throw new Fault("key_kind", { what: "act", key, kind: "text" });
  }
  if (!act.has("cause")) throw new Fault("key_missing", { what: "act", key: "cause" });
  const type = entry.get("type");
  if (typeof type !== "string" || type === "sealed") throw new Fault("entry_type");
  if (!isHex(found.get("digest"), DIGEST)) throw new Fault("not_hex", { key: "digest" });
  const openings = found.get("openings");
  for (const one of openings) keyed(one, OPENING, "opening");
  const [game, stated, when] = ["game", "position", "at"].map((key) => form.get(key));
  const bytes = bytesOf(line.slice(reader.last, -1));
  const mail = act.get("cause") === "mail" ? (act.get("reference") || "").split(":")[0] : "";
  return { mail, act, position, digest: found.get("digest"), openings, entry, type, game, stated, when, bytes, sealed: [], hasSealed: line.includes('"type":"sealed"') };
}

// ---- the chain

async function chained(record, rest) { // what a game is called changes at every `forked`
  const { header, events } = record;
  const names = gameNames(record);
  let head = H("bugyo/1/game", names[0]), before = 0;
  for (const one of events) {
    await rest();
    at(one.position, () => {
      if (one.stated !== one.position) throw new Fault("position", { position: one.stated });
      if ((one.type === "opened") !== (one.position === 1)) throw new Fault("opened_first");
      if (one.game !== names[one.position]) throw new Fault("other_game", { game: one.game, meant: names[one.position] });
      if (one.when < before) throw new Fault("time_back");
      head = H("bugyo/1/event", head, one.bytes);
      if (hex(head) !== one.digest) throw new Fault("chain");
    });
    before = one.when;
  }
  if (header.events !== events.length) {
    const first = header.events > events.length ? events.length + 1 : Number(header.events) + 1;
    throw new Fault("event_count", { said: header.events, found: events.length }, first);
  }
  if (!events.length) throw new Fault("no_events");
  if (header.head !== events.at(-1).digest) throw new Fault("head", {}, events.length);
}

function gameNames({ header, events }) { // of each event, what the game is called there [6.8]
  const names = [];
  let name = header.game;
  for (let position = events.length; position > 0; position -= 1) {
    names[position] = name;
    const { type, entry } = events[position - 1];
    if (type === "forked") name = String(entry.get("game"));
  }
  names[0] = name;
  return names;
}

// ---- the data set: a MessagePack map, each part in its shortest form

function dataName({ title, data }) {
  const parts = [counted(data.size, [[15, 0x80]], [[0xffff, 0xde, 2], [2 ** 32, 0xdf, 4]])];
  for (const name of [...data.keys()].sort(byCodePoint)) {
    const key = bytesOf(name), content = bytesOf(data.get(name));
    parts.push(counted(key.length, [[31, 0xa0]], [[0xff, 0xd9, 1], [0xffff, 0xda, 2], [2 ** 32, 0xdb, 4]]), key);
    parts.push(counted(content.length, [], [[0xff, 0xc4, 1], [0xffff, 0xc5, 2], [2 ** 32, 0xc6, 4]]), content);
  }
  const blob = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    blob.set(part, at);
    at += part.length;
  }
  return hex(H("bugyo/1/data", title, blob));
}

function counted(length, within, behind) { // the head of a part: its kind, and how long it is
  for (const [most, kind] of within) if (length <= most) return Uint8Array.of(kind | length);
  const [, kind, width] = behind.find(([most]) => length <= most);
  const out = new Uint8Array(1 + width);
  out[0] = kind;
  for (let nth = 0; nth < width; nth += 1) out[width - nth] = Math.floor(length / 256 ** nth);
  return out;
}

// ---- sealed values and their openings

function* sealedIn(node, path) { // in the order of a walk, depth first
  if (Array.isArray(node)) {
    for (const [nth, item] of node.entries()) yield* sealedIn(item, path ? `${path}/${nth}` : String(nth));
  } else if (isObject(node)) {
    if (node.get("type") === "sealed") yield { path, ...sealedForm(node) };
    else for (const [key, value] of node) yield* sealedIn(value, path ? `${path}/${key}` : key);
  }
}

function sealedForm(node) {
  const to = node.get("to"), value = node.get("value");
  const commitment = isObject(value) && value.size === 1 ? value.get("commitment") : null;
  const fits = node.size === 3 && Array.isArray(to) && to.every((seat) => typeof seat === "string");
  if (!fits || !isHex(commitment, DIGEST)) throw new Fault("sealed_form");
  return { to, commitment };
}

async function opened(record, seats, isOver, rest) { // how many are opened, and how many are still sealed
  const { viewer } = record.header;
  const counts = { opened: 0, sealed: 0 };
  let first = null; // later openings are read all the same: throws are checked with them
  const isDue = (one) => isOver || viewer === "referee" || (viewer !== "public" && one.to.includes(viewer));
  for (const one of record.events) {
    await rest();
    try {
      at(one.position, () => {
        if (one.hasSealed) one.sealed = [...sealedIn(one.entry, "")];
        const long = one.sealed.find(({ path }) => path.length > LONGEST_PATH && [...path].length > LONGEST_PATH);
        if (long) throw new Fault("sealed_path");
        const other = one.sealed.find(({ to }) => !to.every((seat) => seats.has(seat)));
        if (other) throw new Fault("sealed_to", { path: other.path });
        const due = one.sealed.filter(isDue);
        counts.opened += due.length;
        counts.sealed += one.sealed.length - due.length;
        due.forEach((sealed, nth) => opening(one, sealed, one.openings[nth], isOver));
        if (one.openings.length > due.length) throw new Fault("opening_more", { path: one.openings[due.length].get("path") });
      });
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      first ??= fault;
    }
  }
  if (first) throw first;
  return counts;
}

function opening(one, sealed, found, isOver) {
  if (!found || found.get("path") !== sealed.path) {
    throw new Fault(isOver ? "opening_over" : "opening_missing", { path: sealed.path });
  }
  const salt = found.get("salt");
  if (!isHex(salt, SALT)) throw new Fault("not_hex", { key: "salt" });
  const value = canonical(found.get("value"));
  const fields = [one.game, one.position, sealed.path, unhex(salt), value];
  if (hex(H("bugyo/1/seal", ...fields)) !== sealed.commitment) throw new Fault("opening_other", { path: sealed.path });
  sealed.value = found.get("value");
}
