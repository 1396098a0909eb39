// The check of a bundle, of `game.jsonl`, or of the lines in a page: each part of section 8, one after the other.

const LONGEST_GIVEN = 200_000; // characters of a mail
const MOST_WAIT = 100; // milliseconds that the page may stand still, where another does not ask for less
const NEEDED = ["manifest.json", "manifest.sig", "key.txt", "game.jsonl", "checkpoint.txt", "format.md", "verify.py", "report.md"];
const MAYBE = ["check.html"]; // bundles of before have none
const OWN = ["manifest.json", "manifest.sig"];
const MAIL = /^mails\/([0-9a-f]{64})\.eml$/;

function pacing(most) { // lets the page breathe; called often, it waits seldom
  let since = performance.now();
  return async () => {
    if (performance.now() - since < most) return;
    await new Promise((go) => { setTimeout(go); });
    since = performance.now();
  };
}

const shownValues = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));

class Check {
  constructor(options) {
    this.given = String(options.given || "").slice(0, LONGEST_GIVEN);
    this.rest = pacing(options.wait || MOST_WAIT);
    this.rows = [];
    this.notes = [];
    this.throws = [];
    this.key = "";
    this.isKeyGiven = false;
  }

  say(name, status, values = {}, event = 0) {
    const sentence = say(values.sentence || `${name}_${status}`, values);
    this.rows.push({ name, title: say(`row_${name}`), status, sentence, why: values.why || sentence, event });
  }

  async part(name, judge) { // what a part of the check says, whatever happens in it
    try {
      const values = await judge();
      if (values) this.say(name, values.status || "holds", values);
      return true;
    } catch (fault) {
      const known = fault instanceof Fault;
      const why = known ? say(fault.message, shownValues(fault.values)) : say("unexpected", { error: plain(fault && fault.message) });
      const status = !known || fault instanceof Beyond ? "unchecked" : "fails";
      const where = known && fault.event ? "why_event" : known && fault.values.member ? "why_member" : "why";
      const values = { sentence: where, why, event: fault.event, member: known ? plain(fault.values.member) : "" };
      this.say(name, status, values, known ? fault.event : 0);
      if (!known) this.broken ??= name; // this page has stumbled: nothing may be said to hold
      return false;
    }
  }

  skip(names, why) {
    for (const name of names) this.say(name, "unchecked", { sentence: why });
  }
}

async function check(input, options = {}) { // a report; nothing that is wrong with the input throws
  const judge = new Check(options);
  const bytes = await bytesIn(input);
  const isZip = looksZipped(bytes);
  let members = new Map([["game.jsonl", bytes]]);
  if (isZip) {
    const holds = await judge.part("zip", async () => {
      members = await unzipped(bytes);
      return { members: members.size };
    });
    if (!holds) {
      judge.skip(["lines"], "skip_zip");
      return report(judge, null);
    }
    await ofBundle(judge, members);
  } else judge.skip(["zip", "manifest", "signature"], "bare");
  const record = await ofRecord(judge, members, isZip);
  return report(judge, record);
}

function looksZipped(bytes) { // it begins like a zip file, or ends like one
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return true;
  const end = bytes.subarray(-SPAN);
  return end.length === SPAN && same(end.subarray(0, 4), Uint8Array.of(0x50, 0x4b, 5, 6));
}

async function bytesIn(input) {
  if (input instanceof Uint8Array) return input;
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  const lines = Array.isArray(input) ? input.map((line) => (line.endsWith("\n") ? line : `${line}\n`)).join("") : String(input);
  return bytesOf(lines);
}

// ---- the bundle

