// A player's browser: it folds the public lines it is told, draws the table, and sends choices.
//
// The scripts around this one are the replay page's: `evolve` folds a hand, `drawTable` draws it. Nothing here
// knows what is legal; the server says so, as `Decision` has it.

const KEPT = "grocerydots-web-table";
const STEP_MS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 330;
const RETRY_MS = 1000;

ROUND[1] = [[50, 85, "bottom"]];
STACKED[1] = [[4, 0]];

/** Everything that this browser was told; what is drawn follows from it. */
const known = {
  socket: null,
  seat: null, // at the table
  table: null,
  hand: null,
  turn: null,
  until: null, // when the time to act is up, by this browser's own steady clock
  sent: null, // a choice that was not answered yet; it is sent again after a break, and done once
};

// Connecting

function connect() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
  known.socket = socket;
  socket.addEventListener("open", () => {
    socket.send(JSON.stringify({ token: localStorage.getItem(KEPT) }));
    if (known.sent !== null) socket.send(known.sent);
    showLink(true);
  });
  socket.addEventListener("message", ({ data }) => hear(JSON.parse(data)));
  socket.addEventListener("close", () => {
    showLink(false);
    draw();
    setTimeout(connect, RETRY_MS);
  });
}

function showLink(isUp) {
  $("link").textContent = isUp ? "connected" : "reconnecting …";
  $("link").className = `pill ${isUp ? "good" : "bad"}`;
}

function send(message) {
  $("refused").textContent = "";
  const text = JSON.stringify(message);
  if (hasOwn(message, "hand")) known.sent = text;
  if (known.socket.readyState === WebSocket.OPEN) known.socket.send(text);
}

// What is told

function hear(news) {
  if (hasOwn(news, "refused")) {
    $("refused").textContent = news.refused;
    known.sent = null;
  } else if (hasOwn(news, "you")) {
    known.seat = news.you.seat;
    if (news.you.token !== null) localStorage.setItem(KEPT, news.you.token);
  } else if (hasOwn(news, "table")) {
    tellTable(news);
  } else if (hasOwn(news, "hand")) {
    tellHand(news);
  } else if (hasOwn(news, "turn")) {
    known.turn = news.turn;
    const left = news.turn === null || news.turn.deadline === null ? null : news.turn.deadline - news.now;
    known.until = left === null ? null : performance.now() + left;
    known.sent = null;
  }
  draw();
}

const eventsOf = (news) => news.lines.map((line) => JSON.parse(line));

function tellTable(news) {
  for (const event of eventsOf(news)) {
    if (event.event === "table_opened") known.table = { opening: event, seats: new Map(), dealer: 0, finished: [] };
    TABLE[event.event]?.(known.table, event);
  }
  known.table.entries = news.entries;
}

/** What each event of the table means. */
const TABLE = {
  player_sat: ({ seats }, { seat, player, amount }) => seats.set(seat, { player, stack: amount, isAway: false }),
  chips_added: ({ seats }, { seat, amount }) => (seats.get(seat).stack += amount),
  player_sat_out: ({ seats }, { seat }) => (seats.get(seat).isAway = true),
  player_came_back: ({ seats }, { seat }) => (seats.get(seat).isAway = false),
  player_got_up: ({ seats }, { seat }) => (seats.get(seat).isLeaving = true),
  player_left: ({ seats }, { seat }) => seats.delete(seat),
  dealer_moved: (table, { seat }) => (table.dealer = seat),
  hand_started: (table, { hand_id }) => (table.on = hand_id),
  hand_finished(table, { hand_id, stacks }) {
    table.on = null;
    table.finished.unshift(hand_id);
    for (const [seat, stack] of stacks) table.seats.get(seat).stack = stack;
  },
};

