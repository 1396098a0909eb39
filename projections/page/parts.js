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
    if (change.length) board = taken(board, change.map(([id, place, below]) => [patches.parts[id], place === undefined ? null : part(place), below === undefined || below < 0 ? below : patches.parts[below]]));
    yield board;
  }
}

function taken(board, changes) { // [id, part or null for one that is gone, the id before one that is laid anew, or -1]
  const gone = new Set(changes.filter(([, part, before]) => !part || before !== undefined).map(([id]) => id));
  const news = new Map(changes.filter(([, part]) => part)), follow = new Map(), found = new Map();
  for (const [id, part, before] of changes) if (part && before !== undefined) follow.set(before, [...(follow.get(before) || []), id]);
  const lay = (id) => {
    if (found.has(id)) return;
    found.set(id, news.get(id) || board.get(id));
    follow.get(id)?.forEach(lay);
  };
  follow.get(-1)?.forEach(lay);
  for (const id of board.keys()) if (!gone.has(id)) lay(id);
  for (const id of news.keys()) lay(id); // of a patch of another board: above all others
  return found;
}

function changed(before, now) { // the ids of the parts that are new, gone or otherwise
  const gone = [...before.keys()].filter((id) => !now.has(id));
  return [...gone, ...[...now.keys()].filter((id) => !isSame(before.get(id), now.get(id)))];
}
