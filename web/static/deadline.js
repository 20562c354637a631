// What is left of the sand and of what the match waits for: the table tells it, the page counts down from there.
// No clock of the page's own decides when it began, so a page that comes late shows the same.
import { audible, inOneWindow, play } from './sounds.js';
import { tie } from './table_clock.js';

const LATE_MS = 2500; // a phone that slept says nothing of what was over long before
const counted = { sand: { told: null }, deadline: { told: null } };

/** The seconds that are left, and a part of one; null where nobody is shown any. */
export function secondsLeft(main, id = 'deadline') {
  const box = main.querySelector(`#${id}`), count = counted[id];
  if (!box) { count.told = ''; return null; }
  const { wait, left, ends: end } = box.dataset;
  const now = `${wait} ${end ?? left}`;
  if (now !== count.told) {
    const asCame = count.told === null && !box.closest('[data-version]'); // no news has changed the page
    count.ends = (asCame ? loaded() : performance.now()) + Number(left) * 1000;
    count.told = now;
    if (end) {
      tie(id, (ahead) => {
        if (count.told !== now || ahead === null) return;
        count.ends = Number(end) * 1000 + ahead;
        show(main, id);
      });
    }
  }
  return end ? Math.max(0, (count.ends - performance.now()) / 1000) : Number(left);
}

/** When the page itself came: on a slow phone its scripts run seconds later. */
function loaded() {
  const [page] = performance.getEntriesByType('navigation');
  return page?.responseStart ?? performance.now();
}

/** Show what is left, and go on showing it from second to second. */
export function countDown(main) {
  for (const id of Object.keys(counted)) show(main, id);
}

function show(main, id) {
  const count = counted[id], { ticking } = count;
  clearTimeout(ticking);
  delete count.ticking;
  const left = secondsLeft(main, id);
  if (left === null) return;
  const box = main.querySelector(`#${id}`), over = box.querySelector('.sand-over');
  const whole = Math.ceil(left);
  box.querySelector('progress').value = left;
  box.querySelector('.sand-left').textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  if (over) over.hidden = whole > 0;
  if (over && ticking && !whole) ranOut(main, box, performance.now() - count.ends);
  if (box.dataset.ends && whole > 0) count.ticking = setTimeout(show, (left - whole + 1) * 1000, main, id);
}

/** A page that comes later saw it lie run out. */
function ranOut(main, { dataset: { ends } }, ago) {
  if (ago < LATE_MS && audible(main)) inOneWindow('sand', ends, 0, () => play('sand'));
}
