// A text in the reader's language. In braces, what is put in: {name} as it is, {name#} as a number of that language,
// {name#one|few|many} the word that goes with the number. Values come out of records: no brace of theirs is read.

const TEXTS = {}; // by language, as "fr"; what stands behind this file puts in those that the page has
const FORMS = { en: ["one", "other"], fr: ["one", "other"], ru: ["one", "few", "many"] };
const spoken = {};

function speak(...wanted) { // the first of these that there are texts in, as "ru" for "ru-RU"; else the page's own
  const known = wanted.map((tag) => String(tag).toLowerCase().split("-")[0]).filter((tag) => Object.hasOwn(TEXTS, tag));
  spoken.language = known[0] || Object.keys(TEXTS)[0];
  spoken.numbers = new Intl.NumberFormat(spoken.language);
  spoken.plurals = new Intl.PluralRules(spoken.language);
  return spoken.language;
}

function say(name, values = {}) {
  const put = (_all, key, number, words) => {
    if (!Object.hasOwn(values, key)) return "";
    if (words) return wordFor(Number(values[key]), words.split("|"));
    return number ? numeral(String(values[key])) : worded(key, String(values[key]));
  };
  return joined(TEXTS[spoken.language][name] || name).replace(/\{(\w+)(#?)([^{}]*)\}/g, put);
}

function wordFor(count, words) {
  const nth = FORMS[spoken.language].indexOf(spoken.plurals.select(count));
  return words[nth < 0 ? words.length - 1 : nth];
}

const numeral = (text) => (/^-?[0-9]{1,20}$/.test(text) ? spoken.numbers.format(BigInt(text)) : text);

function worded(key, value) { // what a part of a record, or who has cells, is called in a sentence
  const texts = TEXTS[spoken.language], name = `${key}_${value}`;
  return Object.hasOwn(texts, name) && ["what", "kind", "party"].includes(key) ? texts[name] : value;
}

function joined(text) { // no line begins with a dash, or in French with a sign that has a space before it
  if (spoken.language === "fr") return text.replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0");
  return text.replaceAll(" —", "\u00a0—");
}
