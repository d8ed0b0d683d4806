"""Players by name: our own, those of other packages by an entry point, programs, and any `module:factory`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from shlex import quote

from duskfall.core.problem import closest, unknown
from duskfall.players.base import HUMAN, Player, PlayerError
from duskfall.players.foreign.kinds import EXEC, is_foreign
from duskfall.players.llm.model import is_model
from duskfall.tell.tongue import LANGUAGES

Maker = Callable[[int], Player]
"""Makes a player from a seed of its own; the same seed, asks and views must give the same answers."""

GROUP = "duskfall.players"
BOTS = {
    "random": "duskfall.players.bots.random:RandomPlayer",
    "scripted": "duskfall.players.bots.scripted:ScriptedPlayer",
    "detective": "duskfall.players.detective:DetectivePlayer",
}
SPEAKS = ("scripted", "detective")  # in any of our languages: scripted:ru


@cache
def find(kind: str) -> Maker:
    """What makes players of this kind."""
    if kind in BOTS:
        return _load(kind, BOTS[kind])
    bot, _, language = kind.partition(":")
    if bot in SPEAKS:
        if language not in LANGUAGES:
            raise PlayerError(f"player {kind!r}: {bot} speaks {', '.join(LANGUAGES)}, as in {bot}:ru")
        return partial(_load(bot, BOTS[bot]), language=language)  # type: ignore[call-arg]
    if kind == HUMAN:
        raise PlayerError(f"{HUMAN} sits at a terminal: duskfall play --players {HUMAN}")
    if place := installed().get(kind):
        return _load(kind, place)
    if is_model(kind):
        from duskfall.players.llm.player import maker

        return maker(kind)
    if is_foreign(kind):
        from duskfall.players.foreign.player import maker as foreign_maker

        return foreign_maker(kind)
    if ":" not in kind:
        others = "models as in openai:MODEL, programs as in exec:COMMAND, and any module:factory"
        there_are = f"there are: {', '.join(known())}, {others}"
        raise PlayerError(f"{unknown('player', kind, [*known(), HUMAN])} ({there_are})")
    if "" not in sys.path:
        sys.path.append("")  # the current directory comes last, so that installed modules have priority
    return _load(kind, kind)


def known() -> tuple[str, ...]:
    """The kinds that can be named."""
    return (*BOTS, HUMAN, *sorted(installed().keys() - {*BOTS, HUMAN}))


def installed() -> dict[str, str]:
    """The players that other packages bring, by name: `module:factory`."""
    return _installed(tuple(sys.path))


@lru_cache(maxsize=1)
def _installed(path: tuple[str, ...]) -> dict[str, str]:
    """All packages on a path are looked at, which takes a while."""
    found: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, f"{entry.module}:{entry.attr}")
    return found


def unnamed(kinds: Iterable[str], named: Collection[str]) -> list[str]:
    """Return the kinds that a record may not use by itself and that the user has not named.

    These run code, open a connection or cost money: `module:factory`, programs, servers and models.
    """
    used = list(dict.fromkeys(kinds))
    outside = {*places(used), *filter(is_model, used)}
    return [kind for kind in used if kind in outside and kind not in named]


def how_to_bring(missing: Collection[str]) -> str:
    """Say that a record cannot bring these kinds of player, and which options name them; empty if there are none."""
    if not missing:
        return ""
    first = next(iter(missing))
    if is_model(first):
        why = "is a model, which a record never calls by itself"
    elif is_foreign(first) and not first.startswith(f"{EXEC}:"):
        why = "is a server, to which a record never connects by itself"
    else:
        why = "is code, which a record never brings"
    return f"player {first!r} {why}: give it by {naming(missing)}"


def naming(kinds: Iterable[str]) -> str:
    """Return the options of `duskfall resume` that name these kinds."""
    return " ".join(f"--players {quote(kind)}" for kind in kinds)


def places(kinds: Iterable[str]) -> list[str]:
    """Of these kinds, those that are `module:factory`, programs or servers: found by the place that they name alone."""
    outside = [kind for kind in kinds if ":" in kind and kind.partition(":")[0] not in SPEAKS and not is_model(kind)]
    return [kind for kind in dict.fromkeys(outside) if kind not in known()]


def _load(kind: str, place: str) -> Maker:
    module, _, name = place.partition(":")
    try:
        found = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        hint = _provider_hint(module) if isinstance(error, ModuleNotFoundError) and error.name == module else ""
        raise PlayerError(f"player {kind!r}: {error}{hint}") from None
    except (Exception, SystemExit) as error:  # whatever somebody else's module does when it is imported
        raise PlayerError(f"player {kind!r}: {type(error).__name__}: {error}") from None
    if not callable(found):
        raise PlayerError(f"player {kind!r}: {place} cannot be called with a seed")
    return found


def _provider_hint(module: str) -> str:
    """What may have been meant instead of a module that there is not: a model."""
    from duskfall.players.llm.providers import PROVIDERS

    close = closest(module, PROVIDERS)
    known = f"providers of models are {', '.join(each for each in PROVIDERS if PROVIDERS[each].base)} and http://HOST:PORT/v1#MODEL"
    return f" (did you mean {close}:?)" if close else f" ({known})"
