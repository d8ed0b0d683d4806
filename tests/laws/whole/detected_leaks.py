"""Leaks planted in what the detective tells: it looks at the game itself, where it may only look at a view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from duskfall.core.view import view
from duskfall.detect import curve, posterior, sight, waiting
from duskfall.draw import curve_picture
from duskfall.film import known as film_known
from duskfall.host import solo
from duskfall.room import coach
from duskfall.tell.detect import certain, data, why
from duskfall.terminal import chances

from .leaks import Patch, around, game, plant


def counted(found: Any, *args: Any) -> Any:
    """One deal more for every seat before the first wolf."""
    return replace(found, worlds=found.worlds + game().state.roles.index("Werewolf")) if found.known else found


@plant("a hint counts the deals by the true roles", "coach")
def _(patch: Patch) -> None:
    around(patch, posterior, "posterior", counted)


@plant("a hint says of everybody what is certain to the moderator", "coach", "city-mafia")
def _(patch: Patch) -> None:
    around(patch, certain, "certain", lambda found, *args: [*found, str(game().state.roles)])


@plant("a hint is found through the eyes of another seat", "coach", "ai-mafia")
def _(patch: Patch) -> None:
    other = lambda: game().names.index("Bob") + 1  # noqa: E731
    seen = lambda: tuple(view(game().facts, other()).facts)  # noqa: E731
    around(patch, sight, "sight", lambda found, *args: replace(found, seat=other(), facts=seen()))


@plant("the table of detect hints at the true roles", "detect")
def _(patch: Patch) -> None:
    around(patch, chances.Chances, "_name", lambda found, table, seat: found + game().state.roles[seat][:1])


@plant("the JSON of detect names the true roles", "detect", "city-mafia")
def _(patch: Patch) -> None:
    around(patch, data, "as_data", lambda found, *args: {**found, "roles": list(game().state.roles)})


@plant("a reason why something is certain names the true roles", "coach", "city-mafia")
def _(patch: Patch) -> None:
    around(patch, why, "lines", lambda found, *args: [f"{line} {game().state.roles}" for line in found])


@plant("a curve has a point where the game waits in secret", "curve", "city-mafia")
def _(patch: Patch) -> None:
    asked = lambda: sum(entry.word in ("check", "heal") for entry in game().log)  # noqa: E731
    around(patch, curve, "cuts", lambda found, *args: [*found, *found[: asked() % 3]])


@plant("a line of the picture is thicker for a wolf", "curve")
def _(patch: Patch) -> None:
    around(patch, curve_picture, "_hue", lambda found, seat: f"{found} {game().state.roles[seat]}")


@plant("a film says how many wolves lived", "curve", "ai-mafia")
def _(patch: Patch) -> None:
    around(patch, film_known, "_bits", lambda found, *args: found + game().setup.roles.index("Cop"))


@plant("a table's coach looks at the game, not at the seat", "table, coach")
def _(patch: Patch) -> None:
    around(patch, coach, "known", lambda found, *args: {**found, "certain": list(game().state.roles)})


@plant("the page of a solo game gets the chances of the whole table", "solo, coach")
def _(patch: Patch) -> None:
    around(patch, waiting, "posterior", counted)


@plant("the coach of a page is told the true roles", "solo, coach", "city-mafia")
def _(patch: Patch) -> None:
    roles = lambda: str(game().state.roles)  # noqa: E731
    around(patch, solo, "what_is_known", lambda found, *args: {**found, "found": [*found["found"], roles()]})