function tellHand(news) {
  const events = eventsOf(news);
  const since = news.entries - events.length;
  if (since === 0) {
    const isSame = known.hand?.log.table.handId === events[0].hand_id;
    known.hand = handOf(events[0], isSame ? known.hand.at : null);
  }
  const { log } = known.hand;
  for (const event of since === 0 ? events.slice(1) : events) {
    log.states.push(evolve(log.states.at(-1), event, log.table.rules));
    log.events.push(event);
  }
  known.hand.viewer = news.seat ?? null;
  known.hand.known = new Map((news.openings ?? []).map(([position, card]) => [position, card]));
  const last = log.events.length - 1;
  if (since === 0 && last > 2) known.hand.at = last; // what is past is not played again
  step();
}

/** A hand as the drawings take it. */
function handOf(opening, at) {
  const { hand_id, rules, dealer, deck, seats } = opening;
  const names = new Map(seats.map(({ seat, player }) => [seat, safeName(player)]));
  const table = { handId: hand_id, rules, dealer, deck, seats: seats.map(({ seat }) => seat) };
  const log = { table, events: [opening], states: [opened(opening)] };
  return { log, names, known: new Map(), notes: [], viewer: null, at: at ?? 0, hasDots: true };
}

/** The table before its first hand, as if one were about to begin. */
function emptyHand() {
  const { opening, seats, dealer } = known.table;
  const taken = [...seats].map(([seat, { player, stack }]) => ({ seat, player, stack }));
  const hand = handOf({ hand_id: "", rules: opening.games[0], dealer, deck: "sealed", seats: taken }, 0);
  hand.viewer = known.seat;
  return hand;
}

// Entry after entry, so that the eye can follow

let stepping = null;

const isCaughtUp = () => known.hand === null || known.hand.at === known.hand.log.events.length - 1;

/** The decision that the hand waits for, once it is on the table; null also for one that is past. */
function turnNow() {
  const isNow = isCaughtUp() && known.turn !== null && known.turn.entry === known.hand?.log.events.length;
  return isNow && known.turn.hand === known.hand.log.table.handId ? known.turn : null;
}

function step() {
  if (stepping !== null || isCaughtUp()) return;
  const { hand } = known;
  hand.at = STEP_MS === 0 ? hand.log.events.length - 1 : hand.at + 1;
  stepping = setTimeout(() => {
    stepping = null;
    step();
    draw();
  }, STEP_MS);
}

// Drawing

let drawn = null;

function draw() {
  if (known.table === null) return;
  const hand = known.hand ?? emptyHand();
  const turn = turnNow();
  hand.notes = [];
  hand.notes[hand.at] = { turn };
  const what = JSON.stringify([hand.log.table, hand.at, turn?.seat, hand.viewer, [...hand.known], hand.log.states[0]]);
  if (what !== drawn) $("table").replaceChildren(...drawTable(hand, hand.at));
  drawn = what;
  $("stakes").textContent = stakesOf(hand.log.table);
  $("told").textContent = known.hand === null ? invitation() : headline(hand);
  $("table").classList.toggle("waiting", known.hand === null);
  $("bar").classList.toggle("idle", isCaughtUp() && turn === null);
  document.body.classList.toggle("standing", known.seat === null);
  drawTurn(hand, turn);
  drawSeats();
  drawFinished();
  drawLines(hand);
}

const playersIn = () => [...known.table.seats.values()].filter((player) => !player.isAway && player.stack > 0);

function invitation() {
  if (known.seat === null) return "Take a seat to play.";
  return playersIn().length < 2 ? "Waiting for another player." : "Deal when everybody is ready.";
}

function button(words, act, kind = "") {
  const element = dom("button", { type: "button", className: kind }, words);
  element.addEventListener("click", act);
  return element;
}

/** Replace buttons only when they are others, so that a click or the focus is not lost. */
function show(place, key, make) {
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...make());
}

