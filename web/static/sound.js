// Two small sounds, made here: a chip that is laid, a clue token that is taken. Off until chosen.

const SOUNDS = { chip: [[1500, 0, .05]], token: [[660, 0, .12], [880, .1, .18]] };

/** Listen for counts that rise; `wanted()` tells whether this phone may be heard. */
export function listen(main, wanted) {
  let audio = null;
  const counts = new Map();

  function play(name) {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume();
    for (const [pitch, after, long] of SOUNDS[name]) note(pitch, audio.currentTime + after, long);
  }

  function note(pitch, at, long) {
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
    const loud = new GainNode(audio, { gain: .25 });
    loud.gain.exponentialRampToValueAtTime(.001, at + long);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + long);
  }

  function updated() {
    for (const { dataset: { sound, count } } of main.querySelectorAll('[data-sound]')) {
      const risen = counts.has(sound) && Number(count) > counts.get(sound);
      counts.set(sound, Number(count));
      if (risen && wanted()) play(sound);
    }
  }

  // After a reload a browser stays silent until the page is touched once.
  addEventListener('pointerdown', () => { if (wanted()) { audio ??= new AudioContext(); audio.resume(); } }, { once: true });
  return { play, updated };
}
