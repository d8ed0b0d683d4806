"""The wire to Anthropic's models, over real HTTP: what goes out and is cached, what comes back, what fails as what."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from duskfall.players.llm.calls import (
    ASSISTANT,
    EMPTY,
    REFUSAL,
    SYSTEM,
    TIMEOUT,
    TRANSPORT,
    TRUNCATED,
    USER,
    Message,
    Reply,
    Usage,
)
from duskfall.players.llm.model import read_model
from duskfall.players.llm.wires import anthropic_wire, draft
from duskfall.players.llm.wires.find import wire
from tests.llm.loopback import END, STREAM, chunk, response
from tests.llm.scripted import Line, Scripted, cut, endless, hang_up, scripted
from tests.llm.wiring import (
    KEY,
    SCHEMA,
    asked,
    cancelled,
    failed,
    request,
    request_came,
    run,
    run_hurried,
    set_keys,
    words_came,
)

KIND = "anthropic:claude"
ANSWER = '{"choice":"Ann"}'
CACHED = {"cache_control": {"type": "ephemeral"}}
FORM = {"format": {"type": "json_schema", "schema": SCHEMA}}


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "another-secret")


def told(event: dict[str, Any]) -> bytes:
    """One event of a stream."""
    return chunk(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())


def text(piece: str) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}


def stop(reason: str | None, **usage: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}


def error(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


START = {"type": "message_start", "message": {"usage": {"input_tokens": 9, "cache_read_input_tokens": 70,
         "cache_creation_input_tokens": 20, "output_tokens": 1}}}  # fmt: skip
TOOK = Usage(prompt=99, cached=70, stored=20, answer=1)


def stream(*events: dict[str, Any]) -> bytes:
    return STREAM + b"".join(map(told, (START, *events))) + END


GOOD = stream({"type": "ping"}, text(ANSWER), stop("end_turn", output_tokens=5), {"type": "message_stop"})
FULL = Reply(ANSWER, TOOK._replace(answer=5))


async def called(*script: Line, kind: str = KIND, **changes: Any) -> tuple[list[Any], Scripted]:
    return await asked(kind, *script, path="", **changes)


def block(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


# -- what goes out -----------------------------------------------------------------------------------------


def test_what_is_sent_and_what_is_cached() -> None:
    async def test() -> None:
        found, server = await called(GOOD)
        assert found == [FULL]
        (sent,) = server.sent
        assert sent.path == "/v1/messages"
        assert KEY in sent.headers.get("authorization", sent.headers.get("x-api-key", ""))
        assert "another-secret" not in str(sent.headers)
        assert sent.headers["anthropic-version"]
        assert sent.body == {
            "model": "claude",
            "max_tokens": 4000,
            "stream": True,
            "system": [block("The rules.", **CACHED)],
            "messages": [
                {"role": "user", "content": [block("Night 1.")]},
                {"role": "assistant", "content": [block(ANSWER, **CACHED)]},
                {"role": "user", "content": [block("Day 1.")]},
            ],
            "output_config": FORM,
        }

    run(test())


@pytest.mark.parametrize(("stable", "place"), [(0, None), (1, None), (2, (0, 0)), (3, (0, 1)), (5, (2, 0)), (99, None)])
def test_the_mark_is_on_the_last_message_that_comes_again(stable: int, place: tuple[int, int] | None) -> None:
    messages = (
        Message(SYSTEM, "Rules."), Message(USER, "a"), Message(USER, "b"), Message(ASSISTANT, "c"),
        Message(SYSTEM, "d"), Message(USER, ""),
    )  # fmt: skip

    async def test() -> None:
        _, server = await called(GOOD, messages=messages, stable=stable)
        turns = server.sent[0].body["messages"]
        assert [turn["role"] for turn in turns] == ["user", "assistant", "user"]
        assert [[part["text"] for part in turn["content"]] for turn in turns] == [["a", "b"], ["c"], ["d", "…"]]
        marks = [(number, at) for number, turn in enumerate(turns) for at, part in enumerate(turn["content"])
                 if "cache_control" in part]  # fmt: skip
        assert marks == ([place] if place else [])
        assert server.sent[0].body["system"] == [block("Rules.", **CACHED)]

    run(test())


def test_without_a_system_s_part() -> None:
    async def test() -> None:
        _, server = await called(GOOD, messages=(Message(USER, "a"),), schema=None, stable=0)
        assert not {"system", "output_config"} & set(server.sent[0].body)

    run(test())


@pytest.mark.parametrize(
    ("settings", "parts"),
    [
        ("", {"output_config": FORM}),
        ("?temperature=0.5", {"output_config": FORM, "temperature": 0.5}),
        ("?effort=none&temperature=1",
         {"output_config": FORM, "thinking": {"type": "disabled"}, "temperature": 1.0}),
        ("?effort=minimal", {"output_config": FORM | {"effort": "low"}, "thinking": {"type": "adaptive"}}),
        ("?effort=medium", {"output_config": FORM | {"effort": "medium"}, "thinking": {"type": "adaptive"}}),
        ("?effort=high", {"output_config": FORM | {"effort": "high"}, "thinking": {"type": "adaptive"}}),
    ],
)  # fmt: skip
def test_settings_are_sent(settings: str, parts: dict[str, Any]) -> None:
    async def test() -> None:
        _, server = await called(GOOD, kind=KIND + settings)
        fixed = ("model", "max_tokens", "stream", "system", "messages")
        assert {name: value for name, value in server.sent[0].body.items() if name not in fixed} == parts

    run(test())


# -- what comes back ---------------------------------------------------------------------------------------


def test_an_answer_is_heard_as_it_is_written_without_what_was_thought() -> None:
    thought = {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}}
    signed = {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "x"}}
    last = stop("end_turn", output_tokens=50, output_tokens_details={"thinking_tokens": 40})

    async def test() -> None:
        heard: list[str] = []
        async with scripted(stream(thought, signed, text("one "), text("two"), last)) as server:
            model = replace(read_model(KIND), base=server.address)
            way = wire(model)
            reply = await way.send(request(model), heard.append)
            await way.close()
        assert heard == ["one ", "one two"]
        assert reply == Reply("one two", Usage(prompt=99, cached=70, stored=20, answer=50, reasoning=40))

    run(test())


def test_an_answer_may_come_whole() -> None:
    blocks = [{"type": "thinking", "thinking": "hm"}, block("one "), block("two"), {"type": "tool_use", "input": {}}, 7]
    whole = {"type": "message", "content": blocks, "stop_reason": "end_turn",
             "usage": {"input_tokens": 9, "cache_read_input_tokens": 70, "output_tokens": 3}}  # fmt: skip
    cut_off = whole | {"stop_reason": "max_tokens"}

    async def test() -> None:
        (reply,), _ = await called(response(200, "OK", whole))
        assert reply == Reply("one two", Usage(prompt=79, cached=70, answer=3))
        found = await failed(KIND, response(200, "OK", cut_off), path="")
        assert (found.kind, found.text) == (TRUNCATED, "one two")

    run(test())


def test_who_tells_no_numbers_is_not_taken_to_be_free() -> None:
    bare = {"type": "message_start", "message": {"usage": None}}
    last = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}

    async def test() -> None:
        (reply,), _ = await called(STREAM + told(bare) + told(text("yes")) + told(last) + END)
        assert reply == Reply("yes", usage=None)

    run(test())


# -- what fails as what ------------------------------------------------------------------------------------

HALF = STREAM + told(START) + told(text("half"))


@pytest.mark.parametrize(
    ("line", "kind", "kept"),
    [
        (stream(text("half"), stop("max_tokens", output_tokens=9)), TRUNCATED, "half"),
        (stream(text("half"), stop("model_context_window_exceeded")), TRUNCATED, "half"),
        (stream(text("half"), stop("refusal")), REFUSAL, "half"),
        (stream(stop("end_turn")), EMPTY, ""),
        (stream(text("half")), TRANSPORT, "half"),
        (stream(text("half"), stop(None)), TRANSPORT, "half"),
        (stream(text("half"), error("overloaded_error", "Overloaded")), TRANSPORT, "half"),
        (stream({"type": "content_block_delta", "delta": {"type": "text_delta", "text": 5}}), TRANSPORT, ""),
        (HALF + chunk(b"event: content_block_delta\ndata: {nonsense\n\n") + END, TRANSPORT, "half"),
        (HALF + chunk(b"event: error\ndata: nonsense\n\n") + END, TRANSPORT, "half"),
        (HALF + chunk(b"event: \xff\n\n") + END, TRANSPORT, "half"),
        (cut(HALF), TRANSPORT, "half"),
        (hang_up, TRANSPORT, ""),
        (response(529, "Overloaded", error("overloaded_error", "Overloaded")), TRANSPORT, ""),
        (response(500, "Broken", error("api_error", "Internal server error")), TRANSPORT, ""),
        (response(504, "Slow", error("timeout_error", "too slow")), TIMEOUT, ""),
        (response(400, "Bad", error("invalid_request_error", "who knows")), TRANSPORT, ""),
        (response(200, "OK", {"type": "message"}), TRANSPORT, ""),
    ],
)
def test_a_failure_is_of_its_class(line: Line, kind: str, kept: str) -> None:
    async def test() -> None:
        found = await failed(KIND, line, path="")
        assert (found.kind, found.text, found.final) == (kind, kept, False)
        if kept:
            assert found.usage is not None
            assert found.usage.prompt == 99

    run(test())


@pytest.mark.parametrize(
    ("status", "kind", "message", "why"),
    [
        (401, "authentication_error", f"invalid x-api-key {KEY}", "anthropic refuses the key in ANTHROPIC_API_KEY"),
        (403, "permission_error", "no", "anthropic forbids it: no"),
        (400, "invalid_request_error", "Your credit balance is too low", "the account at anthropic has no credit left"),
        (404, "not_found_error", "model: claude", "there is no model claude at http://127.0.0.1"),
        (400, "invalid_request_error", "prompt is too long: 9 tokens", "the prompt is longer than the model takes"),
        (413, "request_too_large", "too large", "the prompt is longer than the model takes"),
    ],
)
def test_what_no_second_try_mends(status: int, kind: str, message: str, why: str) -> None:
    async def test() -> None:
        found = await failed(KIND, response(status, "Refused", error(kind, message)), path="")
        assert (found.kind, found.final) == (TRANSPORT, True)
        assert found.why.startswith(why)

    run(test())


def test_a_server_says_how_long_to_wait() -> None:
    async def test() -> None:
        line = response(429, "Too Many", error("rate_limit_error", "slow down"), "Retry-After: 12\r\n")
        found = await failed(KIND, line, path="")
        assert (found.kind, found.wait, found.final) == (TRANSPORT, 12.0, False)

    run(test())


def test_an_answer_that_does_not_end_is_cut() -> None:
    async def test() -> None:
        found = await failed(KIND, endless(STREAM + told(START), told(text("blah " * 200))), path="")
        assert (found.kind, len(found.text)) == (TRUNCATED, draft.LONGEST)

    run(test())


def test_a_call_that_is_cancelled_hangs_up() -> None:
    run(cancelled(KIND, b"", "", request_came))
    run(cancelled(KIND, HALF, "", words_came))


def test_a_package_that_waits_no_longer_is_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anthropic_wire, "PATIENCE", 5.0)

    async def test() -> None:
        for line, kept in ((b"", ""), (HALF, "half")):
            found = await failed(KIND, line, path="")
            assert (found.kind, found.text) == (TIMEOUT, kept)

    run_hurried(test())


# -- what a model does not take ----------------------------------------------------------------------------


def no(message: str) -> bytes:
    return response(400, "Bad", error("invalid_request_error", message))


def test_reasoning_is_asked_for_as_the_model_knows_it() -> None:
    async def test() -> None:
        found, server = await called(
            no("adaptive thinking is not supported on this model"),
            no("This model does not support the effort parameter."),
            GOOD,
            no("thinking.enabled: this model does not think"),
            GOOD,
            GOOD,
            kind=KIND + "?effort=medium",
        )
        assert found == [FULL, *[replace(FULL, left_out=("effort",))] * 2]
        bodies = [sent.body for sent in server.sent]
        budget = {"type": "enabled", "budget_tokens": 2000}
        assert [body.get("thinking") for body in bodies] == [{"type": "adaptive"}, budget, budget, budget, None, None]
        assert ["effort" in body["output_config"] for body in bodies] == [True, True, False, False, False, False]
        assert all(body["output_config"]["format"] == FORM["format"] for body in bodies)

    run(test())


def test_a_short_answer_leaves_no_room_to_think_by_numbers() -> None:
    async def test() -> None:
        _, server = await called(no("thinking: adaptive?"), GOOD, kind=KIND + "?effort=low&answer=1000")
        assert "thinking" not in server.sent[1].body

    run(test())


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ("temperature is deprecated for this model", "temperature"),
        ("output_config.format: structured outputs are not supported", "output_config"),
        ("output_format: Extra inputs are not permitted", "output_config"),
    ],
)
def test_what_is_refused_is_left_out_from_then_on(message: str, field: str) -> None:
    async def test() -> None:
        found, server = await called(no(message), GOOD, GOOD, kind=KIND + "?temperature=0.5")
        setting = "schema" if field == "output_config" else field
        assert found == [replace(FULL, left_out=(setting,))] * 2
        first, second, third = (sent.body for sent in server.sent)
        assert second == {name: value for name, value in first.items() if name != field} == third
        assert field in first

    run(test())