function drawTurn(hand, turn) {
  const isMine = turn !== null && turn.seat === hand.viewer;
  const who = turn === null ? "" : turn.seat === 0 ? "the house" : nameOf(hand, turn.seat);
  $("turn").textContent = turn === null ? "" : isMine ? questionOf(turn) : `${who} to act`;
  $("turn").title = turn === null ? "" : turn.rule;
  $("bar").classList.toggle("mine", isMine);
  const isLinked = known.socket.readyState === WebSocket.OPEN;
  const choices = isMine && isLinked && known.sent === null ? turn.choices : [];
  const key = choices.length === 0 ? dealKey() : `${turn.hand} ${turn.entry}`;
  show($("choices"), key, () => (choices.length > 0 ? choices.flatMap((o) => choiceButtons(hand, turn, o)) : dealButton()));
  slotsToBuy(hand, turn, choices);
}

/** Whether a hand can be dealt from this seat, in so many words that change with it. */
function dealKey() {
  const me = known.table.seats.get(known.seat);
  const isOver = isCaughtUp() && turnNow() === null && !known.table.on;
  const isReady = me !== undefined && isOver && playersIn().length > 1;
  return isReady && !me.isAway && me.stack > 0 ? "deal" : "none";
}

function dealButton() {
  return dealKey() === "deal" ? [button("Deal a hand", () => send({ deal: true }), "main")] : [];
}

const QUIET = ["fold", "muck", "sit_out", "cancel"];

function choiceButtons(hand, turn, { choice, field, lowest, highest, word: policy }) {
  const { hand: handId, entry } = turn;
  const choose = (fields = {}) => () => send({ hand: handId, entry, choice, id: crypto.randomUUID?.() ?? "-", ...fields });
  const kind = QUIET.includes(choice) ? "quiet" : choice === "buy" ? "shop" : "main";
  if (choice === "dots_tie") {
    const words = policy === "share" ? "Most dots tie: share" : "Most dots tie: best high hand";
    return [button(words, choose({ policy }), "main")];
  }
  if (field === null) return [button(WORDS[choice](lowest), choose(), kind)];
  if (choice === "buy") {
    const row = hand.log.states[hand.at].store.row;
    const slots = row.map((_, at) => at + 1).filter((slot) => slot >= lowest && slot <= highest);
    const words = (slot) => `Buy ${cardSign(row[slot - 1])} for ${slot * hand.log.table.rules.unit}`;
    return slots.map((slot) => button(words(slot), choose({ slot }), kind));
  }
  if (lowest === highest) return [button(WORDS[choice](lowest), choose({ [field]: lowest }), kind)];
  return [wager(choice, lowest, highest, (to) => choose({ [field]: to })())];
}

/** A wager that may be anything between two totals. */
function wager(choice, lowest, highest, act) {
  const attributes = { type: "number", min: lowest, max: highest, value: lowest, "aria-label": `${choice} to` };
  const amount = dom("input", attributes);
  return dom("span", { className: "wager" }, amount, button(WORDS[choice]("…"), () => act(Number(amount.value)), "main"));
}

/** A store card can be bought by touching it, too. */
function slotsToBuy(hand, turn, choices) {
  const buys = choices.filter(({ choice }) => choice === "buy");
  document.querySelectorAll(".slot").forEach((slot, at) => {
    const isOpen = buys.some(({ lowest, highest }) => at + 1 >= lowest && at + 1 <= highest);
    slot.classList.toggle("open", isOpen);
    slot.onclick = isOpen ? () => send({ hand: turn.hand, entry: turn.entry, choice: "buy", slot: at + 1 }) : null;
  });
}

function drawSeats() {
  const { opening, seats, dealer, on } = known.table;
  $("sit").hidden = known.seat !== null;
  const numbers = Array.from({ length: opening.seats }, (_, at) => at + 1);
  const key = JSON.stringify([[...seats], dealer, on, known.seat]);
  show($("seats"), key, () => numbers.map((seat) => (seats.has(seat) ? takenSeat(seat) : freeSeat(seat))));
  show($("own"), key, ownButtons);
}

