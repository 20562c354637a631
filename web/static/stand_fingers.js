// The glass is the button. What a finger does is told in order, each word once; a retry doubles none.

const HOLD_MS = 600;
const AGAIN_MS = 120;
const MOST_AT_ONCE = 40;
const SWIPE_PX = 60;
const PALM_PX = 110; // no fingertip is so wide

/** Follow the fingers in *main*; nothing counts before `counts()`, nothing is told while not `fresh()`. */
export function watch(main, page, post, fresh, counts) {
  let number = 0, queue = [], sending = false, parting = null, finger = null, mute = false;
  const down = new Set();

  function tell(word, ms = 0, at = finger) {
    queue.push({ n: number += 1, place: at.place, button: at.button, word, ms: Math.round(ms) });
    send();
  }

  /** Tell what waits; returns whether it was taken. */
  async function hand(body = {}, more = {}) {
    const told = queue.slice(0, MOST_AT_ONCE), last = told[told.length - 1].n;
    const answer = await post('/stand/fingers', { page, fingers: told, ...body }, more).catch(() => null);
    const taken = answer && answer.status !== 429 && answer.status < 500;
    if (taken) queue = queue.filter((each) => each.n > last);
    return taken;
  }

  async function send() {
    if (sending) return;
    sending = true;
    while (queue.length) {
      if (parting) await parting;
      else if (!await hand()) await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
    sending = false;
  }

  function end(word) {
    const was = finger;
    if (!was) return;
    clearTimeout(was.timer);
    finger = null;
    was.glass.classList.remove('pressed');
    tell(word, performance.now() - was.since, was);
  }

  const lost = () => { if (finger) { mute = true; end('lost'); } };

  main.addEventListener('pointerdown', (event) => {
    if (event.isPrimary) down.clear(); // the end of an earlier one was never told
    down.add(event.pointerId);
    if (down.size === 1) mute = false;
    const glass = event.target.closest('[data-button]');
    if (finger || down.size > 1) { lost(); mute = true; return; } // a second finger: neither means anything
    if (!glass || !counts() || !fresh() || event.button !== 0 || mute || palm(event)) return;
    const { place } = glass.closest('[data-place]').dataset;
    finger = { id: event.pointerId, place, button: glass.dataset.button, glass, since: performance.now(), x: event.clientX, y: event.clientY };
    glass.classList.add('pressed');
    main.setPointerCapture?.(event.pointerId); // what is shown anew takes no finger away
    tell('down');
    const mine = finger;
    finger.timer = setTimeout(() => { if (finger === mine) tell('held', performance.now() - mine.since); }, HOLD_MS);
    event.preventDefault();
  });
  addEventListener('pointermove', (event) => {
    if (!finger || event.pointerId !== finger.id) return;
    if (palm(event) || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SWIPE_PX) lost();
  });
  addEventListener('pointerup', (event) => {
    down.delete(event.pointerId);
    if (finger && event.pointerId === finger.id) end('up');
  });
  addEventListener('pointercancel', (event) => {
    down.delete(event.pointerId);
    lost();
  });
  addEventListener('blur', lost);

  /** The glass goes dark. What was said before is told with that, in one; returns whether there is any. */
  function part() {
    lost();
    if (!queue.length || parting) return parting !== null;
    parting = hand({ asleep: true }, { keepalive: true }).then(() => { parting = null; forget(); });
    return true;
  }

  /**
   * The table is out of reach. What was not told means nothing, and that is told by the number of
   * the last word: where the table had heard it after all, this is no news.
   */
  function forget() {
    lost();
    queue = queue.filter((each, at) => !queue.slice(at + 1).some((later) => later.place === each.place));
    for (const each of queue) Object.assign(each, { word: 'lost', ms: 0 });
    send();
  }

  return { part, forget };
}

const palm = (event) => Math.max(event.width || 0, event.height || 0) > PALM_PX;
