// The gong: says what is left until it sounds, and sounds it. What is left the shell knows, from
// the table; this one only shows and beeps. The phone uses it too.

import { secondsLeft } from "/static/deadline.js";
import * as sounds from "/static/sounds.js";

const BEEPS = 3; // seconds before the gong
let shown = null; // the number of the word that is waited for here
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
  const number = place?.dataset.gong ?? null;
  if (shown !== null && shown !== number) {
    clearTimeout(ticking);
    if (!place && !root.querySelector("#deadline:not([data-ends])")) sounds.play("gong"); // not for a pause
    shown = null;
  }
  if (place && shown === null) {
    shown = number;
    tick(root);
  }
  name(root);
}

// -- the countdown --

function tick(root) {
  const place = root.querySelector("[data-gong]");
  if (!place || shown === null || !Number(place.dataset.seconds)) return;
  const rest = secondsLeft(root) ?? 0;
  const left = Math.ceil(rest);
  const count = place.querySelector("b");
  if (count) count.textContent = left > 0 ? `${left} ${place.dataset.tSeconds}` : place.dataset.tSoon;
  if (left <= 0) return;
  if (left <= BEEPS) sounds.play("beep");
  ticking = setTimeout(tick, Math.max((rest - left + 1) * 1000, 20), root);
}

// -- sound --

function name(root) {
  const button = root.querySelector("[data-sounds-switch]");
  if (!button) return;
  const { tOn, tOff } = button.closest("[data-t-on]").dataset;
  button.textContent = sounds.heard() ? tOff : tOn;
}
