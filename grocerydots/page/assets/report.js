// The verdict on a log, plainly: what was checked, how much of it, and where it fails.

const MARKS = { good: "✓", bad: "✗", none: "–" };
const SPOKEN = { good: "holds", bad: "fails", none: "nothing to check" };
const COUNTED = {
  lines: "line",
  chain: "hash",
  seals: "opening",
  deck: "card",
  turns: "action",
  times: "time",
  chips: "chip",
  awards: "pot",
};
/** All that the scripts of this page do not check, and what it takes to check it. */
const NOT_CHECKED = {
  wagers:
    "Wagers: whether each is of a size that the rules allow, is one too many, or comes from a player who could only " +
    "call, and whether it counts as full. The audit checks them by the log alone.",
  shuffle: "The shuffle: whether the deck is what the seed and the players' entropy give. It takes the seed.",
  "down cards": "Cards that stay face down: their seals keep them. It takes their openings.",
  copies: "Other copies: whether this is the log as it was while the hand was played. It takes a receipt, or a copy.",
  signatures: "Signatures of receipts. It takes the operator's key.",
  table: "The table: dealer, rules, seats, names and stacks are taken as the first entry gives them.",
};
const MAKERS_WORD =
  "The library that made this page checked every entry by the rules, wagers too, and found nothing wrong: its maker's " +
  "word, which your browser cannot prove.";
const NO_WORD = "Whether the wagers were legal is not checked here: no library has spoken for this log.";

/** What the library found when it made the page: null for nothing, undefined where it never saw the log. */
const findingOf = (log) => log.finding ?? null;
const isGreen = (log) => log.isGood && findingOf(log) === null;

function verdictTitle(log) {
  if (!log.isGood) return "This log does not hold";
  return isGreen(log) ? "This log holds" : "This log breaks a rule";
}

/** The first entry at which the browser or the library finds something wrong; null for none. */
function faultyEntry(log) {
  const entries = [log.firstFault, findingOf(log)].map((fault) => fault?.entry ?? null);
  return entries.filter((entry) => entry !== null).sort((one, other) => one - other)[0] ?? null;
}

/** The list of checks with their verdicts; `link` makes an element of an entry's number. */
function findingsOf(log, link) {
  const list = dom("ul", { className: "checks" });
  for (const check of log.findings.checks) {
    if (check.verdict === "none" && check.note === "") continue;
    list.append(checkItem(check, log, link));
  }
  return [...conclusionOf(log), ...where(log, link), list, ...makersWord(log), headOf(log), notChecked()];
}

/** The verdict of the library's audit when it made the page, for the page's own log. */
function conclusionOf({ conclusion }) {
  return conclusion === undefined ? [] : [dom("p", { className: "conclusion" }, `The audit says: ${conclusion}`)];
}

function notChecked() {
  const lead = dom("p", {}, "For what can be checked of these there is “grocerydots audit”.");
  const items = Object.values(NOT_CHECKED).map((text) => dom("li", {}, text));
  return unfolding("Not checked here", lead, dom("ul", { className: "unchecked" }, ...items));
}

function makersWord(log) {
  if (findingOf(log) !== null || !log.isGood) return [];
  return [dom("p", { className: "word" }, log.finding === null ? MAKERS_WORD : NO_WORD)];
}

function checkItem(check, log, link) {
  const item = dom("li", { className: check.verdict });
  const mark = dom(
    "span",
    { className: "mark", role: "img", "aria-label": SPOKEN[check.verdict] },
    MARKS[check.verdict],
  );
  const title = dom("span", { className: "what" }, check.title);
  const count = check.count > 0 ? [dom("span", { className: "how-many" }, amountOf(check))] : [];
  item.append(mark, title, ...count);
  for (const fault of check.faults.slice(0, 3))
    item.append(dom("p", { className: "fault" }, ...placed(fault, log, link)));
  if (check.faults.length > 3) item.append(dom("p", { className: "fault" }, `and ${check.faults.length - 3} more`));
  if (check.note !== "") item.append(dom("p", { className: "note" }, check.note));
  return item;
}

const amountOf = ({ id, count }) => (id === "chain" && count !== 1 ? `${count} hashes` : counted(count, COUNTED[id]));

/** A fault with its place: the entry, counted from 0, and the line of the file, counted from 1. */
function placed({ entry, message }, log, link) {
  if (entry === null) return [message];
  const place = entry < log.states.length ? link(entry) : `entry ${entry}`;
  return [place, ` (line ${entry + 1}): ${message}`];
}

/** Where the log first fails by what the browser checked, and by what the library said. */
function where(log, link) {
  const finding = findingOf(log);
  if (finding === null) return whereFirst(log, link);
  const before = `The library that made this page found${finding.entry === null ? ": " : " at "}`;
  const className = log.isGood ? "where maker" : "maker";
  const found = dom("p", { className }, before, ...placed(finding, log, link));
  if (!log.isGood) return [...whereFirst(log, link), found];
  return [found, dom("p", { className: "word" }, "What your browser itself can check of the log holds:")];
}

