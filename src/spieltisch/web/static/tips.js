// What a thing is for: a small card over whatever has a `data-tip`, after hovering or a long press, or
// for what has the focus by the key "?".

const HOVER = 500;
const PRESS = 400;
const FAR = 10; // a finger that moves scrolls
const GAP = 8;
const OWN = '.dock [data-card], .half.near [data-card]'; // one's own things

export function tips(box, words) {
  const [name, rule, own] = box.children;
  let timer = 0;
  let shown = null;
  let pressed = null; // where a finger went down
  let swallows = false; // the click that ends a long press

  // The named thing one is at; what it is for may be said of all that lie together.
  const thingAt = (target) => {
    const about = target.closest?.('[data-tip]');
    const named = target.closest?.('[aria-label]');
    return about?.contains(named) ? named : about;
  };

  function show(thing) {
    hide();
    const about = thing?.isConnected && words[thing.closest('[data-tip]').dataset.tip];
    if (!about) return;
    shown = thing;
    name.textContent = thing.getAttribute('aria-label') ?? thing.title ?? '';
    rule.textContent = about;
    own.textContent = held(thing);
    thing.setAttribute('aria-describedby', 'tip');
    box.showPopover();
    place(thing.getBoundingClientRect());
  }

  // How many like it one has oneself, or of what it is paid with; all of it lies before one's eyes.
  function held(thing) {
    const face = thing.dataset.paidBy ?? thing.dataset.card;
    const mine = [...document.querySelectorAll(OWN)];
    if (!face || face === '?' || !document.querySelector('.dock:not(.watching)')) return '';
    const words = thing.dataset.paidBy ? box.dataset.pays : box.dataset.own;
    return words.replace('{number}', mine.filter((one) => one.dataset.card === face).length);
  }

  // Above the thing; where there is no room, below it.
  function place(it) {
    const { offsetWidth: width, offsetHeight: height } = box;
    const left = it.left + it.width / 2 - width / 2;
    const above = it.top - height - GAP;
    box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
    box.style.top = `${above >= GAP ? above : it.bottom + GAP}px`;
  }

  function hide() {
    clearTimeout(timer);
    shown?.removeAttribute('aria-describedby');
    shown = null;
    if (box.matches(':popover-open')) box.hidePopover();
  }

  function wait(thing, time, then = () => {}) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      show(thing);
      then();
    }, time);
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse') return;
    const thing = thingAt(target);
    if (thing === shown && shown) return;
    hide();
    if (thing) wait(thing, HOVER);
  });
  document.addEventListener('pointerdown', ({ target, pointerType, clientX, clientY }) => {
    hide();
    swallows = false;
    const thing = thingAt(target);
    if (pointerType === 'mouse' || !thing) return;
    pressed = [clientX, clientY];
    wait(thing, PRESS, () => swallows = true);
  });
  document.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!pressed || Math.hypot(clientX - pressed[0], clientY - pressed[1]) < FAR) return;
    pressed = null;
    clearTimeout(timer);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, () => {
      pressed = null;
      clearTimeout(timer);
    });
  }
  document.addEventListener('click', (event) => {
    if (!swallows) return;
    swallows = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener('contextmenu', (event) => {
    if (swallows || pressed) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && thingAt(document.activeElement)) show(thingAt(document.activeElement));
    else if (event.key === 'Escape' && shown) {
      hide();
      event.stopImmediatePropagation();
    }
  }, true);
  document.addEventListener('focusout', hide);
  addEventListener('scroll', hide, { passive: true, capture: true });
}
