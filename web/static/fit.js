// The table page is looked at from afar, and nobody scrolls there: what is too tall is drawn smaller.
const SMALLEST = .7, ROUNDED_PX = 4;
const wide = matchMedia('(min-width: 1000px)');

/** Let `main` be as large as fits on the screen, if it need not be too small. */
export function fit(main) {
  main.style.zoom = '';
  const too = document.documentElement.scrollHeight - innerHeight + ROUNDED_PX;
  if (wide.matches && too > ROUNDED_PX) main.style.zoom = Math.max(SMALLEST, 1 - too / main.offsetHeight);
}

addEventListener('resize', () => fit(document.getElementById('main')));
