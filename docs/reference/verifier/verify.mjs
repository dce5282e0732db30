// Verifies the log of one hand from its bytes alone: node verify.mjs hand.jsonl
//
// Written from log-format.md and deck.md, in another language than the library, so that nobody has to take its word.
// It checks canonical form, the hash chain, each opened card against its seal, the order of the deck and every chip. It
// knows neither the rules of play nor every field. Exit status: 0 the log holds, 1 it does not, 2 it cannot be read.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const must = (holds, message) => {
  if (!holds) throw new Error(message);
};

// The sealed deck (deck.md)

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const u32 = (number) => Buffer.from([number >>> 24, number >>> 16, number >>> 8, number]);
const lp = (...from) => Buffer.concat([u32(Buffer.from(...from).length), Buffer.from(...from)]);
const hashOf = (purpose, hand, ...parts) =>
  sha256(lp("gsd-deck/1"), lp(purpose), lp(hand.id), ...parts).toString("hex");

// Lines (log-format.md)

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort(); // by UTF-16 code units, as RFC 8785 asks
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

function parse(line) {
  must(line.length <= 1 << 20, "the line is too long");
  const fields = JSON.parse(line.toString(), (_, value) => {
    must(typeof value !== "number" || (Number.isSafeInteger(value) && value >= 0), "a number is not whole, or below 0");
    must(typeof value !== "string" || !/\p{Surrogate}/u.test(value), "a text has half a character");
    return value;
  });
  must(Buffer.from(canonical(fields)).equals(line), "the line is not canonical JSON");
  return fields;
}

function linesOf(bytes) {
  must(bytes.at(-1) === 10, "the file does not end with a whole line");
  return bytes.toString("latin1", 0, bytes.length - 1).split("\n").map((line) => Buffer.from(line, "latin1"));
}

// The hand: who has how many chips, and which card lies where

function open({ hand_id: id, seats, rules, deck, format, version }) {
  must(format === "grocerydots" && version === 1, "the format is not grocerydots, version 1");
  const isName = (name) => typeof name === "string" && name !== "" && [...name].length <= 10000;
  const isSeat = ({ player, seat, stack }, at) => isName(player) && seat > (at > 0 ? seats[at - 1].seat : 0) && stack > 0;
  must(seats.length > 1 && seats.every(isSeat), "the players are not two or more, by seat, with names and chips");
  const players = new Map(seats.map(({ seat, stack }) => [seat, { stack, wagered: 0, down: [] }]));
  const chips = seats.reduce((sum, { stack }) => sum + stack, 0);
  const stub = Array.from({ length: 52 }, (_, position) => position);
  return { id, rules, deck, players, chips, stub, pot: 0, burned: [], row: [], seen: new Set(), commitments: {} };
}

function payAll(hand, payments, sign) {
  must(new Set(payments.map(([seat]) => seat)).size === payments.length, "a seat pays or is paid twice");
  payments.forEach(([seat, amount]) => pay(hand, seat, sign * amount));
}

function pay(hand, seat, amount) {
  const player = hand.players.get(seat);
  must(player !== undefined && Number.isSafeInteger(amount), `nobody sits in seat ${seat}, or the amount is missing`);
  player.stack -= amount;
  hand.pot += amount;
  must(player.stack >= 0 && hand.pot >= 0, `${amount} chips are more than there were`);
  return player;
}

function wager(hand, { seat, amount, to }) {
  const player = pay(hand, seat, amount);
  player.wagered += amount;
  must(to === undefined || to === player.wagered, `the wager is to ${to}, and ${player.wagered} chips are in`);
}

function draw(hand, position) {
  const next = hand.stub.shift();
  must(position === next, `position ${position} of the deck is taken, and ${next ?? "none"} is next`);
  return position;
}

function turnUp(hand, position, card, salt) {
  must(/^[2-9TJQKA][cdhs]$/.test(card) && !hand.seen.has(card), `${card} is no card, or was turned up before`);
  hand.seen.add(card);
  if (hand.deck === "unsealed") return must(salt === null, `there is a salt for ${card}, and no seals`);
  must(/^[0-9a-f]{32}$/.test(salt) && hand.seals !== undefined, `nothing proves ${card}`);
  const seal = hashOf("seal", hand, u32(position), lp(card), lp(salt, "hex"));
  return must(seal === hand.seals[position], `${card} does not match the seal of position ${position}`);
}