/** Where the log first fails, or why that cannot be said. */
function whereFirst(log, link) {
  if (log.isGood) return [];
  const fault = log.firstFault;
  if (fault.entry !== null) return [dom("p", { className: "where" }, "First at ", ...placed(fault, log, link), ".")];
  const text =
    "The chain says that a line was changed, not which one, and no line is wrong by itself: it is something on which nothing " +
    "else depends, such as a name. A receipt or another copy of the log shows where.";
  return [dom("p", { className: "where" }, text)];
}

function headOf({ heads, isFinished, lines }) {
  const head = heads.at(-1) ?? "";
  const name = `${isFinished ? "Head" : "Head so far"} ${head.slice(0, 8)}…${head.slice(-8)}`;
  return unfolding(
    name,
    dom("p", {}, `The hash over all ${entriesOf(lines.length)}; who has the same head has the same log:`),
    dom("p", { className: "hash" }, head),
  );
}

const unfolding = (summary, ...parts) => dom("details", {}, dom("summary", {}, summary), ...parts);

/** Where a page's own log differs from the one the page was made of: the first entry with another head. */
function checkKept(log, heads) {
  if (heads === null) return;
  const at = heads.findIndex((head, entry) => head !== log.heads[entry]);
  const entry = at >= 0 ? at : log.heads.length > heads.length ? heads.length : null;
  if (entry === null) return;
  log.findings.entry = entry;
  log.findings.expect("chain", false, "the line is not the one that this page was made with");
  log.finding = log.finding ?? undefined; // that nothing was found was said of another log,
  log.conclusion = undefined; // and so was the verdict of the audit
  summarise(log);
}

// Other files, beside the log of this page

/**
 * What a file is, and what it says about the page's log: {title, isGood, parts, log, differs}. `isGood` is null for what
 * is not checked here; `differs` says in short what contradicts the page's log.
 */
function judge(bytes, own, link) {
  const sidecar = sidecarOf(bytes);
  const isReceipt = sidecar?.format === "grocerydots-receipt";
  if (isReceipt || sidecar?.format === "grocerydots-openings") {
    const isWritten = `${canonical(sidecar)}\n` === utf8Strict.decode(bytes); // in the one way there is
    if (isReceipt) return judgeReceipt(isWritten ? sidecar : null, own, link);
    return judgeOpenings(isWritten ? sidecar : null, own);
  }
  const title = strangerIn(bytes);
  if (title === SEED) return { isGood: null, title, parts: [] };
  return title === null ? judgeLog(bytes, own, link) : { isGood: false, title, parts: [] };
}

const SEED = "A seed is checked by “grocerydots audit --seed”";

/** What a file is that is no log of one hand, not even a changed one; null for a log. */
function strangerIn(bytes) {
  const text = new TextDecoder().decode(bytes);
  if (/^[0-9a-f]{64}\s*$/i.test(text)) return SEED;
  if (text.startsWith('{"event":"table_opened"')) return "This is the log of a table: verify the log of a hand";
  if (!Object.keys(FIELDS).some((event) => text.includes(`"event":"${event}"`)))
    return "This is no log, receipt or openings";
  return text.includes("\n\n") ? "This is an archive of several hands: verify one hand at a time" : null;
}

/** The JSON object of a file that is no log; null for everything else. */
function sidecarOf(bytes) {
  try {
    const value = JSON.parse(utf8Strict.decode(bytes));
    return value !== null && typeof value === "object" && !Array.isArray(value) && !hasOwn(value, "event")
      ? value
      : null;
  } catch {
    return null;
  }
}

const RECEIPT = objectOf({
  entries: SEAT,
  format: oneOf("grocerydots-receipt"),
  hand_id: HAND_ID,
  head: HASH,
  signature: orNull(objectOf({ key: HASH, value: matching(/^[0-9a-f]{128}$/) })),
  version: oneOf(1),
});

function judgeReceipt(receipt, own, link) {
  const verdict = (isGood, title, ...parts) => ({ isGood, title, parts });
  if (RECEIPT(receipt) !== null) return verdict(false, "This receipt cannot be read");
  const { hand_id: handId, entries, head } = receipt;
  if (handId !== own.table?.handId) return verdict(false, "A receipt of another hand");
  const known = own.heads.length;
  const unproved = receipt.signature === null ? "It is not signed" : "Its signature is not checked here";
  const inert = `${unproved}, so it proves nothing to others.`;
  if (own.heads[entries - 1] === head) {
    return verdict(
      true,
      `The log shares the receipt's history: ${entriesOf(entries)}`,
      dom("p", { className: "note" }, inert),
    );
  }
  if (entries > known && !own.isFinished)
    return verdict(false, `The receipt is of ${entriesOf(entries)}, and the log stops after ${known}. ${inert}`);
  const last = Math.min(entries, known, own.states.length) - 1;
  const say = dom(
    "p",
    {},
    "In ",
    link(last),
    `, or in one before it, the log is another than when the receipt was given. ${inert}`,
  );
  return { ...verdict(false, "The log does not share the receipt's history", say), differs: "a receipt differs" };
}

