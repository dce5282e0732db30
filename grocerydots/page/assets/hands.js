// What seven cards are worth: the best high hand, the best low, the dots (GSD-4, LIM-10, ROOM-17).

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const DOTS = { A: 1, 2: 2, 3: 3, 4: 0, 5: 1, 6: 0, 7: 1, 8: 2, 9: 1, T: 2, J: 0, Q: 0, K: 0 };
const RANK_WORDS = "deuce three four five six seven eight nine ten jack queen king ace".split(" ");
const SUIT_WORDS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

const rankOf = (card) => RANKS.indexOf(card[0]) + 2;
/** Where a card stands by rank, then suit: 0 for 2c to 51 for As. */
const indexOf = (card) => 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);
const dotsOf = (cards) => cards.reduce((sum, card) => sum + DOTS[card[0]], 0);
const cardWords = (card) => `${RANK_WORDS[rankOf(card) - 2]} of ${SUIT_WORDS[card[1]]}`;

/** Arrays of numbers compared place by place, a missing place being the least. */
function compare(one, other) {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? -1) - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function choose(items, count) {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => choose(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}

/** Ranks, those that are most alike first, then the higher ones: [how many, rank] each. */
function groupsOf(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  return [...counts].map(([rank, count]) => [count, rank]).sort((one, other) => compare(other, one));
}

const CATEGORIES = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], null, null, [3, 2], [4, 1], null];
const [STRAIGHT, FLUSH, STRAIGHT_FLUSH] = [4, 5, 8];

/** What five cards are worth: the category, then the ranks that decide. */
function fiveValue(cards) {
  const groups = groupsOf(cards);
  const ranks = groups.map(([, rank]) => rank);
  const shape = groups.map(([count]) => count);
  const isFlush = cards.every((card) => card[1] === cards[0][1]);
  const isWheel = ranks.join() === "14,5,4,3,2";
  if (shape.length === 5 && (isWheel || ranks[0] - ranks[4] === 4)) {
    return [isFlush ? STRAIGHT_FLUSH : STRAIGHT, isWheel ? 5 : ranks[0]];
  }
  if (isFlush) return [FLUSH, ...ranks];
  return [CATEGORIES.findIndex((known) => known !== null && compare(known, shape) === 0), ...ranks];
}

const standing = (cards) => cards.map(indexOf).sort((one, other) => other - one);

/** The best high hand: its value, its name, its five cards; of equal fives the one that stands higher (HOUSE-19). */
function bestHigh(cards) {
  let best = null;
  for (const five of choose(cards, 5)) {
    const hand = { value: fiveValue(five), key: standing(five), cards: five };
    if (best === null || (compare(hand.value, best.value) || compare(hand.key, best.key)) > 0) best = hand;
  }
  return { ...best, name: highName(best.value) };
}

function rankWord(rank, isPlural = false) {
  const word = RANK_WORDS[rank - 2];
  return isPlural ? `${word}${word.endsWith("x") ? "es" : "s"}` : word;
}

function highName([category, first, second]) {
  switch (category) {
    case 0:
      return `${rankWord(first)} high`;
    case 1:
      return `pair of ${rankWord(first, true)}`;
    case 2:
      return `two pair, ${rankWord(first, true)} and ${rankWord(second, true)}`;
    case 3:
      return `three of a kind, ${rankWord(first, true)}`;
    case STRAIGHT:
      return `straight, ${rankWord(first)} high`;
    case FLUSH:
      return `flush, ${rankWord(first)} high`;
    case 6:
      return `full house, ${rankWord(first, true)} over ${rankWord(second, true)}`;
    case 7:
      return `four of a kind, ${rankWord(first, true)}`;
    default:
      return first === 14 ? "royal flush" : `straight flush, ${rankWord(first)} high`;
  }
}

const lowRank = (card) => (card[0] === "A" ? 1 : rankOf(card));
const lowIndex = (card) => (card[0] === "A" ? indexOf(card) - 52 : indexOf(card));

