// What is checked of a betting round: whose turn it is, what they owe, and that uncalled chips go back before it is
// closed. The sizes of wagers are not worked out here.

const betOf = (state) => (state.round?.street === state.street ? state.round.bet : 0);
const owedBy = (state, player) => betOf(state) - player.wagered;

function provesBet(proof) {
  const { store, street } = proof.state;
  proof.inTurn(nextToBet(proof.state));
  proof.expect(
    "deck",
    street < 6 || store === null || store.isClosed,
    "the store is open in the betting of sixth street",
  );
}

/** What a wager is called here: the first full one over the bring-in completes it (LIM-3). */
function wagerDue(state) {
  const wagers = state.round?.street === state.street ? state.round.wagers : 0;
  if (state.street === 3) return wagers === 0 ? "completed" : "raised";
  return betOf(state) === 0 ? "bet" : "raised";
}

function provesWager(proof, { amount, event, to }) {
  provesBet(proof);
  const due = wagerDue(proof.state);
  proof.expect("turns", event === due, `the wager is called “${event}”, and here it is “${due}”`);
  proof.amount(to, proof.player().wagered + amount, "the total of the wager");
  const bet = betOf(proof.state);
  proof.expect("chips", to > bet, `the wager is to ${to}, and ${bet} stands already`);
}

function provesBringIn(proof, { amount }) {
  provesBet(proof);
  proof.expect("turns", isUnopened(proof.state), "the bring-in comes, and the betting is open");
  proof.amount(amount, Math.min(proof.rules.bring_in, proof.player().stack), "the bring-in");
}

/** Whether third street waits for the bring-in, or for more. */
const isUnopened = (state) => state.street === 3 && betOf(state) === 0;

function provesCall(proof, { amount }) {
  provesBet(proof);
  const owed = owedBy(proof.state, proof.player());
  proof.expect("chips", owed > 0, "there is a call with nothing to call");
  proof.amount(amount, Math.min(owed, proof.player().stack), "the call");
}

function provesCheck(proof) {
  provesBet(proof);
  const owed = owedBy(proof.state, proof.player());
  proof.expect("chips", owed === 0, `there is a check with ${owed} to call`);
  proof.expect("turns", !isUnopened(proof.state), "there is a check, and somebody has to open");
}

/** The forced opener cannot fold; a free fold is the table's to allow (HOUSE-3, HOUSE-9). */
function provesFold(proof, { seat }) {
  provesBet(proof);
  const { state, rules } = proof;
  const isFree = owedBy(state, proof.player()) === 0;
  if (isUnopened(state)) proof.expect("turns", firstBoard(state)?.seat !== seat, `seat ${seat} folds, and has to open`);
  else proof.expect("turns", !isFree || rules.fold_when_free, `seat ${seat} folds with nothing to call`);
}

/** What the clock does in place of a bet (ROOM-9, HOUSE-24, HOUSE-25). */
function clockInBetting({ state, rules }, player) {
  if (isUnopened(state)) return "bring_in";
  if (rules.time_out === "all_in") return "all_in";
  return owedBy(state, player) > 0 ? "fold" : "check";
}

function provesClockInBetting(proof, { result }) {
  provesBet(proof);
  const due = clockInBetting(proof, proof.player());
  proof.expect("turns", result === due, `the clock's “${result}” comes, and “${due}” is due`);
}

function provesReturned(proof, { seat, amount }) {
  const { state } = proof;
  const isMost = state.players.every((player) => player.paid <= proof.player(seat).paid);
  proof.amount(amount, isMost ? excessOf(state) : 0, `what goes back to seat ${seat}`);
  const isDue = state.street === 0 || (state.inRound && nextToBet(state) === null);
  proof.expect("turns", isDue && amount > 0, "chips go back, and none are to");
}

/** A street's betting must be closed, or not be called for, before anything of what follows it. */
function provesBettingOver(proof) {
  const { state } = proof;
  const isOver = isAlone(liveOf(state)) || (isDealt(state) && nextToBet(state) === null);
  proof.expect("turns", isOver && !state.inRound, `the betting of street ${state.street} is not over`);
}

const BETTING_PROOFS = {
  brought_in(proof, event) {
    provesBringIn(proof, event);
    const isWager = proof.rules.bring_in === lowerLimit(proof.rules);
    proof.expect("chips", event.full === isWager, "whether the bring-in counts as a full wager is wrong");
  },
  completed: provesWager,
  bet: provesWager,
  raised: provesWager,
  called: provesCall,
  checked: provesCheck,
  folded: provesFold,
  chips_returned: provesReturned,
  betting_closed(proof, { street }) {
    const due = nextToBet(proof.state);
    proof.expect("turns", proof.state.inRound, "the betting is closed, and there was none");
    proof.expect("turns", due === null, `the betting is closed, and it is the turn of seat ${due}`);
    const excess = excessOf(proof.state);
    proof.expect("chips", excess === 0, `the betting is closed, and ${excess} uncalled chips have not gone back`);
    proof.expect(
      "turns",
      street === proof.state.street,
      `the betting of street ${street} is closed on street ${proof.state.street}`,
    );
  },
};