async function ofBundle(judge, members) {
  await judge.part("manifest", () => manifest(members));
  await judge.part("signature", async () => {
    judge.key = keyIn(members);
    const raw = members.get("manifest.json"), mark = decoded(members.get("manifest.sig") || new Uint8Array());
    if (!raw || !isHex((mark || "").slice(0, -1), 64) || !mark.endsWith("\n")) throw new Fault("signature_form", { member: "manifest.sig" });
    const key = unhex(judge.key);
    if (!(await hasEd25519())) return { status: "unchecked", sentence: "no_ed25519" };
    if (!(await isSigned(key, H("bugyo/1/manifest", raw), unhex(mark.slice(0, -1))))) {
      if (isSmall(key)) return { status: "unchecked", sentence: "small_key" };
      throw new Fault("signature_wrong", { member: "manifest.sig" });
    }
    return isSmall(key) ? { status: "unchecked", sentence: "small_key" } : {};
  });
}

function keyIn(members) {
  const text = decoded(members.get("key.txt") || new Uint8Array()) || "";
  if (!isHex(text.slice(0, -1), 32) || !text.endsWith("\n")) throw new Fault("key_form", { member: "key.txt" });
  return text.slice(0, -1);
}

async function manifest(members) {
  const text = decoded(members.get("manifest.json") || new Uint8Array());
  if (!text) throw new Fault("manifest_none", { member: "manifest.json" });
  const listed = inMember("manifest.json", () => new Reader(text, true).whole());
  if (!isObject(listed)) throw new Fault("not_object", { what: "manifest", member: "manifest.json" });
  for (const name of NEEDED) if (!members.has(name)) throw new Fault("member_missing", { member: name });
  for (const name of members.keys()) {
    if (!OWN.includes(name) && !listed.has(name)) throw new Fault("member_unlisted", { member: name });
    if (![...NEEDED, ...MAYBE].includes(name) && !MAIL.test(name)) throw new Fault("member_unknown", { member: name });
  }
  for (const [name, meant] of listed) {
    if (OWN.includes(name) || !members.has(name)) throw new Fault("member_missing", { member: name });
    if (meant !== (await digestOf(members.get(name)))) throw new Fault("member_altered", { member: name });
  }
  return { members: listed.size };
}

function inMember(member, read) {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof Fault) fault.values.member = member;
    throw fault;
  }
}

