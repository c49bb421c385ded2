// Plans, each a row of moves with the cards it takes: reading them, comparing them, paying for them.

// A row of several plans, told apart by the part their first move ends with and by how they go on,
// or one plan.
export function unpacked([moves, cards, more]) {
  if (!Array.isArray(cards)) return [[moves, cards ? cards.split(' ') : [], more]];
  const tails = (more ?? ['']).map((tail) => (tail ? `|${tail}` : ''));
  return cards.flatMap((card) => tails.map((tail) => [`${moves} ${card}${tail}`, [card]]));
}

export const begins = (plan, lead) =>
  plan[0] === lead || plan[0].startsWith(`${lead}|`) || plan[0].startsWith(`${lead} `);

// Whether these cards pay for all that is needed, the joker standing for any card.
export function pays(have, need, joker) {
  const left = [...have];
  let open = 0;
  for (const card of need) {
    const at = left.indexOf(card);
    if (at < 0) open += 1;
    else left.splice(at, 1);
  }
  return open <= left.filter((card) => card === joker).length;
}

export function contains(all, some) {
  const left = [...all];
  return some.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

export const sameIds = (one, other) => one.length === other.length && contains(one, other);
