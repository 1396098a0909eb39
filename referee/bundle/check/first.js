// Protocol 1 [section 11]: sheets of cells, one queue of questions.

class First {
  constructor(ledger) {
    this.ledger = ledger;
    this.sheets = new Map(); // party -> { cells: [{ sheet, place, commitment }], sheets, used }
    this.phrases = new Map();
    this.index = 0;
  }

  before(one) {
    if (this.ledger.level && one.position === 2 && (one.type !== "sheet-committed" || one.entry.get("party") !== "referee")) {
      throw new Fault("sheet_first");
    }
  }

  changed() {}

  held(party) {
    return this.sheets.get(party) || { cells: [], sheets: 0, used: 0 };
  }

  sheet({ party, sheet, cells }) {
    const { seats } = this.ledger;
    if (!["referee", "witness", ...seats].includes(party)) throw new Fault("no_party", { party });
    const held = this.held(party);
    if (sheet !== held.sheets + 1) throw new Fault("sheet_number", { sheet, meant: held.sheets + 1 });
    if (!cells.length) throw new Fault("sheet_empty");
    held.sheets = sheet;
    cells.forEach((commitment, nth) => held.cells.push({ sheet, place: nth + 1, commitment }));
    this.sheets.set(party, held);
  }

  next(party) { // the commitment of the cell that is due
    const held = this.held(party);
    const due = held.cells[held.used];
    if (!due) throw new Fault("cell_none", { party });
    held.used += 1;
    return due;
  }

  takes(party, cell) {
    const due = this.next(party);
    const raw = unhex(cell);
    if (this.commitment(party, due)(raw) !== due.commitment) throw new Fault("cell_other", due);
    return raw;
  }

  commitment(party, { sheet, place }) {
    const { game } = this.ledger.one;
    return (cell) => hex(H("bugyo/1/cell", game, party, sheet, place, cell));
  }

  joined({ seat, phrase }) {
    this.ledger.seat(seat);
    if (this.phrases.has(seat)) throw new Fault("joined_twice", { seat });
    this.phrases.set(seat, phrase); // nothing was thrown with these yet
  }

  ordered({ seat, cell, aside }, item, carries) {
    if (aside) throw new Fault("order_aside");
    const owes = this.ledger.level > 1 && carries && this.held(seat).sheets > 0;
    if (owes && !cell) throw new Fault("order_cell", { seat });
    if (!owes && cell) throw new Fault("order_no_cell");
    if (!cell) return;
    item.cell = this.takes(seat, cell);
    item.isFresh = true;
  }

  listed(item, { by }) {
    if (by !== "seat") return {};
    const { list, isNew } = this.ledger.stands;
    return { list: isNew ? [item] : [...list, item], isNew: false };
  }

  joins() {
    if (this.phrases.size === this.ledger.seats.length) return;
    const missing = this.ledger.seats.find((seat) => !this.phrases.has(seat));
    if (missing !== undefined) throw new Fault("not_joined", { seat: missing });
  }

  asks({ index, lane }) {
    if (lane !== "") throw new Fault("lane", { lane, meant: "" });
    if (index !== this.index + 1) throw new Fault("index", { index, meant: this.index + 1 });
  }

  contributed({ party, index, cell }) {
    const { asked, level } = this.ledger;
    if (level !== 3 || party !== "witness" || !asked || asked.witness) throw new Fault("contributed_now");
    if (index !== asked.question.index) throw new Fault("index", { index, meant: asked.question.index });
    asked.witness = this.takes("witness", cell);
  }

  throws(question, asked) {
    this.asks(question);
    this.joins();
    if (this.ledger.level === 3 && !(asked && asked.witness)) throw new Fault("witness_silent");
    this.index += 1;
    const due = this.next("referee");
    const { list } = this.ledger.stands;
    return {
      protocol: 1, ...due, lane: "", party: "referee", phrases: this.phrases, items: list, witness: asked ? asked.witness : null,
      commits: this.commitment("referee", due), isLate: due.sheet > 1,
      isForeseen: this.ledger.level > 1 && !list.some((item) => item.isFresh),
      sheetOf: this.held("referee").cells,
    };
  }

  root({ party, root, reason, sheets }) { // the referee goes on by protocol 2
    const { ledger } = this;
    if (party !== "referee") throw new Fault("root_first");
    if (ledger.asked) throw new Fault("root_open");
    this.joins();
    if (ledger.level === 3 && !this.held("witness").sheets) throw new Fault("root_none", { party: "witness" });
    ledger.notes.push(say("note_moved", { event: ledger.one.position }));
    ledger.protocol = 2;
    ledger.rules = new Second(ledger, null);
    ledger.rules.begins({ root, reason, sheets });
  }

  shows() {
    throw new Fault("protocol_first", { type: "sheet-shown" });
  }

  spent() {
    throw new Fault("protocol_first", { type: "spent" });
  }
}
