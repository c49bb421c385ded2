// The switch for notices of this device. The browser is asked only when it is switched on.

export async function pushSwitch(root) {
  const [on, hourly] = ['on', 'hourly'].map((name) => root.querySelector(`[name=${name}]`));
  const say = (why) => root.querySelector('[role=status]').textContent = why ? root.dataset[why] : '';
  root.hidden = false;
  const answer = await fetch('/me/push').catch(() => null);
  const state = answer?.ok ? await answer.json() : { key: '' };
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
