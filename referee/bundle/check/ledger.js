// The ledger: what stands of questions, orders, lines, from event to event [sections 6.1, 6.5, 6.6, 6.8]. What
// differs between the protocols is in `First` and `Second`.

const RENEWING = ["seat-taken", "seat-left", "delegated", "delegation-ended"]; // others act for a seat
const BARRIERS = new Set(["thrown", "thrown-again", "asked", "contributed", "rewound", "corrected", "forked"]);
const REVEALS = { // what shows to somebody what was hidden, by title; those of others only their rules know
  shinobi: "clan-dealt cards-drawn action-skipped clans-revealed hands-revealed hand-corrected discard-corrected",
  kawanakajima: "plan-shown plan-attempted chit-placed special-placed special-opened clan-entered " +
    "command-thrown posture-tried fought rally-tried unit-retreated game-ended",
  twilight_shogun: "cards-drawn card-played card-dropped hand-seen card-corrected card-given card-taken",
  rising_sun: "bids-revealed game-won battles-settled",
  clan_war: "lists-opened",
};
const ALONE = { // at level 0 none of these is there
  "root-committed": true, "sheet-shown": true, "sheet-committed": true, joined: true, spent: true, contributed: true,
};

class Ledger {
  constructor(record, lines) {
    this.events = record.events;
    this.lines = lines;
    this.throws = [];
    this.notes = []; // what a reader should know of the roots
    this.asked = null; // the question that is open: { question, one, items, inUnit, witness }
    this.stands = { // what a rewind gives back
      agenda: 0, // how many items it has
      scope: { lane: LANES_OF_ALL, base: -1, list: [], isNew: false, below: null }, // the topmost
      unit: null, // the order that is being worked
      list: [], isNew: false, // the orders of protocol 1; whether the next one begins another list
    };
    this.after = [this.stands];
    this.rewinds = []; // those `anew`: { position, to }; `to` grows, as only the least of later ones counts
    this.forkedAt = 0;
    this.forks = new Set(); // names of games that were left
  }

  take(one) {
    this.one = one;
    if ((one.type === "opened") !== (one.position === 1)) throw new Fault("opened_first");
    const values = valuesOf(one);
    if (this.level === 0 && ALONE[one.type]) throw new Fault("level_none", { type: one.type });
    const isPlayed = one.type === "ordered" || one.type === "fact"; // they would change what it is bound to
    if (isPlayed && this.asked) throw new Fault("played_open");
    if (one.position > 1) this.rules.before(one, values);
    const isThrown = one.type === "thrown" && Boolean(this.dice) && this.dice.must === "thrown";
    if (this.dice) this.dice.take(one, values);
    this.isByPeople = isThrown;
    if (values && this.does[one.type]) this.does[one.type].call(this, values, one);
    if (RENEWING.includes(one.type)) this.rules.changed(one);
    this.after[one.position] = this.stands;
  }

  ends() {
    if (this.rules.shown) throw new Fault("shown_last");
    if (this.dice && this.dice.must) throw new Fault("dice_due");
    if (this.level && this.protocol === 1 && this.events.length === 1) throw new Fault("sheet_first");
  }

  stand(change) {
    this.stands = { ...this.stands, ...change };
  }

  opened(values) {
    this.seats = seatsOf(values);
    Object.assign(this, { level: values.level, key: values.key });
    const second = values.protocol === 2;
    if (second !== (values.root !== "") || second !== values.sheets > 0) throw new Fault("opened_root");
    if (values.level === 0 && second) throw new Fault("opened_level");
    const isNumbered = values.opening > 0 || !values.key;
    if (second && (!isNumbered || (values.before === "") !== values.opening < 2)) throw new Fault("opened_before");
    if (values.lot && !isByLot(this.one.game, values.seats, values.lot)) throw new Fault("opened_lot");
    const guess = values.imagined, isOther = guess && guess.get("game") !== this.one.game;
    if (guess && !(isOther && values.level === 0 && this.seats.includes(guess.get("seat")))) throw new Fault("opened_guess");
    this.protocol = values.protocol;
    this.dice = new Dice(values, this.seats);
    this.rules = second ? new Second(this, values) : new First(this);
  }

  seat(name) {
    if (!this.seats.includes(name)) throw new Fault("no_seat", { seat: name });
    return name;
  }

  // ---- orders

  ordered(values, one) {
    this.seat(values.seat);
    this.form(values, one);
    const carries = values.by === "seat";
    if ((!carries || !this.level) && (values.cell || values.proof.length)) throw new Fault("order_no_cell");
    const item = new Item(values.seat, values.order, one.position);
    if (this.level) this.rules.ordered(values, item, carries);
    this.stand({ unit: item, ...this.rules.listed(item, values) });
    if (!values.aside) this.stand({ scope: comesOnto(this.stands.scope, item) });
  }

