// A show that the table has begun: what says `data-frame` comes with the frame of that number.
// Each page plays it by itself, from the table's clock; whoever comes later is in its middle.
import { cheer, shake } from './joy.js';
import { audible, inOneWindow, play } from './sounds.js';
import { tie } from './table_clock.js';

const LATE_MS = 400; // a sound that is later than this is none
const USUAL_MS = 650; // a frame of a show that this page has not been told
let running = '', run, began = 0, next = 0, times = [];

/** Show what is due of the show that is on; without one everything. */
export function follow(main) {
  const box = main.querySelector('#course');
  const now = box?.dataset.course ?? '';
  if (now && now !== running) {
    running = now;
    delete main.dataset.shellAgain;
    times = box.dataset.times.split(' ').map(Number);
    began = performance.now() - Number(box.dataset.ago);
    run = box.dataset.began;
    tie('course', (ahead) => {
      if (running !== now || ahead === null) return;
      began = Number(box.dataset.began) * 1000 + ahead;
      step(main);
    });
  } else if (!now && running !== 'again') running = '';
  if (running) step(main);
}

/** What goes with frames besides their sight. */
function come(main, all) {
  const tones = [];
  for (const { dataset } of all) {
    if (dataset.sounds) tones.push([dataset.sounds, Number(dataset.pitch ?? 0)]);
    if (dataset.buzz) shake(dataset.buzz);
    if (dataset.cheers !== undefined) cheer();
  }
  if (!tones.length || !audible(main)) return;
  const frame = Math.max(...all.map(({ dataset }) => dataset.frame));
  inOneWindow('course', run, frame, () => tones.forEach((each) => play(...each)));
}

/** Play what was shown once more, on this page alone. */
export function again(main) {
  if (main.querySelector('#course')) return;
  for (const each of main.querySelectorAll('[data-shell-seen]')) delete each.dataset.shellSeen;
  running = 'again';
  main.dataset.shellAgain = '';
  began = performance.now();
  run = `again ${began}`;
  step(main);
}

function step(main) {
  clearTimeout(next);
  const at = performance.now() - began;
  const here = [];
  let wait = Infinity;
  for (const each of main.querySelectorAll('[data-frame]')) {
    const due = times[each.dataset.frame] ?? USUAL_MS * (1 + Number(each.dataset.frame));
    if (due > at) {
      wait = Math.min(wait, due - at);
      delete each.dataset.shellSeen;
    } else if (!('shellSeen' in each.dataset)) {
      each.dataset.shellSeen = Math.round(performance.timeOrigin + performance.now());
      if (at - due < LATE_MS) here.push(each);
    }
  }
  come(main, here);
  if (wait < Infinity) next = setTimeout(step, wait, main);
  else if (running === 'again') { running = ''; delete main.dataset.shellAgain; }
}
