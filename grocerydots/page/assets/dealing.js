// What is checked of the cards: burns, streets, the store, a deck that runs short (LIM-2, GSD-7 to GSD-11, ROOM-12).

/** A new street begins: the betting is over, some are left to play on, and the store has opened and closed in time. */
function provesStreetOver(proof) {
  const { state, rules } = proof;
  provesBettingOver(proof);
  proof.expect("turns", !isAlone(liveOf(state)), "the hand goes on, and one player is left");
  proof.expect("turns", state.street < 7, "a street comes after seventh street");
  const isOpen = !hasStore(rules) || (state.store !== null && (state.street < 6 || state.store.isClosed));
  proof.expect("deck", isOpen, `the store has to ${state.store === null ? "open" : "close"} first`);
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

/** Whoever can act and pay for slot 1 is asked before the stub's next card is theirs (HOUSE-12). */
const isAsked = ({ rules }, player) => canAct(player) && player.stack >= rules.unit;

/** Somebody is about to be asked at the store: it is open, the street's betting has not begun, and they can pay. */
function provesService(proof, next) {
  const { state } = proof;
  const street = streetServed(state);
  if (street > state.street) provesStreetOver(proof);
  provesBurned(proof, street);
  proof.expect("turns", state.passed === null, `seat ${state.passed} has passed and waits for a card`);
  const isNext = street <= 6 && next !== null && isAsked(proof, playerIn(state, next));
  proof.expect("turns", isNext, "nobody is to be asked at the store");
}

function provesAtStore(proof) {
  const next = nextToServe(proof.state);
  proof.inTurn(next);
  provesService(proof, next);
  const isFull = proof.state.store?.row.length === 3 && !proof.state.store.row.includes(null);
  proof.expect("deck", isFull, "a slot is empty, and was not restocked before the decision");
}

function provesAsked(proof, cards) {
  const { state } = proof;
  const unasked = cards
    .map(([seat]) => seat)
    .find((seat) => isAsked(proof, playerIn(state, seat)) && seat !== state.passed);
  proof.expect("turns", unasked === undefined, `seat ${unasked} gets a card and was not asked to buy`);
  const isServed = state.passed === null || cards.some(([seat]) => seat === state.passed);
  proof.expect("turns", isServed, `seat ${state.passed} has passed and gets no card`);
}

/** Who gets cards of a street now, and how: [seat, face up] each. */
function dueCards(proof, street) {
  const { state } = proof;
  const live = liveOf(state);
  if (street === 3) return [false, false, true].flatMap((isUp) => live.map(({ seat }) => [seat, isUp]));
  if (street === 7) return live.filter(({ down }) => down.length === 2).map(({ seat }) => [seat, false]);
  const waiting = live.filter((player) => player.up.length === street - 3);
  const asked = waiting.findIndex((player, at) => at > 0 && state.store !== null && isAsked(proof, player));
  return (asked < 0 ? waiting : waiting.slice(0, asked)).map(({ seat }) => [seat, true]);
}

function provesDealt(proof, { cards, street }) {
  const { state } = proof;
  const due = dueCards(proof, street);
  const dealt = cards.map(([seat, , isUp]) => [seat, isUp]);
  proof.expect(
    "deck",
    cards.length > 0 && canonical(dealt) === canonical(due),
    `cards of street ${street} go to the wrong players, or the wrong way up`,
  );
  if (state.store !== null && street < 7) provesAsked(proof, cards);
  if (street > 3 && street > state.street) provesStreetOver(proof);
  provesBurned(proof, street);
  proof.drawn(cards.map(([, position]) => position));
  for (const [, position, isUp, card, salt] of cards) if (isUp) proof.turnedUp(position, card, salt);
}

const leftOf = ({ stub }) => stub.positions.length - stub.taken;

/** Whether the stub is too short for seventh street, its burn included. */
function isShort({ state, rules }) {
  const isBurned = rules.burn && !state.stub.isReplenished && state.street === 6;
  return leftOf(state) < liveOf(state).length + (isBurned ? 1 : 0);
}

/** A short deck (ROOM-12): stub and burns, or the burns alone, in the order that was sealed. */
function provesReplenished(proof, { positions, order, salt }) {
  const { stub, street } = proof.state;
  provesStreetOver(proof);
  const isDue = street === 6 && !stub.isReplenished && isShort(proof);
  proof.expect("deck", isDue, "the stub is made anew, and is long enough");
  const rest = stub.positions.slice(stub.taken);
  const isEnough = rest.length + stub.burned.length >= liveOf(proof.state).length;
  const available = new Set([...(isEnough ? rest : []), ...stub.burned]);
  const isAll = positions.length === available.size && positions.every((position) => available.has(position));
  proof.expect(
    "deck",
    isAll && new Set(positions).size === positions.length,
    "the new stub is not made of what is left and burned",
  );
  if (proof.table.deck === "unsealed")
    return proof.expect("seals", order === null && salt === null, "the order of an unsealed deck is opened");
  proof.count("seals");
  const isOpened = order !== null && salt !== null;
  const matches = isOpened && orderSealOf(proof.table.handId, order, salt) === proof.table.orderSeal;
  proof.expect("seals", matches, "the order of the reshuffle does not match its seal");
  const sealed = (order ?? []).filter((position) => available.has(position));
  proof.expect("deck", sealed.join() === positions.join(), "the new stub is not in the sealed order");
}

function provesPurchase(proof, { slot, card, price }) {
  provesAtStore(proof);
  const lies = proof.state.store?.row[slot - 1] ?? null;
  proof.expect("deck", lies === card, `${card} is bought from slot ${slot}, where ${lies ?? "nothing"} lies`);
  proof.amount(price, slot * proof.rules.unit, `the price of slot ${slot}`);
}

const CARD_PROOFS = {
  cards_dealt: provesDealt,
  card_burned(proof, { position }) {
    const isDue = proof.rules.burn && !proof.state.stub.isReplenished && !(proof.state.street === 6 && isShort(proof));
    proof.expect("deck", isDue, "a card is burned where none is");
    provesStreetOver(proof);
    proof.drawn([position]);
  },
  stub_replenished: provesReplenished,
  community_card_dealt(proof, { position, card, salt }) {
    const { stub, street } = proof.state;
    provesStreetOver(proof);
    const isDue = street === 6 && isShort(proof) && (stub.isReplenished || stub.burned.length === 0);
    proof.expect("deck", isDue, "a card is turned up for everybody, and there is one for each");
    proof.drawn([position]);
    proof.turnedUp(position, card, salt);
  },
  store_opened(proof, { cards }) {
    provesBettingOver(proof);
    const { state, rules } = proof;
    const isDue = hasStore(rules) && state.store === null && state.street === 3 && !isAlone(liveOf(state));
    proof.expect("deck", isDue, "the store opens twice, or where there is none, or not after third street");
    proof.drawn(cards.map(([position]) => position));
    proof.turnedUpAll(cards);
  },
  store_closed(proof) {
    const { store } = proof.state;
    const isServed = liveOf(proof.state).every((player) => player.up.length === 4);
    const isDue = store !== null && !store.isClosed && isServed && proof.state.passed === null;
    proof.expect("deck", isDue, "the store closes, and not all players have four up cards");
  },
  store_card_bought: provesPurchase,
  store_passed: provesAtStore,
  store_restocked(proof, { slot, position, card, salt }) {
    provesService(proof, nextToServe(proof.state));
    const row = proof.state.store?.row ?? [];
    const due = proof.rules.restock === "slide" && row.includes(null) ? 3 : row.indexOf(null) + 1;
    proof.expect(
      "deck",
      slot === due && row.includes(null),
      `slot ${slot} is restocked, and ${due || "none"} is due`,
    );
    proof.drawn([position]);
    proof.turnedUp(position, card, salt);
  },
};
