"""Parsing of a model's text into the fields of an answer: JSON of any kind, labeled lines, or plain words.

If a text has several objects, they must agree in the required field, and the last one counts. A thought is never taken
for a speech: in prose with a marked thought, the speech must be marked too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from duskfall.players.llm.answers import loose
from duskfall.players.llm.answers.asides import aloud
from duskfall.players.llm.answers.refusals import refuses
from duskfall.players.llm.calls import EMPTY, REFUSAL, UNPARSABLE, Failed

THOUGHT, NOTES, CHOICE, SPEECH = "thought", "notes", "choice", "speech"
ROLE, TO, NOMINATE, CLAIMS, SUSPICION = "role", "to", "nominate", "claims", "suspicion"
ALSO: Mapping[str, tuple[str, ...]] = {  # other names that models use for the fields
    THOUGHT: (
        "thoughts", "thinking", "think", "reasoning", "reason", "rationale", "analysis", "private_thought",
        "inner_thought", "мысль", "мысли", "размышления", "рассуждение", "思考", "想法", "内心",
    ),
    NOTES: ("note", "заметки", "笔记"),
    CHOICE: ("vote", "target", "answer", "final_answer", "decision", "pick", "выбор", "голос", "ответ", "选择", "投票"),
    SPEECH: ("text", "message", "say", "statement", "words", "answer", "речь", "сообщение", "发言", "讲话"),
    ROLE: ("as", "роль", "角色"),
    TO: ("addressee", "address", "addressed", "recipient"),
    NOMINATE: ("nomination", "nominee", "nominated"),
    CLAIMS: ("claim",),
    SUSPICION: ("suspicions", "suspects"),
}  # fmt: skip
EDGE = "\ufeff\x00 \t\r\n"
WRAPPING = re.compile(r"\A\s*```\w*[ \t]*\n|\n?```\s*\Z|</?(?:speech|text|message|choice|vote|answer)>", re.IGNORECASE)
FOREIGN = re.compile(r"[{}]|<\|")  # marks of unreadable JSON or of a model's own format
PAIRS = {'"': '"', "'": "'", "“": "”", "«": "»", "「": "」", "`": "`"}


WILL_NOT_PLAY = "the model will not play"


class Answer(NamedTuple):
    """The fields of an answer; `plain` if they were read from plain words or labeled lines instead of JSON."""

    fields: Mapping[str, object]
    plain: bool = False


def read(text: str, needed: str, prose: bool = True) -> Answer:
    """Parse a text into an answer that has the `needed` field; raise `Failed` if there is none.

    `prose` allows plain words as a speech. It must be False if the server took a schema: text outside the schema is
    then an error, an excuse or a refusal, which no player should hear.
    """
    if not text.strip(EDGE):
        raise Failed(EMPTY, "nothing was written")
    found = loose.whole(text.strip(EDGE))
    if found is not None:
        return Answer(_of([found], needed))
    text = aloud(text).strip(EDGE)
    if not text:
        raise Failed(EMPTY, "nothing was written but reasoning")
    try:
        found_all = loose.objects(text)
    except loose.Broken:
        raise Failed(UNPARSABLE, "the JSON is broken") from None
    return Answer(_of(found_all, needed)) if found_all else _prose(text, needed, prose or needed != SPEECH)


def _of(found: list[dict[str, object]], needed: str) -> dict[str, object]:
    """Return the fields of the last object with the needed field; raise `Failed` if such objects differ in it."""
    answers = [fields for each in found if needed in (fields := _fields(_unwrapped(each, needed), needed))]
    if not answers:
        raise Failed(UNPARSABLE, f"there is no field {needed}")
    if any(each[needed] != answers[0][needed] for each in answers):
        raise Failed(UNPARSABLE, "there are several answers, and they differ")
    return answers[-1]


def _unwrapped(found: dict[str, object], needed: str) -> dict[str, object]:
    """Return the inner object if it is the only value and its key names no other field; otherwise the object itself."""
    key, inner = next(iter(found.items()), ("", None))
    outer = _names(needed).get(_key(key), needed) == needed and len(found) == 1
    return inner if outer and isinstance(inner, dict) else found


def _fields(found: Mapping[str, object], needed: str) -> dict[str, object]:
    """Return the fields by their standard names; another name counts only if the standard one is missing."""
    fields: dict[str, object] = {}
    own = {_key(key) for key in found} & ALSO.keys()
    for key, value in found.items():
        name = _names(needed).get(_key(key), "")
        if name and (_key(key) == name or name not in own):
            loose.put(fields, name, value)
    return fields


def _key(key: str) -> str:
    return "_".join(key.casefold().split())


@lru_cache(maxsize=8)
def _names(needed: str) -> dict[str, str]:
    """Return the field of each known key; of choice and speech, only the needed one is included."""
    other = {CHOICE: SPEECH, SPEECH: CHOICE}[needed]
    return {word: name for name, words in ALSO.items() if name != other for word in (name, *words)}


# -- prose -------------------------------------------------------------------------------------------------


def _prose(text: str, needed: str, allowed: bool) -> Answer:
    if refuses(text):
        raise Failed(REFUSAL, WILL_NOT_PLAY)
    if not allowed:
        raise Failed(UNPARSABLE, "it is prose, although the server took the schema")
    if FOREIGN.search(text):
        raise Failed(UNPARSABLE, "there is no JSON object that can be read")
    text = WRAPPING.sub("", text).strip(EDGE)
    fields = _labelled(text, needed)
    if THOUGHT in fields and needed not in fields:
        raise Failed(UNPARSABLE, f"there is a thought, and nothing marked as the {needed}")
    if not fields:
        fields = {needed: _unquoted(text)}
    return Answer(fields, plain=True)


def _labelled(text: str, needed: str) -> dict[str, object]:
    """Return the texts after labels at line starts, as in `Thought: …`; each text ends at the next label."""
    fields: dict[str, object] = {}
    labels = list(_label(needed).finditer(text))
    ends = [*(label.start() for label in labels[1:]), len(text)]
    for label, end in zip(labels, ends, strict=False):
        words = text[label.end() : end].strip(" \t\r\n,*_")
        loose.put(fields, _names(needed)[_key(label[1])], _unquoted(words))
    return fields


@lru_cache(maxsize=8)
def _label(needed: str) -> re.Pattern[str]:
    """Return a pattern for a label of the thought or the needed field, before a colon or alone on its line."""
    known = "|".join(word.replace("_", "[ _]") for name in (THOUGHT, needed) for word in (name, *ALSO[name]))
    behind = r"[ \t]?[*_\"'”]{0,3}[ \t]?(?:[:：][*_]{0,3}|$)"
    return re.compile(rf"^[ \t>*_#\"'“-]{{0,12}}({known}){behind}", re.IGNORECASE | re.MULTILINE)


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    quoted = len(text) > 1 and PAIRS.get(text[0]) == text[-1]
    return inner if quoted and text[0] not in inner and text[-1] not in inner else text
