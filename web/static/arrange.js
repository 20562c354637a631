// Cards that lie in a row change places: dragged there, or by the arrow keys.
import { presses } from './press.js';

const DRAGGED_PX = 8; // less is a tap

/**
 * Let all that matches `card` in `root` be moved, whatever is drawn there later.
 * `move(card, beside, after)` lays it before or after another one, and returns what stands for it then.
 */
export function arrange(root, card, move) {
  let held = null;

  presses(root, (event) => {
    const taken = event.target.closest?.(card);
    if (!taken || !event.isPrimary) return null;
    held = { taken, x: event.clientX, y: event.clientY, dragged: false };
    return lay;
  });
  root.addEventListener('pointermove', (event) => {
    if (!held || !event.isPrimary) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.dragged && Math.hypot(x, y) < DRAGGED_PX) return;
    held.dragged = true;
    held.taken.setPointerCapture(event.pointerId);
    held.taken.style.translate = `${x}px ${y}px`;
  });
  /** The press is over: where a finger was lifted the card lies there, else where it lay. */
  function lay(event) {
    const { taken, dragged } = held;
    held = null;
    taken.style.translate = '';
    if (!dragged || !taken.isConnected || event?.type !== 'pointerup') return; // or it was drawn anew meanwhile
    // The drag ends in a click, which would do what a tap does.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    const found = nearest(root.querySelectorAll(card), event);
    if (found && found.card !== taken) move(taken, found.card, found.after);
  }
  root.addEventListener('keydown', (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const taken = way && event.target.closest?.(card);
    const all = [...root.querySelectorAll(card)];
    const beside = taken && all[all.indexOf(taken) + way];
    if (!beside) return;
    event.preventDefault();
    move(taken, beside, way > 0)?.focus();
  });
}

/** The card whose middle is closest to where the finger left, and whether it left on its far side. */
function nearest(cards, { clientX, clientY }) {
  let best = null;
  for (const card of cards) {
    const { left, top, width, height } = card.getBoundingClientRect();
    const far = Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
    if (!best || far < best.far) best = { card, far, after: clientX > left + width / 2 };
  }
  return best;
}
