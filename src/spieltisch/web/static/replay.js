// A game played before: slider, buttons, keys, the log and the curve all lead to a step.
import { swap } from './flights.js';

const PACE = 1100;

export function rewind(root) {
  const holder = document.getElementById('fragment');
  const slider = document.getElementById('slider');
  const live = document.getElementById('live');
  const run = document.getElementById('run');
  const log = document.querySelector('#log ol');
  const curves = document.getElementById('curves');
  const { address, viewer, whose } = root.dataset;
  const { page } = root.dataset;
  const first = Number(root.dataset.first);
  const last = Number(root.dataset.last);
  const atOnce = Number(root.dataset.atOnce);
  const blocks = new Map();
  let step = Number(root.dataset.step);
  let timer = 0;
  let moved = false; // by whoever looks

  const link = (at, as = viewer) => `${page}?step=${at}&as=${as}${whose ? `&whose=${whose}` : ''}`;
  // The game begins with its first decision; from there, the beginning is that of the deal.
  const beginning = () => (step > first ? first : 0);
  const clamp = (at) => Math.max(0, Math.min(last, at));

  // Steps come some at a time and are kept: stepping to and fro asks nothing again.
  function block(number) {
    if (number < 0 || number * atOnce > last) return null;
    if (!blocks.has(number)) {
      const asked = fetch(`${address}/steps?step=${number * atOnce}&as=${viewer}`).then((answer) => {
        if (!answer.ok) throw new Error(answer.status);
        return answer.json();
      });
      asked.catch(() => blocks.delete(number));
      blocks.set(number, asked);
    }
    return blocks.get(number);
  }

  async function show(to) {
    const wanted = clamp(to);
    if (wanted === step) return;
    moved = true;
    step = wanted;
    mark();
    const at = Math.floor(wanted / atOnce);
    let pictures;
    try {
      pictures = await block(at);
    } catch {
      setTimeout(() => step === wanted && draw(wanted), 2000); // too quick for the server: once more
      return;
    }
    if (step !== wanted) return;
    put(pictures[wanted - at * atOnce]);
    for (const near of [at + 1, at - 1]) block(near)?.catch(() => {});
  }

  async function draw(wanted) {
    step = -1;
    await show(wanted);
  }

  function put(html) {
    const template = document.createElement('template');
    template.innerHTML = html;
    const opened = [...holder.querySelectorAll(':popover-open')].map((one) => one.id);
    swap(holder, template.content, () => {
      holder.replaceChildren(template.content);
      for (const id of opened) document.getElementById(id)?.showPopover?.();
      tell();
    });
  }

  function tell() {
    const again = document.getElementById('try');
    again.hidden = !holder.querySelector('.next[data-decides]');
    again.elements.step.value = step;
    const said = holder.querySelector('.told').textContent.trim();
    live.textContent = `${holder.querySelector('.caption h2').textContent}. ${said}`;
    slider.setAttribute('aria-valuetext', live.textContent);
  }

  function mark() {
    slider.value = step;
    for (const [id, at] of [['first', beginning()], ['before', step - 1], ['after', step + 1], ['last', last]]) {
      const button = document.getElementById(id);
      button.href = link(clamp(at));
      button.toggleAttribute('data-end', clamp(at) === step);
    }
    for (const one of root.querySelectorAll('.viewers [data-viewer]')) one.href = link(step, one.dataset.viewer);
    if (moved) history.replaceState(null, '', link(step));
    const shared = document.getElementById('step-link');
    if (shared) shared.value = `${location.origin}${root.dataset.share}?step=${step}&as=${viewer}`;
    if (step === last) pause();
    if (log) follow();
    else point();
  }

  // Looking back: where the step lies on the curve, and which mistake it is.
  function point() {
    for (const one of root.querySelectorAll('a.to')) {
      one.toggleAttribute('aria-current', Number(one.dataset.step) === step);
    }
    const x = Math.round(document.getElementById('curves').dataset.width * step / Math.max(last, 1));
    document.getElementById('now').setAttribute('d', `M${x} -6V134`);
  }

  // The log's newest line that has happened, kept in the middle of what shows of the log.
  function follow() {
    let now = null;
    for (const one of log.querySelectorAll('a.to')) {
      one.removeAttribute('aria-current');
      const past = Number(one.dataset.step) <= step;
      one.closest('li').classList.toggle('to-come', !past);
      if (past) now = one;
    }
    if (!now) return;
    now.setAttribute('aria-current', 'step');
    const row = now.closest('li');
    log.scrollTop = row.offsetTop - log.clientHeight / 2 + row.offsetHeight / 2;
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    run.setAttribute('aria-pressed', 'false');
  }

  run.hidden = false;
  run.addEventListener('click', () => {
    if (timer) {
      pause();
      return;
    }
    run.setAttribute('aria-pressed', 'true');
    timer = setInterval(() => show(step + 1), PACE);
    show(step === last ? 0 : step + 1);
  });
  slider.addEventListener('input', () => show(Number(slider.value)));
  root.addEventListener('click', (event) => {
    const to = event.target.closest('.keys a, a.to');
    if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    show(Number(to.dataset.step ?? new URL(to.href).searchParams.get('step')));
    if (curves && !to.closest('.keys')) seeBoard();
  });
  root.addEventListener('click', (event) => {
    const drawn = event.target.closest('#curves');
    if (!drawn || event.target.closest('a')) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM().inverse());
    pause();
    show(Math.round(at.x * last / drawn.dataset.width));
  });

  // Where the board is not beside what was tapped.
  function seeBoard() {
    const board = document.getElementById('board');
    const { top, bottom } = board.getBoundingClientRect();
    if (bottom < 100 || top > innerHeight - 200) board.scrollIntoView();
  }
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.('input, textarea, select, [popover]:not(.log)')) return;
    const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: beginning(), End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pause();
    show(to);
  });
  // What is found while the game is thought about: the worst mistake, unless one looks elsewhere by then.
  function found(worst) {
    blocks.clear();
    point();
    if (worst === undefined) return;
    if (moved) draw(step);
    else show(Number(worst));
  }

  if (curves) keepUp(found);
  const dragged = Number(slider.value); // before this script was there to see it
  mark();
  block(Math.floor(step / atOnce))?.catch(() => {});
  show(dragged);
}

// What is found while the game is thought about comes by itself.
const LOOK_AGAIN = 1500;
const FOUND = ['review', 'account'];

function keepUp(found) {
  const { going, worst } = document.getElementById('review').dataset;
  if (going === undefined) return;
  setTimeout(async () => {
    const answer = await fetch(location.href).catch(() => null);
    const text = answer?.ok ? await answer.text() : '';
    const fresh = new DOMParser().parseFromString(text, 'text/html');
    for (const id of FOUND) {
      const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
      if (now && !old.contains(document.activeElement)) old.replaceWith(now);
    }
    const now = document.getElementById('review').dataset;
    found(worst === undefined || now.going === undefined ? now.worst : undefined);
    keepUp(found);
  }, LOOK_AGAIN);
}
