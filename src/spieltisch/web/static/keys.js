// Arrow keys go from one thing that can be chosen to the next, past all that cannot.
const CHOOSABLE = '[data-lead], [data-part], .may, .choice, .buttons .btn';
const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING;
const PRECEDING = Node.DOCUMENT_POSITION_PRECEDING;

export function listenToArrows(holder) {
  document.addEventListener('keydown', (event) => {
    const forward = event.key === 'ArrowRight';
    if ((!forward && event.key !== 'ArrowLeft') || occupied(event)) return;
    event.preventDefault();
    nextTo(document.activeElement, stops(holder), forward)?.focus();
  });
}

// Arrow keys belong to fields, to the browser's own shortcuts and to what lies over the table.
const occupied = (event) =>
  event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.('input, select, textarea') ||
  document.querySelector(':popover-open');

const stops = (holder) =>
  [...holder.querySelectorAll(CHOOSABLE)].filter((one) => one.checkVisibility() && !one.disabled);

function nextTo(here, all, forward) {
  if (here.id === 'act' && forward) return all[0]; // after a move: from the table, not past it
  const side = forward ? FOLLOWING : PRECEDING;
  const ahead = all.filter((one) => here.compareDocumentPosition(one) & side);
  return forward ? (ahead[0] ?? all[0]) : (ahead.at(-1) ?? all.at(-1));
}
