"""What the page shows beside a table: the rules of each game, and recorded games seen again."""

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


class ReplayViewer(TypedDict):
    """Somebody through whose eyes a game may be seen: a seat, the table, the moderator."""

    value: int | str
    label: str


ReplayPage = TypedDict(
    "ReplayPage", {"html": str, "rules": str, "as": int | str, "viewers": list[ReplayViewer], "over": bool}
)
