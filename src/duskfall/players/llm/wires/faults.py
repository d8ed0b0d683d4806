"""What a server's refusal means: which failure it is, whether to try again and when, told without any key."""

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

UNTOLD, FORBIDDEN, BROKEN = 0, 403, 500  # an error in place of an answer may have no status
ASKED_WRONG = (400, 422)
"""The server finds fault with the request itself."""

UNWILLING = re.compile(r"content.?(filter|policy|management)|responsible.?ai|moderation|flagged|safety (system|polic)")
BROKE = re.compile(r"insufficient.?(quota|balance|credit|funds)|credit balance")
TOO_LONG = re.compile(
    r"context.?(length|size|window|limit)|maximum context|prompt is too long|too many (input )?tokens"
    r"|request.?too.?large|token count.{0,20}exceeds|max_new_tokens.{0,20}<=|reduce the length of the (messages|prompt)"
)
TOO_LONG_HERE = "exceed_context_size_error"  # of llama.cpp, whatever its status is
NO_KEY = re.compile(r"api.?key|authenticat|unauthori[sz]ed")
NO_MODEL = re.compile(r"model.{0,80}(not.found|not.exist|no longer|decommission)|(not a valid|invalid|unknown).model")
AGAIN_IN = re.compile(r"(?:retry|try again) in ([\d.]{1,9}) ?s")

ANSWERS = ("choices", "content", "delta", "usage", "type", "object")  # what a part of an answer has some of
REPEATED = ("input", "failed_generation")  # of an error's body: what was asked or answered
TOLD = 160  # characters of what the server says
FOR_LONG = 3_600  # seconds; nobody waits at a table for a server that wants no calls for so long
PIECE = 6  # so many characters of a key in a row are not shown


def refused(status: int, body: object, headers: Mapping[str, str], model: Model, key: str) -> Failed:
    """The failure that a status and an error's body stand for."""
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


# -- what the server says ----------------------------------------------------------------------------------


def complaint(body: object) -> str:
    """All that an error's body says, to look for words in, but for what it repeats of the request."""
    return " ".join(_words(body))[:4000].lower()


def tells_error(said: object) -> bool:
    """Whether a server tells of an error under a status that says that all is well, in any of the known ways."""
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
    """The server's own sentence, short, safe to print, and without any piece of the key."""
    said = _sentence(body)
    words = (word for word in said[:2000].split() if word.isprintable())
    short = " ".join("…" if _shows(word, key) else word for word in words)[:TOLD]
    return f": {short}" if short and not short.startswith("<") else ""


def _sentence(body: object) -> str:
    """Providers wrap it differently: {error: {message}}, {message}, {detail: [{msg}]}, [{error: ...}]."""
    for _ in range(5):
        if isinstance(body, list) and body:
            body = body[0]
        elif isinstance(body, dict):
            body = next((body[name] for name in ("error", "message", "detail", "msg") if body.get(name)), None)
        else:
            break
    return body if isinstance(body, str) else ""


def _shows(word: str, key: str) -> bool:
    """Whether a word holds the key, or a part of it, as some providers print when they refuse it."""
    pieces = (key[at : at + PIECE] for at in range(max(1, len(key) - PIECE + 1)))
    return "***" in word or (bool(key) and any(piece in word for piece in pieces))


def asked_wait(headers: Mapping[str, str], text: str) -> float | None:
    """The seconds that the server asks to be left alone for, if it does: by a header, or in words."""
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
