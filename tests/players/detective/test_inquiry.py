"""What a detective's chances come from: its view up to the last news, counted within a budget, else by the cards."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import duskfall.detect.reading
import duskfall.players.detective
from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Announced, Claim, Fact, PhaseBegan, Said, Skipped
from duskfall.core.view import view
from duskfall.detect.posterior import Budget, Posterior, Reading
from duskfall.detect.sight import Sight
from duskfall.players.bots.scripted.mind import Mind
from duskfall.players.detective import DetectivePlayer, inquiry, thorough
from duskfall.players.detective.inquiry import Inquiry, last_news
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet
from tests.volume import scaled

DAWN = Announced(EVERYONE, ())


def says(*claims: Claim) -> Said:
    return Said(EVERYONE, 1, "...", "discussion", claims=claims)


@pytest.mark.parametrize(
    ("said", "news"),
    [
        (says(), False),
        (says(Claim("accuse", 2)), False),
        (says(Claim("defend", 2)), False),
        (Skipped(EVERYONE, 1, "discussion"), False),
        (says(Claim("accuse", 2), Claim("role", 1, "Cop")), True),
        (says(Claim("result", 2, "MAFIA", "investigate")), True),
        (PhaseBegan(EVERYONE, "night", 2), True),
    ],
)
def test_a_mind_is_changed_by_news_alone(said: Fact, news: bool) -> None:
    began = PhaseBegan(EVERYONE, "day", 1)
    assert last_news([began, DAWN, said]) == (3 if news else 2)


def turn(budget: Budget, *, speech: bool = False) -> Inquiry:
    game = TableSheet("ai-mafia", 7).start(3)
    shown = view(game.facts, 1)
    for fact in (PhaseBegan(EVERYONE, "day", 1), says(Claim("role", 1, "Cop")), says(Claim("accuse", 2))):
        shown.take(fact)
    mind = Mind(shown)
    mind.notice()
    return Inquiry(Ask(1, 1, "speak" if speech else "vote", speech=speech, seats=(2, 3)), mind, 5, budget, 80)


@pytest.mark.parametrize("speech", [True, False])
def test_the_chances_are_counted_within_the_budget(monkeypatch: pytest.MonkeyPatch, speech: bool) -> None:
    asked: list[tuple[Sight, Budget]] = []
    known = Posterior("claims", True, "", True, 1, 0, 0.0, ({"Cop": 1.0},) * 7, (), 1)

    def counted(sight: Sight, *, budget: Budget, reading: Reading) -> Posterior:
        asked.append((sight, budget))
        return known

    monkeypatch.setattr(inquiry, "posterior", counted)
    inquiry._chances.cache_clear()
    found = turn(Budget(17, 4), speech=speech)
    assert found.chances is known
    [(sight, budget)] = asked
    assert budget == Budget(17, 4)
    assert len(sight.facts) == len(found.mind.view.facts) - speech  # an accusation is no news
    inquiry._chances.cache_clear()


def test_beyond_the_budget_it_goes_by_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = Posterior("claims", False, "too many", False, 0, 0, 0.0, (), (), 0)
    monkeypatch.setattr(inquiry, "posterior", lambda *_, **__: unknown)
    inquiry._chances.cache_clear()
    assert turn(Budget(17, 4)).chances.layer == "cards and claims"
    inquiry._chances.cache_clear()


def test_a_thorough_one_has_a_larger_budget() -> None:
    assert thorough(1).budget.steps > 100 * DetectivePlayer(1).budget.steps


@pytest.mark.parametrize("package", [duskfall.players.detective, duskfall.detect.reading])
def test_no_ruleset_and_no_role_is_named(package: object) -> None:
    books = [ruleset(book) for book in BOOKS]
    named = {
        *BOOKS,
        *(role.name for book in books for role in book.roles),
        *(team for book in books for team in book.teams),
    }
    files = sorted(Path(str(package.__file__)).parent.glob("*.py"))  # type: ignore[attr-defined]
    assert len(files) > 3
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and node.value in named), (file.name, node.value)


def won(players: str, seed: int) -> bool:
    sheet = TableSheet("werewolf", 10, players=players)
    game = sheet.start(seed)
    over = play(game, seat_players(game, sheet.kinds(game))).over
    return over is not None and over.winner == "village"


def test_detectives_win_where_scripted_players_lose() -> None:
    seeds = range(2_000_001, 2_000_001 + scaled(15))
    before, after = (sum(won(line, seed) for seed in seeds) for line in ("scripted", "village=detective, scripted"))
    assert after > before + 2  # in many games it is a quarter of them
