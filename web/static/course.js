// A show that the table has begun: what says `data-frame` comes with the frame of that number.
// Each page plays it by itself, from the table's clock; whoever comes later is in its middle.
import { cheer, shake } from './joy.js';
import { play } from './sounds.js';
import { tie } from './table_clock.js';

const LATE_MS = 400; // a sound that is later than this is none
const USUAL_MS = 650; // a frame of a show that this page has not been told
let running = '', began = 0, next = 0, times = [];

/** Show what is due of the show that is on; without one everything. */
export function follow(main) {
  const box = main.querySelector('#course');
  const now = box?.dataset.course ?? '';
  if (now && now !== running) {
    running = now;
    delete main.dataset.shellAgain;
    times = box.dataset.times.split(' ').map(Number);
    began = performance.now() - Number(box.dataset.ago);
    tie('course', (ahead) => {
      if (running !== now || ahead === null) return;
      began = Number(box.dataset.began) * 1000 + ahead;
      step(main);
    });
  } else if (!now && running !== 'again') running = '';
  if (running) step(main);
}

/** What goes with a frame besides its sight. */
function comes({ sounds, pitch, buzz, cheers }) {
  if (sounds) play(sounds, Number(pitch ?? 0));
  if (buzz) shake(buzz);
  if (cheers !== undefined) cheer();
}

/** Play what was shown once more, on this page alone. */
export function again(main) {
  if (main.querySelector('#course')) return;
  for (const each of main.querySelectorAll('[data-shell-seen]')) delete each.dataset.shellSeen;
  running = 'again';
  main.dataset.shellAgain = '';
  began = performance.now();
  step(main);
}

function step(main) {
  clearTimeout(next);
  const at = performance.now() - began;
  let wait = Infinity;
  for (const each of main.querySelectorAll('[data-frame]')) {
    const due = times[each.dataset.frame] ?? USUAL_MS * (1 + Number(each.dataset.frame));
    if (due > at) {
      wait = Math.min(wait, due - at);
      delete each.dataset.shellSeen;
    } else if (!('shellSeen' in each.dataset)) {
      each.dataset.shellSeen = Math.round(performance.timeOrigin + performance.now());
      if (at - due < LATE_MS) comes(each.dataset);
    }
  }
  if (wait < Infinity) next = setTimeout(step, wait, main);
  else if (running === 'again') { running = ''; delete main.dataset.shellAgain; }
}
