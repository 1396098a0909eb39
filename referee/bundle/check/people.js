// People, clocks and press [section 6.7], keys and what is signed by them [section 6.10], and who throws real dice
// [section 6.12]: whether what was done was theirs to do who did it, and was done in its time.

const SCOPES = {
  ordered: "orders", joined: "orders", "vacation-taken": "orders", "order-held": "orders", "order-released": "orders",
  press: "press", forfeited: "orders", signed: "orders", advised: "orders", "order-refused": "orders",
  "take-back-proposed": "orders", "take-back-answered": "orders", rewound: "orders", "dice-claimed": "orders",
  "dice-answered": "orders", "seat-left": "", delegated: "", "delegation-ended": "", "address-changed": "", agreed: "",
  conceded: "", disputed: "", "dispute-withdrawn": "",
};
const AFTER_THE_END = ["noted", "disputed", "dispute-withdrawn", "recused", "reopened"];
const ARE_SIGNED = ["joined", "order-held", "forfeited"];
const ANEW = ["ordered", "rewound", "forked", "corrected"];
const PLAYED = { ready: ["ready", "deadline"], asked: ["asked"], sheet: ["asked"], condition: ["fired"] };
const UNPLAYED = ["refused", "withdrawn", "replaced", "ended"], UNASKED = ["fired", "stopped"];
const BLANKS = new RegExp(`${BLANK.source.slice(1, -2)}+`);

const isProgram = (person) => PROGRAM.test(person);
const isSame = (one, other) => canonical(one) === canonical(other);

function must(holds, what) {
  if (!holds) throw new Fault("conduct", { what });
}

class People {
  constructor() {
    this.standbys = new Set();
    this.agreed = new Map(AGREEMENTS.map((on) => [on, new Set()]));
    Object.assign(this, { conceded: new Set(), settled: false, abandoned: false, paused: null, due: null });
    this.delegates = new Map(); // seat -> person -> [scope, until]
    this.deadlines = new Map(); // seat -> its deadline, as it stands in the table
    this.running = new Map(); // those that an order has taken out of it
    this.before = new Map(); // position of an order -> the deadlines before it
    Object.assign(this, { spent: new Map(), silent: new Map(), forfeits: new Set(), advised: new Set() });
    Object.assign(this, { vacations: new Map(), days: new Map(), refusals: new Map() });
    this.disputes = new Map(); // those that are open, by number
    Object.assign(this, { held: new Map(), numbers: new Map() });
    Object.assign(this, { keys: new Map(), mails: new Set(), texts: new Set(), signed: [] });
    this.dice = { newest: "", thrower: "", isTold: false, isAsked: false, toldBy: [] };
  }

  take(one, values) {
    const { entry, type } = one;
    const act = (key) => one.act.get(key) || "";
    Object.assign(this, { one, act, at: BigInt(one.when) });
    this.seals = one.sealed.map(({ path, to }) => [path, to]);
    const { due } = this;
    const follows = Boolean(due) && type === "ordered" && values.seat === due.seat && values.by === due.by;
    must(!due || follows, "held");
    this.due = null;
    if (ANEW.includes(type)) this.advised.clear();
    const mayBe = AFTER_THE_END.includes(type) || (type === "press" && values.to.length === 0)
      || (type === "ruled" && values.effects === 0) || (type === "agreed" && values.on === "show");
    must(mayBe || !(this.abandoned || this.settled), "end");
    if (type === "voted" || this.isSealed("sender", [])) must(ACT.every((key) => key === "cause" || !act(key)), "anonymous");
    else if (Object.hasOwn(SCOPES, type) && this.isOfASeat(type, values)) this.acted(SCOPES[type], entry.get("seat") ?? entry.get("sender"));
    if (!follows && (ARE_SIGNED.includes(type) || (type === "ordered" && values.by === "seat"))) this.mustBeSigned(values.seat);
    if (Object.hasOwn(SEES, type)) SEES[type].call(this, values);
  }

