"""The contract test for rulesets: it compiles, it can be told, its games end and hold, and nobody learns too much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from duskfall.cases.check import failures, find_files
from duskfall.cases.load import read_file
from duskfall.core.chance import below
from duskfall.core.plan.compile import Plan, compile_plan
from duskfall.rules.registry import find
from duskfall.testing.contract import ContractError, held
from duskfall.testing.evening import check_service, walk_through
from duskfall.testing.seated import check_players
from duskfall.testing.secrecy import check_asks, check_swaps
from duskfall.testing.tables import check_game, random_table
from duskfall.testing.told import check_words
from duskfall.vocabulary.ruleset import Ruleset

DEALS = 8  # of one table, by which views are compared
SPREAD = 1 << 30


@dataclass(slots=True)
class RulesetReport:
    """What a contract test of a ruleset has seen."""

    games: int = 0
    answers: int = 0
    swaps: int = 0  # pairs of games that differ in two hidden cards
    evenings: int = 0
    cases: int = 0


def ruleset_test(
    rules: str | Ruleset, *, cases: str | Path | Iterable[str | Path] = (), games: int = 20, seed: int = 1
) -> RulesetReport:
    """Try a ruleset in every way that can be tried without knowing it; ContractError tells the first that fails.

    `rules` is the ruleset, its id, `module:NAME`, or its file; `cases` are case files or folders of them; `games` is
    how many random tables are played, each size of its decks in turn, with random house rules and clumsy players.
    """
    if games < 1:
        raise ValueError(f"{games} games try nothing")
    book = find(rules)
    report = RulesetReport()
    check_plan(compile_plan(book))
    check_words(book)
    check_service(book)
    low, high = book.decks.seats
    for number in range(games):
        table = random_table(book, low + number % (high - low + 1), below(seed, "table", number, SPREAD))
        report.answers += check_game(table)
        report.swaps += check_swaps(table)
        if number % 4 == 0:
            check_asks(table, DEALS)
            check_players(table)
            walk_through(table)
            report.evenings += 1
        report.games += 1
    report.cases = _check_cases(map(Path, [cases] if isinstance(cases, str | Path) else cases))
    return report


def check_plan(plan: Plan) -> None:
    """Whatever waits for something comes after it, but for what overturns each other in a ring."""
    place = {node: index for index, node in enumerate(plan.order)}
    ringed = {node for ring in plan.rules.rings for act in ring.of for node in plan.graph.nodes(act)}
    for node, waits in plan.before.items():
        if late := [other for other in waits if place[other] > place[node] and not {node, other} <= ringed]:
            raise ContractError(f"{plan.rules.id}: {node} is settled before {late[0]}, for which it waits")


def _check_cases(paths: Iterable[Path]) -> int:
    count = 0
    for file in find_files(paths):
        with held(str(file)):
            for case in read_file(file):
                if wrong := failures(case):
                    raise ContractError(f"{file}: {case.name}: {wrong[0]}")
                count += 1
    return count
