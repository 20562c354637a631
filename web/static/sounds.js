// Sounds put together from tones, so there is nothing to load; one switch silences them all.
// Browsers keep a page silent until it is touched; so whatever sounds is on the page in words too.

const SWITCH = 'sounds'; // on this device: '1' on, '0' off, else nobody has chosen
const SOUNDS = { // tones: pitch in Hz, loudness, begin and length in seconds
  // Above the ground tone, for the small speaker of a phone knows nothing below 400 Hz.
  gong: [[220, .3, 0, 2.2], [440, .22, 0, 1.6], [607, .18, 0, 1.1], [895, .12, 0, .7], [1188, .07, 0, .4]],
  rise: [[392, .3, 0, .3], [784, .16, .01, .35]], // a step of the scale higher with each right card
  card: [[392, .3, 0, .16], [784, .18, .01, .2]],
  stars: [[523, .2, 0, .3], [659, .2, .14, .3], [784, .2, .28, .3], [1047, .25, .42, .9]],
  beep: [[660, .25, 0, .12]],
  low: [[520, .2, 0, .25], [440, .2, .16, .4]],
  chime: [[520, .25, 0, .5]],
  sand: [[880, .16, 0, .5], [659, .16, .22, .5], [523, .16, .44, .8]],
  chip: [[1500, .25, 0, .05]],
  token: [[660, .25, 0, .12], [880, .25, .1, .18]],
};
const BEHIND_MS = 200;
const SCALE = [0, 2, 4, 5, 7, 9, 11]; // semitones of the steps of an octave
let audio = null;
let changed = () => {};

/** Sound on this page from its first touch on, or sooner where the browser lets it; *whenChanged* hears whenever `heard()` may differ. */
export function listen(whenChanged = () => {}) {
  changed = whenChanged;
  wakeAtTouch();
  if (wanted()) wake(); // some browsers remember a touch of the page before, as when another game is chosen
}

/** Whether this page sounds. */
export function heard() {
  return audio?.state === 'running' && choice() !== '0';
}

/** Whether somebody has switched sounds on. */
export function wanted() {
  return choice() === '1';
}

/** Whether somebody has switched them at all. */
export function chosen() {
  return choice() !== null;
}

/**
 * Whether this page sounds with what comes about: the table's with all, a phone's with what is `meant` for it, or with
 * all where its owner wants it. Where nobody looks the page is told no news: it may be gone.
 */
export function audible(main, meant = false) {
  return heard() && !document.hidden && (meant || wanted() || main.dataset.live === '/table');
}

/** Switch sounds on or off, as the person at this device wishes; resolves once it is so. */
export async function want(on) {
  localStorage.setItem(SWITCH, on ? '1' : '0');
  await wake();
  changed();
}

/** Sound `name` now: one of the above. */
export function play(name, step = 0) {
  if (heard()) sound(name, audio, audio.currentTime, step);
}

/**
 * Call `sounds` unless another window of this device has: of two side by side the one in use does.
 * What sounds as `kind` is number `at` of its `run`; it is kept which was the last.
 */
export function inOneWindow(kind, run, at, sounds) {
  setTimeout(() => {
    const [was, last] = JSON.parse(localStorage.getItem(kind) ?? '["", 0]');
    if (was === run && at <= last) return;
    localStorage.setItem(kind, JSON.stringify([run, at]));
    sounds();
  }, document.hasFocus() ? 0 : BEHIND_MS);
}

export function sound(name, context, at, step = 0) {
  const higher = 2 ** ((12 * Math.floor(step / 7) + SCALE[step % 7]) / 12);
  for (const [pitch, loud, after, seconds] of SOUNDS[name]) tone(context, at + after, pitch * higher, loud, seconds);
}

function tone(context, at, pitch, loud, seconds) {
  const voice = new OscillatorNode(context, { frequency: pitch });
  const volume = new GainNode(context);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  voice.connect(volume).connect(context.destination);
  voice.start(at);
  voice.stop(at + seconds);
}

function wakeAtTouch() {
  // For a browser a finger has touched when it leaves, a mouse or a key when it comes.
  for (const name of ['pointerdown', 'pointerup', 'keydown']) {
    addEventListener(name, (event) => event.target.closest?.('[data-sounds-switch]') || wake(), { passive: true });
  }
}

async function wake() {
  if (choice() === '0') return;
  if (!audio) {
    audio = new AudioContext();
    audio.onstatechange = () => changed();
  }
  if (audio.state === 'suspended') await audio.resume();
}

function choice() {
  return localStorage.getItem(SWITCH);
}
