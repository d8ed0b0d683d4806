"""Law 2 on the exact bytes of every prompt: what a seat may not know changes nothing that a model in it is sent."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import assume, given

from duskfall.core import view as views
from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Fact, Said
from duskfall.core.play.game import Game
from duskfall.core.record import dump
from duskfall.players.llm.answers.forms import form, probe_form
from duskfall.players.llm.model import with_variant
from duskfall.players.llm.prompts import conversation
from duskfall.players.llm.prompts.conversation import Conversation, Prompt
from duskfall.players.llm.prompts.told import Clock, ToldBlock
from duskfall.players.llm.variants import PLAIN, Variant, read_variant
from duskfall.table.eyes import Eyes

from ..llm.driving import model
from .careful import Careful, holders, members
from .pairs import PAIRS, TOWN, two
from .received import Pair, Side
from .tables import Table, law, play, seeds, tables
from .test_noninterference import READERS, everyone, hand_dealt, seat_numbers, swapped

SMALL = 2_600  # tokens, so that old days are folded too


def sent(side: Side, seats: Iterable[int], until: str, context: int, variant: Variant = PLAIN) -> dict[int, list[str]]:
    """All that models in these seats are sent, in order: a probe, the prompt, and the forms of both answers."""
    game, eyes, asked, seen = side.table.start(), Eyes(), set[Ask](), 0
    models = {seat: Conversation(with_variant(model(context=context), variant)) for seat in seats}
    got: dict[int, list[str]] = {seat: [] for seat in models}
    while game.asks:
        fresh, seen = game.facts[seen:], len(game.facts)
        if any(type(fact).__name__ == until for fact in fresh):
            break
        for ask in game.asks:
            if ask not in asked and ask.seat in models:
                got[ask.seat] += _sent(models[ask.seat], ask, game, eyes)
        asked = set(game.asks)
        ask = game.asks[-1 if side.last_first else 0]
        before = eyes.of(ask.seat, game)
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
        if ask.seat in models:
            models[ask.seat].answered(ask, before, game.log[-1].value)
    return got


def _sent(model: Conversation, ask: Ask, game: Game, eyes: Eyes) -> list[str]:
    seen = eyes.of(ask.seat, game)
    forms = [form(ask, seen), probe_form(seen)]
    schemas = [dump(each.schema(strict, not strict)) for each in forms for strict in (True, False)]
    return [*map(_bytes, (model.probe(seen), model.ask(ask, seen))), *schemas]


def _bytes(prompt: Prompt) -> str:
    return dump({"messages": prompt.messages, "stable": prompt.stable})


def difference(pair: Pair, context: int = 24_000, variant: Variant = PLAIN) -> str:
    """The first message by which a model in one of the seats could tell the two games apart."""
    seats = pair.seats - {0}
    left, right = (sent(side, seats, pair.until, context, variant) for side in (pair.left, pair.right))
    for seat in sorted(seats):
        if left[seat] != right[seat]:
            both = zip(left[seat], right[seat], strict=False)
            return next((f"seat {seat}: {a} / {b}" for a, b in both if a != b), f"seat {seat} is sent more in one game")
    return ""


@pytest.mark.parametrize("name", PAIRS)
def test_models_cannot_tell_the_two_games_apart(name: str) -> None:
    assert difference(PAIRS[name]) == ""


VARIANT = read_variant(
    {
        "advice": False,
        "roles": False,
        "notes": True,
        "strategy": {"evil": "Lie.", "good": {"add": "Ask."}, "alone": True},
    }
)


@pytest.mark.parametrize("name", ["two cards swapped, werewolf", "what the mafia says", "who wants to skip"])
def test_nor_with_words_of_ones_own_by_side(name: str) -> None:
    assert difference(PAIRS[name], variant=VARIANT) == ""


@pytest.mark.parametrize("name", ["two cards swapped, werewolf", "what the mafia says", "who wants to skip"])
def test_nor_when_old_days_are_folded(name: str) -> None:
    pair = PAIRS[name]
    assert any(
        "# What happened until now" in text
        for some in sent(pair.left, pair.seats - {0}, "", SMALL).values()
        for text in some
    )
    assert difference(pair, SMALL) == ""


@law(25)
@given(tables(), seeds, seat_numbers, seat_numbers)
def test_two_unseen_cards_swapped(table: Table, seed: int, one: int, other: int) -> None:
    assert difference(swapped(table, seed, one, other)) == ""


@law(20)
@given(tables(), seeds, seeds, seeds)
def test_whom_a_reader_reads(table: Table, seed: int, night: int, other: int) -> None:
    assume(table.book != "town-of-agents")
    table = hand_dealt(table)
    game = table.start()
    readers = holders(game, *READERS) - members(game)
    assume(readers)
    left, right = (Side(table, Careful(seed, nights=dict.fromkeys(readers, each))) for each in (night, other))
    assert difference(Pair(left, right, frozenset(everyone(table) - readers)), SMALL) == ""


@law(20)
@given(tables(talk=True), seeds, seeds, seeds)
def test_what_is_said_in_private(table: Table, seed: int, one: int, other: int) -> None:
    talking = {
        entry.seat
        for each in (one, other)
        for entry in play(table.start(), Careful(seed, chats=each)).log
        if entry.word in ("chat", "interrogate")
    }
    left, right = (Side(table, Careful(seed, chats=each)) for each in (one, other))
    assert difference(Pair(left, right, frozenset(everyone(table) - talking))) == ""


# -- planted leaks -------------------------------------------------------------------------------------------


def test_a_seat_that_sees_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "visible", lambda fact, seat: True)
    assert difference(PAIRS["whom the Cop reads"])


def test_turns_that_count_private_talk_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    emit, tell, whispers = Game.emit, conversation.told, [0]

    def counted(game: Game, fact: Fact) -> None:
        whispers[0] = len([each for each in game.facts if isinstance(each, Said) and each.to != EVERYONE])
        emit(game, fact)

    def telling(*args: object) -> tuple[list[ToldBlock], Clock]:
        blocks, clock = tell(*args)  # type: ignore[arg-type]
        return blocks, clock._replace(turn=clock.turn + whispers[0])

    monkeypatch.setattr(Game, "emit", counted)
    monkeypatch.setattr(conversation, "told", telling)
    assert difference(two(TOWN, {"chat": {"*": "hush"}}, {}, say={"*": "hello"}).but("Dee", "Eli"))
