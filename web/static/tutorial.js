// The mark of a tutorial points at what it means: rings round all of it, which cover nothing, wherever it scrolls.
const main = document.getElementById('main');
let told = '';

function look() {
  const mark = document.getElementById('mark');
  const found = (mark?.dataset.at ?? '').split(' ').map((id) => document.getElementById(id)).filter(Boolean);
  for (const old of document.querySelectorAll('[data-shell-pointed]')) if (!found.includes(old)) old.removeAttribute('data-shell-pointed');
  for (const each of found) if (!('shellPointed' in each.dataset)) each.dataset.shellPointed = '';
  const now = mark?.textContent ?? '';
  if (now === told) return;
  told = now;
  requestAnimationFrame(() => show(found.filter((each) => !each.closest('#bar, .strip'))));
}

/** Bring what is meant into the free part of the page, between the mark and the bar. */
function show(found) {
  if (!found.length) return;
  const top = document.getElementById('mark').getBoundingClientRect().bottom + 12;
  const bottom = document.getElementById('bar').getBoundingClientRect().top - 8;
  const boxes = found.map((each) => each.getBoundingClientRect());
  const from = Math.min(...boxes.map((each) => each.top)), to = Math.max(...boxes.map((each) => each.bottom));
  if (from < top || to > bottom) scrollBy({ top: to - from > bottom - top || from < top ? from - top : to - bottom, behavior: 'instant' });
}

new MutationObserver(look).observe(main, { childList: true, subtree: true, characterData: true, attributeFilter: ['data-at'] });
addEventListener('resize', () => { told = ''; look(); });
look();
