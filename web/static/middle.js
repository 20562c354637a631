// The table's page on a screen that is the middle, or asks to be: it says that it is awake.
const PING_MS = 1000;
let asking = false;

async function ping() {
  if (asking || document.hidden || !document.querySelector('#middle-screen[data-middle]:not([data-middle=""])')) return;
  asking = true;
  try {
    await fetch('/stand/ping', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  } catch { /* the page itself says that the table is away */ }
  asking = false;
}

setInterval(ping, PING_MS);
ping();
