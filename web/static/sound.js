// Sounds that a game's page can make: put together from tones, so there is nothing to load.
// Browsers keep a page silent until it is touched; so whatever sounds is on the page in words too.

const SILENT = "silent"; // this device was told to be
const GONG = [
  // Above the ground tone, for the small speaker of a phone knows nothing below 400 Hz.
  { pitch: 220, loud: 0.3, seconds: 2.2 },
  { pitch: 440, loud: 0.22, seconds: 1.6 },
  { pitch: 607, loud: 0.18, seconds: 1.1 },
  { pitch: 895, loud: 0.12, seconds: 0.7 },
  { pitch: 1188, loud: 0.07, seconds: 0.4 },
];
let audio = null;
let changed = () => {};

/** Wake at the first touch; *whenChanged* is called whenever `heard()` may answer anew. */
export function listen(whenChanged = () => {}) {
  changed = whenChanged;
  // For a browser a finger has touched when it leaves, a mouse or a key when it comes.
  for (const name of ["pointerdown", "pointerup", "keydown"]) {
    addEventListener(name, (event) => event.target.closest?.("[data-sound]") || wake(), { passive: true });
  }
}

/** Whether this page sounds. */
export function heard() {
  return audio?.state === "running" && !silent();
}

/** Sound from now on, or be silent, as the person at this device wishes. */
export function want(sound) {
  if (sound) localStorage.removeItem(SILENT);
  else localStorage.setItem(SILENT, "1");
  wake();
  changed();
}

/** Sound *what* now: `gong`, `beep` or `chime`. */
export function play(what) {
  if (heard()) what(audio, audio.currentTime);
}

export function gong(context, at) {
  for (const { pitch, loud, seconds } of GONG) tone(context, at, pitch, loud, seconds);
}

export function beep(context, at) {
  tone(context, at, 660, 0.25, 0.12);
}

export function chime(context, at) {
  tone(context, at, 520, 0.25, 0.5);
}

export function tone(context, at, pitch, loud, seconds) {
  const voice = new OscillatorNode(context, { frequency: pitch });
  const volume = new GainNode(context);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  voice.connect(volume).connect(context.destination);
  voice.start(at);
  voice.stop(at + seconds);
}

function wake() {
  if (silent()) return;
  if (!audio) {
    audio = new AudioContext();
    audio.onstatechange = () => changed();
  }
  if (audio.state === "suspended") audio.resume();
}

function silent() {
  return localStorage.getItem(SILENT) === "1";
}
