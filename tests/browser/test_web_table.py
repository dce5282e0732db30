"""The table on the web: two real Chromium pages play a hand, and no byte tells one the other's cards."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from screens import DESKTOP, PHONE

from grocerydots.audit import audit, audit_table
from grocerydots.log import read_log
from grocerydots.proofs.receipts import Receipt

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest_plugins = ["browsing"]

FOLDER: Final = Path(__file__).parents[2] / "examples" / "web_table"
sys.path.append(str(FOLDER))  # for the test that needs no browser
WAIT_MS: Final = 20_000
QUIET: Final = ("Bring in", "Check", "Call", "Next card", "Show", "Most dots tie: share")
WINNERS: Final = re.compile(r"(ann|bob) wins \d+ \([^()]+\)(, (ann|bob) \d+ \([^()]+\))?")
#: A card's text on its own: not the end of a hand's random id, such as table-5dec469c-1.
CARD: Final = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
#: The server's own random text, in which two letters between dashes may look like a card.
TOKEN: Final = re.compile(r'"token": ?"[^"]*"')
LIVELY: Final = ("Buy", "Bet", "Complete", *QUIET)


@pytest.fixture
def served() -> Iterator[Callable[..., str]]:
    """Runs the table as its README says, on a port of its own, and gives its address."""
    servers: list[subprocess.Popen[str]] = []

    def serve(*options: str) -> str:
        command = [sys.executable, str(FOLDER / "app.py"), "--port", "0", *options]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        servers.append(server)
        assert server.stderr is not None
        for line in server.stderr:
            if found := re.search(r"running on (http://\S+)", line):
                return found[1]
        raise AssertionError("the table did not start")

    yield serve
    for server in servers:
        server.terminate()
        server.communicate(timeout=20)
        assert server.returncode is not None


class Player:
    """A browser of one player, and every byte that came to it over its WebSockets."""

    def __init__(self, browser: Browser, url: str, size: tuple[int, int], **more: Any) -> None:
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", **more
        )
        self.frames: list[str] = []
        self.strange: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._came))
        self.page.on("console", lambda message: self.strange.append(message.text))
        self.page.on("pageerror", lambda error: self.strange.append(str(error)))
        self.page.goto(url)

    def _came(self, frame: str | bytes) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode())

    def sit(self, seat: int, name: str) -> None:
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name=f"Sit in seat {seat}").click()
        self.page.get_by_text(f"{name} (you)").wait_for()

    def choices(self) -> list[str]:
        """What the player can choose just now; nothing when it is not their turn."""
        found: list[str] = self.page.evaluate(
            '[...document.querySelectorAll("#bar.mine #choices button")].map((button) => button.textContent)'
        )
        return found

    def choose(self, words: str) -> None:
        before = self.page.locator("#choices").get_attribute("data-key")
        self.page.locator("#choices button", has_text=words).first.click()
        self.page.wait_for_function(
            'before => document.querySelector("#choices").dataset.key !== before', arg=before
        )

    def own_cards(self) -> list[str]:
        labels = self.page.locator(".seat.own .card-image.known").all()
        return [label.get_attribute("aria-label") or "" for label in labels]

    def told(self, name: str) -> list[dict[str, Any]]:
        """Every frame with that field, in the order in which they came."""
        return [frame for text in self.frames if name in (frame := json.loads(text))]

    @property
    def openings(self) -> list[tuple[int, str, str]]:
        """The position, card and salt of each of this player's down cards."""
        return [tuple(opening) for opening in self.told("openings")[-1]["openings"]]


@contextmanager
def seated(browser: Browser, url: str) -> Iterator[tuple[Player, Player]]:
    """Ann on a desktop in seat 2 and Bob on a phone in seat 5; at the end no page may have complained."""
    ann, bob = Player(browser, url, DESKTOP), Player(browser, url, PHONE, has_touch=True)
    ann.sit(2, "ann")
    bob.sit(5, "bob")
    yield ann, bob
    for player in (ann, bob):
        assert player.strange == []
        player.context.close()


