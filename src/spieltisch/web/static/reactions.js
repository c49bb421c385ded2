// Reactions: sent without leaving the table, shown for some seconds where the sender sits.
import { toast } from './telling.js';

const SECONDS = 4000;
const ALL = 'muted';

// A browser may refuse to keep anything: then nobody is muted for longer than this page.
function remembered(name) {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // it is only a wish
  }
}

export function reactions(table, picker) {
  const key = `muted ${location.pathname}`;
  const said = new Set();
  picker.querySelector('.mutes').hidden = false;
  for (const box of picker.querySelectorAll('[data-mute]')) offer(box);
  picker.querySelector('form').addEventListener('submit', send);
  show(); // what lies on the page is news, too: it is some seconds old at most
  new MutationObserver(show).observe(document.getElementById('fragment'), { childList: true });

  function mutedSeats() {
    return new Set(remembered(key).split(',').filter(Boolean));
  }

  function offer(box) {
    const { mute } = box.dataset;
    box.checked = mute === 'all' ? remembered(ALL) === 'yes' : mutedSeats().has(mute);
    box.addEventListener('change', () => {
      if (mute === 'all') {
        remember(ALL, box.checked ? 'yes' : '');
        return;
      }
      const muted = mutedSeats();
      if (box.checked) muted.add(mute);
      else muted.delete(mute);
      remember(key, [...muted].join(','));
    });
  }

  async function send(event) {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.target, event.submitter));
    picker.hidePopover();
    const answer = await fetch(event.target.action, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json' },
    });
    if (!answer.ok) toast((await answer.json()).html);
  }

  function show() {
    for (const one of document.querySelectorAll('#just-said li')) {
      const { reaction, seat } = one.dataset;
      if (said.has(reaction)) continue;
      said.add(reaction);
      if (remembered(ALL) === 'yes' || mutedSeats().has(seat)) continue;
      bubble(one, seat);
    }
  }

  function bubble(one, seat) {
    const place = table.querySelector(`.player[data-zone=seat${seat}]`) ??
      table.querySelector('.dock .me header, .dock');
    const shown = document.createElement('div');
    shown.className = 'said-now';
    shown.setAttribute('role', 'status');
    shown.innerHTML = one.innerHTML;
    document.body.append(shown);
    if (place) stand(shown, place.getBoundingClientRect());
    setTimeout(() => shown.remove(), SECONDS);
  }

  // Below the sender's name, and within the window.
  function stand(shown, at) {
    const wide = shown.offsetWidth;
    const top = at.top > innerHeight / 2 ? at.top - shown.offsetHeight - 8 : at.top + 48;
    shown.style.left = `${Math.max(8, Math.min(at.left + 12, innerWidth - wide - 8))}px`;
    shown.style.top = `${Math.max(8, top)}px`;
  }
}
