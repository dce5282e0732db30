// Before the first card everything has its place, and nothing is left out: the dots tie, players' entropy, the seals,
// the antes (GSD-16, ROOM-2, HOUSE-28 to HOUSE-30). Once the pots are out, the hand has only to be closed.

const stakesOver = ({ betting }) => betting.big_bet ?? betting.high ?? lowerLimit({ betting });
const LAST_ENTROPY_SEAT = 2 ** 32 - 1;

/** Whether a hand may be opened like this: its players, its stakes, and who adds entropy. */
function provesOpened({ findings, table }, event) {
  const { rules, seats, entropy_seats: adding, seed_commitment: seed, deck } = event;
  const { most } = gameOf(rules);
  findings.expect("turns", seats.length <= most, `a hand is for 2 to ${most} players, and ${seats.length} sit here`);
  findings.count("chips", table.chips);
  findings.expect("chips", Number.isSafeInteger(table.chips), "there are more chips than can be counted");
  const poor = seats.find(({ stack }) => stack === 0)?.seat;
  findings.expect("chips", poor === undefined, `seat ${poor} has no chips`);
  const fits = lowerLimit(rules) <= stakesOver(rules) && rules.bring_in <= lowerLimit(rules);
  findings.expect("lines", fits, "the bring-in is above the lower limit, or that above the higher");
  const inOrder = adding.every((seat, at) => table.seats.includes(seat) && (at === 0 || seat > adding[at - 1]));
  const isWhole = adding.length === 0 ? seed === null : seed !== null && deck !== "unsealed";
  const isAll = isWhole && inOrder && adding.every((seat) => seat <= LAST_ENTROPY_SEAT);
  findings.expect("lines", isAll, "the seats that add entropy and the seed's commitment do not fit each other");
}

/** What each tag lacks when something else comes in its place. */
const LACKING = {
  dots_tie_confirmed: "the dealer has yet to say how a tie for most dots is settled",
  entropy_committed: "players have yet to commit to their entropy",
  entropy_added: "players have yet to add their entropy",
  deck_sealed: "the deck has yet to be sealed",
  antes_posted: "the automatic antes have yet to be posted",
  ante_posted: "players have yet to be asked for their antes",
  hand_cancelled: "fewer than two are in, so the hand has to be cancelled",
  chips_returned: "uncalled chips have yet to go back",
  cards_dealt: "the antes are in, so the cards of third street are due",
  hand_closed: "everybody has their chips, so the hand has only to be closed",
};
const BEFORE_CARDS = [
  "dots_tie_confirmed",
  "entropy_committed",
  "entropy_added",
  "deck_sealed",
  "antes_posted",
  "ante_posted",
  "sat_out",
  "hand_cancelled",
];

const unanswered = ({ players }) => players.filter(({ isIn, sitsOut }) => !isIn && !sitsOut);
const automatic = ({ state, table }) => unanswered(state).filter(({ seat }) => !table.asked.includes(seat));

/** The tags that may come next before the cards, or once all is paid; null while the hand is being played. */
function tagsDue(proof) {
  const { state, table, rules } = proof;
  if (state.awards !== null || state.isCancelled) return ["hand_closed"];
  if (state.street > 0) return null;
  if (hasStore(rules) && table.dotsTie === null) return ["dots_tie_confirmed", "hand_cancelled"];
  if (table.commitments.size < table.entropySeats.length) return ["entropy_committed", "hand_cancelled"];
  if (table.entropy.size < table.entropySeats.length) return ["entropy_added", "hand_cancelled"];
  if (table.deck !== "unsealed" && table.seals === null) return ["deck_sealed"];
  if (automatic(proof).length > 0) return ["antes_posted"];
  if (unanswered(state).length > 0) return ["ante_posted", "sat_out", "timed_out"];
  if (isAlone(liveOf(state))) return ["hand_cancelled"];
  return [excessOf(state) > 0 ? "chips_returned" : "cards_dealt"];
}

