"""What the acts of a ruleset can tell those who do them: who may report what of whom."""

from __future__ import annotations

from collections.abc import Container, Iterator

from duskfall.study.primer import EVIL, READ, SIGHT, KnownAct, read
from duskfall.vocabulary.ruleset import Ruleset


class Readings:
    """The readings of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.book = rules, read(rules)

    def readers(self, verb: str) -> list[KnownAct]:
        """The acts of this name that tell their actor something; without a name, all of them."""
        return [act for act in self.book.acts.values() if verb in ("", act.verb) and act.kinds & {READ, SIGHT}]

    def may_report(self, role: str, verb: str) -> bool:
        """Whether a role has such an act."""
        return any(act.verb in self.book.cards[role].acts for act in self.readers(verb))

    def may_see_visits(self, role: str) -> bool:
        """Whether a role has an act that tells who went to whom."""
        return any(SIGHT in self.book.acts[verb].kinds for verb in self.book.cards[role].acts)

    def may_go_out(self, role: str) -> bool:
        """Whether a role has an act at all; the evil may go for their team."""
        card = self.book.cards[role]
        return bool(card.acts) or card.side == EVIL

    def words(self, verb: str, role: str, deck: Container[str]) -> set[str]:
        """All that may be read of a role by such an act with these cards dealt, in small letters."""
        return {word.casefold() for act in self.readers(verb) for word in self._words(act, role, deck)}

    def _words(self, act: KnownAct, role: str, deck: Container[str]) -> Iterator[str]:
        yield from (word for word, roles in act.means.items() if role in roles)
        dealt = {verb for name, card in self.book.cards.items() if name in deck for verb in card.acts}
        for edge in self.rules.overturns:  # somebody at the table can make it come out otherwise
            if edge.shows and act.verb in edge.what and edge.by in dealt:
                yield edge.shows
