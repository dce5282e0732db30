"""A table on the web: Grocery Store Dots for several browsers, over Starlette and its WebSocket.

Run it with ``python app.py`` and open the address it prints in as many browsers as there are players. The
rules, the order of play, the clock and what each player may know all come from `grocerydots`; what is left to
an application stands here: who sits where, what time it is, when a hand is dealt, and sending.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from grocerydots import GrocerydotsError, Hand, IllegalEvent, NotationError, Seed, presets
from grocerydots import events as e
from grocerydots.page import build
from grocerydots.rules.rules import Seat
from grocerydots.table import Table, apply_message, choices_for, update_for
from grocerydots.table.messages import LONGEST_MESSAGE

HERE: Final = Path(__file__).parent
DRAWING: Final = files("grocerydots.page") / "assets"
#: The browser folds the public log and draws cards with what the replay page does it with.
SCRIPTS: Final = (
    "games.js",
    "lines.js",
    "hands.js",
    "evolve.js",
    "settle.js",
    "words.js",
    "cards.js",
    "table.js",
)
WRAPPED: Final = """"use strict";
(() => {{
const $ = (id) => document.getElementById(id);
{}
{{
{}
}}
}})();
"""
MOST_CONNECTIONS: Final = 64
LONGEST_NAME: Final = 20
SECURE: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


class Connection:
    """One browser's WebSocket, by what it has been told: it is only ever told what is new."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.replies: list[dict[str, Any]] = []  #: To this browser alone.
        self.greet(None)
        self.is_known = False  #: Nothing is told before the browser has said who it is, be it nobody.

    def greet(self, token: str | None) -> None:
        """The browser says whose it is: it is told everything from the beginning."""
        self.token = token
        self.is_known = True
        self.table_entries = 0
        self.hand: tuple[str, int] = ("", 0)  #: Which hand, and how many of its entries.
        self.turn: dict[str, Any] | None = None
        self.seat: Seat | None = None


