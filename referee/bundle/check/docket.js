// Disputes, rulings, take-backs and looks [section 6.9].

const STANDS_ASIDE = ["fact", "deadlines-set", "order-refused", "press", "noted"];
const OF_ITS_OWN = ["order-held", "order-released", "signed"];
const OWN_ORDERS = ["seat", "only answer", "standing order"];
const MOST_SLIPS = 5; // that a seat takes back by itself before anybody else acts
const LONGEST_DISPUTE = 20_000;
const EFFECTS = ["corrected", "rewound", "fact", "forked"];

const isSlip = ({ type, entry }, seat) => type === "rewound" && entry.get("by") === "seat" && entry.get("seat") === seat;

function saidIn(said) { // the same for the same words, but for case and white space
  const folded = said.split("\u0131").map((part) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll("\u03c2", "\u03c3")).join("\u0131");
  return folded.split(BLANKS).filter(Boolean);
}

class Docket {
  constructor(people, ledger) {
    Object.assign(this, { people, ledger, disputed: 0, looked: 0, barrier: 0 });
    this.open = people.disputes;
    this.rulings = [];
    this.versions = new Map();
    this.ordered = new Map(); // newest order of a seat
    this.rewound = new Map(); // newest rewind to an event
    this.clears();
  }

  clears() { // in a what-if nothing is open
    this.open.clear();
    Object.assign(this, { windows: new Set(), unseen: new Map(), appealed: new Set(), recused: new Map(), sealed: new Map() });
    Object.assign(this, { due: 0, isConsented: false });
    this.unproposed();
  }

  unproposed() {
    Object.assign(this, { proposal: null, accepted: new Set() });
  }

  take(one, values, events) {
    const { type, entry } = one;
    must(!this.due || EFFECTS.includes(type) || entry.get("by") === "dispute", "ruling");
    Object.assign(this, { one, events });
    if (Object.hasOwn(RULES, type)) RULES[type].call(this, values);
    if (type === "ordered") this.ordered.set(entry.get("seat"), one.position);
    else if (BARRIERS.has(type)) {
      if (entry.get("by") !== "seat") this.barrier = one.position;
      if (type === "rewound") this.rewound.set(entry.get("to"), one.position);
    }
    if (this.proposal && this.people.sitting().every((seat) => seat === this.proposal.seat || this.accepted.has(seat))) {
      Object.assign(this, { due: 1, isConsented: true });
    }
  }

  ends() {
    must(!this.due, "ruling");
  }

  cites({ events, rules = [] }) {
    must(events.every((position) => position > 0 && position < this.one.position), "number");
    must(rules.length <= 100 && new Set(rules).size === rules.length, "number");
  }

  said(value) { // undefined where it is sealed still
    const trimmed = text(value.value) ? bare(value.value, BLANK) : "";
    must(value.value === undefined || (trimmed !== "" && lengthOf(trimmed) <= LONGEST_DISPUTE), "press");
    return value.value;
  }

  closes(number) {
    const closed = this.open.get(number);
    this.open.delete(number);
    this.appealed.delete(closed ? closed.appeals : 0);
    this.recused.delete(number);
    this.sealed.delete(number);
  }

  mayRule(who, dispute) {
    return (who === "referee" || this.people.policy.referee.second !== "") && this.recused.get(dispute) !== who;
  }

  // ---- a seat takes back its own slip

  taken(seat, to) { // the events that it takes back, newest first, without what it took back before
    const found = [];
    for (let at = this.one.position - 1; at > to; at -= 1) {
      const one = this.events[at - 1], goal = one.type === "rewound" ? one.entry.get("to") : 0;
      if (goal === to) break;
      if (isSlip(one, seat) && goal > to && goal < at) at = goal + 1;
      else found.push(one);
    }
    return found;
  }

  isFree({ type, entry }, seat) {
    if (type === "ordered") return entry.get("seat") === seat && OWN_ORDERS.includes(entry.get("by") || "seat");
    return STANDS_ASIDE.includes(type) || (OF_ITS_OWN.includes(type) && entry.get("seat") === seat);
  }

  isBarrier({ type, entry }, seat) {
    return (type === "ordered" && entry.get("seat") !== seat) || BARRIERS.has(type) || this.ledger.reveals(entry);
  }

  slips(seat) {
    let many = 0;
    for (let at = this.one.position - 1; at > 0; at -= 1) {
      const one = this.events[at - 1];
      if (isSlip(one, seat)) many += 1;
      else if (this.isBarrier(one, seat)) break;
    }
    return many;
  }

  byItself({ to, seat, reason, anew, deadlines }) {
    const { people } = this;
    people.atASeat(seat);
    must(people.policy.undo === "alone" && reason === "Its own slip." && !anew, "slip");
    must(!(this.due || this.proposal || people.paused), "slip");
    const taken = this.taken(seat, to), orders = taken.filter(({ type }) => type === "ordered");
    must(orders.length && this.slips(seat) < MOST_SLIPS, "slip");
    const first = orders.at(-1).position;
    must(taken.every((one) => (one.position < first || this.isFree(one, seat)) && !this.isBarrier(one, seat)), "slip");
    must(isSame(people.before.get(first), tableOf(deadlines)), "deadline");
    const waits = [...people.held].some(([who, held]) => who !== seat && [...held.values()].includes("condition"));
    must(!waits, "slip");
    const grace = BigInt(people.policy.grace) * MINUTE;
    must(deadlines.every((one) => one.get("seat") !== seat || BigInt(one.get("at")) + grace >= people.at), "time");
  }
}

