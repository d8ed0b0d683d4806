"""Small shapes that many answers share: values, pairs, what may be chosen, sentences with their rule."""

from typing import Annotated, TypedDict

from duskfall.vocabulary.scene import Value as Value

Pair = Annotated[list[int], 2]  # a list of exactly so many


class NamedWord(TypedDict):
    """A word of the rules that may be chosen, and how people read it."""

    value: str
    label: str


class NamedSeat(TypedDict):
    """A seat that may be chosen, by its name."""

    value: int
    label: str


class NamedBook(TypedDict):
    """A ruleset and its title."""

    id: str
    title: str


class CitedLine(TypedDict):
    """One sentence of a ruling, the rule that decides, and that rule's own words."""

    text: str
    rule: str
    cite: str
