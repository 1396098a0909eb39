// A throw step by step: every digest with the bytes that it is made of, so that `sha256sum` and a calculator do.

const MOST_WORDS = 200; // words that are shown of one throw
const MOST_ORDERS = 200; // orders, and phrases
const MOST_BYTES = 20_000; // of what a digest is made of

function inputOf(fields) { // "": it is too long to be shown
  const raw = framed(...fields);
  return raw.length > MOST_BYTES ? "" : hex(raw);
}

function made(label, fields) { // a digest and what it is made of
  return { label, kind: "sha256", input: inputOf(fields), output: hex(H(...fields)) };
}

function keyedBy(label, key, fields) {
  return { label, kind: "hmac", key: hex(key), input: inputOf(fields), output: hex(MAC(key, ...fields)) };
}

const row = (name, value) => ({ label: say(name), value: plain(value) });

function stepsOf(record, throwing) { // sections of { title, note, rows, sums, table }
  const one = record.events[throwing.position - 1];
  const bind = asks(one, throwing);
  const sections = [askedStep(throwing), cellStep(one, throwing)];
  if (throwing.root) sections.push(pathStep(throwing));
  sections.push(phrasesStep(throwing), ordersStep(throwing, bind), questionStep(throwing, bind));
  sections.push(...givenSteps(one, throwing, bind));
  if (throwing.cell) sections.push(...faceSteps(throwing, bind));
  else sections.push({ title: say("step_faces"), note: say("step_sealed") });
  return sections;
}

function askedStep({ question, position, lane, items }) {
  const rows = [row("step_event", position), row("step_rule", question.rule), row("step_purpose", question.purpose)];
  if (lane) rows.push(row("step_lane", lane));
  rows.push(row("step_index", question.index), row("step_count", question.count), row("step_sides", question.sides));
  rows.push(row("step_kind", say(question.draw ? "step_draw" : "step_throw")));
  return { title: say("step_asked"), rows, items };
}

function cellStep(one, throwing) {
  const { protocol, cell, party, lane, sheet, place, commitment } = throwing;
  const where = throwing.root ? [row("step_lane", lane)] : [];
  const rows = [row("step_party", party), ...where, row("step_sheet", sheet), row("step_place", place)];
  const fields = protocol === 2 ? [one.game, party, lane, sheet, place] : [one.game, party, sheet, place];
  const note = say(cell ? "step_cell_note" : "step_sealed", { event: throwing.shownAt ? throwing.shownAt.position : "" });
  const sums = cell ? [made(say("step_commitment"), [`bugyo/${protocol}/cell`, ...fields, cell])] : [];
  rows.push(row("step_cell", cell ? hex(cell) : say("step_is_sealed")), row("step_committed", commitment));
  return { title: say("step_cells"), rows, sums, note };
}

function pathStep(throwing) {
  const { root, shownAt, place, commitment } = throwing;
  const leaf = root.nodeOf(throwing) * SHEET + place - 1, size = root.lanes.length * root.sheets * SHEET;
  const proof = [...siblings(shownAt.cells, place), ...shownAt.proof];
  const note = say("step_path_note", { leaf, size, shown: shownAt.position });
  return { ...pathRows(root, unhex(commitment), leaf, size, proof), title: say("step_path"), note };
}

function pathRows(root, node, leaf, size, proof) {
  const sums = [];
  for (const { sibling, isLeft, fields } of path(node, leaf, size, proof)) {
    sums.push({ ...made(say(isLeft ? "step_left" : "step_right"), fields), sibling });
  }
  const rows = [row("step_root", root.root), row("step_root_event", root.position)];
  return { rows, sums };
}

function phrasesStep({ protocol, phrases }) {
  const rows = [...phrases.keys()].sort(byCodePoint).slice(0, MOST_ORDERS)
    .map((seat) => ({ label: plain(seat), value: plain(phrases.get(seat)) }));
  return { title: say("step_phrases"), rows, sums: [made(say("step_digest"), phrasesOf(protocol, phrases))] };
}

function ordersStep({ protocol }, { sorted }) {
  const sums = sorted.slice(0, MOST_ORDERS).map((item) => {
    const values = { event: item.position, seat: plain(item.seat) };
    const label = say(item.order instanceof Sealed ? "step_order_sealed" : "step_order", values);
    return made(label, orderFields(protocol, item.seat, item.order));
  });
  const digests = sorted.map((item) => unhex(item.digest(protocol)));
  sums.push(made(say("step_inputs"), [`bugyo/${protocol}/inputs`, ...digests]));
  return { title: say("step_orders"), sums, note: sorted.length ? "" : say("step_no_orders") };
}

const FIELDS = ["game", "lane", "index", "phrases_digest", "rule", "purpose", "count", "sides", "kind", "inputs_digest"];

function questionStep({ protocol }, { fields }) {
  const names = FIELDS.filter((name) => protocol === 2 || name !== "lane");
  const rows = fields.slice(1).map((field, nth) => row(`step_${names[nth]}`, field instanceof Uint8Array ? hex(field) : field));
  return { title: say("step_question"), rows, sums: [made(say("step_digest"), fields)] };
}

function givenSteps(one, throwing, { sorted }) { // the cells that others have given, under their commitments
  const held = sorted.filter((item) => item.cell).map((item) => ({ ...item, who: item.seat }));
  if (throwing.witness) held.push({ cell: throwing.witness, who: "witness", ...throwing.witnessed, isFresh: true });
  if (!held.length) return [{ title: say("step_given"), note: say("step_no_given") }];
  return held.slice(-MOST_ORDERS).map((item) => givenStep(one, item));
}

function givenStep(one, { who, cell, root, slot, proof, isFresh }) {
  const title = say("step_given_by", { party: plain(who) });
  const rows = [row("step_cell", hex(cell))];
  if (!root) return { title, rows };
  const { lane, sheet, place } = slot;
  const first = made(say("step_commitment"), ["bugyo/2/cell", one.game, root.name, lane, sheet, place, cell]);
  const leaf = root.nodeOf(slot) * SHEET + place - 1, size = root.lanes.length * root.sheets * SHEET;
  const way = pathRows(root, unhex(first.output), leaf, size, proof);
  const fresh = isFresh ? [] : [row("step_fresh", say("step_not_fresh"))];
  const note = say("step_own_note", { leaf, size });
  return { title, note, rows: [...rows, ...fresh, ...way.rows], sums: [first, ...way.sums] };
}

function faceSteps({ protocol, cell, question, faces }, { fields, contributions }) {
  const label = say("step_digest");
  const asked = H(...fields);
  const key = keyOf(protocol, cell, asked, contributions);
  const section = { title: say("step_key"), sums: [keyedBy(label, cell, [`bugyo/${protocol}/key`, asked, ...contributions])] };
  const sums = [], table = [];
  for (const taken of facesOf(protocol, key, question)) {
    if (table.length === MOST_WORDS) break;
    if (taken.nth === sums.length) sums.push(keyedBy(say("step_block", taken), key, [`bugyo/${protocol}/words`, taken.nth]));
    table.push(wordRow(taken));
  }
  const note = say(question.count > MOST_WORDS ? "step_words_cut" : "step_words_note", { most: MOST_WORDS });
  const rows = [row("step_recorded", shortly(faces))];
  return [section, { title: say("step_faces"), rows, sums, table, note }];
}

function wordRow({ word, limit, n, place, face }) {
  const digits = word.toString(16).padStart(16, "0");
  const said = face === null ? say("step_word_out") : String(face);
  return [String(place), digits, String(word), String(n), String(limit), String(word % n), said];
}
