// The server is away: say so in the person's language, look again by itself, and come back to the same address.

const FIRST = 1500; // milliseconds; then longer and longer
const LONGEST = 15_000;
const chosen = (name) => document.cookie.match(`(?:^|; )spieltisch-${name}=(\\w+)`)?.[1];
const words = [...document.querySelectorAll('[lang][hidden]')];
const spoken = [chosen('language'), ...navigator.languages.map((one) => one.slice(0, 2)), 'en'];
const language = spoken.find((one) => words.some(({ lang }) => lang === one));

for (const one of words) one.hidden = one.lang !== language;
document.documentElement.lang = language;
document.documentElement.dataset.theme = chosen('theme') ?? '';
document.addEventListener('click', ({ target }) => target.closest('button') && look());
addEventListener('online', look);
wait(FIRST);

function wait(pause) {
  setTimeout(() => look().then(() => wait(Math.min(1.5 * pause, LONGEST))), pause);
}

async function look() {
  const answer = await fetch('/manifest.webmanifest', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}
