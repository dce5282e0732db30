// What is checked of each kind of event, before it is applied.

/** The questions that proofs ask about one event and the state before it. */
class Proof {
  constructor(log, state, event) {
    this.table = log.table;
    this.rules = log.table.rules;
    this.findings = log.findings;
    this.state = state;
    this.event = event;
  }

  expect(id, holds, message) {
    this.findings.expect(id, holds, message);
  }

  player(seat = this.event.seat) {
    return playerIn(this.state, seat);
  }

  count(id, number = 1) {
    this.findings.count(id, number);
  }

  inTurn(due) {
    this.count("turns");
    const whose = due === null ? "nobody's turn" : `the turn of seat ${due}`;
    this.expect("turns", due === this.event.seat, `seat ${this.event.seat} acts, and it is ${whose}`);
  }

  amount(given, due, what) {
    this.expect("chips", given === due, `${what} is ${given}, and ${due} is due`);
  }

  /** The next cards of the stub are taken, and no others. */
  drawn(positions) {
    this.count("deck", positions.length);
    const { stub } = this.state;
    const due = stub.positions.slice(stub.taken, stub.taken + positions.length);
    const at = positions.findIndex((position, place) => position !== due[place]);
    this.expect(
      "deck",
      at < 0,
      () => `position ${positions[at]} of the deck is taken, and ${due[at] ?? "none"} is next`,
    );
  }

  /** A card is turned up: for the first time, and as it was sealed. */
  turnedUp(position, card, salt) {
    const { seals, seen, deck, handId } = this.table;
    this.expect("deck", !seen.has(card), `${card} at position ${position} is at position ${seen.get(card)} already`);
    seen.set(card, position);
    if (deck === "unsealed") return;
    this.count("seals");
    const isSealed = seals !== null && salt !== null;
    const matches = isSealed && sealOf(handId, position, card, salt) === seals[position];
    const why = isSealed ? "does not match the seal" : "has nothing that proves it";
    this.expect("seals", matches, `${card} at position ${position} ${why}`);
  }

  turnedUpAll(cards) {
    for (const opening of cards) this.turnedUp(...opening);
  }
}

const BETTING_TIME_OUTS = ["all_in", "check", "fold", "bring_in"];

function provesBet(proof) {
  const { store, street } = proof.state;
  proof.inTurn(nextToBet(proof.state));
  proof.expect(
    "deck",
    street < 6 || store === null || store.isClosed,
    "the store is open in the betting of sixth street",
  );
}

function provesWager(proof, { amount, to }) {
  provesBet(proof);
  proof.amount(to, proof.player().wagered + amount, "the total of the wager");
  const bet = betOf(proof.state);
  proof.expect("chips", to > bet, `the wager is to ${to}, and ${bet} stands already`);
}

function provesBringIn(proof, { amount }) {
  provesBet(proof);
  proof.amount(amount, Math.min(proof.rules.bring_in, proof.player().stack), "the bring-in");
}

const betOf = (state) => (state.round?.street === state.street ? state.round.bet : 0);
const owedBy = (state, player) => betOf(state) - player.wagered;

/** A street's betting must be over, or not be called for, before anything of what follows it. */
function provesBettingOver(proof) {
  const { state } = proof;
  const due = nextToBet(state);
  const isOver = isAlone(liveOf(state)) || (isDealt(state) && !state.inRound && due === null);
  proof.expect("turns", isOver, `the betting of street ${state.street} is not over`);
}

/** A street's card is burned before anything else of it (ROOM-5). */
function provesBurned(proof, street) {
  const { burned, isReplenished } = proof.state.stub;
  if (!proof.rules.burn || isReplenished) return;
  proof.expect(
    "deck",
    burned.length === street - 3,
    `${burned.length} cards are burned before street ${street}, and ${street - 3} are due`,
  );
}

const streetServed = (state) => Math.min(...liveOf(state).map((player) => player.up.length)) + 3;

function provesServed(proof) {
  const { passed, store } = proof.state;
  proof.expect("deck", !store.row.includes(null), "a slot is empty, and was not restocked before the decision");
  provesBurned(proof, streetServed(proof.state));
  proof.inTurn(nextToServe(proof.state));
  proof.expect("turns", passed === null, `seat ${passed} has passed and waits for a card`);
}

/** At the store everybody who can pay for slot 1 is asked before the stub's next card is theirs (HOUSE-12). */
function provesAsked({ state, rules, findings }, cards) {
  const isAsked = (seat) => canAct(playerIn(state, seat)) && playerIn(state, seat).stack >= rules.unit;
  const unasked = cards.map(([seat]) => seat).find((seat) => isAsked(seat) && seat !== state.passed);
  findings.expect("turns", unasked === undefined, `seat ${unasked} gets a card and was not asked to buy`);
  const isServed = state.passed === null || cards.some(([seat]) => seat === state.passed);
  findings.expect("turns", isServed, `seat ${state.passed} has passed and gets no card`);
}

