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

function tellAnswer(text, lines, isBad = false, liked = []) {
  $("answer").hidden = false;
  $("outcome").textContent = text;
  $("outcome").className = isBad ? "bad" : "";
  const end = lines.indexOf("-- ") < 0 ? lines.length : lines.indexOf("-- "); // below it stands what no letter is
  $("mail").textContent = lines.slice(0, end).join("\n").trim();
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
