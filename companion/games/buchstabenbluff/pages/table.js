// Before the gong: says what is left until it sounds, and beeps. What is left the shell knows, from
// the table, and the gong itself is the shell's. The phone uses it too.

import { secondsLeft } from "/static/deadline.js";
import { audible, inOneWindow, play } from "/static/sounds.js";

const BEEPS = 3; // seconds before the gong
let shown = null; // the number of the word that is waited for here
let ticking = 0;

export function start(root) {
  updated(root);
}

export function updated(root) {
  const place = root.querySelector("[data-gong]");
  const number = place?.dataset.gong ?? null;
  if (shown !== null && shown !== number) {
    clearTimeout(ticking);
    shown = null;
  }
  if (place && shown === null) {
    shown = number;
    tick(root);
  }
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
  if (left <= BEEPS && audible(root, true)) {
    inOneWindow("beep", `${root.querySelector("#deadline").dataset.ends}`, BEEPS - left, () => play("beep")); // in a pause none ends, and no second comes twice
  }
  ticking = setTimeout(tick, Math.max((rest - left + 1) * 1000, 20), root);
}
