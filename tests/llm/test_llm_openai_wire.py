"""The wire to whoever speaks OpenAI's protocol, over real HTTP: what goes out, what comes back, what fails as what."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from unittest.mock import ANY

import httpx2
import pytest

from duskfall.players.llm.calls import (
    EMPTY,
    REFUSAL,
    TIMEOUT,
    TRANSPORT,
    TRUNCATED,
    USER,
    Failed,
    Message,
    Reply,
    Usage,
)
from duskfall.players.llm.model import read_model
from duskfall.players.llm.wires import draft, find, openai_wire
from duskfall.players.llm.wires import sdk as sdk_wire
from duskfall.players.llm.wires.find import wire
from tests.llm.loopback import END, STREAM, chunk, event, response, streamed, told
from tests.llm.scripted import Line, cut, endless, hang_up, scripted, stream
from tests.llm.wiring import (
    KEY,
    MESSAGES,
    SCHEMA,
    asked,
    cancelled,
    failed,
    outcome,
    request,
    request_came,
    run,
    run_hurried,
    set_keys,
    words_came,
)

ANSWER = '{"choice":"Ann"}'
GOOD = stream(told({"role": "assistant", "content": ""}), told({"content": ANSWER}), told({}, "stop"), "[DONE]")
TURNS = [
    {"role": "system", "content": "The rules."},
    {"role": "user", "content": "Night 1."},
    {"role": "assistant", "content": ANSWER},
    {"role": "user", "content": "Day 1."},
]
STRICTLY = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}}
USAGE = {"stream_options": {"include_usage": True}}


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)


def refusal(status: int, body: object, headers: str = "") -> bytes:
    return response(status, "Refused", body, headers)


def error(message: str, **more: object) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


# -- what goes out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("openai:gpt-5-mini?effort=low", {"response_format": STRICTLY, "max_completion_tokens": 4000, "seed": 7,
                                          "reasoning_effort": "low", "prompt_cache_key": ANY, **USAGE}),
        ("openrouter:m?effort=high", {"response_format": STRICTLY, "max_tokens": 4000, "seed": 7,
                                      "reasoning": {"effort": "high"}, **USAGE}),
        ("gemini:m?temperature=0.5", {"response_format": STRICTLY, "max_tokens": 4000, "temperature": 0.5, **USAGE}),
        ("xai:m", {"response_format": STRICTLY, "max_completion_tokens": 4000, "seed": 7, **USAGE}),
        ("deepseek:m", {"response_format": {"type": "json_object"}, "max_tokens": 4000, **USAGE}),
        ("mistral:m?answer=99", {"response_format": STRICTLY, "max_tokens": 99, "random_seed": 7}),
        ("groq:m", {"response_format": STRICTLY, "max_completion_tokens": 4000, "seed": 7, **USAGE}),
        ("together:m", {"response_format": STRICTLY, "max_tokens": 4000, "seed": 7, **USAGE}),
        ("ollama:m:3b?effort=none", {"response_format": STRICTLY, "max_tokens": 4000, "seed": 7,
                                     "reasoning_effort": "none", **USAGE}),
        ("http://h/v1#m?temperature=0", {"response_format": STRICTLY, "max_tokens": 4000, "seed": 7,
                                         "temperature": 0.0, **USAGE}),
    ],
)  # fmt: skip
def test_what_each_provider_is_sent(kind: str, parts: dict[str, Any]) -> None:
    async def test() -> None:
        found, server = await asked(kind, GOOD)
        assert found == [Reply(ANSWER)]
        (sent,) = server.sent
        assert sent.path == "/v1/chat/completions"
        assert sent.body == {"model": read_model(kind).name, "messages": TURNS, "stream": True, **parts}
        assert sent.headers["authorization"] == f"Bearer {KEY}"

    run(test())


def test_without_a_schema_no_form_is_asked_for() -> None:
    async def test() -> None:
        _, server = await asked("openai:m", GOOD, schema=None)
        assert "response_format" not in server.sent[0].body

    run(test())


def test_what_the_environment_means_for_openai_goes_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-secret")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Gate: gate-secret\nAuthorization: Bearer other-secret")
    monkeypatch.delenv("DUSKFALL_HTTP_KEY")

    async def test() -> None:
        _, server = await asked("http://h/v1#m", GOOD)
        assert not [value for value in server.sent[0].headers.values() if "secret" in value]
        _, server = await asked("groq:m", GOOD)
        headers = server.sent[0].headers
        assert headers["authorization"] == f"Bearer {KEY}"
        assert not [name for name, value in headers.items() if "secret" in value and name != "authorization"]

    run(test())


def test_the_calls_of_a_seat_share_a_key_for_the_cache() -> None:
    async def test() -> None:
        asks = [{}, {"messages": MESSAGES[:2]}, {"messages": (MESSAGES[0], Message(USER, "Another seat."))}]
        found = [(await asked("openai:m", GOOD, **changes))[1].sent[0].body["prompt_cache_key"] for changes in asks]
        assert found[0] == found[1] != found[2]
        assert all(len(each) <= 64 for each in found)

    run(test())


def test_anthropic_s_models_at_openrouter_are_told_what_to_cache() -> None:
    async def test() -> None:
        _, server = await asked("openrouter:anthropic/claude", GOOD)
        turns = server.sent[0].body["messages"]
        marked = [{"type": "text", "text": ANY, "cache_control": {"type": "ephemeral"}}]
        assert [turn["content"] == marked for turn in turns] == [True, False, True, False]  # the rules, what is stable
        assert [_text(turn) for turn in turns] == [message.text for message in MESSAGES]
        _, server = await asked("openrouter:openai/gpt", GOOD)
        assert server.sent[0].body["messages"] == TURNS

    run(test())


def _text(turn: dict[str, Any]) -> str:
    content = turn["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


@pytest.mark.parametrize(
    ("status", "complaint"),
    [
        (400, "System role not supported"),
        (400, "Conversation roles must alternate user/assistant/user/assistant/..."),
        (500, "Only user, assistant and tool roles are supported, got system. at row 189"),
        (400, "Developer instruction is not enabled for models/gemma-3-27b-it"),
        (400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."),
        (400, "Invalid role: system"),
        (422, "Unknown role: system"),
        (400, "role 'system' is not allowed"),
        (400, "messages[0].role: value must be one of 'user', 'assistant'"),
        (422, "Input should be 'user' or 'assistant'"),
        (400, "The first message must be from the user"),
    ],
)
def test_a_server_without_a_role_for_the_system_gets_it_in_the_first_turn(status: int, complaint: str) -> None:
    async def test() -> None:
        found, server = await asked("http://h/v1#m", refusal(status, error(complaint)), GOOD, GOOD)
        assert found == [Reply(ANSWER)] * 2
        first, second, third = (sent.body["messages"] for sent in server.sent)
        assert first == TURNS
        assert second == third == [{"role": "user", "content": "The rules.\n\nNight 1."}, *TURNS[2:]]

    run(test())


# -- what comes back ---------------------------------------------------------------------------------------


def test_an_answer_is_heard_as_it_is_written() -> None:
    async def test() -> None:
        heard: list[str] = []
        async with scripted(STREAM + b"".join(streamed("one two six", prompt=40, piece=4)) + b"0\r\n\r\n") as server:
            model = replace(read_model("openai:m"), base=f"{server.address}/v1")
            way = wire(model)
            reply = await way.send(request(model), heard.append)
            await way.close()
        assert heard == ["one ", "one two ", "one two six"]
        assert reply == Reply("one two six", Usage(prompt=40, cached=20, answer=2))

    run(test())


def test_reasoning_is_not_text() -> None:
    thinking = [told({"reasoning_content": "hm"}), told({"reasoning": "hm", "content": None})]
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "yes"}]

    async def test() -> None:
        found, _ = await asked("openai:m", stream(*thinking, told({"content": parts}), told({}, "stop")))
        assert found == [Reply("yes")]

    run(test())


@pytest.mark.parametrize(
    ("event", "usage", "cost"),
    [
        ({"usage": {"prompt_tokens": 9, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 4},
                    "completion_tokens_details": {"reasoning_tokens": 3}}}, Usage(9, 4, 0, 5, 3), None),
        ({"usage": {"prompt_tokens": 9, "completion_tokens": 5, "prompt_cache_hit_tokens": 8}}, Usage(9, 8, 0, 5),
         None),
        ({"usage": {"prompt_tokens": 9, "completion_tokens": 5, "cost": 0.25,
                    "prompt_tokens_details": {"cache_write_tokens": 6}}}, Usage(9, 0, 6, 5), 0.25),
        ({"usage": {"prompt_tokens": 9, "completion_tokens": 5, "cost": 0}}, Usage(9, 0, 0, 5), 0.0),
        ({"x_groq": {"usage": {"prompt_tokens": 9, "completion_tokens": 5}}}, Usage(9, 0, 0, 5), None),
        ({"timings": {"cache_n": 6, "prompt_n": 3, "predicted_n": 5}}, Usage(9, 6, 0, 5), None),
        ({"usage": {"prompt_tokens": "9", "completion_tokens": [], "cost": "NaN"}}, None, None),
        ({"usage": None}, None, None),
        ({"usage": {"prompt_tokens": 9, "completion_tokens": -5, "cost": float("inf")}}, Usage(9), None),
    ],
)  # fmt: skip
def test_what_a_call_took(event: dict[str, Any], usage: Usage | None, cost: float | None) -> None:
    async def test() -> None:
        found, _ = await asked("openrouter:m", stream(told({"content": "x"}, "stop"), event | {"choices": []}))
        assert found == [Reply("x", usage, cost)]

    run(test())


def test_a_server_that_does_not_stream_is_understood() -> None:
    whole = {"choices": [{"message": {"content": ANSWER}, "finish_reason": "stop"}],
             "usage": {"prompt_tokens": 9, "completion_tokens": 5}}  # fmt: skip

    async def test() -> None:
        found, _ = await asked("http://h/v1#m", response(200, "OK", whole))
        assert found == [Reply(ANSWER, Usage(9, 0, 0, 5))]

    run(test())


def test_characters_that_come_apart_are_joined() -> None:
    async def test() -> None:
        halves = (told({"content": "\ud83d"}), told({"content": "\ude00 \ud800"}), told({}, "stop"))
        found, _ = await asked("openai:m", stream(*halves))
        assert found == [Reply("😀 �")]

    run(test())


# -- what fails as what ------------------------------------------------------------------------------------

HALF = STREAM + event(told({"content": "half"}))


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        (stream(told({"content": "half"}), told({}, "length")), TRUNCATED, "half"),
        (stream(told({"content": "half"}), told({}, "content_filter")), REFUSAL, "half"),
        (stream(told({"refusal": "I will not."}), told({}, "stop")), REFUSAL, ""),
        (stream(told({"content": "  "}), told({}, "stop")), EMPTY, "  "),
        (stream(told({"reasoning": "hm"}), told({}, "stop")), EMPTY, ""),
        (stream(told({"content": "half"}), told({}, "error")), TRANSPORT, "half"),
        (stream(told({"content": "half"})), TRANSPORT, "half"),  # ends, but was not finished
        (stream(), TRANSPORT, ""),
        (cut(HALF), TRANSPORT, "half"),
        (cut(STREAM), TRANSPORT, ""),
        (hang_up, TRANSPORT, ""),
        (b"garbage\r\n\r\n", TRANSPORT, ""),
        (stream(told({"content": "half"}), '{"choices": [{'), TRANSPORT, "half"),
        (stream("[" * 100_000), TRANSPORT, ""),
        (stream(told({"content": "half"}), error("out of memory", code=500)), TRANSPORT, "half"),
        (stream(5, "null", [], {"choices": 7}, {"choices": [[]]}, {"choices": [{"delta": 3}]}), TRANSPORT, ""),
        (response(200, "OK", {"what": "else"}), TRANSPORT, ""),
        (response(200, "OK", "text"), TRANSPORT, ""),
        (response(500, "Broken", error("broken")), TRANSPORT, ""),
        (response(503, "Busy", error("Loading model", code=503)), TRANSPORT, ""),
        (response(408, "Slow", {}), TIMEOUT, ""),
        (response(504, "Slow", {}), TIMEOUT, ""),
        (response(429, "Too Many", error("slow down")), TRANSPORT, ""),
        (response(400, "Bad", error("who knows")), TRANSPORT, ""),
        (response(400, "Bad", error("an authentic mistake")), TRANSPORT, ""),
        (response(403, "Forbidden", error("your input was flagged")), REFUSAL, ""),
        (response(400, "Bad", error("flagged by our content policy", code="content_policy_violation")), REFUSAL, ""),
    ],
)
def test_a_failure_is_of_its_class(line: Line, kind: str, text: str) -> None:
    async def test() -> None:
        found = await failed("openai:m", line)
        assert (found.kind, found.text, found.final) == (kind, text, False)
        assert found.why

    run(test())


def unmarked(body: object) -> bytes:
    """What a server sends that does not say that it is JSON."""
    return response(200, "OK", body).replace(b"application/json", b"text/plain")


PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (stream(told({"content": '{"choice": "A'})), "the answer broke off; it ended without a finish_reason"),
        (stream(), "the server sent nothing that is part of an answer"),
        (response(200, "OK", {"what": "else"}), "the server sent nothing that is part of an answer"),
        (response(200, "OK", error("upstream is overloaded", code=502)), "the server answered 502: upstream is"),
        (response(200, "OK", error("out of memory")), "the server sent an error, no answer: out of memory"),
        (PAGE, "the server sent a web page, no answer; is the address right, as in http://HOST:PORT/v1?"),
        (PAGE.replace(b"html\r", b"plain\r"), "the server sent a web page, no answer"),
        (unmarked(error("GPU on fire")), "the server sent an error, no answer: GPU on fire"),
        (unmarked({"detail": "GPU on fire"}), "the server sent an error, no answer: GPU on fire"),
        (unmarked("text"), "the server sent nothing that is part of an answer"),
        (PAGE.replace(b"text/html", b"application/json"), "the server sent a web page, no answer"),
        (
            response(200, "OK", {"choices": [{"finish_reason": "error"} | error("GPU on fire", code=503)]}),
            "the server answered 503: GPU on fire",
        ),
        (response(200, "OK", error("your credit balance is too low")), "the account at openai has no credit left"),
        (
            response(200, "OK", {"object": "error", "message": "GPU on fire", "code": 50001}),
            "the server sent an error, no answer: GPU",
        ),
        (response(200, "OK", {"detail": "GPU on fire"}), "the server sent an error, no answer: GPU on fire"),
        (response(200, "OK", {"message": "GPU on fire"}), "the server sent an error, no answer: GPU on fire"),
        (stream({"object": "error", "message": "GPU on fire"}), "the server sent an error, no answer: GPU on fire"),
        (
            STREAM + chunk(b'event: error\ndata: {"message": "GPU on fire"}\n\n') + END,
            "the server sent an error, no answer: GPU on fire",
        ),
        (
            STREAM + chunk(b"event: error\ndata: GPU on fire\n\n") + END,
            "the server sent an error, no answer: GPU on fire",
        ),
    ],
)
def test_what_broke_off_tells_why(line: Line, why: str) -> None:
    async def test() -> None:
        found = await failed("openai:m", line)
        assert found.kind == TRANSPORT
        assert found.why.startswith(why)

    run(test())


def test_a_whole_object_is_an_answer_though_nobody_says_that_it_is_over() -> None:
    async def test() -> None:
        thought = f"<think>{{hm}} or {{not</think>\n\n{ANSWER}"
        for text in (ANSWER, f"```json\n{ANSWER}\n```", f"```\n{ANSWER}```\n", f"Here:\n```\n{ANSWER}\n```", thought):
            found, _ = await asked("http://h/v1#m", stream(told({"content": text})))
            assert found == [Reply(text)]
        broken = await failed("http://h/v1#m", stream(told({"content": f"```json\n{ANSWER[:-1]}"})))
        assert broken.why.startswith("the answer broke off")

    run(test())


def test_a_key_that_is_not_there_is_told_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUSKFALL_HTTP_KEY")

    async def test() -> None:
        found = await failed("http://h/v1#m", refusal(401, error("who are you?")))
        assert (found.why, found.final) == ("http wants a key, and there is none; set DUSKFALL_HTTP_KEY", True)

    run(test())


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (401, error(f"Incorrect API key provided: {KEY}"), "openai refuses the key in OPENAI_API_KEY"),
        (401, error(f"Incorrect API key provided: {KEY[:8]}*****{KEY[-4:]}."), "openai refuses the key in"),
        (403, error("Country, region, or territory not supported"), "openai forbids it: Country, region"),
        (400, [error("API key not valid. Please pass a valid API key.")], "openai refuses the key in OPENAI_API_KEY"),
        (402, error("Insufficient credits"), "the account at openai has no credit left: Insufficient credits"),
        (429, error("Check your plan.", code="insufficient_quota"), "the account at openai has no credit left: Check"),
        (404, error("model 'm' not found, try pulling it first"), "there is no model m at http://127.0.0.1"),
        (400, error("m is not a valid model ID"), "there is no model m at http://127.0.0.1"),
        (
            400,
            error("too long", code="context_length_exceeded"),
            "the prompt is longer than the model takes; set context lower",
        ),
        (413, "<html>", "the prompt is longer than the model takes; set context lower, as in ?context=4000"),
        (
            400,
            error("This model's maximum context length is 16384 tokens. However, you requested 122946 tokens."),
            "the model takes 16384 tokens in all; set ?context=11100, or let the server take more: This model's",
        ),
        (
            400,
            error("the request exceeds the available context size", type="exceed_context_size_error", n_ctx=4096),
            "the model takes 4096 tokens in all; set ?context=2700&answer=1024, or let the server take more: the",
        ),
    ],
)
def test_what_no_second_try_mends(status: int, body: object, why: str) -> None:
    async def test() -> None:
        found = await failed("openai:m", refusal(status, body))
        assert (found.kind, found.final) == (TRANSPORT, True)
        assert found.why.startswith(why)

    run(test())


@pytest.mark.parametrize(
    ("status", "message", "limit"),
    [
        (400, "prompt is too long: 4711 tokens > 2048 maximum", 2048),
        (400, "Requested tokens (4711) exceed context window of 2048", 2048),
        (400, "The input token count (4711) exceeds the maximum number of tokens allowed (2048).", 2048),
        (400, "However, the model is loaded with context length of only 2048 tokens, which is not enough", 2048),
        (422, "`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 4711 `inputs` tokens", 2048),
        (400, "This endpoint's maximum context length is 131,072 tokens. However, you requested 140000", 131_072),
        (400, "Prompt contains 4711 tokens, too large for model with 2048 maximum context length", 2048),
        (400, "Please reduce the length of the messages or completion.", 0),
    ],
)
def test_the_limit_that_was_met_and_what_to_do_are_told_before_the_server_s_words(
    status: int, message: str, limit: int
) -> None:
    async def test() -> None:
        found = await failed("http://h/v1#secretly", refusal(status, error(message)))
        ours, _, said = found.why.partition(": ")  # those who may not read the server's words see no more than ours
        assert found.final
        assert ours.startswith(f"the model takes {limit} tokens" if limit else "the prompt is longer than the model")
        assert "set " in ours
        assert "context=" in ours
        assert "secretly" not in ours
        assert said == message

    run(test())


@pytest.mark.parametrize(
    ("headers", "message", "wait"),
    [
        ("Retry-After: 7\r\n", "", 7.0),
        ("Retry-After: 7\r\nRetry-After-Ms: 250\r\n", "", 0.25),
        ("Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n", "", 0.0),
        ("Retry-After: -3\r\n", "", None),
        ("Retry-After: soon\r\n", "", None),
        ("Retry-After: inf\r\n", "", None),
        ("Retry-After: 3599\r\n", "", 3599.0),
        ("", "You exceeded your current quota. Please retry in 34.5s.", 34.5),
        ("", "slow down", None),
    ],
)
def test_a_server_says_how_long_to_wait(headers: str, message: str, wait: float | None) -> None:
    async def test() -> None:
        for status in (429, 503):
            found = await failed("openai:m", refusal(status, error(message), headers))
            assert (found.kind, found.wait, found.final) == (TRANSPORT, wait, False)

    run(test())


def test_who_wants_to_be_left_alone_for_a_day_is() -> None:
    async def test() -> None:
        for status in (429, 503):
            found = await failed("openai:m", refusal(status, error("not today"), "Retry-After: 86400\r\n"))
            why = f"the server answered {status} and wants no more calls for 24 hours: not today"
            assert (found.kind, found.final, found.why) == (TRANSPORT, True, why)

    run(test())


@pytest.mark.parametrize(
    ("kind", "hint"), [("openai:m", "is there a network?"), ("ollama:m", "is the server running?")]
)
def test_nobody_there(kind: str, hint: str) -> None:
    async def test() -> None:
        async with scripted() as server:
            model = replace(read_model(kind), base=f"{server.address}/v1")
        way = wire(model)
        found = await outcome(way, request(model))
        await way.close()
        assert isinstance(found, Failed)
        assert (found.kind, found.why) == (TRANSPORT, f"{model.base} cannot be reached; {hint}")

    run(test())


def test_what_a_server_says_is_told_without_key_or_tricks() -> None:
    message = f"bad \x1b[31mred\x1b[0m key={KEY} part={KEY[4:12]}\r\nx: y " + "long " * 99

    async def test() -> None:
        found = await failed("openai:m", refusal(500, error(message)))
        assert found.why.startswith("the server answered 500: bad … … x: y long long")

    run(test())


def test_a_key_that_is_no_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\nX-More: {KEY}")

    async def test() -> None:
        async with scripted() as server:
            model = replace(read_model("openai:m"), base=f"{server.address}/v1")
            way = wire(model)
            assert KEY not in f"{way!r} {model!r}"
            found = await outcome(way, request(model))
            await way.close()
            assert isinstance(found, Failed)
            assert (found.kind, server.sent) == (TRANSPORT, [])

    run(test())


# -- too much, too long ------------------------------------------------------------------------------------


def test_an_answer_that_does_not_end_is_cut() -> None:
    async def test() -> None:
        found = await failed("openai:m", endless(STREAM, event(told({"content": "blah " * 200}))))
        assert found.kind == TRUNCATED
        assert len(found.text) == draft.LONGEST

    run(test())


@pytest.mark.parametrize(
    ("start", "again"),
    [
        (STREAM, b"1000\r\n" + b"x" * 4096 + b"\r\n"),  # an event without end
        (STREAM, event(told({"reasoning": "hm" * 900}))),  # reasoning without end
        (b"HTTP/1.1 500 Broken\r\nContent-Type: text/html\r\n\r\n", b"x" * 4096),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", b"[" * 4096),
    ],
)
def test_a_response_that_does_not_end_is_cut(start: bytes, again: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk_wire, "MOST_BYTES", 1 << 20)

    async def test() -> None:
        found = await failed("openai:m", endless(start, again))
        assert found.kind == TRUNCATED

    run(test())


def test_whoever_reads_on_reads_the_rest_and_all_of_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk_wire, "MOST_BYTES", 4)

    class Bytes(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            for each in ("a", "bc", "d", "e"):
                yield each.encode()

    async def test() -> None:
        measured = sdk_wire.Measured(Bytes())
        assert [await anext(aiter(measured)) for _ in range(3)] == [b"a", b"bc", b"d"]
        with pytest.raises(sdk_wire.TooMuch):
            await anext(aiter(measured))

    run(test())


def test_no_garbage_is_looked_for_in_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    find.maker.cache_clear()
    for name in ("m", "n"):
        wire(read_model(f"openai:{name}"))
    assert len(frozen) == 1


def test_a_call_that_is_cancelled_hangs_up() -> None:
    run(cancelled("openai:m", b"", "/v1", request_came))
    run(cancelled("openai:m", HALF, "/v1", words_came))


def test_a_package_that_waits_no_longer_is_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_wire, "PATIENCE", 5.0)

    async def test() -> None:
        for line, kept in ((b"", ""), (HALF, "half")):
            found = await failed("openai:m", line)
            assert (found.kind, found.text) == (TIMEOUT, kept)

    run_hurried(test())


# -- what a model does not take ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("complaint", "field"),
    [
        (error("Unsupported value: 'temperature' does not support 0.5.", param="temperature"), "temperature"),
        (error("Unrecognized request argument supplied: reasoning_effort"), "reasoning_effort"),
        ([error('Invalid JSON payload received. Unknown name "seed": Cannot find field.')], "seed"),
        ({"detail": [{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "?"}]}, "stream_options"),
        (error("Provider returned error", code=400, metadata={"raw": '{"error":"unknown field seed"}'}), "seed"),
        (error('"llama3.2" does not support thinking'), "reasoning_effort"),
        (error("reasoning is not supported by this model"), "reasoning_effort"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("status", [400, 422])
def test_what_is_refused_is_left_out_from_then_on(complaint: object, field: str, status: int) -> None:
    async def test() -> None:
        found, server = await asked("openai:m?temperature=0.5&effort=low", refusal(status, complaint), GOOD, GOOD)
        setting = {"reasoning_effort": "effort", "stream_options": ""}.get(field, field)
        assert found == [Reply(ANSWER, left_out=(setting,) if setting else ())] * 2
        first, second, third = (sent.body for sent in server.sent)
        assert second == {name: value for name, value in first.items() if name != field} == third
        assert field in first

    run(test())


@pytest.mark.parametrize(
    ("complaint", "settings"),
    [
        ("Unsupported value: 'temperature' does not support 0.5.", "temperature"),
        ("top_p? reasoning_effort?", "effort, top_p"),
        ("nucleus sampling (top-p) is not supported", "top_p"),
        ("Unsupported value: 'temperature' is not supported with reasoning models.", "temperature"),
        ("This model does not support response format `json_schema`", "schema"),
    ],
)
def test_who_is_strict_is_told_instead(complaint: str, settings: str) -> None:
    async def test() -> None:
        kind = "openai:m?temperature=0.5&effort=low&top_p=0.9"
        (found,), server = await asked(kind, refusal(400, error(complaint)), strict=True)
        assert isinstance(found, Failed)
        assert (found.kind, found.final, found.usage) == (TRANSPORT, True, Usage())
        assert found.why.startswith(f"the server does not take {settings}; leave it out")
        assert server.sent[0].body["top_p"] == 0.9

    run(test())


def test_who_is_strict_is_not_stopped_by_a_seed_that_nobody_set() -> None:
    async def test() -> None:
        found, server = await asked("openai:m?top_p=0.9", refusal(400, error("seed?")), GOOD, strict=True)
        assert found == [Reply(ANSWER, left_out=("seed",))]
        assert ["seed" in sent.body for sent in server.sent] == [True, False]

    run(test())


def test_what_is_left_out_is_told_of_a_call_that_fails_too() -> None:
    async def test() -> None:
        short = stream(told({"content": "half"}), told({}, "length"))
        for line in (short, response(503, "Busy", error("busy"))):
            (found,), _ = await asked("openai:m?temperature=0.5", refusal(400, error("temperature?")), line)
            assert isinstance(found, Failed)
            assert found.left_out == ("temperature",)

    run(test())


def test_a_form_is_asked_for_less_strictly_step_by_step() -> None:
    no_schema = error("This model does not support response format `json_schema`")
    no_json = error("'response_format.type' must be 'text'")
    neither = error("This model does not support structured outputs")

    async def test() -> None:
        for no, less in ((no_schema, no_json), (neither, neither)):
            found, server = await asked("groq:m", refusal(400, no), GOOD, refusal(400, less), GOOD, GOOD)
            assert found == [Reply(ANSWER, left_out=("schema",))] * 3
            forms = [sent.body.get("response_format") for sent in server.sent]
            assert forms == [STRICTLY, {"type": "json_object"}, {"type": "json_object"}, None, None]

    run(test())


def test_the_limit_has_two_names() -> None:
    told_so = error(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'."
    )
    neither = error("max_completion_tokens is too large")

    async def test() -> None:
        found, server = await asked("together:m", refusal(400, told_so), GOOD, refusal(400, neither), GOOD)
        assert found == [Reply(ANSWER), Reply(ANSWER, left_out=("answer",))]
        limits = [{name for name in sent.body if name.startswith("max_")} for sent in server.sent]
        assert limits == [{"max_tokens"}, {"max_completion_tokens"}, {"max_completion_tokens"}, set()]

    run(test())


def test_one_model_s_habits_are_not_another_s() -> None:
    async def test() -> None:
        async with scripted(refusal(400, error("seed?")), GOOD, GOOD) as server:
            model = replace(read_model("openai:m"), base=f"{server.address}/v1")
            other = replace(model, name="n")
            way = wire(model)
            await way.send(request(model))
            await way.send(request(other))
            await way.close()
        assert ["seed" in sent.body for sent in server.sent] == [True, False, True]

    run(test())


def test_calls_that_are_refused_together_all_go_on() -> None:
    async def test() -> None:
        async def both(writer: asyncio.StreamWriter) -> None:
            while len(server.sent) < 2:
                await asyncio.sleep(0.001)
            writer.write(refusal(400, error("seed?")))

        async with scripted(both, both, GOOD, GOOD) as server:
            model = replace(read_model("openai:m"), base=f"{server.address}/v1")
            way = wire(model)
            calls = [way.send(request(model, seed=seed)) for seed in (1, 2)]
            assert await asyncio.gather(*calls) == [Reply(ANSWER, left_out=("seed",))] * 2
            await way.close()

    run(test())


def test_a_complaint_that_only_repeats_the_request_blames_nothing() -> None:
    body = {"detail": [{"type": "json_invalid", "msg": "bad", "input": json.dumps({"seed": 7, "temperature": 1})}]}

    async def test() -> None:
        found = await failed("openai:m", refusal(422, body))
        assert (found.kind, found.why) == (TRANSPORT, "the server answered 422: bad")

    run(test())
