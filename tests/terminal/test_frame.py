"""One screen: it has exactly its size, it holds no control codes, and it shows nothing that its view does not know."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

import duskfall
from duskfall.core.facts import EVERYONE, Announced, Claim, Dealt, Died, Ended, Fact, Said, TitleHeld
from duskfall.core.play.game import Game
from duskfall.rules import BOOKS
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.terminal.plain import plain_lines
from duskfall.terminal.stage.frame import hanging
from duskfall.terminal.stage.stage import Stage
from tests.laws.pairs import PAIRS
from tests.laws.received import Pair, Side

SIZES = [(80, 24), (100, 30), (160, 50), (64, 20), (40, 12), (20, 5)]
HOSTILE = ("[red]Ann[/]", "Bob\x1b[2J", "Č" * 300, "小明小明", "\u202eEve", "Fay Fay", "Gus\nday: he", "1")


def drawn(stage: Stage, width: int = 80, height: int = 24, colour: bool = False) -> str:
    """What a terminal of this size is sent."""
    out = io.StringIO()
    system = "standard" if colour else None
    console = Console(file=out, width=width, height=height, force_terminal=colour, color_system=system, markup=False)
    console.print(stage.frame(width, height, "paused", "keys"), end="")
    return out.getvalue()


def finished(rules: str, seats: int | list[str] = 8, kind: str = "random", seed: int = 3) -> Game:
    game = duskfall.start(rules, seats, seed=seed)
    return play(game, seat_players(game, kind))


def shown(facts: list[Fact], seat: int | None) -> Stage:
    stage = Stage(seat)
    for _ in stage.run(facts):
        pass
    return stage


@pytest.mark.parametrize("rules", BOOKS)
def test_a_screen_has_exactly_its_size_at_any_moment_in_any_view(rules: str) -> None:
    game = finished(rules)
    for number, (width, height) in enumerate(SIZES):
        stage = Stage((None, 0, 3)[number % 3])
        for beat, _ in enumerate(stage.run(game.facts)):
            if beat % 9 == number:
                rows = drawn(stage, width, height).split("\n")
                assert [cell_len(row) for row in rows] == [width] * height


def test_names_and_speech_of_any_kind_stay_text() -> None:
    game = finished("werewolf")
    began = game.facts[0]._replace(names=HOSTILE)  # a record may hold any names
    text = "[bold]x[/bold] \x1b]0;title\x07 \u202e \n— Day 9 —\n 你好 " + "long " * 400
    said = Said(EVERYONE, 2, text, "open", 0, (Claim("role", 2, "\x1b[31mKing"), Claim("accuse", 3)))
    for seat in (None, 0, 4):
        stage = shown([began, *game.facts[1:-1], said], seat)
        for width, height in SIZES:
            picture = drawn(stage, width, height)
            assert [cell_len(row) for row in picture.split("\n")] == [width] * height
            assert all(char.isprintable() or char == "\n" for char in picture)
    assert "[bold]x[/bold] \\x1b]0;title" in " ".join(line.plain for line in stage.lines)


def test_twenty_seats_fit_a_small_screen() -> None:
    names = [f"Player {number}" for number in range(1, 21)]
    picture = drawn(shown(duskfall.start("ai-mafia", names, seed=1).facts, None))
    assert all(name in picture for name in names)


@pytest.mark.parametrize("size", [(80, 16), (50, 20), (40, 12), (120, 12)])
def test_who_does_not_fit_is_named_as_hidden_the_dead_first(size: tuple[int, int]) -> None:
    names = [f"P{number}" for number in range(1, 21)]
    deal = duskfall.start("ai-mafia", names, seed=1).facts
    picture = drawn(shown([*deal, Announced(EVERYONE, ((3, "Cop"),))], 0), *size).split("\n")
    rows = [row for row in picture if re.match(r" *\d+ . P\d", row)]
    [mark] = [row for row in picture if " hidden: " in row]
    assert mark.startswith(f"  … {20 - len(rows)} hidden: 3 †P3, ")
    assert [int(row.split()[0]) for row in rows] == [seat for seat in range(1, len(rows) + 2) if seat != 3]


@pytest.mark.parametrize("size", [(50, 8), (40, 5)])
def test_where_no_seat_fits_that_is_told(size: tuple[int, int]) -> None:
    assert "… 6 hidden: 1 A, 2 B" in drawn(shown(duskfall.start("ai-mafia", [*"ABCDEF"], seed=1).facts, 0), *size)


def test_a_narrow_screen_has_two_columns_of_seats_before_it_hides_any() -> None:
    names = [f"P{number}" for number in range(1, 17)]
    stage = shown(duskfall.start("ai-mafia", names, seed=1).facts, 0)
    rows = drawn(stage, 60, 16).split("\n")
    assert [row.split() for row in rows[1:8]] == [
        [str(seat), f"P{seat}", str(seat + 9), f"P{seat + 9}"] for seat in range(1, 8)
    ]
    assert "hidden" not in drawn(stage, 60, 16)
    assert "… 3 hidden: 14 P14, 15 P15" in drawn(stage, 60, 14)


def test_a_narrow_screen_has_room_for_names_and_roles() -> None:
    picture = drawn(shown(duskfall.start("ai-mafia", ["Robin Redbreast", *"BCDEF"], seed=3).facts, None), 60, 20)
    assert "Robin Redbreast" in picture
    assert "…" not in picture
    assert " hidden: " not in picture


def test_the_moderator_sees_every_role_and_a_seat_its_own() -> None:
    game = duskfall.start("werewolf", 9, seed=5)
    moderator, public, me = (drawn(shown(game.facts, seat)) for seat in (None, 0, 1))
    seats = "\n".join(row[:40] for row in moderator.split("\n"))
    assert all(role in seats for role in game.setup.roles)
    roles = [fact.role for fact in game.facts if isinstance(fact, Dealt)]
    assert not any(role in "\n".join(row[:30] for row in public.split("\n")) for role in roles)
    assert f"Ann, {roles[0]} of" in me


def test_colours_are_those_of_the_teams_and_can_be_left_out() -> None:
    stage = shown(finished("town-of-agents").facts, None)
    assert "\x1b[" in drawn(stage, colour=True)
    assert "\x1b" not in drawn(stage)
    unknown = [fact._replace(rules="a book of the past") if not n else fact for n, fact in enumerate(stage.view.facts)]
    assert drawn(shown(unknown, None)).count("Godfather") >= 1  # an old record stays viewable


def test_a_wide_screen_has_room_for_claims_and_ballots() -> None:
    game = finished("ai-mafia", 8)
    stage = shown([fact for fact in game.facts if not isinstance(fact, Ended)], 0)
    for _ in stage.take(Said(EVERYONE, 2, "I am the Cop.", "open", 0, (Claim("role", 2, "Cop"),))):
        pass
    assert "says Cop" in drawn(stage, 140, 30)
    assert "says Cop" not in drawn(stage, 80, 24)


def test_titles_are_in_sight() -> None:
    stage = shown([*duskfall.start("werewolf", 9).facts, TitleHeld(EVERYONE, "sheriff", 2)], 0)
    picture = drawn(stage)
    assert "Bob ★" in picture
    assert "★ sheriff: Bob" in picture


# -- nothing of what a seat sees depends on what it may not know ---------------------------------------------


def facts_of(pair: Pair, side: Side) -> list[Fact]:
    """The facts of one of the two games, as far as they are compared; the end shows everything."""
    game, left = side.table.start(), pair.upto
    while game.asks and left:
        ask = game.asks[-1 if side.last_first else 0]
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
        left -= 1
    stops = [n for n, fact in enumerate(game.facts) if type(fact).__name__ in (pair.until, "Ended")]
    return game.facts[: stops[0]] if stops else game.facts


def seen(facts: list[Fact], seat: int | None) -> Iterator[object]:
    """All that a viewer is sent: every line with its colours, every pause, the last picture."""
    names = names_of(facts)
    yield from plain_lines(facts, names, seat)
    stage = Stage(seat)
    for pause in stage.run(facts):
        yield pause, [(line.plain, line.spans) for line in stage.lines[-1:]], stage.now
    yield drawn(stage, 140, 40, colour=True)


def names_of(facts: list[Fact]) -> tuple[str, ...]:
    return facts[0].names  # type: ignore[union-attr]


@pytest.mark.parametrize("name", PAIRS)
def test_what_a_seat_is_shown_does_not_depend_on_what_it_may_not_know(name: str) -> None:
    pair = PAIRS[name]
    left, right = facts_of(pair, pair.left), facts_of(pair, pair.right)
    for seat in sorted(pair.seats):
        assert list(seen(left, seat)) == list(seen(right, seat))
    if any(isinstance(fact, Died) for fact in (*left, *right)) and left != right:
        assert list(seen(left, None)) != list(seen(right, None))  # so the test could fail


def test_a_number_stays_with_its_name() -> None:
    options = Text(" · ").join(Text.assemble((str(number), "bold"), "\u00a0", "Ida") for number in range(8, 14))
    for width in range(12, 40):
        rows = hanging(Console(), options, width)
        assert not any(row.plain.split()[-1].isdecimal() for row in rows), width
        assert sum(row.plain.count("\u00a0Ida") for row in rows) == 6