/** Whether an event may come at this point of a hand at all. */
function provesPlace(proof, { event, result, street }) {
  const due = tagsDue(proof);
  const name = event.replaceAll("_", " ");
  const isEarly = BEFORE_CARDS.includes(event) || result === "sit_out" || (event === "cards_dealt" && street === 3);
  if (due !== null) expectDue(proof, due, event, name);
  else if (isEarly) proof.expect("turns", false, `“${name}” comes here, and the cards are out already`);
  else proof.expect("turns", event !== "hand_closed", "the hand is closed, and the pots are not out");
}

/** What is lacking is said once, and not of every entry that comes without it. */
function expectDue({ table, findings }, due, event, name) {
  if (due.includes(event) || table.lacking === due[0]) return;
  table.lacking = due[0];
  findings.expect("turns", false, `“${name}” comes here, and ${LACKING[due[0]]}`);
}

/** Chips above what anybody else has put in: they go back (HOUSE-30). */
function excessOf(state) {
  const [most, next] = state.players.map((player) => player.paid).sort((one, other) => other - one);
  return most - next;
}

const anteOf = ({ rules }, player) => Math.min(rules.ante, player.stack);

/** Everybody whose ante is automatic posts it, in dealing order. */
function provesAntes(proof, { antes }) {
  for (const [seat, amount] of antes)
    proof.amount(amount, anteOf(proof, proof.player(seat)), `the ante of seat ${seat}`);
  const due = automatic(proof).map(({ seat }) => seat);
  const said = antes.map(([seat]) => seat);
  proof.expect(
    "turns",
    said.join() === due.join(),
    `the antes are those of seats ${said.join(", ")}, and those of ${due.join(", ") || "nobody"} are due`,
  );
}

/** Who does not post automatically is asked in dealing order (ROOM-2). */
const provesAnswer = (proof) => proof.inTurn(unanswered(proof.state)[0]?.seat ?? null);

/** Everybody gets back what they posted, and nobody else anything. */
function provesCancelled(proof, { returned }) {
  const due = proof.state.players.filter(({ isIn }) => isIn).map(({ seat, paid }) => [seat, paid]);
  for (const [seat, paid] of due) {
    const back = returned.filter(([of]) => of === seat).reduce((sum, [, amount]) => sum + amount, 0);
    proof.amount(back, paid, `what goes back to seat ${seat}`);
  }
  proof.expect("chips", canonical(returned) === canonical(due), "what goes back is not what was posted");
}

function provesCommitment(proof, { seat, commitment }) {
  const { commitments, entropySeats } = proof.table;
  const isDue = entropySeats.includes(seat) && !commitments.has(seat);
  proof.expect("seals", isDue, `seat ${seat} commits twice, or adds no entropy to this hand`);
  commitments.set(seat, commitment);
}

function provesEntropy(proof, { seat, entropy }) {
  const { handId, commitments, entropy: added } = proof.table;
  proof.count("seals");
  proof.expect("seals", !added.has(seat), `seat ${seat} adds entropy twice`);
  const matches = entropyCommitmentOf(handId, seat, entropy) === commitments.get(seat);
  proof.expect("seals", matches, `the entropy of seat ${seat} does not match what it committed to`);
  added.add(seat);
}

const FIRST_PROOFS = {
  dots_tie_confirmed(proof, { policy }) {
    proof.table.dotsTie = policy;
  },
  entropy_committed: provesCommitment,
  entropy_added: provesEntropy,
  deck_sealed(proof, { seals, order_seal }) {
    const isInTime = proof.table.seals === null && proof.state.street === 0;
    proof.expect("seals", isInTime, "the deck is sealed twice, or too late");
    Object.assign(proof.table, { seals, orderSeal: order_seal });
  },
  antes_posted: provesAntes,
  ante_posted(proof, { amount }) {
    provesAnswer(proof);
    proof.amount(amount, anteOf(proof, proof.player()), "the ante");
  },
  sat_out: provesAnswer,
  hand_cancelled: provesCancelled,
};
