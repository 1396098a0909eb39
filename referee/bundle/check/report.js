// What is said of a check: the verdict in one sentence, the rows, and what the level does not exclude.

const END_NOTES = 50; // that are shown of the first ones, and of the last

function report(judge, record) {
  const failed = judge.rows.find((row) => row.status === "fails");
  const isMissing = ({ name, sentence }) => name === judge.broken || (["zip", "lines"].includes(name) && sentence !== say("bare"));
  const unread = judge.rows.find((row) => row.status === "unchecked" && isMissing(row));
  const unsigned = judge.rows.find((row) => row.sentence === say("no_ed25519"));
  const status = failed ? "fails" : unread ? "unchecked" : "holds";
  const about = record && said(judge, record);
  const { title, sentence } = failed || unread || {};
  const name = status === "holds" && unsigned ? "verdict_unsigned" : `verdict_${status}`;
  const isBare = judge.rows.some((row) => row.name === "manifest" && row.status === "unchecked");
  const sentences = [say(name, { title, sentence, sections: isBare ? "3 – 6" : "2 – 7" })];
  if (record && !failed) sentences.push(...keySentence(judge));
  const notes = few(judge.notes);
  return { status, verdict: sentences.join(" "), rows: judge.rows, notes, key: judge.key, about, throws: judge.throws, record };
}

function few(notes) { // a record can make one of every root; what is said of all of it stands at both ends
  const more = notes.length - 2 * END_NOTES;
  return more > 0 ? [...notes.slice(0, END_NOTES), say("note_more", { more }), ...notes.slice(-END_NOTES)] : notes;
}

function keySentence(judge) {
  if (!judge.key) return [say("key_no_key")];
  if (judge.isKeyGiven) return [say("key_given")];
  if (judge.isHeadGiven) return [say("key_head")];
  return [say("key_read")];
}

function said(judge, record) { // the game in a few words; what else a reader must know goes to the notes
  const { header, events, ledger, isOver } = record;
  const first = events[0].entry;
  const level = ledger ? first.get("level") || 0 : 0;
  const fork = ledger && ledger.forkedAt;
  const protocol = ledger && ledger.protocol;
  const isKnown = [0, 1, 2, 3].includes(level);
  if (ledger && isKnown) judge.notes.unshift(say("note_level", { level, sentence: say(`level_${level}`) }));
  const number = first.get("opening") || 0;
  if (number > 1) judge.notes.push(say("note_opening", { number: plain(number), before: plain(first.get("before")) }));
  if (fork) judge.notes.push(say("note_fork", { game: plain(events[fork - 1].entry.get("game")), event: fork, name: plain(header.game) }));
  const guess = ledger && first.get("imagined");
  if (guess) judge.notes.push(say("note_guess", { game: plain(guess.get("game")), event: plain(guess.get("at")), seat: plain(guess.get("seat")) }));
  const foreseen = judge.throws.filter((one) => one.isForeseen).length;
  if (level > 1) judge.notes.push(say(level > 2 ? "note_foreseen_3" : "note_foreseen", { foreseen, throws: judge.throws.length }));
  const late = judge.throws.filter((one) => one.isLate).length;
  if (judge.throws.some((one) => one.protocol === 1)) judge.notes.push(say("note_first", { late, throws: judge.throws.length }));
  if (!isOver) judge.notes.push(say("note_open"));
  const named = { game: plain(header.game), title: plain(header.title), viewer: plain(header.viewer) };
  return { ...named, events: events.length, level: isKnown ? level : plain(level), protocol, isOver };
}
