// A new question: what it asks about comes into sight, and a single way plays itself.

const HELD = 2000;
const HURRY = 4; // seconds left to decide, with which nothing is held back
const MARGIN = 16; // of what can be tapped to the dock

// A pause before what is decided is sent, which the player sees and can stop. Whoever leaves the
// page meanwhile has decided all the same.
export function pause(table) {
  let timer = 0;
  let waiting = null;

  function stop() {
    clearTimeout(timer);
    waiting = null;
    table.classList.remove('counting');
  }

  function end() {
    const then = waiting;
    stop();
    then?.();
  }

  function start(then) {
    stop();
    table.classList.add('counting');
    waiting = then;
    timer = setTimeout(end, hurried() ? 0 : HELD);
  }

  addEventListener('pagehide', end);
  return { stop, start, running: () => Boolean(waiting) };
}

function hurried() {
  const until = document.querySelector('.clock')?.dataset.until;
  return until && Number(until) - Date.now() < 1000 * HURRY;
}

// The halo breathes once.
export function breathe(table) {
  table.classList.remove('breathe');
  requestAnimationFrame(() => table.classList.add('breathe'));
}

// What can be tapped, or else what is asked about, lies neither behind the dock nor too high.
export function reveal(holder, leads) {
  const onTable = leads.filter((one) => !one.closest('.dock'));
  const asked = [...holder.querySelectorAll('[data-asked]')];
  const boxes = (onTable.length ? onTable : asked).map((one) => one.getBoundingClientRect());
  if (!boxes.length) return;
  const dock = holder.querySelector('.dock').getBoundingClientRect();
  const above = Math.min(...boxes.map((box) => box.top)) - MARGIN;
  const below = Math.max(...boxes.map((box) => box.bottom)) + MARGIN - dock.top;
  if (above < 0 || below > 0) scrollBy({ top: above < 0 ? above : Math.min(above, below), behavior: 'smooth' });
}