function provesShown(proof) {
  proof.inTurn(nextToShow(proof.state));
  provesBettingOver(proof);
}

/** Who gets cards of a street now, and how: [seat, face up] each. */
function dueCards(state, street, count) {
  const live = liveOf(state);
  if (street === 3) return [false, false, true].flatMap((isUp) => live.map(({ seat }) => [seat, isUp]));
  if (street === 7) return live.map(({ seat }) => [seat, false]);
  const waiting = live.filter((player) => player.up.length === street - 3);
  return waiting.slice(0, state.store === null ? waiting.length : count).map(({ seat }) => [seat, true]);
}

function provesDealt(proof, { cards, street }) {
  const { state } = proof;
  const due = dueCards(state, street, cards.length);
  const dealt = cards.map(([seat, , isUp]) => [seat, isUp]);
  proof.expect(
    "deck",
    canonical(dealt) === canonical(due),
    `cards of street ${street} go to the wrong players, or the wrong way up`,
  );
  if (state.store !== null && street < 7) provesAsked(proof, cards);
  if (street > 3 && street > state.street) provesBettingOver(proof);
  provesBurned(proof, street);
  proof.drawn(cards.map(([, position]) => position));
  for (const [, position, isUp, card, salt] of cards) if (isUp) proof.turnedUp(position, card, salt);
}

/** A short deck (ROOM-12): stub and burns, or the burns alone, in the order that was sealed. */
function provesReplenished(proof, { positions, order, salt }) {
  const { stub } = proof.state;
  provesBettingOver(proof);
  const rest = stub.positions.slice(stub.taken);
  const isEnough = rest.length + stub.burned.length >= liveOf(proof.state).length;
  const available = new Set([...(isEnough ? rest : []), ...stub.burned]);
  const isAll = positions.length === available.size && positions.every((position) => available.has(position));
  proof.expect(
    "deck",
    isAll && new Set(positions).size === positions.length,
    "the new stub is not made of what is left and burned",
  );
  if (proof.table.deck === "unsealed") return;
  proof.count("seals");
  const isOpened = order !== null && salt !== null;
  const matches = isOpened && orderSealOf(proof.table.handId, order, salt) === proof.table.orderSeal;
  proof.expect("seals", matches, "the order of the reshuffle does not match its seal");
  const sealed = (order ?? []).filter((position) => available.has(position));
  proof.expect("deck", sealed.join() === positions.join(), "the new stub is not in the sealed order");
}

function provesPurchase(proof, { slot, card, price }) {
  provesServed(proof);
  const lies = proof.state.store.row[slot - 1] ?? null;
  proof.expect("deck", lies === card, `${card} is bought from slot ${slot}, where ${lies ?? "nothing"} lies`);
  proof.amount(price, slot * proof.rules.unit, `the price of slot ${slot}`);
}

function provesReturned(proof, { seat, amount }) {
  const paid = proof.state.players.map((player) => player.paid).sort((one, other) => other - one);
  const excess = proof.player(seat).paid === paid[0] ? paid[0] - paid[1] : 0;
  proof.amount(amount, excess, `what goes back to seat ${seat}`);
}

function provesAwards(proof, { awards }) {
  const { state, rules, table } = proof;
  proof.count("awards", potsOf(state).length);
  provesBettingOver(proof);
  const live = liveOf(state);
  const isKnown = live.length === 1 || live.every((player) => player.mucked || cardsOf(state, player).length === 7);
  proof.expect("awards", isKnown, "a hand that was not shown has a claim");
  const pots = potsOf(state).reduce((sum, pot) => sum + pot.amount, 0) - (state.rake ?? 0);
  proof.amount(
    awards.reduce((sum, [, , , amount]) => sum + amount, 0),
    pots,
    "what the pots pay out",
  );
  if (!isKnown) return;
  const due = awardsOf(state, rules, table.dotsTie);
  const wrong = due.find((award, at) => canonical(award) !== canonical(awards[at] ?? null)) ?? awards[due.length];
  const say = () => `pot ${wrong[0] + 1}: by the cards ${wrong[3]} chips (${wrong[1]}) are due to seat ${wrong[2]}`;
  proof.expect("awards", wrong === undefined, say);
}

function provesEntropy(proof, { seat, entropy }) {
  const { handId, commitments } = proof.table;
  proof.count("seals");
  const matches = entropyCommitmentOf(handId, seat, entropy) === commitments.get(seat);
  proof.expect("seals", matches, `the entropy of seat ${seat} does not match what it committed to`);
}

