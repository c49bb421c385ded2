// What is chosen at a table, and which plans that leaves open. It shows and sends nothing.
import { begins, contains, pays, unpacked } from './plans.js';

const by = (id) => document.getElementById(id);
export const movesOf = (lead) => lead.dataset.lead || lead.value;

// With which move a thing goes on with a plan: what cannot be done now may come later in one.
export const stepOf = (thing) => thing.dataset.step ?? movesOf(thing);

// How a plan goes on after its lead: those of its moves that something on the table stands for. The
// others go without saying.
const tail = (plan, named) => plan[0].split('|').slice(1).filter((move) => named.has(move));

export class Choosing {
  plans = [];
  parts = []; // ids of the cards that were chosen
  steps = []; // ids of what was tapped after the lead, to go on with its plans
  #lead = null; // id of what the plans begin with
  #tails = new Map();
  #wanted = []; // ids of the cards that were tapped since a plan was proposed

  constructor(holder) {
    this.holder = holder;
  }

  // The plans of a new picture; pictures come and go, so what is chosen is known by its id.
  read() {
    const list = by('plans');
    this.plans = list ? JSON.parse(list.textContent).flatMap(unpacked) : [];
    const named = new Set(this.stepThings().map(stepOf));
    this.#tails = new Map(this.plans.map((plan) => [plan, tail(plan, named)]));
  }

  get lead() {
    return this.#lead && by(this.#lead);
  }

