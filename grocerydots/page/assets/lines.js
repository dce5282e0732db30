// The bytes of a file as lines, and each line as an event: canonical JSON with the fields that its tag has.

const LONGEST_LINE = 1 << 20;
const MOST_ENTRIES = 1000000;

/** What is wrong with a line. */
class LineFault extends Error {}

const utf8Strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The lines of a file without their ends, and whether the last one had its end. */
function linesOf(bytes) {
  const lines = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  const cut = start < bytes.length;
  if (cut) lines.push(bytes.subarray(start));
  return { lines, cut };
}

/** The one way in which a value may be written (RFC 8785, for the values that logs use). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** The JSON value of a line; throws `LineFault` when it is not written as it must be. */
function valueOf(line) {
  let text;
  if (line.length > LONGEST_LINE) throw new LineFault("it is too long");
  try {
    text = utf8Strict.decode(line);
  } catch {
    throw new LineFault("it is not UTF-8");
  }
  if (text === "") throw new LineFault("it is empty");
  let value;
  let written;
  try {
    value = JSON.parse(text);
    written = canonical(value);
  } catch {
    throw new LineFault("it is not JSON");
  }
  if (written !== text)
    throw new LineFault(`it is not canonical JSON from character ${firstDifference(text, written) + 1} on`);
  return value;
}

