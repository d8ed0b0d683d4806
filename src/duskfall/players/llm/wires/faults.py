"""Error responses: the kind of failure, whether and when to retry, and a message that never contains a key."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime

from duskfall.players.llm.calls import REFUSAL, TIMEOUT, TRANSPORT, Failed
from duskfall.players.llm.model import Model, variables, withheld
from duskfall.players.llm.wires import too_long
from duskfall.players.llm.wires.draft import at
from duskfall.tell.text import plural

UNTOLD, FORBIDDEN, BROKEN = 0, 403, 500  # UNTOLD: an error within an answer may have no status
ASKED_WRONG = (400, 422)
"""The statuses of an invalid request."""

UNWILLING = re.compile(r"content.?(filter|policy|management)|responsible.?ai|moderation|flagged|safety (system|polic)")
BROKE = re.compile(r"insufficient.?(quota|balance|credit|funds)|credit balance")
TOO_LONG = re.compile(
    r"context.?(length|size|window|limit)|maximum context|prompt is too long|too many (input )?tokens"
    r"|request.?too.?large|token count.{0,20}exceeds|max_new_tokens.{0,20}<=|reduce the length of the (messages|prompt)"
)
TOO_LONG_HERE = "exceed_context_size_error"  # llama.cpp's error type, sent with any status
NO_KEY = re.compile(r"api.?key|authenticat|unauthori[sz]ed")
NO_MODEL = re.compile(r"model.{0,80}(not.found|not.exist|no longer|decommission)|(not a valid|invalid|unknown).model")
AGAIN_IN = re.compile(r"(?:retry|try again) in ([\d.]{1,9}) ?s")

ANSWERS = ("choices", "content", "delta", "usage", "type", "object")  # keys in parts of an answer
REPEATED = ("input", "failed_generation")  # keys of an error's body that repeat the request or the answer
TOLD = 160  # maximum characters of a server's message that are shown
FOR_LONG = 3_600  # seconds; a server that asks for a longer wait is given up
PIECE = 6  # a word with so many consecutive characters of the key is hidden


def refused(status: int, body: object, headers: Mapping[str, str], model: Model, key: str) -> Failed:
    """Return the failure for an error response, with a message that does not contain the key."""
    said = tell(body, key)
    blamed = complaint(body) if status in (*ASKED_WRONG, FORBIDDEN, UNTOLD) else ""
    if UNWILLING.search(blamed):
        return Failed(REFUSAL, f"the provider's filter refused the request{said}")
    if status == 401 or NO_KEY.search(blamed):
        return _final(_no_key(model, key))
    if status == FORBIDDEN:
        hint = withheld(model)
        return _final(f"{model.provider.name} forbids it{said}" + (f" ({hint})" if hint else ""))
    if status == 402 or (status < 500 and BROKE.search(complaint(body))):
        return _final(f"the account at {model.provider.name} has no credit left{said}")
    if status == 404 or NO_MODEL.search(blamed):
        return _final(f"there is no model {model.name} at {model.base}{said}")
    if status == 413 or TOO_LONG.search(blamed) or at(body, "error", "type") == TOO_LONG_HERE:
        return _final(f"{too_long.hint(model, too_long.told(body, complaint(body)))}{said}")
    if status in (408, 504):
        return Failed(TIMEOUT, f"the server gave up waiting ({status})")
    wait, later = asked_wait(headers, complaint(body)), status in (UNTOLD, 429) or status >= 500
    answered = f"the server answered {status}" if status else "the server sent an error, no answer"
    if wait and wait >= FOR_LONG:
        return _final(f"{answered} and wants no more calls for {plural(round(wait / FOR_LONG), 'hour')}{said}")
    return Failed(TRANSPORT, f"{answered}{said}", wait=wait, later=later)


def _no_key(model: Model, key: str) -> str:
    provider = model.provider
    if key:
        return f"{provider.name} refuses the key in {variables(provider)}"
    hint = withheld(model)
    return f"{provider.name} wants a key, and {hint or f'there is none; set {variables(provider)}'}"


def _final(why: str) -> Failed:
    return Failed(TRANSPORT, why, final=True)


# -- the server's message ----------------------------------------------------------------------------------


def complaint(body: object) -> str:
    """Return all text in an error's body in lower case, to search for words; repeats of the request are left out."""
    return " ".join(_words(body))[:4000].lower()


def tells_error(said: object) -> bool:
    """Return whether a response with a success status reports an error, in any of the known formats."""
    if not isinstance(said, dict):
        return False
    told = said.get("error") or "error" in (said.get("object"), said.get("type"))
    answer = any(name in said for name in ANSWERS)
    return bool(told) or (not answer and any(said.get(name) for name in ("detail", "message", "msg")))


def _words(body: object, depth: int = 0) -> Iterator[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict | list) and depth < 8:
        parts = body if isinstance(body, list) else [body[name] for name in body if name not in REPEATED]
        for part in parts:
            yield from _words(part, depth + 1)


def tell(body: object, key: str) -> str:
    """Return the server's message after a colon: short, printable, and without any piece of the key."""
    said = _sentence(body)
    words = (word for word in said[:2000].split() if word.isprintable())
    short = " ".join("…" if _shows(word, key) else word for word in words)[:TOLD]
    return f": {short}" if short and not short.startswith("<") else ""


def _sentence(body: object) -> str:
    """Return the message in an error's body: {error: {message}}, {message}, {detail: [{msg}]}, [{error: ...}]."""
    for _ in range(5):
        if isinstance(body, list) and body:
            body = body[0]
        elif isinstance(body, dict):
            body = next((body[name] for name in ("error", "message", "detail", "msg") if body.get(name)), None)
        else:
            break
    return body if isinstance(body, str) else ""


def _shows(word: str, key: str) -> bool:
    """Return whether a word contains the key or a part of it; some providers print parts when they refuse a key."""
    pieces = (key[at : at + PIECE] for at in range(max(1, len(key) - PIECE + 1)))
    return "***" in word or (bool(key) and any(piece in word for piece in pieces))


def asked_wait(headers: Mapping[str, str], text: str) -> float | None:
    """Return the seconds that the server asks to wait, by a header or in its text; None if it does not ask."""
    if (wait := _seconds(headers.get("retry-after-ms"))) is not None:
        return wait / 1000
    if after := headers.get("retry-after"):
        return _until(after) if (wait := _seconds(after)) is None else wait
    found = AGAIN_IN.search(text)
    return _seconds(found[1]) if found else None


def _seconds(text: str | None) -> float | None:
    try:
        seconds = float(text or "")
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _until(date: str) -> float | None:
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
