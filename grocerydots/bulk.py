"""Many finished hands, among bots that play by the look of their cards, the same from a seed everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from grocerydots import events as e
from grocerydots.bots import NAMES, Choices, bot_at, high_look, low_look
from grocerydots.errors import Problem, brief, expected, raise_any
from grocerydots.hand import Hand
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import DOTS_TIES, STRUCTURES, options_for
from grocerydots.rules.rules import FEWEST_PLAYERS, STAKES, Betting, Rules
from grocerydots.testing import test_seed
from grocerydots.turns import Decision

__all__ = ["Choices", "bot_choice", "high_look", "low_look", "random_rules", "simulate"]


def simulate(
    game: GameId = "grocery_store_dots",
    hands: int = 1,
    players: int = 4,
    seed: int | str = 0,
    *,
    rules: Rules | None = None,
    vary_rules: bool = False,
    first: int = 0,
) -> Iterator[Hand]:
    """Yield finished hands among bots, from number `first` on; each depends on its number alone.

    They play by `rules`, or at limit 4/8 with a card room's options; `vary_rules` draws structure, stakes and
    options for every hand. Stacks are drawn too, some of them short; now and then a player sits out or runs
    out of time. Decks come from test seeds: their cards are not secret. Raises `SetupError` at once.
    """
    raise_any(_problems(game, hands, players, rules, vary_rules, first))
    test_seed(seed)  # raises NotationError before the first hand
    return _hands(game, range(first, first + hands), players, seed, rules, vary_rules)


def _problems(
    game: GameId, hands: object, players: object, rules: Rules | None, vary_rules: bool, first: object
) -> list[Problem]:
    problems = []
    if game not in GAMES:
        return [expected("game", f"one of {', '.join(GAMES)}", game)]
    most = GAMES[game].most_players
    for where, value in (("hands", hands), ("first", first)):
        if type(value) is not int or value < 0:
            problems.append(expected(where, "a whole number, 0 or more", value))
    if type(players) is not int or not FEWEST_PLAYERS <= players <= most:
        message = f"{game} is for {FEWEST_PLAYERS} to {most}, not {brief(players)}"
        problems.append(Problem("HOUSE-28", "players", message))
    if rules is not None and type(rules) is not Rules:
        problems.append(expected("rules", "Rules", rules))
    elif rules is not None and rules.game != game:
        problems.append(Problem(None, "rules", f"these are the rules of {rules.game}, not of {game}"))
    if rules is not None and vary_rules:
        problems.append(Problem(None, "rules", "give rules or have them varied, not both"))
    return problems


def _hands(
    game: GameId, numbers: range, players: int, seed: int | str, rules: Rules | None, vary_rules: bool
) -> Iterator[Hand]:
    tag = sha256(f"{type(seed).__name__} {seed}".encode()).hexdigest()[:8]
    unit = 1 if GAMES[game].has_store else None
    usual = rules or Rules.for_game(game, Betting.fixed_limit(4, 8), ante=1, unit=unit)
    for number in numbers:
        name = f"{game}-{players}-{tag}-{number}"
        choices = Choices(name)
        table = random_rules(game, choices) if vary_rules else usual
        seats = _seats(table, players, choices)
        dealer = choices.pick([0, seats[-1].seat + 1, *[s.seat for s in seats] * 4])
        hand = Hand.open(table, seats, dealer, seed=test_seed(f"{seed} {name}"), hand_id=name)
        looseness = choices.pick((0, 50, 100, 100, 150, 200, 400))
        while hand.decision is not None:
            hand = hand.play(bot_choice(hand, choices, looseness))
        yield hand


# The table


def random_rules(game: GameId, choices: Choices) -> Rules:
    """Rules of a game with structure, stakes and house options drawn."""
    structure = choices.pick(sorted(STRUCTURES))
    lower = choices.pick((1, 2, 4, 5, 10, 20))
    times = choices.pick((1, 2, 2, 3)) if structure == "fixed_limit" else choices.pick((2, 5))
    options: dict[str, object] = {
        name: choices.pick(option.values)
        for name, option in sorted(options_for(game, structure).items())
        if choices.chance(50)
    }
    return Rules.for_game(
        game,
        Betting(structure, lower, lower * times if STAKES[structure][1] else None),
        ante=choices.pick((0, 1, 1, max(1, lower // 4), lower)),
        bring_in=choices.pick((None, None, 1, lower)),
        unit=choices.pick((1, 1, 2, lower)) if GAMES[game].has_store else None,
        **options,  # type: ignore[arg-type]  # the values are each option's own
    )


def _seats(rules: Rules, players: int, choices: Choices) -> tuple[e.Seating, ...]:
    """Players in seats with gaps between them; stacks mostly deep, some short, a few of one chip."""
    seats = []
    number = 0
    for name in NAMES[:players]:
        number += 1 + choices.chance(15)
        bets = choices.pick((1, 3, 8, 15, 25, 25, 40, 40, 60))
        stack = 1 + choices.below(rules.ante + 3) if choices.chance(4) else 1 + bets * rules.betting.lower
        stack += choices.below(rules.betting.lower + 1)
        seats.append(e.Seating(number, name, stack, not choices.chance(8)))
    return tuple(seats)


# The bots


def bot_choice(hand: Hand, choices: Choices, looseness: int = 100) -> e.Event:
    """A sensible event for the hand's decision, which there must be: the clock's now and then.

    The looser, the weaker the cards that stay in: 0 plays few hands, 400 calls with nearly anything.
    """
    decision = hand.decision
    if decision is None:
        raise AssertionError("expected a hand at a decision")
    if decision.seat is None:
        return _for_the_house(decision, choices)
    if choices.below(150) == 0:
        return decision.time_out()
    if decision.kind == "ante":
        return decision.sit_out() if choices.chance(20) else decision.ante()
    return bot_at(hand, choices, looseness).choice()


def _for_the_house(decision: Decision, choices: Choices) -> e.Event:
    if decision.kind == "rake":
        most = decision.options[0].highest
        return decision.rake(min(most // 20, 3 * decision.state.rules.betting.lower))
    return decision.confirm(DOTS_TIES[choices.chance(25)])
