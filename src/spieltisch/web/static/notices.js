// Tells that it is one's turn while one is elsewhere: by a sound, by a notice of the browser, each
// only if it was switched on in the menu. The browser keeps both wishes; the server knows neither.

const wished = (name) => localStorage.getItem(`spieltisch-${name}`) === 'on';
const wish = (name, on) => localStorage.setItem(`spieltisch-${name}`, on ? 'on' : 'off');
const elsewhere = () => document.hidden || !document.hasFocus();
const canNotify = () => 'Notification' in window && isSecureContext;

async function chime() {
  const { play } = await import('./sounds.js');
  play('turn');
}

export function notices(menu) {
  const sound = menu.querySelector('#sound');
  const notice = menu.querySelector('#notice');
  const place = document.title;
  let last = '';
  let shown = null;

  function say(words) {
    shown = new Notification(words, {
      body: place,
      tag: location.pathname,
      icon: document.querySelector('[rel=icon]').href,
    });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  }

  // Whose turn it is now, in words; empty if one has nothing to do.
  function turn(words) {
    const fresh = words && words !== last;
    last = words;
    if (!fresh || !elsewhere()) return;
    if (wished('sound')) chime();
    if (wished('notices') && canNotify() && Notification.permission === 'granted') say(words);
  }

  // The browser is asked for leave only here, by a click.
  async function switched() {
    const on = notice.checked && (await Notification.requestPermission()) === 'granted';
    if (notice.checked && !on) explain(notice.dataset.denied);
    notice.checked = on;
    wish('notices', on);
  }

  function explain(words) {
    notice.closest('label').querySelector('small').textContent = words;
  }

  menu.querySelector('#notices').hidden = false;
  sound.checked = wished('sound');
  notice.checked = wished('notices') && canNotify() && Notification.permission === 'granted';
  notice.disabled = !canNotify();
  if (notice.disabled) explain(notice.dataset.missing);
  notice.addEventListener('change', switched);
  sound.addEventListener('change', () => {
    wish('sound', sound.checked);
    if (sound.checked) chime();
  });
  document.addEventListener('visibilitychange', () => document.hidden || shown?.close());
  return { turn };
}