  form({ seat, order }, one) {
    if (order instanceof Sealed) {
      if (order.to.length !== 1 || order.to[0] !== seat) throw new Fault("order_sealed");
    }
    if (one.sealed.some(({ path }) => path !== "order")) throw new Fault("order_inside");
  }

  // ---- questions

  lane() { // where a question is asked now
    const { unit, scope } = this.stands;
    return unit ? unit.seat : scope.lane;
  }

  items() { // the orders that a question is bound to now
    const { unit, scope } = this.stands;
    return unit ? [unit] : scope.list;
  }

  threw(inUnit) { // the next order begins another list
    const { scope } = this.stands;
    this.stand({ isNew: true, scope: inUnit ? scope : { ...scope, isNew: true } });
  }

  asks({ question }, one) {
    if (this.asked) throw new Fault("asked_twice");
    const asked = questionOf(question);
    if (this.level) this.rules.asks(asked, this.dice.waits());
    else this.unbound(asked);
    this.asked = { question: asked, one, items: this.items(), inUnit: Boolean(this.stands.unit), witness: null };
  }

  unbound(question) {
    if (question.index !== 0 || question.lane !== "") throw new Fault("level_index");
  }

  thrown(values, one) {
    const question = questionOf(values.question);
    this.sealing(question, values);
    if (this.asked && !isSameQuestion(question, this.asked.question)) throw new Fault("thrown_other");
    if (!this.level) {
      this.unbound(question);
      this.free(question, values);
    } else {
      if (values.real && !this.isByPeople) throw new Fault("real_level");
      if (values.real) this.rules.byPeople(question, this.asked);
      if (values.real) this.free(question, values);
      else this.judge(this.rules.throws(question, this.asked), question, values, one);
    }
    this.threw(this.asked ? this.asked.inUnit : Boolean(this.stands.unit));
    this.asked = null;
  }

  sealing(question, { faces, cell, real }) {
    const secret = (value) => value instanceof Sealed && value.to.length === 0;
    if (question.secret && !secret(faces)) throw new Fault("secret_open");
    if (!question.secret && (faces instanceof Sealed || cell instanceof Sealed)) throw new Fault("open_sealed");
    if (this.level && question.secret && !secret(cell)) throw new Fault("secret_open");
    if ((!this.level || real) && cell !== "") throw new Fault("level_cell");
  }

  free(question, { faces }) { // what can be said of faces at level 0
    const known = faces instanceof Sealed ? faces.value : faces;
    if (known === undefined) return;
    const most = (nth) => (question.draw ? question.sides - nth : question.sides);
    const fit = Array.isArray(known) && known.length === question.count
      && known.every((face, nth) => isWhole(face) && face >= 1 && face <= most(nth));
    if (!fit) throw new Fault("faces_range");
  }

  judge(throwing, question, { faces, cell }, one) {
    const found = cell instanceof Sealed ? cell.value : cell;
    const said = faces instanceof Sealed ? faces.value : faces;
    Object.assign(throwing, { position: one.position, question, cell: null, faces: said });
    this.throws.push(throwing);
    if (found === undefined) {
      if (said !== undefined) throw new Fault("faces_no_cell");
      return;
    }
    if (!isHex(found, DIGEST)) throw new Fault("cell_form");
    throwing.cell = unhex(found);
    if (throwing.commits(throwing.cell) !== throwing.commitment) throw new Fault("cell_other", throwing);
    if (said === undefined) return;
    const computed = facesFor(one, throwing, throwing.cell);
    if (!Array.isArray(said) || said.length !== computed.length || said.some((face, nth) => face !== computed[nth])) {
      throw new Fault("faces_other", { said: shortly(said), computed: shortly(computed) });
    }
    throwing.isChecked = true;
  }

  // ---- lines

  fact({ then, done, more }) {
    const { agenda, unit } = this.stands;
    let { scope } = this.stands;
    const after = Math.max(0, agenda - done) + then.length;
    if (unit && more === 0 && !done && then.length) {
      scope = { lane: unit.seat, base: agenda, list: [unit], isNew: false, below: scope };
    }
    while (after <= scope.base) scope = scope.below;
    this.stand({ agenda: after, scope, unit: more === 0 ? null : unit });
  }

  isRest(position) { // a fact that nothing of the same step follows
    const one = this.events[position - 1];
    return Boolean(one) && one.type === "fact" && (one.entry.get("more") || 0) === 0;
  }

  reveals(entry) {
    const title = this.events[0].entry.get("title");
    const known = Object.hasOwn(REVEALS, title) ? REVEALS[title].split(" ") : [];
    const event = entry.get("event");
    return event instanceof Map && known.includes(event.get("type"));
  }

