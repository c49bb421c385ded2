// What to play: one line in the dock, and on the board the chance of each move it speaks of.

const by = (id) => document.getElementById(id);

export class Hints {
  #kept = null; // the answer to the question that is asked now
  #at = 0; // which of its moves the line speaks of

  constructor(table, holder, thingsFor) {
    this.table = table;
    this.holder = holder;
    this.thingsFor = thingsFor;
  }

  // The answer, if it is a refusal. The button keeps its focus meanwhile.
  async ask(button) {
    const asked = this.#number();
    if (button.ariaBusy === 'true') return null;
    button.ariaBusy = 'true';
    this.table.classList.add('sending');
    try {
      const body = new URLSearchParams(new FormData(this.table));
      const answer = await fetch(button.formAction, { method: 'POST', body, headers: { Accept: 'application/json' } });
      if (!answer.ok || this.#number() !== asked) return answer;
      this.#kept = { asked, ...(await answer.json()) };
      this.#at = 0;
      this.again();
      return null;
    } finally {
      button.ariaBusy = 'false';
      this.table.classList.remove('sending');
    }
  }

  // A new picture that asks the same keeps its hint.
  again() {
    if (this.#kept?.asked !== this.#number() || !by('advice')) return;
    this.#clear();
    by('advice').firstElementChild.innerHTML = this.#kept.html;
    by('advice').insertAdjacentHTML('beforeend', this.#kept.buttons);
    this.#kept.rows.forEach(([row, share], index) => {
      for (const thing of this.thingsFor(row)) mark(thing, share, index);
    });
    this.#show();
  }

  next() {
    this.#at = (this.#at + 1) % this.#kept.rows.length;
    this.#show();
  }

  close() {
    if (!this.#kept) return;
    const here = by('advice')?.contains(document.activeElement);
    this.#kept = null;
    this.#clear();
    if (here) by('hint')?.focus({ preventScroll: true });
  }

  #show() {
    by('advice').querySelectorAll('li').forEach((one, index) => one.hidden = index !== this.#at);
    by('advice-next').hidden = this.#kept.rows.length < 2;
    for (const one of this.holder.querySelectorAll('.lamp')) {
      one.classList.toggle('told', Number(one.dataset.at) === this.#at);
    }
  }

  #number() {
    return this.holder.querySelector('[name=number]')?.value;
  }

  #clear() {
    by('advice')?.firstElementChild.replaceChildren();
    for (const one of by('advice')?.querySelectorAll('button') ?? []) one.remove();
    for (const one of this.holder.querySelectorAll('.hinted')) {
      one.classList.remove('hinted', 'hint-here');
      one.querySelector('.lamp').remove();
    }
  }
}

// A thing that belongs to several moves keeps the number of the best.
function mark(thing, share, at) {
  if (thing.classList.contains('hinted')) return;
  thing.classList.add('hinted');
  if (getComputedStyle(thing).position === 'static') thing.classList.add('hint-here');
  const lamp = document.createElement('b');
  lamp.className = at === 0 ? 'lamp best' : 'lamp';
  lamp.dataset.at = at;
  lamp.ariaHidden = 'true';
  lamp.append(by('hint').querySelector('svg').cloneNode(true), share);
  thing.append(lamp);
}
