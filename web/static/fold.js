// Capitals A to Z of whatever a keyboard writes.

/** The letters of `text` as capitals A to Z, as the table will read them; `folds` are the language's own. */
export function fold(text, folds) {
  const capitals = text.normalize('NFC').toUpperCase();
  const folded = [...capitals].map((letter) => folds[letter] ?? letter).join('');
  return folded.normalize('NFD').replace(/[^A-Z]/g, '');
}

/** Say which sign of `text` is more than one letter on the cards, by a sentence with {sign} and {letters}; "": none is. */
export function folded(text, folds, sentence) {
  const sign = [...text.normalize('NFC')].find((each) => fold(each, folds).length > 1);
  return sign ? sentence.replace('{sign}', sign).replace('{letters}', fold(sign, folds)) : '';
}

/**
 * Keep the fields of `root` that match `selector` in capitals. One with `data-most="1"` holds the newest letter, any
 * other what fits into its `maxlength`. `page()` returns the `folds` and the `sentence` about them, and `also`, the signs
 * that stay as they are; `changed(field, letters)` hears what a field holds. Returns a function that tells it of one.
 */
export function capitals(root, selector, page, changed = () => {}) {
  const before = new WeakMap(); // what a field held when the present word of the keyboard began

  function holds(field) {
    const { folds, also = '' } = page();
    const letters = (sign) => (also.includes(sign) ? sign : fold(sign, folds));
    const signs = [...field.value.normalize('NFC')];
    if (field.dataset.most !== '1') return signs.map(letters).join('').slice(0, field.maxLength < 0 ? undefined : field.maxLength);
    const had = before.get(field) ?? '';
    const fresh = newest(signs, (sign) => had && letters(sign) === had);
    const fits = fresh.map(letters).filter(({ length }) => length === 1);
    return fits.pop() ?? (fresh.some((sign) => letters(sign).length > 1) ? had : '');
  }

  /** Write down what the field holds, the cursor where it was: no keyboard is at work in it. */
  function settle(field) {
    const letters = holds(field);
    before.set(field, letters);
    if (letters === field.value) return;
    const { folds, also = '' } = page();
    const left = [...field.value.slice(0, field.selectionEnd).normalize('NFC')];
    const at = left.map((sign) => (also.includes(sign) ? sign : fold(sign, folds))).join('').length;
    field.value = letters;
    if (field === document.activeElement) field.setSelectionRange(at, at);
  }

  function take(field, composing) {
    const { folds, sentence } = page();
    if (field.value !== before.get(field)) say(field, folded(field.value, folds, sentence)); // else it is told once more, after a composition
    if (!composing) settle(field);
    changed(field, holds(field));
  }

  const ours = ({ target }) => target.matches?.(selector);
  root.addEventListener('focusin', (event) => { if (ours(event)) before.set(event.target, holds(event.target)); });
  root.addEventListener('input', (event) => {
    if (!ours(event)) return;
    if (event.isComposing) event.stopPropagation(); // half a word is nobody's note
    take(event.target, event.isComposing);
  }, true);
  // Some browsers tell of no input after it.
  root.addEventListener('compositionend', (event) => { if (ours(event)) take(event.target, false); }, true);
  return holds;
}

/** The signs that came to the one that lay there. */
function newest(signs, lay) {
  if (signs.length < 2) return signs;
  if (lay(signs[0])) return signs.slice(1);
  return lay(signs[signs.length - 1]) ? signs.slice(0, -1) : signs;
}

/** Show a sentence beside a field; an empty one takes it away. */
function say(field, text) {
  const old = field.parentElement.querySelector('.folded');
  if (!text || old) { if (text) old.textContent = text; else old?.remove(); return; }
  const note = Object.assign(document.createElement('p'), { className: 'folded small', textContent: text });
  note.dataset.shell = '1'; // no update takes it away
  note.setAttribute('role', 'status');
  field.after(note);
}
