// Whose move it is, as far as the order of play goes. What they may do with it is not worked out here.

const isAlone = (players) => players.length < 2;

/** Whether everybody who is live has the cards of the state's street. */
function isDealt(state) {
  const up = Math.min(state.street, 6) - 2;
  const hasAll = (player) =>
    player.up.length === up && (state.street < 7 || player.down.length === 3 || state.community !== null);
  return state.street >= 3 && liveOf(state).every(hasAll);
}

/** The seat that acts next in the betting of the street; null when the round is over or there is none. */
function nextToBet(state) {
  const live = liveOf(state);
  const able = state.players.filter(canAct);
  if (!isDealt(state)) return null;
  if (state.round?.street !== state.street) return isAlone(able) || isAlone(live) ? null : firstToBet(state);
  if (!state.inRound || isAlone(live)) return null;
  if (able.length === 1 && state.round.bet <= able[0].wagered) return null; // nobody left to bet against (HOUSE-11)
  return nextAfter(state, state.round.last, (player) => player.owesAnswer)?.seat ?? null;
}

/** Whose board decides who has the first option: by the first up card on third street (LIM-3), the board later (LIM-4). */
function firstBoard(state) {
  const rank = state.street === 3 ? OPENERS[state.game.opens] : BOARDS[state.game.boards];
  const worth = (player) => rank(player.up);
  return liveOf(state).reduce((best, player) => (compare(worth(player), worth(best)) > 0 ? player : best));
}

function firstToBet(state) {
  const first = firstBoard(state);
  return (canAct(first) ? first : nextAfter(state, first.seat, canAct)).seat; // HOUSE-3, HOUSE-10
}

/** Who is served next at the store: the first in dealing order without a card of the street (GSD-9). */
function nextToServe(state) {
  const live = liveOf(state);
  const fewest = Math.min(...live.map((player) => player.up.length));
  return live.find((player) => player.up.length === fewest)?.seat ?? null;
}

/** Who shows or mucks next (LIM-9, ROOM-14, HOUSE-27); null when all have. */
function nextToShow(state) {
  const waits = (player) => isLive(player) && !player.mucked && !state.showing.includes(player.seat);
  const round = state.round?.street === 7 ? state.round : null;
  const start = round === null ? null : (round.aggressor ?? round.first);
  const first = start === null ? null : playerIn(state, start);
  if (first !== null && waits(first)) return first.seat;
  return nextAfter(state, start, waits)?.seat ?? null;
}

/** Whether a player cannot muck: the first to show, and the last with a claim to a pot (HOUSE-26). */
function mustShow(state, rules, seat) {
  const isFirst = state.showing.length === 0 && !state.players.some((player) => player.mucked);
  const claims = (contenders) => contenders.filter((of) => !playerIn(state, of).mucked);
  const isLast = () => potsOf(state).some(({ contenders }) => claims(contenders).join() === String(seat));
  return rules.showdown === "all_show" || isFirst || isLast();
}
