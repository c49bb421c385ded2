// Who is at this device. With several people a curtain hides the table between their turns: the
// server sends a spectator's table then, and each page is one person's until it is loaded again.

const LOOKING = 6000; // how long one sees what one's turn brought before the curtain closes

const by = (id) => document.getElementById(id);
const yours = () => Boolean(by('act')?.classList.contains('yours'));

export function device(table) {
  const seat = table.dataset.seat ?? '';
  let asked = false; // whether this page was asked anything yet
  let lingers = false;
  let closing = 0;

  const cover = () => location.replace(location.pathname);

  // A new picture: after one's turn the curtain closes by itself, unless one looks a little longer;
  // while nothing is hidden, the next one's page comes at once.
  function shown() {
    if (yours()) [asked, lingers] = [true, false];
    if (asked && !yours() && by('cover')?.dataset.now !== undefined) return cover();
    const reading = document.querySelector('[data-news]:popover-open');
    const soon = asked && !lingers && !yours() && !reading && by('cover')?.dataset.soon !== undefined;
    if (soon) closing ||= setTimeout(cover, LOOKING);
    else closing = clearTimeout(closing) ?? 0;
    table.classList.toggle('closing', soon);
    if (by('linger')) by('linger').hidden = !soon;
    if (!document.querySelector(':popover-open')) by('hold')?.focus({ preventScroll: true });
  }

  function linger() {
    lingers = true;
    shown();
  }

  // Whose turn it is, for the title; empty while others play.
  const turn = () => by('curtain')?.dataset.turn ?? (yours() ? table.dataset.turn : '');

  // The result of a round is read in peace; the curtain closes after it.
  table.addEventListener('toggle', shown, true);

  // What the browser kept of somebody's page is not for whoever goes back to it.
  addEventListener('pageshow', (event) => {
    if (event.persisted && table.dataset.shared !== undefined) location.reload();
  });
  return { seat, cover, shown, linger, turn };
}
