// What scripts of games make pages of.

/** An element with these classes and this text; a button sends no form. */
export function make(tag, classes, text) {
  const node = document.createElement(tag);
  if (tag === 'button') node.type = 'button';
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  return node;
}

/** `sentence` with each `{key}` that `values` has in place of its braces. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}
