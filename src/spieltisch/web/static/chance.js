// What this browser adds to the chance of a table: a random number, sent together with the
// commitment it answers and kept here as a receipt (docs/fairness.md).

const SHELF = 'spieltisch-contributions';
const MOST = 200;

export function receipts() {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? '[]');
  } catch {
    return []; // no storage, or not what was put there
  }
}

function keep(contribution) {
  try {
    const kept = [contribution, ...receipts()].slice(0, MOST);
    localStorage.setItem(SHELF, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing contributes all the same
  }
}

function random() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// Where a form says whom to ask, the commitment is asked for now: an offer is good for one table.
async function published(field) {
  const { commitment, ask } = field.dataset;
  if (!ask) return { commitment };
  const answer = await fetch(ask, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error('no offer');
  return answer.json();
}

export async function contribute(form) {
  const field = form.elements.contribution;
  try {
    const { commitment, offer } = await published(field);
    if (offer && form.elements.offer) form.elements.offer.value = offer;
    field.value = `${commitment}:${random()}`;
    keep(field.value);
  } catch {
    field.value = ''; // the server makes one up, and says so
  }
}

export function findOwn(proof) {
  const own = new Set(receipts());
  const lines = [...proof.querySelectorAll('[data-sent]')];
  for (const line of lines) line.hidden = !own.has(line.dataset.sent);
  const none = proof.querySelector('[data-none-sent]');
  if (none) none.hidden = lines.some((line) => !line.hidden);
  const link = proof.querySelector('[data-receipt]');
  const sent = lines.find((line) => !line.hidden)?.dataset.sent;
  if (!link || !sent) return;
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(sent)}`;
  link.hidden = false;
}
