// ---- the strip under the slider: turns, and the lines of play as branches

const LANE = 7, DEEPEST = 3; // how far a line of play stands from the one it forks off; more share a place
const pointers = []; // what moves with the event that is shown

const FOOT = 6 + LANE * Math.min(Math.max(...lines.map(({ depth }) => depth)), DEEPEST); // where the strip's main line is

function lane(number) {
  return FOOT - LANE * Math.min(lines[number].depth, DEEPEST);
}

function strip() {
  const picture = $("strip");
  picture.setAttribute("viewBox", `0 0 ${count} ${FOOT + 6}`);
  picture.setAttribute("height", FOOT + 6);
  for (const at of firstOf.values()) drawing("line", { x1: at - 1, x2: at - 1, y1: FOOT - 4, y2: FOOT + 6, class: "turn" }, picture);
  drawing("path", { d: `M0 ${lane(0)}H${count}`, class: "stands" }, picture);
  for (const [number, first, last] of runs()) {
    if (!number) continue;
    const { fork } = lines[number], from = lines[number].first === first ? `M${fork} ${lane(line[fork] || 0)}L` : "M";
    drawing("path", { d: `${from}${first - 0.5} ${lane(number)}H${last}`, class: "gone" }, picture);
  }
  pointer(picture, FOOT + 6);
  leads(picture);
}

function pointer(picture, height) {
  const mark = drawing("line", { y1: 0, y2: height, class: "pointer" }, picture);
  pointers.push((at) => {
    mark.setAttribute("x1", at - 0.5);
    mark.setAttribute("x2", at - 0.5);
  });
}

function leads(picture) { // a click leads to the event under it
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    go(1 + Math.floor(((event.clientX - box.left) / box.width) * count));
  });
}

// ---- the tracks over time

function chart(name, values) {
  const known = values.filter((value) => value !== undefined);
  const low = Math.min(0, ...known), high = Math.max(1, ...known);
  const figure = $("tracks").appendChild(document.createElement("figure"));
  const caption = figure.appendChild(document.createElement("figcaption"));
  const frame = figure.appendChild(document.createElement("div"));
  const picture = drawing("svg", { viewBox: `0 0 ${count} 100`, preserveAspectRatio: "none", role: "img" }, frame);
  picture.setAttribute("aria-label", said(words.chart, { name, low: Math.min(...known), high: Math.max(...known), last: values[count] }));
  const height = (value) => 95 - (90 * (value - low)) / (high - low);
  for (const at of firstOf.values()) drawing("line", { x1: at - 1, x2: at - 1, y1: 0, y2: 100, class: "turn" }, picture);
  if (low < 0) drawing("line", { x1: 0, x2: count, y1: height(0), y2: height(0), class: "zero" }, picture);
  for (const [number, first, last] of runs()) {
    if (number) drawing("path", { d: course(values, lines[number].fork, first, last, height), class: "gone" }, picture);
  }
  drawing("path", { d: standing(values, height), class: "stands" }, picture);
  pointer(picture, 100);
  leads(picture);
  for (const [place, value] of [["high", high], ["low", low]]) {
    const label = frame.appendChild(document.createElement("span"));
    label.className = place;
    label.textContent = value;
  }
  pointers.push((at) => {
    caption.textContent = `${name}: ${values[at] ?? "–"}`;
  });
}

function course(values, from, first, last, height) { // steps through the values of some events
  let path = `M${first - 1} ${height(values[from] ?? values[first] ?? 0)}`, stands = values[from];
  for (let at = first; at <= last; at += 1) {
    if (values[at] === stands || values[at] === undefined) continue;
    path += `H${at - 1}V${height(values[at])}`;
    stands = values[at];
  }
  return `${path}H${last}`;
}

function standing(values, height) { // the line that stands; it waits while others are abandoned
  let path = "", stands;
  for (let at = 1; at <= count; at += 1) {
    if (line[at] || values[at] === undefined || values[at] === stands) continue;
    path += path ? `H${at - 1}V${height(values[at])}` : `M${at - 1} ${height(values[at])}`;
    stands = values[at];
  }
  return path ? `${path}H${count}` : "M0 0";
}

strip();
for (const [name, values] of tracks) chart(name, values);
$("charts").hidden = !tracks.size;
