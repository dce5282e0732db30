// The times of a log, where it has any: they run on, a dealer's line bears that of the line before it, and players
// had the time that is theirs (ROOM-9).

const WITHOUT_A_CLOCK = ["dots_tie_confirmed", "entropy_committed", "entropy_added", "rake_taken"];
const BY_PLAYERS = [
  "ante_posted",
  "sat_out",
  "brought_in",
  "completed",
  "bet",
  "raised",
  "called",
  "checked",
  "folded",
  "store_card_bought",
  "store_passed",
  "hand_mucked",
  "timed_out",
];

function isPlayers({ state, rules }, { event, seat }) {
  return BY_PLAYERS.includes(event) || (event === "hand_shown" && !mustShow(state, rules, seat));
}

/** Whether something that no player decides is done at a time of its own, and not at that of the line before. */
function hasOwnTime(proof, { event }) {
  if (event === "deck_sealed") return proof.table.entropySeats.length > 0;
  if (event === "hand_cancelled") return proof.state.players.every(({ isIn, sitsOut }) => !isIn && !sitsOut);
  return WITHOUT_A_CLOCK.includes(event);
}

function provesTime(proof, event, before) {
  const took = event.at - before.at;
  proof.count("times");
  proof.expect("times", took >= 0, `it is at ${event.at} ms, and the entry before it at ${before.at} ms`);
  if (isPlayers(proof, event)) return provesInTime(proof, event, took);
  const isHeld = took > 0 && !hasOwnTime(proof, event);
  proof.expect("times", !isHeld, `the dealer's line is ${took} ms after the one before it, and bears its time`);
}

function provesInTime({ rules, findings }, { event, seat }, took) {
  const limit = rules.act_within_ms;
  if (limit === null) return;
  const isKept = event === "timed_out" ? took >= limit : took <= limit;
  const what = event === "timed_out" ? "the clock acts for" : "there acts";
  findings.expect("times", isKept, `${what} seat ${seat} after ${took} ms of ${limit}`);
}
