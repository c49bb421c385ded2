// The companion counts while one taps: the server answers with the same page, and whatever of it
// is marked as live comes over. Without this file the form is sent as a whole.

const PAUSE = 120;

export function count(form) {
  const by = (id) => document.getElementById(id);
  let timer = 0;
  let asking = null;

  function entries() {
    const all = new FormData(form);
    const kept = [...all].filter(([, text]) => text.trim() !== '' && text.trim() !== '0');
    return new URLSearchParams(kept);
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  async function ask(whole = false) {
    asking?.abort();
    asking = new AbortController();
    const address = `${form.getAttribute('action')}?${entries()}`;
    try {
      const answer = await fetch(address, { signal: asking.signal });
      if (!answer.ok) return lost();
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      history.replaceState(null, '', address);
      show(fresh, whole === true);
    } catch (error) {
      if (error.name !== 'AbortError') lost();
    }
  }

  // What was entered stays; the next answer takes the place of these words.
  function lost() {
    const words = document.createElement('p');
    words.className = 'notice';
    words.role = 'alert';
    words.textContent = form.dataset.lost;
    by('result').replaceChildren(words);
  }

  function show(fresh, whole) {
    for (const back of document.querySelectorAll('[name=back]')) back.value = location.pathname + location.search;
    if (whole) form.replaceChildren(...fresh.getElementById('companion').childNodes);
    for (const old of document.querySelectorAll('[data-live]')) {
      const now = fresh.getElementById(old.id);
      if (now && now.innerHTML !== old.innerHTML) old.replaceChildren(...now.childNodes);
    }
    for (const field of form.querySelectorAll('[aria-describedby]')) {
      const wrong = by(field.getAttribute('aria-describedby'))?.textContent.trim();
      if (wrong) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
    }
    for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
    if (whole) dress();
  }

  function step(name, by_one) {
    const field = by(`i-${name}`);
    const now = Number(field.value.replace('−', '-')) || 0;
    field.value = Math.max(Number(field.dataset.least), Math.min(Number(field.dataset.most), now + by_one));
    paint(field);
  }

  // A card shows how many there are of it.
  function paint(field) {
    if (field.type !== 'checkbox') field.closest('.counted')?.classList.toggle('some', Number(field.value) > 0);
  }

  // What is there once can lie before one player only: the last tap decides.
  function alone(field) {
    if (!field.checked || !field.dataset.thing) return;
    for (const other of form.querySelectorAll(`[data-thing="${CSS.escape(field.dataset.thing)}"]`)) {
      if (other !== field && field.closest('.tickets, .clues')) other.checked = false;
    }
  }

  function dress() {
    for (const finder of form.querySelectorAll('.finder')) finder.hidden = false;
    for (const field of form.querySelectorAll('.stepper input')) paint(field);
    form.classList.add('live');
  }

  form.addEventListener('click', (event) => {
    const button = event.target.closest('[name=tap]');
    if (!button) return;
    event.preventDefault();
    step(button.value.slice(0, -1), button.value.endsWith('+') ? 1 : -1);
    soon();
  });

  form.addEventListener('input', (event) => {
    const field = event.target;
    if (field.dataset.finds) return find(field);
    if (field.name === 'players') return ask(true);
    alone(field);
    paint(field);
    soon();
  });

  function find(field) {
    const wanted = field.value.trim().toLowerCase();
    for (const one of by(field.dataset.finds).children) one.hidden = !one.dataset.find.includes(wanted);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });

  dress();
}
