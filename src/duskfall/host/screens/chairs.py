"""The seats around the table as the host sees them: what the table knows, and what only the host may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duskfall.core.facts import Removed
from duskfall.core.play.state import DAY
from duskfall.core.play.talk import speakers
from duskfall.host.evening.live import AT_ASK, Live
from duskfall.tell.tongue import word
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.steps import Discussion
from duskfall.wire.screens import HostChair

NOTHING: Mapping[int, str] = {}


def empty_chairs(names: Sequence[str], roles: Mapping[int, str] = NOTHING) -> list[HostChair]:
    """Return the seats before a game, with the roles that are known already."""
    return [
        _chair(seat, name, word(roles[seat], "role") if seat in roles else "") for seat, name in enumerate(names, 1)
    ]


def _chair(seat: int, name: str, role: str) -> HostChair:
    return {
        "seat": seat, "name": name, "alive": True, "role": role, "team": "", "fouls": 0, "silenced": False,
        "removed": False, "titles": [], "cards": [], "nominated": False, "speaking": False, "first": False, "link": "",
    }  # fmt: skip


def chairs(live: Live) -> list[HostChair]:
    """Return the seats of a game. A dead player is shown as alive until the table has heard of the death."""
    game, state = live.game, live.game.state
    known = live.known()
    removed = {fact.seat for fact in game.facts if isinstance(fact, Removed)}
    asks = live.asks_here() if live.place == AT_ASK else ()
    first, today = first_speaker(live), state.phase == DAY and live.phase == (DAY, state.day)
    found = []
    for seat, name in enumerate(live.names, 1):
        role = game.plan.roles[state.roles[seat]]
        found.append(
            _chair(seat, name, word(role.name, "role"))
            | {
                "alive": seat in known.living and seat not in removed,  # everybody sees a removal at once
                "team": word(role.team, "team"),
                "fouls": live.foul_count(seat),
                "silenced": seat in live.silenced,
                "removed": seat in removed,
                "titles": [word(title, "title") for title, holder in known.titles.items() if holder == seat],
                "cards": [word(card, "card") for card, held in state.cards.items() if seat in bits(held)],
                "nominated": today and seat in state.nominees,
                "speaking": bool(asks) and asks[0].speech and asks[0].seat == seat,
                "first": seat == first,
                "link": live.link(seat),
            }
        )
    return found


def first_speaker(live: Live) -> int:
    """Return the seat that speaks first today; 0 at night."""
    if live.phase[0] != DAY or live.game.state.phase != DAY:
        return 0
    talks = (step.parts[0] for step in live.rules.day if isinstance(step, Discussion))
    order = next((speakers(live.game, talk.order, live.game.state.public) for talk in talks), ())
    return order[0] if order else 0
