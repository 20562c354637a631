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
  updated();
  return { updated };
}
