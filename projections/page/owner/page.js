// From view to view; files and pictures in, files out.

const VIEWS = ["map", "file", "left", "save"];
const MOST_KILOBYTES = 4096;

function views() { // what there is to go to: the map, each file, the list, the saving
  const list = $("view"), chosen = list.value || (ground ? "map" : `file/${kit.files[0].name}`);
  list.replaceChildren();
  if (ground) element("option", say("map"), list).value = "map";
  for (const sheet of work.sheets.values()) element("option", fileLabel(sheet), list).value = `file/${sheet.name}`;
  element("option", say("left"), list).value = "left";
  element("option", say("save"), list).value = "save";
  list.value = chosen;
}

function fileLabel(sheet) {
  const { ours, known, yours } = tally(sheet), all = ours + known + yours;
  const said = isNames(sheet) ? named(sheet).map(({ code, names, things }) => `${code} ${names}/${things}`).join(", ") : all && say("ours_of", { ours, all });
  return `${sheet.name}${said ? ` · ${said}` : ""}${isChanged(sheet) ? " *" : ""}`;
}

function show(view = $("view").value) {
  const [kind, name] = view.split("/");
  told("");
  $("view").value = view;
  for (const one of VIEWS) $(`${one}-view`).hidden = one !== kind;
  $("go-map").hidden = !ground;
  for (const one of ["map", "left", "save"]) $(`go-${one}`).setAttribute("aria-pressed", String(one === kind));
  if (kind === "map") showMap();
  if (kind === "file") showFile(name);
  if (kind === "left") showLeft();
  if (kind === "save") showSave();
}

function counted() { // after a deed: what the list says, and which buttons can be pressed
  views();
  $("undo").disabled = !work.done.length;
  $("redo").disabled = !work.undone.length;
}

// ---- the map

function showMap() {
  if (!map.drawn.size) {
    drawGround();
    whole();
  } else drawGround();
  tools();
  panel();
}

function tools() {
  $("tools").replaceChildren();
  palette($("tools"), say("tools"), TOOLS.map((tool) => [tool, say(`tool_${tool}`), ""]), map.tool, (tool) => {
    map.tool = tool;
    $("map").dataset.tool = tool;
    drawGround();
    tools();
  });
}

function whole() { // the picture, or where there is none the grid
  const spots = [...map.drawn.keys()].map((place) => onPicture(modelOf(place))), room = spread() * 1.2;
  const xs = spots.map(({ x }) => x), ys = spots.map(({ y }) => y), low = { x: Math.min(...xs) - room, y: Math.min(...ys) - room };
  const { width, height } = map.picture || {};
  map.frame.show(map.picture ? { x: 0, y: 0, w: width, h: height } : { ...low, w: Math.max(...xs) + room - low.x, h: Math.max(...ys) + room - low.y });
}

function startingPoints() {
  if (work.points.length === 3) return;
  const places = placesOf(), by = (key) => [...places].sort((one, other) => modelOf(one)[key] - modelOf(other)[key]);
  const corner = isHexed ? [places[0], `${places.at(-1).slice(0, 2)}${places[0].slice(2)}`, `${places[0].slice(0, 2)}${places.at(-1).slice(2)}`] : [by("x")[0], by("x").at(-1), by("y")[0]];
  work.points = corner.map((place) => ({ place, x: NaN, y: NaN }));
}

async function takePicture(file, which) {
  try {
    const picture = await pictureOf(file);
    const held = which === "map" ? map : table;
    if (held.picture) URL.revokeObjectURL(held.picture.address);
    held.picture = picture;
    for (const [key, value] of Object.entries({ href: picture.address, width: picture.width, height: picture.height })) $(`${which}-image`).setAttribute(key, value);
    if (which === "map") drawGround();
    if (which === "map") whole();
    else {
      $("side").hidden = false;
      table.frame.show({ x: 0, y: 0, w: picture.width, h: picture.height });
    }
    return true;
  } catch (why) {
    told(why instanceof Refused ? why.message : say("no_picture"));
    return false;
  }
}

async function givenPicture(file, which) {
  if (!(await takePicture(file, which))) return;
  told(say("picture_stays", { name: file.name }));
  try {
    await keep(pictureKey(which), file);
  } catch {
    told(say("picture_not_kept"));
  }
}

// ---- what is left, and saving

function showLeft() {
  const all = { ours: 0, known: 0, yours: 0 };
  $("left-list").replaceChildren();
  for (const sheet of work.sheets.values()) {
    const found = tally(sheet), line = element("li", "", $("left-list"));
    for (const key of Object.keys(all)) all[key] += found[key];
    goTo(line, sheet.name, `file/${sheet.name}`);
    element("span", tallySaid(sheet), line);
    if (found.ours) element("p", oursIn(sheet), line, "quiet");
  }
  $("left-tally").textContent = say("tally_all", all);
  showComplaints();
}

function oursIn(sheet) { // the rows in which something is ours, as far as they fit
  const rows = sheet.records.filter((record) => record.cells.some((cell) => stateOf(cell) === "ours")).map(labelOf);
  return rows.slice(0, 40).join(", ") + (rows.length > 40 ? ", …" : "");
}

function goTo(parent, text, view) {
  const button = element("button", text, parent, "go");
  button.type = "button";
  button.addEventListener("click", () => show(view));
}

