// All seats on one page: what was shown anew is seen in every frame at once, and a new start in all of them.
const LOOK_MS = 400;
const main = document.getElementById('main');
const fault = document.getElementById('dev-fault');
let number = -1;

function tell(text) {
  if (fault.textContent === text) return;
  fault.hidden = !text;
  fault.textContent = text;
  fault.scrollTop = fault.scrollHeight; // what went wrong stands at the end
}

async function look() {
  try {
    const now = await fetch('/dev/state', { cache: 'no-store' }).then((answer) => answer.json());
    if (now.boot && now.boot !== main.dataset.boot) return location.reload();
    tell(now.fault);
    // A browser has few connections to one host, so most frames ask every few seconds: now they ask at once.
    if (now.number !== number) for (const frame of document.querySelectorAll('iframe')) frame.contentWindow.dispatchEvent(new Event('online'));
    number = now.number ?? number;
  } catch { /* It starts anew: the next look tells. */ }
  setTimeout(look, LOOK_MS);
}
look();
