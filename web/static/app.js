// The shell's page module: follows the table, sends what people do, keeps what they type.
import { parse, update, updateOne } from './morph.js';
import { presses } from './press.js';

const BEAT_MS = 13000; // the table's heart beats every 10 s
const DEAF_MS = 25000;
const PROBE_MS = 4000; // a lost link is tried this often: a hung try must not hide its return
const ANSWER_MS = 12000;
const POLL_MS = 3000;
const HELLO_MS = 4000; // a stream says hello at once, unless it is held back on its way
const HELD = 2; // so often silent while the table answers: from then on the page asks
const LASTS_MS = 5000;
const TRIAL = 10; // one in so many times that it asks, a stream is tried beside
const LONG_BODY_BYTES = 65536; // as in web/guard.py
const TAP_MS = 400; // so long after its end a touch may tell its click, if it has one
document.documentElement.dataset.begun = '1'; // it can be read: old.js
const $ = (id) => document.getElementById(id);
const main = $('main');
const live = main.dataset.live;
const { lang } = document.documentElement; // as it was told: a translator writes there later
const word = (name) => $('words').content.querySelector(`[data-word="${name}"]`).textContent;
const { taps, hold, over, anew } = globalThis.early; // the head's own script
const number = () => Math.random().toString(36).slice(2, 12).padEnd(10, '0');

// -- following the table --

const last = new Map();
let source, heard = performance.now(), polling = 0, polls = 0, asks = false, greeting = 0, broken = false, words = 0, version = 0, waiting = null, pressed = 0, game = null, own = null, question = null;
let shown, acted, sent, leaving; // leaving: where to, or true: the same address anew
const first = new Promise((done) => { shown = done; }); // what the table shows now is known
let said = Number(main.dataset.said || 0);
// A reload is the same tab and takes its stream over; a duplicated tab must not.
const tab = sessionStorage.getItem('tab') || number();
sessionStorage.removeItem('tab');

function upToDate(yes) {
  const net = $('net');
  if (net.hidden === yes) return;
  own?.placed(net);
  net.hidden = yes;
  net.textContent = yes ? '' : net.dataset.lost;
  if (yes) keepAll();
}

/** Fetch a whole answer, and give up after a while: a black hole never answers, nor does it say no. */
async function ask(url, options, limit) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), limit);
  try {
    const answer = await fetch(url, { ...options, signal: giveUp.signal });
    await answer.clone().text(); // one that stops in its middle is none
    return answer;
  } finally { clearTimeout(timer); }
}

function hear() {
  heard = performance.now();
  upToDate(true);
}

/** After a restart the table hears which row this phone was shown last: a witness. */
let boot = main.dataset.boot;
function witness(now) {
  if (!live.startsWith('/p/') || !now) return;
  const kept = JSON.parse(localStorage.getItem(`seen ${live}`) || 'null');
  if (kept && kept.boot !== now) {
    send(`${live}/seen`, { tag: kept.tag }, 'POST', true);
    localStorage.setItem(`seen ${live}`, JSON.stringify({ boot: now, tag: kept.tag }));
  }
  boot = now;
}

/** The stream itself has said something. */
function spoken() {
  words += 1;
  hear();
}

/** How often in a row, on all pages of this tab, a stream was silent while the table answered. */
const held = (set = sessionStorage.getItem('held') ?? 0) => { sessionStorage.setItem('held', set); return Number(set); };

/** Follow the table anew; a page that nobody sees follows nothing, and so is not there. */
function connect() {
  source?.close();
  clearTimeout(polling);
  clearTimeout(greeting);
  if (document.hidden) return;
  asks = broken = false;
  polls = 0;
  heard = performance.now();
  if (held() >= HELD) return poll();
  listen();
  greeting = setTimeout(probe, HELLO_MS);
}

function listen() {
  const opened = performance.now();
  source?.close();
  source = new EventSource(`${live}/stream?tab=${tab}`);
  source.addEventListener('beat', () => { spoken(); lasts(); });
  source.addEventListener('hello', (event) => {
    clearTimeout(greeting);
    broken = false;
    spoken();
    witness(JSON.parse(event.data).boot);
    dispatchEvent(new Event('hello'));
  });
  source.addEventListener('snapshot', (event) => {
    const snapshot = JSON.parse(event.data);
    spoken();
    if (performance.now() - opened > LASTS_MS && snapshot.version > (waiting ?? main.dataset).version) lasts();
    show(snapshot);
  });
  source.addEventListener('bye', () => leave());
  source.onerror = () => {
    clearTimeout(greeting);
    broken = true;
    if (asks) return;
    if (source.readyState === EventSource.CLOSED) poll(); // the server said no, for good
    else upToDate(false);
  };
}

