"""Where players are reached: a line for each model, server, program and module, for the user to read beforehand."""

from __future__ import annotations

from collections.abc import Iterable

from duskfall.players.find import places
from duskfall.players.foreign.kinds import EXEC, is_foreign
from duskfall.players.llm.casting import recorded
from duskfall.players.llm.model import is_model, key, short, variables, withheld
from duskfall.players.llm.settings import ModelError
from duskfall.tell.text import safe


def addresses(kinds: Iterable[str]) -> list[str]:
    """Return a line for each of these players that calls, connects or runs something; nothing is called for it."""
    known = list(dict.fromkeys(kinds))
    lines = [_model(kind) for kind in known if is_model(kind)]
    for kind in places(known):
        connects = is_foreign(kind) and not kind.startswith(f"{EXEC}:")
        lines.append(f"{'connecting to' if connects else 'running player'} {kind}")
    return [safe(line) for line in lines]


def _model(kind: str) -> str:
    try:
        model = recorded(kind, {}, files=False)
    except ModelError as error:  # it is refused later, with its place
        return f"calling {error}"
    paid = f", with the key in {variables(model.provider)}" if key(model) else ""
    hint = f" ({each})" if (each := withheld(model)) else ""
    return f"calling {model.base} for {short(kind)}{paid}{hint}"