// What each event does to the hand

const nothing = () => {};
const EVENTS = {
  dots_tie_confirmed: nothing, sat_out: nothing, checked: nothing, folded: nothing,
  store_passed: nothing, hand_shown: nothing, hand_mucked: nothing,
  brought_in: wager, completed: wager, bet: wager, raised: wager, called: wager, timed_out: wager,
  entropy_committed(hand, { seat, commitment }) {
    must(hand.commitments[seat] === undefined, `seat ${seat} commits twice`);
    hand.commitments[seat] = commitment;
  },
  entropy_added(hand, { seat, entropy }) {
    const commitment = hashOf("entropy", hand, u32(seat), lp(entropy, "hex"));
    must(commitment === hand.commitments[seat], "the entropy is not the one that the seat committed to");
  },
  deck_sealed(hand, { seals, order_seal: orderSeal }) {
    const isFirst = hand.seals === undefined && hand.stub.length === 52;
    must(isFirst && seals.length === 52, "the deck is sealed twice, too late, or in part");
    Object.assign(hand, { seals, orderSeal });
  },
  antes_posted: (hand, { antes }) => payAll(hand, antes, 1),
  ante_posted: (hand, { seat, amount }) => pay(hand, seat, amount),
  hand_cancelled: (hand, { returned }) => payAll(hand, returned, -1),
  cards_dealt(hand, { cards }) {
    for (const [seat, position, isUp, card, salt] of cards) {
      draw(hand, position);
      if (isUp) turnUp(hand, position, card, salt);
      else hand.players.get(seat).down.push(position);
      must(isUp || (card === null && salt === null), "a card face down is in the log");
    }
  },
  card_burned: (hand, { position }) => hand.burned.push(draw(hand, position)),
  stub_replenished(hand, { positions, order, salt }) {
    const all = [...hand.stub, ...hand.burned];
    const known = positions.length === all.length ? all : hand.burned; // the stub with the burned cards, or they alone
    must([...positions].sort().join() === [...known].sort().join(), "the new stub is made of other cards");
    if (hand.deck !== "unsealed") {
      const isSealed = order !== null && hashOf("order-seal", hand, lp(order), lp(salt, "hex")) === hand.orderSeal;
      must(isSealed, "the order of the reshuffle does not match its seal");
      const inOrder = order.filter((position) => known.includes(position));
      must(inOrder.join() === positions.join(), "the new stub is not in the sealed order");
    }
    hand.stub = [...positions];
  },
  community_card_dealt: (hand, { position, card, salt }) => turnUp(hand, draw(hand, position), card, salt),
  chips_returned(hand, { seat, amount }) {
    const player = pay(hand, seat, -amount);
    player.wagered = Math.max(0, player.wagered - amount); // before the first round it is an ante that comes back
  },
  betting_closed: (hand) => hand.players.forEach((player) => (player.wagered = 0)),
  store_opened(hand, { cards }) {
    hand.row = cards.map(([, card]) => card);
    cards.forEach(([position, card, salt]) => turnUp(hand, draw(hand, position), card, salt));
  },
  store_card_bought(hand, { seat, slot, card, price }) {
    must(hand.row[slot - 1] === card, `${card} does not lie in slot ${slot}`);
    must(price === slot * hand.rules.unit, `slot ${slot} costs ${slot * hand.rules.unit}, not ${price}`);
    hand.row[slot - 1] = null;
    pay(hand, seat, price);
  },
  store_restocked(hand, { slot, position, card, salt }) {
    must(hand.row.includes(null), "no slot is empty");
    turnUp(hand, draw(hand, position), card, salt);
    hand.row = hand.row.filter((kept) => kept !== null).toSpliced(slot - 1, 0, card);
  },
  store_closed: (hand) => (hand.row = []),
  down_cards_opened(hand, { seat, cards }) {
    const positions = cards.map(([position]) => position);
    must(positions.join() === hand.players.get(seat).down.join(), "these are not the seat's down cards");
    cards.forEach((card) => turnUp(hand, ...card));
  },
  rake_taken: (hand, { amount }) => ((hand.pot -= amount), (hand.chips -= amount)),
  pots_awarded(hand, { awards }) {
    must(new Set(awards.map((award) => award.slice(0, 3).join())).size === awards.length, "an award is given twice");
    awards.forEach(([, , seat, amount]) => pay(hand, seat, -amount));
    must(hand.pot === 0, `${hand.pot} chips of the pots are left over`);
  },
  hand_closed(hand, { stacks }) {
    const isEach = stacks.length === hand.players.size && new Map(stacks).size === stacks.length;
    must(hand.pot === 0 && isEach, "a pot or a stack is missing, or a seat stands twice");
    for (const [seat, written] of stacks) {
      const { stack } = hand.players.get(seat);
      must(stack === written, `seat ${seat} has ${stack} chips, not ${written}`);
    }
    hand.isOver = true;
  },
};

