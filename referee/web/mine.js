// Your own games in this browser: the address of their page is kept where somebody has asked for it, and nowhere else.
(() => {
  const KEPT = "bugyo:games", OURS = /^\/m\/[a-z0-9]+\/$/;
  const find = (id) => document.getElementById(id);
  const mine = find("mine"), how = find("how"), remember = find("remember");
  let kept;
  try { kept = localStorage.getItem(KEPT) || ""; } catch { return; }

  if (mine && OURS.test(kept)) {
    mine.querySelector("a").href = kept;
    mine.hidden = false;
    how.hidden = true;
    mine.querySelector("button").onclick = () => {
      localStorage.removeItem(KEPT);
      mine.hidden = true;
      how.hidden = false;
      how.tabIndex = -1;
      how.focus();
    };
  }

  if (remember && OURS.test(location.pathname)) {
    const button = remember.querySelector("button");
    const show = () => {
      button.textContent = kept === location.pathname ? button.dataset.forget : button.dataset.remember;
    };
    button.onclick = () => {
      kept = kept === location.pathname ? "" : location.pathname;
      if (kept) localStorage.setItem(KEPT, kept);
      else localStorage.removeItem(KEPT);
      show();
    };
    show();
    remember.hidden = false;
  }
})();
