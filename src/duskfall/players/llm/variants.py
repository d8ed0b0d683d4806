"""Prompt variants: which parts of the prompt are left out, replaced or extended.

Models with different variants count as different players. `FIXED` lists the parts that can't be changed, and why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

from duskfall.core.problem import unknown
from duskfall.players.llm import personas

SIDES: Final = ("good", "evil", "alone")
ADD: Final = "add"
LONGEST = 20_000  # maximum characters of a part
LABEL = re.compile(r"[\w .-]{0,40}")  # the name of a variant
NAME = re.compile(r"[\w-]+")  # the name of a persona
SHOWN = 40  # characters of an invalid value that an error shows
OWN = "own"  # the name of a persona given as a text, in a variant without a name
FIXED: Final = {
    "answer": "how to answer is what the program reads answers by",
    "seat": "who sits where is a fact of the game",
    "card": "what was dealt is a fact of the game; `strategy` stands below it",
    "question": "what is asked, and what may be answered, is the game's to say",
    "state": "what is true at the table is the game's to say",
    "language": "it is a setting of the model, as in ?language=ru",
    "primer": "strategy: true is the same",
}
WORDS = {"yes": True, "no": False, "true": True, "false": False}
HOW = "true, false, a text in its place, or {add: a text}"


class Part(NamedTuple):
    """A variant's choice for a part of the prompt: whether to keep the usual text, and a text to add or use instead."""

    ours: bool = True
    own: str = ""

    def worded(self, ours: str) -> str:
        """Return the text of this part, given the usual text."""
        return "\n\n".join(filter(None, (ours if self.ours else "", self.own)))

    def as_data(self) -> object:
        """Return the part as it is written in a prompt file."""
        if not self.own:
            return self.ours
        return {ADD: self.own} if self.ours else self.own


OURS, LEFT_OUT = Part(), Part(ours=False)


@dataclass(frozen=True, slots=True)
class Variant:
    """The changes to the usual prompt. A field that is None leaves the choice to the model's settings."""

    name: str = ""
    opening: Part = OURS
    told: Part = OURS
    advice: Part = OURS
    rules: bool = True
    roles: bool = True
    strategy: tuple[Part, Part, Part] | None = None  # in the order of `SIDES`
    persona: str | None = None  # a name or a text; empty: no persona
    notes: bool | str | None = None  # a text replaces the instruction for writing notes

    def strategy_of(self, side: str) -> Part | None:
        """Return the part with playing advice for a side; None if the model's settings decide.

        A `side` not in `SIDES` gets the advice only if it is the same for all sides.
        """
        if self.strategy is None:
            return None
        if side in SIDES:
            return self.strategy[SIDES.index(side)]
        return self.strategy[0] if len({*self.strategy}) == 1 else LEFT_OUT

    @property
    def write_notes(self) -> str:
        """The instruction for writing notes, in place of the usual one; empty if the variant has none."""
        return self.notes if isinstance(self.notes, str) else ""

    def settings(self) -> dict[str, object]:
        """Return the model settings that the variant implies, by name."""
        found: dict[str, object] = {} if self.notes is None else {"notes": bool(self.notes)}
        if self.persona is not None:
            text = is_text(self.persona)
            found["persona"] = (self.name or OWN) if text else self.persona
            found |= {"manner": self.persona} if text else {}
        return found

    def as_data(self) -> dict[str, Any]:
        """Return the variant as it is written in a prompt file, without the parts that are as usual."""
        parts = {name: getattr(self, name) for name in ("opening", "told", "advice")}
        found: dict[str, Any] = {name: part.as_data() for name, part in parts.items() if part != OURS}
        found |= {name: False for name in ("rules", "roles") if not getattr(self, name)}
        if self.strategy is not None:
            told = {side: part.as_data() for side, part in zip(SIDES, self.strategy, strict=True)}
            found["strategy"] = told[SIDES[0]] if len({*self.strategy}) == 1 else told
        if self.persona is not None:
            found["persona"] = self.persona or False
        return found | ({} if self.notes is None else {"notes": self.notes})


PLAIN = Variant()


def is_text(persona: str) -> bool:
    """Return whether a persona is given as a text instead of a name."""
    return not NAME.fullmatch(persona) and bool(persona)


