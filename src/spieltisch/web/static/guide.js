// A first game: one hint at a time, beside what it speaks of. Each is shown once.

const GAP = 14;
const TOP = 54; // below the bar

export function guide(box) {
  const holder = document.getElementById('fragment');
  const live = document.getElementById('live');
  const words = box.querySelector('p');
  const next = box.querySelector('[data-next]');
  const kept = `guide ${location.pathname}`;
  const seen = new Set(JSON.parse(localStorage.getItem(kept) ?? '[]'));
  const label = next.textContent;
  let now = null;
  let pointed = null;

  const hints = () => JSON.parse(document.getElementById('hints')?.textContent ?? '[]');

  function remember(id) {
    seen.add(id);
    localStorage.setItem(kept, JSON.stringify([...seen]));
  }

  // What fits and was not shown yet; one that no longer fits has been read or is not needed.
  function look() {
    if (seen.has('left')) return;
    const list = hints();
    if (now && !list.some(([id]) => id === now)) remember(now);
    const fresh = list.find(([id]) => !seen.has(id));
    if (fresh) show(...fresh);
    else hide();
  }

  function show(id, text, at) {
    if (id !== now) {
      now = id;
      words.textContent = text;
      next.textContent = id === 'done' ? next.dataset.last : label;
      const said = document.createElement('p');
      said.textContent = text;
      live.append(said);
    }
    box.hidden = false;
    point(at);
  }

  function hide() {
    if (box.contains(document.activeElement)) document.getElementById('act')?.focus({ preventScroll: true });
    now = null;
    box.hidden = true;
    pointed?.classList.remove('pointed');
    pointed = null;
  }

  function point(at) {
    pointed?.classList.remove('pointed');
    pointed = [...holder.querySelectorAll(at)].find((one) => one.checkVisibility()) ?? null;
    pointed?.classList.add('pointed');
    pointed?.scrollIntoView({ block: 'nearest' });
    place();
  }

  // Below what it points to, else above, else beside; if there is no room, where it covers least of it.
  function place() {
    if (box.hidden) return;
    const it = (pointed ?? document.getElementById('board')).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const middle = it.left + it.width / 2 - width / 2;
    const spots = [
      [middle, it.bottom + GAP],
      [middle, it.top - height - GAP],
      [it.right + GAP, it.top],
      [it.left - width - GAP, it.top],
    ];
    const inside = ([left, top]) => [
      within(12, left, innerWidth - width - 12),
      within(TOP, top, innerHeight - height - 12),
    ];
    const covers = ([left, top]) =>
      shared(left, left + width, it.left, it.right) * shared(top, top + height, it.top, it.bottom);
    const [left, top] = spots.map(inside).reduce((best, one) => (covers(one) < covers(best) ? one : best));
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  }

  next.addEventListener('click', () => {
    remember(now);
    if (now === 'done') remember('left');
    now = null;
    if (seen.has('left')) hide();
    else look();
  });
  box.querySelector('[data-leave]').addEventListener('click', () => {
    remember('left');
    hide();
  });
  new MutationObserver(look).observe(holder, { childList: true });
  addEventListener('resize', place);
  addEventListener('scroll', place, { passive: true });
  look();
}

const within = (least, value, most) => Math.min(Math.max(least, value), most);
const shared = (from, to, start, end) => Math.max(0, Math.min(to, end) - Math.max(from, start));
