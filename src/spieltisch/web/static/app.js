// The page works without this file; with it, nothing reloads.
// table.js is fetched only where there is a table.

const table = document.getElementById('table');
if (table) {
  const { sitDown } = await import('./table.js');
  sitDown(table);
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand('copy');
    }
    button.querySelector('span').textContent = button.dataset.done;
  });
}
