// All files as one zip, stored as they are: enough for a few hundred kilobytes of text.

const CRC = Array.from({ length: 256 }, (_none, at) => {
  let found = at;
  for (let bit = 0; bit < 8; bit += 1) found = found & 1 ? (found >>> 1) ^ 0xedb88320 : found >>> 1;
  return found >>> 0;
});

function checksum(bytes) {
  let found = 0xffffffff;
  for (const byte of bytes) found = (found >>> 8) ^ CRC[(found ^ byte) & 255];
  return (found ^ 0xffffffff) >>> 0;
}

function numbers(...pairs) { // [bytes, value] in turn, least byte first
  return Uint8Array.from(pairs.flatMap(([size, value]) => Array.from({ length: size }, (_none, at) => (value >>> (8 * at)) & 255)));
}

function zipped(files) { // [name, text] in turn; dated 1980-01-01, so that the same files are the same zip
  const parts = [], index = [];
  let at = 0;
  for (const [name, text] of files) {
    const title = new TextEncoder().encode(name), bytes = new TextEncoder().encode(text);
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 33], [4, checksum(bytes)], [4, bytes.length], [4, bytes.length], [2, title.length], [2, 0]];
    const local = [numbers([4, 0x04034b50], ...common), title, bytes];
    index.push(numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), title);
    parts.push(...local);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = index.reduce((sum, { length }) => sum + length, 0);
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0]);
  return new Blob([...parts, ...index, end], { type: "application/zip" });
}
