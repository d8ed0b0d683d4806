"""Removal of reasoning that a model writes around its answer, such as `<think>…</think>`; no player may hear it."""

from __future__ import annotations

import re

NAMES = "think|thinking|thoughts?|reasoning|analysis|reflection|scratchpad"
TAG = re.compile(rf"<(/?)(?:\w{{1,20}}:)?(?:{NAMES})>|\[(/?)THINK\]|◁(/?)think▷", re.IGNORECASE)
MAYBE = re.compile(r"[<\[◁][^\s<\[◁>\]▷]{0,32}\Z")


def aloud(text: str) -> str:
    """Return a text without the reasoning in it.

    Reasoning ends at a closing tag and starts at its opening tag, or at the beginning of the text if there is none. An
    opening tag without a closing one hides the rest of the text.
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
    """Return an unfinished text without the reasoning in it, and without a possible partial tag at its end."""
    return aloud(MAYBE.sub("", text))
