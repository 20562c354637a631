// A press of the main button, and its end. That is not always told: a menu, a native list, another
// window, a drag out of this one or a pen that is out of reach may keep it for themselves.
const MOST_MS = 5000; // no finger lies so long without a move

/** Call `begins(event)` at each press in `root`, and what it returns at its end: with the event that told it, if any. */
export function presses(root, begins) {
  const held = new Map();

  function end(id, event) {
    const press = held.get(id);
    if (!press) return;
    held.delete(id);
    clearTimeout(press.timer);
    press.over?.(event);
  }

  function wait(id) {
    clearTimeout(held.get(id).timer);
    held.get(id).timer = setTimeout(end, MOST_MS, id);
  }

  root.addEventListener('pointerdown', (event) => {
    const { button, pointerId } = event;
    if (button) return;
    end(pointerId);
    held.set(pointerId, { over: begins(event) });
    wait(pointerId);
  }, true);
  addEventListener('pointermove', (event) => {
    const { buttons, pointerId } = event;
    if (!held.has(pointerId)) return;
    if (buttons) wait(pointerId); else end(pointerId);
  }, true);
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture']) addEventListener(name, (event) => end(event.pointerId, event), true);
  const endAll = () => [...held.keys()].forEach((id) => end(id));
  addEventListener('contextmenu', (event) => { if (!event.defaultPrevented) endAll(); });
  for (const name of ['blur', 'pagehide', 'keydown', 'visibilitychange']) addEventListener(name, endAll);
}