class WebTable:
    """One table, its hand, and who may act in which seat. Whatever is due or sent changes it at once."""

    def __init__(self, table: Table, now: Callable[[], int]) -> None:
        self.table = table
        self.hand: Hand | None = None  #: The one that is on, or the last.
        self.finished: dict[str, Hand] = {}
        self.seats: dict[str, Seat] = {}  #: By token, who sits at the table now.
        self.dealt: dict[str, dict[str, Seat]] = {}  #: By hand and token: a seat's player may change.
        self.connections: set[Connection] = set()
        self._now = now

    def now(self) -> int:
        """What time it is, in milliseconds; never before the last entry's, whatever the machine says."""
        last = self.table.log.last_time or 0
        if self.hand is not None and self.hand.times is not None:
            last = max(last, self.hand.times[-1])
        return max(self._now(), last)

    def seat_in_hand(self, hand: Hand, token: str | None) -> Seat | None:
        """The seat that the owner of a token was dealt in to."""
        return self.dealt[hand.state.hand_id].get(token or "")

    # What browsers send

    def hear(self, connection: Connection, text: str | bytes) -> None:
        """Carry out a message, or tell its sender why not. Nothing else ever comes of it."""
        try:
            self._do(connection, text)
        except (GrocerydotsError, ValueError, RecursionError) as refused:
            words = str(refused) if isinstance(refused, GrocerydotsError) else "that is no message"
            connection.replies.append({"refused": words})
            connection.news.set()
        else:
            self._settle()

    def _do(self, connection: Connection, text: str | bytes) -> None:
        match json.loads(text):
            case {"token": str() | None as token}:
                connection.greet(token)
            case {"sit": int(seat), "name": str(name)}:
                self._sit(connection, seat, name)
            case {"deal": True}:
                self._seat(connection)
                self._deal()
            case {"buy_in": True}:
                self._buy_in(self._seat(connection))
            case {"table": _}:
                self.table = apply_message(self.table, text, self._seat(connection), at=self.now()).after
            case {"hand": _} if self.hand is not None:
                own = self.seat_in_hand(self.hand, connection.token)
                if own is None:
                    raise IllegalEvent("ROOM-20", None, "act", "only who was dealt in has decisions")
                self.hand = apply_message(self.hand, text, own, at=self.now()).after
            case _:
                raise NotationError("expected a token, a seat to sit in, a deal, a buy-in or a choice")

    def _seat(self, connection: Connection) -> Seat:
        seat = self.seats.get(connection.token or "")
        if seat is None:
            raise IllegalEvent("ROOM-1", None, "do that", "only who sits at the table can", "take a seat")
        return seat

    def _sit(self, connection: Connection, seat: Seat, name: str) -> None:
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise NotationError(f"a name has 1 to {LONGEST_NAME} printable characters")
        if connection.token in self.seats:
            raise IllegalEvent("ROOM-1", seat, "sit down", "they sit at the table already")
        self.table = self.table.sit(seat, name, at=self.now())
        connection.token = secrets.token_urlsafe(24)
        self.seats[connection.token] = seat

    def _buy_in(self, seat: Seat) -> None:
        """The cage sells the posted buy-in to whoever has nothing left (ROOM-1)."""
        if self.table.state.seat(seat).stack:
            raise IllegalEvent("ROOM-1", seat, "buy in anew", "there are chips left")
        self.table = self.table.add_chips(seat, self.table.state.opening.buy_in, at=self.now())

    def _deal(self) -> None:
        """Start a hand with everybody who is there; who is not connected sits out."""
        now = self.now()
        there = {self.seats.get(connection.token or "") for connection in self.connections}
        table = self.table
        for seating in table.state.next_seats:
            if seating.seat not in there:
                table = table.sit_out(seating.seat, at=now)
        self.table, self.hand = table.start_hand(seed=Seed.random(), at=now)
        playing = self.table.state.playing
        dealt = {token: seat for token, seat in self.seats.items() if seat in playing}
        self.dealt[self.hand.state.hand_id] = dealt

    # What happens by itself

    def tick(self) -> None:
        """Play the time-out that is due, if one is (ROOM-9).

        This house has posted that a tie for most dots is shared where the dealer says nothing (GSD-16).
        """
        hand, now = self.hand, self.now()
        due = None if hand is None else deadline(hand)
        if hand is None or hand.decision is None or due is None or now < due:
            return
        share = e.DotsTieConfirmed("share")
        self.hand = hand.play(share, now) if share in hand.decision else hand.tick(now)
        self._settle()

    def _settle(self) -> None:
        """Finish the hand when it is over, forget who has left, and let everybody know."""
        if self.hand is not None and self.hand.is_over and self.table.state.hand is not None:
            self.table = self.table.finish_hand(self.hand, at=self.now())
            self.finished[self.hand.state.hand_id] = self.hand
        taken = self.table.state.stacks
        self.seats = {token: seat for token, seat in self.seats.items() if seat in taken}
        for connection in self.connections:
            connection.news.set()

    # What browsers are told

    def news_for(self, connection: Connection) -> Iterator[str]:
        """What a browser does not know yet: public lines, its own seat and openings, and nothing else."""
        yield from map(json.dumps, connection.replies)
        connection.replies = []
        if not connection.is_known:
            return
        seat = self.seats.get(connection.token or "")
        if seat != connection.seat or not connection.table_entries:
            connection.seat = seat
            yield json.dumps({"you": {"seat": seat, "token": connection.token}})
        if connection.table_entries < self.table.entries:
            yield update_for(self.table, since=connection.table_entries).decode()
            connection.table_entries = self.table.entries
        if self.hand is not None:
            yield from self._news_of(self.hand, connection)

    def _news_of(self, hand: Hand, connection: Connection) -> Iterator[str]:
        hand_id, entries = connection.hand
        since = entries if hand_id == hand.state.hand_id else 0
        if since < hand.entries:
            yield update_for(hand, self.seat_in_hand(hand, connection.token), since).decode()
            connection.hand = hand.state.hand_id, hand.entries
        turn = turn_of(hand)
        if turn != connection.turn:
            connection.turn = turn
            yield json.dumps({"turn": turn, "now": self.now()})


def deadline(hand: Hand) -> int | None:
    """By when to decide, in milliseconds. The library times the players; the dealer has as long here."""
    limit = hand.state.rules.act_within_ms
    if hand.times is None or limit is None or hand.decision is None:
        return None
    return hand.times[-1] + limit


def turn_of(hand: Hand) -> dict[str, Any] | None:
    """Whose decision it is, and what is legal: the same for everybody, as it follows from the public log."""
    turn = choices_for(hand)
    return None if turn is None else {**turn, "deadline": deadline(hand)}


# The web