/** This page ends, once: what was sent is answered first, what is tapped from now on is told by the next. */
async function leave(to) {
  const already = leaving;
  leaving = to || leaving || true;
  if (already) return;
  hold();
  if (main.querySelector(':focus-visible')) sessionStorage.focused = means(document.activeElement); // whoever goes by keys goes on from there
  const answer = await sent;
  if (!answer?.go) { if (leaving === true) location.reload(); else location.replace(leaving); } // or what was tapped leads elsewhere
  setTimeout(() => { leaving = null; }, ANSWER_MS); // still here: the next news tries anew
}

/** A stream that brings news after a while is not held back. */
function lasts() {
  held(0);
  asks = false;
  clearTimeout(polling);
}

/** Ask every few seconds, until a stream has been heard for a while. */
async function poll() {
  clearTimeout(polling);
  asks = true;
  const mine = polls += 1;
  if (polls % TRIAL === 0) listen();
  if (polls % TRIAL === TRIAL / 2) source?.close();
  try {
    await look();
  } catch { upToDate(false); }
  if (asks && polls === mine && !document.hidden) polling = setTimeout(poll, POLL_MS);
}

/** Look once; return whether the table answered. */
async function look() {
  const had = words;
  const answer = await ask(`${live}/state`, { cache: 'no-store' }, PROBE_MS - 500);
  if (answer.status === 404 || answer.status === 403) return leave();
  if (answer.ok) { hear(); const now = await answer.json(); witness(now.boot); if (words === had) show(now); } // or the stream was quicker
  return answer.ok;
}

/** Does the table answer, although the stream says nothing? Then another is tried. */
async function probe() {
  const had = words, tried = source;
  try { if (!(await look())) return; } catch { return; } // not yet
  if (document.hidden || asks || words !== had || source !== tried) return;
  if (!broken) held(held() + 1);
  connect();
}

function show(snapshot) {
  if (snapshot.go) return leave(snapshot.go);
  if (snapshot.game !== main.dataset.table || snapshot.language !== lang) return leave(); // other looks, script or words
  if (snapshot.seen) localStorage.setItem(`seen ${live}`, JSON.stringify({ boot, tag: snapshot.seen }));
  waiting = snapshot;
  shown();
  apply();
}

function apply() {
  if (!waiting || !own || taps.length) return;
  const fresh = parse(waiting.html);
  let active = document.activeElement; // what is moved loses the focus
  if (match(fresh) !== match()) last.clear(); // what was tapped in one match is not drawn in the next
  question?.before();
  updateOne(main, fresh, last, 'bar');
  if (!pressed) updateOne(main, fresh, last, 'now'); // one in the page would move under the finger
  question?.after();
  const { id, dataset: { sheet: key } } = active;
  if (id && key && !fresh.querySelector(`[id="${id}"][data-sheet="${key}"]`)) { active.blur(); active = main; } // it is gone, or its letters stayed in a pause
  if (pressed) return;
  version = main.dataset.version = waiting.version;
  if (update(main, fresh, last, settle)) {
    announce(waiting.announcements);
    waiting = null;
  }
  wire();
  for (const each of [active, main]) if (active !== document.body && document.activeElement === document.body) each.focus({ preventScroll: true });
  own.updated();
  game?.updated?.(main);
  question?.shown();
  question?.follow();
}

function announce(sentences) {
  if (!sentences.length) $('say').replaceChildren(); // of a match that was put away nothing is said any more
  if (!sentences.length || sentences.at(-1).number < said) said = 0; // another match counts anew
  const fresh = sentences.filter((sentence) => sentence.number > said);
  if (!fresh.length) return;
  said = fresh.at(-1).number;
  $('say').replaceChildren(...fresh.slice(-8).map(({ text }) => Object.assign(document.createElement('p'), { textContent: text })));
}

