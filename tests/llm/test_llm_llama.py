"""Whole games against a real llama.cpp server over HTTP: every answer is valid by its schema, and nothing fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from duskfall.players.llm.calling.exchange import Exchange
from duskfall.players.llm.calls import SYSTEM, USER, Message, Reply, Request
from duskfall.players.llm.model import read_model
from duskfall.players.llm.wires.find import wire
from duskfall.rules import BOOKS
from tests.llm import tiny_gguf
from tests.llm.schema import wrong
from tests.llm.tables import Heard, Played, overheard, played, verified

SCHEMA = {
    "type": "object",
    "properties": {
        "thought": {"type": "string", "maxLength": 200},
        "choice": {"type": "string", "enum": ["Ann", "Bob", "nobody"]},
    },
    "required": ["thought", "choice"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "value",
    [
        [], {"thought": ""}, {"choice": "Ann"}, {"thought": "", "choice": "Cid"}, {"thought": 7, "choice": "Ann"},
        {"thought": "x" * 201, "choice": "Ann"}, {"thought": "", "choice": "Ann", "more": 1},
    ],
)  # fmt: skip
def test_what_is_not_valid_is_noticed(value: object) -> None:
    assert wrong(SCHEMA, {"thought": "", "choice": "Ann"}) == ""
    assert wrong(SCHEMA, value) != ""


def sent(tiny: str, *requests: Request, heard: list[str] | None = None) -> list[Reply]:
    """The replies to these requests, one after another."""

    async def send() -> list[Reply]:
        way = wire(read_model(tiny))
        try:
            return [await way.send(request, heard.append if heard is not None else None) for request in requests]
        finally:
            await way.close()

    return asyncio.run(send())


def request(tiny: str, *texts: str, seed: int = 0) -> Request:
    messages = (Message(SYSTEM, "You play a game. " * 100), *(Message(USER, text) for text in texts))
    return Request(read_model(tiny), messages, SCHEMA, seed)


def test_the_model_is_the_same_file_every_time(tmp_path: Path) -> None:
    first, second = (tiny_gguf.write(tmp_path / name).read_bytes() for name in ("a.gguf", "b.gguf"))
    assert first == second


def test_schema_stream_seed_and_cache(tiny: str) -> None:
    heard: list[str] = []
    one, again, other, longer = sent(
        tiny,
        request(tiny, "Choose."),
        request(tiny, "Choose."),
        request(tiny, "Choose.", seed=5),
        request(tiny, "Choose.", "And again."),
        heard=heard,
    )
    assert [wrong(SCHEMA, json.loads(reply.text)) for reply in (one, again, other, longer)] == [""] * 4
    assert one.text == again.text != other.text
    assert one.usage is not None
    assert longer.usage is not None
    assert longer.usage.prompt > longer.usage.cached >= 0.9 * one.usage.prompt
    assert one.text in heard
    assert len({text for text in heard if one.text.startswith(text)}) > 5  # it came in pieces


def table(rules: str, kinds: Sequence[str], seed: int = 1) -> tuple[Played, list[Heard]]:
    """A game that has to end well, and all that was said over the wire."""
    heard: list[Heard] = []
    exchange = Exchange(wires=overheard(heard))
    try:
        result = played(exchange, rules, kinds, seed)
    finally:
        exchange.close()
    assert result.game.over is not None
    assert verified(result.game) == ""
    assert [wrong(each.request.schema or {}, json.loads(each.reply.text)) for each in heard] == [""] * len(heard)
    return result, heard


@pytest.mark.parametrize("rules", BOOKS)
def test_a_whole_game(tiny: str, rules: str) -> None:
    (game, line), heard = table(rules, [tiny] * 6)
    total = line.ledger.total()
    assert total.calls == len(heard) == len(game.log)
    assert total.failures == {}
    assert total.silences == 0
    assert total.answer > 0
    assert total.prompt > total.cached > 0
    assert line.ledger.seats().keys() == {entry.seat for entry in game.log}


def test_models_and_bots_at_one_table(tiny: str) -> None:
    (game, line), _ = table("ai-mafia", [tiny, "scripted", tiny, "random", tiny, "scripted"], seed=3)
    assert line.ledger.seats().keys() == {entry.seat for entry in game.log} & {1, 3, 5}
    assert line.ledger.total().failures == {}


def test_other_languages(tiny: str) -> None:
    kinds = [f"{tiny}?language=ru&persona=dramatic", f"{tiny}?language=zh&persona=dry"] * 3
    (_, line), heard = table("werewolf", kinds)
    assert line.ledger.total().failures == {}
    assert line.ledger.models().keys() == set(kinds)
    for each in heard:
        model, prompt = each.request.model, "".join(message.text for message in each.request.messages)
        assert ("in Russian" in prompt, "in Chinese" in prompt) == (model.language == "ru", model.language == "zh")
        assert f"You are {model.persona}." in prompt
