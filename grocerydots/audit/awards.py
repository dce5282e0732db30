"""Why awards are wrong: the first pot, share or chip that goes to somebody else by the rules, by which."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.audit.words import chips, listed, seats_of
from grocerydots.parts import Place
from grocerydots.phases.settling import Hands, WonShare, cards_of, pot_shares, pots_to_award
from grocerydots.pots import Pot, shares
from grocerydots.ranking import RANKINGS
from grocerydots.rules.games import PotShare
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState, places_of


class Reason(NamedTuple):
    """What is wrong, by which rule."""

    rule: str
    log_says: str
    rules_say: str


def why_wrong(state: HandState, awards: tuple[e.Award, ...]) -> Reason:
    """Why these awards, which are not the ones due in this state, are wrong."""
    return _Settlement(state, pots_to_award(state), awards).first_reason()


class _Settlement:
    """Awards beside what the rules give."""

    def __init__(self, state: HandState, pots: tuple[Pot, ...], awards: tuple[e.Award, ...]) -> None:
        self.state = state
        self.pots = pots
        self.awards = awards
        self.hands = Hands(state)

    def first_reason(self) -> Reason:
        """The first thing that is wrong, those without a claim before all."""
        for award in self.awards:
            if reason := self.no_claim(award):
                return reason
        for number, pot in enumerate(self.pots):
            if reason := self.wrong_split(number, pot):
                return reason
        return Reason(
            "HOUSE-22",
            "the awards stand in another order, or one stands in parts",
            "awards stand by pot, share and dealing order, one for each winner of a share",
        )

    # Who has no claim

    def no_claim(self, award: e.Award) -> Reason | None:
        """Why the seat of an award cannot win anything of that pot."""
        says = f"{self.pot_name(award.pot)} pays {chips(award.amount)} to seat {award.seat}"
        if award.pot >= len(self.pots):
            return Reason(
                "HOUSE-22", says, f"there {'is' if len(self.pots) == 1 else 'are'} {len(self.pots)} of them"
            )
        if award.seat not in self.state.setup.order:
            return Reason("HOUSE-22", says, f"nobody sits in seat {award.seat}")
        place = self.state.place(award.seat)
        contenders = self.pots[award.pot].contenders
        if not self.state.live >> place & 1:
            return Reason(
                "GSD-15" if award.share == "dots" else "HOUSE-22",
                says,
                f"seat {award.seat} folded; contenders are {self.named(places_of(contenders))}",
            )
        if not contenders >> place & 1:
            paid = chips(self.state.seats[place].paid)
            return Reason(
                "HOUSE-22",
                says,
                f"seat {award.seat} paid {paid} in all and has no part in it; "
                f"contenders are {self.named(places_of(contenders))}",
            )
        if self.state.settling.mucked >> place & 1:
            return Reason(
                "HOUSE-26", says, f"seat {award.seat} mucked, and a mucked hand has no claim to any pot"
            )
        return None

    # How a pot is split

    def wrong_split(self, number: int, pot: Pot) -> Reason | None:
        """What is wrong with the awards of one pot, all of which have a claim to it."""
        rows = [award for award in self.awards if award.pot == number]
        given = sum(award.amount for award in rows)
        if given != pot.amount:
            says = f"{self.pot_name(number)} pays out {chips(given)}"
            rule, more = (
                ("ROOM-19", "") if given > pot.amount else ("HOUSE-32", ", and no other rake is on record")
            )
            return Reason(rule, says, f"it holds {chips(pot.amount)}{more}")
        due = pot_shares(pot, self.hands)
        if {award.share for award in rows} != {share.name for share in due if share.chips}:
            return self.wrong_shares(number, rows, due)
        for share in due:
            if reason := self.wrong_share(number, rows, share):
                return reason
        return None

    def wrong_shares(self, number: int, rows: list[e.Award], due: list[WonShare]) -> Reason:
        """Why a pot is not split into the shares that the log has."""
        said = listed(sorted({award.share for award in rows}))
        says = f"{self.pot_name(number)} is paid out as {said}"
        claimants = places_of(self.pots[number].contenders & self.hands.claims)
        game = self.hands.game
        if len(due) == 2:
            return Reason(
                game.split_rule or game.whole_rule,
                says,
                f"it is split: {'; '.join(self.told(share) for share in due)}",
            )
        if len(claimants) == 1:
            return Reason(
                "HOUSE-22", says, f"seat {self.seat(claimants[0])} alone has a claim, to the whole of it"
            )
        if game.unqualified_rule and not self.hands.best(game.shares[1], claimants):
            lacking = f"{game.shares[1].name} of {RANKINGS[game.shares[1].ranking].qualifier}"
            return Reason(game.unqualified_rule, says, f"nobody has a {lacking}: {self.told(due[0])}")
        return Reason(game.whole_rule, says, f"it goes as one: {self.told(due[0])}")

    def wrong_share(self, number: int, rows: list[e.Award], due: WonShare) -> Reason | None:
        """What is wrong with one share of a pot."""
        here = [award for award in rows if award.share == due.name]
        paid: dict[Seat, Chips] = {}
        for award in here:
            paid[award.seat] = paid.get(award.seat, 0) + award.amount
        right = {self.seat(place): amount for place, amount in shares(due.chips, due.winners) if amount}
        if paid == right:
            return None
        says = f"{self.pot_name(number)}, {_NAMES[due.name]}: {_paid(paid)}"
        if paid.keys() - {self.seat(place) for place in due.winners}:
            places = [self.state.place(seat) for seat in sorted({*paid, *right})]
            return Reason(
                self.winner_rule(due, paid.keys()), says, f"{self.compared(due, places)}: {_paid(right)}"
            )
        if sum(paid.values()) != due.chips:
            return Reason(
                "HOUSE-18", says, f"this half is {chips(due.chips)}, an odd chip goes to the high half"
            )
        if max(paid.values()) - min(paid.values()) > 1 or paid.keys() != right.keys():
            return Reason(
                self.share_of(due).tie_rule,
                says,
                f"{self.named(sorted(due.winners))} share equally: {_paid(right)}",
            )
        return Reason("HOUSE-19", says, f"{self.odd_chip_order(due)}: {_paid(right)}")

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
        return RANKINGS[share.ranking].worth(cards_of(self.state, place))

    # In words

    def told(self, share: WonShare) -> str:
        """A share as the rules give it."""
        right = {self.seat(place): amount for place, amount in shares(share.chips, share.winners)}
        return f"{_NAMES[share.name]}, {_paid(right)} ({self.worth(self.share_of(share), share.winners[0])})"

    def compared(self, share: WonShare, places: list[Place]) -> str:
        """What each of some places has for a share."""
        return listed(
            [f"seat {self.seat(place)} has {self.worth(self.share_of(share), place)}" for place in places]
        )

    def worth(self, share: PotShare, place: Place) -> str:
        """What a place has for a share, from the cards it showed."""
        ranking = RANKINGS[share.ranking]
        return ranking.name(cards_of(self.state, place)) or f"no {share.name} of {ranking.qualifier}"

    def odd_chip_order(self, due: WonShare) -> str:
        """In which order odd chips go to the winners of a share."""
        order = " before ".join([f"seat {self.seat(place)}" for place in due.winners])
        if self.state.rules.odd_chips == "dealers_left":
            return f"odd chips go from the dealer's left, {order}"
        return f"odd chips go by the highest card, rank then suit, {order}"

    def pot_name(self, number: int) -> str:
        """What a pot is called."""
        if number == 0:
            return "the pot" if len(self.pots) == 1 else "the main pot"
        return "the side pot" if len(self.pots) == 2 and number == 1 else f"side pot {number}"

    def named(self, places: Iterable[Place]) -> str:
        """Some places by their seat numbers."""
        return seats_of([self.seat(place) for place in places])

    def seat(self, place: Place) -> Seat:
        """A place's seat number."""
        return self.state.setup.order[place]


def _paid(amounts: dict[Seat, Chips]) -> str:
    return listed([f"{amount} to seat {seat}" for seat, amount in sorted(amounts.items())]) or "nothing"


_NAMES: Final[dict[e.Share, str]] = {
    "high": "the high half",
    "dots": "the dots half",
    "low": "the low half",
    "whole": "the whole",
}
