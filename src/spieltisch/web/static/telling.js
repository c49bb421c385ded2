// What a table tells beside its picture: answers, news, the log read aloud, the clock, the state of the line.
export function teller(holder) {
  const live = document.getElementById('live');
  let heard = newest(holder);
  let heardTurn = newestTurn(holder);

  function say(text) {
    const said = document.createElement('p');
    said.textContent = text;
    live.append(said);
    while (live.children.length > 20) live.firstElementChild.remove();
  }

  // Each turn of the others is read once, when it is over, as one sentence; at one's own turn with
  // the question. What is in no turn, such as what one draws oneself, is read line by line.
  function tell() {
    const turns = [...holder.querySelectorAll('.told')];
    const own = holder.querySelector('.act.yours');
    const over = own ? turns : turns.slice(0, -1);
    const fresh = over.filter((one) => Number(one.dataset.turn) > heardTurn);
    const told = fresh.map((one) => sentence(one));
    if (fresh.length) heardTurn = Number(fresh.at(-1).dataset.turn);
    lines(turns).forEach(say);
    if (own && told.length) {
      say(`${question(holder)}. ${holder.querySelector('#since h2').textContent.trim()}: ${told.join('; ')}`);
    } else told.forEach(say);
  }

  function lines(turns) {
    const last = heard;
    heard = newest(holder);
    const within = (line) => turns.some((one) => line >= Number(one.dataset.turn) && line <= Number(one.dataset.until));
    return [...holder.querySelectorAll('[data-line]')]
      .filter(({ dataset }) => Number(dataset.line) > last && !within(Number(dataset.line)))
      .reverse().map((one) => spoken(one.querySelector('.said')));
  }

  setInterval(() => countDown(holder.querySelector('.clock')), 500);
  return { tell, say, toast, lost, announce: () => announce(holder), repeat: () => repeat(holder) };
}

const spoken = (element) => element.textContent.replace(/\s+/g, ' ').trim();
// Of a turn: the name, what was done, what it led to.
export function sentence(turn) {
  const all = (selector) => [...turn.querySelectorAll(`.words > ${selector}`)].map(spoken);
  const done = all('span').join(', ');
  return [`${all('b').join('')} ${done}`.trim(), ...all('em')].filter(Boolean).join('. ');
}
const question = (root) => root.querySelector('#question').firstChild.textContent.trim();
const newest = (root) => Number(root.querySelector('[data-line]')?.dataset.line ?? -1);
const newestTurn = (root) => Number([...root.querySelectorAll('.told')].at(-1)?.dataset.turn ?? -1);

export function toast(html) {
  document.querySelector('.toast')?.remove();
  document.body.insertAdjacentHTML('beforeend', html);
  const shown = document.body.lastElementChild;
  shown.querySelector('button')?.addEventListener('click', () => shown.remove());
  setTimeout(() => shown.contains(document.activeElement) || shown.remove(), 9000);
}

// News, such as the result of a round, opens once and stays until it is put aside.
function announce(holder) {
  const news = [...holder.querySelectorAll('[data-news]')].pop();
  const told = `${location.pathname}#${news?.id}`;
  if (!news || document.getElementById('ending') || sessionStorage.getItem(told)) return;
  sessionStorage.setItem(told, 'told');
  news.showPopover?.();
}

// Where the log is out of sight and nobody has played since one's own turn, its newest line stands above
// the question.
function repeat(holder) {
  for (const one of holder.querySelectorAll('[data-aside]')) one.hidden = isAside(one);
  const line = holder.querySelector('[data-line]');
  const film = holder.querySelector('.film');
  for (const list of holder.querySelectorAll('[data-copies]')) {
    list.replaceChildren(...[...holder.querySelectorAll(list.dataset.copies)].map(copied));
  }
  const told = film?.querySelector('.frame') && document.documentElement.dataset.recap !== 'off';
  film?.querySelector('.newest')?.remove();
  if (!line || !film || told) return;
  const place = document.createElement('span');
  place.className = 'newest';
  place.append(line.firstElementChild.cloneNode(true), line.querySelector('.said').cloneNode(true));
  film.append(place);
}

const isAside = (thing) => localStorage.getItem(`spieltisch-${thing.dataset.aside}`) === 'aside';

// What has been read once and for all stays away on this device.
export function putAside(button) {
  const thing = button.closest('[data-aside]');
  localStorage.setItem(`spieltisch-${thing.dataset.aside}`, 'aside');
  thing.hidden = true;
}

// A card as a line of a list: what it shows, on its ground.
function copied(card) {
  const line = document.createElement('li');
  line.className = [...card.classList].filter((one) => one.startsWith('g-')).join(' ');
  line.append(...[...card.children].map((one) => one.cloneNode(true)));
  return line;
}

function lost(is) {
  const sign = document.getElementById('link');
  if (sign) sign.textContent = is ? sign.dataset.lost : '';
}

// The time for a decision, counted down from what the server said.
function countDown(clock) {
  if (!clock) return;
  clock.dataset.until ??= Date.now() + 1000 * clock.dataset.seconds;
  const left = Math.max(0, Math.round((clock.dataset.until - Date.now()) / 1000));
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const parts = hours ? [hours, twoDigits(minutes), twoDigits(seconds)] : [minutes, twoDigits(seconds)];
  clock.lastElementChild.textContent = parts.join(':');
}

function twoDigits(number) {
  return String(number).padStart(2, '0');
}