  get anything() {
    return Boolean(this.#lead || this.parts.length);
  }

  choose(lead, parts, steps = []) {
    this.#lead = lead?.id ?? null;
    this.parts = parts;
    this.steps = steps;
    this.#wanted = [];
  }

  clear() {
    this.choose(null, []);
  }

  // Back to nothing, or of several ticks to those proposed.
  reset() {
    this.choose(null, this.proposedParts());
  }

  // --- what lies on the table ---

  leads() {
    return [...this.holder.querySelectorAll('[data-lead]')];
  }

  // A thing just like a lead names the same move and stands for it.
  leadOf(button) {
    if (button.dataset.lead !== undefined) return button;
    return button.matches('[name=move]:not(.choice)') && this.leads().find((one) => one.value === button.value);
  }

  allParts() {
    return [...this.holder.querySelectorAll('[data-part]')];
  }

  proposedParts() {
    return this.allParts().filter((one) => one.dataset.proposed !== undefined).map((one) => one.id);
  }

  // --- which plans are open ---

  beginning(lead) {
    return this.plans.filter((plan) => begins(plan, movesOf(lead)));
  }

  tail(plan) {
    return this.#tails.get(plan);
  }

  stepThings() {
    return [...this.holder.querySelectorAll('[data-step], [name=why], [data-lead]')];
  }

  // What can be tapped next to go on with the plans of the lead.
  continuing() {
    if (!this.lead) return [];
    const next = new Set(this.open().map((plan) => this.tail(plan)[this.steps.length]));
    return this.stepThings().filter((one) => next.has(stepOf(one)) && !this.steps.includes(one.id));
  }

  // A tap goes on with the plan; on what was tapped last it is taken back.
  step(thing) {
    const back = this.steps.at(-1) === thing.id;
    this.steps = back ? this.steps.slice(0, -1) : [...this.steps, thing.id];
  }

  leadless() {
    const taken = this.leads().map(movesOf);
    return this.plans.filter((plan) => !taken.some((lead) => begins(plan, lead)));
  }

  open() {
    if (!this.lead) return this.parts.length ? this.plans : this.leadless();
    const taken = this.steps.map((id) => stepOf(by(id)));
    return this.beginning(this.lead).filter((plan) => {
      const tail = this.tail(plan);
      return taken.every((move, at) => tail[at] === move);
    });
  }

  // One of several is asked for, such as the marker that moves: a new choice replaces the old one.
  justOne() {
    const open = this.open();
    return open.length > 0 && open.every((plan) => plan[1].length === 1);
  }

  partsChosen() {
    return this.parts.map((id) => by(id)?.dataset.part).filter(Boolean);
  }

  // The chosen cards as the notation writes them, in the order of the hand.
  spelled() {
    return this.allParts().filter((one) => this.parts.includes(one.id)).map((one) => one.dataset.part).join('');
  }

  // The plan that takes just what is chosen, if there is one.
  exact() {
    if (this.several()) return this.row();
    const now = this.partsChosen();
    const open = this.#lead ? this.open() : this.leadless();
    if (!this.#lead && !now.length && !by('confirm')?.dataset.bare) return undefined;
    const fits = (plan) => plan[1].length === now.length && contains(plan[1], now);
    return open.find((plan) => fits(plan) && (!this.#lead || this.tail(plan).length === this.steps.length));
  }

  // The moves with what was pointed at among equal things, where the chosen one says so.
  pointed(moves) {
    const [, place] = this.lead?.value.split('@') ?? [];
    return place ? moves.replace(/^[^|]+/, `$&@${place}`) : moves;
  }

  // The parts that can join those chosen.
  joining() {
    if (this.several()) return this.allParts().filter((part) => this.affords([...this.ticked(), part]));
    const [open, now] = [this.open(), this.partsChosen()];
    const joins = (part) => open.some((plan) => contains(plan[1], [...now, part.dataset.part]));
    return this.allParts().filter(joins);
  }

  // --- choosing ---

  // The cheapest plan of a lead that takes what is wanted, or else the cheapest.
  propose(lead, wanted) {
    const fitting = this.beginning(lead);
    const plan = fitting.find((one) => contains(one[1], wanted)) ?? fitting[0];
    this.choose(lead, this.pick(plan[1]));
  }

  // Hand cards for these parts: those wanted first, then those already chosen, `without` last.
  pick(parts, wanted = [], without = null) {
    const rank = ({ id }) => 4 * wanted.includes(id) + 2 * this.parts.includes(id) - 9 * (id === without);
    const cards = this.allParts().sort((a, b) => rank(b) - rank(a));
    return parts.map((part) => {
      const at = cards.findIndex((card) => card.dataset.part === part);
      return cards.splice(at, 1)[0].id;
    });
  }

  // What was proposed stays whole: it becomes the cheapest plan that takes the tapped card, or
  // leaves it, and of those the one that keeps most. A lead that takes no parts gives way when a part is tapped.
  toggle(part) {
    const has = this.parts.includes(part.id);
    const wanted = has ? this.#wanted.filter((id) => id !== part.id) : [...this.#wanted, part.id];
    const plan = this.proposes() && (this.nearest(part, has, wanted) ?? this.nearest(part, has, has ? [] : [part.id]));
    if (plan) {
      this.choose(this.lead, this.pick(plan[1], wanted, has ? part.id : null));
      this.#wanted = wanted.filter((id) => this.parts.includes(id));
      return;
    }
    const left = this.justOne() ? [] : this.parts.filter((id) => id !== part.id);
    const lead = this.open().some((plan) => plan[1].length) ? this.lead : null;
    this.choose(lead, has ? left : [...left, part.id], lead ? this.steps : []);
  }

  // All parts of a kind at once: they join what is chosen where some plan takes both, else they take
  // its place. A second time they are put back.
  togglePack(kind) {
    const pack = this.allParts().filter((one) => one.dataset.part === kind).map(({ id }) => id);
    const others = this.parts.filter((id) => !pack.includes(id));
    const whole = pack.every((id) => this.parts.includes(id));
    const kinds = [...others, ...pack].map((id) => by(id).dataset.part);
    const together = this.plans.some((plan) => contains(plan[1], kinds));
    this.choose(null, whole ? others : together ? [...others, ...pack] : pack);
  }

  // Whether whole plans are laid out here: of a lead, or because the question itself proposes one.
  proposes() {
    const proposed = this.#lead || (by('confirm')?.dataset.propose !== undefined && !this.several());
    return Boolean(proposed) && !this.steps.length && !this.justOne() && this.open().some((plan) => plan[1].length);
  }

  nearest(part, has, wanted) {
    const kinds = wanted.map((id) => by(id).dataset.part);
    const now = this.partsChosen();
    const number = (cards, kind) => cards.filter((one) => one === kind).length;
    const most = number(now, part.dataset.part) - 1;
    const kept = (plan) =>
      [...new Set(plan[1])].reduce((sum, kind) => sum + Math.min(number(plan[1], kind), number(now, kind)), 0);
    const fits = (plan) => contains(plan[1], kinds) && (!has || number(plan[1], part.dataset.part) <= most);
    return this.open().filter(fits).sort((a, b) => a[1].length - b[1].length || kept(b) - kept(a))[0];
  }

  // Cards were chosen that pay for nothing by themselves: the leads they can help to pay for.
  helped() {
    if (this.#lead || !this.parts.length || this.several()) return null;
    if (this.leadless().some((plan) => plan[1].length)) return null;
    const chosen = this.partsChosen();
    return this.leads().filter((lead) => this.beginning(lead).some((plan) => contains(plan[1], chosen)));
  }

  // What a row of moves is about: the ticks of several, else the thing or button that leads furthest
  // into it, and the parts that make its first move just this one.
  thingsFor(row) {
    const rule = this.several();
    const steps = row.split('|');
    if (rule) return this.allParts().filter((one) => steps.includes(`${rule.each} ${one.dataset.part}`));
    const leads = this.#leadingInto([row]) ?? this.#leadingInto([steps[0]]) ?? [];
    const plan = this.plans.find((one) => begins(one, steps[0]));
    return [...leads, ...(plan ? this.pick(plan[1]).map(by) : [])];
  }

  #leadingInto(plan) {
    const buttons = [...this.leads(), ...this.holder.querySelectorAll('.choice')];
    const fitting = buttons.filter((one) => begins(plan, movesOf(one)) || movesOf(one).startsWith(`${plan[0]}|`));
    const longest = Math.max(...fitting.map((one) => movesOf(one).length));
    const furthest = fitting.find((one) => movesOf(one).length === longest);
    return furthest ? [furthest] : null; // one of those alike
  }

  // --- several ticks: each is a step of its own, in ascending order, and one more closes the row ---

  several() {
    return by('plans')?.dataset.each ? by('plans').dataset : null;
  }

  ticked() {
    return this.parts.map(by).sort((a, b) => a.dataset.part - b.dataset.part);
  }

  affords(ticks) {
    const { have, joker } = this.several();
    return pays(have, ticks.map((one) => one.dataset.need ?? '').join(''), joker);
  }

  row() {
    const { least, each, last } = this.several();
    const on = this.ticked();
    if (on.length < least || !this.affords(on)) return undefined;
    return [[...on.map((one) => `${each} ${one.dataset.part}`), last].join('|'), []];
  }
}
