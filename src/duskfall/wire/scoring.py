"""A scoring as a form."""

from typing import TypedDict


class ScoringField(TypedDict):
    """A number, or something that is on or off; the id is its place in the scoring."""

    id: str
    label: str
    fallback: str  # what holds while it is empty
    step: float
    switch: bool
    value: str | bool  # what was typed; of a switch, whether it is on


class ScoringGroup(TypedDict):
    """Fields under a title, with a line on what is in them."""

    title: str
    about: str
    fields: list[ScoringField]
    groups: list["ScoringGroup"]


class ScoringForm(TypedDict):
    """The form of a scoring; `scoring` is null while `problem` says what is wrong with it."""

    name: str  # as it was typed
    groups: list[ScoringGroup]
    scoring: dict[str, object] | None
    problem: str
