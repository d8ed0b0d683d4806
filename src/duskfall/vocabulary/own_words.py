"""What a ruleset from outside may bring beside its data: sentences for its own names, and translations of them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Sentences = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Words of a ruleset's own; whatever is not here is said in words that fit every book.

    Stands in the module of its ruleset, under any name. The keys of `translations` are languages, and in each the
    English text, a name (`Cult Leader`, `recruit`) or a whole sentence, with its translation.
    """

    cues: Sentences = field(default_factory=dict)  # by act, as the host says it: "{who}, show me whom you recruit."
    notices: Sentences = field(default_factory=dict)  # by notice, as a clause: "you were recruited by {about}"
    reasons: Sentences = field(default_factory=dict)  # by reason of a bar, as a clause: "one may not name oneself"
    rules: Sentences = field(default_factory=dict)  # by rule that is cited: the words that it stands for
    translations: Mapping[str, Sentences] = field(default_factory=dict)
