// Signatures [section 7]: Ed25519 by the browser, if it has that; what RFC 8032 wants beside is seen to here.

const FIELD = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const KNOWN_KEY = "5866666666666666666666666666666666666666666666666666666666666666"; // the base point
const EIGHTH = little(unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));
const SMALL = [0n, 1n, FIELD - 1n, EIGHTH, FIELD - EIGHTH]; // y of every point of small order

function little(bytes) { // a number, the lowest byte first
  return BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);
}

async function hasEd25519() {
  try {
    await crypto.subtle.importKey("raw", unhex(KNOWN_KEY), { name: "Ed25519" }, false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

function isSmall(key) { // whatever such a key has signed, anybody can have made
  const y = little(key) & (2n ** 255n - 1n);
  return SMALL.includes(y);
}

async function isSigned(key, message, signature) {
  const y = little(key) & (2n ** 255n - 1n), sign = key[31] >> 7;
  if (signature.length !== 64 || y >= FIELD || (sign && (y === 1n || y === FIELD - 1n))) return false;
  if (little(signature.subarray(32)) >= ORDER) return false;
  try {
    const held = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, held, signature, message);
  } catch {
    return false; // the key is no point of the curve
  }
}

// ---- checkpoints: signed notes

function note(text) { // what a checkpoint says, or null where it is none
  const cut = text.indexOf("\n\n");
  const lines = text.slice(0, cut + 1).split("\n");
  const found = text.slice(cut + 2).split("\n");
  if (cut < 0 || lines.length !== 4 || found.pop() !== "" || !found.length) return null;
  const [origin, position, head] = lines;
  const raw = unbase64(head);
  const signatures = found.map((line) => /^— ([^\s+]+) (\S+)$/u.exec(line));
  if (!/^[1-9][0-9]{0,15}$/.test(position) || !raw || raw.length !== 32 || signatures.includes(null)) return null;
  const signed = signatures.map(([, name, mark]) => ({ name, mark: unbase64(mark) }));
  if (signed.some(({ mark }) => !mark || mark.length < 5)) return null;
  return { origin, position: Number(position), head: hex(raw), signed, text: text.slice(0, cut + 1) };
}

async function noteHolds(found, key) { // whether our signature stands under it; null: this browser cannot tell
  const marked = sha256(Uint8Array.from([...bytesOf("bugyo\n"), 1, ...key])).subarray(0, 4);
  const ours = found.signed.filter(({ name, mark }) => name === "bugyo" && same(mark.subarray(0, 4), marked));
  if (ours.length !== 1) return false; // it stands there once
  if (!(await hasEd25519())) return null;
  for (const { mark } of ours) {
    if (!(await isSigned(key, bytesOf(found.text), mark.subarray(4)))) return false;
  }
  return true;
}

// ---- receipts, as they stand in a mail

function receipts(text) { // every receipt of a text; quotation marks and blanks at the beginning do not count
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^[\s>|]+/, "").trimEnd());
  const found = [];
  for (let at = 0; at < lines.length; at += 1) {
    const begun = /^-----BEGIN RECEIPT (\S+) (\S+) ([1-9][0-9]*)-----$/.exec(lines[at]);
    const end = begun ? lines.indexOf("-----END RECEIPT-----", at) : -1;
    const made = end > at && receipt(begun, lines.slice(at + 1, end));
    if (made) found.push(made);
  }
  return found;
}

function receipt([, game, seat, number], lines) {
  const mail = /^MAIL (-|[0-9a-f]{64})$/.exec(lines[0] || "");
  const head = /^HEAD ([1-9][0-9]*) ([0-9a-f]{64})$/.exec(lines[1] || "");
  const from = lines.findIndex((line) => line.startsWith("SIGNATURE "));
  if (!mail || !head || from < 2) return null;
  const seen = lines.slice(2, from).map((line) => /^SEEN (\S+) ([0-9a-f]{64})$/.exec(line));
  const signature = unbase64(lines.slice(from).join("").slice(10).replace(/\s/g, ""));
  if (seen.includes(null) || !signature) return null;
  const others = seen.map(([, other, digest]) => ({ seat: other, head: digest }));
  const fields = [game, seat, number, mail[1], head[1], unhex(head[2])];
  const further = others.flatMap((other) => [other.seat, unhex(other.head)]);
  const signed = [H("bugyo/2/receipt", ...fields, ...further)];
  if (!others.length) signed.push(H("bugyo/1/receipt", ...fields));
  return { game, seat, position: Number(head[1]), head: head[2], others, signature, signed };
}