const entriesOf = (number) => (number === 1 ? "1 entry" : `${number} entries`);

const OPENINGS = objectOf({
  format: oneOf("grocerydots-openings"),
  hand_id: HAND_ID,
  openings: listOf(OPENING),
  seat: OWNER,
  version: oneOf(1),
});

function judgeOpenings(file, own) {
  const verdict = (isGood, title, openings = null) => ({ isGood, title, parts: [], openings });
  if (OPENINGS(file) !== null) return verdict(false, "These openings cannot be read");
  const { hand_id: handId, seat, openings } = file;
  const cards = openings.map(([, card]) => card);
  const isOrdered = openings.every(([position], at) => at === 0 || position > openings[at - 1][0]);
  if (!isOrdered || new Set(cards).size < cards.length) return verdict(false, "These openings cannot be read");
  if (handId !== own.table?.handId || (seat !== 0 && !own.table.seats.includes(seat)))
    return verdict(false, "Openings of another hand");
  if (seat === 0 && !own.isFinished)
    return verdict(false, "The house opens cards once the hand is over, and this log is not closed");
  const whose = seat === 0 ? "the house" : `seat ${seat}`;
  const isTheirs = seat === 0 ? isNobodys(own) : (position) => downOf(own, seat).includes(position);
  const stranger = openings.find(([position]) => !isTheirs(position));
  const no = seat === 0 ? "neither burned nor left in the deck" : `no down card of ${whose}`;
  if (stranger !== undefined) return verdict(false, `Position ${stranger[0]} is ${no}`);
  const { seals, deck } = own.table;
  const isProved = ([position, card, salt]) =>
    salt !== null && seals !== null && sealOf(handId, position, card, salt) === seals[position];
  const wrong = deck === "unsealed" ? undefined : openings.find((opening) => !isProved(opening));
  if (wrong !== undefined) return verdict(false, `${wrong[1]} does not match the seal of position ${wrong[0]}`);
  for (const [position, card] of openings) {
    const turnedUp = own.table.seen.get(card) ?? position;
    if (turnedUp !== position) return verdict(false, `${card} was turned up at position ${turnedUp}, not ${position}`);
  }
  if (openings.length === 0) return verdict(null, `No card of ${whose} is opened`);
  const words = `${counted(openings.length, "card")} of ${whose}`;
  const known = seat === 0 ? null : { seat, openings };
  return verdict(true, deck === "unsealed" ? `${words}, which no seal proves` : `${words}, proved by the seals`, known);
}

const downOf = (own, seat) => playerIn(own.states.at(-1), seat).down;

/** Whether a position of the deck was dealt to nobody and never turned up: burned, or left in the deck (HOUSE-37). */
function isNobodys({ table, states }) {
  const dealt = new Set([...states.at(-1).players.flatMap(({ down }) => down), ...table.seen.values()]);
  return (position) => !dealt.has(position);
}

function judgeLog(bytes, own, link) {
  const log = verifyLog(bytes);
  log.finding = sharedFinding(log, own);
  const parts = [dom("p", {}, ...compared(log, own, link)), ...findingsOf(log, (entry) => `entry ${entry}`)];
  const differs = log.isGood && isAnother(log, own) ? "a copy differs" : null;
  return { isGood: isGreen(log), title: verdictTitle(log), parts, log, differs };
}

/** What the library found in the page's own log, as far as the other log is the same; undefined where it goes on. */
function sharedFinding(log, own) {
  const finding = findingOf(own);
  const isShared = (entry) => entry < log.heads.length && log.heads[entry] === own.heads[entry];
  if (finding !== null && finding.entry !== null && isShared(finding.entry)) return finding;
  return own.finding !== undefined && log.heads.every((_, entry) => isShared(entry)) ? null : undefined;
}

/** Whether a log of the page's hand tells another story, rather than less or more of the same. */
const isAnother = (log, own) =>
  log.table?.handId === own.table?.handId && log.heads.some((head, at) => head !== (own.heads[at] ?? head));

/** How another log stands to the page's own. */
function compared(log, own, link) {
  if (log.table === null || own.table === null) return [];
  if (log.table.handId !== own.table.handId) return ["It is of another hand than this page's."];
  const at = log.heads.findIndex((head, entry) => head !== own.heads[entry]);
  if (at < 0)
    return [
      log.heads.length === own.heads.length
        ? "It is the log of this page, line for line."
        : `It is this page's log up to entry ${log.heads.length - 1}.`,
    ];
  if (at >= own.heads.length) return [`It goes on where this page's log stops, after entry ${own.heads.length - 1}.`];
  const byte = firstDifference(log.lines[at], own.lines[at]) + 1;
  return ["It differs from this page's log from ", link(at), ` (line ${at + 1}), byte ${byte}, on.`];
}
