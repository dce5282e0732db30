// What a log proves by itself: its lines, chain, seals, deck, turns, chips and awards, each with a verdict.

const CHECKS = {
  lines: "Every line is written as the format says",
  chain: "The chain of hashes leads to the head",
  seals: "Every opened card matches its seal",
  deck: "No card comes twice or out of order",
  turns: "Everything came in its turn",
  times: "The clock was kept",
  chips: "Every chip is accounted for",
  awards: "The pots went to the right players",
};

/** What was found: how many things each check looked at, and what was wrong with them. */
class Findings {
  constructor() {
    this.entry = null;
    this.faults = 0;
    this.checks = Object.entries(CHECKS).map(([id, title]) => ({ id, title, count: 0, faults: [], note: "" }));
  }

  of(id) {
    return this.checks.find((check) => check.id === id);
  }

  count(id, number = 1) {
    this.of(id).count += number;
  }

  /** Something that must hold; when it does not, `message` is what is wrong at the current entry. */
  expect(id, holds, message) {
    const check = this.of(id);
    if (holds) return;
    this.faults += 1;
    check.faults.push({ entry: this.entry, message: typeof message === "function" ? message() : message });
  }
}

/** Everything about the log of one hand, from its bytes. Never throws. */
function verifyLog(bytes) {
  const findings = new Findings();
  const { lines, cut } = linesOf(bytes);
  const end = endOf(lines);
  const entries = end !== null || cut ? lines.slice(0, -1) : lines;
  const log = { lines: entries, end, heads: headsOf(entries), events: [], states: [], table: null, findings };
  replay(log);
  log.isFinished = log.events.at(-1)?.event === "hand_closed";
  checkEnd(log, cut);
  summarise(log);
  return log;
}

function headsOf(lines) {
  let head = new Uint8Array(0);
  return lines.map((line) => hexOf((head = sha256(head, line))));
}

/** The end line of a finished log; null when the last line is none. */
function endOf(lines) {
  try {
    const end = valueOf(lines.at(-1));
    return end.event === "end" ? end : null;
  } catch {
    return null;
  }
}

/** So many faults are enough: each state is a copy, and what follows junk is junk. */
const MOST_FAULTS = 100;

/** Read and apply entry after entry, until one cannot be, or too much is wrong. */
function replay(log) {
  for (const [entry, line] of log.lines.entries()) {
    log.findings.entry = entry;
    if (log.findings.faults >= MOST_FAULTS) {
      log.findings.expect("lines", false, "so much is wrong before this line that no more was looked at");
      return;
    }
    try {
      const event = eventOf(line);
      checkPlace(log, event);
      apply(log, event);
      log.findings.count("lines");
    } catch (error) {
      const why = error instanceof LineFault ? error.message : "it makes no sense at this point of a hand";
      log.findings.expect("lines", false, why);
      return;
    }
  }
}

function checkPlace(log, event) {
  const isFirst = log.events.length === 0;
  if (log.events.length === MOST_ENTRIES) throw new LineFault("a hand has no more than 1,000,000 entries");
  if ((event.event === "hand_opened") !== isFirst)
    throw new LineFault(isFirst ? "a hand opens first" : "a second hand opens");
  if (log.events.at(-1)?.event === "hand_closed") throw new LineFault("the hand was over already");
  if (!isFirst && hasOwn(event, "at") !== hasOwn(log.events[0], "at"))
    throw new LineFault("a time stands on every line or on none");
  const seated = isFirst ? event.seats.map(({ seat }) => seat) : log.table.seats;
  if (isFirst && (seated.length < 2 || seated.some((seat, at) => at > 0 && seat <= seated[at - 1])))
    throw new LineFault("its seats are not two or more, by their numbers");
  const stranger = seatsIn(event).find((seat) => !seated.includes(seat));
  if (stranger !== undefined) throw new LineFault(`nobody sits in seat ${stranger}`);
}

function seatsIn(event) {
  const rows = [...(event.antes ?? []), ...(event.returned ?? []), ...(event.stacks ?? [])].map(([seat]) => seat);
  const dealt = event.event === "cards_dealt" ? event.cards.map(([seat]) => seat) : [];
  const won = (event.awards ?? []).map(([, , seat]) => seat);
  return [...rows, ...dealt, ...won, ...(hasOwn(event, "seat") ? [event.seat] : [])];
}