  takesBack(to, seat, from) { // a seat, by itself: its own orders, no throw and no reveal [section 6.9]
    for (let at = from; at > to; at -= 1) {
      const { type, entry } = this.events[at - 1];
      const goal = type === "rewound" ? entry.get("to") : 0;
      if (goal === to) return;
      if (goal > to && goal < at && entry.get("by") === "seat" && entry.get("seat") === seat) at = goal + 1;
      else if (BARRIERS.has(type) || this.reveals(entry) || (type === "ordered" && entry.get("seat") !== seat)) {
        throw new Fault("rewound_slip", { seat, position: at });
      }
    }
  }

  rewound({ to, anew, reason, by, seat }, one) {
    if (to < 1 || to >= one.position || !this.isRest(to)) throw new Fault("rewound_to", { to });
    if (BLANK.test(reason)) throw new Fault("rewound_reason");
    if (this.asked) throw new Fault("rewound_open");
    if (by === "seat") this.takesBack(to, seat, one.position - 1);
    this.stands = { ...this.after[to], unit: null, list: [], isNew: true };
    if (!anew) return;
    while (this.rewinds.length && this.rewinds.at(-1).to >= to) this.rewinds.pop();
    this.rewinds.push({ position: one.position, to });
  }

  again({ question, of }, one) {
    const meant = questionOf(question);
    const left = of < one.position ? this.events[of - 1] : undefined;
    if (!left || left.type !== "thrown") throw new Fault("again_of", { of });
    if (this.asked) throw new Fault("again_open");
    if (of < this.forkedAt) throw new Fault("again_fork", { of });
    if (!isSameQuestion(meant, questionOf(left.entry.get("question")))) throw new Fault("again_other", { of });
    if (this.lines.onLine.has(one.position)) throw new Fault("again_line", { of });
    if (this.lines.repeated.has(one.position)) throw new Fault("again_twice", { of });
    const later = firstAfter(this.rewinds, of); // of all later ones it goes back furthest
    if (later && later.to < of) throw new Fault("again_anew", { of });
    const lane = this.lane();
    if (this.level && meant.lane !== "" && meant.lane !== lane) throw new Fault("lane", { lane: meant.lane, meant: lane });
    this.threw(Boolean(this.stands.unit));
  }

  forked({ game, at: after, head, key }, one) {
    const before = this.events[one.position - 2];
    if (!before || after !== one.position - 1 || !this.isRest(one.position - 1)) throw new Fault("forked_at");
    if (head !== before.digest) throw new Fault("forked_head");
    if (this.asked) throw new Fault("forked_open");
    this.forks.add(game);
    if (game !== before.game || this.forks.has(one.game)) throw new Fault("forked_name", { game });
    this.forkedAt = one.position;
    Object.assign(this, { level: 0, key });
  }
}

Ledger.prototype.does = {
  opened: Ledger.prototype.opened,
  ordered: Ledger.prototype.ordered,
  asked: Ledger.prototype.asks,
  thrown: Ledger.prototype.thrown,
  fact: Ledger.prototype.fact,
  rewound: Ledger.prototype.rewound,
  "thrown-again": Ledger.prototype.again,
  forked: Ledger.prototype.forked,
  joined(values) { this.rules.joined(values); },
  contributed(values, one) { this.rules.contributed(values, one); },
  "root-committed"(values) { this.rules.root(values); },
  "sheet-committed"(values, one) { this.rules.sheet(values, one); },
  "sheet-shown"(values, one) { this.rules.shows(values, one); },
  spent(values) { this.rules.spent(values); },
};

class Item { // an order as a throw is bound to it; `cell` is raw
  constructor(seat, order, position) {
    Object.assign(this, { seat, order, position, cell: null, isFresh: false, digests: new Map() });
  }

  digest(protocol) {
    if (!this.digests.has(protocol)) this.digests.set(protocol, hex(H(...orderFields(protocol, this.seat, this.order))));
    return this.digests.get(protocol);
  }
}

function comesOnto(scope, item) {
  const others = scope.isNew ? [] : scope.list.filter(({ seat }) => seat !== item.seat);
  return { ...scope, list: [...others, item], isNew: false };
}

function firstAfter(rewinds, position) {
  let low = 0, high = rewinds.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (rewinds[middle].position > position) high = middle;
    else low = middle + 1;
  }
  return rewinds[low];
}

function shortly(faces) { // in a sentence
  if (!Array.isArray(faces)) return "?";
  return faces.length > 12 ? `${faces.slice(0, 12).map(canonical).join(", ")}, …` : faces.map(canonical).join(", ");
}
