// Marks what stands in a page before any module, taps all of it, and notes what comes of that;
// every question is answered with yes, and nothing that is sent leaves the page.
(() => {
  if (performance.getEntriesByType('navigation')[0].type !== 'reload') {
    sessionStorage.clear();
    localStorage.clear();
  }
  const kept = (name) => JSON.parse(sessionStorage.getItem(name) ?? '[]');
  const note = (name, ...what) => sessionStorage.setItem(name, JSON.stringify([...kept(name), what]));
  note('loads', location.href);

  const real = fetch;
  globalThis.fetch = (url, options = {}) => {
    if ((options.method ?? 'GET') === 'GET') return real(url, options);
    const { id, ...body } = JSON.parse(options.body);
    note('sent', options.method, url, JSON.stringify(body));
    return Promise.resolve(new Response('{"ok":true}'));
  };
  globalThis.print = () => note('sent', 'print');
  HTMLDialogElement.prototype.showModal = function showModal() {
    note('sent', 'asked', this.querySelector('p, dl').textContent);
    this.returnValue = 'yes';
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  };

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const marked = () => all('[data-shell-at]');
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    all('form, button').forEach((each, at) => { each.dataset.shellAt = at; });
  });
  const button = (each) => (each.matches('form') ? [...each.elements].find(({ type }) => type === 'submit') : each);

  const LOOK = /^(class|open|aria-busy|aria-pressed|data-shell.*)$/;
  const meant = (block) => [block, ...all('*', block)].map(({ tagName, attributes }) => [
    tagName, ...[...attributes].filter(({ name }) => !LOOK.test(name)).map(({ name, value }) => name + value),
  ].join()).join() + block.textContent;

  globalThis.hand = {
    /** Enter something into every field; return every button and form that can be used. */
    fill() {
      for (const each of all('details')) each.open = true;
      for (const field of all('main input, main select, main textarea')) {
        if (field.matches('[type=hidden], [type=file], [data-own]') || !field.checkVisibility()) continue;
        if (field.matches('select')) field.value = [...field.options].at(-1).value;
        else if (!field.value && !field.matches('[type=checkbox], [type=radio]')) field.value = '1';
        for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
      }
      // What covers the page is lifted by a tap, and a form that is sent again is none.
      const wanted = (each) => !each.disabled && !('coverNow' in each.dataset) && each.checkVisibility() && !(each.form && each.type === 'submit');
      return marked().filter(wanted).map((each) => ({
        at: each.dataset.shellAt,
        reloads: 'reload' in each.dataset,
        section: each.closest('main > *')?.id ?? '',
      }));
    },

    /** Tap so many times in a row; return what a script has barred. */
    async tap([places, times]) {
      const barred = [];
      for (const at of places) {
        const each = document.querySelector(`[data-shell-at="${at}"]`);
        const one = button(each);
        if (one?.disabled) barred.push(at);
        for (let time = 0; time < times; time += 1) if (one) one.click(); else each.requestSubmit(); // by Enter
        await new Promise((done) => setTimeout(done));
      }
      return barred;
    },

    /** Whether the page has come so many times and nothing moves. */
    still(loads) {
      return kept('loads').length === loads
        && document.documentElement.dataset.ready === '1'
        && !document.querySelector('[data-shell-busy], [aria-busy], .refusal:empty')
        && !Object.keys(localStorage).some((key) => key.startsWith('sheet '));
    },

    /** What was sent, and how the page stands, but for what runs on by itself. */
    outcome() {
      const fields = all('main input, main select, main textarea').map(({ name, value, checked }) => `${name}: ${value} ${checked}`);
      const told = all('main > .refusal').map((each) => each.textContent);
      for (const each of all('[data-gong], [data-frame], #sand, #fair-measured, main > .refusal')) each.remove();
      return { sent: kept('sent'), told, state: [...fields, document.querySelector('main').innerText] };
    },

    /** Which buttons and forms stand in a block that *html*, the page to come, has just so. */
    standing(html) {
      const page = document.createElement('template');
      page.innerHTML = html;
      const now = [...page.content.children, ...all('[data-key]', page.content)].map(meant);
      const blocks = marked().map((each) => [each, each.closest('main > *, [data-key]')]);
      return blocks.filter(([, block]) => !block || now.includes(meant(block))).map(([each]) => each.dataset.shellAt);
    },
  };
})();
