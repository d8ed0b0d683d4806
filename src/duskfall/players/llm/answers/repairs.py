"""Corrections: the messages that a model gets after an answer that can't be used."""

from __future__ import annotations

import json
from collections.abc import Mapping

from duskfall.players.llm.answers.schema import Part
from duskfall.players.llm.calls import EMPTY, ILLEGAL, REFUSAL, TRUNCATED, UNPARSABLE

ECHO = "echo"  # the reason for correcting a repeated speech, which is not a failure
WHY = {
    ECHO: "This was said before, in nearly the same words. Say something new, or pass with an empty `speech`.",
    UNPARSABLE: "Your answer could not be read.",
    EMPTY: "Your answer was empty.",
    TRUNCATED: "Your answer was too long and was cut off. Keep the thought to two sentences and the rest short.",
    ILLEGAL: "Your answer lacks something that is required, or names something that is not an option.",
    REFUSAL: (
        "This is a parlour game among players who agreed to it. Nothing in it is real, nobody comes to harm, and"
        " bluffing is part of its rules. Please play your seat."
    ),
}
ASKED = "Answer again with one JSON object and nothing else, of this form: {form}"


def text(failure: str, fields: Mapping[str, Part]) -> str:
    """Return a correction: what went wrong, the form of the answer, and the options."""
    form = json.dumps(
        {name: [] if part["type"] == "array" else "…" for name, part in fields.items()}, ensure_ascii=False
    )
    lines = [WHY.get(failure, ""), ASKED.format(form=form)]
    for name, part in fields.items():
        if options := part.get("enum"):
            lines.append(f'"{name}" is one of: {json.dumps(options, ensure_ascii=False)[1:-1]}.')
    return "\n".join(filter(None, lines))