const RULES = {
  disputed({ number, seat, text: said, appeals, ...cited }) {
    this.disputed += 1;
    must(number === this.disputed, "number");
    this.people.atASeat(seat);
    must(this.people.areSealed(["text", [seat]]), "sealing");
    this.said(said);
    this.cites(cited);
    must(!appeals || (this.windows.has(appeals) && !this.appealed.has(appeals)), "ruling");
    if (appeals) this.appealed.add(appeals);
    this.open.set(number, { seat, appeals });
  },
  "dispute-withdrawn"({ number, seat }) {
    must(this.open.has(number) && this.open.get(number).seat === seat, "ruling");
    this.closes(number);
  },
  recused({ dispute, who }) {
    must(this.people.policy.referee.second && this.open.has(dispute) && !this.recused.has(dispute), "ruling");
    this.recused.set(dispute, who);
  },
  adjudicated({ dispute, who, text: said }) {
    const before = this.sealed.get(dispute) || new Map();
    must(this.open.has(dispute) && !before.has(who) && this.mayRule(who, dispute), "ruling");
    must(this.people.areSealed(["text", []]), "sealing");
    this.sealed.set(dispute, before.set(who, this.said(said)));
  },
  "adjudications-opened"({ dispute, texts, agree }) {
    const said = this.sealed.get(dispute) || new Map();
    must(said.size === 2 && texts.length === 2, "ruling");
    must(["referee", "second"].every((who, nth) => said.get(who) === undefined || said.get(who) === texts[nth]), "sealing");
    must(agree === isSame(saidIn(texts[0]), saidIn(texts[1])), "ruling");
  },
  ruled(values) {
    const { number, kind, dispute, by, seat, effects, rules } = values;
    must(number === this.rulings.length + 1, "number");
    must((!dispute || this.open.has(dispute)) && this.mayRule(by, dispute), "ruling");
    const appealed = dispute ? this.open.get(dispute).appeals : 0;
    const isOwn = appealed && this.rulings[appealed - 1].by === by && this.mayRule(by === "referee" ? "second" : "referee", dispute);
    must(!isOwn, "ruling");
    this.cites(values);
    const [least, most] = RULINGS[kind];
    must(effects >= least && effects <= most && (rules.length > 0 || kind === "note"), "ruling");
    must(kind === "penalty" ? this.people.holders.has(seat) : seat === "", "ruling");
    this.closes(dispute);
    this.rulings.push(values);
    this.windows.add(number);
    this.due = effects;
    this.unproposed();
  },
  reopened({ ruling }) {
    must(ruling > 0 && ruling <= this.rulings.length && !this.windows.has(ruling), "ruling");
    this.windows.add(ruling);
  },
  corrected({ ruling }) {
    const isDue = this.due && !this.isConsented && this.rulings.at(-1).kind !== "rewound";
    must(isDue && ruling === this.rulings.length, "ruling");
    this.due -= 1;
  },
  revised({ turns }) {
    must(turns.length && new Set(turns.map((one) => one.get("turn"))).size === turns.length, "number");
    for (const one of turns) {
      const version = (this.versions.get(one.get("turn")) || 1) + 1;
      must(one.get("version") === version, "number");
      this.versions.set(one.get("turn"), version);
    }
  },
  "take-back-proposed"(values) {
    const { seat, to } = values;
    this.people.atASeat(seat);
    const start = this.rewound.get(to) ?? to, own = [...this.ordered].filter(([, position]) => position > start);
    must(!this.proposal && own.length === 1 && own[0][0] === seat && this.barrier <= start, "slip");
    this.unproposed();
    this.proposal = values;
  },
  "take-back-answered"({ seat, yes }) {
    const asks = this.proposal ? this.proposal.seat : "";
    const isAsked = this.people.sitting().includes(seat) && seat !== asks && !this.accepted.has(seat);
    must(asks && (isAsked || (seat === asks && !yes)), "slip");
    if (yes) this.accepted.add(seat);
    else this.unproposed();
  },
  rewound(values) {
    const { by, seat, deadlines, to, reason, anew } = values;
    must(by === "seat" || (seat === "" && deadlines.length === 0), "slip");
    if (by === "seat") this.byItself(values);
    else if (by === "consent") must(this.isConsented && to === this.proposal.to && reason === this.proposal.reason && !anew, "slip");
    else must(!this.isConsented && (!this.due || this.rulings.at(-1).kind === "rewound"), "ruling");
    Object.assign(this, { due: 0, isConsented: false });
    this.unproposed();
  },
  ordered({ by }) {
    this.unproposed();
    if (by === "seat") this.windows.clear();
  },
  "seat-taken"() { this.unproposed(); },
  "seat-left"() { this.unproposed(); },
  forked() { this.clears(); },
  looked({ person, at, reason, of }) {
    if (!of) return;
    must(this.unseen.has(of), "number");
    const what = this.unseen.get(of);
    must(what === undefined || what === [person, at, reason].join("\n"), "sealing");
    this.unseen.delete(of);
  },
  "looked-unseen"({ number, what }) {
    this.looked += 1;
    must(number === this.looked, "number");
    must(this.people.policy.referee.looks === "at the reveal", "policy");
    must(this.people.areSealed(["what", []]), "sealing");
    must(what.value === undefined || (text(what.value) && what.value.split("\n").length > 2), "sealing");
    this.unseen.set(number, what.value);
  },
};
