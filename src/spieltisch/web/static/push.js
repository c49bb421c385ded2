// The switch for notices of this device. The browser is asked only when it is switched on.

export async function pushSwitch(root) {
  const [on, hourly] = ['on', 'hourly'].map((name) => root.querySelector(`[name=${name}]`));
  const say = (why) => root.querySelector('[role=status]').textContent = why ? root.dataset[why] : '';
  on.disabled = hourly.disabled = true; // until it is known how they stand
  root.hidden = false;
  const state = await ask();
  keepUp(state);
  const missing = obstacle(state);
  on.disabled = hourly.disabled = Boolean(missing);
  say(missing);
  if (missing) return;
  [on.checked, hourly.checked] = [state.on && Notification.permission === 'granted', state.hourly];
  const change = async () => {
    on.disabled = true;
    say(on.checked ? await turnOn(state.key, hourly.checked) : await turnOff());
    if (root.querySelector('[role=status]').textContent) on.checked = false;
    on.disabled = false;
  };
  on.addEventListener('change', change);
  hourly.addEventListener('change', () => on.checked && change());
}

async function ask() {
  const answer = await fetch('/me/push').catch(() => null);
  return answer?.ok ? answer.json() : { key: '' };
}

// After each turn here the badge of the app is right again, and the notice of this table has been seen.
function keepUp(state) {
  const mine = () => document.title.startsWith('●');
  let before = mine();
  new MutationObserver(async () => {
    if (mine() === before) return;
    before = mine();
    seen(await ask());
  }).observe(document.querySelector('title'), { childList: true });
  seen(state);
}

async function seen({ waiting }) {
  if (waiting !== undefined) navigator.setAppBadge?.(waiting).catch(() => {});
  const worker = await navigator.serviceWorker?.ready;
  const tag = location.pathname.split('/').pop();
  for (const notice of await worker?.getNotifications({ tag }) ?? []) notice.close();
}

function obstacle(state) {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return 'missing';
  return state.key ? '' : 'unable';
}

// Each answers why it did not work, if so.
async function turnOn(key, hourly) {
  if (await Notification.requestPermission() !== 'granted') return 'denied';
  try {
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    const done = await post('/me/push', { endpoint, ...keys, ...(hourly ? { hourly: 'yes' } : {}) });
    return done.ok ? '' : 'failed';
  } catch {
    return 'failed';
  }
}

async function turnOff() {
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  return (await post('/me/push/off', {})).ok ? '' : 'failed';
}

function post(path, fields) {
  const token = document.querySelector('[name=_csrf_token]').value;
  return fetch(path, { method: 'POST', body: new URLSearchParams({ _csrf_token: token, ...fields }) });
}