function apply(log, event) {
  const before = log.states.at(-1) ?? null;
  if (before === null) {
    log.table = tableOf(event);
    provesOpened(log, event);
  } else proves(new Proof(log, before, event), event, log.events.at(-1));
  const after = before === null ? opened(event) : evolve(before, event, log.table.rules);
  log.events.push(event);
  log.states.push(after);
  checkChips(log, after);
}

function tableOf(event) {
  return {
    handId: event.hand_id,
    rules: event.rules,
    dealer: event.dealer,
    deck: event.deck,
    seats: event.seats.map(({ seat }) => seat),
    asked: event.seats.filter(({ auto_ante: isAutomatic }) => !isAutomatic).map(({ seat }) => seat),
    entropySeats: event.entropy_seats,
    players: new Map(event.seats.map(({ seat, player }) => [seat, player])),
    chips: event.seats.reduce((sum, { stack }) => sum + stack, 0),
    seals: null,
    orderSeal: null,
    dotsTie: null,
    commitments: new Map(),
    entropy: new Set(),
    seen: new Map(),
    lacking: null,
  };
}

function proves(proof, event, before) {
  provesPlace(proof, event);
  if (hasOwn(event, "at")) provesTime(proof, event, before);
  PROOFS[event.event]?.(proof, event);
}

function checkChips({ findings, table }, state) {
  const stacks = state.players.reduce((sum, player) => sum + player.stack, 0);
  const middle = state.awards === null ? chipsIn(state) : (state.rake ?? 0);
  const poor = state.players.find((player) => player.stack < 0);
  const say = () =>
    poor === undefined
      ? `stacks and pots hold ${stacks + middle} chips, the hand began with ${table.chips}`
      : `seat ${poor.seat} has put in ${-poor.stack} more than it had`;
  findings.expect("chips", poor === undefined && stacks + middle === table.chips, say);
}

function checkEnd(log, cut) {
  const { findings, lines, heads, end, isFinished, events } = log;
  findings.entry = lines.length;
  findings.expect("lines", !cut, "the file stops in the middle of a line");
  findings.expect("lines", cut || lines.length > 0, "there is no line");
  if (log.events.length > 0) findings.count("chain", lines.length);
  if (end === null) {
    findings.expect("chain", cut || !isFinished, "the end line with the head is missing");
    return;
  }
  findings.count("lines");
  const isWhole = canonical(end) === canonical({ entries: end.entries, event: "end", head: end.head });
  findings.expect("lines", isWhole, "the end line is not written as the format says");
  if (events.length === lines.length)
    findings.expect("lines", isFinished, "the end line stands before the hand is over");
  findings.expect(
    "chain",
    end.entries === lines.length,
    `the end line counts ${Number(end.entries)} entries, there are ${lines.length}`,
  );
  findings.entry = null; // the head covers all lines, so it does not say which of them is wrong
  findings.expect(
    "chain",
    end.head === heads.at(-1),
    "the lines do not give the head of the end line: one was changed after the hand",
  );
}

/** Say of each check whether it held, and of the log whether all did. */
function summarise(log) {
  const { findings, table } = log;
  for (const check of findings.checks)
    check.verdict = check.faults.length > 0 ? "bad" : check.count > 0 ? "good" : "none";
  if (table?.deck === "unsealed") findings.of("seals").note = "A hand without seals: its cards are not proved.";
  if (table?.deck === "test") findings.of("seals").note = "A test deck: its cards are not secret.";
  if (log.end === null && !log.isFinished)
    findings.of("chain").note = "The hand is not finished; its head so far is shown.";
  log.isGood = findings.checks.every((check) => check.verdict !== "bad");
  const faults = findings.checks.flatMap((check) => check.faults.map((fault) => ({ ...fault, check: check.id })));
  const placed = faults.filter((fault) => fault.entry !== null);
  log.faults = faults;
  log.firstFault = placed.sort((one, other) => one.entry - other.entry)[0] ?? faults[0] ?? null;
}