function firstDifference(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

// What fields may hold. A kind gives the path to what is wrong, "" for the value itself; null when all is well.

const holds = (test) => (value) => (test(value) ? null : "");
const WHOLE = holds((v) => Number.isSafeInteger(v) && v >= 0);
const POSITIVE = holds((v) => Number.isSafeInteger(v) && v > 0);
const SEAT = POSITIVE;
const OWNER = WHOLE; // of openings: a seat, or 0 for the house
const FLAG = holds((v) => typeof v === "boolean");
const between = (least, most) => holds((v) => Number.isSafeInteger(v) && v >= least && v <= most);
const oneOf = (...words) => holds((v) => words.includes(v));
const matching = (pattern) => holds((v) => typeof v === "string" && pattern.test(v));
const orNull = (kind) => (v) => (v === null ? null : kind(v));
const POSITION = between(0, 51);
const HAND_ID = matching(/^[A-Za-z0-9._-]{1,64}$/);
const CARD = matching(/^[2-9TJQKA][cdhs]$/);
const SALT = orNull(matching(/^[0-9a-f]{32}$/));
const HASH = matching(/^[0-9a-f]{64}$/);
const NAME = holds((v) => typeof v === "string" && !/\p{Surrogate}/u.test(v) && v !== "" && [...v].length <= 10000);

function listOf(kind, size = null) {
  return (value) => {
    if (!Array.isArray(value) || (size !== null && value.length !== size)) return "";
    return firstFault(value.map((item, at) => [`[${at}]`, kind(item)]));
  };
}

function rowOf(...kinds) {
  return (value) => {
    if (!Array.isArray(value) || value.length !== kinds.length) return "";
    return firstFault(value.map((item, at) => [`[${at}]`, kinds[at](item)]));
  };
}

function objectOf(kinds) {
  return (value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return "";
    const names = [...new Set([...Object.keys(kinds), ...Object.keys(value)])];
    const unknown = holds(() => false);
    return firstFault(names.map((name) => [`.${name}`, (hasOwn(kinds, name) ? kinds[name] : unknown)(value[name])]));
  };
}

function firstFault(found) {
  const fault = found.find(([, path]) => path !== null);
  return fault === undefined ? null : fault[0] + fault[1];
}

const PAYMENT = rowOf(SEAT, WHOLE);
const OPENING = rowOf(POSITION, CARD, SALT);
const UP = rowOf(SEAT, POSITION, oneOf(true), CARD, SALT);
const DOWN = rowOf(SEAT, POSITION, oneOf(false), oneOf(null), oneOf(null));
const DEALT = (value) => (Array.isArray(value) && value[2] === true ? UP(value) : DOWN(value));
const SEATING = objectOf({ auto_ante: FLAG, player: NAME, seat: SEAT, stack: WHOLE });
const STAKES = {
  fixed_limit: ["small_bet", "big_bet"],
  spread_limit: ["low", "high"],
  pot_limit: ["minimum"],
  no_limit: ["minimum"],
};
const hasOwn = (value, name) => Object.hasOwn(Object(value), name);

function BETTING(value) {
  const structure = Object(value).structure;
  if (!hasOwn(STAKES, structure)) return ".structure";
  return objectOf({ structure: oneOf(structure), ...fieldsOf(STAKES[structure], POSITIVE) })(value);
}

const fieldsOf = (names, kind) => Object.fromEntries(names.map((name) => [name, kind]));

/** Rules as they stand in a log: options that do not apply to the game and structure are left out. */
function RULES(value) {
  const game = hasOwn(GAMES, Object(value).game) ? gameOf(value) : null;
  const structure = Object(Object(value).betting).structure;
  return objectOf({
    act_within_ms: orNull(POSITIVE),
    ante: WHOLE,
    betting: BETTING,
    bring_in: POSITIVE,
    burn: FLAG,
    fold_when_free: FLAG,
    game: oneOf(...Object.keys(GAMES)),
    odd_chips: oneOf("by_suit", "dealers_left"),
    rake: oneOf("none", "declared"),
    rulebook: oneOf(1),
    showdown: oneOf("may_muck", "all_show"),
    time_out: oneOf("all_in", "check_or_fold"),
    ...(game?.hasStore ? { restock: oneOf("in_place", "slide"), unit: POSITIVE } : {}),
    ...(structure === "fixed_limit" && game?.hasOpenPair ? { open_pair: oneOf("any_player", "pair_opens", "none") } : {}),
    ...(["fixed_limit", "spread_limit"].includes(structure)
      ? { heads_up_raises: oneOf("unlimited_before_cap", "unlimited_from_round_start", "capped") }
      : {}),
  })(value);
}

const SHARES = Object.values(GAMES).flatMap(({ shares }) => shares.map(({ name }) => name));
const SEAT_ONLY = { seat: SEAT };
const SEAT_AMOUNT = { amount: WHOLE, seat: SEAT };
const WAGER = { amount: WHOLE, full: FLAG, seat: SEAT, to: WHOLE };
const CARD_TURNED = { card: CARD, position: POSITION, salt: SALT };

const FIELDS = {
  hand_opened: {
    dealer: WHOLE,
    deck: oneOf("sealed", "test", "unsealed"),
    entropy_seats: listOf(SEAT),
    format: oneOf("grocerydots"),
    hand_id: HAND_ID,
    rules: RULES,
    seats: listOf(SEATING),
    seed_commitment: orNull(HASH),
    version: oneOf(1),
  },
  dots_tie_confirmed: { policy: oneOf("share", "best_high") },
  entropy_committed: { commitment: HASH, seat: SEAT },
  entropy_added: { entropy: HASH, seat: SEAT },
  deck_sealed: { order_seal: HASH, seals: listOf(HASH, 52) },
  antes_posted: { antes: listOf(PAYMENT) },
  ante_posted: SEAT_AMOUNT,
  sat_out: SEAT_ONLY,
  hand_cancelled: { returned: listOf(PAYMENT) },
  cards_dealt: { cards: listOf(DEALT), street: between(3, 7) },
  card_burned: { position: POSITION },
  stub_replenished: { order: orNull(listOf(POSITION, 52)), positions: listOf(POSITION), salt: SALT },
  community_card_dealt: CARD_TURNED,
  brought_in: { amount: WHOLE, full: FLAG, seat: SEAT },
  completed: WAGER,
  bet: WAGER,
  raised: WAGER,
  called: SEAT_AMOUNT,
  checked: SEAT_ONLY,
  folded: SEAT_ONLY,
  timed_out: {
    amount: WHOLE,
    result: oneOf("all_in", "check", "fold", "bring_in", "sit_out", "pass", "show"),
    seat: SEAT,
  },
  chips_returned: SEAT_AMOUNT,
  betting_closed: { street: between(3, 7) },
  store_opened: { cards: listOf(OPENING, 3) },
  store_card_bought: { card: CARD, price: WHOLE, seat: SEAT, slot: between(1, 3) },
  store_passed: SEAT_ONLY,
  store_restocked: { ...CARD_TURNED, slot: between(1, 3) },
  store_closed: {},
  hand_shown: SEAT_ONLY,
  hand_mucked: SEAT_ONLY,
  down_cards_opened: { cards: listOf(OPENING), seat: SEAT },
  rake_taken: { amount: WHOLE },
  pots_awarded: { awards: listOf(rowOf(WHOLE, oneOf(...SHARES, "whole"), SEAT, WHOLE)) },
  hand_closed: { stacks: listOf(PAYMENT) },
};

/** The event of a line; throws `LineFault` for what the format does not have. */
function eventOf(line) {
  const event = valueOf(line);
  if (event === null || typeof event !== "object" || Array.isArray(event)) throw new LineFault("it is no event");
  const kinds = typeof event.event === "string" && hasOwn(FIELDS, event.event) ? FIELDS[event.event] : null;
  if (kinds === null) throw new LineFault("the format has no such event");
  const at = hasOwn(event, "at") ? { at: WHOLE } : {};
  const path = objectOf({ ...kinds, ...at, event: oneOf(event.event) })(event);
  if (path !== null) throw new LineFault(`the field ${path.replace(/^\./, "")} is missing or wrong`);
  return event;
}
