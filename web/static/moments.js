// What has just come about at the table: its sound, its movement, its line; each once.
import { audible, heard, inOneWindow, listen, play, want } from './sounds.js';
import { tie } from './table_clock.js';

const LATE_MS = 2500; // what is older when it comes is no news
const SHOWN_MS = 1800;
const BETWEEN_MS = 140;
const SOUNDS = {
  dealt: 'card', rolled: 'card', card: 'card', revealed: 'card', chip: 'chip', laid: 'chip', token: 'token', clue: 'token',
  stack: 'chime', turn: 'chime', accepted: 'chime', gong: 'gong', buzzed: 'beep', rejected: 'beep', lost: 'low', won: 'stars', ended: 'stars',
  left: 'low', back: 'chime',
};

/** Follow the moments of a page; call what is returned whenever the page may have changed. */
export function follow(main) {
  const screen = main.dataset.live === '/table';
  const box = () => main.querySelector('#moments');
  let ahead = null, boot = box()?.dataset.boot ?? '', last = number(box()?.lastElementChild);
  listen(label);
  if (boot) look(true);
  main.addEventListener('click', ({ target }) => {
    if (target.closest('[data-sounds-switch]')) want(!heard());
  });

  function look(begins) {
    label();
    const now = box();
    if (!now) return;
    if (now.dataset.boot !== boot) { ahead = null; last = 0; }
    if (begins === true || now.dataset.boot !== boot) {
      boot = now.dataset.boot;
      tie('moments', (by) => { ahead = by; look(); });
    }
    if (ahead === null) return;
    const fresh = [...now.children].filter((each) => number(each) > last);
    last = Math.max(last, number(now.lastElementChild));
    const young = fresh.filter(({ dataset }) => performance.now() - (Number(dataset.at) * 1000 + ahead) < LATE_MS);
    if (young.length) { sound(young); move(main, young); tell(young); rejoice(young); }
  }

  /** Somebody else's turn is heard at the table alone; the own one, and the gong, is meant for each phone. */
  function sound(young) {
    const hears = ({ word, mine }) => (word === 'turn' ? (screen || mine) && audible(main, true) : audible(main, word === 'gong'));
    const mine = young.filter(({ dataset }) => hears(dataset));
    const names = new Set(mine.map(({ dataset }) => SOUNDS[dataset.word]));
    if (!mine.length) return;
    inOneWindow('moments', boot, number(mine.at(-1)), () => {
      [...names].forEach((name, at) => setTimeout(play, at * BETWEEN_MS, name));
    });
  }

  /** A page that says what it is glad of: confetti comes with it, its script with the first. */
  function rejoice(young) {
    const joy = main.querySelector('[data-joy]')?.dataset.joy;
    if (!young.some(({ dataset }) => dataset.word === joy)) return;
    import('./joy.js').then(({ cheer, shake }) => { cheer(); if (!screen) shake('40 60 40 60 120'); });
  }

  function label() {
    const button = main.querySelector('[data-sounds-switch]');
    if (!button) return;
    const { tOn, tOff } = button.dataset;
    button.textContent = heard() ? tOff : tOn;
  }

  return look;
}

function number(element) {
  return Number(element?.dataset.number ?? 0);
}

/** Let the places move where it came about. */
function move(main, young) {
  for (const { dataset: { place, word } } of young) {
    for (const each of place ? main.querySelectorAll(`[data-place="${place}"]`) : []) {
      each.dataset.shellMoment = word;
      setTimeout(() => { if (each.dataset.shellMoment === word) delete each.dataset.shellMoment; }, SHOWN_MS);
    }
  }
}

/** Say it in a line for a second or two; it is spoken already. */
function tell(young) {
  const says = young.map(({ dataset }) => dataset.says).filter(Boolean);
  if (!says.length) return;
  document.querySelector('.moment')?.remove();
  const line = Object.assign(document.createElement('p'), { className: 'moment', ariaHidden: 'true', textContent: [...new Set(says)].join(' · ') });
  line.dataset.word = young.filter(({ dataset }) => dataset.says).pop().dataset.word;
  document.body.append(line);
  setTimeout(() => line.remove(), SHOWN_MS);
}