  isSealed(path, to) {
    return this.seals.some(([other, seats]) => other === path && isSame(seats, to));
  }

  areSealed(...meant) { // these and no others, in their order
    return isSame(this.seals, meant);
  }

  isOfASeat(type, { by, why }) {
    if (type === "ordered" || type === "rewound") return by === "seat";
    return !(type === "order-released" && UNASKED.includes(why));
  }

  acted(scope, seat) { // whether whoever is named may act for the seat, and the mail may do it
    const { act, at } = this, person = act("person"), behalf = act("behalf");
    if (person && this.holders.has(seat) && !(behalf && person === "referee")) {
      const [given, until] = this.leave(seat, person);
      const isDelegate = scope !== "" && [scope, "all"].includes(given) && at <= until;
      must(behalf ? isDelegate : person === (this.holders.get(seat) || "nobody"), "actor");
    }
    const least = act("cause") === "mail" ? this.policy.authority : 0;
    must(least < 2 || "0123456789".slice(least).includes(act("authority")[0] || "-"), "mail");
  }

  leave(seat, person) { // in which scope somebody may act for a seat, and until when
    return (this.delegates.get(seat) || new Map()).get(person) || ["", 0n];
  }

  atASeat(seat) {
    must(this.holders.has(seat), "seat");
  }

  isPerson(person) {
    must(isName(person) && !isProgram(person), "person");
  }

  sitting() { // where a person sits, and no program
    return [...this.holders.keys()].filter((seat) => this.holders.get(seat) && !isProgram(this.holders.get(seat)));
  }

  decided({ by, reason }, on) {
    const sitting = this.sitting(), { stops } = this.policy.referee;
    let may = by === "consent" && sitting.length > 0 && sitting.every((seat) => this.agreed.get(on).has(seat));
    if (by === "dispute") may = on === "pause" ? stops && this.disputes.size > 0 : this.paused.by === "dispute" && !(stops && this.disputes.size);
    must(may || (by === "referee" && saysSomething(reason)), "decided");
  }

  mailOf(seat) {
    return `${this.act("reference").split(":")[0]} ${seat}`;
  }

  mustBeSigned(seat) {
    const isDue = this.policy.authority === 3 && this.signing.has(seat) && !isProgram(this.holders.get(seat) || "");
    if (!isDue || (this.act("behalf") && this.act("person") === "referee")) return;
    must(this.act("cause") === "mail" && this.mails.has(this.mailOf(seat)), "unsigned");
  }

  vacate(seat, person) {
    this.holders.set(seat, person);
    this.delegates.delete(seat);
    this.held.delete(seat);
    for (const pair of [...this.keys.keys()]) if (pair.startsWith(`${JSON.stringify(seat)} `)) this.keys.delete(pair);
    for (const seats of this.agreed.values()) seats.delete(seat);
    this.conceded.delete(seat);
  }

  restart() { // no clock runs
    this.deadlines = new Map();
    this.running = new Map();
    this.silent.clear();
    this.forfeits.clear();
  }

  votes(seat, on, yes) {
    for (const one of [seat, on === "draw" ? seat : on.slice(0, -" wins".length)]) {
      this.atASeat(one);
      must(!this.conceded.has(one), "agreed");
    }
    if (!this.agreed.has(on)) this.agreed.set(on, new Set());
    this.says(seat, on, yes);
  }

  says(seat, on, yes) {
    const seats = this.agreed.get(on);
    must(seats.has(seat) !== yes, "agreed");
    if (yes) seats.add(seat);
    else seats.delete(seat);
  }

  // ---- real dice

  hands(seat) { // whose dice those of a seat are
    return [this.holders.get(seat) || "", ...(this.delegates.get(seat) || new Map()).keys()];
  }

  others(seat) { // the seats of other people than those who throw for a seat
    const hands = this.hands(seat);
    return this.sitting().filter((one) => !hands.includes(this.holders.get(one)));
  }

