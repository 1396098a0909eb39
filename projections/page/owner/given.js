"use strict";
// What came with the page: the files of the kit, and what the page says. Values have no fields of their own read.

const kit = JSON.parse(document.getElementById("kit").textContent);
const words = JSON.parse(document.getElementById("words").textContent);

function say(name, values = {}) {
  return (words[name] || name).replace(/\{(\w+)\}/g, (_all, key) => (Object.hasOwn(values, key) ? String(values[key]) : ""));
}