def read_variant(given: object, name: str = "") -> Variant:
    """Parse a variant from the mapping in a prompt file; raise ValueError with a one-line reason."""
    if not isinstance(given, Mapping):
        raise ValueError("a prompt is written by its parts, as in {roles: false, strategy: a text}")
    if not LABEL.fullmatch(name):
        raise ValueError(f"{name[:SHOWN]!r} is no name for a prompt: letters, digits, - and _ are")
    return Variant(name, **{str(key): _reader(str(key))(value) for key, value in given.items()})


def digest(variant: Variant) -> str:
    """Return a digest of the variant's contents, without its name."""
    return sha256(_compact(variant.as_data()).encode()).hexdigest()[:16]


# -- in the name of a model --------------------------------------------------------------------------------

SPECIAL = "%&,*"  # characters that would end a setting, or a player in a list of players


def written(variant: Variant) -> str:
    """Return the complete variant as the value of a model setting: `name:{…}`, with special characters quoted."""
    text = _compact(variant.as_data())
    spelled = "".join(f"%{ord(char):02X}" if char in SPECIAL else char for char in text)
    return f"{variant.name}:{spelled}" if variant.name else spelled


def read_written(value: str) -> Variant:
    """Parse a variant that `written` returned, after unquoting; raise ValueError if it is damaged."""
    name, brace, text = value.partition("{")
    try:
        return read_variant(json.loads(brace + text), name.rstrip(":"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{value[:SHOWN]!r}… is damaged: {error}") from None


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


# -- values ------------------------------------------------------------------------------------------------


def _reader(key: str) -> Callable[[object], Any]:
    if key in FIXED:
        raise ValueError(f"{key} cannot be changed: {FIXED[key]}")
    if key not in READERS:
        raise ValueError(f"{unknown('part', key, READERS)} (there are: {', '.join(READERS)})")
    return READERS[key]


def _plain(value: object) -> object:
    """Return the value, with the words `yes`, `no`, `true` and `false` as booleans."""
    return WORDS.get(value.lower(), value) if isinstance(value, str) else value


def _text(key: str, value: object, how: str = HOW) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST:
        raise ValueError(f"{key} is {how}")
    return value.strip()


def _part(key: str) -> Callable[[object], Part]:
    def read(value: object) -> Part:
        value = _plain(value)
        if isinstance(value, bool):
            return Part(value)
        if isinstance(value, Mapping):
            if [*value] != [ADD]:
                raise ValueError(f"{key} is {HOW}")
            return Part(own=_text(key, value[ADD]))
        return Part(False, _text(key, value))

    return read


def _switch(key: str) -> Callable[[object], bool]:
    def read(value: object) -> bool:
        value = _plain(value)
        if not isinstance(value, bool):
            raise ValueError(f"{key} is true or false: the rules are told as they are played, or not at all")
        return value

    return read


def _strategy(value: object) -> tuple[Part, Part, Part]:
    """Parse playing advice, for all sides alike or by side; a side that is not named gets none."""
    if not isinstance(value, Mapping) or [*value] == [ADD]:
        part = _part("strategy")(value)
        return part, part, part
    for side in value:
        if side not in SIDES:
            raise ValueError(f"strategy: {unknown('side', str(side), SIDES)} (there are: {', '.join(SIDES)})")
    good, evil, alone = (_part(f"strategy.{side}")(value.get(side, False)) for side in SIDES)
    return good, evil, alone


def _persona(value: object) -> str:
    value = _plain(value)
    if value is False:
        return ""
    text = _text("persona", value, "a text, a name, or false")
    known = (*personas.known(), personas.ANY)
    if personas.split_file(text)[0]:
        raise ValueError("persona is a text, a name, or false; one of a file is a setting, as in ?persona=people.toml")
    if not is_text(text) and text not in known:
        raise ValueError(f"{unknown('persona', text, known)} (there are: {', '.join(known)}, and any text)")
    return text


def _notes(value: object) -> bool | str:
    value = _plain(value)
    return value if isinstance(value, bool) else _text("notes", value, "true, false, or what is said about them")


READERS: Final[Mapping[str, Callable[[object], Any]]] = {
    "opening": _part("opening"),
    "told": _part("told"),
    "advice": _part("advice"),
    "rules": _switch("rules"),
    "roles": _switch("roles"),
    "strategy": _strategy,
    "persona": _persona,
    "notes": _notes,
}
