// The games as data: what each is called, who may sit in it, who opens, and the shares of a pot.

const HIGH = { name: "high", ranking: "high" };

/**
 * `opens`: whose up card opens third street; `boards`: which board opens later; `shares`: each with its name in logs and
 * its key in `RANKINGS`, the first takes an odd chip.
 */
const GAMES = {
  grocery_store_dots: {
    title: "Grocery Store Dots",
    most: 7,
    opens: "lowest",
    boards: "highest",
    shares: [HIGH, { name: "dots", ranking: "dots" }],
    hasStore: true,
    hasOpenPair: true,
  },
  stud_high: {
    title: "Seven-card stud",
    most: 8,
    opens: "lowest",
    boards: "highest",
    shares: [HIGH],
    hasStore: false,
    hasOpenPair: true,
  },
  stud_hi_lo: {
    title: "Seven-card stud hi-lo",
    most: 8,
    opens: "lowest",
    boards: "highest",
    shares: [HIGH, { name: "low", ranking: "low" }],
    hasStore: false,
    hasOpenPair: true,
  },
  razz: {
    title: "Razz",
    most: 8,
    opens: "highest",
    boards: "lowest",
    shares: [{ name: "low", ranking: "lowball" }],
    hasStore: false,
    hasOpenPair: false,
  },
};

const gameOf = (rules) => GAMES[rules.game];
const hasStore = (rules) => gameOf(rules).hasStore;
