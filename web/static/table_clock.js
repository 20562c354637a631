// The table's clock, as well as a page can know it: what is told may have been long under way.
// The page's own is the one that nobody sets. It may have stood still while the device slept: whoever is
// tied is told so by null, and then anew.

const QUICK_MS = 300, TRIES = 5;
const tied = new Map();

/** Tell `told` how many ms this page's clock is ahead of the table's, each time it is known better; of one name the newest. */
export async function tie(name, told) {
  const run = { told };
  tied.set(name, run);
  for (let tries = 0, best = Infinity; tries < TRIES && best > QUICK_MS; tries += 1) {
    const before = performance.now();
    const there = await fetch('/now', { cache: 'no-store' }).then((answer) => answer.ok && answer.text()).catch(() => '');
    const took = performance.now() - before;
    if (tied.get(name) !== run) return;
    if (!there || took >= best) continue;
    best = took;
    told(before + took / 2 - Number(there) * 1000);
  }
}

function anew() {
  for (const [name, { told }] of tied) {
    told(null);
    tie(name, told);
  }
}

document.addEventListener('visibilitychange', anew);
document.addEventListener('resume', anew);
addEventListener('hello', anew); // another stream: who knows why
