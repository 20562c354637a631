// Djam on the phone: a tone at the gong and one when it is one's turn. Both are on the page
// and spoken too; nothing here knows a rule or a sentence.

const TONES = { gong: [660, 880], turn: [520] };
let sound = null;
let cue = "";

export function start(root) {
  // Browsers let a page sound only after a touch.
  addEventListener("pointerdown", () => { sound ??= new AudioContext(); }, { once: true });
  cue = read(root);
}

export function updated(root) {
  const before = cue;
  cue = read(root);
  if (cue === before) return;
  if (before === "listen" && cue === "open") play(TONES.gong);
  if (cue === "turn") play(TONES.turn);
}

function read(root) {
  return root.querySelector("#now")?.dataset.cue ?? "";
}

function play(tones) {
  if (sound?.state !== "running") return;
  tones.forEach((hertz, index) => {
    const begin = sound.currentTime + index * 0.18;
    const tone = new OscillatorNode(sound, { frequency: hertz });
    const loudness = new GainNode(sound, { gain: 0.2 });
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.5);
    tone.connect(loudness).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + 0.5);
  });
}
