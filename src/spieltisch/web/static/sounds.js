// Soft sounds of the table, made by the browser itself. Each belongs to something that can be seen: a new line of the
// log, the question, a player who left, a solved case, the sheet. This file is fetched when they are switched on.
import { wished } from './wishes.js';

// Pitch in hertz, beginning and length in seconds, loudness.
const SOUNDS = {
  card: [[311.1, 0, 0.12, 0.06]],
  turn: [[659.3, 0, 0.9, 0.22], [880, 0.16, 0.9, 0.22]],
  call: [[440, 0, 0.5, 0.16], [554.4, 0.09, 0.5, 0.16], [659.3, 0.18, 0.8, 0.16]],
  solved: [[523.3, 0, 0.6, 0.14], [659.3, 0.1, 0.6, 0.14], [784, 0.2, 0.6, 0.14], [1046.5, 0.3, 1, 0.14]],
  end: [[784, 0, 0.6, 0.16], [659.3, 0.2, 0.6, 0.16], [784, 0.4, 0.6, 0.16], [1046.5, 0.6, 1.6, 0.18]],
};
const ATTACK = 0.015;

let audio = null;
let heard = null; // what the table showed last

export function play(name) {
  audio ??= new AudioContext();
  audio.resume();
  for (const [pitch, begins, lasts, loud] of SOUNDS[name]) bell(pitch, audio.currentTime + begins, lasts, loud);
}

function bell(pitch, at, lasts, loud) {
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + ATTACK);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + lasts);
}

// From now on, once; the first sound tells that they are on.
export function sound(holder, byHand) {
  if (byHand) play('card');
  if (heard) return;
  heard = shown(holder);
  new MutationObserver(() => listen(holder)).observe(holder, { childList: true });
}

function listen(holder) {
  const now = shown(holder);
  const [name] = Object.entries(now).find(([sign, number]) => number > heard[sign]) ?? [];
  heard = now;
  if (name && wished('sounds') === 'on' && !(name === 'turn' && elsewhere())) play(name);
}

// The weightiest first: one picture makes one sound.
function shown(holder) {
  const count = (selector) => holder.querySelectorAll(selector).length;
  return {
    end: count('#ending'),
    solved: count('.case.solved'),
    call: count('.player.departed, [data-called]'),
    turn: count('.act.yours'),
    card: Number(holder.querySelector('[data-line]')?.dataset.line ?? -1),
  };
}

// Then it is for the notices to call one back.
const elsewhere = () => document.hidden || !document.hasFocus();
