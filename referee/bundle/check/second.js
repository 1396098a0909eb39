// Protocol 2 [sections 6.2, 6.3]: roots over lanes, all committed before anybody speaks.

const NODE = "bugyo/2/node";
const MOST_LANES_SHOWN = 10;

function fold(node, leaf, size, proof) { // the root of a tree of so many leaves, or null
  let k = leaf, last = size - 1, used = 0;
  while (last > 0) {
    if (k % 2 === 1 || k < last) {
      if (used === proof.length) return null;
      const sibling = unhex(proof[used]);
      node = k % 2 === 1 ? H(NODE, sibling, node) : H(NODE, node, sibling);
      used += 1;
    }
    k = Math.floor(k / 2);
    last = Math.floor(last / 2);
  }
  return used === proof.length ? node : null;
}

function sheetNode(commitments) { // the root of 32 leaves
  let level = commitments.map(unhex);
  while (level.length > 1) level = pairs(level);
  return level[0];
}

const pairs = (level) => level.filter((_node, nth) => nth % 2 === 0).map((node, nth) => H(NODE, node, level[2 * nth + 1]));

function* path(node, leaf, size, proof) { // every step of `fold`, for a doubter
  let k = leaf, last = size - 1, used = 0;
  while (last > 0) {
    if (k % 2 === 1 || k < last) {
      const sibling = unhex(proof[used]);
      const fields = k % 2 === 1 ? [NODE, sibling, node] : [NODE, node, sibling];
      node = H(...fields);
      used += 1;
      yield { sibling: hex(sibling), isLeft: k % 2 === 1, fields, node: hex(node) };
    }
    k = Math.floor(k / 2);
    last = Math.floor(last / 2);
  }
}

function siblings(commitments, place) { // of a cell inside its sheet, from the lowest up
  const found = [];
  let level = commitments.map(unhex), k = place - 1;
  while (level.length > 1) {
    found.push(hex(level[k % 2 ? k - 1 : k + 1]));
    level = pairs(level);
    k = Math.floor(k / 2);
  }
  return found;
}

class Root { // one root of a party, with what of it is used
  constructor(name, root, sheets, lanes, starts, position) {
    Object.assign(this, { name, root, sheets, lanes, starts, position });
    this.shown = new Map(); // "lane/sheet" -> { cells, proof, position }
    this.taken = 0; // of a seat: how many cells have come
    this.bindings = new Map(); // of a seat: cell -> what it is bound to
  }

  slot(lane, index) { // where the cell of a question stands; null: the lane has none left
    const nth = index - (this.starts.get(lane) || 0) - 1;
    if (nth >= this.sheets * SHEET) return null;
    return { lane, sheet: Math.floor(nth / SHEET) + 1, place: nth % SHEET + 1 };
  }

  commitment(game, { lane, sheet, place }) {
    return (cell) => hex(H("bugyo/2/cell", game, this.name, lane, sheet, place, cell));
  }

  nodeOf({ lane, sheet }) { // which leaf of the tree of sheets
    return this.lanes.indexOf(lane) * this.sheets + sheet - 1;
  }

  proves(game, slot, cell, proof) { // whether a cell stands under this root
    const leaf = this.nodeOf(slot) * SHEET + slot.place - 1;
    const found = fold(unhex(this.commitment(game, slot)(cell)), leaf, this.lanes.length * this.sheets * SHEET, proof);
    return found !== null && hex(found) === this.root;
  }
}

class Second {
  constructor(ledger, opening) {
    this.ledger = ledger;
    this.phrases = new Map();
    this.hasJoined = new Set(); // seats that joined at least once
    this.counts = new Map(); // lane -> questions, rewound or not
    this.roots = new Map(); // party -> its Root, or null where it has none any more
    this.generations = new Map(); // party -> how many roots it has committed
    this.mayRenew = new Set(); // seats whose people changed since their newest root
    this.shown = null; // the sheet that the event before has shown
    this.wasThrown = false;
    if (opening) this.commits("referee", opening);
  }

  commits(party, { root, sheets }) {
    const nth = (this.generations.get(party) || 0) + 1;
    const { seats } = this.ledger;
    const isSeat = seats.includes(party);
    const lanes = isSeat ? [party] : [...seats, LANES_OF_ALL];
    const starts = isSeat ? new Map() : new Map(this.counts); // a seat's cells follow its orders, not questions
    this.generations.set(party, nth);
    const name = nth > 1 ? `${party}/${nth}` : party;
    this.roots.set(party, new Root(name, root, sheets, lanes, starts, this.ledger.one.position));
  }

  before(one) { // a sheet is shown directly before its throw
    this.wasShown = this.shown;
    this.shown = null;
    if (this.wasShown && one.type !== "thrown") throw new Fault("shown_alone");
  }

  changed(one) {
    const seat = one.entry.get("seat");
    if (!this.ledger.seats.includes(seat)) return; // what else is wrong with it, section 6.7 says
    this.mayRenew.add(seat);
    if (one.type.startsWith("seat-")) this.roots.set(seat, null);
  }

