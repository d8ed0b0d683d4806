"""Reasoning that a model writes down beside its answer: it is nobody's to hear."""

from __future__ import annotations

import re

NAMES = "think|thinking|thoughts?|reasoning|analysis|reflection|scratchpad"
TAG = re.compile(rf"<(/?)(?:\w{{1,20}}:)?(?:{NAMES})>|\[(/?)THINK\]|◁(/?)think▷", re.IGNORECASE)
MAYBE = re.compile(r"[<\[◁][^\s<\[◁>\]▷]{0,32}\Z")


def aloud(text: str) -> str:
    """What is left of a text without the reasoning in it.

    A tag that closes without having been opened was opened before the text began; one that is not closed goes on to
    the end.
    """
    kept: list[str] = []
    at, hidden = 0, False
    for tag in TAG.finditer(text):
        closes = any(tag.groups())
        if closes and not hidden:
            kept.clear()
        elif not hidden:
            kept.append(text[at : tag.start()])
        at, hidden = tag.end(), not closes
    return " ".join(kept if hidden else [*kept, text[at:]])


def aloud_so_far(text: str) -> str:
    """The same of a text that is still being written: a tag may have begun at its end."""
    return aloud(MAYBE.sub("", text))
