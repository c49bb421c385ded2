// One table: what is tapped is chosen, shown and sent; what the server tells is taken in.
import { breathe, pause, reveal } from './asking.js';
import { Choosing } from './choosing.js';
import { device } from './device.js';
import { Hints } from './hints.js';
import { listenToArrows, listenToInfo } from './keys.js';
import { listener } from './listening.js';
import { notices } from './notices.js';
import { picture } from './picture.js';
import { sender } from './sending.js';
import { show } from './showing.js';
import { storyteller } from './story.js';
import { putAside, teller } from './telling.js';
import { listenToWishes, show as showWishes, wished } from './wishes.js';

const by = (id) => document.getElementById(id);

export function sitDown(table) {
  new Sitting(table).begin();
}

class Sitting {
  constructor(table) {
    this.table = table;
    this.holder = by('fragment');
    this.title = document.title;
    this.device = device(table);
    this.notices = notices(by('menu'));
    this.teller = teller(this.holder);
    this.storyteller = storyteller(table, this.holder);
    this.choosing = new Choosing(this.holder);
    this.hints = new Hints(table, this.holder, (row) => this.choosing.thingsFor(row));
    this.pause = pause(table);
    this.picture = picture(this.holder, (same) => this.asked(same), this.teller.tell);
    this.line = listener(table, this.device, this.picture.take, this.teller.lost);
    this.sender = sender(table, this.picture, this.line, this.teller);
    this.moments = new Set(this.momentsShown().map((one) => one.dataset.moment));
  }

