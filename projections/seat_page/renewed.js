// ---- what is drawn anew and stands there already stays: the browser styles and lays out what has changed alone

const DOES = ["onclick", "onsubmit", "oninput", "onchange", "onfocus", "onblur", "onpointerenter", "onpointerleave", "wants"];
const WRITTEN = "form,input,textarea,details"; // what keeps something of its own is put there anew

function whatIs(node) { // the same for what shows the same thing; a button that does something else is another one
  if (!node.tagName) return "";
  const { v } = node.dataset;
  return `${node.tagName} ${v ?? (node.id || node.getAttribute("aria-label") || (node.tagName === "BUTTON" ? node.textContent : node.className.split(" ")[0]))}`;
}

function renew(parent, kids) {
  const old = new Map();
  for (const one of parent.childNodes) {
    const what = whatIs(one);
    if (!old.has(what)) old.set(what, []);
    old.get(what).push(one);
  }
  const all = kids.map((kid) => {
    const was = kid.tagName && kid.matches(WRITTEN) ? null : old.get(whatIs(kid))?.shift();
    return was ? becomes(was, kid) : kid;
  });
  for (const gone of [...old.values()].flat()) gone.remove();
  let next = parent.firstChild;
  for (const one of all) {
    if (one === next) next = next.nextSibling;
    else parent.insertBefore(one, next);
  }
}

function becomes(was, now) {
  if (!now.tagName) {
    if (was.data !== now.data) was.data = now.data;
    return was;
  }
  for (const { name } of [...was.attributes]) if (!now.hasAttribute(name)) was.removeAttribute(name);
  for (const { name, value } of now.attributes) {
    if (was.getAttribute(name) === value) continue;
    if (name === "style") was.style.cssText = value; // the policy of the page lets no attribute say it
    else was.setAttribute(name, value);
  }
  for (const name of DOES) was[name] = now[name];
  renew(was, [...now.childNodes]);
  return was;
}
