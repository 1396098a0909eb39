// Bytes, digests and fields [format.md, section 1].

const UTF8 = new TextEncoder();
const bytesOf = (text) => UTF8.encode(text);
const HEX = Array.from({ length: 256 }, (_none, byte) => byte.toString(16).padStart(2, "0"));
const isHex = (value, bytes) =>
  typeof value === "string" && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);

function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

function unhex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

function unbase64(text) { // bytes, or null where the text is not base64 as it is written
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    return base64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

function same(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

// ---- SHA-256 (FIPS 180-4): at once, as a throw takes a dozen small digests and Web Crypto a promise for each

const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}
// The first 32 bits behind the point of a root. Doubles give them exactly: no root is within 2^-46 of a step.
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const SPREAD = new Int32Array(64);

function sha256(bytes) {
  const state = Int32Array.from(START);
  const whole = bytes.length - bytes.length % 64;
  for (let at = 0; at < whole; at += 64) block(state, bytes, at);
  const rest = bytes.length - whole;
  const last = new Uint8Array(rest < 56 ? 64 : 128);
  last.set(bytes.subarray(whole));
  last[rest] = 0x80;
  const view = new DataView(last.buffer);
  view.setUint32(last.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(last.length - 4, bytes.length << 3);
  for (let at = 0; at < last.length; at += 64) block(state, last, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, nth) => out.setInt32(4 * nth, word));
  return new Uint8Array(out.buffer);
}

function block(state, bytes, from) {
  spread(bytes, from);
  let a = state[0], b = state[1], c = state[2], d = state[3];
  let e = state[4], f = state[5], g = state[6], h = state[7]; // taking the list apart would cost more than the rounds
  for (let nth = 0; nth < 64; nth += 1) {
    const turned = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
    const one = h + turned + (e & f ^ ~e & g) + ROUNDS[nth] + SPREAD[nth] | 0;
    const moved = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
    const two = moved + (a & b ^ a & c ^ b & c) | 0;
    h = g; g = f; f = e; e = d + one | 0; d = c; c = b; b = a; a = one + two | 0;
  }
  state[0] += a; state[1] += b; state[2] += c; state[3] += d;
  state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}

function spread(bytes, from) {
  for (let nth = 0; nth < 16; nth += 1) {
    const at = from + 4 * nth;
    SPREAD[nth] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
  }
  for (let nth = 16; nth < 64; nth += 1) {
    const early = SPREAD[nth - 15], late = SPREAD[nth - 2];
    const low = (early >>> 7 | early << 25) ^ (early >>> 18 | early << 14) ^ early >>> 3;
    const high = (late >>> 17 | late << 15) ^ (late >>> 19 | late << 13) ^ late >>> 10;
    SPREAD[nth] = SPREAD[nth - 16] + low + SPREAD[nth - 7] + high | 0;
  }
}

// ---- fields

function framed(...fields) { // each field after its length; texts and numbers as UTF-8
  const raw = fields.map((field) => (field instanceof Uint8Array ? field : bytesOf(String(field))));
  const out = new Uint8Array(raw.reduce((sum, field) => sum + 8 + field.length, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const field of raw) {
    view.setUint32(at + 4, field.length);
    out.set(field, at + 8);
    at += 8 + field.length;
  }
  return out;
}

const H = (...fields) => sha256(framed(...fields));

function hmac(key, message) {
  const inner = new Uint8Array(64 + message.length).fill(0x36, 0, 64);
  const outer = new Uint8Array(96).fill(0x5c, 0, 64);
  key.forEach((byte, at) => { inner[at] ^= byte; outer[at] ^= byte; }); // every key here has 32 bytes
  inner.set(message, 64);
  outer.set(sha256(inner), 64);
  return sha256(outer);
}

const MAC = (key, ...fields) => hmac(key, framed(...fields));
