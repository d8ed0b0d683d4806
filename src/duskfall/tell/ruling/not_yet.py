"""Lines of a ruling about sides that have not won yet: what it takes, and how many players are alive."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.facts import Ended
from duskfall.core.play.state import State
from duskfall.study.rule_behind import CHECKED
from duskfall.tell.rules.seats import CAST, counted
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.ruling.only_if import missing, needed
from duskfall.tell.tongue import listed, row, say, together, told, word
from duskfall.vocabulary.conditions import Binary, Const, Count, Expr, Op
from duskfall.vocabulary.ruleset import DRAW, Wins, walk
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import Either, Everyone, Holders, Team, Who


def not_yet(case: Matter, state: State) -> Iterator[tuple[str, str]]:
    """Yield each win condition that is not met yet, with the numbers that it compares."""
    if case.phase.of(Ended):
        return
    scene = Scene(state)
    for line in case.plan.rules.wins:
        lacks = missing(line.when, scene)
        if line.side == DRAW or not all(_possible(part, scene) for part in lacks):
            continue
        if not lacks:
            yield together([_not_yet(line), say("It is not checked in this phase.")]), CHECKED
        else:
            yield together([_not_yet(line), needed(lacks, CAST), *_alive(lacks, scene)]), line.rule


def _possible(part: Expr, scene: Scene) -> bool:
    """Return whether a condition can ever hold. It can't if it counts more players than there are, dead or alive."""
    match part:
        case Binary(Op.EQ | Op.GE, Count(who), Const(int(least))):
            return who.mask(scene).bit_count() >= least
        case _:
            return True


def _not_yet(line: Wins) -> str:
    return say(
        "No victory for {side} yet ({reason}).", side=word(line.side, "side"), reason=word(line.reason, "reason")
    )


def _alive(lacks: list[Expr], scene: Scene) -> Iterator[str]:
    """Yield the numbers that these conditions compare."""
    counts = dict.fromkeys(node for part in lacks for node in walk(part) if isinstance(node, Count))
    if counts:
        numbers = (say("{who} {count}", who=heads(each.who), count=each.value(scene)) for each in counts)
        yield say("Alive: {counts}.", counts=row(numbers))


def heads(who: Who) -> str:
    """Return the players who are counted, in the current language."""
    match who:
        case Everyone():
            return say("all players")
        case Team(team):
            return word(team, "team")
        case Holders(roles):
            return listed(word(role, "role") for role in roles)
        case Either(a, b):
            return say("{some} and {last}", some=heads(a), last=heads(b))
        case _:
            return told(counted(who))
