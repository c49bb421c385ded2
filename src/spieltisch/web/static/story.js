// What the others do is told over the newest picture, which is already there: captions beside whoever acts,
// beat by beat, and marks on the things that changed. Both are made of the rows of the log's newest part.
import { wished } from './wishes.js';

const BEATS = { calm: 2400, normal: 1400, brisk: 700, instant: 0 }; // milliseconds
const SHORTEST = 500;
const LONGEST_ROUND = 8000; // at the normal pace; longer rounds are told quicker
const OF_A_QUESTION = 0.6; // of a beat, for a turn that only ends as every turn does
const MOST_PICTURES = 3;
const CONTROLS = 'button, a, input, select, textarea, summary, [popover]';

const by = (id) => document.getElementById(id);
const rowsOf = (holder) => [...holder.querySelectorAll('.told[data-seat]')];
const numberOf = (row) => row.querySelectorAll('.words > span, .words > em').length;

export function storyteller(table, holder) {
  const told = new Map(rowsOf(holder).map((row) => [row.dataset.turn, numberOf(row)]));
  let beats = []; // still to be told, the running one first
  let timer = 0;
  let anew = false; // asked for, so told whatever the pace

  // After each new picture: marks on it, captions for what it adds.
  function tell() {
    mark(holder);
    if (by('anew')) by('anew').hidden = false;
    const fresh = rowsOf(holder).flatMap(newBeats);
    const quiet = document.hidden || by('caption') || wished('pace') === 'instant' ||
      holder.querySelector('.yours .clock');
    if (quiet) return skip();
    beats.push(...fresh);
    const waiting = new Set(beats.map(({ turn }) => turn)).size;
    if (waiting > holder.querySelectorAll('.player').length) return skip();
    // with the next frame: the newest state does not wait for what is told over it
    requestAnimationFrame(() => (timer ? show() : next()));
  }

  function newBeats(row) {
    const { turn, seat } = row.dataset;
    const from = told.get(turn) ?? 0;
    told.set(turn, numberOf(row));
    return Array.from({ length: Math.max(0, numberOf(row) - from) }, (_, at) => ({ turn, seat, part: from + at }));
  }

  function next() {
    clearTimeout(timer);
    timer = 0;
    if (wished('pace') === 'instant' && !anew) beats = [];
    if (beats.length) {
      timer = setTimeout(() => {
        beats.shift();
        next();
      }, lasts());
    }
    show();
  }

  function lasts() {
    const one = BEATS[wished('pace')] || BEATS.normal;
    const quiet = rowOf(beats[0])?.matches('.quiet') ? OF_A_QUESTION : 1;
    const room = (LONGEST_ROUND * one) / BEATS.normal / beats.length;
    return Math.max(SHORTEST, Math.min(one * quiet, room));
  }

  // The whole round once more, where captions stand.
  function again() {
    const log = by('log');
    if (log?.matches(':popover-open')) log.hidePopover();
    told.clear();
    anew = true;
    beats = rowsOf(holder).flatMap(newBeats);
    next();
  }

  function skip() {
    anew = false;
    clearTimeout(timer);
    timer = 0;
    beats = [];
    show();
  }

  const rowOf = (beat) => beat && holder.querySelector(`.told[data-turn="${beat.turn}"]`);

  // The caption of the running beat, in the picture that is there now.
  function show() {
    holder.querySelector('.say')?.remove();
    for (const row of holder.querySelectorAll('.told')) {
      row.classList.toggle('now', row === rowOf(beats[0]));
      row.classList.toggle('yet', row !== rowOf(beats[0]) && beats.some((beat) => rowOf(beat) === row));
    }
    if (by('skip')) by('skip').hidden = !beats.length;
    const row = rowOf(beats[0]);
    const place = row && placeFor(holder, beats[0].seat);
    if (place) place.append(caption(row, beats[0].part, lasts()));
  }

  table.addEventListener('click', (event) => {
    if (!beats.length || event.target.closest('button[data-pace]')) return;
    if (event.target.closest('.film')) event.preventDefault(); // it stood where the caption did
    skip();
  }, true);
  table.addEventListener('click', ({ target }) => target.closest('#anew') && again());
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (!beats.length || (key !== 'Escape' && key !== ' ') || (key === ' ' && target.closest?.(CONTROLS))) return;
    if (key === ' ') event.preventDefault();
    skip();
  });
  document.addEventListener('visibilitychange', () => document.hidden && skip());
  return { tell };
}

// Beside the acting player, or where there is no room for it, in the line above the question.
function placeFor(holder, seat) {
  const film = holder.querySelector('.film');
  return film?.checkVisibility() ? film : holder.querySelector(`.player[data-zone="seat${seat}"]`);
}

function caption(row, part, milliseconds) {
  const say = document.createElement('span');
  say.className = 'say';
  say.setAttribute('aria-hidden', 'true'); // the row is read instead
  const words = document.createElement('span');
  const said = row.querySelectorAll('.words > span, .words > em')[part];
  const name = row.querySelector('.words > b');
  if (said.matches('span') && name) words.append(name.cloneNode(true), ' ');
  words.append(...said.cloneNode(true).childNodes);
  const run = document.createElement('span');
  run.className = 'run';
  run.style.animationDuration = `${milliseconds}ms`;
  say.append(...pictures(row.querySelector('.pics').children[part]), words, run);
  return say;
}

const pictures = (group) =>
  [...group?.querySelectorAll('i') ?? []].slice(0, MOST_PICTURES).map((one) => one.cloneNode(true));

// --- marks ---

// On each thing that changed: who it was and what, also in its name.
function mark(holder) {
  const since = by('since');
  if (!since || since.dataset.seen !== undefined) return;
  for (const part of since.querySelectorAll('[data-on]')) {
    for (const thing of holder.querySelectorAll(part.dataset.on)) sign(thing, part);
  }
}

function sign(thing, part) {
  const row = part.closest('.told');
  const place = thing.querySelector(':scope > .mark') ?? thing.appendChild(markOf(thing));
  if (!row) {
    place.append(part.textContent);
    rename(thing, part.dataset.say);
    return;
  }
  const drawn = [row.querySelector('.tok').cloneNode(true), ...pictures(part)];
  if (thing.matches('.column')) add(place, drawn);
  else place.replaceChildren(...drawn); // a card has room for the newest
  const at = [...part.parentNode.children].indexOf(part);
  rename(
    thing,
    `${row.querySelector('.words > b').textContent} ${row.querySelectorAll('.words > span')[at].textContent}`,
  );
}

// Two turns in a column have two tokens and together no more than three pictures.
function add(place, drawn) {
  for (const one of drawn) {
    const full = place.querySelectorAll('i').length >= MOST_PICTURES;
    const there = one.matches('.tok') && place.querySelector(`.${one.classList[1]}`);
    if (!there && !(full && one.matches('i'))) place.append(one);
  }
}

function markOf(thing) {
  const place = document.createElement('span');
  place.className = 'mark';
  place.setAttribute('aria-hidden', 'true');
  thing.classList.add('marked');
  return place;
}

function rename(thing, words) {
  const said = words.replace(/\s+/g, ' ').trim();
  if (!said) return;
  if (thing.hasAttribute('aria-label')) {
    thing.setAttribute('aria-label', `${thing.getAttribute('aria-label')}, ${said}`);
    return;
  }
  const more = document.createElement('span');
  more.className = 'vh';
  more.textContent = `, ${said}`;
  thing.append(more);
}
