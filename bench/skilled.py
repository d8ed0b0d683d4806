"""Fit the table model `skilled` to games of scripted players, ruleset by ruleset, and judge it on other seeds.

    python bench/skilled.py --play bench/scripted.jsonl    # the games of scripted players: slow, kept in the repository
    python bench/skilled.py --write                        # fit, print, and write src/duskfall/batch/skilled.json

The numbers are those that give the sides their shares of the games of the first seeds, deck by deck: the sum of squared
differences, weighed by games, is searched by steps along each number that get smaller. Shares on the judged seeds are
printed beside the model's, and what is off by more than FAR is marked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from math import log2
from pathlib import Path
from random import Random

from rows import table

from duskfall.arena.run.tally import Outcome
from duskfall.balance.decks import DeckSpace, written
from duskfall.balance.plays import Candidate, real, simulated
from duskfall.batch.policies import TABLE_MODEL
from duskfall.batch.skilled import Skilled, Skills
from duskfall.core.start.deck import dealt_sides, make_deck, read_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary.ruleset import Ruleset

HERE = Path(__file__).resolve().parent
TARGETS, VALUES = HERE / "scripted.jsonl", HERE.parent / "src/duskfall/batch/skilled.json"
SIZES = (5, 6, 7, 8, 9, 10, 12, 15)
FIT, JUDGE = "fit", "judge"
FIRST = {FIT: 1, JUDGE: 100_001}  # seeds
FAR = 0.05
STARTS, FINEST, JUDGED = 24, 0.03, 20_000  # starts by chance; the smallest step; simulated games that are judged
MOST_LEAN = 64.0
SCALES = ("lean",)  # numbers that are searched by factors; the others are chances


@dataclass(frozen=True, slots=True)
class Target:
    """A deck, and how often each side won with it."""

    rules: str
    cards: tuple[str, ...]
    use: str
    games: int
    wins: dict[str, int]

    def share(self, side: str) -> float:
        """A side's share of the games."""
        return self.wins.get(side, 0) / self.games


# -- the games of scripted players -------------------------------------------------------------------------


