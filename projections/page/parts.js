"use strict";
// ---- boards as parts by their ids, as projections/page/parts.py tells them: a board is a map of its parts, as they lie

function partsOf({ tokens, fragments, places }) { // the part of a place; the same place is the same part
  const made = [], written = [];
  const content = (number) => (written[number] ??= fragments[number].map((token) => tokens[token]).join(""));
  return (place) => (made[place] ??= partAt(places[place], content));
}

function partAt([x, y, width, height, layer, marks, fragment, word = ""], content) {
  return { x, y, width, height, layer, turns: Boolean(marks & 1), quiet: Boolean(marks & 2), word, get content() { return content(fragment); } };
}

const DRAWN = ["x", "y", "width", "height", "layer", "turns", "quiet", "word", "content"];
const isSame = (one, other) => one === other || Boolean(one && other && DRAWN.every((key) => one[key] === other[key]));

function* patched(board, patches) { // the board after each of some patches, one after the other
  const part = partsOf(patches);
  for (const { change } of patches.boards) {
    board = taken(board, change.map(([id, place, below]) => [patches.parts[id], place === undefined ? null : part(place), below === undefined || below < 0 ? below : patches.parts[below]]));
    yield board;
  }
}

function taken(board, changes) { // [id, part or null for one that is gone, the id below one that is laid anew, or -1]
  const gone = new Set(changes.filter(([, part, below]) => !part || below !== undefined).map(([id]) => id));
  const kept = [...board].filter(([id]) => !gone.has(id)), put = new Map(), first = [];
  const news = new Map(changes.filter(([, part, below]) => part && below === undefined).map(([id, part]) => [id, part]));
  for (const [id, part, below] of changes) {
    if (below === undefined) continue;
    if (below === -1) first.push([id, part]);
    else put.set(below, [...(put.get(below) || []), [id, part]]);
  }
  const found = new Map(), lay = ([id, part]) => {
    found.set(id, news.get(id) || part);
    (put.get(id) || []).forEach(lay);
  };
  [...first, ...kept].forEach(lay);
  return found;
}

function changed(before, now) { // the ids of the parts that are new, gone or otherwise
  const gone = [...before.keys()].filter((id) => !now.has(id));
  return [...gone, ...[...now.keys()].filter((id) => !isSame(before.get(id), now.get(id)))];
}