  // ---- roots

  root(values) {
    const { party, root, sheets, reason } = values;
    const { seats } = this.ledger;
    const ends = root === "" && sheets === 0;
    if (!ends && (root === "" || sheets === 0)) throw new Fault("root_form");
    if (party === "referee") return this.ofReferee(values, ends);
    if (reason !== "") throw new Fault("root_reason_none");
    if (party === "witness") this.ofWitness(ends);
    else if (seats.includes(party)) this.ofSeat(party, ends);
    else throw new Fault("no_party", { party });
    if (ends) this.roots.set(party, null);
    else this.commits(party, values);
    this.mayRenew.delete(party);
    return undefined;
  }

  ofReferee(values, ends) {
    if (ends) throw new Fault("root_form");
    const { asked } = this.ledger;
    if (asked && this.due("referee", asked.question)) throw new Fault("root_open");
    this.joins();
    if (this.ledger.level === 3 && !this.roots.get("witness")) throw new Fault("root_none", { party: "witness" });
    this.ledger.notes.push(say("note_root", { event: this.ledger.one.position, left: this.unused() }));
    this.begins(values);
  }

  begins(values) {
    if (values.root === "" || values.sheets === 0) throw new Fault("root_form");
    if (BLANK.test(values.reason)) throw new Fault("root_reason");
    this.commits("referee", values);
    this.phrases = new Map();
  }

  ofWitness(ends) {
    if (ends) throw new Fault("root_form");
    if (this.ledger.level !== 3) throw new Fault("root_level", { party: "witness" });
    const { asked } = this.ledger;
    if (!this.roots.get("witness")) {
      if (this.wasThrown) throw new Fault("root_late", { party: "witness" });
    } else if (!asked || this.due("witness", asked.question)) throw new Fault("root_early", { party: "witness" });
  }

  ofSeat(seat, ends) {
    if (this.ledger.level < 2) throw new Fault("root_level", { party: seat });
    const held = this.roots.get(seat);
    if (ends) {
      if (!held) throw new Fault("root_none", { party: seat });
      return;
    }
    const isUsed = held && held.taken === held.sheets * SHEET;
    if (this.hasJoined.has(seat) && !isUsed && !this.mayRenew.has(seat)) throw new Fault("root_early", { party: seat });
  }

  unused() { // cells of the referee's root that will never be used
    const held = this.roots.get("referee");
    const left = held.lanes.slice(0, MOST_LANES_SHOWN).map((lane) => {
      const used = this.count(lane) - (held.starts.get(lane) || 0);
      return `${plain(lane)} ${Math.max(0, held.sheets * SHEET - used)}`;
    });
    return left.join(", ");
  }

  due(party, { lane, index }) { // where its cell for a question stands; null: there is none
    const held = this.roots.get(party);
    return held ? held.slot(lane, index) : null;
  }

  sheet() {
    throw new Fault("protocol_second");
  }

  shows({ lane, sheet, cells, proof }) {
    const held = this.roots.get("referee");
    const asked = this.ledger.asked ? this.ledger.asked.question.lane : this.ledger.lane();
    const slot = held.slot(lane, this.count(lane) + 1);
    if (lane !== asked || !slot || slot.sheet !== sheet || slot.place !== 1) throw new Fault("shown_when", { lane, sheet });
    if (cells.length !== SHEET) throw new Fault("shown_cells", { found: cells.length });
    const found = fold(sheetNode(cells), held.nodeOf(slot), held.lanes.length * held.sheets, proof);
    if (found === null || hex(found) !== held.root) throw new Fault("shown_root", { lane, sheet });
    this.shown = { lane, sheet };
    held.shown.set(`${sheet} ${lane}`, { cells, proof, position: this.ledger.one.position });
  }

  count(lane) {
    return this.counts.get(lane) || 0;
  }

  // ---- who speaks

  joined({ seat, phrase }) {
    this.ledger.seat(seat);
    if (this.phrases.has(seat)) throw new Fault("joined_twice", { seat });
    if (!isPhrase(phrase)) throw new Fault("phrase", { seat });
    this.phrases.set(seat, phrase); // nothing was thrown with these yet
    this.hasJoined.add(seat);
    this.mayRenew.delete(seat);
  }

  joins() {
    if (this.phrases.size === this.ledger.seats.length) return;
    const missing = this.ledger.seats.find((seat) => !this.phrases.has(seat));
    if (missing !== undefined) throw new Fault("not_joined", { seat: missing });
  }

  ordered({ seat, cell, proof, aside }, item, carries) {
    const held = this.roots.get(seat);
    const owes = carries && Boolean(held);
    if (owes && !cell) throw new Fault("order_cell", { seat });
    if (!owes && (cell || proof.length)) throw new Fault("order_no_cell");
    if (!owes) return;
    const place = this.place();
    const binding = held.bindings.get(cell);
    item.cell = unhex(cell);
    if (binding) this.reuses(binding, place, item, proof);
    else {
      this.takes(held, cell, proof);
      const before = this.ledger.events[item.position - 2];
      item.isFresh = before.type !== "order-released";
    }
    const bound = held.bindings.get(cell);
    bound.orders.add(`${place} ${item.digest(2)}`);
    item.root = held;
    item.slot = bound.slot;
    item.proof = bound.proof;
  }

