// What scripts of games make pages of.

/** An element with these classes and this text; a button sends no form. */
export function make(tag, classes, text) {
  const node = document.createElement(tag);
  if (tag === 'button') node.type = 'button';
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  return node;
}

/** A button that builds: `what` it does, to `which` part; `name` is what is read out, where the text does not say it. */
export function button(what, which, classes, text, name) {
  const node = make('button', classes, text);
  node.dataset.build = what;
  node.dataset.which = which;
  if (name) node.setAttribute('aria-label', name);
  return node;
}

/** A list with these classes, an item for each of `rows`. */
export function list(classes, rows) {
  const node = make('ul', classes);
  for (const row of rows) {
    const item = make('li');
    item.append(...row);
    node.append(item);
  }
  return node;
}

/** `sentence` with each `{key}` that `values` has in place of its braces. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}
