"""What a night comes to: the one result type of the three reference nights."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Answer = str | tuple[str, str] | None  # a name; (name, role) for `forge`; None or "nobody" declines
Acts = Mapping[str, Mapping[str, Answer]]  # verb -> actor -> answer, as written


@dataclass
class Dawn:
    """The state at dawn, all of it by name. Keys without content are left out."""

    dead: dict[str, str] = field(default_factory=dict)  # who died tonight -> the role shown
    told: dict[str, dict[str, object]] = field(default_factory=dict)  # player -> verb -> what was read
    notices: dict[str, set[str]] = field(default_factory=dict)  # player -> notice words
    void: set[str] = field(default_factory=set)  # whose written acts were void (G3)
    blocked: set[str] = field(default_factory=set)  # ai-mafia: on whom a block holds
    vote_immune: set[str] = field(default_factory=set)  # city-mafia: on the coming day
    framed: set[str] = field(default_factory=set)  # town-of-agents: marks left after the night
    doused: set[str] = field(default_factory=set)  # town-of-agents: so far
    roles: dict[str, str] = field(default_factory=dict)  # true roles now, the dead included
    winner: str | None = None
    reason: str | None = None


def declined(answer: Answer) -> bool:
    """CASES: what is not written does not happen; `nobody` declines explicitly."""
    return answer is None or answer == "nobody"
