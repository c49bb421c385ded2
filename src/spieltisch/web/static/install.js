// On one's own page: the button that installs the app where the browser offers it, or why it cannot.

const INSTALLED = '(display-mode: standalone)';

export function offer(section) {
  const one = (name) => section.querySelector(`[data-${name}]`);
  const state = matchMedia(INSTALLED).matches ? 'installed' : isSecureContext ? 'by-hand' : 'insecure';
  for (const name of ['by-hand', 'insecure', 'installed']) one(name).hidden = name !== state;

  let asked = null;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    asked = event;
    showButton(true);
  });
  addEventListener('appinstalled', () => showButton(false));
  one('install').addEventListener('click', () => asked?.prompt());

  function showButton(is) {
    one('install').parentElement.hidden = !is;
    one('by-hand').hidden = is;
  }
}
