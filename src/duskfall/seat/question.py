"""What every form of a question has, whoever answers it: the host for a seat, or a player at their own table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duskfall.core.ask import Ask
from duskfall.tell.text import capital
from duskfall.tell.tongue import word
from duskfall.wire.common import NamedSeat
from duskfall.wire.forms import FormKind, QuestionHead


def asked(ask: Ask, names: Sequence[str], is_vote: bool) -> QuestionHead:
    """Who is asked what, and what may be named beside a seat."""
    return {
        "seat": ask.seat,
        "verb": ask.verb,
        "who": names[ask.seat - 1],
        "label": capital(word(ask.verb, "verb")),
        "kind": _kind(ask, is_vote),
        "roles": [{"value": role, "label": word(role, "role")} for role in ask.roles],
        "nominees": named(ask.nominees, names),
        "addresses": named(ask.addresses, names),
    }


def named(seats: Iterable[int], names: Sequence[str]) -> list[NamedSeat]:
    """Seats that may be chosen, by their names."""
    return [{"value": seat, "label": names[seat - 1]} for seat in seats]


def _kind(ask: Ask, is_vote: bool) -> FormKind:
    if ask.speech:
        return "speech"
    if ask.confirm:
        return "yesno"
    return "ballot" if is_vote else "choice"
