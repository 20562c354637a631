// Every text on a stand is as large as its box: its frame is the ink of its letters, measured.

const FONT = '700 100px "Zilla Slab", Rockwell, Georgia, serif';
const SLIM = 1.5; // so much taller than wide: marks stand one above the other, and are large
const pen = document.createElement('canvas').getContext('2d');

/** Lay the stands out in the grid that leaves each the most room, and let each text fill its box. */
export function draw(main) {
  const grid = main.querySelector('#grid');
  if (grid) lay(grid);
  for (const drawing of main.querySelectorAll('svg[data-fit]')) fit(drawing);
  for (const lines of main.querySelectorAll('.even')) alike(lines);
}

function lay(grid) {
  const count = grid.children.length, { clientWidth: wide, clientHeight: high } = grid;
  let best = 1, most = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const width = wide / columns, height = high / Math.ceil(count / columns);
    const room = Math.min(width, height * 1.6) * Math.min(height, width * 1.6);
    if (room > most) { most = room; best = columns; }
  }
  const width = Math.floor(wide / best), height = Math.floor(high / Math.ceil(count / best));
  for (const stand of grid.children) {
    stand.style.width = `${width}px`;
    stand.style.height = `${height}px`;
    stand.style.setProperty('--u', `${Math.min(width, height) / 100}px`);
    stand.classList.toggle('tall', height > width);
    stand.classList.toggle('wide', height <= width);
    stand.classList.toggle('slim', height > width * SLIM);
  }
}

function ink(text, drawing) {
  pen.font = FONT;
  const m = pen.measureText(text);
  if (drawing.dataset.fit === 'line' || m.actualBoundingBoxAscent === undefined) return [0, -72, m.width, 95]; // as high as any line
  return [-m.actualBoundingBoxLeft, -m.actualBoundingBoxAscent, m.actualBoundingBoxLeft + m.actualBoundingBoxRight, m.actualBoundingBoxAscent + m.actualBoundingBoxDescent];
}

function fit(drawing) {
  const text = drawing.querySelector('text');
  text.setAttribute('y', 0);
  frame(drawing, ink(text.textContent, drawing));
}

function frame(drawing, [x, y, width, height]) {
  drawing.setAttribute('viewBox', `${x} ${y} ${Math.max(width, 1)} ${Math.max(height, 1)}`);
  drawing.setAttribute('class', `${drawing.getAttribute('class').replace(' fitted', '')} fitted`);
}

/** Lines that are all alike have letters of one size. */
function alike(lines) {
  const all = [...lines.querySelectorAll('svg[data-fit]')];
  const width = Math.max(1, ...all.map((each) => each.viewBox.baseVal.width));
  for (const each of all) {
    frame(each, [0, -72, width, 95]);
    each.setAttribute('preserveAspectRatio', 'xMinYMid meet');
  }
}
