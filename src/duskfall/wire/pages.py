"""What the page shows beside a table: the rules of each game."""

from typing import TypedDict

from duskfall.wire.common import Pair


class BookRole(TypedDict):
    """A role, and its team by its place in the book, from 1."""

    role: str
    label: str
    team: int


class GameBook(TypedDict):
    """A game, for how many it is, and its roles."""

    id: str
    title: str
    about: str
    seats: Pair
    teams: list[str]
    roles: list[BookRole]


class RulesPage(TypedDict):
    """The rules of one game as HTML, their picture, and the words of every rule that they cite."""

    id: str
    title: str
    html: str
    svg: str
    citations: dict[str, str]
