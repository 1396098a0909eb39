// What seats sign their orders with [section 6.10]: keys of ssh and of minisign, and BLAKE2b, which no browser has.

const SIGN_KINDS = ["ssh-ed25519", "minisign"]; // of the keys whose signatures are checked
const FOR_ORDERS = "bugyo-order";
const MINI_KEY = /^minisign (RW[Q-T][A-Za-z0-9+/]{53})$/, MINI_SIGNATURE = /^R[UW][Q-T][A-Za-z0-9+/]{181}$/;

function loosely(digits) { // base64 of which the last digit may have bits too many, with a sign of padding too many
  const bare = digits.replace(/=+$/, ""), pads = digits.length - bare.length, rest = bare.length % 4;
  if (!/^[A-Za-z0-9+/]*$/.test(bare) || rest === 1 || (rest && pads < 4 - rest)) return null;
  return Uint8Array.from(atob(bare), (sign) => sign.charCodeAt(0));
}

const lengthIn = (raw, at) => new DataView(raw.buffer, raw.byteOffset).getUint32(at);

function strings(raw, many) { // so many, each after its length in 4 bytes, and nothing behind; null: it is anything else
  const found = [];
  let at = 0;
  while (found.length < many && at + 4 <= raw.length && at + 4 + lengthIn(raw, at) <= raw.length) {
    const from = at + 4;
    at = from + lengthIn(raw, at);
    found.push(raw.subarray(from, at));
  }
  return found.length === many && at === raw.length ? found : null;
}

const asString = (raw) => {
  const out = new Uint8Array(4 + raw.length);
  written(out, 0, raw.length);
  out.set(raw, 4);
  return out;
};

const together = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

async function isSignedBySsh(key, said, signature) {
  const blob = loosely(key.split(" ")[1]), raw = unbase64(signature);
  const own = blob && strings(blob, 2), parts = raw && strings(raw.subarray(10), 5);
  if (!own || !parts || !same(raw.subarray(0, 10), bytesOf("SSHSIG\0\0\0\u0001"))) return false;
  const [signer, namespace, reserved, hash, signed] = parts, mark = strings(signed, 2);
  const kinds = [own[0], mark ? mark[0] : own[0]].map(decoded);
  if (!mark || !kinds.every((kind) => kind === "ssh-ed25519") || decoded(namespace) !== FOR_ORDERS) return false;
  const name = { sha256: "SHA-256", sha512: "SHA-512" }[decoded(hash)];
  if (!name || !same(signer, blob) || own[1].length !== 32) return false;
  const digested = new Uint8Array(await crypto.subtle.digest(name, bytesOf(said)));
  const message = together(bytesOf("SSHSIG"), ...[namespace, reserved, hash, digested].map(asString));
  return isSigned(own[1], message, mark[1]);
}

async function isSignedByMinisign(key, said, signature) {
  const short = MINI_KEY.exec(key);
  if (!short || !MINI_SIGNATURE.test(signature)) return false;
  const own = loosely(short[1]), raw = loosely(signature), signer = own.subarray(10), mark = raw.subarray(10, 74);
  if (!same(own.subarray(2, 10), raw.subarray(2, 10)) || isSmall(signer)) return false;
  const message = raw[1] === 0x64 ? bytesOf(said) : blake2b(bytesOf(said)); // "Ed", or "ED"
  if (!(await isSigned(signer, message, mark))) return false;
  return isSigned(signer, together(mark, bytesOf(FOR_ORDERS)), raw.subarray(74));
}

async function signatures(people, rest) { // how many hold, and the kinds of keys that are not known here
  const able = await hasEd25519(), kinds = new Set();
  let checked = 0;
  for (const { key, text: said, signature, position } of people.signed) {
    await rest();
    const [kind] = key.split(" ");
    if (!SIGN_KINDS.includes(kind) || !able) {
      kinds.add(plain(kind));
      continue;
    }
    const holds = await (kind === "minisign" ? isSignedByMinisign : isSignedBySsh)(key, said, signature);
    if (!holds) throw new Fault("conduct", { what: "signature" }, position);
    checked += 1;
  }
  return { checked, kinds };
}

// ---- BLAKE2b (RFC 7693), of 64 bytes, without a key

const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDERS_OF_WORDS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));
const MIXED = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

const turned = (word, by) => BigInt.asUintN(64, word >> by | word << 64n - by);

function mix(v, [a, b, c, d], x, y) {
  v[a] = BigInt.asUintN(64, v[a] + v[b] + x);
  v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = BigInt.asUintN(64, v[c] + v[d]);
  v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = BigInt.asUintN(64, v[a] + v[b] + y);
  v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = BigInt.asUintN(64, v[c] + v[d]);
  v[b] = turned(v[b] ^ v[c], 63n);
}

function blake2b(bytes) {
  const state = [...IV];
  state[0] ^= 0x01010040n;
  const blocks = Math.max(1, Math.ceil(bytes.length / 128)), padded = new Uint8Array(128 * blocks);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  for (let nth = 1; nth <= blocks; nth += 1) {
    const words = Array.from({ length: 16 }, (_none, at) => view.getBigUint64(128 * (nth - 1) + 8 * at, true));
    const v = [...state, ...IV];
    v[12] ^= BigInt(Math.min(128 * nth, bytes.length));
    if (nth === blocks) v[14] ^= 2n ** 64n - 1n;
    for (let round = 0; round < 12; round += 1) {
      const order = ORDERS_OF_WORDS[round % 10];
      MIXED.forEach((places, at) => mix(v, places, words[order[2 * at]], words[order[2 * at + 1]]));
    }
    state.forEach((word, at) => { state[at] = word ^ v[at] ^ v[at + 8]; });
  }
  const out = new Uint8Array(64), told = new DataView(out.buffer);
  state.forEach((word, at) => told.setBigUint64(8 * at, word, true));
  return out;
}