function showComplaints() {
  const found = complaints();
  $("faults").replaceChildren();
  $("faults-tally").textContent = found.length ? say("faults", { count: found.length }) : say("no_faults");
  for (const [cell, why] of found.slice(0, 200)) {
    const line = element("li", "", $("faults"));
    goTo(line, cell.sheet.name, `file/${cell.sheet.name}`);
    element("span", `${labelOf(cell.record)}, ${cell.name}: ${why}`, line);
  }
}

function showSave() {
  $("note").value = own.note;
  drawFiles();
}

function drawFiles() {
  $("files").replaceChildren();
  for (const sheet of work.sheets.values()) {
    const line = element("li", "", $("files")), button = element("button", sheet.name, line, "go");
    button.type = "button";
    button.addEventListener("click", () => download(new Blob([textOf(sheet)], { type: "text/plain" }), sheet.name));
    element("span", isChanged(sheet) ? say("changed") : say("unchanged"), line);
  }
}

function download(blob, name) {
  const link = document.createElement("a"), address = URL.createObjectURL(blob);
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  told(say("saved", { name }));
}

async function takeFiles(files) { // files saved before take the place of those here, all of them or none
  try {
    const found = await Promise.all([...files].map(readFile));
    deed(found.map(({ name }) => name), () => found.forEach((sheet) => work.sheets.set(sheet.name, sheet)));
    told(say("loaded", { names: found.map(({ name }) => name).join(", ") }));
  } catch (why) {
    told(why instanceof Refused ? why.message : say("unreadable"));
  }
  drawFiles();
}

async function readFile(file) {
  const sheet = work.sheets.get(file.name);
  if (!sheet) throw new Refused(say("other_file", { file: file.name, title: kit.name }));
  if (file.size > MOST_KILOBYTES * 1024) throw new Refused(say("file_large", { file: file.name, most: MOST_KILOBYTES }));
  const read = sheetOf(sheet.made, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()));
  const named = (columns) => columns?.filter((name) => sheet.name !== ground?.grid || !/^\d\d$/.test(name)).join(",");
  if (named(read.columns) !== named(sheetOf(sheet.made).columns)) throw new Refused(say("other_columns", { file: file.name, wanted: named(sheet.columns) }));
  return read;
}

async function forgetAll() {
  for (const key of [workKey(), pointsKey(), pictureKey("map"), pictureKey("side")]) await forget(key).catch(() => {});
  location.reload();
}

// ---- beginning

function pressed(id, does) {
  $(id).addEventListener("click", does);
}

function again(does) {
  if (!does()) return;
  counted();
  show();
}

function chosen(id, does) {
  $(id).addEventListener("change", () => {
    const { files } = $(id);
    if (files.length) does(files);
    $(id).value = "";
  });
}

function listen() {
  $("view").addEventListener("change", () => show());
  for (const one of ["map", "left", "save"]) pressed(`go-${one}`, () => show(one));
  pressed("undo", () => again(undo));
  pressed("redo", () => again(redo));
  chosen("map-file", ([file]) => givenPicture(file, "map"));
  chosen("side-file", ([file]) => givenPicture(file, "side"));
  chosen("load", takeFiles);
  for (const [which, held] of [["map", map], ["side", table]]) {
    pressed(`${which}-closer`, () => held.frame.zoom(1.4));
    pressed(`${which}-farther`, () => held.frame.zoom(1 / 1.4));
  }
  pressed("map-whole", whole);
  $("map").addEventListener("keydown", mapKey);
  pressed("zip", () => download(zipped([...work.sheets.values()].map((sheet) => [sheet.name, textOf(sheet)])), `${kit.title}.zip`));
  pressed("forget", () => $("forget-all").showModal());
  pressed("forget-yes", forgetAll);
  pressed("forget-no", () => $("forget-all").close());
  listenToFile();
  document.addEventListener("keydown", keys);
}

function listenToFile() {
  pressed("as-form", () => {
    table.form = !table.form;
    showFile(table.name);
  });
  pressed("add-row", () => {
    deed([table.name], () => addRow(fileNow(), {}));
    table.record = fileNow().records.length - 1;
    showFile(table.name);
    $("rows").querySelector("tbody tr:last-child input, .record input")?.focus();
  });
  pressed("confirm-file", () => {
    deed([table.name], () => fileNow().records.forEach(claimRecord));
    showFile(table.name);
  });
  $("note").addEventListener("change", () => {
    own.note = oneLine($("note").value).replace(/[();]/g, "");
    $("note").value = own.note;
    keepSoon();
  });
}

function keys(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  again(key === "y" || event.shiftKey ? redo : undo);
}

async function begin() {
  work.counted = counted;
  work.noted = (text) => ($("kept").textContent = text);
  map.frame = frameOn($("map"), hands);
  table.frame = frameOn($("side-frame"));
  map.frame.scaled = (scale) => {
    $("map").classList.toggle("far", ground ? spread() / scale < 14 : false);
    if (work.points.some(({ x }) => Number.isFinite(x)) && $("laid")) drawOver();
  };
  const went = await takeUp();
  if (ground) startingPoints();
  listen();
  counted();
  for (const which of ["map", "side"]) {
    const file = await kept(pictureKey(which)).catch(() => null);
    if (file) await takePicture(file, which);
  }
  show();
  if (went) told(say("went_on"));
  document.body.dataset.ready = "yes";
}

begin().catch((why) => told(why instanceof Refused ? why.message : String(why)));
