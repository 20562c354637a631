// The gong: counts down what the table waits for and sounds it. The clock that counts is the
// table's own; this one only shows and beeps. The phone uses it too.

const BEEPS = 3; // seconds before the gong
let shown = null; // the word that is waited for here: { number, at }
let audio = null;
let ticking = 0;

export function start(root) {
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { passive: true });
  root.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-sound]")) mute(root);
  });
  updated(root);
}

export function updated(root) {
  const place = root.querySelector("[data-gong]");
  const number = place?.dataset.gong;
  if (shown && shown.number !== number) {
    clearTimeout(ticking);
    forget(shown.number);
    if (!place) tone(196, 1.6, 0.5);
    shown = null;
  }
  if (place && !shown) {
    shown = { number, at: begun(number) };
    tick(root);
  }
  name(root);
}

// -- the countdown --

function begun(number) {
  const key = `gong ${number}`;
  const kept = Number(sessionStorage.getItem(key));
  const now = Date.now();
  if (kept && now - kept < 180_000) return kept;
  sessionStorage.setItem(key, now);
  return now;
}

function forget(number) {
  sessionStorage.removeItem(`gong ${number}`);
}

function tick(root) {
  const place = root.querySelector("[data-gong]");
  if (!place || !shown) return;
  const seconds = Number(place.dataset.seconds);
  if (!seconds) return;
  const left = Math.ceil((shown.at + seconds * 1000 - Date.now()) / 1000);
  const count = place.querySelector("b");
  if (count) count.textContent = left > 0 ? `${left} ${place.dataset.tSeconds}` : place.dataset.tSoon;
  if (left <= 0) return;
  if (left <= BEEPS) tone(660, 0.12, 0.25);
  const next = shown.at + (seconds - left + 1) * 1000 - Date.now();
  ticking = setTimeout(tick, Math.max(next, 20), root);
}

// -- sound: browsers allow it after the first touch of the page --

function wake() {
  if (silent()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function tone(pitch, seconds, volume) {
  if (!audio || audio.state !== "running" || silent()) return;
  const voice = audio.createOscillator();
  const loud = audio.createGain();
  voice.frequency.value = pitch;
  loud.gain.setValueAtTime(volume, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds);
  voice.connect(loud).connect(audio.destination);
  voice.start();
  voice.stop(audio.currentTime + seconds);
}

function silent() {
  return localStorage.getItem("gong silent") === "1";
}

function mute(root) {
  const on = audio?.state === "running" && !silent();
  // The very first click has just woken the sound: it is what was wanted.
  if (on && root.querySelector("[data-sound]").dataset.on) localStorage.setItem("gong silent", "1");
  else localStorage.removeItem("gong silent");
  wake();
  const heard = !silent();
  root.querySelector("[data-sound]").dataset.on = heard ? "1" : "";
  name(root);
  if (heard) setTimeout(tone, 50, 660, 0.12, 0.25);
}

function name(root) {
  const button = root.querySelector("[data-sound]");
  if (!button) return;
  const { tOn, tOff } = button.closest("[data-t-on]").dataset;
  button.textContent = button.dataset.on ? tOff : tOn;
}
