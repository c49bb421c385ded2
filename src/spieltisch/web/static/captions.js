// The big screen tells every turn in one large caption: who, what, what it led to, and the cards. Nothing there has to
// be touched: news goes by itself, and the code for spectators makes room until somebody moves the mouse.

const LASTS = 4000; // milliseconds
const MOST_WAITING = 3; // turns; of more only the newest is told
const NEWS_LASTS = 12_000;
const CODE_LASTS = 30_000;

const by = (id) => document.getElementById(id);
const rowsOf = (holder) => [...holder.querySelectorAll('.told')];
const partsOf = (row) => row.querySelectorAll('.words > span, .words > em').length;
const clones = (elements) => [...elements].map((one) => one.cloneNode(true));

export function narrate(place) {
  const holder = by('fragment');
  const told = new Map(rowsOf(holder).map((row) => [row.dataset.turn, partsOf(row)]));
  let waiting = [];
  let running = null;
  let timer = 0;

  // A turn goes on as long as somebody decides; its caption grows with it.
  function listen() {
    for (const row of rowsOf(holder)) {
      const { turn } = row.dataset;
      if (partsOf(row) <= (told.get(turn) ?? 0)) continue;
      told.set(turn, partsOf(row));
      const one = { turn, row: row.cloneNode(true), later: 0 };
      if (running?.turn === turn) tell({ ...one, later: running.later });
      else waiting = [...waiting.filter((other) => other.turn !== turn), one];
    }
    if (waiting.length > MOST_WAITING) {
      const later = waiting.length - 1;
      waiting = [{ ...waiting.at(-1), later }];
    }
    if (!running) next();
  }

  function next() {
    running = null;
    place.hidden = true;
    if (waiting.length) tell(waiting.shift());
  }

  function tell(one) {
    running = one;
    place.replaceChildren(...lines(one, place.dataset.later));
    place.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(next, LASTS);
  }

  new MutationObserver(listen).observe(holder, { childList: true });
  goByThemselves(holder);
  makeRoom(by('watch-code'));
}

function lines({ row, later }, words) {
  const text = element('div');
  if (later) text.append(element('small', words.replace('#', later)));
  const done = clones(row.querySelectorAll('.words > span')).flatMap((one, at) => (at ? [', ', one] : [one]));
  text.append(element('b', ...clones(row.querySelectorAll('.words > b')), ' ', ...done));
  const led = row.querySelectorAll('.words > em');
  if (led.length) text.append(element('p', ...clones(led)));
  return [...clones(row.querySelectorAll('.tok')), text, ...clones(row.querySelectorAll('.pics'))];
}

function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function goByThemselves(holder) {
  holder.addEventListener('toggle', ({ target, newState }) => {
    if (newState === 'open' && target.matches('[data-news]')) setTimeout(() => target.hidePopover(), NEWS_LASTS);
  }, true);
}

function makeRoom(code) {
  if (!code) return;
  let timer = 0;
  const show = () => {
    code.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => (code.hidden = true), CODE_LASTS);
  };
  addEventListener('mousemove', show);
  show();
}
