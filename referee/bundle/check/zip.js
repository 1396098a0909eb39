// The zip file [section 2]: members laid end to end, then their directory, and not one byte beside them. Two
// programs that read it find the same members.

const LARGEST = 256 * 2 ** 20; // bytes that all members may have together
const STORED = 0, DEFLATED = 8;
const ENCRYPTED = 0x2041, DESCRIBED = 0x8, UNICODE = 0x800; // flags
const ZIP64 = 0x1, OTHER_NAME = 0x7075; // extra fields that say otherwise than the header
const SPAN = 22; // bytes of the end record

const CRC = Uint32Array.from({ length: 256 }, (_none, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = CRC[(sum ^ byte) & 255] ^ sum >>> 8;
  return ~sum >>> 0;
}

async function unzipped(bytes) { // name -> bytes, in a Map
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries = directory(bytes, view);
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > LARGEST) throw new Beyond("zip_large", { most: LARGEST / 2 ** 20 });
  const members = new Map();
  let at = 0;
  for (const entry of entries) {
    if (entry.offset !== at) throw new Fault("zip_beside", { at: Math.min(at, entry.offset) });
    const from = local(bytes, view, entry);
    at = described(view, entry, from + entry.packed);
    const raw = await unpacked(bytes.subarray(from, from + entry.packed), entry);
    if (crc32(raw) !== entry.crc) throw new Fault("zip_damaged", { name: entry.name });
    members.set(entry.name, raw);
  }
  if (at !== entries.end) throw new Fault("zip_beside", { at });
  return members;
}

function directory(bytes, view) { // the entries in the order of their places
  const end = endRecord(view);
  const count = view.getUint16(end + 10, true), size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (view.getUint32(end + 4, true) || view.getUint16(end + 8, true) !== count) throw new Fault("zip_parts");
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) throw new Fault("zip_64");
  if (start + size !== end) throw new Fault("zip_beside", { at: Math.min(start + size, end) });
  const entries = [];
  const names = new Set();
  let at = start;
  for (let nth = 0; nth < count; nth += 1) {
    const entry = central(bytes, view, at, end);
    if (names.has(entry.name)) throw new Fault("zip_twice", { name: entry.name });
    names.add(entry.name);
    entries.push(entry);
    at = entry.next;
  }
  if (at !== end) throw new Fault("zip_beside", { at });
  entries.sort((one, other) => one.offset - other.offset);
  entries.end = start;
  return entries;
}

function endRecord(view) {
  for (let at = view.byteLength - SPAN; at >= Math.max(0, view.byteLength - SPAN - 0xffff); at -= 1) {
    const ends = view.getUint32(at, true) === 0x06054b50 && view.getUint16(at + 20, true) === view.byteLength - at - SPAN;
    if (ends) return at;
  }
  throw new Fault("zip_none");
}

function central(bytes, view, at, end) {
  if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw new Fault("zip_none");
  const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true));
  const [name, extra, comment] = lengths;
  const next = at + 46 + name + extra + comment;
  if (next > end) throw new Fault("zip_none");
  const entry = {
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
    raw: bytes.subarray(at + 46, at + 46 + name),
    next,
  };
  entry.name = named(entry);
  fields(view, at + 46 + name, extra, entry.name);
  if (entry.flags & ENCRYPTED) throw new Fault("zip_encrypted", entry);
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new Fault("zip_method", entry);
  if (entry.method === STORED && entry.packed !== entry.size) throw new Fault("zip_damaged", entry);
  return entry;
}

function named(entry) { // the format's names are ASCII; others must say that they are UTF-8
  const name = decoded(entry.raw);
  const ascii = /^[\x20-\x7e]*$/.test(name || "");
  if (!name || /[\u0000-\u001f\\]/.test(name) || (!ascii && !(entry.flags & UNICODE))) throw new Fault("zip_name");
  if (name.endsWith("/")) throw new Fault("zip_folder", { name });
  return name;
}

function decoded(bytes) { // null where it is not UTF-8
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function fields(view, from, length, name) {
  let at = from;
  while (at + 4 <= from + length) {
    const tag = view.getUint16(at, true);
    if (tag === ZIP64) throw new Fault("zip_64");
    if (tag === OTHER_NAME) throw new Fault("zip_name");
    at += 4 + view.getUint16(at + 2, true);
  }
  if (at !== from + length) throw new Fault("zip_damaged", { name });
}

function local(bytes, view, entry) { // where the data of a member begin; its own header says the same
  const at = entry.offset;
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) throw new Fault("zip_none");
  const name = view.getUint16(at + 26, true), extra = view.getUint16(at + 28, true);
  const from = at + 30 + name + extra;
  if (from + entry.packed > bytes.length) throw new Fault("zip_damaged", entry);
  fields(view, at + 30 + name, extra, entry.name);
  const told = [14, 18, 22].map((place) => view.getUint32(at + place, true));
  const meant = [entry.crc, entry.packed, entry.size];
  const later = Boolean(entry.flags & DESCRIBED);
  const agrees = told.every((value, nth) => value === meant[nth] || (later && value === 0))
    && view.getUint16(at + 6, true) === entry.flags && view.getUint16(at + 8, true) === entry.method
    && same(bytes.subarray(at + 30, at + 30 + name), entry.raw);
  if (!agrees) throw new Fault("zip_differs", entry);
  return from;
}

function described(view, entry, at) { // where a member ends, with what may stand behind its data
  if (!(entry.flags & DESCRIBED)) return at;
  const meant = [entry.crc, entry.packed, entry.size];
  const stands = (from) => from + 12 <= view.byteLength && meant.every((value, nth) => view.getUint32(from + 4 * nth, true) === value);
  if (at + 4 <= view.byteLength && view.getUint32(at, true) === 0x08074b50 && stands(at + 4)) return at + 16;
  if (stands(at)) return at + 12;
  throw new Fault("zip_differs", entry);
}

async function unpacked(packed, entry) {
  if (entry.method === STORED) return packed;
  if (typeof DecompressionStream === "undefined") throw new Beyond("zip_browser");
  const out = new Uint8Array(entry.size);
  let at = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > out.length) {
        await reader.cancel();
        throw new Fault("zip_damaged", entry);
      }
      out.set(value, at);
      at += value.length;
    }
  } catch {
    throw new Fault("zip_damaged", entry);
  }
  if (at !== out.length) throw new Fault("zip_damaged", entry);
  return out;
}
