// Cards that lie in a row change places: dragged there, or by the arrow keys.
const DRAGGED_PX = 8; // less is a tap

/**
 * Let all that matches `card` in `root` be moved, whatever is drawn there later.
 * `move(card, beside, after)` lays it before or after another one, and returns what stands for it then.
 */
export function arrange(root, card, move) {
  let held = null;

  root.addEventListener('pointerdown', (event) => {
    const taken = event.target.closest?.(card);
    held = taken && event.isPrimary && !event.button ? { taken, x: event.clientX, y: event.clientY, dragged: false } : null;
  });
  root.addEventListener('pointermove', (event) => {
    if (!held || !event.isPrimary) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.dragged && Math.hypot(x, y) < DRAGGED_PX) return;
    held.dragged = true;
    held.taken.setPointerCapture(event.pointerId);
    held.taken.style.translate = `${x}px ${y}px`;
  });
  root.addEventListener('pointerup', (event) => {
    const { taken, dragged } = held ?? {};
    held = null;
    if (!dragged || !taken.isConnected) return; // it was drawn anew meanwhile
    taken.style.translate = '';
    // The drag ends in a click, which would do what a tap does.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    const found = nearest(root.querySelectorAll(card), event);
    if (found && found.card !== taken) move(taken, found.card, found.after);
  });
  root.addEventListener('pointercancel', () => {
    if (held) held.taken.style.translate = '';
    held = null;
  });
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
