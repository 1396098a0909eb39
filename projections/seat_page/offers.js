// ---- what may follow in a line: worked out of the legal lines word by word, whatever the title

const bare = (word) => word.toLowerCase().replace(/[,:;.]+$/, "");
const split = (text) => text.trim().split(/\s+/).filter(Boolean);

function offersOf(answer) { // the lines that are legal, or only some of them
  const listed = answer.orders || [], tapped = (answer.choices || []).map((choice) => choice.order);
  const lines = [...new Set([...listed, ...tapped])];
  return {
    whole: Boolean(answer.whole && answer.orders),
    lines: lines.map((line) => ({ line, words: split(line), bare: split(line).map(bare) })),
    choices: answer.choices && answer.choices.length ? answer.choices : listed.map((order) => ({ order, label: "", group: "" })),
    forms: answer.forms || [],
    asked: answer.asked || "",
  };
}

// the lines that begin with a text; its last word may be half written where no blank stands after it
function beginning(offers, text) {
  const typed = split(text).map(bare), open = typed.length && !/\s$/.test(text) ? typed.pop() : null;
  const fits = offers.lines.filter((one) => typed.every((word, n) => one.bare[n] === word));
  if (open === null) return { fits, at: typed.length };
  const exact = fits.filter((one) => one.bare[typed.length] === open);
  if (exact.length) return { fits: exact, at: typed.length + 1 };
  return { fits: fits.filter((one) => (one.bare[typed.length] || "").startsWith(open)), at: typed.length };
}

const isComplete = (offers, text) => {
  const typed = split(text).map(bare).join(" ");
  return offers.lines.some((one) => one.bare.join(" ") === typed);
};

// the words that may stand next: each with the line that comes of it
function nextOf(offers, text, about) {
  const { fits, at } = beginning(offers, text);
  const groups = new Map();
  for (const one of about ? fits.filter((each) => each.bare.includes(about)) : fits) {
    if (one.words.length <= at) continue;
    const key = one.bare[at];
    groups.set(key, [...(groups.get(key) || []), one]);
  }
  return [...groups.values()].map((group) => {
    const upto = asFarAsSure(group, at + 1, offers.whole);
    return { label: group[0].words.slice(at, upto).join(" "), word: group[0].bare[at], text: lineOf(group, upto) };
  });
}

// where only one way goes on, it is gone; of examples, which are not all that there is, only while they agree
function asFarAsSure(group, upto, whole) {
  if (!whole && group.length === 1) return upto;
  const first = group[0];
  while (group.every((one) => one.words.length > upto && one.bare[upto] === first.bare[upto])) upto += 1;
  return upto;
}

function lineOf(group, upto) {
  const text = group[0].words.slice(0, upto).join(" ");
  return group.some((one) => one.words.length > upto) ? `${text} ` : text;
}

// a thing of the board is pressed: what the line becomes, and what is asked about now
function withWord(offers, text, word) {
  const step = nextOf(offers, text, "").find((one) => one.word === word);
  if (step) return { text: step.text, about: "" };
  const { fits } = beginning(offers, text), rest = fits.filter((one) => one.bare.includes(word));
  if (!isComplete(offers, text) && rest.length) return about(rest, word, offers.whole);
  if (!offers.whole && text.trim()) return { text: `${withMore(offers, split(text), word).join(" ")} `, about: "" };
  const all = offers.lines.filter((one) => one.bare.includes(word));
  return all.length ? about(all, word, offers.whole) : { text, about: "" };
}

// once more what stands in the line already: as a number, where such lines have numbers, else as a word
function withMore(offers, typed, word) {
  const there = typed.map(bare).lastIndexOf(word), isNumber = (one) => /^\d+$/.test(one || "");
  const alike = offers.lines.filter((one) => one.bare[0] === bare(typed[0]) && one.bare.some((each) => typed.slice(1, there).map(bare).includes(each)));
  if (there < 0 || !alike.some((one) => one.bare.some((each, n) => n && isNumber(each)))) return [...typed, word];
  if (isNumber(typed[there + 1])) return typed.map((one, n) => (n === there + 1 ? String(Number(one) + 1) : one));
  return [...typed.slice(0, there + 1), "2", ...typed.slice(there + 1)];
}

function about(lines, word, whole) {
  if (lines.length === 1 && whole) return { text: lines[0].line, about: "" };
  const upto = asFarAsSure(lines, 0, true);
  return { text: upto ? lineOf(lines, upto) : "", about: word };
}

// the beginning of what a part stands for: up to the word that its label names, for an example goes on
function textOf(choice) {
  if (!choice.part) return choice.order;
  const named = bare(choice.label.replace("…", "").trim().split(/\s+/)[0] || ""), all = split(choice.order);
  const at = all.findIndex((word) => bare(word) === named);
  return `${all.slice(0, at < 0 ? Math.max(1, all.length - 1) : at + 1).join(" ")} `;
}
