// A short drawn moment over the table: the end of the game, or what a game marks as one. It lies over the newest
// picture, takes no focus and is over after a tap anywhere, which does what it always does to the thing below.

const LASTS = 2400; // milliseconds
const STILL = 2000;
const PRIZE = 300; // of its flight, at the end
const SHAPES = 15;

let end = () => {};

// Of several moments at once, the last is drawn; each is said.
export async function celebrate(moments, say) {
  const posters = await Promise.all(moments.map(posterOf));
  posters.forEach(({ said }) => say(said));
  if (document.hidden) return;
  await styled();
  show(posters.at(-1));
}

async function posterOf(moment) {
  if (moment.id === 'ending') return ended(moment);
  const { poster } = await import(`./${document.body.dataset.game}/moments.js`);
  return poster(moment);
}

function ended(sheet) {
  for (const one of document.querySelectorAll('[data-news]:popover-open')) one.hidePopover(); // old by now
  const rows = [...sheet.querySelectorAll('.score-card')].map((card) => ({
    token: card.querySelector('.tok'),
    amount: [...card.querySelectorAll('h3 > .num')].at(-1),
    best: card.matches('.won'),
  }));
  const [title, own] = ['h2', 'header b'].map((part) => sheet.querySelector(part)?.textContent.trim() ?? '');
  return {
    picture: sheet.querySelector('.cup'),
    title,
    rows,
    words: [own],
    joy: Boolean(sheet.querySelector('.score-card.won.own')) || !sheet.querySelector('.score-card.own'),
    said: [title, own].filter(Boolean).join('. '),
  };
}

async function styled() {
  if (document.querySelector('link[href$="/celebrating.css"]')) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('celebrating.css', import.meta.url);
  document.head.append(link);
  await new Promise((done) => ['load', 'error'].forEach((one) => link.addEventListener(one, done)));
}

function show(poster) {
  end();
  const moving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const feast = made('div', `feast ${poster.css ?? ''}`);
  feast.setAttribute('aria-hidden', 'true'); // it is said instead
  feast.append(sheetOf(poster), ...poster.joy && moving ? confetti(poster.rows) : []);
  const timers = [setTimeout(() => end(), moving ? LASTS : STILL)];
  const lifted = poster.from;
  lifted?.classList.add('lifted');
  end = () => {
    timers.forEach(clearTimeout);
    feast.remove();
    lifted?.classList.remove('lifted');
    document.removeEventListener('pointerdown', end, true);
    document.removeEventListener('keydown', end, true);
    end = () => {};
  };
  document.addEventListener('pointerdown', end, true);
  document.addEventListener('keydown', end, true);
  document.body.append(feast);
  if (moving && poster.to) timers.push(setTimeout(() => fly(feast, poster.to), LASTS - PRIZE));
}

function sheetOf({ picture, title, rows, words, prize }) {
  const sheet = made('div', 'sheet');
  const sun = made('div', 'sun');
  sun.append(picture.cloneNode(true));
  const list = made('ol');
  list.append(...rows.map((row) => bar(row, Math.max(1, ...rows.map(numberOf)))));
  const said = made('div', 'said');
  if (prize) said.append(made('span', 'prize', prize));
  const text = made('p');
  const [first, then] = words;
  text.append(made('b', '', first), then ? ` ${then}` : '');
  if (first) said.append(text);
  sheet.append(sun, made('h2', '', title), list, ...said.childNodes.length ? [said] : []);
  return sheet;
}

function bar(row, most) {
  const line = made('li', row.best ? 'best' : '');
  const length = made('span', 'length');
  length.append(made('i'));
  length.style.setProperty('--share', Math.max(0, numberOf(row)) / most);
  line.append(row.token.cloneNode(true), length, row.amount.cloneNode(true));
  return line;
}

export const numberOf = ({ amount }) => Number(amount.textContent.trim());

// The players' own shapes.
function confetti(rows) {
  return Array.from({ length: SHAPES }, (_, at) => {
    const piece = rows[at % rows.length].token.cloneNode(false);
    piece.classList.add('piece');
    piece.style.setProperty('--at', at / (SHAPES - 1));
    piece.style.setProperty('--turn', (at * 7) % SHAPES / SHAPES);
    return piece;
  });
}

// The prize goes to the points of whoever won it.
function fly(feast, selector) {
  const prize = feast.querySelector('.prize');
  const goal = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  if (!prize || !goal) return;
  const [from, to] = [prize, goal].map((one) => one.getBoundingClientRect());
  const [x, y] = [
    to.left + to.width / 2 - from.left - from.width / 2,
    to.top + to.height / 2 - from.top - from.height / 2,
  ];
  feast.classList.add('leaving');
  prize.animate([{ translate: '0 0' }, { translate: `${x}px ${y}px`, scale: 0.6 }], {
    duration: PRIZE,
    fill: 'forwards',
  });
}

function made(kind, css = '', text = '') {
  const element = document.createElement(kind);
  element.className = css;
  element.textContent = text;
  return element;
}
