// What is left of what the match waits for: the table tells it, the page counts down from there.
// No clock of the page's own decides when it began, so a page that comes late shows the same.

const QUICK_MS = 300, TRIES = 5;
let told = null, ends = 0, ticking = 0;

/** The seconds that are left, and a part of one; null where nobody is shown any. */
export function secondsLeft(main) {
  const box = main.querySelector('#deadline');
  if (!box) { told = ''; return null; }
  const { wait, left, ends: end } = box.dataset;
  const now = `${wait} ${end ?? left}`;
  if (now !== told) {
    ends = (told === null ? loaded() : Date.now()) + Number(left) * 1000;
    told = now;
    if (end) tie(main, now, Number(end));
  }
  return end ? Math.max(0, (ends - Date.now()) / 1000) : Number(left);
}

/** When the page itself came: on a slow phone its scripts run seconds later. */
function loaded() {
  const [page] = performance.getEntriesByType('navigation');
  return performance.timeOrigin + (page?.responseStart ?? performance.now());
}

/** What was told may have been long under way: so ask what time it is there, and how long that took. */
async function tie(main, wait, end) {
  for (let tries = 0, best = Infinity; tries < TRIES && best > QUICK_MS && told === wait; tries += 1) {
    const before = Date.now();
    const there = await fetch('/now', { cache: 'no-store' }).then((answer) => answer.ok && answer.text()).catch(() => '');
    const took = Date.now() - before;
    if (!there || took >= best || told !== wait) continue;
    best = took;
    ends = before + took / 2 + (end - Number(there)) * 1000;
    countDown(main);
  }
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
