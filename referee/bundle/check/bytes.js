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

const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit += 1) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

function unhex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = DIGITS[text.charCodeAt(2 * at)] << 4 | DIGITS[text.charCodeAt(2 * at + 1)];
  }
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

const STATE = new Int32Array(8), LAST = new Uint8Array(128); // used again and again: a game takes many digests

function sha256(bytes) {
  STATE.set(START);
  const whole = bytes.length - bytes.length % 64, rest = bytes.length - whole;
  for (let at = 0; at < whole; at += 64) block(STATE, bytes, at);
  const size = rest < 56 ? 64 : 128;
  LAST.fill(0);
  for (let at = 0; at < rest; at += 1) LAST[at] = bytes[whole + at];
  LAST[rest] = 0x80;
  written(LAST, size - 8, Math.floor(bytes.length / 2 ** 29));
  written(LAST, size - 4, bytes.length << 3);
  for (let at = 0; at < size; at += 64) block(STATE, LAST, at);
  const out = new Uint8Array(32);
  for (let nth = 0; nth < 8; nth += 1) written(out, 4 * nth, STATE[nth]);
  return out;
}

function written(bytes, at, word) { // 32 bits, the highest byte first
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
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

let scratch = new Uint8Array(4096); // where fields are put together

function frame(fields) { // each field after its length; texts and numbers as UTF-8. How many bytes it takes
  let at = 0;
  for (const field of fields) {
    const raw = field instanceof Uint8Array ? field : String(field);
    const most = at + 8 + (typeof raw === "string" ? 3 : 1) * raw.length;
    if (most > scratch.length) {
      const wider = new Uint8Array(2 * most);
      wider.set(scratch.subarray(0, at));
      scratch = wider;
    }
    const length = put(raw, at + 8);
    scratch.fill(0, at, at + 4);
    written(scratch, at + 4, length);
    at += 8 + length;
  }
  return at;
}

function put(raw, at) { // a field; its length in bytes
  if (raw instanceof Uint8Array) {
    scratch.set(raw, at);
    return raw.length;
  }
  if (raw.length > 64) return UTF8.encodeInto(raw, scratch.subarray(at)).written;
  for (let nth = 0; nth < raw.length; nth += 1) {
    const code = raw.charCodeAt(nth);
    if (code > 127) return UTF8.encodeInto(raw, scratch.subarray(at)).written;
    scratch[at + nth] = code;
  }
  return raw.length;
}

function framed(...fields) {
  const length = frame(fields); // first: it may put another `scratch` in the place of this one
  return scratch.slice(0, length);
}

function H(...fields) {
  const length = frame(fields);
  return sha256(scratch.subarray(0, length));
}

const INNER = new Uint8Array(64), OUTER = new Uint8Array(96);

function MAC(key, ...fields) { // every key here has 32 bytes
  for (let at = 0; at < 64; at += 1) {
    INNER[at] = key[at] ^ 0x36; // behind the key: undefined counts as 0
    OUTER[at] = key[at] ^ 0x5c;
  }
  const length = frame(fields);
  const message = new Uint8Array(64 + length);
  message.set(INNER);
  message.set(scratch.subarray(0, length), 64);
  OUTER.set(sha256(message), 64);
  return sha256(OUTER);
}
