// The table page is looked at from afar, and nobody scrolls there: what is too tall is drawn smaller,
// and what leaves much of the screen empty larger.
const SMALLEST = .65, LARGEST = 1.4, ROUNDED_PX = 4, TIMES = 4;
const table = matchMedia('(min-width: 700px)'); // else it is a page, and scrolls

/** Let `main` be as large as fits on the screen, if it need not be too small. */
export function fit(main) {
  main.style.zoom = '';
  if (!table.matches) return;
  const drawn = [...main.children].map((each) => each.getBoundingClientRect()).filter(({ height }) => height);
  const content = Math.max(...drawn.map(({ bottom }) => bottom)) - Math.min(...drawn.map(({ top }) => top));
  const room = main.clientHeight - 2 * ROUNDED_PX;
  if (content && content < room) main.style.zoom = Math.min(LARGEST, Math.sqrt(room / content));
  const too = document.documentElement.scrollHeight - innerHeight + ROUNDED_PX;
  if (too <= ROUNDED_PX) return;
  main.style.zoom = '';
  // Lines break elsewhere once it is smaller, and not all of it shrinks: what is still too tall goes on.
  for (let zoom = 1, left = TIMES; left; left -= 1) {
    const still = document.documentElement.scrollHeight - innerHeight;
    if (still <= 0) return;
    zoom = Math.max(SMALLEST, zoom * (1 - (still + ROUNDED_PX) / main.getBoundingClientRect().height));
    main.style.zoom = zoom;
  }
}

addEventListener('resize', () => fit(document.getElementById('main')));
