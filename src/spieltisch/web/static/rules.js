// The rule book: found as one types; beside a table it opens as a sheet at the clause asked for.

const bare = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function open(book) {
  const field = book.querySelector('#find');
  const status = book.querySelector('.find [role=status]');
  const clauses = [...book.querySelectorAll('.clause')].map((element) => {
    const passages = [...element.querySelectorAll('.passage')].map((place) => ({ place, text: place.textContent }));
    return { element, passages, said: bare(`${element.dataset.group ?? ''} ${element.textContent}`) };
  });

  function find() {
    const words = bare(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const one of clauses) {
      const fits = words.every((word) => one.said.includes(word));
      one.element.hidden = !fits;
      found += fits;
      for (const { place, text } of one.passages) place.replaceChildren(...marked(text, words));
    }
    for (const part of book.querySelectorAll('section.panel, .cards')) {
      part.hidden = !part.querySelector('.clause:not([hidden])');
    }
    for (const part of book.querySelectorAll('.opening')) part.hidden = words.length > 0;
    const { one, many, none } = status.dataset;
    status.textContent = !words.length ? '' : !found ? none : found === 1 ? one : many.replace('{number}', found);
  }

  function marked(text, words) {
    if (!words.length) return [text];
    const pieces = [];
    const low = bare(text);
    if (low.length !== text.length) return [text];
    for (let at = 0; at < text.length;) {
      const word = words.find((one) => low.startsWith(one, at));
      if (!word) {
        const next = Math.min(...words.map((one) => (low.indexOf(one, at) + 1 || text.length + 1) - 1));
        pieces.push(text.slice(at, next));
        at = next;
        continue;
      }
      const mark = document.createElement('mark');
      mark.textContent = text.slice(at, at + word.length);
      pieces.push(mark);
      at += word.length;
    }
    return pieces;
  }

  const print = book.querySelector('[data-print]');
  print.hidden = false;
  print.addEventListener('click', () => window.print());
  book.querySelector('[data-find]').hidden = true;
  field.form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('input', find);
  if (field.value) find(); // typed before this was there
  return {
    show(id) {
      field.value = '';
      find();
      for (const one of book.querySelectorAll('.here')) one.classList.remove('here');
      const clause = book.querySelector(`#${CSS.escape(id)}`);
      clause?.classList.add('here');
      clause?.setAttribute('tabindex', '-1');
      clause?.scrollIntoView({ block: 'center' });
      clause?.focus({ preventScroll: true });
    },
  };
}

// --- the sheet beside a table ---

const books = new Map();
let sheet = null;
let from = null;

function lay(close) {
  sheet = document.createElement('aside');
  sheet.className = 'rulesheet';
  sheet.popover = 'auto';
  const button = document.createElement('button');
  button.className = 'icon';
  button.textContent = '×';
  button.setAttribute('aria-label', close);
  button.addEventListener('click', () => sheet.hidePopover());
  const holder = document.createElement('div');
  sheet.append(button, holder);
  sheet.addEventListener('toggle', (event) => {
    if (event.newState === 'closed' && from?.isConnected) from.focus({ preventScroll: true });
  });
  document.body.append(sheet);
}

async function bookAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const style = page.querySelector('link[href$="/rules.css"]').getAttribute('href');
  if (!document.querySelector(`link[href="${style}"]`)) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = style;
    document.head.append(link);
    await new Promise((done) => link.addEventListener('load', done));
  }
  const book = page.getElementById('rulebook');
  book.querySelector('.opening')?.remove(); // whoever looks a clause up sits at the table it shows
  return book;
}

async function found(link) {
  const { pathname, search, hash } = new URL(link.href);
  const address = pathname + search;
  if (!sheet) lay(document.body.dataset.close);
  if (!books.has(address)) {
    const book = await bookAt(address);
    sheet.lastElementChild.replaceChildren(book);
    sheet.setAttribute('aria-label', book.querySelector('h1').textContent);
    books.set(address, open(book));
  }
  return [books.get(address), hash.slice(1)];
}

export async function consult(link) {
  from = link.closest('.clause-card') ? from : link;
  try {
    const [book, id] = await found(link);
    sheet.showPopover();
    book.show(id);
  } catch {
    location.assign(link.href);
  }
}

// --- one clause in short, beside the row that it explains ---

let card = null;

export async function explain(link) {
  from = link;
  try {
    const [, id] = await found(link);
    show(sheet.querySelector(`#${CSS.escape(id)}`), link);
  } catch {
    location.assign(link.href);
  }
}

function show(clause, link) {
  card?.remove();
  card = document.createElement('div');
  card.className = 'clause-card';
  card.popover = 'auto';
  card.setAttribute('role', 'dialog');
  card.setAttribute('aria-label', link.textContent.trim());
  const title = document.createElement('b');
  title.textContent = clause.closest('section').querySelector('h2').textContent;
  const code = document.createElement('small');
  code.textContent = clause.id;
  const text = document.createElement('p');
  text.textContent = firstSentence(clause.querySelector('.passage').textContent.trim());
  const more = document.createElement('a');
  more.setAttribute('href', link.getAttribute('href'));
  more.textContent = document.body.dataset.read;
  card.append(title, code, text, more);
  card.addEventListener('toggle', ({ newState }) => {
    link.setAttribute('aria-expanded', String(newState === 'open'));
    if (newState === 'closed' && !sheet.matches(':popover-open') && link.isConnected) {
      link.focus({ preventScroll: true });
    }
  });
  document.body.append(card);
  card.showPopover();
  stand(card, link);
  more.focus({ preventScroll: true });
}

const firstSentence = (text) => text.match(/^.+?[.!?](?=\s|$)/u)?.[0] ?? text;

// Beside the row where there is room for it, else above or below.
function stand(card, link) {
  const row = (link.closest('li') ?? link).getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const beside = row.left - width - 12;
  const above = row.top - height - 8;
  const top = beside >= 8 ? row.bottom - height : above >= 8 ? above : row.bottom + 8;
  card.style.left = `${Math.max(8, beside >= 8 ? beside : Math.min(row.left, innerWidth - width - 8))}px`;
  card.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}
