// A train that is chosen stands in the own yard before it is laid, and what it ousts is marked. Of
// tickets to choose, the page counts what is left to pay with and what they come to.

const LOCOMOTIVE = 'L';
const by = (id) => document.getElementById(id);

export function own(holder) {
  for (const event of ['pointerover', 'focusin']) holder.addEventListener(event, ({ target }) => point(holder, target));
  return (choosing, plan) => {
    tidy(holder);
    if (choosing.several()) tally(choosing, holder);
    else if (!choosing.lead && choosing.parts.length) stand(choosing, plan, holder);
  };
}

// --- the map ---

// The route of the ticket one is at.
function point(holder, target) {
  const row = target.closest?.('.my-tickets .ticket-row');
  if (!row) return;
  const at = [...row.parentElement.children].indexOf(row);
  holder.querySelectorAll('.map.all .line').forEach((line, index) => line.classList.toggle('hot', index === at));
}

// --- trains ---

function tidy(holder) {
  for (const one of holder.querySelectorAll('.plan, .below.now')) one.remove();
  for (const one of holder.querySelectorAll('.train.goes')) one.classList.remove('goes');
}

// Colours with the locomotives that go with them: of several colours none has any.
function stand(choosing, plan, holder) {
  const cards = choosing.parts.map(by);
  const coloured = cards.filter((card) => card.dataset.part !== LOCOMOTIVE);
  const kinds = new Map(coloured.map((card) => [card.dataset.part, card]));
  const yard = holder.querySelector('.lane.own .trains');
  if (!kinds.size || !yard) return;
  const words = holder.querySelector('.lanes').dataset;
  const engines = kinds.size === 1 ? cards.length - coloured.length : 0;
  const trains = [...kinds].map(([kind, card]) => {
    const wagons = coloured.filter((one) => one.dataset.part === kind).length;
    return train(card, wagons, engines);
  });
  yard.prepend(...trains);
  if (!plan) return;
  for (const one of trains) one.classList.add('sound');
  trains[0].append(below(words.plan));
  oust([...kinds.values()], holder, words);
  entitle(kinds, cards.length, words);
}

function oust(cards, holder, words) {
  for (const card of cards) {
    const rival = holder.querySelector(`.lane:not(.own) .train.${colourOf(card)}`);
    rival?.classList.add('goes');
    rival?.append(below(words.ousts));
  }
}

function entitle(kinds, number, words) {
  const [first] = kinds.values();
  by('asks').textContent = kinds.size > 1
    ? words.three
    : words.title.replace('@', first.dataset.name).replace('#', number);
  by('confirm').querySelector('span').textContent = words.lay.replace('#', number);
}

const colourOf = (card) => card.closest('.pack').classList[1];

function train(card, wagons, engines) {
  const colour = colourOf(card);
  const sign = (name) => drawn(card.querySelector('.ix svg'), name);
  const digits = [...String(wagons + engines)].map((digit) => drawn(card.querySelector('.tick svg'), `d${digit}`));
  const cars = Array.from(
    { length: wagons + engines },
    (_, at) =>
      at < wagons
        ? made('i', 'car', sign(`body-${colour}`))
        : made('i', 'car engine', sign('engine'), sign(`i-${colour}`)),
  );
  const plate = made('span', 'plate', sign(`i-${colour}`), made('span', 'num', ...digits));
  const standing = made('div', `train plan ${colour}`, plate, made('span', 'cars', ...cars));
  standing.setAttribute('aria-hidden', 'true'); // the question's words say the same
  return standing;
}

const below = (words) => made('span', 'below now', made('span', '', words));

function made(tag, name, ...content) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...content);
  return element;
}

// Another picture of the same sheet.
function drawn(like, name) {
  const picture = like.cloneNode(true);
  const use = picture.querySelector('use');
  use.setAttribute('href', use.getAttribute('href').replace(/#.*/, `#${name}`));
  return picture;
}

// --- tickets ---

function tally(choosing, holder) {
  const offer = holder.querySelector('.offer');
  if (!offer) return;
  const chosen = [...offer.querySelectorAll('.ticket.sel')];
  const act = offer.dataset.act.replace('#', chosen.length);
  by('confirm').querySelector('span').textContent = act;
  if (!offer.matches('.to-complete')) return;
  const left = leftOver(choosing.several().have, choosing.ticked());
  for (const kind of holder.querySelectorAll('[data-left]')) {
    const words = kind.querySelector('small');
    words.textContent = words.dataset.words.replace('#', number(left, kind.dataset.left));
  }
  for (const one of offer.children) markNeeds(one, [...left], chosen.includes(one));
  if (by('back').hidden) by('words').textContent = by('words').dataset.text; // it is the proposal
  sumUp(offer, chosen, holder);
  countCities(chosen, holder);
}

const number = (cards, letter) => cards.filter((one) => one === letter).length;

function leftOver(have, tickets) {
  const left = [...have];
  const needed = tickets.flatMap((one) => [...one.dataset.need]);
  const lacking = needed.filter((letter) => !took(left, letter));
  for (const _ of lacking) took(left, LOCOMOTIVE);
  return left;
}

function took(cards, letter) {
  const at = cards.indexOf(letter);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

// What the rest would pay for each of the others, were it chosen too.
function markNeeds(ticket, left, chosen) {
  [...ticket.dataset.need].forEach((letter, at) => {
    const there = chosen || took(left, letter) || took(left, LOCOMOTIVE);
    const need = ticket.querySelectorAll('.need')[at];
    need.classList.toggle('came', there);
    need.classList.toggle('miss', !there);
  });
}

function sumUp(offer, chosen, holder) {
  const worth = (tickets) => tickets.reduce((sum, one) => sum + Number(one.dataset.worth), 0);
  const sure = worth(chosen);
  const open = worth([...offer.children]) - sure;
  const said = {
    sure: sure ? `+${sure}` : '0',
    open: open ? `−${open}` : '0',
    all: `${sure - open}`.replace('-', '−'),
  };
  for (const one of holder.querySelectorAll('[data-total]')) one.textContent = said[one.dataset.total];
}

function countCities(chosen, holder) {
  for (const one of holder.querySelectorAll('[data-city]')) {
    const naming = chosen.filter(({ dataset }) => dataset.cities.split('|').includes(one.dataset.city)).length;
    const count = Number(one.dataset.done) + naming;
    const pips = Array.from({ length: count }, () => made('i', ''));
    one.querySelector('.chosen').replaceChildren(...pips, String(count));
  }
}
