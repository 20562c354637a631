// Covers what is private: at once when the page is hidden, and after a while without a touch.
// The letters fade before they go, so that somebody who only looks can keep them by a tap.

const WARNED_MS = 10000;

/** Watch the page; `seconds()` is how long nobody may touch it, 0: as long as they like. */
export function guard(main, seconds) {
  const button = document.getElementById('cover');
  const secret = () => main.querySelector('.private') !== null;
  let covered = false, idle = 0, had = false;

  function look(state) {
    covered = state === 'covered' && secret();
    document.body.classList.toggle('covered', covered);
    document.body.classList.toggle('fading', state === 'fading');
    button.hidden = !covered;
  }

  function touched() {
    clearTimeout(idle);
    if (!covered) look('');
    const all = seconds() * 1000;
    if (all) idle = setTimeout(fade, all - WARNED_MS);
  }

  function fade() {
    if (!covered) look('fading');
    idle = setTimeout(() => look('covered'), WARNED_MS);
  }

  // The touch that uncovers does nothing else: what it would press was not to be seen. A link shows
  // nothing here: it leads away.
  addEventListener('click', (event) => {
    if (!covered || !event.isTrusted || event.target.closest?.('a[href]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    look('');
    touched();
  }, true);
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel']) addEventListener(name, touched, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => { if (document.hidden) look('covered'); });
  addEventListener('pagehide', () => look('covered'));
  // A phone that is passed round shows nothing before whoever it is for has it in hand: neither
  // when the page opens nor when there is something to hide again, as at the start of the match.
  function updated() {
    const comes = secret() && !had && main.querySelector('[data-shared]');
    had = secret();
    if (covered || comes) look('covered');
  }

  updated();
  touched();
  return { touched, updated };
}
