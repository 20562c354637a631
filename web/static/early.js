// What was tapped, sent or typed before the modules were there, done now: in order, and once.

const LOOKS = / (class|open|aria-busy|aria-pressed|data-shell[\w-]*)="[^"]*"/g;

/**
 * Do the `taps` that the head's script has kept, one after the other; `acted()` ends when the last
 * one has been answered. `fresh` is the page as the table shows it now (null: as it was): what
 * changed in a tap's block, the nearest `data-key` or section, may stand for something else.
 * Returns how many were not done for that. What is kept meanwhile, as the page leaves, stays kept.
 */
export async function catchUp(taps, fresh, acted) {
  const blocks = fresh && [...fresh.children, ...fresh.querySelectorAll('[data-key]')];
  const now = fresh && new Set(blocks.map((block) => plain(block.outerHTML)));
  let undone = 0;
  for (let left = taps.length; left; left -= 1) {
    const tap = taps.shift();
    const { type, html, element, submitter } = tap;
    const button = submitter ?? element;
    button.removeAttribute('aria-busy');
    const stands = !now || !html || now.has(plain(html));
    if (type === 'input' || (stands && !button.disabled)) repeat(tap, new Set(taps.map((later) => later.element)));
    else undone += 1;
    await acted();
  }
  return undone;
}

function plain(html) {
  return html.replace(LOOKS, '');
}

/** Do one tap; what was sent before somebody typed on is sent as it was. */
function repeat({ type, element, submitter, fields, values }, later) {
  fields.forEach((field, at) => { if (type === 'input' || later.has(field)) enter(field, ...values[at]); });
  if (type === 'click') element.click();
  // Not requestSubmit: the form was checked when it was sent.
  if (type === 'submit') element.dispatchEvent(new SubmitEvent('submit', { submitter, bubbles: true, cancelable: true }));
}

function enter(field, value, checked) {
  if (field.type !== 'file') Object.assign(field, { value, checked });
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}
