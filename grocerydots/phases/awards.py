"""Why awards are wrong: the first pot, share or chip that goes elsewhere by the rules, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable

from grocerydots import events as e
from grocerydots import ranking
from grocerydots.describe import Mistake
from grocerydots.english import chips, count, listed, pot_names, seats
from grocerydots.parts import Place
from grocerydots.phases.settling import Hands, WonShare, cards_of, pot_shares, pots_to_award
from grocerydots.pots import Pot, contenders, shares
from grocerydots.rules.games import PotShare
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState


def why_wrong(state: HandState, awards: tuple[e.Award, ...]) -> Mistake:
    """Why these awards, which are not the ones due in this state, are wrong."""
    return _Settlement(state, pots_to_award(state), awards).first_mistake()


class _Settlement:
    """Awards beside what the rules give."""

    def __init__(self, state: HandState, pots: tuple[Pot, ...], awards: tuple[e.Award, ...]) -> None:
        self.state = state
        self.pots = pots
        self.awards = awards
        self.hands = Hands(state)

    def first_mistake(self) -> Mistake:
        """The first thing that is wrong, those without a claim before all."""
        for award in self.awards:
            if mistake := self.no_claim(award):
                return mistake
        for number, pot in enumerate(self.pots):
            if mistake := self.wrong_split(number, pot):
                return mistake
        return Mistake(
            "HOUSE-22",
            "the awards are in another order, or one is paid in parts",
            "awards go by pot, share and dealing order, one for each winner of a share",
        )

    # Who has no claim

    def no_claim(self, award: e.Award) -> Mistake | None:
        """Why the seat of an award cannot win anything of that pot."""
        said = f"{self.pot_name(award.pot)} pays {chips(award.amount)} to seat {award.seat}"
        if award.pot >= len(self.pots):
            there_are = "there is" if len(self.pots) == 1 else "there are"
            return Mistake("HOUSE-22", said, f"{there_are} {count(len(self.pots), 'pot')}")
        if award.seat not in self.state.setup.order:
            return Mistake("HOUSE-22", said, f"nobody sits in seat {award.seat}")
        place = self.state.place(award.seat)
        pot = self.pots[award.pot]
        among = self.named(contenders(self.state, pot))
        if not self.state.live >> place & 1:
            return Mistake(
                "GSD-15" if award.share == "dots" else "HOUSE-22",
                said,
                f"seat {award.seat} folded; contenders are {among}",
            )
        if award.seat not in pot.seats:
            paid = self.state.seats[place].paid
            return Mistake(
                "HOUSE-22" if paid else "HOUSE-35",
                said,
                f"seat {award.seat} paid {chips(paid)} in all and has no part in it; contenders are {among}",
            )
        if self.state.settling.mucked >> place & 1:
            return Mistake(
                "HOUSE-26", said, f"seat {award.seat} mucked, and a mucked hand has no claim to any pot"
            )
        return None

    # How a pot is split

    def wrong_split(self, number: int, pot: Pot) -> Mistake | None:
        """What is wrong with the awards of one pot, all of which have a claim to it."""
        rows = [award for award in self.awards if award.pot == number]
        given = sum(award.amount for award in rows)
        if given != pot.amount:
            said = f"{self.pot_name(number)} pays out {chips(given)}"
            rule, more = (
                ("ROOM-19", "") if given > pot.amount else ("HOUSE-32", ", and no other rake is on record")
            )
            return Mistake(rule, said, f"it holds {chips(pot.amount)}{more}")
        due = pot_shares(pot, self.hands)
        if {award.share for award in rows} != {share.name for share in due if share.chips}:
            return self.wrong_shares(number, rows, due)
        for share in due:
            if mistake := self.wrong_share(number, rows, share):
                return mistake
        return None

    def wrong_shares(self, number: int, rows: list[e.Award], due: list[WonShare]) -> Mistake:
        """Why a pot is not split into the shares that the log has."""
        said = listed(sorted({award.share for award in rows}))
        said = f"{self.pot_name(number)} is paid out as {said}"
        claimants = self.hands.claimants(self.pots[number])
        game = self.hands.game
        if len(due) == 2:
            split = "; ".join([self.describe(share) for share in due])
            return Mistake(game.split_rule or game.whole_rule, said, f"it is split: {split}")
        if len(claimants) == 1:
            return Mistake(
                "HOUSE-22", said, f"seat {self.seat(claimants[0])} alone has a claim, to the whole of it"
            )
        if game.unqualified_rule and not self.hands.best(game.shares[1], claimants):
            lacking = f"{game.shares[1].name} of {ranking.RANKINGS[game.shares[1].ranking].qualifier}"
            return Mistake(game.unqualified_rule, said, f"nobody has a {lacking}: {self.describe(due[0])}")
        return Mistake(game.whole_rule, said, f"it goes as one: {self.describe(due[0])}")

    def wrong_share(self, number: int, rows: list[e.Award], due: WonShare) -> Mistake | None:
        """What is wrong with one share of a pot."""
        here = [award for award in rows if award.share == due.name]
        paid: dict[Seat, Chips] = {}
        for award in here:
            paid[award.seat] = paid.get(award.seat, 0) + award.amount
        right = {self.seat(place): amount for place, amount in shares(due.chips, due.winners) if amount}
        if paid == right:
            return None
        said = f"{self.pot_name(number)}, {_called(due.name)}: {_paid(paid)}"
        if paid.keys() - {self.seat(place) for place in due.winners}:
            places = [self.state.place(seat) for seat in sorted({*paid, *right})]
            return Mistake(
                self.winner_rule(due, paid.keys()), said, f"{self.compared(due, places)}: {_paid(right)}"
            )
        if sum(paid.values()) != due.chips:
            first = _called(self.hands.game.shares[0].name)
            return Mistake("HOUSE-18", said, f"this half is {chips(due.chips)}, an odd chip goes to {first}")
        if max(paid.values()) - min(paid.values()) > 1 or paid.keys() != right.keys():
            return Mistake(
                self.share_of(due).tie_rule,
                said,
                f"{self.named(sorted(due.winners))} share equally: {_paid(right)}",
            )
        return Mistake("HOUSE-19", said, f"{self.odd_chip_order(due)}: {_paid(right)}")

    def winner_rule(self, due: WonShare, paid: Iterable[Seat]) -> str:
        """The rule that gives a share to others than the log does."""
        share = self.share_of(due)
        if share.tie_is_confirmed:
            best = {self.worth_of(share, place) for place in due.winners}
            if {self.worth_of(share, self.state.place(seat)) for seat in paid} == best:
                return share.tie_rule
        return share.rule

    def share_of(self, due: WonShare) -> PotShare:
        """The game's share that a winning is of: of a whole pot the first."""
        shares = self.hands.game.shares
        return next((share for share in shares if share.name == due.name), shares[0])

    def worth_of(self, share: PotShare, place: Place) -> int:
        """How much a place's hand is worth for a share."""
        return ranking.RANKINGS[share.ranking].worth(cards_of(self.state, place))

    # In words

    def describe(self, share: WonShare) -> str:
        """A share as the rules give it."""
        right = {self.seat(place): amount for place, amount in shares(share.chips, share.winners)}
        return f"{_called(share.name)}, {_paid(right)} ({self.worth(self.share_of(share), share.winners[0])})"

    def compared(self, share: WonShare, places: list[Place]) -> str:
        """What each of some places has for a share."""
        return listed(
            [f"seat {self.seat(place)} has {self.worth(self.share_of(share), place)}" for place in places]
        )

    def worth(self, share: PotShare, place: Place) -> str:
        """What a place has for a share, from the cards it showed."""
        by = ranking.RANKINGS[share.ranking]
        return by.name(cards_of(self.state, place)) or f"no {share.name} of {by.qualifier}"

    def odd_chip_order(self, due: WonShare) -> str:
        """In which order odd chips go to the winners of a share."""
        order = " before ".join([f"seat {self.seat(place)}" for place in due.winners])
        if self.state.rules.odd_chips == "dealers_left":
            return f"odd chips go from the dealer's left, {order}"
        return f"odd chips go by the highest card, rank then suit, {order}"

    def pot_name(self, number: int) -> str:
        """What a pot is called."""
        name = pot_names(len(self.pots))[number] if number < len(self.pots) else f"pot {number}"
        return name if name[-1].isdigit() else f"the {name}"

    def named(self, places: Iterable[Place]) -> str:
        """Some places by their seat numbers."""
        return seats([self.seat(place) for place in places])

    def seat(self, place: Place) -> Seat:
        """A place's seat number."""
        return self.state.setup.order[place]


def _paid(amounts: dict[Seat, Chips]) -> str:
    return listed([f"{amount} to seat {seat}" for seat, amount in sorted(amounts.items())]) or "nothing"


def _called(share: e.Share) -> str:
    return "the whole" if share == "whole" else f"the {share} half"