/** The best low, eight or better: its value (the lower, the better), its name, its odd-chip key; null for none. */
function bestLow(cards) {
  const ranks = [...new Set(cards.map(lowRank))].filter((rank) => rank <= 8).sort((one, other) => one - other);
  if (ranks.length < 5) return null;
  const value = ranks.slice(0, 5).reverse();
  const key = value.map((rank) => Math.max(...cards.filter((card) => lowRank(card) === rank).map(lowIndex)));
  return { value, key: key.sort((one, other) => other - one), name: lowName(value) };
}

/** A low of five different ranks in words, the highest first, the ace as 1. */
function lowName(ranks) {
  const letters = ranks.map((rank) => (rank === 1 ? "A" : RANKS[rank - 2])).join("-");
  return letters === "5-4-3-2-A" ? "wheel" : `${letters} low`;
}

/** How a board of up cards ranks for who opens: by how many are alike, then by ranks (LIM-4). */
function boardValue(up) {
  const groups = groupsOf(up);
  const alike = groups.map(([count]) => count).filter((count) => count > 1);
  return [...alike, ...Array(4 - alike.length).fill(0), ...groups.map(([, rank]) => rank)];
}

/** What opens third street by a first up card: the most of what it gives. */
const OPENERS = { lowest: ([card]) => [-indexOf(card)], highest: ([card]) => [lowIndex(card)] };
/** What opens later streets by a board: the most of what it gives. */
const BOARDS = { highest: boardValue, lowest: (up) => lowballValue(up) };

/** Ranks with the ace low, those that are most alike first, then the higher ones: [how many, rank] each. */
function lowGroupsOf(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(lowRank(card), (counts.get(lowRank(card)) ?? 0) + 1);
  return [...counts].map(([rank, count]) => [count, rank]).sort((one, other) => compare(other, one));
}

/** How cards rank as a low without a qualifier, the most being the best: how many are alike, then which (RAZZ-2). */
function lowballValue(cards) {
  const groups = lowGroupsOf(cards);
  const padded = (numbers) => [...numbers, ...Array(5 - numbers.length).fill(0)];
  return [...padded(groups.map(([count]) => 5 - count)), ...padded(groups.map(([, rank]) => 14 - rank))];
}

/** The best low without a qualifier; of equal fives the one that stands higher (HOUSE-19). */
function bestLowball(cards) {
  let best = null;
  for (const five of choose(cards, 5)) {
    const key = five.map(lowIndex).sort((one, other) => other - one);
    const hand = { value: lowballValue(five), key, groups: lowGroupsOf(five) };
    if (best === null || (compare(hand.value, best.value) || compare(hand.key, best.key)) > 0) best = hand;
  }
  return { ...best, name: lowballName(best.groups) };
}

function lowballName(groups) {
  const shape = groups.map(([count]) => count);
  const ranks = groups.map(([, rank]) => rank);
  if (shape.length === 5) return lowName(ranks);
  const category = CATEGORIES.findIndex((known) => known !== null && compare(known, shape) === 0);
  return highName([category, ...ranks.map((rank) => (rank === 1 ? 14 : rank))]);
}

/** How hands compare for a share of a pot: worth (null for nothing), key for odd chips (HOUSE-19), name (null for none). */
const RANKINGS = {
  high: {
    worth: (cards) => bestHigh(cards).value,
    key: (cards) => bestHigh(cards).key,
    name: (cards) => bestHigh(cards).name,
  },
  low: {
    worth: (cards) => bestLow(cards)?.value.map((rank) => 14 - rank) ?? null,
    key: (cards) => bestLow(cards).key,
    name: (cards) => bestLow(cards)?.name ?? null,
  },
  lowball: {
    worth: (cards) => bestLowball(cards).value,
    key: (cards) => bestLowball(cards).key,
    name: (cards) => bestLowball(cards).name,
  },
  dots: { worth: (cards) => [dotsOf(cards)], key: standing, name: () => null },
};
