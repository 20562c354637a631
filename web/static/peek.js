// Hold to look: a fold lies open as long as a finger holds it, as one lifts a card by its edge. A tap opens it for longer.
import { presses } from './press.js';

const HOLD_MS = 350;

/** Let the folds in `root` that match `selector` be held; one that is lifted has the class `lifted`. */
export function peek(root, selector) {
  const edge = ({ target }) => target.closest?.(`${selector} > summary`);
  let looked = false;

  presses(root, (event) => {
    looked = false;
    const fold = edge(event)?.parentElement;
    if (!fold || fold.open) return undefined;
    const lift = (lifted) => {
      fold.open = lifted;
      fold.classList.toggle('lifted', lifted);
      looked = true;
    };
    const timer = setTimeout(lift, HOLD_MS, true);
    return () => {
      clearTimeout(timer);
      if (fold.classList.contains('lifted')) lift(false);
    };
  });
  // The click after a look is no tap; one without a finger always is.
  root.addEventListener('click', (event) => {
    if (looked && event.detail && edge(event)) event.preventDefault();
    looked = false;
  }, true);
  root.addEventListener('contextmenu', (event) => { if (edge(event)) event.preventDefault(); });
}
