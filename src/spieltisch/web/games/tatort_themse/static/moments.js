// A solved case as a poster: who had how much of it, and whose the bonus is. All of it lies open on the table.
import { numberOf } from '../celebrating.js';

const CASES = 4; // the game is over with the fourth

export function poster(solved) {
  const kind = solved.dataset.moment;
  const words = JSON.parse(document.getElementById('solving').textContent);
  const rows = [...document.querySelectorAll('.me, .player')]
    .sort((one, other) => other.matches('.me') - one.matches('.me'))
    .map((panel) => row(panel, kind));
  const winner = rows.find(({ token }) => alike(token, solved.querySelector('.lead .tok')));
  if (winner) winner.best = true;
  const name = solved.querySelector('.tx b').textContent;
  const title = words.title.replace('{case}', name);
  const bonus = solved.querySelector('.bonus .num').textContent;
  return {
    css: kind,
    picture: pictureOf(solved, kind),
    title,
    rows,
    words: [whose(words, winner, rows), left(words)],
    prize: winner && `+${bonus}`,
    to: winner && `${winner.place} .has b, ${winner.place} .sum .num, .top .score b`,
    from: solved,
    joy: Boolean(winner?.me),
    said: `${name}: ${rows.map((one) => `${one.name} ${numberOf(one)}`).join(', ')}`,
  };
}

function row(panel, kind) {
  const me = panel.matches('.me');
  const token = panel.querySelector('.tok');
  return {
    me,
    token,
    amount: panel.querySelector(`.stack.${kind} .num`),
    name: me ? token.textContent.trim() : panel.querySelector('.who b').textContent,
    place: me ? '.me' : `.player[data-zone="${panel.dataset.zone}"]`,
  };
}

const signs = (token) => [...token.classList].filter((one) => /^[sc]\d$/.test(one)).join();
const alike = (token, other) => Boolean(other) && signs(token) === signs(other);

function pictureOf(solved, kind) {
  const picture = solved.querySelector('.ob svg').cloneNode(true);
  const shown = picture.querySelector('use');
  shown.setAttribute('href', shown.getAttribute('href').replace(`#i-${kind}`, `#${kind}`));
  return picture;
}

function whose(words, winner, rows) {
  if (winner) return winner.me ? words.mine : words.theirs.replace('{name}', winner.name);
  return rows.some((one) => numberOf(one)) ? words.tie : words.nobody;
}

function left(words) {
  const number = CASES - document.querySelectorAll('.case.solved').length;
  return number === 1 ? words.one : words.many.replace('{number}', number);
}
