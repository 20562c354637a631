// Looks at a page in the made-up language: what is not in its brackets, and what is cut off.
globalThis.madeUp = {
  /** Words outside of brackets, but for `allowed` ones and what says that it is in a language. */
  plain(allowed) {
    const inner = /⟦[^⟦⟧]*⟧/g, word = /[a-zà-ÿ]{3,}/i, found = new Set();
    const look = (text, where) => {
      for (let before = ''; before !== text; text = text.replace(inner, ' ')) before = text;
      for (const each of allowed) text = text.replaceAll(each, ' ');
      const left = text.split(/\s+/).filter((each) => word.test(each) && each !== each.toUpperCase());
      if (left.length) found.add(`${where}: ${left.join(' ')}`);
    };
    const copy = document.body.cloneNode(true);
    for (const each of copy.querySelectorAll('script, style, [lang], bdi, code')) each.remove();
    for (const each of copy.querySelectorAll('*:not([translate="no"])')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(each.getAttribute(name) ?? '', name);
    }
    const texts = 'option, button, label, p, li, h1, h2, h3, summary, legend, td, th';
    for (const each of copy.querySelectorAll(texts)) look(each.textContent, each.localName);
    return [...found];
  },
  /** What is wider than its place and is not shown whole. */
  cut() {
    return [...document.querySelectorAll('body *')].filter((each) => {
      const { overflowX, textOverflow } = getComputedStyle(each);
      if (each.clientWidth < 2 || each.matches('select, textarea, input, progress, svg *') || each.closest('.sr')) return false;
      const clips = !['visible', 'auto'].includes(overflowX) || textOverflow === 'ellipsis';
      return clips && each.scrollWidth > each.clientWidth + 1;
    }).map((each) => each.outerHTML.slice(0, 120));
  },
  /** What reaches beyond the right edge, if the page can be scrolled sideways. */
  wide() {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const over = [...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
    const inmost = over.filter((each) => !over.some((other) => other !== each && each.contains(other)));
    return inmost.length ? inmost.map((each) => each.outerHTML.slice(0, 160)) : ['something'];
  },
};
for (const each of document.querySelectorAll('details')) each.open = true;
