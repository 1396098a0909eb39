// ---- the record that the page carries, checked in this browser once the page can be read

const SOON = 5000; // milliseconds after which it is checked, however busy the reader is
const PAUSES = 25; // milliseconds of work after which the page breathes
const PARTS = ["lines", "chain", "data", "openings", "throws"]; // what the mark speaks of
const proof = { record: null, throws: new Map() }; // as they were checked; the throws by their events

const carried = (id) => unpacked($(id).textContent);

async function prove() {
  if (!$("check").textContent) return unchecked(words.proof_long);
  if (typeof DecompressionStream === "undefined") return unchecked(words.proof_old);
  try {
    const script = document.createElement("script"); // the policy of the page knows its digest
    script.textContent = new TextDecoder().decode(await carried("check"));
    document.head.appendChild(script);
    $("steps").lang = bugyoCheck.speak(document.documentElement.lang);
    const lines = await carried("record");
    judged(await bugyoCheck.check(lines, { wait: PAUSES }), lines);
  } catch (error) { // no memory, or what the page carries is no longer whole
    unchecked(String(error.message));
  }
}

function unchecked(why) {
  marked("unchecked", said(words.proof_unchecked, { why }), words.proof_bundle);
}

function judged(report, bytes) {
  const fault = faultOf(report), gap = gapIn(report);
  if (fault) marked("fails", said(fault.event ? words.proof_fails : words.proof_fails_whole, fault), "", fault.event);
  else if (gap) unchecked(gap);
  else marked("holds", held(report), words.proof_covers);
  $("verdict").append(...found(report), keeping(bytes));
  if (fault) return;
  proof.record = report.record;
  for (const one of report.throws) proof.throws.set(one.position, one);
  takeable(now);
}

function marked(status, text, more, event = 0) {
  $("proof").className = status;
  $("mark").textContent = text;
  $("verdict").textContent = "";
  const paragraph = $("verdict").appendChild(document.createElement("p"));
  paragraph.textContent = more;
  if (!event) return;
  const link = paragraph.appendChild(document.createElement("a"));
  link.href = `#${event}`;
  link.textContent = said(words.proof_event, { event });
}

function held({ about, throws, record }) {
  const fork = record.ledger.forkedAt, checked = throws.filter((one) => one.isChecked).length;
  const text = fork ? words.proof_fork : about.level ? words.proof_holds : words.proof_level0;
  return said(text, { events: count, checked, throws: throws.length, fork });
}

function faultOf({ rows, status, record }) { // of the record; else of the page, which may show another game
  const row = rows.find((one) => one.status === "fails");
  if (row) return { event: row.event, why: row.why };
  return status === "holds" ? otherThanShown(record) : null;
}

function gapIn({ rows, status, verdict }) { // why not all was checked that the mark speaks of; "": all was
  if (status !== "holds") return verdict;
  const free = bugyoCheck.say("throws_level0"); // said by the mark itself
  const row = rows.find((one) => PARTS.includes(one.name) && one.status !== "holds" && one.sentence !== free);
  return row ? bugyoCheck.say("page_told", { title: row.title, said: row.why }) : "";
}

function otherThanShown({ header, events }) {
  if (header.head !== story.head || events.length !== count) return { event: 0, why: words.proof_head };
  const at = steps.findIndex(({ dice = [] }, nth) => dice.join() !== facesAt(events, nth).join());
  return at < 0 ? null : { event: at + 1, why: words.proof_faces };
}

function facesAt(events, nth) { // as the page shows them: those of a draw are places, and no faces
  const { type, entry, sealed } = events[nth];
  if (type === "thrown-again") return facesAt(events, Number(entry.get("of")) - 1);
  if (type !== "thrown" || entry.get("question").get("draw")) return [];
  const faces = entry.get("faces");
  return Array.isArray(faces) ? faces : sealed.find(({ path }) => path === "faces")?.value || [];
}

// ---- what it found, row by row

function* found({ verdict, rows, notes }) { // what a page never has, and nobody can give to it, is left out
  const { element, say } = bugyoCheck;
  const list = element("ul", "", null), bare = say("bare");
  const whole = element("p", verdict, null);
  list.lang = whole.lang = $("steps").lang;
  for (const { name, title, status, sentence } of rows) {
    if (name === "given" || sentence === bare) continue;
    const line = element("li", "", list, status);
    element("b", `${say("page_told", { title, said: say(`status_${status}`) })}.`, line);
    line.append(` ${sentence}`);
  }
  for (const note of notes) element("li", note, list);
  yield whole;
  yield list;
}

function keeping(bytes) { // the record as a file, for another program
  const box = document.createElement("p");
  box.textContent = `${words.proof_doubt} `;
  const button = box.appendChild(document.createElement("button"));
  button.textContent = words.save_record;
  button.addEventListener("click", () => save(new Blob([bytes]), "jsonl"));
  return box;
}

// ---- a throw step by step

function takeable(at) { // also a draw, which has no sums
  $("steps").textContent = "";
  $("apart").hidden = !proof.throws.has(at);
  if (proof.throws.has(at)) $("computed").hidden = false;
  $("apart").setAttribute("aria-expanded", "false");
}

function takeApart() {
  const open = $("apart").getAttribute("aria-expanded") !== "true";
  $("apart").setAttribute("aria-expanded", String(open));
  $("steps").textContent = "";
  if (!open) return;
  const { stepsOf, drawn: shown } = bugyoCheck;
  for (const section of stepsOf(proof.record, proof.throws.get(now))) shown(section, $("steps"));
}

pointers.push(takeable);
$("apart").addEventListener("click", takeApart);
if (!$("proof").hidden) (window.requestIdleCallback || ((act) => setTimeout(act, 1000)))(prove, { timeout: SOON });
