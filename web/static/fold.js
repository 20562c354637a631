/** The letters of `text` as capitals A to Z, as the table will read them; `folds` are the language's own. */
export function fold(text, folds) {
  const capitals = text.normalize('NFC').toUpperCase();
  const folded = [...capitals].map((letter) => folds[letter] ?? letter).join('');
  return folded.normalize('NFD').replace(/[^A-Z]/g, '');
}
