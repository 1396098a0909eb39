// What stands in the entries of people, clocks, press, disputes and signed orders [sections 6.7, 6.9, 6.10], each key
// with its kind. Times are BigInts: they are added, and what is above 2^53 is one already.

const DAY = 86_400_000n, MINUTE = 60_000n;
const MOST_HOURS = upTo(0, 8784);
const anything = () => true;
const listOf = (kind) => (value) => list(value) && value.every(kind);
const matches = (form) => (value) => text(value) && form.test(value);
const isPrintable = (value) => !UNPRINTABLE.test(value);
const lengthOf = (value) => [...value].length; // in characters, not in units of UTF-16

function bare(value, blank) { // without such signs around it: a pattern would look at each run of them again and again
  let from = 0, to = value.length;
  while (from < to && blank.test(value[from])) from += 1;
  while (to > from && blank.test(value[to - 1])) to -= 1;
  return value.slice(from, to);
}

const saysSomething = (value) => text(value) && !BLANK.test(value);
const time = (value) => isWhole(value) && value >= 0 && value < 2n ** 63n;
const isName = (value) => text(value) && !/^ | $/.test(value) && value !== "" && lengthOf(value) <= 200 && isPrintable(value);
const ascends = (value) => value.every((one, nth) => nth === 0 || value[nth - 1] < one);

const PROGRAM = /^(random|steady|keen(:[1-9][0-9]{0,3})?) \(program\)$/;
const VOTE = /^(draw|[^]* wins)$/;
const AGREEMENTS = ["pause", "resume", "abandon", "show"];
const SILENCE = isOf("wait", "default orders", "standby", "forfeit", "bot");
const JUDGE = isOf("referee", "second");
const RULINGS = { stands: [0, 0], corrected: [1, 100], rewound: [1, 1], penalty: [0, 100], note: [0, 0] };

const REFEREES = {
  second: [(value) => value === "" || (isName(value) && value !== "referee"), ""], stops: [flag, false],
  looks: [isOf("at once", "at the reveal"), "at once"],
};
const POLICY = {
  authority: [upTo(0, 3), 1], nmr: [SILENCE, "wait"], hours: [MOST_HOURS, 0],
  phases: [(value) => isObject(value) && [...value.values()].every(MOST_HOURS), new Map()],
  grace: [upTo(0, 10_080), 0], clock: [matches(/^(([01][0-9]|2[0-3]):[0-5][0-9])?$/), ""],
  zone: [matches(/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)*$/), "UTC"],
  days: [(value) => listOf(upTo(1, 7))(value) && ascends(value), []], reminders: [listOf(MOST_HOURS), []],
  vacation: [upTo(0, 366), 0], press: [isOf("none", "white", "private"), "none"], anonymous: [flag, false],
  delay: [MOST_HOURS, 0], errors: [saysSomething, "lenient"], sheets: [flag, false], advice: [flag, false],
  votes: [isOf("shown", "sealed"), "shown"], concede: [isOf("default orders", "forfeit"), "default orders"],
  undo: [isOf("alone", "consent"), "alone"], dice: [isOf("cells", "real"), "cells"],
  referee: [(value) => onlyOf(value, REFEREES, "referee"), new Map()],
};
const DEADLINE = { seat: [text], prompt: [text], since: [time], at: [time], moved: [time, 0] };

function onlyOf(object, kinds, what) { // these keys and no others
  if (!isObject(object)) return false;
  for (const key of object.keys()) if (!Object.hasOwn(kinds, key)) throw new Fault("key_more", { what, key });
  return Boolean(taken(object, kinds));
}

const isPolicy = (value) => onlyOf(value, POLICY, "policy");
const isTable = listOf((value) => isObject(value) && Boolean(taken(value, DEADLINE)));
const BY = isOf("referee", "consent", "clock", "dispute");
const CITES = [(value) => listOf(count)(value) && ascends(value) && value.length <= 100, []];

