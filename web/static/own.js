// What is this phone's own business, and travels nowhere: covering, explaining, sounds, spelling.
// Chosen under "This phone" and kept in this browser, for each page.
import { stayAwake } from './awake.js';
import { guard } from './cover.js';
import * as moments from './moments.js';
import * as sounds from './sounds.js';

const GIVEN = { cover: '0', seen: [], awake: '1' };

export function begin(main, live, word, load) {
  const key = `own ${live}`;
  const chosen = { ...GIVEN, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  const offered = !sounds.chosen(); // once: whoever has chosen finds it in the menu
  let showing = false;
  if (live === '/host') load('/static/filling.js').then(({ aid }) => aid(main));
  const cover = guard(main, () => Number(chosen.cover));
  const comeAbout = moments.follow(main);
  const awake = stayAwake(() => chosen.awake === '1' && main.querySelector('[data-awake]') !== null);

  /** A show's script comes with the first one. */
  function shows(what) {
    showing = true;
    load('/static/course.js').then((script) => script[what](main));
  }

  /** Its script comes with the first wish; until then the button is busy, and a second tap is none. */
  function spellOut({ dataset }) {
    dataset.shellBusy = 'spell';
    load('/static/spell.js').then(({ spell }) => spell(main, word)).finally(() => { delete dataset.shellBusy; });
  }

  /** Explaining is as the host has set it, until this phone chooses. */
  const guide = () => chosen.guide ?? (main.querySelector('[data-guided]') ? '1' : '');

  const shown = (own) => (own === 'guide' ? guide() : own === 'sounds' ? (sounds.wanted() ? '1' : '') : chosen[own] ?? '');

  /** Let the page show what is chosen. */
  function updated() {
    for (const field of main.querySelectorAll('[data-own]')) {
      const now = shown(field.dataset.own);
      if (field.type === 'checkbox') field.checked = now === '1'; else field.value = now;
    }
    for (const step of main.querySelectorAll('[data-guide]')) {
      step.hidden = guide() !== '1' || chosen.seen.includes(step.dataset.guide);
    }
    for (const offer of main.querySelectorAll('[data-offered]')) offer.hidden = !offered;
    cover.updated();
    comeAbout();
    awake();
    if (main.querySelector('#sand, #deadline')) load('/static/deadline.js').then(({ countDown }) => countDown(main));
    if (live === '/table') load('/static/fit.js').then(({ fit }) => fit(main));
    if (showing || main.querySelector('#course')) shows('follow');
    if (navigator.share && main.querySelector('[data-share][hidden]')) load('/static/share.js').then(({ offer }) => offer(main));
    showChoices(main);
  }

  function choose({ sounds: on, ...changes }) {
    if (on !== undefined) sounds.want(on === '1').then(() => sounds.play('token'));
    Object.assign(chosen, changes);
    localStorage.setItem(key, JSON.stringify(chosen));
    updated();
    cover.touched();
  }

  main.addEventListener('change', ({ target }) => {
    showChoices(main);
    const { own } = target.dataset;
    if (!own) return;
    const value = target.type === 'checkbox' ? (target.checked ? '1' : '') : target.value;
    choose({ [own]: value, ...(own === 'guide' && { seen: [] }) }); // asked for anew: from the beginning
  });
  main.addEventListener('click', ({ target }) => {
    if (target.closest('[data-again]')) shows('again');
    const spelling = target.closest('[data-spell-out]:not([data-shell-busy])');
    if (spelling) spellOut(spelling);
    const step = target.closest('[data-guide-done]')?.closest('[data-guide]');
    if (step) choose({ seen: [...chosen.seen, step.dataset.guide] });
  });
  addEventListener('resize', () => showChoices(main));
  main.addEventListener('toggle', () => showChoices(main), true); // what is folded away has no width
  // Whoever was quicker than this script has chosen all the same.
  for (const { dataset } of main.querySelectorAll('input[data-own]:checked')) choose({ [dataset.own]: '1' });
  updated();
  return { updated, placed };
}

/** Where a page has a strip, what is said of the link stands in it, beside its buttons, and nothing moves. */
function placed(net) {
  const strip = document.querySelector('.strip');
  net.classList.toggle('in-strip', Boolean(strip));
  const next = strip?.querySelector('.back, .pass, #menu')?.getBoundingClientRect().left;
  net.style.right = next ? `${document.documentElement.clientWidth - next + 8}px` : '';
}

// A select shows one line and cuts what is longer; the whole of a choice stands below it then.

const ARROW_PX = 24;
const pen = document.createElement('canvas').getContext('2d');

/** Bring the line below every select up to date, and what a form's button says of one. */
function showChoices(main) {
  for (const each of main.querySelectorAll('[data-chosen]')) each.textContent = each.closest('form').elements[each.dataset.chosen].selectedOptions[0].text;
  for (const field of main.querySelectorAll('select')) {
    const text = field.selectedOptions[0]?.text ?? '';
    const below = field.nextElementSibling?.matches('.full-choice') ? field.nextElementSibling : null;
    if (!cut(field, text)) below?.remove();
    else if (below) below.textContent = text;
    else field.after(line(text));
  }
}

function cut(field, text) {
  const look = getComputedStyle(field);
  pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  const room = field.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - ARROW_PX;
  return (field.checkVisibility?.() ?? field.clientWidth > 0) && pen.measureText(text).width > room;
}

function line(text) {
  const made = Object.assign(document.createElement('p'), { className: 'full-choice muted small', textContent: text });
  made.dataset.shell = '1'; // no update takes it away
  made.setAttribute('aria-hidden', 'true'); // the select itself says it all
  return made;
}