// The fields of each event besides its tag and time, in the order in which they are written

const FIELDS = Object.fromEntries(
  `hand_opened dealer,deck,entropy_seats,format,hand_id,rules,seats,seed_commitment,version; dots_tie_confirmed policy;
  entropy_committed commitment,seat; entropy_added entropy,seat; deck_sealed order_seal,seals; antes_posted antes;
  ante_posted amount,seat; called amount,seat; chips_returned amount,seat; sat_out seat; checked seat; folded seat;
  store_passed seat; hand_shown seat; hand_mucked seat; hand_cancelled returned; cards_dealt cards,street;
  card_burned position; stub_replenished order,positions,salt; community_card_dealt card,position,salt;
  brought_in amount,full,seat; completed amount,full,seat,to; bet amount,full,seat,to; raised amount,full,seat,to;
  timed_out amount,result,seat; betting_closed street; store_opened cards; store_card_bought card,price,seat,slot;
  store_restocked card,position,salt,slot; store_closed ; down_cards_opened cards,seat; rake_taken amount;
  pots_awarded awards; hand_closed stacks`.split(/;\s*/).map((row) => row.split(" ")),
);
const fieldsOf = (event) => Object.keys(event).filter((name) => name !== "event" && name !== "at").join();

// The log: throws an error with the number of its `line` for the first thing that does not hold

export function verify(bytes) {
  let [hand, head, isTimed, isEnded, line] = [null, Buffer.alloc(0), false, false, 0];
  try {
    for (const raw of linesOf(bytes)) {
      line += 1;
      must(!isEnded, "something follows the end line");
      const event = parse(raw);
      if (hand?.isOver) {
        const end = canonical({ entries: line - 1, event: "end", head: head.toString("hex") });
        isEnded = canonical(event) === end;
        must(isEnded, `the lines give the end line ${end}`);
        continue;
      }
      head = sha256(head, raw);
      must((event.event === "hand_opened") === (hand === null), "a hand opens in its first line, and nowhere else");
      must((FIELDS[event.event] ?? fieldsOf(event)) === fieldsOf(event), "a field is missing, or one too many");
      if (hand === null) [hand, isTimed] = [open(event), "at" in event];
      else {
        must(Object.hasOwn(EVENTS, event.event), `there is no event ${event.event}`);
        EVENTS[event.event](hand, event);
      }
      must("at" in event === isTimed, "a time stands on every line or on none");
      const sum = [...hand.players.values()].reduce((all, { stack }) => all + stack, hand.pot);
      must(sum === hand.chips, `there are ${sum} chips, and ${hand.chips} were brought`);
    }
    must(isEnded || !hand.isOver, "the end line is missing");
  } catch (error) {
    const message = error.constructor === Error ? error.message : "this is not what the format says";
    throw Object.assign(new Error(message), { line: Math.max(line, 1) });
  }
  const seals = hand.deck === "unsealed" ? "none sealed" : `all as sealed (${hand.deck} deck)`;
  const name = `hand ${hand.id}, ${hand.isOver ? "finished" : "not finished"}`;
  return `${name}: ${hand.seen.size} cards turned up, ${seals}; ${hand.chips} chips; head ${head.toString("hex")}`;
}

if (process.argv[1]?.endsWith("verify.mjs")) {
  try {
    console.log(`OK ${verify(readFileSync(process.argv[2]))}`);
  } catch ({ line, message }) {
    console.log(line === undefined ? message : `WRONG line ${line}: ${message}`);
    process.exitCode = line === undefined ? 2 : 1;
  }
}
