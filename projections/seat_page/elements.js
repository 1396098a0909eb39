"use strict";
const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const seat = JSON.parse($("seat").textContent);

function make(tag, props, ...kids) {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...kids);
  return made;
}

// what the sentences of the page have in braces
const filled = (said, of) => said.replace(/\{(\w+)\}/g, (all, name) => of[name] ?? all);
