// Keeps the screen on from sitting down until the score: by the browser's own lock where the
// page's origin is secure, else by a tiny film of ours that plays unseen from a tap on.

const FILM = '/static/awake.mp4';
const TURN_S = 5; // back before its end: a film that is over, or repeats by itself, keeps nobody awake
const state = document.documentElement.dataset; // awake: lock, film, or nothing
let lock = null, film = null, wished = () => false, asking = false;

/** From now on the screen stays on as long as `wanted()`; call `follow` whenever that may differ. */
export function stayAwake(wanted) {
  wished = () => wanted() && !document.hidden;
  document.addEventListener('visibilitychange', follow);
  addEventListener('click', follow, true); // without a tap no film begins
  return follow;
}

function follow() {
  if (!wished()) letGo();
  else if (navigator.wakeLock) hold();
  else play();
}

async function hold() {
  if (lock || asking) return;
  asking = true;
  lock = await navigator.wakeLock.request('screen').catch(() => null); // the battery is low, say
  asking = false;
  if (!lock) return;
  state.awake = 'lock';
  lock.addEventListener('release', () => { lock = null; delete state.awake; });
  if (!wished()) letGo();
}

function play() {
  film ??= begin();
  if (film.paused) film.play().catch(() => {}); // not yet: the next tap
}

function begin() {
  const made = document.createElement('video');
  made.src = FILM;
  made.playsInline = true;
  made.disableRemotePlayback = true;
  made.addEventListener('timeupdate', () => { if (made.currentTime > TURN_S) made.currentTime = 0; });
  made.addEventListener('playing', () => { state.awake = 'film'; });
  made.addEventListener('pause', () => { delete state.awake; });
  return made;
}

function letGo() {
  lock?.release();
  film?.pause();
}
