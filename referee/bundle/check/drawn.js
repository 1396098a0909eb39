// A step of a throw as a reader sees it. Whatever a record says is put in as text, never as markup.

function element(name, text, parent, className = "") {
  const made = document.createElement(name);
  if (text !== "") made.textContent = text;
  if (className) made.className = className;
  if (parent) parent.appendChild(made);
  return made;
}

function drawn({ title, note, rows = [], sums = [], table = [] }, list) { // a step of a throw, at the end of a list
  element("h3", title, list);
  if (note) element("p", note, list, "note");
  if (rows.length) {
    const terms = element("dl", "", list);
    for (const { label: name, value } of rows) {
      element("dt", name, terms);
      element("dd", value, terms, /^[0-9a-f]{64}$/.test(value) ? "mono" : "");
    }
  }
  for (const sum of sums) summed(sum, list);
  if (table.length) wordsIn(table, list);
}

function summed(sum, list) { // a digest, and the command that computes it
  const box = element("div", "", list, "sum");
  element("div", sum.label, box);
  if (sum.sibling) element("div", sum.sibling, box, "mono");
  element("div", `→\u00a0${sum.output}`, box, "mono");
  const more = element("details", "", box);
  element("summary", say("page_by_hand"), more);
  if (!sum.input) return void element("p", say("page_too_long"), more, "note");
  const ends = sum.kind === "hmac" ? `openssl dgst -sha256 -mac HMAC -macopt hexkey:${sum.key}` : "sha256sum";
  return void element("pre", `echo ${sum.input} | xxd -r -p | ${ends}`, more);
}

function wordsIn(table, list) {
  const inner = element("table", "", element("div", "", list, "wide"), "words");
  const head = element("tr", "", element("thead", "", inner));
  const names = ["place", "word", "decimal", "n", "limit", "mod", "face"].map((name) => say(`page_word_${name}`));
  for (const name of names) element("th", name, head).scope = "col";
  const body = element("tbody", "", inner);
  for (const cells of table) {
    const line = element("tr", "", body);
    cells.forEach((text, nth) => { element("td", text, line, "mono").dataset.name = names[nth]; });
  }
}
