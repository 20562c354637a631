// The bench: newest pictures, and buttons that follow the finger down and up.
import { presses } from './press.js';

const bench = document.getElementById('bench');
const net = document.getElementById('net');
const LEAST_MS = 60; // a click may be shorter than a real button's contacts need to settle
let queue = Promise.resolve(); // down before up, always
let old = false; // the names in the page are those of before

/** Whose the stands are stands in the page: it comes anew, once no finger is down and all is told. */
function comeAnew() {
  queue = queue.then(() => { if (!bench.querySelector('[data-down="1"]')) location.reload(); });
}

function show({ picture, labels }) {
  old = labels !== bench.dataset.labels;
  if (old) comeAnew();
  for (const image of bench.querySelectorAll('img')) image.src = `/bench/picture/${image.dataset.place}?n=${picture}`;
  bench.dataset.picture = picture;
}

function tell({ dataset }, down) {
  const body = JSON.stringify({ place: dataset.place, button: dataset.button, down });
  return fetch('/bench/button', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, keepalive: true });
}

function press(button, down) {
  if ((button.dataset.down === '1') === down) return;
  button.dataset.down = down ? '1' : '';
  const since = Number(button.dataset.since);
  if (down) Object.assign(button.dataset, { since: performance.now(), shellBusy: 'press' }); // until it is up again
  const wait = down ? 0 : Math.max(0, LEAST_MS - (performance.now() - since));
  if (wait) queue = queue.then(() => new Promise((done) => setTimeout(done, wait)));
  queue = queue.then(() => tell(button, down)).catch(() => {}).finally(() => { if (!down) delete button.dataset.shellBusy; });
  if (old && !down) comeAnew();
}

for (const button of bench.querySelectorAll('[data-button]')) {
  presses(button, ({ pointerId }) => {
    button.setPointerCapture(pointerId);
    press(button, true);
    return () => press(button, false);
  });
  button.addEventListener('contextmenu', (event) => event.preventDefault()); // a long press has its meaning here
  button.addEventListener('blur', () => press(button, false));
  button.addEventListener('keydown', (event) => { if (event.key === ' ' || event.key === 'Enter') { event.preventDefault(); press(button, true); } });
  button.addEventListener('keyup', () => press(button, false));
  // One that no finger and no key made here: it came before this script.
  button.addEventListener('click', (event) => { if (!event.isTrusted) for (const down of [true, false]) press(button, down); });
}

// However the page goes, no button stays down: nobody would tell its end, and nothing is waited for any more.
addEventListener('pagehide', () => {
  for (const button of bench.querySelectorAll('[data-down="1"]')) {
    tell(button, false).catch(() => {});
    button.dataset.down = '';
    delete button.dataset.shellBusy;
  }
});

function follow() {
  const source = new EventSource(`/bench/stream?tab=${Math.random().toString(36).slice(2)}`);
  const lost = (yes) => { net.hidden = !yes; net.textContent = yes ? net.dataset.lost : ''; };
  source.addEventListener('hello', () => lost(false));
  source.addEventListener('picture', (event) => show(JSON.parse(event.data)));
  source.onerror = () => { lost(true); if (source.readyState === EventSource.CLOSED) setTimeout(follow, 3000); };
}
follow();