if (live) {
  addEventListener('online', () => { held(0); connect(); });
  addEventListener('pageshow', (event) => { sessionStorage.removeItem('tab'); if (event.persisted) { leaving = sent = null; taps.length = 0; over(); connect(); } });
  addEventListener('pagehide', () => { sessionStorage.setItem('tab', tab); source?.close(); });
  for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, connect);
  setInterval(() => {
    const silent = performance.now() - heard;
    if (document.hidden) return;
    if (silent > BEAT_MS) upToDate(false);
    if (silent > DEAF_MS) connect();
  }, 1000);
  setInterval(() => { if (!document.hidden && !$('net').hidden) probe(); }, PROBE_MS);
  // Nothing moves under a finger, nor before its click; what came meanwhile is shown after it.
  presses(globalThis, () => {
    pressed += 1;
    return (end) => {
      const over = () => {
        clearTimeout(late);
        removeEventListener('click', over, true);
        pressed -= 1;
        setTimeout(apply);
      };
      const late = setTimeout(over, end?.type === 'pointerup' ? TAP_MS : 0);
      addEventListener('click', over, true);
    };
  });
  addEventListener('focusout', () => setTimeout(() => { apply(); if (!pressed) question?.follow(); }));
}

// -- what people do --

/** Send JSON. With `again`, a lost answer is asked for again: the same id is done once. */
async function send(url, body, method = 'POST', again = false) {
  const text = JSON.stringify(body);
  // The server would hang up before it has read so much: then no answer comes, as without Wi-Fi.
  if (new Blob([text]).size >= LONG_BODY_BYTES) return { ok: false, message: word('long') };
  for (let wait = 400; ; wait *= 2) {
    try {
      const answer = await ask(url, { method, headers: { 'Content-Type': 'application/json' }, body: text }, ANSWER_MS);
      const said = await answer.json().catch(() => ({}));
      const later = answer.status >= 500 || answer.status === 429; // 429: too fast
      if (!later || !again || wait > 3200) return { ok: answer.ok, ...said };
    } catch {
      if (!again || wait > 3200) { upToDate(!live); return { ok: false, message: word('unsent') }; }
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}

function command(fields, step = '') {
  const url = `${live}/do`;
  return send(url, { id: number() + number(), command: fields, ...(step && { step }) }, 'POST', true);
}

const CONVERT = {
  number: (field) => (field.value === '' ? null : Number(field.value)),
  flag: (field) => (field.type === 'checkbox' ? field.checked : field.value === 'true'),
  list: (field) => field.value.trim().split(/\s+/).filter(Boolean),
  numbers: (field) => field.value.split(/[\s,]+/).filter(Boolean).map(Number),
  optional: (field) => field.value.trim() || null,
};

/** The fields of a form as an object: dotted names nest, list fields of one name add up. */
function fields(form, submitter) {
  const all = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || (field.matches('button') && field !== submitter) || (field.type === 'radio' && !field.checked)) continue;
    const type = field.dataset.type || (field.type === 'checkbox' ? 'flag' : '');
    const value = type ? CONVERT[type](field) : field.value;
    const path = field.name.split('.');
    const leaf = path.pop();
    const into = path.reduce((object, step) => (object[step] ??= {}), all);
    into[leaf] = Array.isArray(value) && into[leaf] ? [...into[leaf], ...value] : value;
  }
  return all;
}

async function request(element, data, step) {
  if ('last' in element.dataset) await keepAll();
  if (element.dataset.do !== undefined) {
    const kind = element.dataset.do;
    return command(kind.startsWith('{') ? JSON.parse(kind) : { type: kind, ...data }, step);
  }
  const body = element.dataset.body ? JSON.parse(element.dataset.body) : data;
  const wrapped = element.dataset.wrap ? { [element.dataset.wrap]: body } : body;
  const keyed = 'id' in element.dataset;
  return send(element.dataset.post, keyed ? { ...wrapped, id: number() + number() } : wrapped, 'POST', keyed);
}

/** What tells the wish behind an element from any other. */
const means = ({ dataset: { do: kind, post, body, confirm, key } }) => `${[kind, post, body, confirm, key]}`;

