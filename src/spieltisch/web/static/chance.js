// What this browser adds to the chance of a table: a random number, sent when sitting down and kept
// here, so that it can be found again among the contributions when the game is over.

const SHELF = 'spieltisch-contributions';
const MOST = 200;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? '[]');
  } catch {
    return []; // no storage, or not what was put there
  }
}

export function contribute(field) {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  field.value = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    localStorage.setItem(SHELF, JSON.stringify([field.value, ...kept()].slice(0, MOST)));
  } catch {
    // a browser that keeps nothing contributes all the same
  }
}

export function findOwn(proof) {
  const own = new Set(kept());
  const lines = [...proof.querySelectorAll('[data-sent]')];
  for (const line of lines) line.hidden = !own.has(line.dataset.sent);
  const none = proof.querySelector('[data-none-sent]');
  if (none) none.hidden = lines.some((line) => !line.hidden);
}