  thrower(question) { // who throws for it; "" where nobody does
    const sitting = this.sitting(), seat = this.dice.newest || sitting[0] || "";
    const may = this.isReal && question.get("draw") !== true && question.get("secret") !== true && sitting.includes(seat);
    return may && this.others(seat).length ? seat : "";
  }
}

const SEES = {
  opened(values) {
    this.policy = policyOf(values.policy);
    this.holders = new Map(values.seats.map((one) => [one.get("seat"), one.get("person")]));
    this.signing = new Set(values.protocol > 1 ? this.holders.keys() : []);
    this.isReal = this.policy.dice === "real" && (values.level === 0 || values.protocol === 2);
  },
  "policy-changed"({ policy, keeps_moved: keeps }) {
    const before = this.policy.dice;
    this.policy = policyOf(policy);
    must(this.policy.dice === before, "policy");
    for (const table of [this.deadlines, this.running]) {
      for (const [seat, one] of [...table]) if (!(keeps && one.get("moved"))) table.delete(seat);
    }
  },
  "seat-taken"({ seat, person }) {
    this.atASeat(seat);
    must(isName(person) && this.holders.get(seat) !== person, "person");
    this.vacate(seat, person);
    if (!isProgram(person)) this.standbys.delete(person);
    for (const table of [this.deadlines, this.running, this.silent]) table.delete(seat);
  },
  "seat-left"({ seat, person }) {
    must(person && this.holders.get(seat) === person, "person");
    this.vacate(seat, "");
  },
  standby({ person, listed }) {
    must(isName(person) && this.standbys.has(person) !== listed, "person");
    must(!listed || isProgram(person) || ![...this.holders.values()].includes(person), "person");
    if (listed) this.standbys.add(person);
    else this.standbys.delete(person);
  },
  delegated({ seat, to, scope, until }) {
    this.atASeat(seat);
    this.isPerson(to);
    must(to !== this.holders.get(seat) && until > this.at, "leave");
    if (!this.delegates.has(seat)) this.delegates.set(seat, new Map());
    this.delegates.get(seat).set(to, [scope, until]);
  },
  "delegation-ended"({ seat, to }) {
    must(this.delegates.has(seat) && this.delegates.get(seat).delete(to), "leave");
    this.keys.delete(`${JSON.stringify(seat)} ${to}`);
  },
  "address-changed"({ seat, person, by, reason }) {
    this.isPerson(person);
    must(seat === "" || this.holders.get(seat) === person, "person");
    must(by === "person" || saysSomething(reason), "decided");
  },
  abandoned(values) {
    this.decided(values, "abandon");
    this.abandoned = true;
  },
  agreed({ seat, on, yes }) {
    if (!AGREEMENTS.includes(on)) {
      must(this.policy.votes === "shown", "policy");
      this.votes(seat, on, yes);
      return;
    }
    this.atASeat(seat);
    must(["abandon", "show"].includes(on) || Boolean(this.paused) === (on === "resume"), "agreed");
    this.says(seat, on, yes);
  },
  voted({ vote }) {
    must(this.policy.votes === "sealed", "policy");
    must(this.areSealed(["vote", []]), "sealing");
    if (vote.value === undefined) return;
    const [seat, on, yes, ...more] = text(vote.value) ? vote.value.split("\n") : [];
    must(!more.length && VOTE.test(on || "") && ["yes", "no"].includes(yes), "agreed");
    this.votes(seat, on, yes === "yes");
  },
  conceded({ seat }) {
    this.atASeat(seat);
    must(!isProgram(this.holders.get(seat)) && !this.conceded.has(seat) && this.holders.size > 1, "agreed");
    this.conceded.add(seat);
    for (const [on, seats] of this.agreed) if (!AGREEMENTS.includes(on)) seats.delete(seat);
  },
  settled({ on, winners }) {
    const playing = [...this.holders.keys()].filter((seat) => !this.conceded.has(seat));
    const voters = this.sitting().filter((seat) => playing.includes(seat)), given = this.agreed.get(on) || new Set();
    must(on === "concede" ? playing.length <= 2 : voters.length && voters.every((seat) => given.has(seat)), "agreed");
    const fits = on.endsWith(" wins") ? isSame(winners, [on.slice(0, -" wins".length)]) : winners.length === 1 || on === "draw";
    must(fits && winners.length && isSame(winners, playing.filter((seat) => winners.includes(seat))), "agreed");
    this.settled = true;
    this.deadlines = new Map();
  },

  // ---- clocks

  joined({ seat }) {
    this.deadlines.delete(seat);
  },
  ordered({ seat, by }) {
    const follows = this.silent.get(seat);
    const isDefault = ["default orders", "forfeit"].includes(follows) || this.forfeits.has(seat) || this.conceded.has(seat);
    must((by !== "default order" || isDefault) && (by !== "program" || follows === "bot"), "silent");
    this.before.set(this.one.position, [...this.deadlines.values()]);
    if (this.deadlines.has(seat)) this.running.set(seat, this.deadlines.get(seat));
    this.deadlines.delete(seat);
    if (by === "seat" || follows === "forfeit") this.silent.delete(seat);
    this.forfeits.delete(seat);
    this.dice.newest = seat;
  },
  rewound({ by, deadlines }) {
    if (by !== "seat") this.restart();
    else {
      this.deadlines = new Map(tableOf(deadlines).map((one) => [one.get("seat"), one]));
      this.running = new Map();
    }
  },
  forked() {
    this.policy = policyOf(null);
    this.paused = null;
    this.held.clear();
    this.isReal = false;
    this.restart();
  },
  "deadlines-set"({ deadlines }) {
    const table = new Map(tableOf(deadlines).map((one) => [one.get("seat"), one]));
    must(table.size === deadlines.length && [...table.keys()].every((seat) => this.holders.has(seat) || seat === "witness"), "deadline");
    for (const [seat, one] of table) {
      const [since, at, moved] = ["since", "at", "moved"].map((key) => BigInt(one.get(key)));
      const before = this.deadlines.get(seat) || this.running.get(seat);
      const goesOn = before && BigInt(before.get("since")) === since && BigInt(before.get("moved")) === moved;
      must(goesOn || (since === this.at && moved === 0n), "deadline");
      must(at > since && (moved === 0n || moved === at), "deadline");
    }
    this.deadlines = table;
    this.running = new Map();
  },
  "deadline-moved"({ seat, at }) {
    must(this.deadlines.has(seat) && at > this.at, "deadline");
    this.moves(seat, at);
  },
  paused(values) {
    must(!this.paused && values.at === this.at && (!values.until || values.until > this.at), "time");
    this.decided(values, "pause");
    this.paused = values;
    this.agreed.get("pause").clear();
  },
  resumed(values) {
    must(this.paused && values.at === this.at, "time");
    const { until, at: since } = this.paused;
    if (values.by === "clock") must(until && this.at >= until, "time");
    else this.decided(values, "resume");
    for (const [seat, one] of [...this.deadlines]) {
      const moved = BigInt(one.get("moved"));
      if (moved && BigInt(one.get("at")) > since) this.moves(seat, moved + this.at - since);
    }
    this.paused = null;
    this.agreed.get("resume").clear();
  },
  "vacation-taken"({ seat, start, end, days }) {
    this.atASeat(seat);
    const over = BigInt(days) * DAY - (end - start);
    must(start >= this.at && end > start && -DAY / 12n <= over && over < DAY + DAY / 12n, "time");
    this.days.set(seat, (this.days.get(seat) || 0) + days);
    must(this.days.get(seat) <= this.policy.vacation, "policy");
    if (!this.vacations.has(seat)) this.vacations.set(seat, []);
    const taken = this.vacations.get(seat); // in their order: none overlaps another
    let low = 0, high = taken.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (taken[middle][0] < start) low = middle + 1;
      else high = middle;
    }
    must([taken[low - 1], taken[low]].every((one) => !one || end <= one[0] || one[1] <= start), "time");
    taken.splice(low, 0, [start, end]);
  },
  lapsed({ seat, deadline, prompt, follows }) {
    const known = this.deadlines.get(seat);
    must(known && BigInt(known.get("at")) === deadline && known.get("prompt") === prompt, "deadline");
    must(!this.paused && this.at > deadline + BigInt(this.policy.grace) * MINUTE && this.spent.get(seat) !== deadline, "time");
    must(follows === (["join", "cell", "throw", "confirm"].includes(prompt) ? "wait" : this.policy.nmr), "policy");
    this.spent.set(seat, deadline);
    this.silent.set(seat, follows);
  },

  // ---- press, notes, and orders that are held

  press({ to, text: said, sender }) {
    const isOpen = !this.isSealed("sender", []), name = isOpen ? sender : "", seats = [...this.holders.keys()];
    must(isSame(to, [...seats, "referee"].filter((one) => to.includes(one) && one !== name)), "press");
    must(!isOpen || name === "referee" || this.holders.has(name), "seat");
    if (name !== "referee" && (!isOpen || !isSame(to, ["referee"]))) {
      const may = { none: false, white: to.length === 0, private: true }[this.policy.press];
      must(may && (isOpen || this.policy.anonymous), "policy");
    }
    const readers = to.length ? [["text", seats.filter((one) => to.includes(one) || one === name)]] : [];
    must(this.areSealed(...(isOpen ? [] : [["sender", []]]), ...readers), "sealing");
    must(said instanceof Sealed || (text(said) && (to.length || saysSomething(said))), "press");
    const shown = said instanceof Sealed ? said.value : said;
    must(!text(shown) || lengthOf(shown) <= 20_000, "press");
  },
  noted({ notes }) {
    const size = notes.reduce((sum, one) => sum + bytesOf(one.get("text")).length, 0);
    must(notes.length > 0 && notes.length <= 200 && size <= 65_536, "press");
  },
  "order-held"({ seat, number, when }) {
    this.atASeat(seat);
    this.numbers.set(seat, (this.numbers.get(seat) || 0) + 1);
    must(this.numbers.get(seat) === number, "number");
    must(this.areSealed(["line", [seat]]), "sealing");
    if (!this.held.has(seat)) this.held.set(seat, new Map());
    const held = this.held.get(seat), waiting = [...held.values()].filter((one) => one === "condition");
    must(held.size < 100 && (when !== "condition" || waiting.length < 20), "held");
    held.set(number, when);
  },
  "order-released"({ seat, number, why, ...values }) {
    const held = this.held.get(seat) || new Map(), when = held.get(number);
    held.delete(number);
    const plays = (PLAYED[when] || []).includes(why);
    must(when && (plays || UNPLAYED.includes(why) || (when === "condition" && why === "stopped")), "held");
    this.goesOn(seat, number, why, values, held);
    const before = [...held].some(([one, waits]) => waits === "sheet" && when === "sheet" && one < number);
    must(!plays || !before, "held");
    must(why !== "deadline" || (this.deadlines.has(seat) && this.at >= BigInt(this.deadlines.get(seat).get("at"))), "deadline");
    this.due = plays ? { seat, by: why === "fired" ? "standing order" : "seat" } : null;
  },
  "order-refused"({ seat, line, reason, at }) {
    this.atASeat(seat);
    must(this.areSealed(["line", [seat]], ["reason", [seat]]), "sealing");
    must([line, reason].every(({ value }) => !text(value) || lengthOf(value) <= 2000), "press");
    const day = `${this.at / DAY} ${seat}`, many = (this.refusals.get(day) || 0) + 1;
    must(at === this.at && many <= 20, "number");
    this.refusals.set(day, many);
  },
  forfeited({ seat }) {
    this.atASeat(seat);
    must(this.policy.errors === "strict", "policy");
    must(this.areSealed(["line", [seat]]) && !this.forfeits.has(seat), "sealing");
    this.forfeits.add(seat);
  },
  advised({ seat, position }) {
    this.atASeat(seat);
    must(this.policy.advice && !this.advised.has(seat) && position === this.one.position - 1, "policy");
    this.advised.add(seat);
  },

  // ---- keys, and what is signed by them

  "key-registered"({ seat, person, key }) {
    this.atASeat(seat);
    this.isPerson(person);
    const [scope, until] = this.leave(seat, person), pair = `${JSON.stringify(seat)} ${person}`;
    const may = person === (this.holders.get(seat) || "nobody") || (["orders", "all"].includes(scope) && this.at <= until);
    must(may && person !== "referee" && this.keys.get(pair) !== key, "actor");
    this.keys.set(pair, key);
    this.signing.add(seat);
  },
  signed({ seat, text: said, signature }) {
    this.atASeat(seat);
    const key = this.keys.get(`${JSON.stringify(seat)} ${this.act("person") || this.holders.get(seat)}`), mail = this.mailOf(seat);
    must(key && this.act("cause") === "mail" && !this.mails.has(mail), "actor");
    must(this.areSealed(["signature", [seat]], ["text", [seat]]), "sealing");
    this.mails.add(mail);
    if (said.value === undefined) return;
    must(text(said.value) && text(signature.value) && lengthOf(said.value) <= 65_536 && lengthOf(signature.value) <= 8192, "signature");
    must(!this.texts.has(said.value) && isBlockOf(said.value, this.one.game, seat), "signature");
    this.texts.add(said.value);
    this.signed.push({ key, text: said.value, signature: signature.value, position: this.one.position });
  },

  // ---- real dice: who throws, and who answers [section 6.12]

  asked({ question, thrower }) {
    must(thrower === this.thrower(question), "dice");
    Object.assign(this.dice, { thrower, isTold: false, isAsked: true });
  },
  "dice-claimed"() {
    Object.assign(this.dice, { isTold: true, toldBy: [this.act("person"), this.act("behalf")] });
  },
  "dice-answered"({ seat, yes }) {
    must(this.others(this.dice.thrower).includes(seat), "dice");
    const own = [...this.hands(this.dice.thrower), ...this.dice.toldBy].filter((one) => one && one !== "referee");
    must(!own.includes(this.act("person")) && !own.includes(this.holders.get(seat)), "dice");
    this.dice.isTold = yes;
  },
  "dice-left"({ why }) {
    const isThere = this.dice.isTold || this.sitting().includes(this.dice.thrower);
    must(why !== "alone" || !(isThere && this.others(this.dice.thrower).length), "dice");
  },
  thrown({ question, real }) {
    must(this.dice.isAsked || real || this.thrower(question) === "", "dice");
    Object.assign(this.dice, { thrower: "", isTold: false, isAsked: false });
  },
};

