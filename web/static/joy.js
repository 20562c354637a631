// Confetti and a buzz. Whoever asked for no motion has neither: the page says it all in words, too.
const COLOURS = ['#f0924a', '#f2d249', '#4fcb9f', '#84c8f4', '#b3a7ff', '#efa3c6'];
const FALLS_MS = 2200;
const PIECES = 110;

function still() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Let a phone buzz that can: *pattern* in ms, on and off by turns. */
export function shake(pattern) {
  if (!still()) navigator.vibrate?.(pattern.split(' ').map(Number));
}

/** Let confetti fall over the page once; nothing under it is covered for a finger. */
export function cheer() {
  if (still() || document.hidden || document.querySelector('.confetti')) return;
  const canvas = document.createElement('canvas');
  canvas.className = 'confetti';
  canvas.setAttribute('aria-hidden', 'true');
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.body.append(canvas);
  const pieces = Array.from({ length: PIECES }, piece);
  const began = performance.now();
  requestAnimationFrame(function fall(now) {
    const at = (now - began) / FALLS_MS;
    if (at >= 1) { canvas.remove(); return; }
    draw(canvas, pieces, at);
    requestAnimationFrame(fall);
  });
}

function piece(_, n) {
  return { x: Math.random(), from: -.1 - Math.random() * .5, speed: 1.1 + Math.random() * .7, sway: Math.random() * 6, colour: COLOURS[n % COLOURS.length] };
}

function draw(canvas, pieces, at) {
  const { width, height } = canvas, side = Math.max(8, height / 60);
  const pen = canvas.getContext('2d');
  pen.clearRect(0, 0, width, height);
  pen.globalAlpha = Math.min(1, 3 * (1 - at));
  for (const { x, from, speed, sway, colour } of pieces) {
    pen.setTransform(1, 0, 0, 1, (x + Math.sin(at * 5 + sway) * .03) * width, (from + at * speed) * height);
    pen.rotate(at * 6 + sway);
    pen.fillStyle = colour;
    pen.fillRect(-side / 2, -side / 4, side, side * .6 * Math.abs(Math.cos(at * 9 + sway)));
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
}
