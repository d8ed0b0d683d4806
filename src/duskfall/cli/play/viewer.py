"""The viewer of a game, as given by the option `--as`."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.cli.common import BadInput

PUBLIC, MODERATOR = "public", "moderator"
WATCH_AS = "Watch as public, moderator, or a player by name or seat."


def viewer(wanted: str | None, place: str, names: Sequence[str], kinds: Sequence[str] = ()) -> int | None:
    """Return the seat whose view is shown: 0 for the public, None for the moderator.

    `wanted` is a name, a seat number, "public", "moderator", or None for the default viewer; `place` is where it was
    given. Raise `BadInput` if that view would spoil the game for its human players.
    """
    from duskfall.table.viewers import viewers

    allowed = viewers(names, kinds)
    if wanted is None:
        return allowed[0]
    seat = None if wanted == MODERATOR else 0 if wanted == PUBLIC else seat_of(wanted, place, names)
    if seat not in allowed:
        you = " or ".join(names[each - 1] if each else PUBLIC for each in reversed(allowed))
        raise BadInput(f"{place}: this would spoil the game for who plays it: watch as {you}")
    return seat


def seat_of(wanted: str, place: str, names: Sequence[str]) -> int:
    """Return the seat of a player given by name or number; names go first.

    `place` is where it was given. Raise `BadInput` if there is no such player.
    """
    from duskfall.core.problem import meant

    same = [seat for seat, name in enumerate(names, 1) if name == wanted]
    alike = [seat for seat, name in enumerate(names, 1) if name.casefold() == wanted.casefold()]
    numbered = [seat for seat in range(1, len(names) + 1) if str(seat) == wanted]
    for seat in same + alike + numbered:
        return seat
    near = meant(wanted, [*names, PUBLIC, MODERATOR])
    raise BadInput(f"{place}: nobody is called {wanted!r}{near} (there are: {', '.join(names)})")
