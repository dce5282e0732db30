// Who wins what, pot by pot: halves, ties and odd chips (GSD-3, LIM-10, HOUSE-18 to HOUSE-22, HOUSE-32).

const cardsOf = (state, player) => [
  ...player.shown,
  ...player.up,
  ...(state.community === null ? [] : [state.community]),
];

/** The awards that the rules give: [pot, share, seat, amount], by pot, share and dealing order. */
function awardsOf(state, rules, dotsTie) {
  const awards = [];
  potsAfterRake(state).forEach((pot, number) => {
    for (const [share, winners, chips] of potShares(pot, state, rules, dotsTie)) {
      const each = Math.floor(chips / winners.length);
      const odd = chips % winners.length;
      const won = winners.map((player, at) => [number, share, player.seat, each + (at < odd ? 1 : 0)]);
      const place = ([, , seat]) => state.players.findIndex((player) => player.seat === seat);
      awards.push(...won.filter(([, , , amount]) => amount > 0).sort((one, other) => place(one) - place(other)));
    }
  });
  return awards;
}

function potsAfterRake(state) {
  let rake = state.rake ?? 0;
  return potsOf(state).map((pot) => {
    const taken = Math.min(rake, pot.amount);
    rake -= taken;
    return { ...pot, amount: pot.amount - taken };
  });
}

function potShares(pot, state, rules, dotsTie) {
  const claimants = pot.contenders.map((seat) => playerIn(state, seat)).filter((player) => !player.mucked);
  if (claimants.length === 1) return [["whole", claimants, pot.amount]];
  const [first, second = null] = state.game.shares;
  const best = winnersOf(first, claimants, state, dotsTie);
  const other = second === null ? [] : winnersOf(second, claimants, state, dotsTie);
  const inOrder = (share, winners) => byOddChip(share, winners, state, rules);
  const isSame = best.length > 1 && best.length === other.length && best.every((player) => other.includes(player));
  if (other.length === 0 || isSame) return [["whole", inOrder(first, best), pot.amount]]; // LIM-11, HOUSE-20
  const half = Math.floor(pot.amount / 2);
  return [
    [first.name, inOrder(first, best), pot.amount - half],
    [second.name, inOrder(second, other), half],
  ];
}

function winnersOf(share, players, state, dotsTie) {
  const worth = (player) => RANKINGS[share.ranking].worth(cardsOf(state, player));
  const best = bestOf(
    players.filter((player) => worth(player) !== null),
    worth,
  );
  const isBroken = share.name === "dots" && dotsTie === "best_high" && best.length > 1;
  return isBroken ? winnersOf(state.game.shares[0], best, state, dotsTie) : best;
}

function bestOf(players, worth) {
  const values = players.map(worth);
  const best = values.reduce((top, value) => (top === null || compare(value, top) > 0 ? value : top), null);
  return players.filter((_, at) => compare(values[at], best) === 0);
}

/** Winners of a share in the order in which odd chips go to them (HOUSE-19). */
function byOddChip(share, winners, state, rules) {
  if (rules.odd_chips === "dealers_left") return winners;
  const key = (player) => RANKINGS[share.ranking].key(cardsOf(state, player));
  return [...winners].sort((one, other) => compare(key(other), key(one)));
}
