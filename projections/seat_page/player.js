// ---- the player: what has happened, event by event, on the board

// patches: for the board before the first event, and after each, as tableBoard looks at them; events: {text, ...} of each;
// words: count ("{at} of {all}"), earlier, later, now; looks(at): is told where one looks, null for now.
function framePlayer(table, patches, events, words, looks) {
  let at = null;
  const element = document.createElement("div"), put = (tag, name) => element.appendChild(Object.assign(document.createElement(tag), { className: name }));
  const [count, text, earlier, later] = [put("p", "count"), put("p", "text"), put("button", "earlier"), put("button", "later")];
  earlier.type = later.type = "button";
  element.className = "player";
  text.setAttribute("role", "status");
  earlier.textContent = words.earlier;

  function look(to) { // at an event, counted from 0, or at now
    at = to === null || !events.length ? null : Math.max(0, Math.min(events.length - 1, to));
    if (at === null) table.draw();
    else table.look(patches, at);
    show();
    looks(at);
  }

  function show() {
    const isLast = at === events.length - 1;
    count.textContent = at === null ? "" : words.count.replace("{at}", at + 1).replace("{all}", events.length);
    text.textContent = at === null ? "" : events[at].text;
    later.textContent = isLast ? words.now : words.later;
    earlier.setAttribute("aria-disabled", at === 0 || at === null);
  }

  const step = (by) => look(at === null || (by > 0 && at === events.length - 1) ? (at === null ? 0 : null) : at + by);
  earlier.addEventListener("click", () => at && step(-1));
  later.addEventListener("click", () => step(1));
  element.addEventListener("keydown", (event) => {
    const act = { ArrowLeft: () => at && step(-1), ArrowRight: () => step(1), Escape: () => look(null) }[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  show();
  return { element, look, step, at: () => at };
}
