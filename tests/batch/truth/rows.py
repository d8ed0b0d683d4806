"""What is known from outside, row by row: a rule book, a deck, who wins, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from duskfall.batch.table import Table
from duskfall.rules import ruleset
from duskfall.vocabulary import Ruleset
from tests.batch.truth import books, numbers
from tests.batch.truth.exact import leaves_with_skip, mafia_wins, until_extinct

AI_MAFIA = ruleset("ai-mafia")
ONE_ROUND, EXTINCT = {"maxRounds": 1}, {"untilExtinct": True}


@dataclass(frozen=True, slots=True)
class Row:
    """How often a side wins at a table."""

    what: str
    rules: Ruleset
    deck: str
    side: str
    truth: float
    flags: Mapping[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The row in a few words."""
        return f"{self.rules.id}, {self.deck}: {self.what}"

    def table(self) -> Table:
        """The table that is simulated."""
        return Table.make(self.rules, deck=self.deck, flags=self.flags)


def deck(seats: int, mafia: int, *, led: bool = False) -> str:
    """Plain Mafia, with a Godfather if it is `led`, and Villagers."""
    evil = [*["Godfather"][:led], *[f"Mafia*{mafia - led}"][: mafia > led]]
    return ", ".join([*evil, f"Villager*{seats - mafia}"])


def _one_leaves() -> list[Row]:
    """One uniformly random player leaves every day; and the same until one side is gone."""
    what = "the Mafia wins, one leaves every day"
    rows = [Row(what, books.DAY_FIRST, deck(*at), books.MAFIA, float(p)) for at, p in numbers.DAY_FIRST.items()]
    rows += [Row(what, books.NIGHT_FIRST, deck(*at), books.MAFIA, float(p)) for at, p in numbers.NIGHT_FIRST.items()]
    what = "the Mafia wins, until one side is gone"
    sizes = [*numbers.DAY_FIRST, (10, 2), (21, 4)]
    return rows + [
        Row(what, books.DAY_FIRST, deck(*at), books.MAFIA, float(until_extinct(*at)), EXTINCT) for at in sizes
    ]


def _one_ballot() -> list[Row]:
    """Whether someone leaves by one random ballot."""
    kinds = (
        (books.BALLOT_WITH_SKIP, numbers.WITH_SKIP),
        (books.BALLOT_AMONG_OTHERS, numbers.AMONG_OTHERS),
        (books.MAJORITY_OF_VOTES, numbers.BY_MAJORITY),
        (books.MAJORITY_OF_LIVING, numbers.BY_MAJORITY),
    )
    return [
        Row("someone leaves", book, f"Voter*{voters}", books.GONE, float(p))
        for book, known in kinds
        for voters, p in known.items()
    ]


def _random_ballots() -> list[Row]:
    """Random ballots with skip through a whole game: in a book of their own, and in ai-mafia itself."""
    what, leads = "the Mafia wins", (False, True)
    chance = {at: float(mafia_wins(*at, day=False, leaves=leaves_with_skip)) for at in numbers.MAFIA_AT_RANDOM}
    rows = [Row(what, books.RANDOM_BALLOTS, deck(*at), books.MAFIA, p) for at, p in chance.items()]
    rows += [Row(what, AI_MAFIA, deck(*at, led=led), "mafia", p) for at, p in chance.items() for led in leads]
    # After one night so many vote, and each of them leaves alike: also the one of the Mafia.
    what = "the Mafia's one leaves on the first day"
    return rows + [
        Row(what, AI_MAFIA, deck(voters + 1, 1), "town", float(p / voters), ONE_ROUND)
        for voters, p in numbers.WITH_SKIP.items()
    ]


ROWS = (*_one_leaves(), *_one_ballot(), *_random_ballots())
