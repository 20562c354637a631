// Two small sounds: a chip that is laid, a clue token that is taken. Off until chosen.
import { tone } from './sound.js';

const TICKS = { chip: [[1500, 0, .05]], token: [[660, 0, .12], [880, .1, .18]] };

/** Listen for counts that rise; `wanted()` tells whether this phone may be heard. */
export function listen(main, wanted) {
  let audio = null;
  const counts = new Map();

  function play(name) {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume();
    for (const [pitch, after, long] of TICKS[name]) tone(audio, audio.currentTime + after, pitch, .25, long);
  }

  function updated() {
    for (const { dataset: { tick, count } } of main.querySelectorAll('[data-tick]')) {
      const risen = counts.has(tick) && Number(count) > counts.get(tick);
      counts.set(tick, Number(count));
      if (risen && wanted()) play(tick);
    }
  }

  // After a reload a browser stays silent until the page is touched once.
  addEventListener('pointerdown', () => { if (wanted()) { audio ??= new AudioContext(); audio.resume(); } }, { once: true });
  return { play, updated };
}
