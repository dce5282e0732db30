// Names fit to show, and events in words where the page brings none.

const STREETS = { 3: "third street", 4: "fourth street", 5: "fifth street", 6: "sixth street", 7: "seventh street" };
const STRUCTURES = {
  fixed_limit: "fixed limit",
  spread_limit: "spread limit",
  pot_limit: "pot limit",
  no_limit: "no limit",
};
const LONGEST_NAME = 20;

const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join(""));

// Controls, marks that turn the direction of writing, blanks, and letters that are drawn as nothing.
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\u00A0\u034F\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u202F\u205F\u2800\u3000\u3164\uFE00-\uFE0F\uFFA0]/u;

/** A player's name as it may be shown: anybody's text, in one short line without tricks. */
function safeName(name) {
  const shown = [];
  let [marks, width] = [0, 0];
  for (const letter of name.trim() === "" ? `\u00A0` : name) {
    marks = /\p{M}/u.test(letter) ? marks + 1 : 0;
    const isTrick = HIDDEN.test(letter) || marks > 3 || (marks > 0 && shown.length === 0);
    const piece = isTrick ? `\\u${letter.codePointAt(0).toString(16).padStart(4, "0")}` : letter;
    width += piece === letter && marks > 0 ? 0 : piece.length;
    if (width > LONGEST_NAME) return `${shown.join("")}…`;
    shown.push(piece);
  }
  return shown.join("");
}

/** The table's stakes in a line. */
function stakesOf({ rules, deck }) {
  const { betting } = rules;
  const limits = [betting.small_bet ?? betting.low ?? betting.minimum, betting.big_bet ?? betting.high];
  const stakes = limits.filter((limit) => limit !== undefined).join("/");
  const unit = rules.unit === undefined ? [] : [`unit ${rules.unit}`];
  const about = [
    `${gameOf(rules).title}, ${STRUCTURES[betting.structure]} ${stakes}`,
    `ante ${rules.ante}`,
    `bring-in ${rules.bring_in}`,
  ];
  return [...about, ...unit, ...(deck === "sealed" ? [] : [`${deck} deck`])].join(" · ");
}

/** What an event says, in plain words, for a log that came without its history. */
function describe(event, name) {
  const who = hasOwn(event, "seat") ? name(event.seat) : "";
  const paid = (rows) => listed(rows.map(([seat, amount]) => `${name(seat)} ${amount}`));
  switch (event.event) {
    case "hand_opened":
      return `Hand ${event.hand_id} opens`;
    case "dots_tie_confirmed":
      return event.policy === "share"
        ? "A tie for most dots is shared"
        : "A tie for most dots goes to the best high hand";
    case "entropy_committed":
      return `${who} commits to entropy`;
    case "entropy_added":
      return `${who} adds entropy`;
    case "deck_sealed":
      return "The deck is sealed";
    case "antes_posted":
      return `Antes: ${paid(event.antes)}`;
    case "ante_posted":
      return `${who} antes ${event.amount}`;
    case "sat_out":
      return `${who} sits out`;
    case "hand_cancelled":
      return `The hand is cancelled; back go ${paid(event.returned) || "no chips"}`;
    case "cards_dealt":
      return dealtWords(event, name);
    case "card_burned":
      return "A card is burned";
    case "stub_replenished":
      return "Stub and burned cards are shuffled into a new stub";
    case "community_card_dealt":
      return `One card for everybody: ${event.card}`;
    case "brought_in":
      return `${who} brings in ${event.amount}`;
    case "completed":
      return `${who} completes to ${event.to}`;
    case "bet":
      return `${who} bets ${event.to}`;
    case "raised":
      return `${who} raises to ${event.to}`;
    case "called":
      return `${who} calls ${event.amount}`;
    case "checked":
      return `${who} checks`;
    case "folded":
      return `${who} folds`;
    case "timed_out":
      return `${who} runs out of time: ${event.result.replaceAll("_", " ")}${event.amount ? ` ${event.amount}` : ""}`;
    case "chips_returned":
      return `${event.amount} go back to ${who}`;
    case "betting_closed":
      return `The betting of ${STREETS[event.street]} is closed`;
    case "store_opened":
      return `The store opens: ${event.cards.map(([, card]) => card).join(" ")}`;
    case "store_card_bought":
      return `${who} buys ${event.card} from slot ${event.slot} for ${event.price}`;
    case "store_passed":
      return `${who} takes the next card of the stub`;
    case "store_restocked":
      return `Slot ${event.slot} is restocked: ${event.card}`;
    case "store_closed":
      return "The store closes, and what is left in it is discarded";
    case "hand_shown":
      return `${who} shows`;
    case "hand_mucked":
      return `${who} mucks`;
    case "down_cards_opened":
      return `${who} turns up ${event.cards.map(([, card]) => card).join(" ")}`;
    case "rake_taken":
      return `The house takes a rake of ${event.amount}`;
    case "pots_awarded":
      return event.awards.map(([, share, seat, amount]) => `${name(seat)} wins ${amount} (${share})`).join("; ");
    default:
      return `The hand is over: ${paid(event.stacks)}`;
  }
}

function dealtWords({ cards, street }, name) {
  const up = cards.filter(([, , isUp]) => isUp).map(([seat, , , card]) => `${name(seat)} ${card}`);
  const down = cards.length - up.length;
  const parts = [
    ...(down > 0 ? [`${counted(down, "card")} face down`] : []),
    ...(up.length > 0 ? [up.join(", ")] : []),
  ];
  return `Dealt on ${STREETS[street]}: ${parts.join("; ")}`;
}

/** The rule behind a dealer's event, where the page brings none. */
const RULE_OF = {
  dots_tie_confirmed: "GSD-16",
  deck_sealed: "GSD-1",
  antes_posted: "ROOM-2",
  hand_cancelled: "HOUSE-29",
  cards_dealt: "ROOM-3",
  card_burned: "ROOM-5",
  stub_replenished: "ROOM-12",
  community_card_dealt: "ROOM-12",
  chips_returned: "HOUSE-30",
  store_opened: "GSD-7",
  store_restocked: "GSD-10",
  store_closed: "GSD-11",
  down_cards_opened: "ROOM-17",
  rake_taken: "HOUSE-32",
  pots_awarded: "HOUSE-22",
};
