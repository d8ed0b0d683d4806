"""Law 2 on the wire: what a seat may not know changes no byte of any HTTP request that is sent for a model in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from duskfall.core.ask import Ask
from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.players.llm.calling.exchange import Exchange
from duskfall.players.llm.calling.prints import Print
from duskfall.players.llm.calls import Request
from duskfall.players.llm.model import read_model
from duskfall.players.llm.player import ModelPlayer
from duskfall.table.eyes import Eyes

from ..llm.hosted import KEY, Hosted
from .pairs import PAIRS
from .received import Pair, Side

WIRES = ("openai:model?temperature=0.5", "anthropic:model", "http://HERE#model?context=2600")
NAMES = (
    "two cards swapped, werewolf", "whom the Cop reads", "what the mafia says", "who wants to skip",
    "whom the Mistress visits", "who dies at once, until it is announced",
)  # fmt: skip


class Recording(Hosted):
    """A server that keeps every byte it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                size = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
                body = await reader.readexactly(int(size))
                self.sent.append(head + body)
                await self.serve(body, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recording]:
    with Recording() as made:
        for name, value in made.environment.items():  # type: ignore[attr-defined]
            monkeypatch.setenv(name, value)
        yield made  # type: ignore[misc]


def sent(side: Side, seat: int, until: str, kind: str, server: Recording) -> list[bytes]:
    """All that goes out for a model in this seat; whatever it answers, the side's answer counts."""
    game, eyes, asked, seen = side.table.start(), Eyes(), set[Ask](), 0
    exchange, begun = Exchange(), len(server.sent)
    player = ModelPlayer(read_model(kind.replace("http://HERE", server.address)), exchange.line("a game"), seat)
    try:
        while game.asks:
            fresh, seen = game.facts[seen:], len(game.facts)
            if any(type(fact).__name__ == until for fact in fresh):
                break
            for ask in game.asks:
                if ask.seat == seat and ask not in asked:
                    player.begin(ask, eyes.of(seat, game)).result()
                    player.probe(ask.number, eyes.of(seat, game)).result()
            asked = set(game.asks)
            ask = game.asks[0]
            before = eyes.of(ask.seat, game)
            game.answer(ask.seat, ask.verb, side.answers(game, ask))
            if ask.seat == seat:
                player.recall(ask, before, game.log[-1].value)
    finally:
        exchange.close()
    return server.sent[begun:]


def both(pair: Pair, kind: str, server: Recording) -> tuple[list[bytes], list[bytes]]:
    seat = max(pair.seats)
    left, right = (sent(side, seat, pair.until, kind, server) for side in (pair.left, pair.right))
    return left, right


@pytest.mark.parametrize("kind", WIRES, ids=lambda kind: kind.partition(":")[0])
@pytest.mark.parametrize("name", NAMES)
def test_requests_do_not_tell_the_two_games_apart(name: str, kind: str, server: Recording) -> None:
    left, right = both(PAIRS[name], kind, server)
    assert left == right
    assert left


def test_a_server_at_an_address_gets_no_key_that_is_meant_for_another(server: Recording) -> None:
    left, _ = both(PAIRS["who wants to skip"], WIRES[2], server)
    assert left
    assert not any(KEY.encode() in each for each in left)


def test_a_request_whose_seed_hangs_on_the_game_is_noticed(monkeypatch: pytest.MonkeyPatch, server: Recording) -> None:
    emit, made, facts = Game.emit, Print.__init__, [0]

    def counting(game: Game, fact: Fact) -> None:
        emit(game, fact)
        facts[0] = len(game.facts)

    def telling(self: Print, request: Request) -> None:
        made(self, request)
        self.whole = f"{facts[0]:07x}"

    monkeypatch.setattr(Game, "emit", counting)
    monkeypatch.setattr(Print, "__init__", telling)
    left, right = both(PAIRS["who wants to skip"], WIRES[0], server)
    assert left != right
