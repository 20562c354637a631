// A select shows one line and cuts what is longer; the whole of a choice stands below it then.

const ARROW_PX = 24;
const pen = document.createElement('canvas').getContext('2d');

/** Bring the line below every select up to date. */
export function showFullChoices(main) {
  for (const field of main.querySelectorAll('select')) {
    const text = field.selectedOptions[0]?.text ?? '';
    const below = field.nextElementSibling?.matches('.full-choice') ? field.nextElementSibling : null;
    if (!cut(field, text)) below?.remove();
    else if (below) below.textContent = text;
    else field.after(line(text));
  }
}

function cut(field, text) {
  const look = getComputedStyle(field);
  pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  const room = field.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - ARROW_PX;
  return (field.checkVisibility?.() ?? field.clientWidth > 0) && pen.measureText(text).width > room;
}

function line(text) {
  const made = Object.assign(document.createElement('p'), { className: 'full-choice muted small', textContent: text });
  made.dataset.shell = '1'; // no update takes it away
  made.setAttribute('aria-hidden', 'true'); // the select itself says it all
  return made;
}
