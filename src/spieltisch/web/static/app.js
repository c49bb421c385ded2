// The page works without this file; with it, nothing reloads.
// table.js is fetched only where there is a table.

import { contribute, findOwn } from './chance.js';

// A form that sits down waits for the commitment it answers, and is then sent as it was.
document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  const field = form.elements.contribution;
  if (!field || event.defaultPrevented) return;
  if (field.dataset.ready) {
    delete field.dataset.ready;
    return;
  }
  event.preventDefault();
  await contribute(form);
  field.dataset.ready = 'yes';
  // A newer picture may have taken the button's place meanwhile.
  const same = `[formaction="${submitter?.getAttribute('formaction')}"]`;
  const pressed = submitter?.isConnected === false ? form.querySelector(same) : submitter;
  setTimeout(() => form.requestSubmit(pressed)); // while the event is under way it would be ignored
});

document.addEventListener('toggle', (event) => {
  if (event.target.matches?.('.proof[open]')) findOwn(event.target);
}, true);

// At a table a clause opens beside the game.
document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('.at-table a[href^="/rules/"][href*="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { consult, explain } = await import('./rules.js');
  if (link.matches('.rule')) explain(link);
  else consult(link);
});

function showCopyButtons() {
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // plain http in the home network has no clipboard API
  }
  button.querySelector('span').textContent = button.dataset.done;
});
showCopyButtons();

// Whoever came by the code on the big screen has the board there. Said once: later the menu says it.
if (location.search === '?hand') {
  localStorage.setItem('spieltisch-hand', 'on');
  history.replaceState(null, '', location.pathname);
}

const table = document.getElementById('table');

// Before the table, which shows its buttons; large screens are no hands.
const elsewhere = document.getElementById('elsewhere');
if (table && elsewhere) {
  const small = matchMedia('(max-width:720px)');
  const ready = async () => {
    const { hold } = await import('./hand.js');
    hold(elsewhere, document.getElementById('covered'));
  };
  if (small.matches) await ready();
  else small.addEventListener('change', ready, { once: true });
}

if (table) {
  const { sitDown } = await import('./table.js');
  sitDown(table);
}

const picker = document.getElementById('react');
if (table && picker) {
  const { reactions } = await import('./reactions.js');
  reactions(table, picker);
}

const hints = document.getElementById('guide');
if (table && hints) {
  const { guide } = await import('./guide.js');
  guide(hints);
}

const screen = document.getElementById('tv');
if (screen) {
  const { fill } = await import('./tv.js');
  fill(screen);
}

const caption = document.getElementById('caption');
if (table && caption) {
  const { narrate } = await import('./captions.js');
  narrate(caption);
}

const card = document.getElementById('goal');
if (table && card) {
  const { goal } = await import('./goal.js');
  goal(card);
}

const tip = document.getElementById('tip');
if (table && tip) {
  const { tips } = await import('./tips.js');
  tips(tip, JSON.parse(document.getElementById('tips').textContent));
}

const replay = document.getElementById('replay');
if (replay) {
  const { rewind } = await import('./replay.js');
  rewind(replay);
}

const companion = document.getElementById('companion');
if (companion) {
  const { count } = await import('./companion.js');
  count(companion);
}

const box = document.getElementById('box');
if (box) {
  const { write } = await import('./box.js');
  await write(box);
}

const gathering = document.getElementById('gathering');
if (gathering) {
  const listen = () => {
    const source = new EventSource(`${location.pathname}/events?stage=gathering`);
    source.addEventListener('table', (event) => {
      gathering.innerHTML = event.data;
      showCopyButtons();
    });
    source.addEventListener('go', (event) => location.replace(event.data));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000); // it was refused
    });
  };
  listen();
}

if (document.querySelector('time, #going, #push')) {
  const { localise } = await import('./moments.js');
  localise();
}

const push = document.getElementById('push');
if (push) {
  const { pushSwitch } = await import('./push.js');
  pushSwitch(push);
}

const going = document.getElementById('going');
if (going) {
  const { follow } = await import('./going.js');
  follow(going);
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

const asApp = document.getElementById('as-app');
if (asApp) {
  const { offer } = await import('./install.js');
  offer(asApp);
}

const verifier = document.getElementById('verify');
if (verifier) {
  const { open } = await import('./verify.js');
  open(verifier);
}

const book = document.getElementById('rulebook');
if (book) {
  const { open } = await import('./rules.js');
  open(book);
}

// Plain http in the home network has no workers: everything else is as with one.
navigator.serviceWorker?.register('/worker.js').catch(() => {});