  reuses(binding, place, item, proof) {
    if (proof.length) throw new Fault("cell_again_proof");
    if (!binding.orders.has(`${place} ${item.digest(2)}`) && binding.spent !== place) throw new Fault("cell_again", { place });
  }

  takes(held, cell, proof) { // the next cell of a seat
    const slot = held.slot(held.lanes[0], held.taken + 1);
    if (!slot) throw new Fault("cell_none", { party: held.lanes[0] });
    if (!held.proves(this.ledger.one.game, slot, unhex(cell), proof)) throw new Fault("cell_root", slot);
    held.taken += 1;
    held.bindings.set(cell, { slot, proof, orders: new Set(), spent: 0 });
  }

  spent({ seat, cell, proof, place, why, line }) {
    const held = this.roots.get(this.ledger.seat(seat));
    if (!held) throw new Fault("root_none", { party: seat });
    if (line.to.length !== 1 || line.to[0] !== seat) throw new Fault("spent_line");
    if (line.value !== undefined && (typeof line.value !== "string" || (why === "lost" && line.value !== ""))) throw new Fault("spent_line");
    if (place !== (why === "lost" ? 0 : this.place())) throw new Fault("spent_place", { place });
    if (held.bindings.has(cell)) throw new Fault("spent_again");
    this.takes(held, cell, proof);
    held.bindings.get(cell).spent = place;
  }

  listed() {
    return {};
  }

  place() { // of an order, or of what was spent, on this line
    return this.ledger.lines.places.get(this.ledger.one.position);
  }

  // ---- questions

  stands({ lane, index }) { // a question is asked in its lane, with the next number
    const meant = this.ledger.lane();
    if (lane !== meant) throw new Fault("lane", { lane, meant });
    if (index !== this.count(lane) + 1) throw new Fault("index", { index, meant: this.count(lane) + 1 });
  }

  asks(question, isByPeople) {
    this.stands(question);
    this.joins();
    const { level } = this.ledger;
    if (level === 3 && !this.roots.get("witness")) throw new Fault("root_none", { party: "witness" });
    if (level < 3 && !isByPeople && this.due("referee", question)) throw new Fault("asked_level");
  }

  contributed({ party, index, lane, cell, proof, head }) {
    const { asked, level, one } = this.ledger;
    const isNow = level === 3 && party === "witness" && asked && !asked.witness && !this.ledger.dice.waits();
    if (!isNow) throw new Fault("contributed_now");
    if (index !== asked.question.index) throw new Fault("index", { index, meant: asked.question.index });
    if (lane !== asked.question.lane) throw new Fault("lane", { lane, meant: asked.question.lane });
    if (head !== asked.one.digest) throw new Fault("contributed_head");
    this.joins();
    if (!this.due("referee", asked.question)) throw new Fault("cell_none", { party: "referee" });
    const held = this.roots.get("witness");
    if (!held) throw new Fault("root_none", { party });
    const slot = held.slot(lane, index);
    if (!slot) throw new Fault("cell_none", { party });
    if (!held.proves(one.game, slot, unhex(cell), proof)) throw new Fault("cell_root", slot);
    asked.witness = unhex(cell);
    asked.opened = { root: held, slot, proof };
  }

  byPeople(question, asked) { // with real dice no cell is used up
    if (!asked) this.stands(question);
    this.joins();
    if (this.wasShown) throw new Fault("shown_missing", this.wasShown);
  }

  throws(question, asked) {
    if (!asked) this.stands(question);
    this.joins();
    const { level, one } = this.ledger;
    if (level === 3 && !(asked && asked.witness)) throw new Fault("witness_silent");
    const held = this.roots.get("referee");
    const slot = held.slot(question.lane, question.index);
    if (!slot) throw new Fault("cell_none", { party: "referee" });
    const sheet = this.isShown(held, slot);
    this.wasThrown = true;
    this.counts.set(question.lane, question.index);
    const items = asked ? asked.items : this.ledger.items();
    return {
      protocol: 2, ...slot, party: held.name, phrases: this.phrases, items, witness: asked ? asked.witness : null,
      commits: held.commitment(one.game, slot), commitment: sheet.cells[slot.place - 1], root: held,
      shownAt: sheet, witnessed: asked ? asked.opened : undefined,
      isForeseen: level > 1 && !items.some((item) => item.isFresh),
    };
  }

  isShown(held, { lane, sheet, place }) {
    const before = this.wasShown;
    const now = Boolean(before) && before.lane === lane && before.sheet === sheet;
    if ((place === 1) !== now || (before && !now)) throw new Fault("shown_missing", { lane, sheet });
    return held.shown.get(`${sheet} ${lane}`);
  }
}