async function digestOf(bytes) { // of a whole member: the browser is faster with what is large
  if (!globalThis.crypto || !crypto.subtle || bytes.length < 65536) return hex(sha256(bytes));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

// ---- the record

async function ofRecord(judge, members, isZip) {
  let record = null;
  const after = ["chain", "data", "checkpoint", "openings", "throws", "people"];
  if (!members.has("game.jsonl")) {
    judge.skip(["lines", ...after], "skip_lines");
    return null;
  }
  const reads = await judge.part("lines", async () => {
    record = await readLines(members.get("game.jsonl"), judge.rest);
    if (record.events.length) viewable(record);
    return { events: record.events.length };
  });
  if (!reads || !record.events.length) {
    judge.skip(after, "skip_lines");
    return null;
  }
  await judge.part("chain", () => chained(record, judge.rest).then(() => ({ events: record.events.length })));
  await judge.part("data", () => dataSet(record));
  await ofKeys(judge, record, members, isZip);
  const lines = course(record);
  record.isOver = lines.isOver;
  await judge.part("openings", async () => openings(record, await opened(record, seatsIn(record), lines.isOver, judge.rest)));
  await judge.part("throws", () => throwsOf(judge, record, lines));
  await judge.part("people", () => conductOf(judge, record));
  firstFault(judge);
  if (isZip) await judge.part("mails", () => mails(record, members));
  judge.skip(["rules"], "skip_here");
  return record;
}

function dataSet(record) {
  const name = record.events[0].entry.get("data");
  if (!record.header.data.size) return { status: "unshown", sentence: "data_left_out", name: String(name) };
  if (name !== dataName(record.header)) throw new Fault("data_other", {}, 1);
  return { files: record.header.data.size };
}

const seatsIn = (record) => new Set(at(1, () => seatsOf(valuesOf(record.events[0]))));

function viewable(record) {
  const { viewer } = record.header;
  if (record.events[0].type !== "opened") throw new Fault("opened_first", {}, 1);
  if (!["public", "referee"].includes(viewer) && !seatsIn(record).has(viewer)) throw new Fault("viewer", { viewer });
}

function openings(record, { opened: shown, sealed: hidden }) {
  const values = { opened: shown, sealed: hidden, viewer: plain(record.header.viewer) };
  return hidden ? { ...values, sentence: "openings_some" } : values;
}

async function throwsOf(judge, record, lines) {
  const ledger = new Ledger(record, lines);
  record.ledger = ledger;
  judge.throws = ledger.throws;
  judge.notes = ledger.notes;
  const unknown = new Set();
  for (const one of record.events) {
    await judge.rest();
    at(one.position, () => ledger.take(one));
    if (!Object.hasOwn(ENTRIES, one.type)) unknown.add(one.type);
  }
  at(record.events.length + 1, () => ledger.ends()); // what is missing
  if (unknown.size) judge.notes.push(say("note_unknown", { types: plain([...unknown].slice(0, 10).join(", ")) }));
  return countsOf(record, ledger);
}

const timed = (values, kinds) => Object.fromEntries(
  Object.entries(values).map(([key, value]) => [key, kinds[key][0] === time ? BigInt(value) : value]));

async function conductOf(judge, record) { // signatures last: each takes a promise
  const people = new People(), docket = new Docket(people, record.ledger);
  let fault = null;
  try {
    for (const one of record.events) {
      await judge.rest();
      at(one.position, () => {
        const kinds = ENTRIES[one.type], values = valuesOf(one), known = values && timed(values, kinds);
        people.take(one, known || {});
        docket.take(one, known || {}, record.events);
      });
    }
    at(record.events.length + 1, () => people.ends(docket));
  } catch (error) {
    fault = error;
  }
  const { checked, kinds } = await signatures(people, judge.rest); // of those that stand before it
  if (fault) throw fault;
  if (kinds.size) judge.notes.push(say("note_signatures", { kinds: [...kinds].join(", ") }));
  return { checked };
}

function firstFault(judge) { // two parts look at the same events: the one that finds the earlier stands first
  const [throwing, conduct] = judge.rows.slice(-2);
  const isLater = throwing.status === "fails" && conduct.status === "fails" && conduct.event < throwing.event;
  if (isLater) judge.rows.push(...judge.rows.splice(-2).reverse());
}

function countsOf(record, { throws }) {
  const values = { throws: throws.length, checked: throws.filter((one) => one.isChecked).length };
  const level = record.events[0].entry.get("level") || 0;
  if (!level) return { status: "unchecked", sentence: "throws_level0" };
  if (values.checked < values.throws) return { ...values, sealed: values.throws - values.checked, sentence: "throws_some" };
  return values;
}

async function mails(record, members) {
  const have = new Set();
  for (const [name, raw] of members) {
    const found = MAIL.exec(name);
    if (!found) continue;
    if ((await digestOf(raw)) !== found[1]) throw new Fault("mail_other", { member: name });
    have.add(found[1]);
  }
  const named = new Set(record.events.map((one) => one.mail).filter((name) => isHex(name, DIGEST)));
  const missing = [...named].filter((name) => !have.has(name)).length;
  if (missing) return { status: "unshown", sentence: "mails_missing", mails: have.size, missing };
  return { status: have.size ? "holds" : "unshown", mails: have.size };
}

// ---- key, checkpoint, and what was given from elsewhere

async function ofKeys(judge, record, members, isZip) {
  const own = keyOfRecord(record);
  if (isZip && judge.key && judge.key !== own) judge.say("key", "fails", { key: judge.key, own: own || "-" });
  else if (own) judge.say("key", "holds", { key: own });
  judge.key = own;
  if (isZip) await judge.part("checkpoint", () => checkpoint(record, members, own));
  else judge.skip(["checkpoint"], "bare");
  await judge.part("given", () => givenTo(judge, record, own));
}

function keyOfRecord({ events }) {
  let key = events[0].entry.get("key");
  for (const { type, entry } of events) if (type === "forked") key = entry.get("key");
  return isHex(key, 32) ? key : "";
}

function keyEvent({ events }) { // which event names the key
  const fork = events.findLast(({ type }) => type === "forked");
  return fork ? fork.position : 1;
}

async function checkpoint(record, members, key) {
  const member = "checkpoint.txt";
  const found = note(decoded(members.get(member) || new Uint8Array()) || "");
  if (!found) throw new Fault("checkpoint_form", { member });
  const last = record.events.at(-1);
  const says = found.origin === `bugyo/${record.header.game}` && found.position === last.position && found.head === last.digest;
  if (!says) throw new Fault("checkpoint_other", { member });
  const holds = key ? await noteHolds(found, unhex(key)) : false;
  if (holds === null) return { status: "unchecked", sentence: "no_ed25519" };
  if (!holds && !(key && isSmall(unhex(key)))) throw new Fault("checkpoint_signature", { member });
  if (isSmall(unhex(key))) return { status: "unchecked", sentence: "small_key" };
  return { position: found.position };
}

async function givenTo(judge, record, key) { // keys, heads, checkpoints and receipts out of a pasted text
  const { given } = judge;
  if (!given.trim()) return { status: "unshown" };
  const chain = new Map(record.events.map((one) => [one.digest, one.position]));
  const said = [], foreign = [];
  for (const one of await witnesses(given, record, key)) {
    const at = chain.get(one.head);
    const stands = at !== undefined && (one.isSeen ? at <= one.position : at === one.position);
    if (stands) said.push(say("given_head_stands", { position: chain.get(one.head) }));
    else if (one.isSigned) throw new Fault("given_head", one);
    else foreign.push(say("given_foreign", one));
  }
  const named = /Ed25519[:\s>]+([0-9a-f]{64})/.exec(given);
  if (named && named[1] !== key) throw new Fault("given_key", { given: named[1], key: key || "-" }, keyEvent(record));
  for (const [token] of given.matchAll(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g)) {
    if (token === key) judge.isKeyGiven = true;
    else if (chain.has(token)) said.push(say("given_head_stands", { position: chain.get(token) }));
  }
  judge.isHeadGiven = said.length > 0;
  if (judge.isKeyGiven) said.unshift(say("given_key_same"));
  const alone = /^\s*([0-9a-f]{64})\s*$/.exec(given);
  if (alone && !said.length) throw new Fault("given_neither", { given: alone[1] }, keyEvent(record));
  if (!said.length && !foreign.length) return { status: "unshown", sentence: "given_nothing" };
  return { status: foreign.length ? "unshown" : "holds", sentence: "given_said", said: [...new Set([...foreign, ...said])].join(" ") };
}

async function witnesses(given, record, key) { // heads of checkpoints and receipts, and whether this key signed them
  const heads = [];
  const isAble = Boolean(key) && await hasEd25519();
  const { game } = record.header;
  const blocks = given.replace(/\r\n/g, "\n").match(/^bugyo\/\S+\n[0-9]+\n\S+\n\n(?:— .*(?:\n|$))+/gmu) || [];
  for (const block of blocks) {
    const found = note(block.endsWith("\n") ? block : `${block}\n`);
    if (!found || found.origin !== `bugyo/${game}`) continue;
    heads.push({ isSigned: isAble && await noteHolds(found, unhex(key)), position: found.position, head: found.head });
  }
  for (const one of receipts(given).filter((receipt) => receipt.game === game)) {
    let isOurs = false;
    for (const message of isAble ? one.signed : []) isOurs ||= await isSigned(unhex(key), message, one.signature);
    heads.push({ isSigned: isOurs, position: one.position, head: one.head });
    for (const other of one.others) heads.push({ isSigned: isOurs, isSeen: true, position: one.position, head: other.head });
  }
  return heads;
}
