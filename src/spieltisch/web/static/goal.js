// The game in three sentences: opens on the first turn, until it is put aside for this table or for ever.

export function goal(card) {
  const holder = document.getElementById('fragment');
  const never = `goal ${card.dataset.game}`;
  const here = `goal ${location.pathname}`;
  const button = card.querySelector('[data-never]');
  button.hidden = false;
  button.addEventListener('click', () => {
    localStorage.setItem(never, 'never');
    card.hidePopover();
  });
  card.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed') localStorage.setItem(here, 'seen');
  });
  if (card.dataset.askedFor !== undefined || localStorage.getItem(never) || localStorage.getItem(here)) return;
  const watch = new MutationObserver(look);
  watch.observe(holder, { childList: true });
  look();

  function look() {
    if (!holder.querySelector('#act.yours') || document.querySelector(':popover-open')) return;
    watch.disconnect();
    card.showPopover();
  }
}
