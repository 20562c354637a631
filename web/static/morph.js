// Patches the page towards new HTML, node by node. What a person types into, or has under the
// finger, stays the very same element; its value belongs to the person.

const FIELD = 'input, textarea, select';
const OWN = new Set(['checked', 'selected', 'open']);
const FILLED = 'input:not([type="hidden"]), textarea, select, [data-sheet]'; // a hidden field that is no note is ours

/** The top-level sections of some HTML. */
export function parse(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/**
 * Make the children of `root` those of `wanted`. Sections whose HTML is in `last` unchanged are
 * left alone; `last` (a Map: id to HTML) is brought up to date. `settled(field, fresh)` hears of
 * each field that stays. Returns false where something had to wait because it is being typed in.
 */
export function update(root, wanted, last, settled) {
  const fresh = new Map();
  let complete = true;
  const each = (old, now) => {
    if (now.id && last.get(now.id) === fresh.get(now.id)) return;
    complete = patch(old, now, settled) && complete;
  };
  for (const now of wanted.children) if (now.id) fresh.set(now.id, now.outerHTML);
  complete = children(root, wanted, each) && complete;
  last.clear();
  if (complete) for (const [id, html] of fresh) last.set(id, html);
  return complete;
}

/** Make one section of `root` that of `wanted`, whatever else has to wait. */
export function updateOne(root, wanted, last, id) {
  const [old, now] = [root, wanted].map((all) => [...all.children].find((each) => each.id === id));
  if (!old || !now || last.get(id) === now.outerHTML) return;
  patch(old, now, () => {});
  last.set(id, now.outerHTML);
}

/** Whether an attribute is state of the person's, not ours: what an option stands for is ours, whether it is chosen is not. */
function own(node, name) {
  return name === 'value' ? node.matches(FILLED) : OWN.has(name);
}

function patch(old, now, settled) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== now.data) old.data = now.data;
    return true;
  }
  if (old.hasAttribute('data-keep')) return true;
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !own(old, name) && !name.startsWith('data-shell')) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (!own(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.matches(FIELD)) settled(old, now);
  if (old.matches('textarea')) return true;
  const chosen = old.selectedOptions?.[0];
  const complete = children(old, now, (a, b) => patch(a, b, settled));
  if (chosen?.isConnected) chosen.selected = true; // a choice that was moved is the choice still
  return complete;
}

function key(node) { // a field for another note is another field, and an option is what it stands for
  if (node.nodeType !== Node.ELEMENT_NODE) return '';
  return node.dataset.sheet || node.id || node.dataset.key || (node.localName === 'option' ? node.value : '');
}

function children(parent, wanted, each) {
  const olds = [...parent.childNodes].filter((node) => !node.dataset?.shell);
  const keyed = new Map(olds.filter(key).map((node) => [key(node), node]));
  const rest = olds.filter((node) => !key(node));
  const pairs = [...wanted.childNodes].map((now) => {
    const old = key(now) ? keyed.get(key(now)) : rest.find((node) => node.nodeName === now.nodeName);
    if (!old || old.nodeName !== now.nodeName) return [null, now];
    // Nodes before the one that was found have no match any more.
    if (key(now)) keyed.delete(key(now));
    else rest.splice(0, rest.indexOf(old) + 1);
    return [old, now];
  });
  const kept = new Set(pairs.map(([old]) => old));
  let complete = true;
  for (const old of olds) {
    if (kept.has(old)) continue;
    if (busy(old)) complete = false;
    else old.remove();
  }
  let at = parent.firstChild;
  for (const [old, now] of pairs) {
    while (at && !kept.has(at)) at = at.nextSibling; // the shell's own, or still being typed in
    if (old) {
      if (old === at) at = at.nextSibling;
      else parent.insertBefore(old, at);
      if (each(old, now) === false) complete = false;
    } else {
      parent.insertBefore(document.importNode(now, true), at);
    }
  }
  return complete;
}

function busy(node) {
  const active = document.activeElement;
  return node.contains(active) && active.matches(FIELD) && active.type !== 'checkbox' && active.type !== 'radio';
}
