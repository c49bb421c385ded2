// What a choice costs, card by card, and what a card of the hand can help to pay for.
import { contains } from '../plans.js';

const SINKS = 3000; // milliseconds until a card that pays for nothing is put back
const SEEN = 44; // pixels of a card that the next one leaves uncovered, more or less
const WITNESSES = { B: 'bobby', M: 'musician', U: 'urchin', L: 'lady' };
const by = (id) => document.getElementById(id);

// A lens shows one part of the turn, a way leads to what it names.
export function own(holder) {
  let sinking = 0;
  holder.addEventListener('click', ({ target }) => {
    const lens = target.closest('[data-lens]');
    if (lens) look(holder, lens);
    by(target.closest('[data-way]')?.dataset.way)?.click();
  });
  return (choosing, plan) => {
    clearTimeout(sinking);
    if (!by('bill')) return;
    tidy(holder);
    const source = choosing.lead ?? by('bill');
    const paying = source.dataset.price && choosing.parts.length > 0;
    const helped = choosing.helped();
    if (paying) tell(choosing, plan, source, holder);
    else if (helped) offer(choosing, helped);
    if (helped?.length === 0) sinking = setTimeout(() => by('back')?.click(), SINKS);
  };
}

function look(holder, lens) {
  const on = lens.getAttribute('aria-pressed') !== 'true';
  for (const one of holder.querySelectorAll('[data-lens]')) one.setAttribute('aria-pressed', on && one === lens);
}

function tidy(holder) {
  for (const one of holder.querySelectorAll('.use, .falls')) one.remove();
  by('bill').hidden = true;
  by('words').hidden = false;
  entitle('');
}

// The question's own words come back with an empty title.
function entitle(title) {
  const text = by('question').firstChild;
  by('question').dataset.asked ??= text.textContent;
  text.textContent = title || by('question').dataset.asked;
}

function fill(title, rows) {
  if (title) entitle(title);
  by('bill').replaceChildren(...rows);
  by('bill').hidden = false;
  by('words').hidden = true;
}

// --- words ---

const words = () => JSON.parse(by('paying').textContent).words;
const names = () => JSON.parse(by('paying').textContent).names;

function counted(number, letter) {
  const [one, several] = names()[letter];
  return `${number}\u00a0${number === 1 ? one : several}`;
}

function sign(name) {
  const use = [...by('signs').content.querySelectorAll('use')].find((one) => one.href.baseVal.endsWith(`#i-${name}`));
  return use.parentElement.cloneNode(true);
}

function made(tag, name, ...content) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...content);
  return element;
}

// --- the bill ---

// What the cards of a plan are for: clues that go, the price, jokers for either.
function split(plan, price) {
  const payments = plan[0].split('|').filter((move) => move.startsWith('pay ')).map((move) => move.slice(4));
  const rows = paid(payments.at(-1), price[1], 'pays');
  return payments.length > 1 ? [...paid(payments[0], '', 'clears'), ...rows] : rows;
}

// Cards of the kind itself, or the kind there is most of, and pairs of others as jokers for it.
function paid(cards, kind, role) {
  const number = (letter) => [...cards].filter((one) => one === letter).length;
  const letters = [...new Set(cards)].sort((a, b) => number(b) - number(a));
  const real = kind || letters[0];
  const jokers = letters.filter((letter) => letter !== real);
  return [
    ...(number(real) ? [{ role, letter: real, number: number(real) }] : []),
    ...jokers.map((letter) => ({ role: 'jokes', letter, number: number(letter), real })),
  ];
}

function tell(choosing, plan, source, holder) {
  const { price, gone } = source.dataset;
  const rows = plan ? split(plan, price).map((row) => billed(row, price, gone)) : missing(choosing);
  fill(source.dataset.title, rows);
  if (plan) label(choosing, split(plan, price));
  for (const one of holder.querySelectorAll('.going')) {
    one.append(made('span', 'pill falls', sign('eliminate'), words().falls));
  }
}

function billed({ role, letter, number, real }, price, gone) {
  const said = words();
  const text = role === 'clears'
    ? said.gone
    : role === 'jokes'
    ? said.joker
    : number === Number(price[0])
    ? said.all
    : number === 1
    ? said.one
    : said.some;
  const filled = text.replace('{number}', number).replace('{price}', price[0]).replace('{clues}', gone)
    .replace('{others}', real ? counted(number / 2, real) : '');
  const [before, after] = filled.split('{cards}');
  const cards = made('b', '', counted(number, letter));
  return made(
    'li',
    '',
    sign({ clears: 'eliminate', pays: 'take', jokes: 'joker' }[role]),
    made('span', '', before, cards, after),
  );
}

// Of the cheapest plan with the chosen cards, those that are not chosen yet.
function missing(choosing) {
  const now = choosing.partsChosen();
  const plan = choosing.open().find((one) => contains(one[1], now));
  if (!plan) return [made('li', '', made('span', ''), made('span', '', by('words').dataset.not))];
  const left = [...plan[1]];
  for (const letter of now) left.splice(left.indexOf(letter), 1);
  const kinds = [...new Set(left)].map((letter) => counted(left.filter((one) => one === letter).length, letter));
  return [made('li', '', sign('take'), made('span', '', words().missing.replace('{cards}', kinds.join(', '))))];
}

// --- the hand ---

// One label for each group of cards.
function label(choosing, rows) {
  const chosen = choosing.allParts().filter((one) => choosing.parts.includes(one.id));
  for (const { role, letter, number, real } of rows) {
    const group = chosen.filter((one) => one.dataset.part === letter && !one.dataset.used).slice(0, number);
    for (const card of group) card.dataset.used = role;
    const text = role === 'jokes' ? [`${number} = ${number / 2}`, sign(WITNESSES[real])] : [
      sign(role === 'clears' ? 'eliminate' : 'check'),
      String(number),
    ];
    const use = made('span', 'use', ...text);
    use.setAttribute('aria-hidden', 'true');
    if (!group.length) continue;
    group.at(-1).append(use);
    const [first, last] = [group[0], group.at(-1)].map((card) => card.getBoundingClientRect());
    use.style.left = `${SEEN / 2 - Math.max(0, last.left - first.left) / 2}px`;
  }
  for (const card of chosen) delete card.dataset.used;
}

// A card tapped first: what it can do, each way with the clue it leads to.
function offer(choosing, helped) {
  const card = by(choosing.parts.at(-1));
  const said = words();
  if (!helped.length) {
    fill('', [made('li', '', made('span', ''), made('span', '', said.nothing.replace('{card}', card.dataset.name)))]);
    return;
  }
  const ways = helped.map((lead) => wayTo(choosing, lead, card));
  fill(said.what.replace('{card}', card.dataset.name), [made('li', 'ways', ...ways)]);
}

function wayTo(choosing, lead, card) {
  const plan = choosing.beginning(lead).find((one) => contains(one[1], choosing.partsChosen()));
  const part = split(plan, lead.dataset.price).findLast((row) => row.letter === card.dataset.part);
  const way = made('button', 'way', small(lead), words()[part.role]);
  way.type = 'button';
  way.dataset.plain = '';
  way.dataset.way = lead.id;
  way.setAttribute('aria-label', `${lead.dataset.title}: ${card.dataset.name}, ${words()[part.role]}`);
  return way;
}

function small(clue) {
  const face = [...clue.querySelectorAll('.strip .num, .strip .ob')].map((one) => one.cloneNode(true));
  return made('span', `small-clue ${[...clue.classList].find((one) => !['card', 'clue'].includes(one))}`, ...face);
}
