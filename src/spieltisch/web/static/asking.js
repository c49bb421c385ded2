// A new question: what it asks about comes into sight, and a single way plays itself.

const AUTOPLAY = 2600;
const MARGIN = 16; // of what can be tapped to the dock

// A pause before the only way is taken, which the player sees and can stop.
export function pause(table) {
  let timer = 0;
  return {
    stop() {
      clearTimeout(timer);
      table.classList.remove('counting');
    },
    start(then) {
      table.classList.add('counting');
      timer = setTimeout(then, AUTOPLAY);
    },
  };
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
