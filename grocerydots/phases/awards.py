"""Why awards are wrong: the first pot, share or chip that goes elsewhere by the rules, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from grocerydots import events as e
from grocerydots import ranking
from grocerydots.attempts import Reason
from grocerydots.describe import Mistake
from grocerydots.english import chips, count, listed, pot_names, seats
from grocerydots.parts import Place
from grocerydots.phases.settling import Hands, WonShare, cards_of, pot_shares, pots_to_award
from grocerydots.pots import shares
from grocerydots.rules.games import PotShare
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState

_OUT_OF_ORDER: Final = Mistake(
    "HOUSE-22",
    "the awards are in another order, or one is paid in parts",
    "awards go by pot, share and dealing order, one for each winner of a share",
    "the order of the awards",
)


def why_wrong(state: HandState, awards: tuple[e.Award, ...]) -> Mistake:
    """Why these awards, which are not the ones due in this state, are wrong."""
    return _Settlement(state, awards).first_mistake()


class _Settlement:
    """Awards beside what the rules give."""

    def __init__(self, state: HandState, awards: tuple[e.Award, ...]) -> None:
        self.state = state
        self.pots = pots_to_award(state)
        self.awards = awards
        self.hands = Hands(state)

    def first_mistake(self) -> Mistake:
        """The first thing that is wrong, awards without a claim before all."""
        wrong = chain(map(self.no_claim, self.awards), map(self.wrong_split, range(len(self.pots))))
        return next(filter(None, wrong), _OUT_OF_ORDER)

    # Who has no claim

    def no_claim(self, award: e.Award) -> Mistake | None:
        why = self.why_no_claim(award)
        if why is None:
            return None
        said = f"{self.pot_name(award.pot)} pays {chips(award.amount)} to seat {award.seat}"
        return Mistake(why[0], said, why[1], f"what {self.pot_name(award.pot)} pays")

    def why_no_claim(self, award: e.Award) -> Reason | None:
        """Why the seat of an award cannot win anything of that pot."""
        seat = award.seat
        if award.pot >= len(self.pots):
            there_are = "there is" if len(self.pots) == 1 else "there are"
            return "HOUSE-22", f"{there_are} {count(len(self.pots), 'pot')}"
        if seat not in self.state.setup.order:
            return "HOUSE-22", f"nobody sits in seat {seat}"
        place = self.state.place(seat)
        contenders = self.pots[award.pot].seats
        if not self.state.live >> place & 1:
            rule = "GSD-15" if award.share == "dots" else "HOUSE-22"
            return rule, f"seat {seat} folded; contenders are {seats(contenders)}"
        if seat not in contenders:
            paid = self.state.seats[place].paid
            has_none = f"seat {seat} paid {chips(paid)} in all and has no part in it"
            return "HOUSE-22" if paid else "HOUSE-35", f"{has_none}; contenders are {seats(contenders)}"
        if self.state.settling.mucked >> place & 1:
            return "HOUSE-26", f"seat {seat} mucked, and a mucked hand has no claim to any pot"
        return None

    # How a pot is split

    def wrong_split(self, number: int) -> Mistake | None:
        """What is wrong with the awards of one pot, all of which have a claim to it."""
        pot = self.pots[number]
        rows = [award for award in self.awards if award.pot == number]
        given = sum(award.amount for award in rows)
        if given != pot.amount:
            said = f"{self.pot_name(number)} pays out {chips(given)}"
            holds = f"it holds {chips(pot.amount)}"
            if given > pot.amount:
                return Mistake("ROOM-19", said, holds, f"more than {self.pot_name(number)} holds")
            kept = f"chips of {self.pot_name(number)} that nobody got"
            return Mistake("HOUSE-32", said, f"{holds}, and no other rake is on record", kept)
        due = pot_shares(pot, self.hands)
        if {award.share for award in rows} != {share.name for share in due if share.chips}:
            return self.wrong_shares(number, rows, due)
        return next(filter(None, (self.wrong_share(number, rows, share) for share in due)), None)

    def wrong_shares(self, number: int, rows: list[e.Award], due: list[WonShare]) -> Mistake:
        """Why a pot is not split into the shares that the log has."""
        said = f"{self.pot_name(number)} is paid out as {listed(sorted({award.share for award in rows}))}"
        about = f"the split of {self.pot_name(number)}"
        claimants = self.hands.claimants(self.pots[number])
        game = self.hands.game
        if len(due) == 2:
            split = "; ".join([self.describe(share) for share in due])
            return Mistake(game.split_rule or game.whole_rule, said, f"it is split: {split}", about)
        if len(claimants) == 1:
            alone = f"seat {self.seat(claimants[0])} alone has a claim"
            return Mistake("HOUSE-22", said, f"{alone}, to the whole of it", about)
        if game.unqualified_rule and not self.hands.best(game.shares[1], claimants):
            lacking = f"{game.shares[1].name} of {ranking.RANKINGS[game.shares[1].ranking].qualifier}"
            nobody = f"nobody has a {lacking}: {self.describe(due[0])}"
            return Mistake(game.unqualified_rule, said, nobody, about)
        return Mistake(game.whole_rule, said, f"it goes as one: {self.describe(due[0])}", about)

    def wrong_share(self, number: int, rows: list[e.Award], due: WonShare) -> Mistake | None:
        paid: dict[Seat, Chips] = {}
        for award in rows:
            if award.share == due.name:
                paid[award.seat] = paid.get(award.seat, 0) + award.amount
        right = {self.seat(place): amount for place, amount in shares(due.chips, due.winners) if amount}
        if paid == right:
            return None
        said = f"{self.pot_name(number)}, {_called(due.name)}: {_paid(paid)}"
        about = self.at_stake(number, due)
        if paid.keys() - self.seats(due.winners):
            places = [self.state.place(seat) for seat in sorted({*paid, *right})]
            rule = self.winner_rule(due, paid.keys())
            return Mistake(rule, said, f"{self.compared(due, places)}: {_paid(right)}", about)
        if sum(paid.values()) != due.chips:
            first = _called(self.hands.game.shares[0].name)
            half = f"this half is {chips(due.chips)}, an odd chip goes to {first}"
            return Mistake("HOUSE-18", said, half, f"the odd chip of {self.pot_name(number)}")
        if max(paid.values()) - min(paid.values()) > 1 or paid.keys() != right.keys():
            equally = f"{seats(self.seats(sorted(due.winners)))} share equally"
            return Mistake(self.share_of(due).tie_rule, said, f"{equally}: {_paid(right)}", about)
        odd = "chip" if due.chips % len(due.winners) == 1 else "chips"
        order = f"{self.odd_chip_order(due)}: {_paid(right)}"
        return Mistake("HOUSE-19", said, order, f"the odd {odd} of {about}")

    def winner_rule(self, due: WonShare, paid: Iterable[Seat]) -> str:
        """The rule that gives a share to others than the log does."""
        share = self.share_of(due)
        if share.tie_is_confirmed:
            best = {self.worth_of(share, place) for place in due.winners}
            if {self.worth_of(share, self.state.place(seat)) for seat in paid} == best:
                return share.tie_rule
        return share.rule

    def share_of(self, won: WonShare) -> PotShare:
        """The game's share that was won: of a whole pot the first."""
        first, *others = self.hands.game.shares
        return next((share for share in others if share.name == won.name), first)

    def worth_of(self, share: PotShare, place: Place) -> int:
        return ranking.RANKINGS[share.ranking].worth(cards_of(self.state, place))

    # In words

    def at_stake(self, number: int, share: WonShare) -> str:
        """What a share of a pot is called where nothing else is said: ``the dots half of the main pot``."""
        pot = self.pot_name(number)
        called = pot if share.name == "whole" else _called(share.name)
        return called if called == pot or len(self.pots) == 1 else f"{called} of {pot}"

    def describe(self, won: WonShare) -> str:
        right = {self.seat(place): amount for place, amount in shares(won.chips, won.winners)}
        return f"{_called(won.name)}, {_paid(right)} ({self.hand_name(won, won.winners[0])})"

    def compared(self, won: WonShare, places: list[Place]) -> str:
        return listed([f"seat {self.seat(place)} has {self.hand_name(won, place)}" for place in places])

    def hand_name(self, won: WonShare, place: Place) -> str:
        """What a place has for a share, from the cards it showed."""
        share = self.share_of(won)
        by = ranking.RANKINGS[share.ranking]
        return by.name(cards_of(self.state, place)) or f"no {share.name} of {by.qualifier}"

    def odd_chip_order(self, due: WonShare) -> str:
        order = " before ".join([f"seat {seat}" for seat in self.seats(due.winners)])
        if self.state.rules.odd_chips == "dealers_left":
            return f"odd chips go from the dealer's left, {order}"
        return f"odd chips go by the highest card, rank then suit, {order}"

    def pot_name(self, number: int) -> str:
        name = pot_names(len(self.pots))[number] if number < len(self.pots) else f"pot {number}"
        return name if name[-1].isdigit() else f"the {name}"

    def seats(self, places: Iterable[Place]) -> list[Seat]:
        return [self.seat(place) for place in places]

    def seat(self, place: Place) -> Seat:
        return self.state.setup.order[place]


def _paid(amounts: dict[Seat, Chips]) -> str:
    return listed([f"{amount} to seat {seat}" for seat, amount in sorted(amounts.items())]) or "nothing"


def _called(share: e.Share) -> str:
    return "the whole" if share == "whole" else f"the {share} half"