const PROOFS = {
  dots_tie_confirmed(proof, { policy }) {
    proof.table.dotsTie = policy;
  },
  entropy_committed(proof, { seat, commitment }) {
    proof.expect("seals", !proof.table.commitments.has(seat), `seat ${seat} commits twice`);
    proof.table.commitments.set(seat, commitment);
  },
  entropy_added: provesEntropy,
  deck_sealed(proof, { seals, order_seal }) {
    proof.expect(
      "seals",
      proof.table.seals === null && proof.state.street === 0,
      "the deck is sealed twice, or too late",
    );
    Object.assign(proof.table, { seals, orderSeal: order_seal });
  },
  antes_posted(proof, { antes }) {
    for (const [seat, amount] of antes) {
      proof.amount(amount, Math.min(proof.rules.ante, proof.player(seat).stack), `the ante of seat ${seat}`);
    }
  },
  ante_posted(proof, { amount }) {
    proof.amount(amount, Math.min(proof.rules.ante, proof.player().stack), "the ante");
  },
  hand_cancelled(proof, { returned }) {
    for (const player of proof.state.players.filter(({ isIn }) => isIn)) {
      const back = returned.filter(([seat]) => seat === player.seat).reduce((sum, [, amount]) => sum + amount, 0);
      proof.amount(back, player.paid, `what goes back to seat ${player.seat}`);
    }
  },
  cards_dealt: provesDealt,
  card_burned(proof, { position }) {
    proof.expect("deck", proof.rules.burn, "a card is burned where none is");
    provesBettingOver(proof);
    proof.drawn([position]);
  },
  stub_replenished: provesReplenished,
  community_card_dealt(proof, { position, card, salt }) {
    provesBettingOver(proof);
    proof.drawn([position]);
    proof.turnedUp(position, card, salt);
  },
  brought_in: provesBringIn,
  completed: provesWager,
  bet: provesWager,
  raised: provesWager,
  called(proof, { amount }) {
    provesBet(proof);
    proof.amount(amount, Math.min(owedBy(proof.state, proof.player()), proof.player().stack), "the call");
  },
  checked(proof) {
    provesBet(proof);
    const owed = owedBy(proof.state, proof.player());
    proof.expect("chips", owed === 0, `there is a check with ${owed} to call`);
  },
  folded: provesBet,
  timed_out(proof, event) {
    if (BETTING_TIME_OUTS.includes(event.result)) provesBet(proof);
    if (event.result === "bring_in") provesBringIn(proof, event);
    else proof.amount(event.amount, 0, "the time-out's amount");
    if (event.result === "pass") provesServed(proof);
    if (event.result === "show") provesShown(proof);
  },
  chips_returned: provesReturned,
  betting_closed(proof, { street }) {
    const due = nextToBet(proof.state);
    proof.expect("turns", proof.state.inRound, "the betting is closed, and there was none");
    proof.expect("turns", due === null, `the betting is closed, and it is the turn of seat ${due}`);
    proof.expect(
      "turns",
      street === proof.state.street,
      `the betting of street ${street} is closed on street ${proof.state.street}`,
    );
  },
  store_opened(proof, { cards }) {
    provesBettingOver(proof);
    proof.expect(
      "deck",
      proof.state.store === null && proof.state.street === 3,
      "the store opens twice, or not after third street",
    );
    proof.drawn(cards.map(([position]) => position));
    proof.turnedUpAll(cards);
  },
  store_closed(proof) {
    const { store } = proof.state;
    const isDue = store !== null && !store.isClosed && liveOf(proof.state).every((player) => player.up.length === 4);
    proof.expect("deck", isDue, "the store closes, and not all players have four up cards");
  },
  store_card_bought: provesPurchase,
  store_passed: provesServed,
  store_restocked(proof, { slot, position, card, salt }) {
    provesBurned(proof, streetServed(proof.state));
    const due = proof.rules.restock === "slide" ? 3 : proof.state.store.row.indexOf(null) + 1;
    proof.expect(
      "deck",
      slot === due && proof.state.store.row.includes(null),
      `slot ${slot} is restocked, and ${due || "none"} is due`,
    );
    proof.drawn([position]);
    proof.turnedUp(position, card, salt);
  },
  hand_shown: provesShown,
  hand_mucked: provesShown,
  down_cards_opened(proof, { seat, cards }) {
    proof.expect("turns", proof.state.showing.at(-1) === seat, `seat ${seat} opens cards and does not show`);
    const down = proof.player(seat).down;
    const positions = cards.map(([position]) => position);
    proof.expect(
      "deck",
      down.join() === positions.join(),
      `seat ${seat} opens positions ${positions.join(", ")} and holds ${down.join(", ")}`,
    );
    proof.turnedUpAll(cards);
  },
  rake_taken(proof, { amount }) {
    const most = potsOf(proof.state).reduce((sum, pot) => sum + pot.amount, 0);
    proof.expect("chips", amount <= most, `the rake is ${amount}, and the pots hold ${most}`);
  },
  pots_awarded: provesAwards,
  hand_closed(proof, { stacks }) {
    for (const player of proof.state.players) {
      const written = stacks.find(([seat]) => seat === player.seat)?.[1] ?? "nothing";
      proof.amount(written, player.stack, `the final stack of seat ${player.seat}`);
    }
  },
};
