"""A model's text as the fields of an answer: JSON of any kind, labelled lines, or plain words.

Several objects in one text have to agree in what was asked for; of those that do, the last is read. A thought is never
taken for a speech: prose in which one is marked as a thought is no speech, unless that is marked too.
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
ALSO: Mapping[str, tuple[str, ...]] = {  # what models call the fields, the field's own name apart
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
FOREIGN = re.compile(r"[{}]|<\|")  # of JSON that cannot be read, or of a model's own format
PAIRS = {'"': '"', "'": "'", "“": "”", "«": "»", "「": "」", "`": "`"}


WILL_NOT_PLAY = "the model will not play"


class Answer(NamedTuple):
    """The fields of an answer; those of plain words hold nothing but the words themselves."""

    fields: Mapping[str, object]
    plain: bool = False


def read(text: str, needed: str, prose: bool = True) -> Answer:
    """Return the answer in a text, with the field that is needed; raise Failed if there is none.

    `prose`: whether plain words may be a speech. They may not where the server took a schema: what comes out beside
    the schema is an error, an excuse or a refusal, and none of them belongs to the table.
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
    """The fields of the last object that has the one that is needed; all that have it have to agree."""
    answers = [fields for each in found if needed in (fields := _fields(_unwrapped(each, needed), needed))]
    if not answers:
        raise Failed(UNPARSABLE, f"there is no field {needed}")
    if any(each[needed] != answers[0][needed] for each in answers):
        raise Failed(UNPARSABLE, "there are several answers, and they differ")
    return answers[-1]


def _unwrapped(found: dict[str, object], needed: str) -> dict[str, object]:
    """The object inside, where there is nothing beside it and it is no other field."""
    key, inner = next(iter(found.items()), ("", None))
    outer = _names(needed).get(_key(key), needed) == needed and len(found) == 1
    return inner if outer and isinstance(inner, dict) else found


def _fields(found: Mapping[str, object], needed: str) -> dict[str, object]:
    """The fields by their own names; under one of its other names a field counts only if its own is not there."""
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
    """What each key stands for; of the two fields that may be needed, only the one that is."""
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
    """What stands behind labels at the beginning of lines, as in `Thought: …`; each goes on until the next."""
    fields: dict[str, object] = {}
    labels = list(_label(needed).finditer(text))
    ends = [*(label.start() for label in labels[1:]), len(text)]
    for label, end in zip(labels, ends, strict=False):
        words = text[label.end() : end].strip(" \t\r\n,*_")
        loose.put(fields, _names(needed)[_key(label[1])], _unquoted(words))
    return fields


@lru_cache(maxsize=8)
def _label(needed: str) -> re.Pattern[str]:
    """A name of the thought or of what is needed, with a colon behind it or alone on its line."""
    known = "|".join(word.replace("_", "[ _]") for name in (THOUGHT, needed) for word in (name, *ALSO[name]))
    behind = r"[ \t]?[*_\"'”]{0,3}[ \t]?(?:[:：][*_]{0,3}|$)"
    return re.compile(rf"^[ \t>*_#\"'“-]{{0,12}}({known}){behind}", re.IGNORECASE | re.MULTILINE)


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    quoted = len(text) > 1 and PAIRS.get(text[0]) == text[-1]
    return inner if quoted and text[0] not in inner and text[-1] not in inner else text
