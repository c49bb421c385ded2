// A verifier of fair chance in another language than the server's, written from docs/fairness.md.
// It runs in the browser alone: nothing is sent anywhere.

import { receipts } from './chance.js';

const WORDS = 1n << 64n;
const MADE_UP = 'server ';
const encode = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const digest = async (text) => hex(await crypto.subtle.digest('SHA-256', encode(text)));

export class Unfair extends Error {
  constructor(reason, facts = {}) {
    super(reason);
    this.reason = reason;
    this.facts = facts;
  }
}

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join(',')}}`;
}

// The 64-bit numbers of one outcome.
async function* words(key, contributions, number) {
  for (let counter = 0;; counter += 1) {
    const message = encode(canonical([contributions, number, counter]));
    const mark = await crypto.subtle.sign('HMAC', key, message);
    yield new DataView(mark).getBigUint64(0);
  }
}

async function below(count, source) {
  const limit = WORDS - (WORDS % BigInt(count));
  for (;;) {
    const { value } = await source.next();
    if (value < limit) return Number(value % BigInt(count));
  }
}

async function lot(key, contributions, seats) {
  const places = Array.from({ length: seats }, (_, place) => place);
  const source = words(key, contributions, 0);
  for (let last = seats - 1; last > 0; last -= 1) {
    const chosen = await below(last + 1, source);
    [places[last], places[chosen]] = [places[chosen], places[last]];
  }
  return places;
}

async function outcome(key, contributions, number, weights) {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  let left = await below(total, words(key, contributions, number));
  for (const [text, weight] of Object.entries(weights)) {
    left -= weight;
    if (left < 0) return text;
  }
  throw new Unfair('no_outcomes');
}

async function published(record, proof) {
  const { edition, game, options, rules_version, seats } = record;
  const terms = canonical({ edition, game, options, order: proof.order, rules_version, seats });
  if (proof.scheme === 2) {
    return { offered: null, commitment: await digest(`spieltisch fairness 2\n${proof.secret}\n${terms}`) };
  }
  const offered = await digest(`spieltisch fairness 3\n${proof.secret}`);
  return { offered, commitment: await digest(`spieltisch fairness 3\n${offered}\n${terms}`) };
}

async function isFirstDeal(game, secret) {
  for (let number = 0; number < 1000; number += 1) {
    if (await digest(`spieltisch first game ${game} ${number}`) === secret) return true;
  }
  return false;
}

function checkAnswers(proof, commitments, fixed) {
  if (proof.scheme !== 3 || fixed) return;
  proof.contributions.forEach((one, at) => {
    const answered = one.slice(0, 64);
    const answers = one[64] === ':' && one.length > 65 && commitments.includes(answered);
    if (!answers && !one.startsWith(MADE_UP)) throw new Unfair('other_commitment', { number: at + 1 });
  });
}

async function checkOutcomes(record, proof, key) {
  let drawn = 0;
  for (let step = 0; step < record.steps.length; step += 1) {
    const [who, text] = record.steps[step];
    if (who !== 'chance') continue;
    const weights = record.choices?.[step];
    if (!weights || !Object.values(weights).every((weight) => Number.isInteger(weight) && weight > 0)) {
      throw new Unfair('no_outcomes');
    }
    drawn += 1;
    const expected = await outcome(key, proof.contributions, drawn, weights);
    if (text !== expected) throw new Unfair('other_outcome', { step: step + 1, text, expected });
  }
  return drawn;
}

// What can be said of a record; throws Unfair at the first thing that is wrong.
export async function verify(record, own) {
  const proof = record?.more?.fairness;
  if (!proof || !Array.isArray(record.steps)) throw new Unfair('no_proof');
  if (record.format !== 1 || 'start' in record) throw new Unfair('begins_elsewhere');
  if (proof.scheme !== 2 && proof.scheme !== 3) throw new Unfair('older_scheme');
  if (proof.undone?.length || !record.result?.scores || !record.result.winners) throw new Unfair('no_proof');
  const fixed = canonical(proof.contributions) === '["first game"]';
  if (fixed && !(await isFirstDeal(record.game, proof.secret))) throw new Unfair('other_secret');
  const { offered, commitment } = await published(record, proof);
  if (commitment !== proof.commitment) throw new Unfair('other_secret');
  checkAnswers(proof, [offered, commitment], fixed);
  const secret = unhex(proof.secret);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const seating = proof.order === 'lot'
    ? await lot(key, proof.contributions, record.seats)
    : Array.from({ length: record.seats }, (_, place) => place);
  if (canonical(seating) !== canonical(proof.seating)) throw new Unfair('other_seats');
  const outcomes = await checkOutcomes(record, proof, key);
  const people = fixed ? [] : proof.contributions.filter((one) => !one.startsWith(MADE_UP));
  const mine = proof.scheme === 3 ? people.filter((one) => own.includes(one)) : [];
  const replaced = own.filter((one) => [offered, commitment].includes(one.slice(0, 64)) && !people.includes(one));
  if (replaced.length) throw new Unfair('replaced');
  const verdict = fixed ? 'fixed' : !people.length ? 'nobody' : mine.length ? 'proved' : 'consistent';
  return { verdict, outcomes, number: mine.length ? proof.contributions.indexOf(mine[0]) + 1 : 0 };
}

// The page.

export function open(page) {
  const say = page.querySelector('[role=status]');
  const words = JSON.parse(page.querySelector('script[type="application/json"]').textContent);
  const worded = (key, facts) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? '');
  const secure = Boolean(globalThis.crypto?.subtle);
  page.querySelector('[data-insecure]').hidden = secure;
  page.querySelector('input[type=file]').disabled = !secure;
  const unused = page.querySelector('[data-kept]');
  unused.textContent = worded('kept', { number: receipts().length });

  page.querySelector('input[type=file]').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    say.textContent = words.checking;
    try {
      const found = await verify(JSON.parse(await file.text()), [...receipts(), ...typed(page)]);
      say.dataset.verdict = found.verdict;
      say.textContent = worded(found.verdict, found);
    } catch (error) {
      say.dataset.verdict = 'wrong';
      say.textContent = error instanceof Unfair ? worded(error.reason, error.facts) : words.unreadable;
    }
  });
}

const typed = (page) => page.querySelector('textarea').value.split('\n').map((line) => line.trim()).filter(Boolean);
