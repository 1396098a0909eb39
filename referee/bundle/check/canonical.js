// Canonical JSON [section 1]: reading accepts nothing else. Objects are Maps, so that no key has a meaning of
// its own and their order stands; numbers above 2^53 are BigInts.

const LETTERS = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };
const LETTER_OF = new Map(Object.entries(LETTERS).map(([letter, sign]) => [sign, `\\${letter}`]));
const RUN = /[^"\\\u0000-\u001f]*/y; // what stands in a text as it is
const MOST_PARTS = 5000; // of a text, while it is read
const DEEPEST = 64;
const LEAST = -(2n ** 63n), MOST = 2n ** 64n - 1n;

const LONGEST_SHOWN = 300; // characters of a text out of a record

function plain(value) { // such a text as it may be shown: none turns the line around or fills the page
  const text = String(value);
  const cut = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}

class Fault extends Error { // what does not hold: the name of a sentence, with its values
  constructor(name, values = {}, event = 0) {
    super(name);
    this.values = values;
    this.event = event;
  }
}

class Beyond extends Fault {} // what is larger than this page takes: it may hold, and is not checked

function byCodePoint(one, other) { // UTF-16 sorts what lies above U+FFFF before U+E000
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const left = one.charCodeAt(at), right = other.charCodeAt(at);
    if (left === right) continue;
    const high = (unit) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);
    return high(left) - high(right);
  }
  return one.length - other.length;
}

class Reader {
  constructor(text, slashes) {
    this.text = text;
    this.at = 0;
    this.slashes = slashes;
    this.last = 0; // where the value of the last key of the outermost object begins
  }

  whole() {
    const value = this.value(0);
    if (this.at !== this.text.length) throw new Fault("json_after");
    return value;
  }

  value(depth) {
    const sign = this.text[this.at];
    if (sign === '"') return this.string();
    if (sign === "{") return this.object(depth + 1);
    if (sign === "[") return this.list(depth + 1);
    if (sign === "-" || (sign >= "0" && sign <= "9")) return this.number();
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    throw new Fault(/[ \t\r\n]/.test(sign || "") ? "json_space" : "json_syntax", { column: this.at + 1 });
  }

  expect(sign) {
    if (this.text[this.at] !== sign) throw new Fault("json_syntax", { column: this.at + 1 });
    this.at += 1;
  }

  object(depth) {
    if (depth > DEEPEST) throw new Fault("json_deep");
    const found = new Map();
    this.at += 1;
    if (this.text[this.at] === "}") { this.at += 1; return found; }
    let before = null;
    for (;;) {
      if (this.text[this.at] !== '"') throw new Fault("json_syntax", { column: this.at + 1 });
      const key = this.string();
      if (before !== null && byCodePoint(before, key) >= 0) {
        throw new Fault(before === key ? "json_twice" : "json_order", { key });
      }
      if (!this.slashes && key.includes("/")) throw new Fault("json_slash", { key });
      this.expect(":");
      if (depth === 1) this.last = this.at;
      found.set(key, this.value(depth));
      before = key;
      if (this.text[this.at] === "}") { this.at += 1; return found; }
      this.expect(",");
    }
  }

  list(depth) {
    if (depth > DEEPEST) throw new Fault("json_deep");
    const found = [];
    this.at += 1;
    if (this.text[this.at] === "]") { this.at += 1; return found; }
    for (;;) {
      found.push(this.value(depth));
      if (this.text[this.at] === "]") { this.at += 1; return found; }
      this.expect(",");
    }
  }

  string() { // without what `exec` gives, and in few parts: a text of escapes would take hundreds of MB
    let parts = [];
    this.at += 1;
    for (;;) {
      const from = this.at;
      RUN.lastIndex = from;
      RUN.test(this.text);
      this.at = RUN.lastIndex;
      if (this.at > from) parts.push(this.text.slice(from, this.at));
      const sign = this.text[this.at];
      if (sign === '"') break;
      if (sign !== "\\") throw new Fault("json_control", { column: this.at + 1 });
      parts.push(this.escaped());
      if (parts.length > MOST_PARTS) parts = [parts.join("")];
    }
    this.at += 1;
    return parts.length === 1 ? parts[0] : parts.join("");
  }

  escaped() {
    const letter = this.text[this.at + 1];
    if (Object.hasOwn(LETTERS, letter)) {
      this.at += 2;
      return LETTERS[letter];
    }
    const code = this.text.slice(this.at + 1, this.at + 6);
    const sign = String.fromCharCode(parseInt(code.slice(1), 16));
    if (!/^u00[01][0-9a-f]$/.test(code) || LETTER_OF.has(sign)) {
      throw new Fault("json_escape", { column: this.at + 1 });
    }
    this.at += 6;
    return sign;
  }

  number() {
    const digits = /-?(?:0|[1-9][0-9]*)/y;
    digits.lastIndex = this.at;
    const found = digits.exec(this.text);
    const after = found && this.text[this.at + found[0].length];
    if (!found || found[0] === "-0" || /[.eE0-9]/.test(after || "")) throw new Fault("json_number", { column: this.at + 1 });
    this.at += found[0].length;
    const value = Number(found[0]);
    if (Number.isSafeInteger(value)) return value;
    const exact = found[0].length > 20 ? MOST + 1n : BigInt(found[0]);
    if (exact < LEAST || exact > MOST) throw new Fault("json_range", { column: this.at });
    return exact;
  }
}

function canonical(value) { // a text of what `Reader` gives
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!(value instanceof Map)) return String(value);
  const keys = [...value.keys()].sort(byCodePoint);
  return `{${keys.map((key) => `${quoted(key)}:${canonical(value.get(key))}`).join(",")}}`;
}

function quoted(text) {
  const escape = (sign) => LETTER_OF.get(sign) || `\\u00${HEX[sign.charCodeAt(0)]}`;
  return `"${text.replace(/["\\\u0000-\u001f]/g, escape)}"`;
}

const isWhole = (value) => typeof value === "number" || typeof value === "bigint";
const isObject = (value) => value instanceof Map;
