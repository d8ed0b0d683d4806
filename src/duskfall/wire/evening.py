"""The answers on an evening: its screen, its audit, its files."""

from typing import NotRequired, TypedDict

from duskfall.wire.screens import HostScreen


class EveningAnswer(TypedDict):
    """Where the evening is; without a screen, it must be sent what comes after `at` first."""

    at: int
    screen: NotRequired[HostScreen]
    missing: NotRequired[list[dict[str, object]]]  # actions that the page does not have
    refused: NotRequired[str]


class AuditAnswer(TypedDict):
    """A line an action, and how many steps back or forth lead to each; 0: none do."""

    lines: list[str]
    steps: list[int]
    forth: list[int]


class RestAnswer(TypedDict):
    """How many steps of what followed a correction can be taken again."""

    steps: int


class TextAnswer(TypedDict):
    """A file as text."""

    text: str


class ProtocolFile(TypedDict):
    """The protocol as a file, what it may be called, and of what type it is."""

    text: str
    name: str
    type: str