def play(path: Path, args: argparse.Namespace) -> None:
    """Play the book's decks on seeds of both kinds, and drawn decks on the first; each line is written at once."""
    with path.open("a", encoding="utf-8") as file:
        for book in args.rules or BOOKS:
            rules = ruleset(book)
            decks = [tuple(make_deck(rules, seats)) for seats in args.seats or SIZES]
            for cards in decks:
                for use in (FIT, JUDGE):
                    write(file, book, cards, use, args.games, args.jobs)
            for number in range(args.drawn):
                draws = Random(f"{book} {number}")
                space = DeckSpace.make(rules, draws.choice(SIZES))
                write(file, book, space.cards(space.drawn(draws)), FIT, max(1, args.games // 8), args.jobs)


def write(file: object, book: str, cards: tuple[str, ...], use: str, games: int, jobs: int) -> None:
    """Play one deck and write its line."""
    [count] = real(book, jobs=jobs).count([Candidate(cards)], games, FIRST[use], None)
    row = {"rules": book, "deck": written(cards), "use": use, "seed": FIRST[use], "games": games,
           "wins": dict(sorted(count.wins.items()))}  # fmt: skip
    print(json.dumps(row), file=file, flush=True)  # type: ignore[call-overload]
    print(f"{book}, {len(cards)} seats", file=sys.stderr)


def read(path: Path) -> list[Target]:
    """All lines of a file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Target(
            row["rules"], tuple(read_deck(ruleset(row["rules"]), row["deck"])), row["use"], row["games"], row["wins"]
        )
        for row in rows
    ]


# -- the fit -----------------------------------------------------------------------------------------------


class Fit:
    """The search for the numbers of one ruleset."""

    def __init__(self, rules: Ruleset, targets: Sequence[Target], args: argparse.Namespace) -> None:
        self.rules, self.targets, self.games, self.seed = rules, targets, args.screen, args.seed
        self.starts, self.finest, self.device = args.starts, args.finest, args.device
        self.tables = [Candidate(target.cards) for target in targets]
        self.known: dict[Skills, float] = {}

    def counts(self, skills: Skills, games: int) -> list[Outcome]:
        """The model's games with each deck."""
        policy = Skilled("skilled", TABLE_MODEL, reads=True, skills=skills)
        return simulated(self.rules, policy, self.device).count(self.tables, games, self.seed, None)

    def loss(self, skills: Skills) -> float:
        """The mean squared difference of the shares; chance adds the same to all."""
        if skills not in self.known:
            rows = zip(self.targets, self.counts(skills, self.games), strict=True)
            total = sum(target.games * difference(self.rules, target, count) for target, count in rows)
            self.known[skills] = total / sum(target.games for target in self.targets)
        return self.known[skills]

    def search(self) -> Skills:
        """The best that is found from the middle, and from the best of some starts by chance."""
        draws = Random(self.seed)
        numbers = [
            [2 ** draws.uniform(0, 4), *(draws.random() for _ in fields(Skills)[1:])] for _ in range(self.starts)
        ]
        starts = [Skills(*(round(number, 3) for number in each)) for each in numbers]
        return min(map(self.climb, (Skills(), min(starts, key=self.loss))), key=self.loss)

    def climb(self, start: Skills) -> Skills:
        """From here by steps along each number, smaller ones when none helps."""
        best, step = start, 0.5
        while step > self.finest:
            near = min((near for each in fields(Skills) for near in moved(best, each.name, step)), key=self.loss)
            if self.loss(near) < self.loss(best):
                best = near
            else:
                step /= 2
        return best


def difference(rules: Ruleset, target: Target, count: Outcome) -> float:
    """The sum of squared differences of the sides' shares."""
    return sum((target.share(side) - count.wins[side] / count.games) ** 2 for side in rules.sides)


def moved(skills: Skills, name: str, step: float) -> list[Skills]:
    """The same with one number smaller or greater."""
    value: float = getattr(skills, name)
    if name in SCALES:
        values = [min(max(2 ** (log2(value) + sign * 2 * step), 1 / MOST_LEAN), MOST_LEAN) for sign in (-1, 1)]
    else:
        values = [min(max(value + sign * step, 0.0), 1.0) for sign in (-1, 1)]
    return [replace(skills, **{name: round(each, 3)}) for each in values]


# -- the judgement -----------------------------------------------------------------------------------------


def judged(rules: Ruleset, skills: Skills, targets: Sequence[Target], args: argparse.Namespace) -> list[list[str]]:
    """A row for each deck, and one for all: shares of the scripted games and of the model's."""
    fit = Fit(rules, targets, args)
    counts = fit.counts(skills, args.judged)
    rows = [
        row(f"{len(target.cards)} seats", rules, target, count) for target, count in zip(targets, counts, strict=True)
    ]
    whole: Counter[str] = Counter()
    model: Counter[str] = Counter()
    for target, count in zip(targets, counts, strict=True):
        whole += Counter(target.wins)
        model += Counter({side: count.wins[side] * target.games for side in count.wins})
    games = sum(target.games for target in targets)
    everything = Target(rules.id, (), JUDGE, games, dict(whole))
    mean = Outcome(args.judged * games, wins=model)
    return [*rows, row("all of them", rules, everything, mean)]


def row(name: str, rules: Ruleset, target: Target, count: Outcome) -> list[str]:
    """Shares in percent, and the greatest difference."""
    sides = dealt_sides(rules, target.cards) if target.cards else list(rules.sides)
    pairs = [(target.share(side), count.wins[side] / count.games) for side in sides]
    far = max(abs(one - two) for one, two in pairs)
    shown = [" / ".join(f"{100 * pair[at]:.0f}" for pair in pairs) for at in (0, 1)]
    return [rules.id, name, *shown, f"{100 * far:.0f}", "not met" if far > FAR else ""]


def main() -> None:
    """Play, or fit and print."""
    parser = argparse.ArgumentParser(description="fit the table model to games of scripted players")
    parser.add_argument("--play", type=Path, help="play the games of scripted players, and add them to this file")
    parser.add_argument("--games", type=int, default=200, help="of each deck of the book, seeds of each kind (200)")
    parser.add_argument("--drawn", type=int, default=32, help="decks by chance, an eighth of the games each (32)")
    parser.add_argument("--seats", type=int, action="append", help="only decks of this size; may be repeated")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--targets", type=Path, default=TARGETS)
    parser.add_argument("--screen", type=int, default=1000, help="simulated games of each deck in a step (1000)")
    parser.add_argument("--judged", type=int, default=JUDGED, help=f"simulated games that are judged ({JUDGED})")
    parser.add_argument("--starts", type=int, default=STARTS, help=f"starts of the search drawn by chance ({STARTS})")
    parser.add_argument("--finest", type=float, default=FINEST, help=f"smallest step of the search ({FINEST})")
    parser.add_argument("--device", choices=("cpu", "plain"), default="cpu", help="plain: not compiled")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--write", action="store_true", help=f"write {VALUES.name}")
    args = parser.parse_args()
    if args.play:
        play(args.play, args)
        return
    if not args.targets.exists():
        parser.error(f"there is no {args.targets}: write it with --play {args.targets}, which is slow")
    values, cells = json.loads(VALUES.read_text(encoding="utf-8")), []
    targets = read(args.targets)
    for book in args.rules or BOOKS:
        rules, mine = ruleset(book), [target for target in targets if target.rules == book]
        fit = Fit(rules, [target for target in mine if target.use == FIT], args)
        found = fit.search()
        how = f"{sum(t.games for t in fit.targets)} scripted games with {len(fit.targets)} decks, seed {args.seed}"
        values[book] = asdict(found) | {"fitted": how, "loss": round(fit.loss(found), 4)}
        print(f"{book}: {values[book]}", file=sys.stderr)
        if others := sorted((t for t in mine if t.use == JUDGE), key=lambda target: len(target.cards)):
            cells += judged(rules, found, others, args)
        if args.write:
            VALUES.write_text(json.dumps(values, indent=4) + "\n", encoding="utf-8")
    print(table(["ruleset", "judged on", "scripted, %", "skilled (table model), %", "off by", ""], cells))


if __name__ == "__main__":
    main()
