// The gong: counts down what the table waits for and sounds it. The clock that counts is the
// table's own; this one only shows and beeps. The phone uses it too.

import * as sounds from "/static/sounds.js";

const BEEPS = 3; // seconds before the gong
let shown = null; // the word that is waited for here: { number, at }
let ticking = 0;

export function start(root) {
  sounds.listen(() => name(root));
  root.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-sounds-switch]")) sounds.want(!sounds.heard());
  });
  updated(root);
}

export function updated(root) {
  const place = root.querySelector("[data-gong]");
  const number = place?.dataset.gong;
  if (shown && shown.number !== number) {
    clearTimeout(ticking);
    forget(shown.number);
    if (!place) sounds.play("gong");
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
  if (left <= BEEPS) sounds.play("beep");
  const next = shown.at + (seconds - left + 1) * 1000 - Date.now();
  ticking = setTimeout(tick, Math.max(next, 20), root);
}

// -- sound --

function name(root) {
  const button = root.querySelector("[data-sounds-switch]");
  if (!button) return;
  const { tOn, tOff } = button.closest("[data-t-on]").dataset;
  button.textContent = sounds.heard() ? tOff : tOn;
}
