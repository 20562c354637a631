// What is this phone's own business, and travels nowhere: covering, and whatever else is chosen
// under "This phone". Kept in this browser, for each page.
import { guard } from './cover.js';

const GIVEN = { cover: '60' };

export function begin(main, live, word) {
  const key = `own ${live}`;
  const chosen = { ...GIVEN, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  const cover = guard(main, () => Number(chosen.cover));

  /** Let every field under "This phone" show what is chosen. */
  function updated() {
    for (const field of main.querySelectorAll('[data-own]')) {
      const value = chosen[field.dataset.own] ?? '';
      if (field.type === 'checkbox') field.checked = value === '1'; else field.value = value;
    }
    cover.updated();
    sand();
  }

  function choose(name, value) {
    chosen[name] = value;
    localStorage.setItem(key, JSON.stringify(chosen));
    updated();
    cover.stir();
  }

  main.addEventListener('change', ({ target }) => {
    if (target.dataset.own) choose(target.dataset.own, target.type === 'checkbox' ? (target.checked ? '1' : '') : target.value);
  });
  setInterval(sand, 500);
  updated();
  return { updated };
}

let told = '', ends = 0;

/** Let the sand run: the table tells what is left, the page counts down from there. */
function sand() {
  const box = document.getElementById('sand');
  if (!box) { told = ''; return; }
  if (box.dataset.left !== told) {
    told = box.dataset.left;
    ends = Date.now() + Number(told) * 1000;
  }
  const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
  box.querySelector('progress').value = left;
  box.querySelector('.sand-left').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  box.querySelector('.sand-over').hidden = left > 0;
}
