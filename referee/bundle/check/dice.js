// Real dice of people [section 6.12]: what is thrown was told by one seat and confirmed by another. Who may throw and
// confirm, `People` says.

const MOST_DENIALS = 2;

class Dice {
  constructor({ policy, level, protocol }, seats) {
    const isReal = isObject(policy) && policy.get("dice") === "real";
    this.agreed = isReal && (level === 0 || protocol === 2);
    Object.assign(this, { seats, newest: "", must: "", before: null });
    this.thrown();
  }

  thrown() { // nothing is open
    Object.assign(this, { question: null, thrower: "", claim: null, denied: 0, left: false });
  }

  waits() {
    return this.thrower !== "" && !this.left && this.must !== "thrown";
  }

  isClock({ type, entry }) {
    return type === "lapsed" && ["throw", "confirm"].includes(entry.get("prompt"));
  }

  take(one, values) {
    if (this.must && this.must !== one.type) throw new Fault("dice_due");
    const does = Object.hasOwn(DICE, one.type) ? DICE[one.type] : null;
    if (one.type.startsWith("dice-") && !this.waits()) throw new Fault("dice_none");
    const must = does ? does.call(this, values) || "" : "";
    this.must = this.isClock(one) && this.waits() ? "dice-left" : must;
    this.before = one;
  }

  claimed({ seat, faces }) {
    if (seat !== this.thrower || this.claim) throw new Fault("dice_claimed", { seat });
    const { count: many, sides } = this.question;
    const fit = faces.length === many && faces.every((face) => isWhole(face) && face >= 1 && face <= sides);
    if (!fit) throw new Fault("faces_range");
    this.claim = faces;
  }

  answered({ seat, yes }) {
    if (!this.claim || seat === this.thrower || !this.seats.includes(seat)) throw new Fault("dice_answered", { seat });
    if (yes) return "thrown";
    this.claim = null;
    this.denied += 1;
    return this.denied >= MOST_DENIALS ? "dice-left" : "";
  }

  leaves({ why }) {
    const isDenied = this.before.type === "dice-answered" && this.denied >= MOST_DENIALS;
    const isAlone = ["seat-taken", "seat-left", "delegated"].includes(this.before.type);
    if (!{ denied: isDenied, alone: isAlone, clock: this.isClock(this.before) }[why]) throw new Fault("dice_left");
    this.left = true;
    this.claim = null;
  }

  asks({ question, thrower }) {
    this.left = thrower === ""; // nobody throws, whoever comes later
    if (!thrower) return;
    const due = this.newest ? thrower === this.newest : this.seats.includes(thrower);
    const isOpen = question.get("draw") !== true && question.get("secret") !== true;
    if (!this.agreed || !due || !isOpen) throw new Fault("dice_thrower", { seat: thrower });
    this.question = questionOf(question);
    this.thrower = thrower;
  }

  throws({ question, faces, real }) {
    const { must, claim } = this;
    if (this.waits()) throw new Fault("dice_unconfirmed");
    if (must === "thrown") {
      const same = real && Array.isArray(faces) && faces.length === claim.length && claim.every((face, nth) => face === faces[nth]);
      if (!same || !isSameQuestion(questionOf(question), this.question)) throw new Fault("dice_other");
    }
    this.thrown();
  }
}

const DICE = {
  ordered({ seat }) { this.newest = seat; },
  asked: Dice.prototype.asks,
  "dice-claimed": Dice.prototype.claimed,
  "dice-answered": Dice.prototype.answered,
  "dice-left": Dice.prototype.leaves,
  thrown: Dice.prototype.throws,
  forked() { this.agreed = false; this.thrown(); },
};