  begin() {
    this.asked(false);
    listenToWishes((wish) => {
      this.teller.repeat();
      this.makeSounds(wish === 'sounds');
    });
    this.makeSounds(false);
    this.showInItsOwnWay();
    this.line.listen();
    listenToArrows(this.holder);
    listenToInfo();
    this.table.addEventListener('click', (event) => this.clicked(event));
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && this.choosing.anything) this.takeBack();
    });
  }

  // Fetched only where they are wanted.
  async makeSounds(byHand) {
    if (wished('sounds') !== 'on') return;
    const { sound } = await import('./sounds.js');
    sound(this.holder, byHand);
  }

  // A game may have its own way of showing what is chosen.
  async showInItsOwnWay() {
    const { module } = this.table.dataset;
    if (!module) return;
    const { own } = await import(module);
    this.choosing.own = own(this.holder);
    show(this.table, this.choosing);
  }

  // --- a new picture ---

  asked(same) {
    this.choosing.read();
    if (!same) this.choose(() => this.choosing.clear());
    this.teller.announce();
    this.told();
    this.celebrate();
    this.device.shown();
    this.tellTurn();
    if (!this.choosing.plans.length && !this.choosing.several()) {
      this.table.classList.remove('choosing', 'breathe');
      return;
    }
    if (!same) this.open();
    show(this.table, this.choosing);
    this.hints.again();
  }

  // What others did, as this player wishes it told.
  told() {
    showWishes();
    this.teller.repeat();
    this.storyteller.tell();
  }

  momentsShown() {
    return [...this.holder.querySelectorAll('[data-moment]')];
  }

  // What came since the last picture and deserves a moment; the end of the game is the last to come.
  async celebrate() {
    const fresh = this.momentsShown().filter(({ dataset }) => !this.moments.has(dataset.moment));
    if (!fresh.length) return;
    for (const one of fresh) this.moments.add(one.dataset.moment);
    const { celebrate } = await import('./celebrating.js');
    celebrate(fresh.sort((one, other) => (one.id === 'ending') - (other.id === 'ending')), this.teller.say);
  }

  tellTurn() {
    const turn = this.device.turn();
    document.title = turn ? `● ${turn} – ${this.title}` : this.title;
    this.notices.turn(turn);
  }

  // A new question: a proposal is laid out, a single way plays itself.
  open() {
    const { choosing } = this;
    breathe(this.table);
    this.reveal();
    choosing.reset();
    if (by('confirm')?.dataset.propose !== undefined) {
      choosing.choose(null, choosing.pick(choosing.leadless()[0][1]));
    }
    if (!this.alone() || this.holder.querySelector('[data-news]:popover-open')) return;
    const [lead] = choosing.leads();
    if (lead) this.choose(() => choosing.propose(lead, []));
    this.pause.start(() => this.playAlone());
  }

  alone() {
    const { alone } = by('act').dataset;
    return alone === '' || (alone === 'if-wanted' && wished('alone') === 'on');
  }

  playAlone() {
    if (this.choosing.anything) this.send();
    else this.holder.querySelector('.choice')?.click();
  }

  reveal() {
    reveal(this.holder, this.choosing.leads());
  }

  // --- choosing ---

  choose(change) {
    this.pause.stop();
    this.hints.close();
    change();
    show(this.table, this.choosing);
  }

  // Where there is only one way, a tap takes it at once; some things decide by a tap or a second one.
  tapped(lead) {
    if (this.choosing.lead === lead && lead.dataset.again !== undefined) return this.send();
    const { once, twice } = lead.dataset;
    if (this.choosing.lead === lead && !this.alone()) {
      if (twice !== undefined && !this.pause.running() && this.choosing.exact()) this.hold();
      else this.choose(() => this.choosing.clear());
      return;
    }
    this.choose(() => this.choosing.propose(lead, this.choosing.partsChosen()));
    if (this.alone()) this.send();
    else if (once !== undefined && this.choosing.exact()) this.hold();
  }

  // The last tap of a row of steps decides: what is chosen is held back a moment, then sent.
  stepped(change) {
    this.choose(change);
    if (this.choosing.steps.length && this.choosing.exact()) this.hold();
  }

  hold() {
    this.pause.start(() => this.send());
  }

  // By keyboard, what is chosen is gone on with or confirmed next, and what is taken back is where
  // one was.
  onward() {
    if (!this.choosing.lead) return;
    if (!this.choosing.exact()) {
      this.choosing.continuing()[0]?.focus();
      return;
    }
    by('confirm').setAttribute('aria-describedby', 'words bill'); // the choice is read with its button
    by('confirm').focus({ preventScroll: true });
  }

  takeBack() {
    const { lead, steps } = this.choosing;
    const last = document.activeElement?.closest('.buttons') && (by(steps.at(-1)) ?? lead);
    this.choose(() => (steps.length ? this.choosing.step(by(steps.at(-1))) : this.choosing.reset()));
    last?.focus({ preventScroll: true });
  }

  // --- deciding ---

  send() {
    const plan = this.choosing.exact();
    if (!plan) return;
    this.pause.stop();
    this.sender.play(this.choosing.pointed(plan[0]));
  }

  async advise(button) {
    const refusal = await this.hints.ask(button).catch(() => this.teller.lost(true));
    if (refusal) await this.sender.explain(refusal);
  }

  clicked(event) {
    const button = event.target.closest('button');
    if (!button || button.closest('.menu') || button.hasAttribute('popovertarget')) return;
    if (button.dataset.plain !== undefined) return;
    event.preventDefault();
    document.querySelector('.toast')?.remove();
    this.pressed(button, event.detail === 0);
  }

  goesOn(button) {
    return this.choosing.continuing().includes(button) || this.choosing.steps.at(-1) === button.id;
  }

  pressed(button, byKeyboard) {
    const lead = this.choosing.leadOf(button);
    if (button.id === 'linger') this.device.linger();
    else if (button.dataset.putAside !== undefined) putAside(button);
    else if (button.id === 'confirm') this.send();
    else if (button.id === 'back') this.takeBack();
    else if (button.id === 'hint') this.advise(button);
    else if (button.id === 'advice-next') this.hints.next();
    else if (button.id === 'advice-close') this.hints.close();
    else if (button.id === 'whynot') this.sender.why(`${button.value} ${this.choosing.spelled()}`);
    else if (button.dataset.pack) this.choose(() => this.choosing.togglePack(button.dataset.pack));
    else if (button.dataset.part) this.stepped(() => this.choosing.toggle(button));
    else if (this.goesOn(button)) {
      this.stepped(() => this.choosing.step(button));
      if (byKeyboard) this.onward();
    } else if (lead) {
      this.tapped(lead);
      if (byKeyboard) this.onward();
    } else if (button.name === 'move') this.sender.post(this.table.action, { move: button.value });
    else if (button.name === 'why') this.sender.why(button.value);
    else if (button.formAction) this.sender.post(button.formAction, {});
  }
}
