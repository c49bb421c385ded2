// The picture of the table: a newer one takes its place, and what one was at stays where it was.
import { swap } from './flights.js';

const by = (id) => document.getElementById(id);
const seen = (element) => (element?.checkVisibility() ? element : null);
const question = (root) => root.querySelector('#plans')?.dataset.question ?? '';

// `begin` is told whether the new picture asks the same question as the one before.
export function picture(holder, begin, tell) {
  let waiting = false;
  let held = null; // what came while a plan was on its way: its steps are not worth a picture each
  let reached = 0; // where the plan led

  function take(html) {
    held = waiting ? html : null;
    if (waiting) return;
    const template = document.createElement('template');
    template.innerHTML = html;
    const fresh = template.content;
    if (Number(fresh.querySelector('[name=number]')?.value) < reached) return;
    const before = question(holder);
    const left = leaving(holder);
    swap(holder, fresh, () => {
      holder.replaceChildren(fresh);
      left.restore();
      begin(before !== '' && before === question(holder));
      left.refocus();
      tell();
    });
  }

  function wait() {
    waiting = true;
  }

  function reach(number) {
    reached = number;
  }

  function goOn() {
    waiting = false;
    if (held) take(held);
  }

  return { take, wait, reach, goOn };
}

// How the old picture is left: scrolled, opened, ticked, focused.
function leaving(holder) {
  const focus = document.activeElement?.id;
  const scrolls = [...holder.querySelectorAll('[data-keep]')].map((one) => [one.id, one.scrollTop]);
  const opened = [...holder.querySelectorAll(':popover-open')].map((one) => one.id);
  const ticked = [...holder.querySelectorAll(':checked')].map((one) => one.id);
  function restore() {
    for (const [id, top] of scrolls) if (by(id)) by(id).scrollTop = top;
    for (const id of opened) by(id)?.showPopover?.();
    for (const id of ticked) if (by(id)) by(id).checked = true;
  }
  function refocus() {
    if (focus && document.activeElement === document.body) {
      (seen(by(focus)) ?? by('act'))?.focus({ preventScroll: true });
    }
  }
  return { restore, refocus };
}
