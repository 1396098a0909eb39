// ---- the sheet is sent by a press of Send and by nothing else

function ready(lines) {
  const fine = lines.length > 0 && lines.every((one) => ["legal", "possible", "talk"].includes(one.state));
  const send = $("send"), text = busy ? words.sending : lines.length > 1 ? words.send_lines : words.send;
  send.disabled = !fine || busy || !mayPlay();
  $("try").disabled = lines.length === 0;
  $("advise").disabled = busy || !mayPlay();
  if (send.textContent !== text) send.textContent = text;
  $("how").hidden = mayPlay() && !closed;
  $("how").textContent = closed ? words.stale : seat.play_why || words.only_looks;
}

// ---- a mail is wrapped for 78 columns: here it is as wide as the page, but for tables, which keep their columns

const WIDE = 78, TABLE = /\S {2,}\S/;
const deep = (line) => line.length - line.trimStart().length;

function goesOn(before, line) { // whether a line was broken off from the one before
  if (!before?.trim() || !line.trim() || TABLE.test(before) || TABLE.test(line)) return false;
  return deep(line) >= deep(before) && before.length + 1 + line.trim().split(" ")[0].length > WIDE;
}

function flowing(lines) {
  const least = Math.min(...lines.filter((line) => line.trim()).map(deep)), found = [];
  lines.forEach((line, nth) => {
    if (goesOn(lines[nth - 1], line)) found.at(-1).textContent += ` ${line.trim()}`;
    else if (TABLE.test(line)) found.push(make("span", { className: "row", textContent: line.slice(least) }));
    else {
      const text = make("span", { textContent: line.trim() });
      text.style.paddingLeft = `${Math.max(0, deep(line) - least) + 2}ch`;
      found.push(text);
    }
  });
  while (found.length && !found.at(-1).textContent) found.pop();
  return found;
}

function tellAnswer(text, lines, isBad = false, liked = []) {
  $("answer").hidden = false;
  $("outcome").textContent = text;
  $("outcome").className = isBad ? "bad" : "";
  const end = lines.indexOf("-- ") < 0 ? lines.length : lines.indexOf("-- "); // below it stands what no letter is
  $("mail").replaceChildren(...flowing(lines.slice(0, end)));
  $("receipt").textContent = lines.slice(end + 1).join("\n").trim();
  $("proof").hidden = !$("receipt").textContent;
  $("mail").hidden = $("fresh").hidden = liked.length > 0; // it is shown piece by piece, and the page is as new as it was
  $("liked").replaceChildren(...liked.map((one) => make("div", {}, tap(one), make("p", { className: "sm", textContent: one.says }))));
  $("answer").scrollIntoView({ block: "nearest" });
}

const played = (lines) => () => { // its lines leave the sheet, unless others were written meanwhile
  if (keyOf(written()) !== keyOf(lines)) return;
  at = 0;
  put([""]);
  $("answer").focus({ preventScroll: true });
};
$("send").addEventListener("click", () => send(written(), tellAnswer, played(written())));
$("advise").addEventListener("click", () => send(["advise"], tellAnswer, () => $("answer").focus({ preventScroll: true })));
$("try").addEventListener("click", () => ask("ask", { line: ["preview", ...written()].join("\n") }).then(
  ({ lines }) => {
    tellAnswer(words.tried, lines);
    $("fresh").hidden = true; // nothing has changed
    $("answer").focus({ preventScroll: true });
  },
  (error) => tellAnswer(error.message, [], true),
));
$("fresh").addEventListener("click", () => location.reload());

function resume() { // what still waited for an answer when the page was loaded anew
  const open = JSON.parse(kept(sessionStorage, OPEN) || "null");
  if (open && mayPlay()) carry(open, tellAnswer, played(open.lines));
}
