// Beside the pages: static files are kept, because their address tells their content. Tables and all other pages
// never are; when the server is away, a page says so and tries again.

const FILES = '/static'; // the server writes the address of its own version here
const AWAY = '/offline';
const GATEWAY_ALONE = [502, 504]; // a proxy answers for a server that does not

const files = () => caches.open(FILES);

// A new version takes over at once; pages that are open keep what they have and are never loaded again by it.
self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(files().then((kept) => kept.addAll([AWAY, ...['tokens.css', 'base.css', 'offline.js'].map(ours)])));
});

// Pages of the version before may still fetch their parts.
self.addEventListener('activate', (event) => event.waitUntil(forgetOlder()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (new URL(request.url).pathname.startsWith('/static/')) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});

const ours = (name) => `${FILES}/${name}`;

async function forgetOlder() {
  const older = (await caches.keys()).slice(0, -2);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith(ours(''))) (await files()).put(request, answer.clone());
  return answer;
}

async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !GATEWAY_ALONE.includes(answer.status)) return answer;
  return (await (await files()).match(AWAY)) ?? answer ?? Response.error();
}

// A notice says which game waits, and how many do. Who looks at that table sees it anyway.
self.addEventListener('push', (event) => event.waitUntil(tell(event.data.json())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(go(event.notification.data));
});

const open = () => self.clients.matchAll({ type: 'window' });
const at = (url) => (page) => new URL(page.url).pathname === url;

async function tell({ title, body, url, tag, waiting }) {
  navigator.setAppBadge?.(waiting);
  if ((await open()).some((page) => page.visibilityState === 'visible' && at(url)(page))) return;
  // Each is a turn of its own: it is heard again where the last one still lies.
  const about = { body, tag, renotify: true, data: url, icon: ours('icon-192.png') };
  await self.registration.showNotification(title, about);
}

async function go(url) {
  const page = (await open()).find(at(url));
  await (page ? page.focus() : self.clients.openWindow(url));
}
