// ---- the diary: nothing of it is in the page, it is asked for with the secret to play

const tell = (text, lines = [], isBad = false) => {
  const end = lines.indexOf("-- "); // below it stands what no letter is
  $("told").textContent = [text, ...(end < 0 ? lines : lines.slice(0, end))].join("\n").trim().slice(0, 1200);
  $("told").className = isBad ? "s say bad" : "s say";
};

function ready() { // while something is on its way, nothing else can be sent
  for (const one of document.querySelectorAll("#keep, #wishes input, #notes button, #let-me")) one.disabled = busy || !mayPlay();
}

async function send(line, done) { // `done`, once it is so
  if (busy) return;
  const heard = (told) => {
    tell(told.says || (isPending(told) ? words.kept : words.answered), told.lines, told.state === "refused");
    if (!isPending(told) && told.state !== "refused") done();
  };
  tell(words.sending);
  const going = deliver(seat.head, [line], heard);
  ready();
  heard(await going);
  ready();
}

function item(note) {
  const kids = [make("a", { href: `replay/#${note.event}`, textContent: note.when }), make("span", { className: "q", textContent: [note.at, note.who].filter(Boolean).join(", ") })];
  if (note.left) kids.push(make("span", { className: "tag", textContent: words.is_left }));
  if (note.shared) kids.push(make("span", { className: "tag", textContent: words.is_shared }));
  if (!note.who) {
    const away = make("button", { type: "button", textContent: words.forget, ariaLabel: filled(words.forget_which, note) });
    away.addEventListener("click", () => confirm(words.forget_sure) && send(`forget note ${note.number}`, load));
    kids.push(away);
  }
  return make("li", {}, make("header", {}, ...kids), make("p", { textContent: note.text }));
}

function close(why, canAsk = false) {
  $("why-closed").textContent = why;
  $("let-me").hidden = !canAsk;
  $("closed").hidden = false;
  $("open").hidden = true;
}

function show(answer) {
  seat.head = answer.head;
  if (answer.state !== "told") return close(answer.says || words.unknown, answer.state === "unknown");
  $("closed").hidden = true;
  $("open").hidden = false;
  $("shared").checked = answer.shared;
  $("left").checked = answer.left;
  $("none").hidden = answer.notes.length > 0;
  $("notes").replaceChildren(...answer.notes.reverse().map(item));
}

async function load() {
  if (!mayPlay()) return close(seat.play_why || words.only_looks);
  try {
    show(await ask("notes", { play: secret, browser }));
  } catch (error) {
    close(error.message);
  }
  ready();
}

const SWITCHES = { shared: ["share notes", "hide notes"], left: ["share notes with my successor", "hide notes from my successor"] };

for (const [id, [on, off]] of Object.entries(SWITCHES)) {
  $(id).addEventListener("change", () => {
    const line = $(id).checked ? on : off;
    $(id).checked = !$(id).checked; // it shows what is so, and turns when that is
    send(line, load);
  });
}

$("write").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("note").value.trim();
  if (!text) return;
  send(`note: ${text}`, () => {
    $("note").value = "";
    load();
  });
});
$("let-me").addEventListener("click", () => send("notes", () => {
  tell("");
  load();
}));

load();
