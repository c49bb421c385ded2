// Arrow keys go from one thing that can be chosen to the next, past all that cannot.
const CHOOSABLE = '[data-lead], [data-part], [data-pack], .may, .choice, .buttons .btn';
const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING;
const PRECEDING = Node.DOCUMENT_POSITION_PRECEDING;

export function listenToArrows(holder) {
  document.addEventListener('keydown', (event) => {
    if (occupied(event)) return;
    const here = document.activeElement;
    const forward = event.key === 'ArrowRight';
    const next = forward || event.key === 'ArrowLeft'
      ? nextTo(here, stops(holder), forward)
      : beyond(here, stops(holder), { ArrowDown: 1, ArrowUp: -1 }[event.key]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

// "i" opens the rule of the row one is at, else of the newest thing that has one in sight.
export function listenToInfo() {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'i' || occupied(event)) return;
    const near = document.activeElement?.closest('li, .toast, .share');
    const marks = [
      ...(near?.querySelectorAll('.rule') ?? []),
      ...document.querySelectorAll('.told:last-child .rule, .rule'),
    ];
    marks.find((one) => one.checkVisibility())?.click();
  });
}

// Over a board one also goes up and down, to what lies nearest in that direction.
function beyond(here, all, way) {
  if (!way || !here.closest('.board')) return undefined;
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(here);
  const near = (one) => {
    const [left, top] = middle(one);
    const down = way * (top - y);
    return down > here.offsetHeight / 4 ? down + 3 * Math.abs(left - x) : Infinity;
  };
  const [first] = all.filter((one) => one.closest('.board') && near(one) < Infinity).sort((a, b) => near(a) - near(b));
  return first;
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