const CONDUCT = {
  "policy-changed": { policy: [isPolicy], reason: [saysSomething], keeps_moved: [flag, false] },
  "seat-taken": { seat: [text], person: [text], reason: [saysSomething] },
  "seat-left": { seat: [text], person: [text], reason: [text] },
  standby: { person: [text], listed: [flag, true] },
  delegated: { seat: [text], to: [text], scope: [isOf("orders", "press", "all")], until: [time] },
  "delegation-ended": { seat: [text], to: [text], reason: [text, ""] },
  "address-changed": { seat: [text], person: [text], by: [isOf("referee", "person")], reason: [text] },
  "key-registered": { seat: [text], person: [text], key: [matches(/^[a-z0-9@.-]{1,80} [A-Za-z0-9+/]{1,8000}={0,2}$/)] },
  signed: { seat: [text], text: [anything], signature: [anything] },
  agreed: { seat: [text], on: [(value) => text(value) && (AGREEMENTS.includes(value) || VOTE.test(value))], yes: [flag, true] },
  voted: { vote: [anything] },
  conceded: { seat: [text] },
  settled: { on: [(value) => value === "concede" || matches(VOTE)(value)], winners: [listOf(text)] },
  abandoned: { by: [BY], reason: [text] },
  "deadlines-set": { deadlines: [isTable] },
  "deadline-moved": { seat: [text], at: [time], reason: [saysSomething] },
  paused: { by: [BY], reason: [text], at: [time], until: [time, 0] },
  resumed: { by: [BY], reason: [text], at: [time] },
  "vacation-taken": { seat: [text], start: [time], end: [time], days: [upTo(0, 366)] },
  lapsed: { seat: [text], deadline: [time], prompt: [text], turn: [text], follows: [SILENCE] },
  press: { to: [listOf(text)], text: [anything], sender: [anything] },
  noted: { person: [text], source: [text], digest: [text],
    notes: [listOf((one) => isObject(one) && isWhole(one.get("line")) && text(one.get("text")))] },
  "order-held": { seat: [text], number: [count], line: [anything], when: [isOf("ready", "asked", "sheet", "condition")], turn: [text, ""] },
  "order-released": { seat: [text], number: [count], why: [text], shown: [anything, ""], left: [anything, ""], turn: [text, ""] },
  "order-refused": { seat: [text], line: [anything], reason: [anything], at: [time] },
  forfeited: { seat: [text], line: [anything] },
  advised: { seat: [text], position: [count] },
  disputed: { number: [count], seat: [text], text: [anything], events: CITES, rule: [text, ""], error: [text, ""], appeals: [count, 0] },
  "dispute-withdrawn": { number: [count], seat: [text] },
  recused: { dispute: [count], who: [JUDGE], reason: [saysSomething] },
  adjudicated: { dispute: [count], who: [JUDGE], text: [anything] },
  "adjudications-opened": { dispute: [count], texts: [listOf(text)], agree: [flag] },
  ruled: { number: [count], kind: [isOf(...Object.keys(RULINGS))], reason: [saysSomething], dispute: [count, 0],
    by: [JUDGE, "referee"], events: CITES, rules: [listOf(text), []], seat: [text, ""], effects: [upTo(0, 100), 0] },
  reopened: { ruling: [count], reason: [saysSomething] },
  corrected: { ruling: [count], what: [either(isObject)] },
  revised: { turns: [listOf((one) => isObject(one) && one.size === 2 && text(one.get("turn")) && count(one.get("version")))] },
  "take-back-proposed": { seat: [text], to: [count], reason: [saysSomething] },
  "take-back-answered": { seat: [text], yes: [flag] },
  looked: { person: [text], at: [text], reason: [text], of: [count, 0] },
  "looked-unseen": { number: [count], what: [anything] },
};
Object.assign(ENTRIES, CONDUCT);
ENTRIES.opened.policy = [isPolicy, new Map()];
ENTRIES.rewound.deadlines = [isTable, []];

const policyOf = (value) => ({ ...taken(value || new Map(), POLICY), referee: taken((value && value.get("referee")) || new Map(), REFEREES) });
const tableOf = (value) => value.map((one) => (one.has("moved") ? one : new Map([...one, ["moved", 0]])));
