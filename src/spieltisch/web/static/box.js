// The box is checked as one types: the server judges the same form and sends the page again, of
// which the words come over. The browser keeps what was entered; a link carries it behind the #.

const PAUSE = 250;

export async function write(form) {
  const by = (id) => document.getElementById(id);
  const shelf = `spieltisch-box-${form.action.split('/').pop()}`;
  let timer = 0;
  let asking = null;

  function entries(button) {
    const all = new URLSearchParams(new FormData(form));
    all.delete('text');
    if (button?.name) all.set(button.name, button.value);
    return all;
  }

  async function ask(body, whole = false) {
    clearTimeout(timer);
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(form.action, { method: 'POST', body, signal: asking.signal });
      if (!answer.ok) return lost();
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'), whole);
      keep();
      await share();
    } catch (error) {
      if (error.name !== 'AbortError') lost();
    }
  }

  function lost() {
    by('verdict').textContent = form.dataset.lost;
  }

  const names = (root) =>
    [...root.querySelectorAll('[name]')].map((one) => one.name + (one.name === 'act' ? one.value : '')).join();

  // The words alone, unless there are other fields now.
  function show(fresh, whole) {
    const now = fresh.getElementById('box');
    if (whole || names(now) !== names(form)) return replace(now);
    for (const old of form.querySelectorAll('[data-live]')) {
      const word = now.querySelector(`#${CSS.escape(old.id)}`);
      if (word && word.innerHTML !== old.innerHTML) old.replaceChildren(...word.childNodes);
    }
    for (const one of form.querySelectorAll('fieldset[id]')) one.className = now.querySelector(`#${one.id}`).className;
    mark();
  }

  function replace(now) {
    const focus = document.activeElement?.id;
    form.replaceChildren(...now.childNodes);
    dress();
    if (focus) by(focus)?.focus();
  }

  function mark() {
    for (const field of form.querySelectorAll('[aria-describedby]')) {
      const wrong = by(field.getAttribute('aria-describedby'))?.querySelector('.wrong, svg');
      if (wrong) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
    }
  }

  function dress() {
    form.classList.add('live');
    for (const one of form.querySelectorAll('.only-live')) one.hidden = false;
    for (const one of form.querySelectorAll('[data-copy]')) one.hidden = false;
    by('box-file').addEventListener('change', open);
  }

  function keep() {
    const kept = entries();
    kept.delete('_csrf_token');
    localStorage.setItem(shelf, kept.toString());
  }

  async function share() {
    const edition = by('edition').textContent;
    by('share-box').hidden = !edition;
    for (const id of ['play-box', 'count-box', 'file-box']) by(id).disabled = !edition;
    if (edition) by('box-link').value = `${by('share-box').dataset.address}#${await packed(edition)}`;
  }

  async function open(event) {
    const file = event.target.files[0];
    if (file) await read(await file.text());
  }

  function read(text) {
    const body = entries();
    body.set('text', text);
    return ask(body, true);
  }

  form.addEventListener('input', (event) => {
    if (['i-text', 'box-file'].includes(event.target.id)) return;
    clearTimeout(timer);
    timer = setTimeout(() => ask(entries()), PAUSE);
  });

  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (button?.hasAttribute('formaction')) return;
    event.preventDefault();
    if (button?.id === 'read-text') read(by('i-text').value);
    else ask(entries(button), Boolean(button?.name));
  });

  dress();
  const given = location.hash.slice(1);
  if (given) {
    history.replaceState(null, '', location.pathname);
    await read(await unpacked(given).catch(() => '?'));
  } else if (localStorage.getItem(shelf)) {
    const body = new URLSearchParams(localStorage.getItem(shelf));
    body.set('_csrf_token', entries().get('_csrf_token'));
    await ask(body, true);
  } else {
    await share();
  }
}

const through = (bytes, change) => new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer();

async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const letters = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}
