"""Who sits down: how many, under which names, and which kind of player in which seat."""

from __future__ import annotations

import re

import pytest

from duskfall.players.base import PlayerError
from duskfall.rules import BOOKS, ruleset
from duskfall.table.seating import chairs
from duskfall.table.sheet import TableSheet

every_ruleset = pytest.mark.parametrize("rules", BOOKS)


@pytest.mark.parametrize(
    ("sheet", "size"),
    [
        (TableSheet(), 10),
        (TableSheet(seats=7), 7),
        (TableSheet(seats=7, players="scripted*6, human"), 7),
        (TableSheet(deck=("Godfather", "Villager*5")), 6),
        (TableSheet(players="scripted*11, human"), 12),
        (TableSheet(players="random*4, scripted*4"), 8),
        (TableSheet(players="human"), 10),
        (TableSheet(players="human*2"), 10),
        (TableSheet(players="random, human"), 10),
        (TableSheet(players="random*2, human"), 10),  # too few for a table: bots take the other chairs
        (TableSheet(players="mafia=random, scripted*6"), 10),
        (TableSheet(names=tuple("abcdefg")), 7),
        (TableSheet(names=("Ann", "小明")), 10),
        (TableSheet(names=tuple("abcdefg"), players="random*12"), 12),
    ],
)
def test_how_many_sit_down(sheet: TableSheet, size: int) -> None:
    assert sheet.size == size
    assert len(sheet.start().names) == size


def test_names_are_given_from_seat_1_on_and_never_twice() -> None:
    names = TableSheet(seats=20, names=("小明", "bob", "Gus")).start().names
    assert names[:5] == ("小明", "bob", "Gus", "Ann", "Cid")
    assert len({name.casefold() for name in names}) == 20
    deck = ("Godfather", "Villager*39")
    assert TableSheet(deck=deck, names=("Ann",)).start().names == TableSheet(deck=deck).start().names
    with pytest.raises(ValueError, match="7 names for 5 seats"):
        TableSheet(seats=5, names=tuple("abcdefg")).start()


def test_the_seed_of_a_sheet_can_be_another() -> None:
    sheet = TableSheet(seed=3)
    assert sheet.start().setup == sheet.start(3).setup != sheet.start(4).setup


def seated(line: str, seats: int = 7, rules: str = "ai-mafia") -> tuple[str, ...]:
    sheet = TableSheet(rules, seats, players=line)
    return sheet.kinds(sheet.start())


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("random", ("random",) * 7),
        ("human", ("human", *["scripted"] * 6)),
        ("human*2", ("human", "human", *["scripted"] * 5)),
        ("random*2, human", ("random", "random", "human", *["scripted"] * 4)),
        ("random, human", ("random", "human", *["scripted"] * 5)),
        (" random * 6 ,human ", (*["random"] * 6, "human")),
        ("a.b:c, http://x/v1#m=1*2", ("a.b:c", *["http://x/v1#m=1"] * 2, *["scripted"] * 4)),
    ],
)
def test_who_plays_which_seat(line: str, kinds: tuple[str, ...]) -> None:
    assert seated(line) == kinds


@every_ruleset
def test_a_whole_team_can_be_given(rules: str) -> None:
    book = ruleset(rules)
    for team in book.teams:
        sheet = TableSheet(rules, 12, players=f"{team} = random, human")
        game = sheet.start()
        teams = [game.plan.roles[role].team for role in game.setup.roles]
        rest = [kind for kind, side in zip(sheet.kinds(game), teams, strict=True) if side != team]
        assert sorted(rest) == ["human", *["scripted"] * (len(rest) - 1)]
        assert sheet.kinds(game).count("random") == teams.count(team)
    everyone = ", ".join(f"{team}=random" for team in book.teams)
    assert set(seated(everyone, 12, rules)) == {"random"}


def test_beside_a_team_the_others_draw_their_chairs() -> None:
    places = set()
    for seed in range(40):
        sheet = TableSheet(seats=7, players="mafia=random, human", seed=seed)
        game = sheet.start()
        free = [kind for kind in sheet.kinds(game) if kind != "random"]
        assert sheet.kinds(game) == sheet.kinds(sheet.start())
        places.add(free.index("human"))
    assert places == set(range(5))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "'' is no player"),
        ("random*", "'random*' is no player: write a kind, or KIND*NUMBER, as in scripted*9, human"),
        ("random*0", "is no player"),
        ("random*-1", "is no player"),
        ("random*²", "is no player"),
        ("*3", "is no player"),
        ("random,,human", "'' is no player"),
        ("random*8", "8 players for 7 chairs"),
        ("random*999999999999999999999", "1000 players for 7 chairs"),
        ("mafia=random, scripted*7", "7 players for 5 chairs"),
        ("maffia=random", "unknown team 'maffia' in ai-mafia, did you mean 'mafia'? (it has: town, mafia, neutral)"),
        ("mafia=random, mafia=human", "team mafia is given twice"),
        ("mafia=", "team mafia needs a kind, as in mafia=random"),
    ],
)
def test_lines_that_seat_nobody(line: str, said: str) -> None:
    with pytest.raises(PlayerError, match=re.escape(said)):
        seated(line)


def test_chairs_are_counted_if_the_bots_are_numbered() -> None:
    rules = ruleset("werewolf")
    assert chairs("scripted*9, human", rules) == chairs("scripted*8, human*2", rules) == 10
    for line in ("scripted", "human", "scripted, random*3", "village=random, random*3"):
        assert chairs(line, rules) == 0