async def play(socket: WebSocket) -> None:
    """A browser's WebSocket, from its greeting to its end."""
    web: WebTable = socket.app.state.web
    origin = socket.headers.get("origin")
    is_foreign = origin is not None and urlsplit(origin).netloc != socket.headers.get("host")
    if is_foreign or len(web.connections) >= MOST_CONNECTIONS:
        await socket.close(1008)
        return
    await socket.accept()
    connection = Connection()
    web.connections.add(connection)
    sender = asyncio.create_task(send_news(socket, web, connection))
    try:
        while (message := await socket.receive())["type"] == "websocket.receive":
            web.hear(connection, message.get("text") or message.get("bytes") or "")
    finally:
        web.connections.discard(connection)
        sender.cancel()


async def send_news(socket: WebSocket, web: WebTable, connection: Connection) -> None:
    """Send a browser what is new, at its own pace: a slow one holds nobody up."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await connection.news.wait()
            connection.news.clear()
            for text in list(web.news_for(connection)):
                await socket.send_text(text)


async def keep_time(web: WebTable) -> None:
    """Look at the clock ten times a second; the library itself never does."""
    while True:
        await asyncio.sleep(0.1)
        web.tick()


async def index(_: Request) -> Response:
    """The page."""
    return FileResponse(HERE / "index.html", headers=SECURE)


async def script(_: Request) -> Response:
    """The page's script: the drawings of the replay page and, in a scope of its own, the table's client."""
    parts = [(DRAWING / name).read_text(encoding="utf-8") for name in SCRIPTS]
    own = [(HERE / name).read_text(encoding="utf-8") for name in ("telling.js", "client.js")]
    return Response(WRAPPED.format("\n".join(parts), "\n".join(own)), media_type="text/javascript")


async def style(_: Request) -> Response:
    """The page's style, on top of the replay page's."""
    own = (HERE / "client.css").read_text(encoding="utf-8")
    return Response((DRAWING / "page.css").read_text(encoding="utf-8") + own, media_type="text/css")


async def finished_hand(request: Request) -> Response:
    """A finished hand's replay page, log or receipt. A token that is posted adds that player's own cards."""
    web: WebTable = request.app.state.web
    hand = web.finished.get(request.path_params["hand_id"])
    if hand is None:
        return Response("There is no such finished hand.", 404)
    name = f"{hand.state.hand_id}.{request.path_params['what']}"
    match request.path_params["what"]:
        case "replay.html":
            body = (await request.body()).decode("ascii", "replace") if request.method == "POST" else ""
            seat = web.seat_in_hand(hand, parse_qs(body).get("token", [""])[0])
            return HTMLResponse(build(hand.log, None if seat is None else hand.openings(seat)))
        case "log.jsonl":
            content = hand.log.to_bytes()
        case "receipt.json":
            content = hand.receipt().to_bytes()
        case _:
            return Response("There is a replay.html, a log.jsonl and a receipt.json.", 404)
    return Response(content, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def web_app(web: WebTable) -> Starlette:
    """The application around a table."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        timekeeper = asyncio.create_task(keep_time(web))
        yield
        timekeeper.cancel()

    routes = [
        Route("/", index),
        Route("/client.js", script),
        Route("/client.css", style),
        Route("/hands/{hand_id}/{what}", finished_hand, methods=["GET", "POST"]),
        WebSocketRoute("/table", play),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.web = web
    return app


def new_table(seats: int, buy_in: int, seconds: int, now: Callable[[], int]) -> WebTable:
    """A table of Grocery Store Dots with a clock, whose id no other table has."""
    rules = presets.grocery_store_dots(small_bet=2, big_bet=4, ante=1, unit=1)
    table = Table.open(rules, buy_in=buy_in, seats=seats, act_within_ms=seconds * 1000, at=now())
    return WebTable(table, now)


def main() -> None:
    parser = argparse.ArgumentParser(description="Grocery Store Dots for several browsers")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--buy-in", type=int, default=100)
    parser.add_argument("--clock", type=int, default=30, help="seconds for a decision")
    given = parser.parse_args()
    web = new_table(given.seats, given.buy_in, given.clock, lambda: time.time_ns() // 1_000_000)
    uvicorn.run(web_app(web), host=given.host, port=given.port, ws_max_size=LONGEST_MESSAGE)


if __name__ == "__main__":
    main()
