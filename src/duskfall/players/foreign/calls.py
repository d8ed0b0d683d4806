"""What became of the questions to foreign players: a call for each, in the form in which models have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from duskfall.players.base import Player
from duskfall.players.llm.accounts.ledger import Call
from duskfall.tell.text import plural


def calls_of(players: Mapping[int, Player]) -> list[Call]:
    """All of them at a table, seat by seat; none where no foreign player sits."""
    bare = (getattr(players[seat], "player", players[seat]) for seat in sorted(players))  # as they were made
    return [call for player in bare for call in getattr(player, "foreign_calls", ())]


def told(asked: int, failures: Mapping[str, int]) -> str:
    """How often there was no answer, and in which ways."""
    classes = ", ".join(f"{failure} {count}" for failure, count in sorted(failures.items()))
    return f"no answer to {sum(failures.values())} of {plural(asked, 'question')}: {classes}"


def failures(calls: Iterable[Call]) -> Counter[str]:
    """How many ended without an answer, by class."""
    return Counter(call.outcome for call in calls if call.silent)
