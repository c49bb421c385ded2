// What a table tells beside its picture: answers, news, the log read aloud, the clock, the state of the line.
export function teller(holder) {
  const live = document.getElementById('live');
  let heard = newest(holder);

  function tell() {
    const last = heard;
    heard = newest(holder);
    const fresh = [...holder.querySelectorAll('[data-line]')].filter((one) => Number(one.dataset.line) > last);
    for (const one of fresh.reverse()) {
      const said = document.createElement('p');
      said.textContent = one.querySelector('.said').textContent;
      live.append(said);
    }
    while (live.children.length > 20) live.firstElementChild.remove();
  }

  setInterval(() => countDown(holder.querySelector('.clock')), 500);
  return { tell, toast, lost, announce: () => announce(holder), repeat: () => repeat(holder) };
}

const newest = (root) => Number(root.querySelector('[data-line]')?.dataset.line ?? -1);

function toast(html) {
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

// Where the log is out of sight its newest line stands above the question as well.
function repeat(holder) {
  const line = holder.querySelector('#log li');
  const place = holder.querySelector('.newest');
  for (const list of holder.querySelectorAll('[data-copies]')) {
    list.replaceChildren(...[...holder.querySelectorAll(list.dataset.copies)].map(copied));
  }
  if (line && place) {
    place.replaceChildren(...[line.firstElementChild, line.querySelector('.said')].map((one) => one.cloneNode(true)));
  }
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
  clock.lastElementChild.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
