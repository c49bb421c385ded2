// Showing what is chosen: marks on the table, words and buttons in the dock.
import { stepOf } from './choosing.js';
import { sameIds } from './plans.js';

const by = (id) => document.getElementById(id);

export function show(table, choosing) {
  const confirm = by('confirm');
  if (!confirm) return;
  const { lead } = choosing;
  const plan = choosing.exact();
  const busy = Boolean(lead || choosing.partsChosen().length || choosing.several());
  const source = told(choosing.steps.map(by)) ?? lead ?? confirm;
  const warned = lead?.dataset.warns !== undefined;
  table.classList.toggle('choosing', busy);
  table.classList.toggle('warned', warned);
  markAll(choosing, busy);
  dim(choosing.holder, lead);
  confirm.hidden = !busy || choosing.helped() !== null || (!plan && choosing.continuing().length > 0);
  confirm.disabled = !plan;
  confirm.querySelector('span').textContent = source.dataset.act || confirm.dataset.act || '';
  confirm.classList.toggle('quiet', warned);
  by('back').classList.toggle('quiet', !warned);
  for (const one of choosing.holder.querySelectorAll('.choice, #undo')) one.hidden = busy;
  showHelp(choosing, busy, plan);
  by('asks').textContent = headed(lead) || by('asks').dataset.text;
  by('words').replaceChildren(...words(choosing, busy, source, plan));
  choosing.own?.(choosing, plan);
}

// What is said of the last step: its own words, or those of all steps of its kind with their names in them.
function told(steps) {
  const step = steps.at(-1);
  if (!step || step.dataset.say) return step;
  const kind = (one) => stepOf(one).split(' ')[0];
  const [say, act] = JSON.parse(by('plans').dataset.steps)[kind(step)];
  const names = steps.filter((one) => kind(one) === kind(step)).map(nameOf);
  return { dataset: { say: say.replace('{thing}', names.join(', ')), act } };
}

const nameOf = (step) => step.dataset.name ?? step.querySelector('[data-head]').textContent;

// What stands over the question: those words of what is chosen that make a title.
function headed(lead) {
  const own = [...(lead?.querySelectorAll('[data-head]') ?? [])].map((one) => one.textContent.trim());
  return own.join(': ');
}

// Below the title: what the chosen thing does.
const explained = (lead) => lead.querySelector('[data-explains]')?.textContent.trim() ?? '';

function markAll(choosing, busy) {
  const helped = choosing.helped();
  for (const one of choosing.leads()) {
    mark(one, one === choosing.lead);
    one.classList.toggle('out', Boolean(helped) && !helped.includes(one));
  }
  const joining = busy ? choosing.joining() : [];
  for (const one of choosing.allParts()) {
    const on = choosing.parts.includes(one.id);
    mark(one, on);
    one.classList.toggle('may', !on && joining.includes(one));
  }
  const next = choosing.continuing();
  for (const one of choosing.stepThings()) {
    if (choosing.steps.includes(one.id)) mark(one, true);
    else if (one.name === 'why') one.classList.remove('sel');
    if (one.classList.contains('further')) one.hidden = !next.includes(one);
    else one.classList.toggle('may', next.includes(one));
  }
}

function mark(element, on) {
  element.classList.toggle('sel', on);
  element.setAttribute('aria-pressed', on);
}

// What would leave with the choice is shown as gone.
function dim(holder, lead) {
  for (const gone of holder.querySelectorAll('.going')) gone.classList.remove('going');
  for (const id of lead?.dataset.removes?.split(' ') ?? []) by(id)?.classList.add('going');
}

// The buttons beside the one that confirms. A hint is of no use to what is chosen by hand; beside a
// proposal it is still welcome.
function showHelp(choosing, busy, plan) {
  const rule = choosing.several();
  const now = choosing.partsChosen().length;
  const proposes = by('confirm').dataset.propose !== undefined;
  by('back').hidden = rule ? sameIds(choosing.parts, choosing.proposedParts()) : !busy;
  by('whynot').hidden = Boolean(rule || choosing.lead || plan || now < 2 || !by('whynot').value);
  if (by('hint')) by('hint').hidden = Boolean(choosing.lead || (now && !rule && !proposes));
}

function words(choosing, busy, source, plan) {
  const { text, pay, not } = by('words').dataset;
  if (!busy) return [text];
  if (choosing.several()) return [plan ? tally(choosing) : choosing.ticked().length ? not : text];
  const own = source.dataset.say ??
    (headed(choosing.lead) ? explained(choosing.lead) : source.getAttribute('aria-label'));
  const said = own ? `${own} ` : '';
  const cards = counted(choosing);
  if (!plan && !choosing.continuing().length) return cards ? [`${said}${not}`] : [said || text];
  if (!cards || choosing.steps.length || source.dataset.warns !== undefined) return [said || text];
  const [before, after] = pay.split('{parts}');
  return [`${said}${before}`, written('b', cards), written('span', after), plan?.[2] ? ` ${plan[2]}` : ''];
}

function written(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function tally(choosing) {
  const ticked = choosing.ticked();
  const worth = ticked.reduce((sum, one) => sum + Number(one.dataset.worth ?? 0), 0);
  return choosing.several().said.replace('{number}', ticked.length).replace('{worth}', worth);
}

function counted(choosing) {
  const count = new Map();
  for (const id of choosing.parts) {
    const name = by(id)?.dataset.name;
    if (name) count.set(name, (count.get(name) ?? 0) + 1);
  }
  if (choosing.justOne()) return [...count.keys()].join(', ');
  return [...count].map(([name, number]) => `${number}\u00a0×\u00a0${name}`).join(', ');
}
