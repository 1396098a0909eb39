// ---- a field of hexes is one element: which hex lies where, and what is said of it, is worked out

const fields = new WeakMap();

function fieldOf(element) { // half the width of a hex, its height, and the tables
  if (!fields.has(element)) {
    const { hexes, kinds, said, names } = element.dataset, [across, down, columns] = hexes.split(" ").map(Number);
    const named = new Map(names.split("|").map((one) => [one.slice(0, 4), one.slice(5)]));
    fields.set(element, { across, down, columns, kinds, said: said.split("|"), named });
  }
  return fields.get(element);
}

const KINDS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

function hexNamed(element, word) { // what a hex is: "Kaizu, castle"; "" where there is none of that word
  const { columns, kinds, said, named } = fieldOf(element), [column, row] = cellOf(word);
  const kind = column >= 1 && column <= columns ? said[KINDS.indexOf(kinds[(row - 1) * columns + column - 1] || "-")] : "";
  return kind ? [named.get(word), kind].filter(Boolean).join(", ") : "";
}

const cellOf = (word) => (/^\d{4}$/.test(word) ? [Number(word.slice(0, 2)), Number(word.slice(2))] : [0, 0]);

function hexMiddle(element, [column, row]) { // in the units of the field
  const { across, down } = fieldOf(element);
  return [across * (1.5 * column - 0.5), down * (row - (column % 2 ? 0.5 : 0))];
}

function hexAt(element, event) { // the word of the hex under a pointer; "" beside the map
  const { across, down } = fieldOf(element);
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
  const near = Math.round((x / across + 0.5) / 1.5), cells = [near - 1, near, near + 1].map((column) => [column, Math.round(y / down + (column % 2 ? 0.5 : 0))]);
  const far = (cell) => {
    const [u, v] = hexMiddle(element, cell);
    return ((u - x) / across) ** 2 + 3 * ((v - y) / down) ** 2;
  };
  const [column, row] = cells.sort((one, two) => far(one) - far(two))[0];
  const word = `${column}`.padStart(2, "0") + `${row}`.padStart(2, "0");
  return hexNamed(element, word) ? word : "";
}
