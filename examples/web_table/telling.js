// What the table says to its player: what happened, what is asked, and what each button does.

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const cardSign = (card) => `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`;
const CARD = /\b[2-9TJQKA][cdhs]\b/g;

/** What an event says, its cards written as on the buttons. */
function tellingOf(hand, at) {
  const event = hand.log.events[at];
  if (event.event === "pots_awarded") return awardWords(hand, event.awards);
  const told = describe(event, (seat) => `#${seat}#`).replace(CARD, cardSign); // no name is taken for a card
  return told.replace(/#(\d+)#/g, (_, seat) => nameOf(hand, Number(seat)));
}

/** Who won how much in all, and of what: "bob wins 30 (20 high, 10 dots), ann 10 (dots)". */
function awardWords(hand, awards) {
  const won = new Map();
  for (const [, share, seat, amount] of awards) {
    if (!won.has(seat)) won.set(seat, new Map());
    won.get(seat).set(share, (won.get(seat).get(share) ?? 0) + amount);
  }
  const told = [...won].map(([seat, shares], at) => {
    const all = [...shares.values()].reduce((sum, amount) => sum + amount);
    const parts = [...shares].map(([share, amount]) => (shares.size === 1 ? share : `${amount} ${share}`));
    return `${nameOf(hand, seat)}${at === 0 ? " wins" : ""} ${all} (${parts.join(", ")})`;
  });
  return told.join(", ");
}

/** The dealer's chores, which follow from what happened before them. */
const CHORES = ["card_burned", "store_restocked", "store_closed", "chips_returned", "betting_closed", "hand_closed"];

/** What happened last, chores left out; at the end, who won what. */
function headline(hand) {
  const at = hand.log.events.findLastIndex(({ event }, entry) => entry <= hand.at && !CHORES.includes(event));
  return tellingOf(hand, at);
}

/** What the player is asked, by a choice that goes with it. */
const QUESTIONS = {
  dots_tie: () => "How is a tie for most dots settled?",
  ante: () => "Are you in?",
  pass: () => "Buy, or take the next card",
  bring_in: () => "Open the betting",
  show: () => "Show your cards, or throw them away",
  call: (chips) => `It costs ${chips} to stay in`,
  check: () => "Nobody has bet",
};

function questionOf({ choices }) {
  const asking = choices.find(({ choice }) => hasOwn(QUESTIONS, choice));
  return asking === undefined ? "Your turn" : QUESTIONS[asking.choice](asking.lowest);
}

const WORDS = {
  ante: () => "I'm in",
  sit_out: () => "Sit out",
  bring_in: (n) => `Bring in ${n}`,
  complete: (n) => `Complete to ${n}`,
  bet: (n) => `Bet ${n}`,
  raise: (n) => `Raise to ${n}`,
  call: (n) => `Call ${n}`,
  check: () => "Check",
  fold: () => "Fold",
  pass: () => "Next card, free",
  show: () => "Show",
  muck: () => "Muck",
  cancel: () => "Cancel the hand",
};
