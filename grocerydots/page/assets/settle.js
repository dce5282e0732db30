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
  const hands = new Map(claimants.map((player) => [player, bestHigh(cardsOf(state, player))]));
  const high = bestOf(claimants, (player) => hands.get(player).value);
  const [name, other] = otherHalf(claimants, state, rules, dotsTie, hands);
  const inOrder = (share, winners) => byOddChip(share, winners, state, rules, hands);
  const isSame = high.length > 1 && high.length === other.length && high.every((player) => other.includes(player));
  if (other.length === 0 || isSame) return [["whole", inOrder("high", high), pot.amount]]; // LIM-11, HOUSE-20
  const half = Math.floor(pot.amount / 2);
  return [
    ["high", inOrder("high", high), pot.amount - half],
    [name, inOrder(name, other), half],
  ];
}

function otherHalf(claimants, state, rules, dotsTie, hands) {
  if (rules.game === "grocery_store_dots") {
    const most = bestOf(claimants, (player) => [dotsOf(cardsOf(state, player))]);
    const isBroken = dotsTie === "best_high" && most.length > 1;
    return ["dots", isBroken ? bestOf(most, (player) => hands.get(player).value) : most];
  }
  if (rules.game !== "stud_hi_lo") return ["whole", []];
  const lows = claimants.filter((player) => bestLow(cardsOf(state, player)) !== null);
  return ["low", bestOf(lows, (player) => bestLow(cardsOf(state, player)).value.map((rank) => 14 - rank))];
}

function bestOf(players, worth) {
  const values = players.map(worth);
  const best = values.reduce((top, value) => (top === null || compare(value, top) > 0 ? value : top), null);
  return players.filter((_, at) => compare(values[at], best) === 0);
}

/** Winners of a share in the order in which odd chips go to them (HOUSE-19). */
function byOddChip(share, winners, state, rules, hands) {
  if (rules.odd_chips === "dealers_left") return winners;
  const key = (player) => {
    if (share === "dots") return standing(cardsOf(state, player));
    return share === "low" ? bestLow(cardsOf(state, player)).key : hands.get(player).key;
  };
  return [...winners].sort((one, other) => compare(key(other), key(one)));
}
