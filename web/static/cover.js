// Covers what is private: by a tap, on a phone that is passed round, and, where somebody wants it,
// after a while without a touch. The letters fade before they go: a tap keeps them. A phone that
// one person holds has a lock of its own.

const WARNED_MS = 10000;

/** Watch the page; `seconds()` is how long nobody may touch it, 0: as long as they like. */
export function guard(main, seconds) {
  const button = document.getElementById('cover');
  const secret = () => main.querySelector('.private') !== null;
  // What was wanted while there was nothing to cover is done once there is.
  let wanted = false, covered = false, idle = 0, had = false;

  function look(state) {
    wanted = state === 'covered';
    covered = wanted && secret();
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

  const shared = () => main.querySelector('[data-shared]') !== null;

  // What is covered cannot be hit; whatever else is hit does what it says.
  addEventListener('click', (event) => {
    if (event.target.closest?.('[data-cover-now]')) return look('covered');
    if (!covered || (!event.isTrusted && shared()) || event.target.closest?.('a[href], summary')) return;
    look('');
    touched();
  }, true);
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel']) addEventListener(name, touched, { capture: true, passive: true });
  const leave = () => { if (shared() || seconds()) look('covered'); };
  document.addEventListener('visibilitychange', () => { if (document.hidden) leave(); });
  addEventListener('pagehide', leave);
  // A phone that is passed round shows nothing before whoever it is for has it in hand: neither
  // when the page opens nor when there is something to hide again, as at the start of the match.
  function updated() {
    const comes = secret() && !had && shared();
    had = secret();
    if (wanted || comes) look('covered');
  }

  touched();
  updated();
  if (shared()) look('covered'); // also what comes only later, as after a pause
  return { touched, updated };
}
