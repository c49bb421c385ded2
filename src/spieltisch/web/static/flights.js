// Cards fly from where they were to where they go. The server names no card: which old card is
// which new one is worked out here from what both pictures show, so no id can tell anything.

const cardsOf = (root) =>
  [...root.querySelectorAll('[data-card]')].map((element) => ({
    element,
    face: element.dataset.card,
    zone: element.dataset.still ?? element.closest('[data-zone]')?.dataset.zone ?? '',
  }));

const take = (cards, test) => {
  const at = cards.findIndex(test);
  return at < 0 ? null : cards.splice(at, 1)[0];
};

// Pairs [old, new] of elements that show the same card.
export function pairs(before, after) {
  const left = cardsOf(before);
  const found = [];
  let open = cardsOf(after).filter((card) => {
    const same = take(left, (old) => old.face === card.face && old.zone === card.zone);
    // what keeps its place does not fly
    if (same && card.element.dataset.still === undefined) found.push([same.element, card.element]);
    return !same;
  });
  open = open.filter((card) => {
    const moved = take(left, (old) => old.face === card.face && old.face !== '?');
    if (moved) found.push([moved.element, card.element]);
    return !moved;
  });
  // what becomes part of a pile, from where the pile takes it
  for (const card of [...left]) {
    const stack = [...after.querySelectorAll(`[data-holds~="${CSS.escape(card.face)}"]`)].find(
      (one) => (one.dataset.from ?? card.zone) === card.zone && !found.some(([, there]) => there === one),
    );
    if (stack) found.push([take(left, (old) => old === card).element, stack]);
  }
  // what is turned up or dealt comes from a hidden hand that shrank, or from the pile
  const backs = left.filter((old) => old.face === '?' && old.zone !== 'pile');
  open = open.filter((card) => {
    const turned = card.face === '?' && take(left, (old) => old.face !== '?');
    const source = turned || backs.pop();
    if (source) found.push([source.element, card.element]);
    return !source;
  });
  const pile = [...before.querySelectorAll('[data-zone=pile] [data-card]')];
  for (const card of open) {
    const top = pile.pop();
    if (!top) break;
    const held = found.findIndex(([old]) => old === top);
    if (held >= 0) found.splice(held, 1);
    found.push([top, card.element]);
  }
  return found;
}

// A card this screen does not show stands for its owner's token, or for the place it lies in.
function shown(element) {
  if (element.checkVisibility()) return element;
  const zone = element.closest('[data-zone]');
  const tokens = [...document.querySelectorAll(`[data-zone="${zone?.dataset.zone}"] .tok`)];
  return tokens.find((one) => one.checkVisibility()) ?? (zone?.checkVisibility() ? zone : element);
}

let running = null;
let waiting = null;
let named = [];

const name = (element, text) => {
  element.style.viewTransitionName = text;
  named.push(element);
};
const forget = () => {
  for (const element of named) element.style.viewTransitionName = '';
  named = [];
};

// Put the fresh picture in place of what the holder shows. A newer picture ends the flights of an
// older one at once; one that comes before the older has been drawn takes its place.
export function swap(holder, fresh, put) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || still || document.hidden) {
    waiting = null;
    put();
    return;
  }
  if (!waiting) running?.skipTransition();
  const started = Boolean(waiting);
  forget();
  waiting = { matched: pairs(holder, fresh), put };
  waiting.matched.forEach(([old], at) => name(shown(old), `card-${at}`));
  if (!started) takeOff();
}

function takeOff() {
  const transition = document.startViewTransition(() => {
    const now = waiting;
    waiting = null;
    if (!now) return;
    forget();
    now.put();
    // what flies lies over everything, also over news that has just opened to be read
    if (document.querySelector('[data-news]:popover-open')) transition.skipTransition();
    else now.matched.forEach(([, card], at) => name(shown(card), `card-${at}`));
  });
  running = transition;
  const land = () => {
    if (running !== transition) return;
    running = null;
    if (!waiting) forget();
  };
  transition.finished.then(land, land);
  transition.ready.catch(() => {});
}
