// A screen that is a stand: shows its places, tells what fingers do, and is blank when it cannot know.
import { draw } from './stand_fit.js';
import { watch } from './stand_fingers.js';
import { stayAwake } from './awake.js';

document.documentElement.dataset.begun = '1'; // it can be read: old.js
const PING_MS = 1000;
const ANSWER_MS = 2000;
const TAP_MS = 12000; // a tap waits longer: it is told once
const FRESH_MS = 2600; // the table calls a stand down after 3 s: by then the glass is blank
const LOOK_MS = 200;
const GRACE_MS = 300; // what a ping knows is on its way through the stream
const SIGN_MS = 700, BLINK_MS = 1000;
const AGAIN = ['question-open', 'others-first', 'ask-later']; // refused for now: the code is worth what it was
const DRIFT_MS = 60000;
const DRIFT_PX = [[0, 0], [3, 2], [5, -2], [1, -4], [-4, -3], [-5, 2], [-2, 5]];
const $ = (id) => document.getElementById(id);
const main = $('stand'), root = document.documentElement;
const page = Math.random().toString(36).slice(2, 14).padEnd(8, '0');
const kept = { turned: '', room: 'auto', ...JSON.parse(localStorage.getItem('stand') || '{}') };
const signs = new Map();
let boot, source = null, version = null, heard = -FRESH_MS, shown = false, streaming = false, again = 0, secret = main.dataset.secret || '', tried, primed = sessionStorage.getItem('primed') === '1', drift = 0, leaving = false;

const fresh = () => performance.now() - heard < FRESH_MS && !document.hidden;

/** Fetch a whole answer, and give up after a while. */
async function ask(url, { limit = ANSWER_MS, ...options } = {}) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), limit);
  try {
    const answer = await fetch(url, { cache: 'no-store', ...options, signal: giveUp.signal });
    await answer.clone().text(); // one that stops in its middle is none
    return answer;
  } finally { clearTimeout(timer); }
}

const word = (name) => $('words').content.querySelector(`[data-word="${name}"]`).textContent;
const post = (url, body = {}, more = {}) => ask(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), ...more });

// -- what is shown ---------------------------------------------------------------------------

/** Nothing at all: a letter that may be over is no letter. */
function blank() {
  if (shown) main.textContent = '';
  shown = streaming = false;
  version = null;
  source?.close();
  source = null;
}

function show(snapshot) {
  if (shown && snapshot.version === version) return;
  version = snapshot.version;
  main.innerHTML = snapshot.html;
  main.dataset.version = version;
  shown = true;
  draw(main);
  const stands = [...main.querySelectorAll('.stand')];
  for (const place of [...signs.keys()]) if (!stands.some((each) => each.dataset.place === place)) signs.delete(place);
  for (const stand of stands) sign(stand);
  if (tried !== undefined && places() && places() !== tried) spent(); // although no answer came
  tidy();
}

const places = () => [...main.querySelectorAll('.stand')].map((each) => each.dataset.place).join();

/** A sign on the glass for a moment: refused, or acted. The first one seen is an old one. */
function sign(stand) {
  const { place, sign: what } = stand.dataset, signal = `${boot} ${stand.dataset.signal}`;
  const before = signs.get(place);
  signs.set(place, signal);
  if (!what || before === undefined || before === signal) return;
  stand.classList.add(what);
  setTimeout(() => stand.classList.remove(what), what === 'blink' ? BLINK_MS : SIGN_MS);
}

function tidy() {
  $('net').hidden = shown || document.hidden;
  $('prime').hidden = !shown || !(secret || (!primed && main.querySelector('.stand')));
}

/** Once the table answers again: how it stands, and from then on the stream, which begins with no older one. */
async function look() {
  const answer = await ask('/stand/state');
  if (!answer.ok) return;
  const snapshot = await answer.json();
  if (!fresh()) return;
  boot = snapshot.boot;
  show(snapshot);
  follow();
}

function follow() {
  source?.close();
  streaming = false;
  const mine = source = new EventSource(`/stand/stream?tab=${page}`);
  source.addEventListener('hello', (event) => { streaming = true; boot = JSON.parse(event.data).boot; });
  source.addEventListener('snapshot', (event) => { if (mine === source && fresh()) show(JSON.parse(event.data)); });
  source.onerror = () => { streaming = false; };
}

// -- awake and honest ------------------------------------------------------------------------

let battery = null;
navigator.getBattery?.().then((found) => { battery = found; }).catch(() => {});

let pinging = false;
async function ping() {
  if (document.hidden || pinging) return;
  pinging = true;
  const sent = performance.now();
  try {
    const answer = await post('/stand/ping', battery ? { battery: Math.round(battery.level * 100) } : {});
    if (answer.ok && !document.hidden) {
      heard = sent;
      const now = (await answer.json()).version;
      if (!shown) await look();
      else if (now !== version) later(now);
    } else if (!shown) say((await answer.json()).message ?? '');
  } catch { /* the next one, in a moment */ } finally { pinging = false; tidy(); }
}

