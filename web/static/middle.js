// The table's page on a screen that is the middle, or asks to be: it says that it is awake.
const PING_MS = 1000, ANSWER_MS = 2000;
let asking = false;

async function ping() {
  if (asking || document.hidden || !document.querySelector('#middle-screen[data-middle]:not([data-middle=""])')) return;
  asking = true;
  const giveUp = new AbortController(), timer = setTimeout(() => giveUp.abort(), ANSWER_MS);
  try {
    await fetch('/stand/ping', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}', signal: giveUp.signal });
  } catch { /* the page itself says that the table is away */ }
  clearTimeout(timer);
  asking = false;
}

setInterval(ping, PING_MS);
ping();
