// The phone as a hand: the board is on the big screen. What is held can be covered while the phone lies on the table.
import { wish } from './wishes.js';

export function hold(bar, cover) {
  bar.querySelector('[data-here]').addEventListener('click', () => wish('hand', 'off'));
  bar.querySelector('[data-cover]').addEventListener('click', () => cover.showModal());
  cover.querySelector('button').addEventListener('click', () => cover.close());
}
