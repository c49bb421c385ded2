// What the strong bot would play: its list in the dock, and its numbers on the board.

export async function hint(button, table, holder, thingsFor) {
  const asked = holder.querySelector('[name=number]')?.value;
  button.disabled = true;
  table.classList.add('sending');
  try {
    const body = new URLSearchParams(new FormData(table));
    const answer = await fetch(button.formAction, { method: 'POST', body, headers: { Accept: 'application/json' } });
    if (!answer.ok || holder.querySelector('[name=number]')?.value !== asked) return answer;
    show(holder, await answer.json(), thingsFor);
    return null;
  } finally {
    button.disabled = false;
    table.classList.remove('sending');
  }
}

function show(holder, { html, moves }, thingsFor) {
  clear(holder);
  holder.querySelector('#words').insertAdjacentHTML('afterend', html);
  moves.forEach((move, index) => {
    for (const thing of thingsFor(move)) mark(thing, index + 1);
  });
  holder.querySelector('#hints').focus({ preventScroll: true });
}

function clear(holder) {
  holder.querySelector('#hints')?.remove();
  for (const one of holder.querySelectorAll('.hinted')) {
    one.classList.remove('hinted', 'hint-here');
    one.querySelector('.hint-mark')?.remove();
  }
}

// A thing that belongs to several moves keeps the number of the best.
function mark(thing, number) {
  if (thing.classList.contains('hinted')) return;
  thing.classList.add('hinted');
  if (getComputedStyle(thing).position === 'static') thing.classList.add('hint-here');
  const sign = document.createElement('b');
  sign.className = 'hint-mark';
  sign.textContent = number;
  sign.ariaHidden = 'true';
  thing.append(sign);
}
