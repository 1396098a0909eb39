// The zip file [section 2]: members laid end to end, then their directory, and not one byte beside them. Two
// programs that read it find the same members.

const MIB = 2 ** 20;
const LARGEST = 128 * MIB, MOST_MEMBERS = 20_000; // what this page reads: section 2, limits
const LARGEST_OF = (name) => (name === "game.jsonl" ? 24 : name.startsWith("mails/") ? 16 : 4) * MIB;
const STORED = 0, DEFLATED = 8;
const FLAGS = 0x806, ENCRYPTED = 0x2041, UNICODE = 0x800; // that may be set; that say so of a member
const SPAN = 22; // bytes of the end record
const SLICE = 8192; // bytes that are unpacked at once

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
  const large = entries.find((entry) => entry.size > LARGEST_OF(entry.name));
  if (large) throw new Beyond("zip_member_large", { member: large.name, most: LARGEST_OF(large.name) / MIB });
  const sum = entries.reduce((size, entry) => size + entry.size, 0);
  if (sum > LARGEST || bytes.length > LARGEST) throw new Beyond("zip_large", { most: LARGEST / MIB });
  const members = new Map();
  let at = 0;
  for (const entry of entries) {
    if (entry.offset !== at) throw new Fault("zip_beside", { at: Math.min(at, entry.offset) });
    const from = local(bytes, view, entry);
    at = from + entry.packed;
    const raw = await unpacked(bytes.subarray(from, at), entry);
    if (crc32(raw) !== entry.crc) throw new Fault("zip_damaged", { name: entry.name });
    members.set(entry.name, raw);
  }
  if (at !== entries.end) throw new Fault("zip_beside", { at });
  return members;
}

function directory(bytes, view) { // the entries; the members stand in the same order
  const end = view.byteLength - SPAN;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50 || view.getUint16(end + 20, true)) throw new Fault("zip_none");
  const count = view.getUint16(end + 10, true), size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (view.getUint32(end + 4, true) || view.getUint16(end + 8, true) !== count) throw new Fault("zip_parts");
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) throw new Fault("zip_64");
  if (start + size !== end) throw new Fault("zip_beside", { at: Math.min(start + size, end) });
  if (count > MOST_MEMBERS) throw new Beyond("zip_many", { most: MOST_MEMBERS });
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
  entries.end = start;
  return entries;
}

function central(bytes, view, at, end) {
  if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw new Fault("zip_none");
  const length = view.getUint16(at + 28, true), next = at + 46 + length;
  if (next > end || view.getUint32(at + 30, true) || view.getUint16(at + 34, true)) throw new Fault("zip_extra");
  const entry = {
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
    says: bytes.subarray(at + 6, at + 32), // what the header of the member repeats
    raw: bytes.subarray(at + 46, next),
    next,
  };
  entry.name = named(entry);
  if (entry.flags & ENCRYPTED) throw new Fault("zip_encrypted", { name: entry.name });
  if (entry.flags & ~FLAGS) throw new Fault("zip_extra");
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new Fault("zip_method", { name: entry.name });
  if (entry.method === STORED && entry.packed !== entry.size) throw new Fault("zip_damaged", { name: entry.name });
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

function local(bytes, view, entry) { // where the data of a member begin; its own header says the same
  const at = entry.offset, { name } = entry;
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) throw new Fault("zip_none");
  const from = at + 30 + view.getUint16(at + 26, true);
  if (view.getUint16(at + 28, true)) throw new Fault("zip_extra");
  if (from + entry.packed > bytes.length) throw new Fault("zip_damaged", { name });
  const agrees = same(bytes.subarray(at + 4, at + 30), entry.says) && same(bytes.subarray(at + 30, from), entry.raw);
  if (!agrees) throw new Fault("zip_differs", { name });
  return from;
}

function sliced(bytes) { // no more at once, as all that comes out of a slice is kept: a thousand times its length
  let at = 0;
  const pull = (into) => {
    if (at < bytes.length) into.enqueue(bytes.subarray(at, at += SLICE));
    else into.close();
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

async function unpacked(packed, entry) {
  if (entry.method === STORED) return packed;
  if (typeof DecompressionStream === "undefined") throw new Beyond("zip_browser");
  const out = new Uint8Array(entry.size);
  let at = 0;
  try {
    const reader = sliced(packed).pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > out.length) {
        await reader.cancel();
        throw new Fault("zip_damaged", { name: entry.name });
      }
      out.set(value, at);
      at += value.length;
    }
  } catch {
    throw new Fault("zip_damaged", { name: entry.name });
  }
  if (at !== out.length) throw new Fault("zip_damaged", { name: entry.name });
  return out;
}
