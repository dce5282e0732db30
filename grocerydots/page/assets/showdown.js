// What is checked from the last betting on: who shows, the rake, the awards, the final stacks.

function provesShown(proof) {
  const { state } = proof;
  proof.inTurn(nextToShow(state));
  provesBettingOver(proof);
  const isDue = state.street === 7 && !isAlone(liveOf(state));
  proof.expect("turns", isDue, "a hand is shown or mucked, and there is no showdown");
  const last = state.showing.at(-1);
  const isOpened = last === undefined || proof.player(last).shown.length > 0;
  proof.expect("turns", isOpened, `the cards of seat ${last} are to be opened first`);
}

function provesChoiceToShow(proof, { seat }) {
  provesShown(proof);
  proof.expect("turns", !mustShow(proof.state, proof.rules, seat), `seat ${seat} has to show, and has no choice`);
}

const mostRake = (state) => potsOf(state).reduce((sum, pot) => sum + pot.amount, 0);

/** The rake, where one was declared, is named once and before the awards (HOUSE-32). */
function provesRake(proof, { amount }) {
  const { state, rules } = proof;
  proof.expect("chips", rules.rake === "declared", "a rake is taken, and none was agreed");
  proof.expect("chips", state.rake === null, "a rake is taken twice");
  const most = mostRake(state);
  proof.expect("chips", amount <= most, `the rake is ${amount}, and the pots hold ${most}`);
  provesShowdownOver(proof);
}

/** Everybody who is left has shown or mucked, or is alone. */
function provesShowdownOver(proof) {
  const { state } = proof;
  provesBettingOver(proof);
  const live = liveOf(state);
  const isKnown = live.length === 1 || live.every((player) => player.mucked || cardsOf(state, player).length === 7);
  proof.expect("awards", isKnown, "a hand that was not shown has a claim");
  return isKnown;
}

function provesAwards(proof, { awards }) {
  const { state, rules, table } = proof;
  proof.count("awards", potsOf(state).length);
  const isNamed = rules.rake !== "declared" || state.rake !== null;
  proof.expect("chips", isNamed, "a rake was agreed, and its amount is not named");
  const isKnown = provesShowdownOver(proof);
  const pots = mostRake(state) - (state.rake ?? 0);
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

const LAST_PROOFS = {
  hand_shown: provesShown,
  hand_mucked: provesChoiceToShow,
  down_cards_opened(proof, { seat, cards }) {
    const isDue = proof.state.showing.at(-1) === seat && proof.player(seat).shown.length === 0;
    proof.expect("turns", isDue, `seat ${seat} opens cards, and its hand is not being shown`);
    const down = proof.player(seat).down;
    const positions = cards.map(([position]) => position);
    proof.expect(
      "deck",
      down.join() === positions.join(),
      `seat ${seat} opens positions ${positions.join(", ")} and holds ${down.join(", ")}`,
    );
    proof.turnedUpAll(cards);
  },
  rake_taken: provesRake,
  pots_awarded: provesAwards,
  hand_closed(proof, { stacks }) {
    for (const player of proof.state.players) {
      const written = stacks.find(([seat]) => seat === player.seat)?.[1] ?? "nothing";
      proof.amount(written, player.stack, `the final stack of seat ${player.seat}`);
    }
    const seats = proof.state.players.map((player) => player.seat);
    const isWhole = stacks.map(([seat]) => seat).join() === seats.join();
    proof.expect("chips", isWhole, "the final stacks are not those of everybody, in dealing order");
  },
};