async function act(element, submitter) {
  // A second tap counts once the first is answered, or the page shows something newer; none does as it leaves.
  const busy = `at ${version}`; // of the shell, so that no update takes it away
  if (leaving || element.dataset.shellBusy === busy) return;
  const button = submitter ?? element; // what was tapped, perhaps an answer to the question
  const step = question?.answered(button) ?? '';
  const where = () => (!button.isConnected ? $('now') ?? main : step ? button : element);
  const wish = element.cloneNode(); // as it was tapped: the page goes on while somebody is asked
  const data = element.matches('form') ? fields(element, submitter) : {};
  if (wish.dataset.confirm) {
    if (!(await confirmed(wish.dataset.confirm)) || leaving) return;
    if (![...main.querySelectorAll('[data-confirm]')].some((each) => means(each) === means(wish))) return refuse(where(), word('changed'));
  }
  refuse(element, '');
  element.dataset.shellBusy = busy;
  const mine = sent = request(wish, data, step);
  const answer = await mine;
  if (element.dataset.shellBusy === busy) delete element.dataset.shellBusy;
  if (answer.go || (answer.ok && 'reload' in wish.dataset)) {
    if (answer.go) location.assign(answer.go); else location.reload();
    return new Promise(() => {}); // this page ends here
  }
  if (sent === mine) sent = null;
  if (leaving) { // the next page tells it
    if (!answer.ok) sessionStorage.untold = answer.message || word('unsent');
    return;
  }
  if (!answer.ok) refuse(where(), answer.message || word('unsent'), () => answer.code && question?.about(element, answer.code));
  else if (answer.message) refuse(where(), answer.message).classList.add('told');
  else if ('reset' in element.dataset && JSON.stringify(fields(element, submitter)) === JSON.stringify(data)) element.reset(); // else the next one is typed already
}

/** Show a refusal next to what was refused; an empty one takes the old ones away. */
function refuse(element, message, inBar) {
  document.querySelectorAll('.refusal').forEach((old) => old.remove());
  if (!message) return null;
  const note = refusal(message, inBar);
  if (element.matches('form')) element.append(note); else (element.closest('.row, .tools, .answers') || element).after(note);
  return note;
}

function refusal(message, inBar) {
  const note = Object.assign(document.createElement('p'), { className: 'refusal', role: 'status' });
  note.dataset.shell = '1';
  setTimeout(() => {
    note.textContent = message; // said only if it changes while it is there
    if (note.closest('#bar')) inBar?.(); else note.scrollIntoView({ block: 'nearest' });
  }, 50);
  return note;
}

function confirmed(text) {
  const dialog = $('confirm');
  $('confirm-text').textContent = text;
  dialog.returnValue = '';
  dialog.showModal();
  $('confirm-no').focus();
  return new Promise((done) => dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true }));
}
$('confirm-yes').onclick = () => $('confirm').close('yes');
$('confirm-no').onclick = () => $('confirm').close('');

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-do], button[data-post]');
  if (question?.unfold(event)) return;
  if (button) { event.preventDefault(); acted = act(button); }
  else if (event.target.closest('[data-print]')) printed(event.target.closest('section'));
});
function printed(section) {
  section?.querySelectorAll('details').forEach((each) => { each.open = true; });
  print();
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target.matches('form[data-do], form[data-post]')) acted = act(event.target, event.submitter);
});

// -- the private sheet --

const timers = new Map();
const keeping = new Map();
const match = (page = main) => page.querySelector('#me')?.dataset.match ?? '';
const draft = (key) => `sheet ${live} ${match()} ${key}`;
const text = (field) => (field.type === 'checkbox' ? (field.checked ? '1' : '') : field.value);
const given = (field) => (field.type === 'checkbox' ? (field.hasAttribute('checked') ? '1' : '') : field.matches('select') ? field.querySelector('[selected]')?.value ?? field.value : field.defaultValue);

function fill(field, value) {
  if (field.type === 'checkbox') field.checked = value === '1'; else field.value = value;
}

function sheet(key, value) {
  localStorage.setItem(draft(key), value);
  clearTimeout(timers.get(key));
  timers.set(key, setTimeout(keep, 400, key));
}

// One at a time: a second try must not come after what is newer.
function keep(key) {
  if (!keeping.has(key)) keeping.set(key, sendDraft(key).finally(() => keeping.delete(key)));
  return keeping.get(key);
}

