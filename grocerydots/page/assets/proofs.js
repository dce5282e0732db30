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
    if (deck === "unsealed")
      return this.expect("seals", salt === null, `there is a salt for ${card}, and the deck is not sealed`);
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

/** What the clock does in a player's place, by its result. */
const CLOCK = {
  all_in: provesClockInBetting,
  check: provesClockInBetting,
  fold: provesClockInBetting,
  bring_in: provesBringIn,
  sit_out: provesAnswer,
  pass: provesAtStore,
  show: provesChoiceToShow,
};

const PROOFS = {
  ...FIRST_PROOFS,
  ...BETTING_PROOFS,
  ...CARD_PROOFS,
  ...LAST_PROOFS,
  timed_out(proof, event) {
    CLOCK[event.result](proof, event);
    if (event.result !== "bring_in") proof.amount(event.amount, 0, "the time-out's amount");
  },
};
