"""Ballots that count otherwise than once: by a title that all know of, or by what was shown to all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from duskfall.core.facts import EVERYONE, Fact, Shown, Voted
from duskfall.core.view import View
from duskfall.rules.registry import known
from duskfall.study.house_rules import bare_scene
from duskfall.study.sight import rules_of


def weights(vote: Voted, view: View) -> dict[int, float]:
    """By voter: what a ballot counts, where that is not one and the opened vote tells whose it is."""
    found = _by_title(view)
    shown = {fact.seat for fact in view.facts if isinstance(fact, Shown) and fact.to == EVERYONE}
    for target, total in vote.tally:
        voters = [voter for voter, voted in vote.ballots if voted == target]
        rest = total - sum(found.get(voter, 1) for voter in voters)
        plain = [voter for voter in voters if voter in shown and voter not in found]
        if rest and len(plain) == 1:
            found[plain[0]] = 1 + rest
    return {voter: found[voter] for voter, _ in vote.ballots if found.get(voter, 1) != 1}


def weights_in_turn(facts: Iterable[Fact], seat: int | None) -> Iterator[Mapping[int, float]]:
    """The same for each vote that a seat sees, as it was at that moment."""
    seen = View(seat)
    for fact in facts:
        seen.take(fact)
        if isinstance(fact, Voted) and seen.facts[-1] is fact:
            yield weights(fact, seen)


def _by_title(view: View) -> dict[int, float]:
    """What the ballots of those count who hold a title now."""
    rules = known(rules_of(view))
    if rules is None:
        return {}
    scene = bare_scene(rules, view)
    held = {view.titles.get(title.name, 0): title.weight.number(scene) for title in rules.titles}
    return {seat: weight for seat, weight in held.items() if seat}
