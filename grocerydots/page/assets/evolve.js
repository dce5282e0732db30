// What each event means: the state of a hand after it. No rules here; whether it may happen is for `verify.js`.

/** The state after the first event. Players stand in dealing order: clockwise, the dealer's left first. */
function opened(event) {
  const later = (seating) => seating.seat > event.dealer;
  const clockwise = [...event.seats].sort((one, other) => later(other) - later(one) || one.seat - other.seat);
  return {
    game: gameOf(event.rules),
    street: 0,
    players: clockwise.map(({ seat, stack }) => ({
      seat,
      stack,
      paid: 0,
      wagered: 0,
      down: [],
      up: [],
      shown: [],
      isIn: false,
      sitsOut: false,
      folded: false,
      clocked: false,
      mucked: false,
      owesAnswer: false,
    })),
    stub: { positions: Array.from({ length: 52 }, (_, at) => at), taken: 0, burned: [], isReplenished: false },
    community: null,
    store: null,
    passed: null,
    prices: [],
    round: null,
    inRound: false,
    showing: [],
    rake: null,
    awards: null,
    isCancelled: false,
    isOver: false,
  };
}

const playerIn = (state, seat) => state.players.find((player) => player.seat === seat);
const isLive = (player) => player.isIn && !player.folded;
const canAct = (player) => isLive(player) && player.stack > 0 && !player.clocked;
const liveOf = (state) => state.players.filter(isLive);

/** The first player for whom a test holds, clockwise after a seat; from the dealer's left when that is null. */
function nextAfter(state, seat, test) {
  const start = state.players.findIndex((player) => player.seat === seat) + 1;
  const clockwise = [...state.players.slice(start), ...state.players.slice(0, start)];
  return clockwise.find(test) ?? null;
}

/** A state to change: all that meanings change is copied, what they only replace is shared. */
function copied(state) {
  return {
    ...state,
    players: state.players.map((player) => ({ ...player, down: [...player.down], up: [...player.up] })),
    stub: { ...state.stub, burned: [...state.stub.burned] },
    store: state.store === null ? null : { ...state.store, row: [...state.store.row] },
    round: state.round === null ? null : { ...state.round },
    prices: [...state.prices],
    showing: [...state.showing],
  };
}

function evolve(before, event, rules) {
  const state = copied(before);
  MEANINGS[event.event]?.(state, event, rules);
  return state;
}

function pay(player, amount, isWager = false) {
  player.stack -= amount;
  player.paid += amount;
  if (isWager) player.wagered += amount;
}

function ante(state, seat, amount) {
  pay(playerIn(state, seat), amount);
  playerIn(state, seat).isIn = true;
}

/** The betting round of the state's street, begun by its first action. */
function roundOf(state) {
  if (state.round?.street !== state.street) {
    state.round = { street: state.street, bet: 0, wagers: 0, last: null, first: null, aggressor: null };
    for (const player of state.players) player.owesAnswer = canAct(player);
  }
  state.inRound = true;
  return state.round;
}

function acted(state, seat) {
  const round = roundOf(state);
  round.last = seat;
  round.first ??= seat;
  playerIn(state, seat).owesAnswer = false;
}

/** A wager, or the bring-in: everybody else who can act has to answer it. */
function wagered(state, seat, amount, bet, isAggressive) {
  acted(state, seat);
  pay(playerIn(state, seat), amount, true);
  state.round.bet = bet;
  if (isAggressive) state.round.aggressor = seat;
  for (const player of state.players) player.owesAnswer = player.seat !== seat && canAct(player);
}

function broughtIn(state, event, rules) {
  const isWager = rules.bring_in === lowerLimit(rules);
  wagered(state, event.seat, event.amount, rules.bring_in, isWager);
  state.round.wagers += Number(isWager);
}

const lowerLimit = ({ betting }) => betting.small_bet ?? betting.low ?? betting.minimum;
function wager(state, { seat, amount, to, full }) {
  wagered(state, seat, amount, to, true);
  state.round.wagers += Number(full);
}

function folded(state, { seat }) {
  acted(state, seat);
  playerIn(state, seat).folded = true;
}

function draw(state, count) {
  state.stub.taken += count;
}

/** The level of chips paid of the newest pot in which the buyer and another live player contend (HOUSE-15). */
function contendedLevel(state, seat) {
  const others = liveOf(state).filter((player) => player.seat !== seat);
  return Math.min(playerIn(state, seat).paid, Math.max(0, ...others.map((player) => player.paid)));
}

const TIME_OUTS = {
  all_in(state, event) {
    acted(state, event.seat);
    playerIn(state, event.seat).clocked = true;
  },
  check: (state, event) => acted(state, event.seat),
  fold: folded,
  bring_in: broughtIn,
  sit_out: (state, event) => MEANINGS.sat_out(state, event),
  pass: (state, event) => MEANINGS.store_passed(state, event),
  show: (state, event) => MEANINGS.hand_shown(state, event),
};