/** Where the stream has not brought it in a moment, look. */
function later(now) {
  clearTimeout(again);
  again = setTimeout(() => { if (shown && now !== version) look().catch(() => {}); }, streaming ? GRACE_MS : 0);
}

function asleep() {
  if (!fingers.part()) post('/stand/ping', { asleep: true }, { keepalive: true }).catch(() => {});
  heard = -FRESH_MS;
  blank();
}

document.addEventListener('visibilitychange', () => { if (document.hidden) asleep(); else ping(); });
for (const gone of ['pagehide', 'freeze']) addEventListener(gone, asleep, true); // some come to the document alone
for (const back of ['pageshow', 'resume', 'online']) addEventListener(back, () => { ping(); }, true);
setInterval(() => { if (!fresh() && shown) { blank(); fingers.forget(); tidy(); } }, LOOK_MS);
setInterval(ping, PING_MS);

const awake = stayAwake(() => true);

/** The first tap of a page: the whole screen, and awake. It presses nothing. */
function prime() {
  primed = true;
  sessionStorage.setItem('primed', '1');
  full();
  awake();
  if (secret) redeem();
  tidy();
}

function full() {
  const wanted = root.requestFullscreen || root.webkitRequestFullscreen;
  if (!document.fullscreenElement) Promise.resolve(wanted?.call(root)).catch(() => {});
}

// -- on the way to be a stand ----------------------------------------------------------------

function say(text) {
  $('say').textContent = text;
  $('say').hidden = !text;
  if (text) setTimeout(() => { $('say').hidden = true; }, 8000);
}

/** Do what was tapped; returns what the table has said, null where another try makes sense. */
async function act(url, body) {
  const answer = await post(url, body, { limit: TAP_MS }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!told?.ok) say(told?.message ?? word('unsent'));
  ping();
  return answer?.status === 429 || answer?.status >= 500 ? null : told;
}

async function redeem() {
  $('prime').disabled = true;
  tried = places();
  const told = await act('/stand/redeem', { secret });
  $('prime').disabled = false;
  if (!told || AGAIN.includes(told.code)) return;
  if (told.ok && !told.stands) say(word('waits'));
  spent();
  tidy();
}

function spent() {
  secret = '';
  tried = undefined;
  history.replaceState(null, '', '/stand');
  $('prime').textContent = '';
}

// -- fingers and switches --------------------------------------------------------------------

const fingers = watch(main, page, post, fresh, () => primed);

/** Show the switches or put them away; what ends a stand is asked at each opening anew. */
function panel(open) {
  $('panel').hidden = !open;
  $('more').setAttribute('aria-expanded', open);
  sure(false);
}

function sure(asked) {
  const leave = document.querySelector('[data-set="leave"]');
  leave.textContent = leave.dataset.names.split('|')[Number(asked)];
  leaving = asked;
}

function set(name) {
  if (name === 'leave' && !leaving) return sure(true);
  if (name === 'leave') act('/stand/leave');
  if (name === 'turned') kept.turned = kept.turned ? '' : '1';
  if (name === 'room') kept.room = { auto: 'dark', dark: 'bright', bright: 'auto' }[kept.room];
  if (name === 'full') full();
  localStorage.setItem('stand', JSON.stringify(kept));
  look_of();
  panel(false);
}

function look_of() {
  root.classList.toggle('turned', kept.turned === '1');
  const bright = matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset.room = kept.room === 'auto' ? (bright ? 'bright' : 'dark') : kept.room;
  const room = document.querySelector('[data-set="room"]');
  room.textContent = room.dataset.names.split('|')[['auto', 'dark', 'bright'].indexOf(kept.room)];
}

$('prime').addEventListener('click', prime);
$('more').addEventListener('click', () => panel($('panel').hidden));
$('panel').addEventListener('click', (event) => {
  const button = event.target.closest('[data-set]');
  if (button) set(button.dataset.set);
});
main.addEventListener('click', (event) => {
  const button = event.target.closest('[data-act]');
  if (button) { prime(); act(`/stand/${button.dataset.act}`); } else if (!primed && main.querySelector('.stand')) prime();
});
document.addEventListener('contextmenu', (event) => event.preventDefault());
matchMedia('(prefers-color-scheme: light)').addListener?.(look_of);
addEventListener('resize', () => draw(main));
document.fonts?.ready.then(() => draw(main));

/** Nothing stands on the same points of the glass for three hours. */
setInterval(() => {
  const [x, y] = DRIFT_PX[drift = (drift + 1) % DRIFT_PX.length];
  root.style.setProperty('--dx', `${x}px`);
  root.style.setProperty('--dy', `${y}px`);
}, DRIFT_MS);

look_of();
ping();
root.dataset.ready = '1';