function takenSeat(seat) {
  const { player, stack, isAway, isLeaving } = known.table.seats.get(seat);
  const note = isLeaving ? "leaving" : isAway ? "sits out" : stack === 0 && !known.table.on ? "no chips" : "";
  return dom(
    "li",
    { className: seat === known.seat ? "mine" : "" },
    dom("span", { className: "number" }, String(seat)),
    dom("span", { className: "name" }, dom("bdi", {}, safeName(player)), ...(seat === known.seat ? [" (you)"] : [])),
    ...(known.table.dealer === seat ? [dom("span", { className: "button", title: "Dealer" }, "D")] : []),
    dom("span", { className: "note" }, note),
    ...(known.table.on ? [] : [dom("span", { className: "stack" }, stack.toLocaleString("en"))]),
  );
}

function freeSeat(seat) {
  const sit = () => $("sit").reportValidity() && send({ sit: seat, name: $("name").value });
  const free = known.seat === null ? button(`Sit in seat ${seat}`, sit) : dom("span", { className: "note" }, "free");
  return dom("li", { className: "free" }, dom("span", { className: "number" }, String(seat)), free);
}

function ownButtons() {
  const me = known.table.seats.get(known.seat);
  if (me === undefined || me.isLeaving) return [];
  const { table_id } = known.table.opening;
  const choose = (choice) => () => send({ table: table_id, entry: known.table.entries, choice });
  return [
    ...(me.stack === 0 && !known.table.on ? [button("Buy in again", () => send({ buy_in: true }), "main")] : []),
    me.isAway ? button("I'm back", choose("come_back"), "main") : button("Sit out", choose("sit_out"), "quiet"),
    button("Leave", choose("leave"), "quiet"),
  ];
}

function drawFinished() {
  const { finished } = known.table;
  const ready = finished.filter((handId) => handId !== known.hand?.log.table.handId || isCaughtUp());
  $("hands").hidden = ready.length === 0;
  show($("finished"), ready.join(), () => ready.map(finishedHand));
}

/** The replay page is asked for by form: the token that shows the player's own cards stands in no address. */
function finishedHand(handId) {
  const to = (what) => `hands/${encodeURIComponent(handId)}/${what}`;
  const token = dom("input", { type: "hidden", name: "token", value: localStorage.getItem(KEPT) ?? "" });
  const form = { action: to("replay.html"), method: "post", target: "_blank" };
  return dom(
    "li",
    {},
    dom("span", { className: "name" }, handId.replace(/^.*-/, "Hand ")),
    dom("form", form, token, dom("button", { type: "submit" }, "Replay")),
    dom("a", { href: to("receipt.json"), download: "" }, "Receipt"),
    dom("a", { href: to("log.jsonl"), download: "" }, "Log"),
  );
}

function drawLines(hand) {
  const upto = known.hand === null ? 0 : hand.at + 1;
  const list = $("lines");
  if (list.dataset.hand !== hand.log.table.handId) list.replaceChildren();
  list.dataset.hand = hand.log.table.handId;
  if (list.children.length === upto) return;
  while (list.children.length < upto) list.append(dom("li", {}, tellingOf(hand, list.children.length)));
  list.scrollTop = list.scrollHeight;
}

function drawClock() {
  const isOn = known.until !== null && turnNow() !== null;
  $("clock").hidden = !isOn;
  if (isOn) {
    const left = Math.max(0, known.until - performance.now());
    const whole = known.hand.log.table.rules.act_within_ms;
    $("clock").firstChild.style.width = `${Math.min(100, (100 * left) / whole)}%`;
    $("clock").lastChild.textContent = `${Math.ceil(left / 1000)} s`;
    $("clock").classList.toggle("short", left < 6000);
  }
}

$("sit").addEventListener("submit", (event) => event.preventDefault());
document.body.prepend(drawnCards());
setInterval(drawClock, 200);
connect();
