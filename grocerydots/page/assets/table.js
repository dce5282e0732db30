// The table at one entry of the log: seats round it, the store, pots and bets.

/**
 * Where seats lie, clockwise from the bottom: [x, y in percent, which side of the table]. At the top and the bottom
 * y is the distance from there; at a side it is the middle of the seat, which lies at the edge whatever x.
 */
const ROUND = {
  2: [[50, 2, "bottom"], [50, 2, "top"]],
  3: [[50, 2, "bottom"], [22, 6, "top"], [78, 6, "top"]],
  4: [[50, 1, "bottom"], [0, 50, "left"], [50, 1, "top"], [100, 50, "right"]],
  5: [[50, 1, "bottom"], [0, 57, "left"], [29, 1, "top"], [71, 1, "top"], [100, 57, "right"]],
  6: [[32, 1, "bottom"], [0, 50, "left"], [32, 1, "top"], [68, 1, "top"], [100, 50, "right"], [68, 1, "bottom"]],
  7: [
    [50, 0, "bottom"], [0, 73, "left"], [0, 42, "left"], [30, 0, "top"],
    [70, 0, "top"], [100, 42, "right"], [100, 73, "right"],
  ],
  8: [
    [33, 0, "bottom"], [0, 62.5, "left"], [0, 37.5, "left"], [33, 0, "top"],
    [67, 0, "top"], [100, 37.5, "right"], [100, 62.5, "right"], [67, 0, "bottom"],
  ],
};

/** The same on a narrow screen: [row, column] of a grid whose third row is the middle; column 0 is both. */
const STACKED = {
  2: [[4, 0], [2, 0]],
  3: [[4, 0], [2, 1], [2, 2]],
  4: [[4, 1], [2, 1], [2, 2], [4, 2]],
  5: [[5, 0], [4, 1], [2, 1], [2, 2], [4, 2]],
  6: [[5, 1], [4, 1], [2, 1], [2, 2], [4, 2], [5, 2]],
  7: [[5, 0], [4, 1], [2, 1], [1, 1], [1, 2], [2, 2], [4, 2]],
  8: [[5, 1], [4, 1], [2, 1], [1, 1], [1, 2], [2, 2], [4, 2], [5, 2]],
};

