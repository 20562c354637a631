// The mark of a tutorial points at what it means: a ring round it and an arrow, wherever it scrolls.
const main = document.getElementById('main');
const arrow = Object.assign(document.createElement('i'), { className: 'arrow', hidden: true });
arrow.setAttribute('aria-hidden', 'true');
document.body.append(arrow);
let target = null, told = '';

function look() {
  const mark = document.getElementById('mark');
  const found = document.getElementById(mark?.dataset.at) ?? null;
  if (found !== target) {
    target?.removeAttribute('data-shell-pointed');
    target = found;
    target?.setAttribute('data-shell-pointed', '');
  }
  const now = mark?.textContent ?? '';
  if (now !== told) {
    told = now;
    requestAnimationFrame(show);
  }
  point();
}

/** Bring what is meant into the free part of the page, between the mark and the bar. */
function show() {
  if (!target || target.closest('#bar, .strip')) return point();
  const top = document.getElementById('mark').getBoundingClientRect().bottom + 32;
  const bottom = document.getElementById('bar').getBoundingClientRect().top - 8;
  const { top: from, bottom: to } = target.getBoundingClientRect();
  if (from < top || to > bottom) scrollBy({ top: to - from > bottom - top || from < top ? from - top : to - bottom, behavior: 'instant' });
  point();
}

function point() {
  const box = target?.getBoundingClientRect();
  const bar = document.getElementById('bar');
  arrow.hidden = !box?.width || (box.top > bar.getBoundingClientRect().top && !bar.contains(target));
  if (arrow.hidden) return;
  const below = Boolean(target.closest('.strip'));
  arrow.classList.toggle('up', below);
  arrow.style.left = `${box.left + Math.min(box.width / 2, 90)}px`;
  arrow.style.top = `${below ? box.bottom : box.top}px`;
}

new MutationObserver(look).observe(main, { childList: true, subtree: true, characterData: true, attributeFilter: ['data-at'] });
for (const name of ['scroll', 'resize']) addEventListener(name, point, { passive: true });
look();