const MEANINGS = {
  antes_posted: (state, { antes }) => antes.forEach(([seat, amount]) => ante(state, seat, amount)),
  ante_posted: (state, { seat, amount }) => ante(state, seat, amount),
  sat_out(state, { seat }) {
    playerIn(state, seat).sitsOut = true;
  },
  hand_cancelled(state, { returned }) {
    for (const [seat, amount] of returned) pay(playerIn(state, seat), -amount);
    for (const player of state.players) player.isIn = false;
    state.isCancelled = true;
  },
  cards_dealt(state, { cards, street }) {
    state.street = street;
    state.passed = null;
    draw(state, cards.length);
    for (const [seat, position, isUp, card] of cards) {
      const player = playerIn(state, seat);
      if (isUp) player.up.push(card);
      else player.down.push(position);
    }
  },
  card_burned(state, { position }) {
    draw(state, 1);
    state.stub.burned.push(position);
    state.street += 1;
  },
  stub_replenished(state, { positions }) {
    state.stub = { ...state.stub, positions, taken: 0, isReplenished: true };
  },
  community_card_dealt(state, { card }) {
    draw(state, 1);
    state.community = card;
    state.street = 7;
  },
  brought_in: broughtIn,
  completed: wager,
  bet: wager,
  raised: wager,
  called(state, { seat, amount }) {
    acted(state, seat);
    pay(playerIn(state, seat), amount, true);
  },
  checked: (state, { seat }) => acted(state, seat),
  folded,
  timed_out: (state, event, rules) => TIME_OUTS[event.result](state, event, rules),
  chips_returned: (state, { seat, amount }) => pay(playerIn(state, seat), -amount, state.inRound),
  betting_closed(state) {
    state.inRound = false;
    for (const player of state.players) player.wagered = 0;
  },
  store_opened(state, { cards }) {
    draw(state, 3);
    state.store = { row: cards.map(([, card]) => card), isClosed: false };
  },
  store_card_bought(state, { seat, slot, card, price }) {
    const player = playerIn(state, seat);
    state.prices.push([contendedLevel(state, seat), price, seat]);
    player.stack -= price;
    player.up.push(card);
    state.street = player.up.length + 2; // the first card of a street may be a bought one
    state.store.row[slot - 1] = null;
  },
  store_passed(state, { seat }) {
    state.passed = seat; // and waits for the stub's next card
    state.street = playerIn(state, seat).up.length + 3;
  },
  store_restocked(state, { slot, card }) {
    draw(state, 1);
    state.store.row = state.store.row.filter((kept) => kept !== null);
    state.store.row.splice(slot - 1, 0, card);
  },
  store_closed(state) {
    state.store = { row: [], isClosed: true };
  },
  hand_shown: (state, { seat }) => state.showing.push(seat),
  hand_mucked(state, { seat }) {
    playerIn(state, seat).mucked = true;
  },
  down_cards_opened(state, { seat, cards }) {
    playerIn(state, seat).shown = cards.map(([, card]) => card);
  },
  rake_taken(state, { amount }) {
    state.rake = amount;
  },
  pots_awarded(state, { awards }) {
    state.awards = awards;
    for (const [, , seat, amount] of awards) playerIn(state, seat).stack += amount;
  },
  hand_closed(state) {
    state.isOver = true;
  },
};

/** All chips that left stacks and have not come back: antes, wagers and prices. */
function chipsIn(state) {
  const paid = state.players.reduce((sum, player) => sum + player.paid, 0);
  return state.prices.reduce((sum, [, price]) => sum + price, paid);
}

/** The pots, the main pot first: {amount, contenders, by seat}. `paidBy` is what a player's part in them is. */
function potsOf(state, paidBy = (player) => player.paid) {
  const live = liveOf(state);
  const buyers = state.prices.map(([, , seat]) => seat);
  const paying = live.filter((player) => paidBy(player) > 0 || buyers.includes(player.seat));
  const staked = paying.length > 0 ? paying : live; // who has paid nothing contends for no pot (HOUSE-35)
  const levels = [...new Set(staked.map(paidBy))].sort((one, other) => one - other);
  const most = Math.max(...state.players.map(paidBy));
  const pots = [];
  let below = 0;
  levels.forEach((level, at) => {
    const [isFirst, isLast] = [at === 0, at === levels.length - 1];
    const top = isLast ? most : level; // what folded players paid above everybody goes to the last pot
    const paid = state.players.reduce((sum, p) => sum + Math.min(paidBy(p), top) - Math.min(paidBy(p), below), 0);
    const prices = state.prices
      .filter(([paidAt]) => (isFirst || paidAt > below) && (isLast || paidAt <= level))
      .reduce((sum, [, price]) => sum + price, 0);
    const contenders = staked.filter((player) => paidBy(player) >= level).map((player) => player.seat);
    if (paid + prices > 0) pots.push({ amount: paid + prices, contenders });
    below = level;
  });
  return pots;
}