/** An element with a class, attributes and children; text only ever goes in as text. */
function dom(name, { className = "", ...attributes } = {}, ...children) {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A player's name: set apart, so that letters from right to left turn nothing else round. */
const nameOf = (hand, seat) => hand.names.get(seat);

/** The seats in the order in which they lie on the screen: the viewer's, or the lowest, at the bottom. */
function seatsFrom(hand) {
  const seats = [...hand.log.table.seats].sort((one, other) => one - other);
  const start = Math.max(0, seats.indexOf(hand.viewer));
  return [...seats.slice(start), ...seats.slice(0, start)];
}

function drawTable(hand, at) {
  document.documentElement.classList.toggle("dotted", hand.hasDots); // the drawings of cards are outside the table
  const moment = {
    hand,
    at,
    state: hand.log.states[at],
    before: hand.log.states[at - 1] ?? null,
    turn: turnAt(hand, at),
  };
  const seats = seatsFrom(hand);
  const places = ROUND[seats.length] ?? ROUND[8];
  const narrow = STACKED[seats.length] ?? STACKED[8];
  const drawn = seats.map((seat, order) => {
    const element = seatElement(moment, seat, places[order % places.length]);
    const [row, column] = narrow[order % narrow.length];
    element.style.setProperty("--row", String(row));
    element.style.setProperty("--column", column === 0 ? "1 / -1" : String(column));
    return element;
  });
  $("table").dataset.seats = String(seats.length);
  return [
    dom("div", { className: "felt", "aria-hidden": "true" }),
    middle(moment),
    ...drawn,
    deckNote(hand, moment.state),
  ];
}

// Seats

function seatElement(moment, seat, [x, y, side]) {
  const { hand, state, turn } = moment;
  const player = playerIn(state, seat);
  const classes = ["seat", `at-${side}`];
  const hasLeft = player.folded || player.sitsOut || player.mucked;
  if (hasLeft) classes.push("left");
  if (turn?.seat === seat) classes.push("acting");
  if (hand.viewer === seat) classes.push("own");
  const won = winnings(state, seat);
  if (won.length > 0) classes.push("winner");
  const cards = dom("div", { className: "cards" }, ...cardImages(moment, player));
  const fan = dom("div", { className: "fan" }, cards);
  if (player.wagered > 0) fan.append(dom("div", { className: "bet", "aria-hidden": "true" }, chips(player.wagered)));
  const element = dom(
    "div",
    { className: classes.join(" "), role: "group", "aria-label": seatWords(moment, player) },
    fan,
    plate(moment, player, won),
  );
  element.style.setProperty("--x", `${x}%`);
  element.style.setProperty("--y", `${y}%`);
  return element;
}

const chips = (amount, more = "") => dom("span", { className: `chips${more}` }, amount.toLocaleString("en"));

/** A player's cards as they were dealt: two down, the up cards, the last one down. */
function cardImages({ hand, before, state }, player) {
  const old = before === null ? null : playerIn(before, player.seat);
  const best =
    state.street > 0 && player.shown.length > 0 && cardsOf(state, player).length === 7
      ? bestHigh(cardsOf(state, player)).cards
      : [];
  const image = (card, classes, label) =>
    cardImage(card, { label, classes: [...classes, ...(best.includes(card) ? ["used"] : [])] });
  const down = player.down.map((position, at) => {
    const isNew = old !== null && (at >= old.down.length || player.shown.length > old.shown.length) ? ["new"] : [];
    if (player.shown.length > 0) return image(player.shown[at] ?? null, ["shown", ...isNew]);
    const known = hand.known.get(position);
    if (known === undefined) return image(null, isNew);
    return image(known, ["known", ...isNew], `${cardWords(known)}, face down, known to seat ${hand.viewer} only`);
  });
  const up = player.up.map((card, at) => image(card, old !== null && at >= old.up.length ? ["new"] : []));
  return [...down.slice(0, 2), ...up, ...down.slice(2)];
}

function plate({ hand, at, state, turn }, player, won) {
  const name = dom("span", { className: "name" }, dom("bdi", {}, nameOf(hand, player.seat)));
  const first = dom("span", { className: "row" });
  if (hand.log.table.dealer === player.seat) first.append(dom("span", { className: "button", title: "Dealer" }, "D"));
  first.append(name, dom("span", { className: "stack" }, player.stack.toLocaleString("en")));
  const second = dom("span", { className: "row small" }, ...notes(player, state, turn, won));
  if (player.wagered > 0) second.append(chips(player.wagered, " put-in")); // for a narrow screen, in place of the bet
  if (hand.hasDots && cardsOf(state, player).length > 0 && !player.folded) {
    const dots = dotsOf(cardsOf(state, player));
    const isMost = won.some(([share]) => share === "dots");
    second.append(dom("span", { className: isMost ? "dots most" : "dots", title: counted(dots, "dot") }, String(dots)));
  }
  const made = madeBy(state, player);
  const parts = made === null ? [] : [dom("span", { className: "made" }, made)];
  return dom("div", { className: "plate", "aria-hidden": "true" }, first, second, ...parts);
}

/** What stands below a name: who won what, what became of the player, or the seat alone. */
function notes(player, state, turn, won) {
  if (won.length > 0)
    return won.map(([share, amount]) => dom("span", { className: "won" }, `+${amount.toLocaleString("en")} ${share}`));
  const tag = tagOf(player, state);
  if (tag !== null) return [dom("span", { className: `tag ${tag.replace(/\W/g, "")}` }, tag)];
  if (turn?.seat === player.seat) return [dom("span", { className: "tag turn" }, "to act")];
  return [dom("span", { className: "tag" }, `seat ${player.seat}`)];
}

function tagOf(player, state) {
  if (player.sitsOut) return "sits out";
  if (player.folded) return "folded";
  if (player.mucked) return "mucked";
  if (player.clocked && state.awards === null) return "out of time";
  return player.isIn && player.stack === 0 && state.awards === null ? "all-in" : null;
}

/** The hands, of those that count in the game, of a player whose seven cards are open: high, and low if there is one. */
function madeBy(state, player) {
  const cards = cardsOf(state, player);
  if (player.shown.length === 0 || cards.length !== 7) return null;
  const made = state.game.shares.map((share) => RANKINGS[share.ranking].name(cards));
  return made.filter((name) => name !== null).join("; ");
}

/** What a seat won, by share: high, dots, low, or the whole pot. */
function winnings(state, seat) {
  const shares = new Map();
  for (const [, share, winner, amount] of state.awards ?? []) {
    if (winner === seat) shares.set(share, (shares.get(share) ?? 0) + amount);
  }
  return [...shares].map(([share, amount]) => [share === "whole" ? "" : share, amount]);
}

function seatWords({ hand, state, turn }, player) {
  const tag = tagOf(player, state);
  const made = madeBy(state, player);
  const dots =
    hand.hasDots && player.up.length > 0 ? [`${counted(dotsOf(cardsOf(state, player)), "dot")} showing`] : [];
  const won = winnings(state, player.seat).map(([share, amount]) => `wins ${amount} ${share}`.trim());
  return [
    `seat ${player.seat}, ${nameOf(hand, player.seat)}`,
    ...(hand.log.table.dealer === player.seat ? ["dealer"] : []),
    `${counted(player.stack, "chip")}`,
    ...(player.wagered > 0 ? [`${player.wagered} bet`] : []),
    ...(tag === null ? [] : [tag]),
    ...(turn?.seat === player.seat ? ["to act"] : []),
    ...dots,
    ...(made === null ? [] : [made]),
    ...won,
  ].join(", ");
}

// The middle of the table

function middle({ hand, state, at }) {
  const parts = [];
  if (state.store !== null && !state.store.isClosed) parts.push(storeRow(hand, state, hand.log.events[at]));
  if (state.community !== null) {
    parts.push(
      dom(
        "div",
        { className: "community" },
        cardImage(state.community),
        dom("span", { className: "label" }, "for everybody"),
      ),
    );
  }
  parts.push(potList(hand, state));
  return dom("div", { className: "middle" }, ...parts);
}

/** The store: slots 1, 2, 3 with their prices, the marker on slot 1 (GSD-7, GSD-8). */
function storeRow(hand, state, event) {
  const slots = state.store.row.map((card, at) => {
    const price = (at + 1) * hand.log.table.rules.unit;
    const isFresh = event.event === "store_opened" || (event.event === "store_restocked" && event.slot === at + 1);
    const isSold = event.event === "store_card_bought" && event.slot === at + 1;
    const lies =
      card === null
        ? dom("div", { className: "empty", role: "img", "aria-label": "empty" }, isSold ? "sold" : "")
        : cardImage(card, { classes: isFresh ? ["new"] : [] });
    const marker = at === 0 ? [dom("span", { className: "marker", title: "The marker: the cheapest slot" }, "1")] : [];
    const label = dom("span", { className: "price" }, counted(price, "chip"));
    return dom(
      "li",
      { className: "slot", "aria-label": `slot ${at + 1}, ${counted(price, "chip")}` },
      lies,
      ...marker,
      label,
    );
  });
  const sign = dom("div", { className: "awning", "aria-hidden": "true" }, dom("span", {}, "STORE"));
  return dom(
    "div",
    { className: "store" },
    sign,
    dom("ol", { className: "row-of-three", "aria-label": "The store" }, ...slots),
  );
}

/** The pots without the bets that still lie in front of the players. */
function potList(hand, state) {
  const isPaid = state.awards !== null;
  const pots = isPaid ? potsAfterRake(state) : potsOf(state, (player) => player.paid - player.wagered);
  const list = dom("ul", { className: "pots", "aria-label": "Pots" });
  pots.forEach((pot, number) => {
    const name =
      pots.length === 1 ? "Pot" : number === 0 ? "Main pot" : pots.length === 2 ? "Side pot" : `Side pot ${number}`;
    const names = (seats) => seats.map((seat) => dom("bdi", {}, nameOf(hand, seat)));
    const winners = [...new Set((state.awards ?? []).filter(([of]) => of === number).map(([, , seat]) => seat))];
    const who = isPaid ? winners : pots.length > 1 ? pot.contenders : [];
    const people = names(who).flatMap((name, at) => (at === 0 ? [name] : [", ", name]));
    const item = dom(
      "li",
      { className: isPaid ? "pot paid" : "pot" },
      dom("span", { className: "label" }, name),
      chips(pot.amount),
    );
    if (people.length > 0) item.title = who.map((seat) => nameOf(hand, seat)).join(", "); // where there is no room
    if (people.length > 0) item.append(dom("span", { className: "for" }, isPaid ? "to " : "for ", ...people));
    list.append(item);
  });
  return list;
}

/** What is left of the deck, and whose the dealer button is when no player's. */
function deckNote(hand, state) {
  const { dealer, seats } = hand.log.table;
  const parts = [];
  if (state.street > 0) {
    const left = state.stub.positions.length - state.stub.taken;
    parts.push(`stub ${left}`, ...(state.stub.burned.length > 0 ? [`burned ${state.stub.burned.length}`] : []));
  }
  const isDashed = ({ down, shown }) => shown.length === 0 && down.some((position) => hand.known.has(position));
  if (state.players.some(isDashed)) parts.push(`dashed: known to seat ${hand.viewer} only`);
  if (!seats.includes(dealer)) parts.push(dealer === 0 ? "dealer: the house" : `dealer: seat ${dealer}`);
  return dom("p", { className: "deck" }, parts.join(" · "));
}

/** Whose move it is after an entry, and what they may do: from the page, or from whoever acted next. */
function turnAt(hand, at) {
  if (at < hand.notes.length) return hand.notes[at].turn;
  const next = hand.log.events[at + 1];
  const isChoice = next !== undefined && hasOwn(next, "seat") && !hasOwn(RULE_OF, next.event);
  return isChoice ? { seat: next.seat, text: "", rule: null } : null;
}
