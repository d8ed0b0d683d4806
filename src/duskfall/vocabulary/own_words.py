"""Text that an external ruleset may bring along: sentences for its own names, and translations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Sentences = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The text of an external ruleset; names without text here are put into general words that fit every ruleset.

    It stands in the module of its ruleset, under any name. The keys of `translations` are languages; each maps English
    text, a name (`Cult Leader`, `recruit`) or a whole sentence, to its translation.
    """

    cues: Sentences = field(default_factory=dict)  # by action, as the host says it: "{who}, show me whom you recruit."
    notices: Sentences = field(default_factory=dict)  # by notice, as a clause: "you were recruited by {about}"
    reasons: Sentences = field(default_factory=dict)  # by reason of a bar, as a clause: "one may not name oneself"
    rules: Sentences = field(default_factory=dict)  # by cited rule: its text
    translations: Mapping[str, Sentences] = field(default_factory=dict)
