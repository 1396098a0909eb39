// Has the referee asked, by mail, whether a program may play for a seat. Nothing is changed by it: his answer does that.
(() => {
  const random = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  };

  async function ask(form, key) {
    const { game, seat, failed } = form.dataset, says = form.querySelector("[role=status]");
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const answer = await fetch("ask" + location.search, {
        method: "POST", headers: { "Content-Type": "application/json" }, credentials: "omit", cache: "no-store",
        body: JSON.stringify({ game, seat, strength: form.querySelector("select").value, key }),
      });
      const told = await answer.json();
      says.textContent = told.says || told.error || failed;
      button.disabled = answer.ok;
    } catch {
      says.textContent = failed;
      button.disabled = false;
    }
  }

  for (const form of document.querySelectorAll("form.program")) {
    let key = random(); // what may have arrived already is sent under its key again
    form.onchange = () => {
      key = random();
      form.querySelector("button").disabled = false;
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      ask(form, key);
    };
  }
  for (const hidden of document.querySelectorAll(".asks[hidden]")) hidden.hidden = false;
})();
