// Aids for filling in long forms: a file's text, one choice for all of a name, a running sum.

/** Read a text file: UTF-8, UTF-16, or what old Windows programs write. */
async function readText(file) {
  const bytes = await file.arrayBuffer(), [first, second] = new Uint8Array(bytes);
  const wide = { 65534: 'utf-16le', 65279: 'utf-16be' }[first * 256 + second] ?? (second === 0 ? 'utf-16le' : first === 0 ? 'utf-16be' : '');
  if (wide) return new TextDecoder(wide).decode(bytes);
  try { return new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch { return new TextDecoder('windows-1252').decode(bytes); }
}

export function aid(main) {
  // One field that sets all of a name at once.
  main.addEventListener('change', ({ target: { value, dataset } }) => {
    if (!dataset.sets || !value) return;
    for (const each of main.querySelectorAll(`select[name="${dataset.sets}"]`)) each.value = value;
  });

  main.addEventListener('change', async (event) => {
    const { textInto } = event.target.dataset;
    if (textInto && event.target.files.length) document.getElementById(textInto).value = await readText(event.target.files[0]);
  });
  main.addEventListener('input', (event) => {
    const form = event.target.closest('form[data-sum]');
    const numbers = form ? [...form.querySelectorAll('[type="number"]')].map((field) => Number(field.value)) : [];
    if (form) form.querySelector('[data-sum-of]').textContent = numbers.reduce((sum, number) => sum + number, 0);
  });
}
