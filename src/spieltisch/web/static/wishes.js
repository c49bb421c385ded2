// What somebody wishes of a table, kept by the browser: the server knows none of it.

const USUAL = {
  pace: 'normal',
  recap: 'on',
  codes: 'off',
  alone: 'off',
  brings: 'on',
  hand: 'off',
  sounds: 'off',
};

export const wished = (name) => localStorage.getItem(`spieltisch-${name}`) ?? USUAL[name];

export function wish(name, value) {
  localStorage.setItem(`spieltisch-${name}`, value);
  show();
}

// The style sheet reads the wishes at the root, every button and switch shows its own.
export function show() {
  for (const name of Object.keys(USUAL)) document.documentElement.dataset[name] = wished(name);
  for (const button of document.querySelectorAll('button[data-pace]')) {
    button.setAttribute('aria-pressed', String(button.dataset.pace === wished('pace')));
    for (const group of [button.closest('[role=group]'), button.closest('[data-scripted]')]) {
      group?.removeAttribute('hidden');
    }
  }
  for (const rule of document.querySelectorAll('.rule')) rule.dataset.code = rule.hash.slice(1);
  for (const box of document.querySelectorAll('[data-wish]')) {
    box.checked = wished(box.dataset.wish) === 'on';
    box.closest('label').hidden = false;
  }
}

export function listenToWishes(changed) {
  document.addEventListener('click', ({ target }) => {
    const pace = target.closest('button[data-pace]')?.dataset.pace;
    if (pace) wish('pace', pace);
    if (pace) changed();
  });
  document.addEventListener('change', ({ target }) => {
    if (target.dataset?.wish) wish(target.dataset.wish, target.checked ? 'on' : 'off');
    if (target.dataset?.wish) changed(target.dataset.wish);
  });
  // What the whole table is asked for is sent without leaving the page: a choice may be half made.
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!form.matches('[data-asks]')) return;
    event.preventDefault();
    const headers = { Accept: 'application/json' };
    fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, submitter)), headers }).catch(
      () => {},
    );
    for (const one of form.querySelectorAll('button')) one.setAttribute('aria-pressed', String(one === submitter));
  });
  show();
}
