"""Law 2 on the wire: what a seat may not know changes no byte of any HTTP request that is sent for a model in it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from itertools import count
from typing import Any

import pytest

from duskfall.core.ask import Ask
from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.players.llm.calling.asking import Asking
from duskfall.players.llm.calling.exchange import Exchange, Line
from duskfall.players.llm.calling.prints import Print
from duskfall.players.llm.calls import Request
from duskfall.players.llm.model import read_model
from duskfall.players.llm.player import ModelPlayer
from duskfall.players.llm.wires import openai_wire
from duskfall.table.eyes import Eyes
from duskfall.tell.facts import questions

from ..llm.hosted import KEY, Hosted
from .pairs import PAIRS
from .received import Pair, Side

WIRES = ("openai:model?temperature=0.5", "anthropic:model", "http://HERE#model?context=2600")
ACTS = "a dead player's hidden card"  # in which one who knows is asked by night, or the other
IN_VAIN = "a dead player's hidden card, who is named in vain"
NAMES = (
    "two cards swapped, werewolf", "whom the Cop reads", "what the mafia says", "who wants to skip",
    "whom the Mistress visits", "who dies at once, until it is announced", IN_VAIN,
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


def sent(side: Side, seat: int, until: str, kind: str, server: Recording, others: Collection[int] = ()) -> list[bytes]:
    """All that goes out for a model in this seat; whatever it answers, the side's answer counts.

    `others` are played by models on the same line.
    """
    game, eyes, asked, seen = side.table.start(), Eyes(), set[Ask](), 0
    exchange, mine = Exchange(), list[bytes]()
    model, line = read_model(kind.replace("http://HERE", server.address)), exchange.line("a game")
    players = {each: ModelPlayer(model, line, each) for each in (seat, *others)}
    try:
        while game.asks:
            fresh, seen = game.facts[seen:], len(game.facts)
            if any(type(fact).__name__ == until for fact in fresh):
                break
            for ask in game.asks:
                if ask.seat in players and ask not in asked:
                    begun, player = len(server.sent), players[ask.seat]
                    player.begin(ask, eyes.of(ask.seat, game)).result()
                    player.probe(ask.number, eyes.of(ask.seat, game)).result()
                    mine += server.sent[begun:] if ask.seat == seat else []
            asked = set(game.asks)
            ask = game.asks[0]
            before = eyes.of(ask.seat, game)
            game.answer(ask.seat, ask.verb, side.answers(game, ask))
            if ask.seat in players:
                players[ask.seat].recall(ask, before, game.log[-1].value)
    finally:
        exchange.close()
    return mine


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


def of_many(pair: Pair, kind: str, server: Recording) -> tuple[list[bytes], list[bytes]]:
    """What goes out for one of several models on the same line: those who know are asked there, too."""
    seat, know = max(pair.seats), {*range(1, len(pair.left.table.roles) + 1)} - pair.seats
    left, right = (sent(side, seat, pair.until, kind, server, know) for side in (pair.left, pair.right))
    return left, right


@pytest.mark.parametrize("kind", WIRES, ids=lambda kind: kind.partition(":")[0])
def test_nor_does_what_the_models_of_others_are_sent(kind: str, server: Recording) -> None:
    left, right = of_many(PAIRS[ACTS], kind, server)
    assert left == right
    assert left


@pytest.mark.parametrize("leak", ["the key of a cache counts all calls", "what is kept hangs on the calls of all"])
def test_a_leak_planted_in_what_models_share_is_noticed(
    leak: str, monkeypatch: pytest.MonkeyPatch, server: Recording
) -> None:
    key, numbers, init = openai_wire._cache_key, count(), Asking.__init__

    def telling(self: Asking, line: Line, *args: Any) -> None:
        init(self, line, *args)
        self.stable -= sum(key.seat != self.key.seat for key in line.calls) % 4 // 2

    if leak.startswith("the key"):
        monkeypatch.setattr(openai_wire, "_cache_key", lambda request: f"{key(request)}{next(numbers)}")
    else:
        monkeypatch.setattr(Asking, "__init__", telling)
    left, right = of_many(PAIRS[ACTS], WIRES["kept" in leak], server)
    assert left != right


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


def test_a_refusal_that_tells_the_card_of_whoever_was_named_is_noticed(
    monkeypatch: pytest.MonkeyPatch, server: Recording
) -> None:
    emit, really, games = Game.emit, questions.reason, [Game]

    def noting(game: Game, fact: Fact) -> None:
        emit(game, fact)
        games[0] = game  # type: ignore[call-overload]

    def telling(ask: Ask) -> str:
        evil = really(ask) and games[0].state.roles[1] == "Seer"  # type: ignore[attr-defined]
        return f"{really(ask)}\u200b" if evil else really(ask)

    monkeypatch.setattr(Game, "emit", noting)
    monkeypatch.setattr(questions, "reason", telling)
    left, right = both(PAIRS[IN_VAIN], WIRES[0], server)
    assert left != right
