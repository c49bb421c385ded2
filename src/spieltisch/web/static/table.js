// One table: choosing, confirming, sending, and taking in what the server tells.
import { device } from './device.js';
import { swap } from './flights.js';
import { hint } from './hints.js';
import { listenToArrows } from './keys.js';
import { notices } from './notices.js';
import { begins, contains, pays, sameIds, unpacked } from './plans.js';
import { teller } from './telling.js';

const AUTOPLAY = 2600;
const MARGIN = 16; // of what can be tapped to the dock

export function sitDown(table) {
  const holder = document.getElementById('fragment');
  const title = document.title;
  let plans = [];
  let chosen = { lead: null, parts: [] };
  let timer = 0;
  let sending = false;
  let held = null; // what came while a plan was on its way: its steps are not worth a picture each
  let reached = 0; // where the plan led

  const by = (id) => document.getElementById(id);
  const here = device(table);
  const notice = notices(by('menu'));
  const { toast, announce, tell, lost, repeat } = teller(holder);
  const leads = () => [...holder.querySelectorAll('[data-lead]')];
  // A thing just like a lead names the same move and stands for it.
  const leadOf = (button) => {
    if (button.dataset.lead !== undefined) return button;
    return button.matches('[name=move]:not(.choice)') && leads().find((one) => one.value === button.value);
  };
  const parts = () => [...holder.querySelectorAll('[data-part]')];
  const partsChosen = () => chosen.parts.map((id) => by(id)?.dataset.part).filter(Boolean);
  const movesOf = (lead) => lead.dataset.lead || lead.value;
  // One of several is asked for, such as the marker that moves: a new choice replaces the old one.
  const justOne = () => candidates().length > 0 && candidates().every((plan) => plan[1].length === 1);
  const leadless = () => {
    const taken = leads().map(movesOf);
    return plans.filter((plan) => !taken.some((lead) => begins(plan, lead)));
  };
  const candidates = () => {
    const lead = chosen.lead && by(chosen.lead);
    if (lead) return plans.filter((plan) => begins(plan, movesOf(lead)));
    return chosen.parts.length ? plans : leadless();
  };

  // --- choosing ---

  function choose(next) {
    clearTimeout(timer);
    table.classList.remove('counting');
    chosen = next;
    paint();
  }

  function propose(lead, wanted) {
    const fitting = plans.filter((plan) => begins(plan, movesOf(lead)));
    const plan = fitting.find((one) => contains(one[1], wanted)) ?? fitting[0];
    choose({ lead: lead.id, parts: pick(plan[1]) });
  }

  // Where there is only one way, a tap takes it at once.
  function tapped(lead) {
    const alone = by('act').dataset.alone !== undefined;
    if (chosen.lead === lead.id && !alone) {
      choose({ lead: null, parts: [] });
      return;
    }
    propose(lead, partsChosen());
    if (alone) send();
  }

  // By keyboard, what is chosen is confirmed next, and what is taken back is where one was.
  function onward() {
    if (!chosen.lead || !exact()) return;
    by('confirm').setAttribute('aria-describedby', 'words'); // the choice is read with its button
    by('confirm').focus({ preventScroll: true });
  }

  function takeBack() {
    const lead = document.activeElement?.closest('.buttons') && chosen.lead && by(chosen.lead);
    choose(untouched());
    lead?.focus({ preventScroll: true });
  }

  // Hand cards for these parts, those already chosen first.
  function pick(wanted) {
    const cards = parts();
    cards.sort((a, b) => chosen.parts.includes(b.id) - chosen.parts.includes(a.id));
    return wanted.map((part) => {
      const at = cards.findIndex((card) => card.dataset.part === part);
      return cards.splice(at, 1)[0].id;
    });
  }

  // A lead that takes no parts gives way when a part is tapped.
  function toggle(part) {
    const has = chosen.parts.includes(part.id);
    const left = justOne() ? [] : chosen.parts.filter((id) => id !== part.id);
    const lead = candidates().some((plan) => plan[1].length) ? chosen.lead : null;
    choose({ lead, parts: has ? left : [...left, part.id] });
  }

  // Several ticks: each is a step of its own, in ascending order, and one more closes the row.
  const several = () => (by('plans')?.dataset.each ? by('plans').dataset : null);
  const tickedNow = () => chosen.parts.map(by).sort((a, b) => a.dataset.part - b.dataset.part);

  // Nothing chosen, or of several ticks those proposed.
  const untouched = () => ({
    lead: null,
    parts: parts().filter((one) => one.dataset.proposed !== undefined).map((one) => one.id),
  });

  function affords(rule, ticks) {
    return pays(rule.have, ticks.map((one) => one.dataset.need ?? '').join(''), rule.joker);
  }

  function row(rule) {
    const on = tickedNow();
    if (on.length < rule.least || !affords(rule, on)) return undefined;
    return [[...on.map((one) => `${rule.each} ${one.dataset.part}`), rule.last].join('|'), []];
  }

  function exact() {
    const rule = several();
    if (rule) return row(rule);
    const now = partsChosen();
    const open = chosen.lead ? candidates() : leadless();
    if (!chosen.lead && !now.length && !by('confirm')?.dataset.bare) return undefined;
    return open.find((plan) => plan[1].length === now.length && contains(plan[1], now));
  }

  // --- showing what is chosen ---

  function paint() {
    const confirm = by('confirm');
    if (!confirm) return;
    const lead = chosen.lead && by(chosen.lead);
    const now = partsChosen();
    const rule = several();
    const busy = Boolean(lead || now.length || rule);
    const open = candidates();
    const fits = rule
      ? (one) => affords(rule, [...tickedNow(), one])
      : (one) => open.some((plan) => contains(plan[1], [...now, one.dataset.part]));
    table.classList.toggle('choosing', busy);
    for (const one of leads()) mark(one, one === lead);
    for (const one of parts()) {
      const on = chosen.parts.includes(one.id);
      mark(one, on);
      one.classList.toggle('may', busy && !on && fits(one));
    }
    dim(lead);
    const plan = exact();
    const source = lead || confirm;
    confirm.hidden = !busy;
    confirm.disabled = !plan;
    confirm.querySelector('span').textContent = source.dataset.act || confirm.dataset.act || '';
    by('back').hidden = rule ? sameIds(chosen.parts, untouched().parts) : !busy;
    by('whynot').hidden = Boolean(rule || lead || plan || now.length < 2 || !by('whynot').value);
    for (const one of holder.querySelectorAll('.choice, #undo')) one.hidden = busy;
    // of what is chosen by hand; beside a proposal it is still welcome
    if (by('hint')) by('hint').hidden = Boolean(lead || (now.length && !rule && confirm.dataset.propose === undefined));
    by('words').replaceChildren(...words(busy, source, plan));
  }

  function mark(element, on) {
    element.classList.toggle('sel', on);
    element.setAttribute('aria-pressed', on);
  }

  // What would leave with the choice is shown as gone.
  function dim(lead) {
    for (const gone of holder.querySelectorAll('.going')) gone.classList.remove('going', 'off');
    const list = lead?.dataset.removes;
    if (list) for (const face of list.split(' ')) holder.querySelector(`[data-card="${face}"]`)?.classList.add('going', 'off');
  }

  function words(busy, source, plan) {
    const { text, pay, not } = by('words').dataset;
    if (!busy) return [text];
    if (several()) return [plan ? tally() : tickedNow().length ? not : text];
    const own = source.dataset.say ?? source.getAttribute('aria-label');
    const said = own ? `${own} ` : '';
    const cards = counted();
    if (!plan) return cards ? [`${said}${not}`] : [said || text];
    if (!cards) return [said];
    const [before, after] = pay.split('{parts}');
    const strong = document.createElement('b');
    strong.textContent = cards;
    return [`${said}${before}`, strong, after, plan[2] ? ` ${plan[2]}` : ''];
  }

  function tally() {
    const worth = tickedNow().reduce((sum, one) => sum + Number(one.dataset.worth ?? 0), 0);
    return several().said.replace('{number}', chosen.parts.length).replace('{worth}', worth);
  }

  function counted() {
    const count = new Map();
    for (const id of chosen.parts) {
      const name = by(id)?.dataset.name;
      if (name) count.set(name, (count.get(name) ?? 0) + 1);
    }
    if (justOne()) return [...count.keys()].join(', ');
    return [...count].map(([name, number]) => `${number}\u00a0×\u00a0${name}`).join(', ');
  }

  // --- sending ---

  async function post(action, fields) {
    if (sending) return;
    sending = true;
    table.classList.add('sending');
    const body = new URLSearchParams(new FormData(table));
    for (const [key, value] of Object.entries(fields)) body.set(key, value);
    try {
      const answer = await fetch(action, { method: 'POST', body, headers: { Accept: 'application/json' } });
      if (answer.status === 204) {
        reached = Number(answer.headers.get('spieltisch-number') ?? 0);
        if (source.readyState !== EventSource.OPEN) await refresh();
      } else {
        await explain(answer);
      }
    } catch {
      lost(true);
    } finally {
      sending = false;
      table.classList.remove('sending');
      if (held) take(held);
    }
  }

  async function explain(answer) {
    const said = answer.headers.get('content-type')?.includes('json') ? await answer.json() : null;
    if (said?.html) toast(said.html);
    if (answer.status === 409 || answer.status === 404) await refresh();
  }

  async function refresh() {
    const answer = await fetch(`${location.pathname}/fragment?seat=${here.seat}`);
    if (answer.ok) take(await answer.text());
    else if (answer.status === 404) location.reload();
  }

  async function advise(button) {
    const refusal = await hint(button, table, holder, thingsFor).catch(() => lost(true));
    if (refusal) await explain(refusal);
    else reveal(); // the list has made the dock higher
  }

  // Where a move begins: a lead or button of its own, and the parts that make it just this move.
  function thingsFor(move) {
    const rule = several();
    const own = [...leads(), ...holder.querySelectorAll('.choice')].filter((one) => begins([move], movesOf(one)) || movesOf(one).startsWith(`${move}|`));
    if (rule) own.push(...parts().filter((one) => `${rule.each} ${one.dataset.part}` === move));
    const plan = plans.find((one) => one[0] === move);
    return [...own, ...(plan ? pick(plan[1]).map(by) : [])];
  }

  function send() {
    const plan = exact();
    if (!plan) return;
    clearTimeout(timer);
    post(table.action, { move: plan[0], key: crypto.randomUUID?.() ?? String(Math.random()) });
  }

  // The chosen cards as the notation writes them, in the order of the hand.
  function spelled() {
    return parts().filter((one) => chosen.parts.includes(one.id)).map((one) => one.dataset.part).join('');
  }

  table.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button || button.closest('.menu') || button.hasAttribute('popovertarget')) return;
    if (button.dataset.plain !== undefined) return;
    event.preventDefault();
    document.querySelector('.toast')?.remove();
    if (button.id === 'linger') here.linger();
    else if (button.id === 'confirm') send();
    else if (button.id === 'back') takeBack();
    else if (button.id === 'hint') advise(button);
    else if (button.id === 'whynot') post(table.action, { why: `${button.value} ${spelled()}` });
    else if (button.dataset.part) toggle(button);
    else if (leadOf(button)) {
      tapped(leadOf(button));
      if (event.detail === 0) onward();
    }
    else if (button.name === 'move') post(table.action, { move: button.value });
    else if (button.name === 'why') post(table.action, { why: button.value });
    else if (button.formAction) post(button.formAction, {});
  });

  document.addEventListener('keydown', ({ key }) => key === 'Escape' && (chosen.lead || chosen.parts.length) && takeBack());

  // --- taking in what the server tells ---

  function take(html) {
    held = sending ? html : null;
    if (sending) return;
    const template = document.createElement('template');
    template.innerHTML = html;
    const fresh = template.content;
    if (Number(fresh.querySelector('[name=number]')?.value) < reached) return;
    const before = question(holder);
    const focus = document.activeElement?.id;
    const scrolls = [...holder.querySelectorAll('[data-keep]')].map((one) => [one.id, one.scrollTop]);
    const opened = [...holder.querySelectorAll(':popover-open')].map((one) => one.id);
    const ticked = [...holder.querySelectorAll(':checked')].map((one) => one.id);
    swap(holder, fresh, () => {
      holder.replaceChildren(fresh);
      for (const [id, top] of scrolls) if (by(id)) by(id).scrollTop = top;
      for (const id of opened) by(id)?.showPopover?.();
      for (const id of ticked) if (by(id)) by(id).checked = true;
      begin(before);
      if (focus && document.activeElement === document.body) (seen(by(focus)) ?? by('act'))?.focus({ preventScroll: true });
      tell();
    });
  }

  function begin(before) {
    const list = by('plans');
    plans = list ? JSON.parse(list.textContent).flatMap(unpacked) : [];
    const same = before !== '' && before === question(holder);
    if (!same) choose({ lead: null, parts: [] });
    announce();
    repeat();
    here.shown();
    const turn = here.turn();
    document.title = turn ? `● ${turn} – ${title}` : title;
    notice.turn(turn);
    if (!plans.length && !several()) {
      table.classList.remove('choosing', 'breathe');
      return;
    }
    if (!same) open();
    paint();
  }

  // A new question: the halo breathes once, a proposal is laid out, a single way plays itself.
  function open() {
    table.classList.remove('breathe');
    requestAnimationFrame(() => table.classList.add('breathe'));
    reveal();
    chosen = untouched();
    if (by('confirm')?.dataset.propose !== undefined) chosen = { lead: null, parts: pick(leadless()[0][1]) };
    if (by('act').dataset.alone === undefined || holder.querySelector('[data-news]:popover-open')) return;
    const lead = leads()[0];
    if (lead) propose(lead, []);
    table.classList.add('counting');
    timer = setTimeout(() => {
      const only = holder.querySelector('.choice');
      if (chosen.lead || chosen.parts.length) send();
      else if (only) only.click();
    }, AUTOPLAY);
  }

  // What can be tapped, or else what is asked about, lies neither behind the dock nor too high.
  function reveal() {
    const onTable = leads().filter((one) => !one.closest('.dock'));
    const asked = [...holder.querySelectorAll('[data-asked]')];
    const boxes = (onTable.length ? onTable : asked).map((one) => one.getBoundingClientRect());
    if (!boxes.length) return;
    const above = Math.min(...boxes.map((box) => box.top)) - MARGIN;
    const below = Math.max(...boxes.map((box) => box.bottom)) + MARGIN - holder.querySelector('.dock').getBoundingClientRect().top;
    if (above < 0 || below > 0) scrollBy({ top: above < 0 ? above : Math.min(above, below), behavior: 'smooth' });
  }

  let source;
  function listen() {
    const sections = new Map();
    source = new EventSource(`${location.pathname}/events?version=${table.dataset.version}&seat=${here.seat}`);
    source.addEventListener('table', (event) => {
      for (const [, name, html] of event.data.matchAll(/<!--§(\w+)-->([^]*?)(?=<!--§|$)/g)) sections.set(name, html);
      take([...sections.values()].join(''));
      lost(false);
    });
    source.addEventListener('go', here.cover);
    source.addEventListener('open', () => lost(false));
    source.addEventListener('error', () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(again, 2000);
    });
  }

  // The server was away, or one has no seat here any more.
  function again() {
    refresh().catch(() => lost(true));
    listen();
  }

  begin('');
  listen();
  listenToArrows(holder);
}

const seen = (element) => (element?.checkVisibility() ? element : null);
const question = (root) => root.querySelector('#plans')?.dataset.question ?? '';