def acting(*players: Player) -> Player | None:
    """The player who has a choice; waits for somebody's, and is None once the hand is over."""
    for _ in range(WAIT_MS // 25):
        for player in players:
            if player.choices():
                return player
            if player.page.locator("#finished li").count():
                return None
        players[0].page.wait_for_timeout(25)
    raise AssertionError("nobody has a choice, and the hand is not over")


def play_on(
    *players: Player, wishes: tuple[str, ...] = QUIET, until: Callable[[Player], bool] = lambda _: False
) -> Player | None:
    """Play the hand on, everybody taking the first of `wishes` that there is, until a choice of a kind."""
    while (player := acting(*players)) is not None and not until(player):
        there = player.choices()
        wished = [words for wish in wishes for words in there if words.startswith(wish)]
        assert wished or not there, f"nothing that is wished for among {there}"
        if wished:  # none at all while the page is being drawn anew
            player.choose(wished[0])
    return player


def at_the_store(player: Player) -> bool:
    return any(words.startswith("Buy") for words in player.choices())


def drawn_to_the_end(*players: Player) -> None:
    """Wait until every page shows who won: what the table tells comes before the hand's last entries."""
    for player in players:
        player.page.locator("#finished li").first.wait_for()
        player.page.locator(".seat.winner").first.wait_for()


def refusals(player: Player, *messages: object) -> list[str]:
    """The refusal of each message that a WebSocket of the player's own browser sends, with the kept token."""
    answers: list[str] = player.page.evaluate(
        """([messages, wait]) => new Promise((done, failed) => {
          const socket = new WebSocket(location.href.replace(/^http/, "ws") + "table");
          const refused = [];
          setTimeout(() => failed(new Error(`refused by now: ${JSON.stringify(refused)}`)), wait);
          socket.onopen = () => {
            socket.send(JSON.stringify({ token: localStorage.getItem("grocerydots-web-table") }));
            for (const message of messages) socket.send(JSON.stringify(message));
          };
          socket.onmessage = ({ data }) => {
            const news = JSON.parse(data);
            if ("refused" in news) refused.push(news.refused);
            if (refused.length === messages.length) { socket.close(); done(refused); }
          };
        })""",
        [list(messages), WAIT_MS],
    )
    return answers


def hidden_from(viewer: Player, owner: Player) -> None:
    """Assert that no byte that the viewer got tells a down card of the owner before the log shows it."""
    assert viewer.frames
    seat = owner.told("openings")[-1]["seat"]
    shown = False
    for text in viewer.frames:
        lines = [json.loads(line) for line in json.loads(text).get("lines", [])]
        shown = shown or any((v["event"], v.get("seat")) == ("down_cards_opened", seat) for v in lines)
        for position, card, salt in [] if shown else owner.openings:
            tells_nothing(text, position, card, salt)
    assert len(owner.openings) >= 2


def tells_nothing(text: str, position: int, card: str, salt: str) -> None:
    """Assert that a frame has neither the salt of a down card, nor the card, nor the two as an opening."""
    assert salt not in text
    assert card not in CARD.findall(TOKEN.sub("", text)), (card, text)
    assert f'[{position},"{card}"' not in text.replace("\\", "")


def message_of(turn: dict[str, Any], option: dict[str, Any]) -> dict[str, Any]:
    """The message that takes an option as the server offers it."""
    message = {"hand": turn["hand"], "entry": turn["entry"], "choice": option["choice"]}
    if option["field"] is not None:
        message[option["field"]] = option["word"] if option["field"] == "policy" else option["lowest"]
    return message


class Room:
    """A table and its connections without a web between them; the last connection only watches."""

    def __init__(self, players: int) -> None:
        import app

        self.now = 1_000
        self.turn_of = app.turn_of
        self.web = app.new_table(seats=6, buy_in=100, seconds=30, now=lambda: self.now)
        self.connections = [app.Connection() for _ in range(players + 1)]
        for seat, connection in enumerate(self.connections, 1):
            self.web.connections.add(connection)
            self.web.hear(connection, '{"token":null}')
            if seat <= players:
                self.send(seat, sit=seat, name=f"player {seat}")

    def send(self, sender: int, **message: object) -> None:
        self.web.hear(self.connections[sender - 1], json.dumps(message))

    def look(self, viewer: int) -> None:
        """What a browser is told now has no other's card that the table has not seen."""
        told = list(self.web.news_for(self.connections[viewer - 1]))
        if (hand := self.web.hand) is None:
            return
        for seat in hand.state.setup.order:
            if seat != viewer and not hand.state.seat(seat).shown:
                for position, card, salt in hand.openings(seat).openings:
                    for text in told:
                        tells_nothing(text, position, card.text, (salt or b"").hex())

    def act(self, chance: Random) -> None:
        """One decision: the others' attempts at it change nothing, then its owner's, or the clock's, does."""
        hand = self.web.hand
        assert hand is not None
        turn = self.turn_of(hand)
        assert turn is not None
        message = message_of(turn, chance.choice(turn["choices"]))
        for seat in range(1, len(self.connections) + 1):
            if seat != turn["seat"]:
                self.send(seat, **message)
                self.send(seat, **{**message, "seat": turn["seat"]})
        assert self.web.hand is hand
        self.now += 100
        if chance.random() < 0.05:
            self.now += 30_000
            self.web.tick()
        else:
            self.send(turn["seat"], **message)
        assert self.web.hand is not hand


def test_over_many_hands_no_connection_is_told_what_only_another_may_know() -> None:
    chance, room = Random(4), Room(players=4)
    web = room.web
    for _ in range(12):
        rich = next(seat for seat, stack in web.table.state.stacks.items() if stack)
        room.send(rich, deal=True)
        while web.table.state.hand is not None:
            room.act(chance)
            for seat in range(1, 6):
                if chance.random() < 0.05:  # some come back and are told everything anew
                    room.send(seat, token=room.connections[seat - 1].token)
                if chance.random() < 0.5:  # some are slow
                    room.look(seat)
        for seat, stack in web.table.state.stacks.items():
            if not stack:
                room.send(seat, buy_in=True)
    assert len(web.finished) == 12
    assert audit_table(web.table.log, [hand.log for hand in web.finished.values()]).is_clean


def test_whatever_is_sent_is_answered_and_changes_nothing() -> None:
    room = Room(players=2)
    room.send(1, deal=True)
    table, hand = room.web.table, room.web.hand
    nonsense: list[str | bytes] = [
        "", "{", "[]", "null", "3", '"deal"', "{}", '{"deal":1}', '{"sit":9,"name":"x"}',
        '{"sit":3,"name":""}', '{"sit":true,"name":"x"}', '{"sit":3,"name":"a\\u202eb"}', '{"hand":[]}',
        '{"table":{}}',
        '{"deal":true}', '{"buy_in":true}', "[" * 5000, "9" * 5000, '{"hand":"x","entry":0,"choice":"fold"}',
        b"\xff",
    ]  # fmt: skip
    for connection in room.connections:
        list(room.web.news_for(connection))
        for text in nonsense:
            room.web.hear(connection, text)
            answers = [json.loads(news) for news in room.web.news_for(connection)]
            assert [list(answer) for answer in answers] == [["refused"]], text
    assert room.web.table is table
    assert room.web.hand is hand


def test_only_a_card_by_itself_is_taken_for_one() -> None:
    """Not the end of a random id, and not letters of the browser's own token."""
    for text in (
        "hand table-5dec469c5dec469c-1 is over",
        '{"you": {"seat": 2, "token": "x-9c-y_9c"}}',
        "sit 109c",
    ):
        tells_nothing(text, 3, "9c", "salt")
    for text in ("9c", "bob has 9c.", '["9c"]', '{"token": "x", "card": "9c"}', "Tc-9c", "The salt"):
        with pytest.raises(AssertionError):
            tells_nothing(text, 3, "9c", "salt")


def test_two_pages_play_a_whole_hand_and_neither_is_ever_told_the_others_cards(
    browser: Browser, served: Callable[..., str], tmp_path: Path
) -> None:
    with seated(browser, served("--clock", "600")) as (ann, bob):
        ann.page.get_by_role("button", name="Deal a hand").click()

        # At the store: a page that is loaded anew has its seat, its cards and the decision.
        buyer = play_on(ann, bob, until=at_the_store)
        assert buyer is not None
        asked = buyer.page.locator("#turn")
        assert asked.inner_text() == "Buy, or take the next card"
        assert asked.get_attribute("title") == "GSD-9"
        assert (
            buyer.page.locator("#told").inner_text().startswith("The store opens: ")
        )  # and a card was burned
        cards, choices = buyer.own_cards(), buyer.choices()
        assert len(cards) == 2
        buyer.page.reload()
        buyer.page.locator("#bar.mine #choices button").first.wait_for()
        assert (buyer.own_cards(), buyer.choices()) == (cards, choices)

        # A message for the other's seat is refused, and so is one for a decision that is the other's.
        other = bob if buyer is ann else ann
        turn = buyer.told("turn")[-1]["turn"]
        forged = {"hand": turn["hand"], "entry": turn["entry"], "choice": "pass"}
        not_theirs, not_their_turn = refusals(other, {**forged, "seat": turn["seat"]}, forged)
        assert "players act for their own seat alone" in not_theirs
        assert f"seat {turn['seat']} has the decision" in not_their_turn
        assert buyer.choices() == choices

        buyer.choose("Buy")
        play_on(ann, bob, wishes=LIVELY)
        drawn_to_the_end(ann, bob)
        hidden_from(ann, bob)
        hidden_from(bob, ann)

        # The showdown: what was hidden is open now, and the pot is paid.
        assert ann.page.locator(".seat .card-image.hidden").count() == 0
        assert ann.page.locator(".seat.winner").count() >= 1
        assert WINNERS.fullmatch(ann.page.locator("#told").inner_text())
        lines = ann.page.locator("#lines").inner_text()
        assert CARD.search(lines) is None
        assert re.search(r"The store opens: \S{2,3} \S{2,3} \S{2,3}$", lines, re.MULTILINE)
        stacks = [int(text) for text in ann.page.locator("#seats .stack").all_inner_texts()]
        assert sum(stacks) == 200

        log_file, receipt_file = tmp_path / "log.jsonl", tmp_path / "receipt.json"
        for name, file in (("Log", log_file), ("Receipt", receipt_file)):
            with bob.page.expect_download() as download:
                bob.page.get_by_role("link", name=name).click()
            download.value.save_as(file)
        report = audit(log_file)
        assert report.is_clean, report.to_text()
        log = read_log(log_file)
        assert Receipt.read(receipt_file).verify(log)
        assert any("store_card_bought" in line.decode() for line in log.lines)

        with ann.context.expect_page() as popup:
            ann.page.get_by_role("button", name="Replay").click()
        replay = popup.value
        replay.locator("#pill", has_text="Verified").wait_for()
        assert "seat 2" in replay.locator(".openings").inner_text()


def test_a_name_is_not_taken_for_a_card(browser: Browser, served: Callable[..., str]) -> None:
    with seated(browser, served("--clock", "600")) as (ann, bob):
        bob.page.get_by_role("button", name="Leave").click()
        bob.sit(5, "Td")
        ann.page.get_by_role("button", name="Deal a hand").click()
        play_on(
            ann,
            bob,
            until=lambda player: bool(player.choices()) and player.page.locator("#lines li").count() > 3,
        )
        assert "Td 1" in ann.page.locator("#lines li", has_text="Antes").inner_text()


def test_the_clock_plays_for_who_says_nothing(browser: Browser, served: Callable[..., str]) -> None:
    with seated(browser, served("--clock", "1")) as (ann, bob):
        bob.page.get_by_role("button", name="Deal a hand").click()
        ann.page.locator("#lines", has_text="runs out of time: bring in").wait_for()
        bob.page.locator("#lines", has_text="A tie for most dots is shared").wait_for()
        hidden_from(ann, bob)
        hidden_from(bob, ann)


def test_who_takes_a_left_seat_learns_nothing_of_the_cards_that_were_played_there(
    browser: Browser, served: Callable[..., str]
) -> None:
    url = served("--clock", "600")
    with seated(browser, url) as (ann, bob):
        ann.page.get_by_role("button", name="Deal a hand").click()
        folder = play_on(ann, bob, until=lambda player: "Fold" in player.choices())
        assert folder is not None
        folder.choose("Fold")
        folder.page.locator("#finished li").wait_for()
        seat = 2 if folder is ann else 5
        folder.page.get_by_role("button", name="Leave").click()
        late = Player(browser, url, DESKTOP)
        late.sit(seat, "eve")
        assert refusals(late, {"sit": 1, "name": "eve again"})
        with late.context.expect_page() as popup:
            late.page.get_by_role("button", name="Replay").click()
        replay = popup.value.content()
        assert not [salt for _, _, salt in folder.openings if salt in replay]
        hidden_from(late, folder)
        late.context.close()
