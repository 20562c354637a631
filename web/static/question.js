// The bar: the question and its answers. It comes first and always, says each question once, and
// brings what it is about into sight.

const DEAD_MS = 300; // no finger that was on its way means a button that has just come
const READ_MS = 3000; // whoever has just opened the menu wants something there
const TYPED = 'input:not([type="checkbox"]):not([type="radio"]), textarea';
const $ = (id) => document.getElementById(id);
const asked = () => $('now')?.dataset.step ?? '';
const place = () => $('bar') ?? $('now'); // no bar where the host answers for somebody: the question stands in the page
const means = ({ textContent, dataset }) => `${textContent.trim()} ${dataset.key}`;
const ended = (said) => /[.!?…]$/.test(said);
const buttons = () => [...(place()?.querySelectorAll('button') ?? [])];

let known = new Set(), said = asked(), last = said, dead = 0, under = '', tapped = '', opened = performance.now();

/** Look at the bar before it changes. */
export function before() {
  known = new Set(buttons().map(means));
}

/** The bar may have changed: its new buttons wait a moment, a new question is spoken. */
export function after() {
  const bar = place();
  if (!bar) return;
  const now = buttons().filter((button) => !button.disabled);
  if (now.some((button) => !known.has(means(button))) || (now.length && buttons().length !== known.size)) {
    bar.dataset.shellDead = '';
    clearTimeout(dead);
    dead = setTimeout(() => { delete bar.dataset.shellDead; }, DEAD_MS);
  }
  shown();
  if (asked() === last) return;
  last = asked();
  if (last === said) return; // the same as before a show
  if (!('show' in $('now').dataset)) said = last;
  const menu = $('menu'); // it would lie over the question; who goes by keys stays in it
  if (menu?.open && performance.now() - opened > READ_MS && !menu.querySelector(':focus-visible')) menu.open = false;
  document.querySelectorAll('#bar .refusal, #now .refusal, #now + .refusal').forEach((old) => old.remove());
  const parts = ['h2', 'h2 + p'].map((part) => $('now').querySelector(part)?.textContent.trim()).filter(Boolean);
  $('ask').textContent = parts.map((part) => (ended(part) ? part : `${part}.`)).join(' ');
}

/** Bring the new question's stage into sight, unless somebody is typing just now. */
export function follow() {
  const step = asked();
  if (!step || step === sessionStorage.getItem('asked')) return;
  const busy = document.activeElement;
  if (busy?.matches(TYPED) || (pulled() !== busy && pulled()?.contains(busy))) return;
  sessionStorage.setItem('asked', step);
  pull(false);
  const guide = $('guide');
  const stage = guide && !guide.hidden ? guide : $($('now').dataset.stage);
  const free = (document.querySelector('.strip')?.getBoundingClientRect().height ?? 0) + 8;
  const top = stage ? stage.getBoundingClientRect().top + scrollY - free : 0;
  scrollTo({ top: top < innerHeight / 3 ? 0 : top, behavior: 'instant' });
}

/** The sheet that lies under the page is pulled up and pushed down by the bar's last button. */
function pull(open) {
  const sheet = document.querySelector('main > .pull');
  const handle = $('pull');
  if (!handle) return;
  handle.hidden = !sheet;
  if (!sheet) return;
  handle.setAttribute('aria-controls', sheet.id);
  handle.setAttribute('aria-expanded', String(open));
  const left = !open && pulled()?.contains(document.activeElement);
  if (open) {
    sheet.tabIndex = -1; // each update takes it away
    sheet.dataset.shellOpen = '';
  } else delete sheet.dataset.shellOpen;
  if (left) handle.focus({ preventScroll: true }); // who goes by keys goes on from there
}

const pulled = () => document.querySelector('main > .pull[data-shell-open]');

document.addEventListener('click', ({ target }) => {
  if (target.closest('#menu > summary')) opened = performance.now(); // its toggle is told only after what came meanwhile is drawn
  if (target.closest('[data-guide-done]')) setTimeout(() => { sessionStorage.removeItem('asked'); follow(); });
  if (target.closest('#pull')) {
    pull(!pulled());
    const sheet = pulled();
    if (!sheet) return;
    sheet.focus({ preventScroll: true }); // whoever reads by ear, or goes by keys, is in it at once
    return;
  }
  if (pulled() && !target.closest('.pull, #bar, dialog')) pull(false);
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || document.querySelector('dialog[open]')) return; // that one goes first, by itself
  if ($('menu')?.open) { $('menu').open = false; $('menu').querySelector('summary').focus(); }
  if (pulled()) { pull(false); $('pull').focus(); }
});

/** The page has changed: the sheet's handle shows what it shows now. */
export function shown() {
  pull(Boolean(pulled()));
}

// A finger means what stood there when it came down.
document.addEventListener('pointerdown', () => { under = asked(); }, true);
document.addEventListener('click', (event) => { tapped = event.detail ? under : ''; }, true);

/** Which question a button answers; "": it stands elsewhere, or means the same under any. */
export function answered(button) {
  return button.closest('#now') && !('anyTime' in button.dataset) ? tapped || asked() : '';
}

/** An answer whose form lies folded away opens it first, unless that is filled in; returns whether it did. */
export function unfold(event) {
  const button = event.target.closest('#now button[form]');
  const fold = button && button.form?.closest('details:not([open])');
  if (!fold || 'shellFilled' in button.form.dataset) return false;
  event.preventDefault();
  fold.open = true;
  fold.scrollIntoView({ block: 'start' });
  fold.querySelector('summary').focus();
  return true;
}

/** What a refusal in the bar speaks of comes into sight above it: the control that names its code, else the form's first field. */
export function about(form, code) {
  const told = document.querySelector(`[data-refused~="${CSS.escape(code)}"]`);
  const control = told ?? [...(form.elements ?? [])].find((each) => each.matches(TYPED) && each.offsetParent);
  if (!control) return;
  room();
  control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/** What lies under the bar can be scrolled free of it. */
function room() {
  document.documentElement.style.setProperty('--bar', `${$('bar')?.offsetHeight ?? 0}px`);
}
if ($('bar')) {
  new ResizeObserver(room).observe($('bar'));
  room();
}