async function sendDraft(key) {
  for (let value; (value = localStorage.getItem(draft(key))) !== null;) {
    const answer = await send(`${live}/sheet`, { key, text: value, match: match() }, 'PUT', true);
    if (localStorage.getItem(draft(key)) !== value) continue;
    if (!answer.ok) break;
    localStorage.removeItem(draft(key));
  }
}

/** What waits is kept now: the link is back, or this page is about to be nobody's here. */
function keepAll() {
  const mine = draft('');
  return Promise.all(Object.keys(localStorage).filter((key) => key.startsWith(mine)).map((key) => keep(key.slice(mine.length))));
}

/** Another window of this page has the newest note: it comes here before the table knows it. */
addEventListener('storage', ({ key, newValue }) => {
  const fields = [...main.querySelectorAll('[data-sheet]')].filter(({ dataset }) => draft(dataset.sheet) === key);
  if (newValue === null || !fields.length) return;
  for (const field of fields) fill(field, newValue);
  game?.updated?.(main);
});

/** What was kept here of pages that are not this device's any more goes, where a page says which are. */
function forget() {
  const holds = document.querySelector('[data-holds]')?.dataset.holds.split(' ');
  for (const key of holds ? Object.keys(localStorage) : []) {
    const [, page] = / \/p\/([^ /]+)/.exec(key) ?? [];
    if (page && !holds.includes(page)) localStorage.removeItem(key);
  }
}

/** Take up what was typed before the page went, once for each field; another match's goes. */
function wire() {
  const now = match(), mine = draft('');
  for (const key of now ? Object.keys(localStorage) : []) {
    if (key.startsWith(`sheet ${live} `) && !key.startsWith(mine)) localStorage.removeItem(key);
  }
  for (const field of main.querySelectorAll('[data-sheet]')) {
    const { sheet: key, shellWired: wired } = field.dataset;
    if (wired === now) continue;
    field.dataset.shellWired = now;
    const kept = localStorage.getItem(draft(key));
    if (kept === null) continue;
    fill(field, kept);
    sheet(key, kept);
  }
}

/** A field stays the person's own, but for a note of a match before, or written on another page. */
function settle(field, fresh) {
  const { sheet: key, shellWired: wired } = field.dataset;
  const own = wired === undefined || wired === match();
  if (!key || (own && (field === document.activeElement || localStorage.getItem(draft(key)) !== null))) return;
  if (text(field) !== given(fresh)) fill(field, given(fresh));
}

main.addEventListener('input', (event) => {
  refuse(main, '');
  if (event.target.dataset.sheet) sheet(event.target.dataset.sheet, text(event.target));
});

// -- begin --

const load = (url) => url && import(url).catch((fault) => {
  if (fault instanceof SyntaxError) throw fault; // to come anew mends nothing: old.js says so
  return anew(url);
});

async function begin() {
  forget();
  const [aids, bar, script] = await Promise.all([live && '/static/own.js', /^\/(p|host\/for)\//.test(live) && '/static/question.js', main.dataset.game].map(load));
  question = bar || null;
  if (live) {
    connect();
    if (taps.length) await first;
  }
  const early = taps.length ? await load('/static/early.js') : null;
  if (leaving) return; // the next page tells what was tapped
  over();
  for (const section of main.children) if (section.id) last.set(section.id, section.outerHTML);
  wire();
  own = live ? aids.begin(main, live, word, load) : null;
  game = script || null;
  // What was refused is not what stands there once it is changed.
  game?.start?.(main, { load, send: command, sheet: (key, value) => { refuse(main, ''); sheet(key, value); } });
  question?.shown();
  question?.follow();
  const undone = await early?.catchUp(taps, waiting && parse(waiting.html), () => acted);
  if (undone) sessionStorage.untold ??= '1';
  if (leaving) return; // the next page tells it
  const { untold, focused } = sessionStorage;
  if (focused) [...main.querySelectorAll('button')].find((each) => means(each) === focused)?.focus({ preventScroll: true });
  sessionStorage.removeItem('focused');
  if (untold) main.prepend(refusal(untold === '1' ? word('changed') : untold));
  sessionStorage.removeItem('untold');
  apply();
  document.documentElement.dataset.ready = '1';
}

begin();
