// What is left of what the match waits for: the table tells it, the page counts down from there.
// No clock of the page's own decides when it began, so a page that comes late shows the same.
import { tie } from './table_clock.js';

let told = null, ends = 0, ticking = 0;

/** The seconds that are left, and a part of one; null where nobody is shown any. */
export function secondsLeft(main) {
  const box = main.querySelector('#deadline');
  if (!box) { told = ''; return null; }
  const { wait, left, ends: end } = box.dataset;
  const now = `${wait} ${end ?? left}`;
  if (now !== told) {
    const asCame = told === null && !box.closest('[data-version]'); // no news has changed the page
    ends = (asCame ? loaded() : performance.now()) + Number(left) * 1000;
    told = now;
    if (end) {
      tie('deadline', (ahead) => {
        if (told !== now || ahead === null) return;
        ends = Number(end) * 1000 + ahead;
        countDown(main);
      });
    }
  }
  return end ? Math.max(0, (ends - performance.now()) / 1000) : Number(left);
}

/** When the page itself came: on a slow phone its scripts run seconds later. */
function loaded() {
  const [page] = performance.getEntriesByType('navigation');
  return page?.responseStart ?? performance.now();
}

/** Show what is left, and go on showing it from second to second. */
export function countDown(main) {
  clearTimeout(ticking);
  const left = secondsLeft(main);
  if (left === null) return;
  const box = main.querySelector('#deadline');
  const whole = Math.ceil(left);
  box.querySelector('progress').value = left;
  box.querySelector('.sand-left').textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  if (box.dataset.ends && whole > 0) ticking = setTimeout(countDown, (left - whole + 1) * 1000, main);
}