Object.assign(People.prototype, {
  ends(docket) {
    must(!this.due, "held");
    docket.ends();
  },

  moves(seat, at) {
    this.deadlines.set(seat, new Map([...this.deadlines.get(seat), ["at", at], ["moved", at]]));
  },

  goesOn(seat, number, why, { shown, left, turn }, held) { // what a condition that has held shows, and what waits on
    must(this.seals.every(([, to]) => isSame(to, [seat])), "sealing");
    const isLeft = left instanceof Sealed;
    must(isLeft === (turn !== "") && isLeft === (left !== ""), "held");
    const isBare = shown === "" && left === "" && turn === "";
    must((text(shown) || shown instanceof Sealed) && (isBare || why === "fired"), "held");
    if (turn) held.set(number, "condition");
  },
});

const OPENS = /^-----BEGIN ORDERS ([a-z0-9_.-]{1,64}) [a-z0-9.]{1,16} ([a-z0-9_.-]{1,64})-----$/i;

function isBlockOf(said, game, seat) { // the first line of what is signed names both
  const [first] = said.split("\n", 1), found = OPENS.exec(first[0] === "-" ? bare(first, /[ \t\r]/) : "");
  return Boolean(found) && found[1].toLowerCase() === game && found[2].toLowerCase() === seat.toLowerCase();
}
