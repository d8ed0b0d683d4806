"""The story of a finished game: chances by phase, turning points, and the lie that lived longest."""

from __future__ import annotations

import re
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

import duskfall
from duskfall.arena.run.many import play_seeds
from duskfall.core.facts import (
    PhaseBegan,
)
from duskfall.core.play.game import Game
from duskfall.core.record import fact_line, lines, read
from duskfall.core.start.deck import dealt_sides
from duskfall.core.start.setup import Start
from duskfall.rules import BOOKS, ruleset
from duskfall.study.scripted_play import win_rates
from duskfall.table import odds, scripted_rates
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet
from duskfall.table.story import ChanceSwing, Story, moved, story
from tests.outside import CULT, forgetting

pytestmark = pytest.mark.usefixtures("all_futures")

AI_MAFIA = ruleset("ai-mafia")
NINE = {
    "Ann": "Godfather", "Bob": "Mafia", "Cid": "Cop", "Dee": "Doctor",
    "Eli": "Villager", "Fay": "Villager", "Gus": "Villager", "Hal": "Villager",
    "Ida": "Villager",
}  # fmt: skip
SENTENCE = re.compile(
    r"(Night|Day) \d+( and (night|day) \d+)*: .+"
    r" \(\S+ (((under|over) )?\d+ % → ((under|over) )?\d+ %|still (about|under|over) \d+ %)\)\."
)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games from each position, where the numbers do not matter."""
    monkeypatch.setattr(odds, "FEWEST", 6)
    monkeypatch.setattr(odds, "FACTS", 0)
    monkeypatch.setattr(odds, "FACTS_A_SEAT", 0)


def drive(game: Game, script: dict[str, dict[object, object]]) -> Game:
    """Play by a script: by phase, what a player says to an ask, or what all say; else they pass, each thing once."""
    while asks := game.asks:
        state = game.state
        now = script.get(f"{state.phase} {state.night if state.phase == 'night' else state.day}", {})
        for ask in asks:
            name, passes = game.names[ask.seat - 1], "SKIP" if ask.speech else ask.words[0] if ask.words else None
            own = now.pop((name, ask.verb), None)
            game.answer(ask.seat, ask.verb, own or now.get(ask.verb, passes))
    return game


def at_random(book: str, seed: int, seats: int = 8, players: str = "random", **options: object) -> Game:
    game = duskfall.start(book, seats, seed=seed, **options)
    return play(game, seat_players(game, players))


def played_on(game: Game, seed: int = 1, most: int = 100) -> dict[str, float]:
    """The chances in a position, by so many futures."""
    [winners] = odds.futures([game], seed, most)
    assert len(winners) == most
    return odds.chances(game, winners)


def said_percent(sentence: str) -> list[int]:
    return [int(number) for number in re.findall(r"(\d+) %", sentence)]


# -- the chances --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "seats", "mafia", "truth"),
    [("night", 9, 2, "27/32"), ("night", 8, 1, "16/35"), ("day", 7, 2, "27/35"), ("day", 9, 1, "128/315")],
)
def test_the_chances_are_those_that_were_counted_exactly(first: str, seats: int, mafia: int, truth: str) -> None:
    roles = ["Godfather", "Mafia"][:mafia] + ["Villager"] * (seats - mafia)
    game = Game.start(AI_MAFIA, dict(zip("ABCDEFGHI", roles, strict=False)), talk=False, start=Start(first, 1))
    found, expected = played_on(game, seed=7, most=900), float(Fraction(truth))
    assert abs(found["mafia"] - expected) <= 4 * sqrt(expected * (1 - expected) / 900)
    assert found["draw"] == 0


def test_a_decided_game_is_decided() -> None:
    game = at_random("ai-mafia", 3)
    assert game.over is not None
    assert played_on(game) == {side: float(side == game.over.winner) for side in ("town", "mafia", "draw")}


def test_equal_seeds_count_alike_and_the_position_stays_as_it_was() -> None:
    game = duskfall.start("werewolf", 8, seed=5)
    before = [fact_line(fact) for fact in game.facts], list(game.log), game.asks
    one, other = odds.futures([game], 4, 60), odds.futures([game], 4, 60)
    assert one == other != odds.futures([game], 5, 60)
    assert before == ([fact_line(fact) for fact in game.facts], list(game.log), game.asks)


def test_positions_are_those_of_the_game_at_the_start_of_each_phase(quick: None) -> None:
    game = at_random("ai-mafia", 2, 9)
    found = odds.positions(game)
    began = [f"{fact.phase.capitalize()} {fact.number}" for fact in game.facts if isinstance(fact, PhaseBegan)]
    assert [at.label for at in found] == began
    first = game.facts.index(next(fact for fact in game.facts if isinstance(fact, PhaseBegan)))
    assert [fact for at in found for fact in at.facts] == game.facts[first:]
    for at in found:
        state = at.game.state
        assert f"{state.phase} {state.night if state.phase == 'night' else state.day}" == at.label.lower()
        assert not any(ask.speech for ask in at.game.asks)


def test_where_speeches_nominate_there_is_talk_in_the_games_that_are_played_on() -> None:
    game = at_random("city-mafia", 1, flags={"nominations": True})
    assert odds.positions(game)[0].game.asks[0].speech
    assert played_on(odds.positions(game)[0].game)["red"] > 0.1  # without nominations nobody would ever be voted out


def test_the_same_futures_from_two_positions_differ_by_what_happened_between_them() -> None:
    game = Game.start(AI_MAFIA, NINE, talk=False)
    [one, same] = odds.futures([game, game.copy()], 3, 80)
    assert one == same
    found = odds.odds(drive(game, {"day 1": {"vote": "Eli"}, "day 2": {"vote": "Fay"}, "night 2": {"kill": "Gus"}}))
    before, after = found.winners[1:3]  # before and after the first vote
    apart = (side.count("mafia") / len(side) for side in (before, after))
    by_luck = 2 * sqrt(sum(chance * (1 - chance) for chance in apart) / len(before))
    assert ChanceSwing.of("mafia", before, after).noise < 0.9 * by_luck


def test_whom_the_table_wants_out_is_drawn_anew_for_every_vote() -> None:
    future = odds.Future(7, 6)
    orders = [future._wanted(phase) for phase in range(60)]
    assert all(sorted(order) == [1, 2, 3, 4, 5, 6] for order in orders)
    assert len({order[0] for order in orders}) == 6


# -- turning points -----------------------------------------------------------------------------------------


def test_a_game_of_one_night_has_one_turning_point() -> None:
    seats = {"Ann": "Godfather", "Bob": "Cop", "Cid": "Doctor", "Dee": "Bomb", "Eli": "Villager"}
    game = drive(Game.start(AI_MAFIA, seats, talk=False), {"night 1": {"kill": "Dee"}})
    found = story(game)
    [point] = found.turning_points
    assert point.startswith(
        "Night 1: the mafia's kill took Dee, the Bomb; Dee's retaliate took Ann, the Godfather (town "
    )
    assert point.endswith("→ 100 %).")
    assert [label for label, _ in found.chances] == ["Night 1", "The end"]
    assert found.chances[-1][1] == {"town": 1.0, "mafia": 0.0, "draw": 0.0}
    assert found.lie == ""


def test_saves_and_votes_are_told_in_order_with_what_they_moved() -> None:
    votes = ["Cid", "Dee", "Bob", "Bob", "Bob", "Eli", "Fay", "Gus", "Hal"]
    script = {
        "night 1": {"kill": "Cid", "protect": "Cid"},
        "day 1": {(name, "vote"): vote for name, vote in zip(NINE, votes, strict=True)},
        "night 2": {"kill": "Fay"},
        "day 2": {"vote": "Ann"},
    }
    found = story(drive(Game.start(AI_MAFIA, NINE, talk=False, seed=2), script))
    save, first, last = found.turning_points
    assert save.startswith("Night 1: Dee's protect overturned the mafia's kill of Cid, the Cop (town ")
    assert first.startswith("Day 1: Bob, of the Mafia, was voted out by Cid, Dee and Eli (town ")
    assert last.startswith("Day 2: Ann, the Godfather, was voted out by 7 of 7 (town ")
    told = [said_percent(point) for point in found.turning_points]
    assert all(before < after for before, after in told)
    assert told[0][1] == told[1][0]  # a day begins where the night ended
    assert told[-1][1] == 100


def test_phases_in_which_nothing_happened_are_never_told() -> None:
    quiet = {f"{phase} {number}": {} for number in range(2, 8) for phase in ("night", "day")}
    script = {"night 1": {"kill": "Eli"}, "day 1": {"vote": "Bob"}, **quiet, "day 8": {"vote": "Ann"}}
    points = story(drive(Game.start(AI_MAFIA, NINE, talk=False), script)).turning_points
    assert len(points) == 3
    assert not any("nobody died" in point for point in points)
    votes = [point.partition(" (")[0] for point in points if "was voted out by" in point]
    assert votes == [
        "Day 1: Bob, of the Mafia, was voted out by 8 of 8",
        "Day 8: Ann, the Godfather, was voted out by 7 of 7",
    ]


def test_where_nothing_moved_the_end_is_told() -> None:
    seats = dict(zip("ABCDEFG", ["Godfather", "Mafia", "Mafia"] + ["Villager"] * 4, strict=True))
    game = drive(Game.start(AI_MAFIA, seats, talk=False), {"night 1": {"kill": "D"}})
    assert story(game).turning_points == ("Night 1: the mafia's kill took D, a Villager (mafia over 99 % → 100 %).",)


def test_near_certainty_counts_and_luck_does_not() -> None:
    def swing(before: int, after: int) -> ChanceSwing:
        """Of 100 futures each; whoever wins before wins after, if that is possible."""
        one, other = (("town",) * wins + ("mafia",) * (100 - wins) for wins in (before, after))
        return ChanceSwing.greatest(one, other, "town")

    assert swing(90, 97).size > 2 * swing(50, 60).size
    assert swing(99, 100).size == 0
    assert [swing(50, after).clear for after in (50, 51, 60)] == [False, False, True]
    assert swing(50, 60).told(decided=False) == "town 50 % → 60 %"
    assert swing(51, 49).told(decided=False) == "town still about 50 %"
    assert swing(100, 100).told(decided=False) == "town still over 99 %"
    assert swing(100, 100).told(decided=True) == "town over 99 % → 100 %"
    assert ChanceSwing.of("town", ("town",) * 12, ("town",) * 12).told(decided=False) == "town still over 92 %"
    assert ChanceSwing.of("town", ("mafia",) * 12, ("town",) * 12).told(decided=True) == "town under 8 % → 100 %"


def test_another_side_is_told_where_it_moved_more_than_the_winner() -> None:
    before, after = ("a",) * 50 + ("b",) * 50, ("a",) * 50 + ("c",) * 50
    assert ChanceSwing.greatest(before, after, "a").side in ("b", "c")


def test_a_game_that_goes_on_has_no_story() -> None:
    with pytest.raises(ValueError, match="not over"):
        story(duskfall.start("ai-mafia", 7))


@pytest.mark.parametrize("book", BOOKS)
def test_every_ruleset_has_a_story_the_same_after_a_record(book: str, quick: None) -> None:
    for seed in range(3):
        game = at_random(book, seed)
        before = [fact_line(fact) for fact in game.facts]
        found = story(game)
        check(found, game)
        assert found == story(read(lines(game, "nonce")).replay(ruleset(book)))
        assert before == [fact_line(fact) for fact in game.facts]


def check(found: Story, game: Game) -> None:
    """What holds of every story."""
    assert game.over is not None
    assert 1 <= len(found.turning_points) <= 3
    for point in found.turning_points:
        assert SENTENCE.fullmatch(point), point
    labels = [label for label, _ in found.chances]
    at = [labels.index(point.partition(":")[0]) for point in found.turning_points]
    assert at == sorted(set(at))
    for _, chances in found.chances:
        assert set(chances) == {*game.plan.rules.sides, "draw"}
        assert sum(chances.values()) == pytest.approx(1)
    assert found.chances[-1][1][game.over.winner] == 1


def test_a_draw_has_a_story(quick: None) -> None:
    for book in BOOKS:
        game = drive(duskfall.start(book, 8, talk=False, flags={"maxRounds": 2}), {})
        assert game.over is not None
        assert game.over.winner == "draw"
        check(story(game), game)


def test_what_was_undone_is_no_part_of_the_story(quick: None) -> None:
    def night(game: Game, victim: str) -> None:
        for ask in game.asks:
            game.answer(ask.seat, ask.verb, victim if ask.verb == "kill" else "nobody")

    straight, undone = (Game.start(AI_MAFIA, NINE, talk=False, seed=9) for _ in range(2))
    night(undone, "Cid")
    undone.answer(3, "vote", "Ann")  # the dead are not asked
    undone.undo(3)
    for game in (straight, undone):
        night(game, "Dee")
        drive(game, {"day 1": {"vote": "Ann"}, "day 2": {"vote": "Bob"}})
    assert story(undone) == story(straight)


def test_the_moderators_acts_and_a_start_in_the_middle(quick: None) -> None:
    game = Game.start(AI_MAFIA, NINE, talk=False, start=Start("day", 3, dead=(5, 6)))
    game.switch("maxRounds", 9)
    game.pause()
    game.remove(2, "fouls")
    game.pause(False)
    drive(game, {"day 3": {"vote": "Ann"}})
    found = story(game)
    check(found, game)
    assert found.turning_points[0].startswith(
        "Day 3: the moderator removed Bob, of the Mafia; Ann, the Godfather, was voted out by 6 of 6 (town "
    )


def test_a_game_that_a_removal_ends_while_it_is_paused(quick: None) -> None:
    game = Game.start(AI_MAFIA, {"Ann": "Godfather", "Bob": "Villager", "Cid": "Villager", "Dee": "Cop"}, talk=False)
    game.pause()
    game.remove(1)
    assert story(game).turning_points[0].startswith("Night 1: the moderator removed Ann, the Godfather (town ")


def test_a_lie_in_a_game_that_was_played(quick: None) -> None:
    cop = {"text": "I am the Cop.", "to": "Bob", "claims": [{"kind": "role", "seat": "Ann", "word": "Cop"}]}
    script = {
        "day 1": {("Ann", "say"): cop, "vote": "Eli"},
        "day 2": {"vote": "Ann"},
        "day 3": {"vote": "Bob"},
    }
    found = story(drive(Game.start(AI_MAFIA, NINE), script))
    assert re.fullmatch(
        r"Ann, the Godfather, claimed to be the Cop on day 1,"
        r" until voted out on day 2 and shown as Godfather \(\d+ turns of speech\)\.",
        found.lie,
    )


# -- moved to how scripted players fare ---------------------------------------------------------------------


def test_chances_begin_at_what_scripted_players_win_and_keep_their_order() -> None:
    """A table of dice gives the town of ten a tenth of the games; scripted players win about half of them."""
    game = at_random("ai-mafia", 3, 10, "scripted")
    found = odds.odds(game, 0.3)
    told = story(game, found)
    rates = win_rates(AI_MAFIA, game.state.dealt[1:])
    begin, raw = told.chances[0][1], odds.chances(game, found.winners[0])
    assert 0.3 < rates["town"] < 0.7
    assert raw["town"] < 0.25
    assert begin["town"] == pytest.approx(rates["town"], abs=0.03)
    towns = [odds.chances(game, winners)["town"] for winners in found.winners]
    moved_towns = [chances["town"] for _, chances in told.chances]
    order = sorted(range(len(towns)), key=lambda at: towns[at])
    assert sorted(moved_towns) == [moved_towns[at] for at in order]
    assert told.chances[-1][1][game.over.winner] == 1  # type: ignore[union-attr]
    assert told.counted.startswith("Chances: they begin at how often each side wins games of the scripted bots")


def test_points_and_chances_tell_the_same_numbers() -> None:
    game = at_random("ai-mafia", 3, 10, "scripted")
    told = story(game)
    by_label = [dict(chances) for _, chances in told.chances]
    labels = [label for label, _ in told.chances]
    for point in told.turning_points:
        if found := re.search(r"\((\w+) (\d+) % → (\d+) %\)\.$", point):
            side, before, after = found[1], int(found[2]), int(found[3])
            at = labels.index(point.partition(": ")[0])
            assert 100 * by_label[at][side] == pytest.approx(before, abs=0.51)
            assert 100 * by_label[at + 1][side] == pytest.approx(after, abs=0.51)


@pytest.mark.parametrize(
    ("rules", "deck", "options"),
    [
        ("ai-mafia", "Mafia, Villager*4", {}),  # a deck of one's own: the weights of its cards give the mafia 28 %
        ("ai-mafia-classic", "Mafia*2, Villager*7", {}),
        ("ai-mafia", "Godfather*2, Cop, Villager*5", {}),  # against the book
        ("city-mafia", None, {"flags": {"firstDayVote": False}, "talk": False}),
        (CULT, None, {}),  # from outside
    ],
)
def test_chances_begin_at_what_scripted_players_win_at_any_table(rules: str, deck: str | None, options: Any) -> None:
    """The tables for which the books' decks say nothing: their games are played when they are asked for."""
    with forgetting():
        sheet = TableSheet(rules, deck=deck and tuple(deck.split(", ")), **options)
        outcome = play_seeds(sheet, range(1000, 1080))
        told = story(play(game := sheet.start(1), seat_players(game, "random")))
    begin = told.chances[0][1]
    won = sum(outcome.wins[side] for side in game.plan.rules.sides)
    for side in dealt_sides(game.plan.rules, game.setup.roles):
        assert begin[side] == pytest.approx(outcome.wins[side] / won, abs=0.25), side
    assert told.counted.startswith("Chances: they begin at how often each side wins games of the scripted bots")


def test_a_table_whose_games_are_too_long_to_play_some_is_told_by_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_random("ai-mafia", 1, deck="Godfather*2, Cop, Villager*5")
    monkeypatch.setattr(scripted_rates, "WORK", 100)
    told = story(game, odds.odds(game, 0.0))
    assert "are drawn at random. Tables that talk play otherwise." in told.counted


def test_moved_odds_of_what_was_never_counted_promise_no_more() -> None:
    never, always = ("mafia",) * 50, ("town",) * 50
    factors = {"town": 8.0, "mafia": 1.0}
    swing = ChanceSwing.of("town", never, always, factors)
    assert swing.told(decided=False) == "town under 14 % → over 99 %"
    assert ChanceSwing.of("mafia", never, always, factors).told(decided=False) == "mafia over 86 % → under 1 %"
    half = ("mafia",) * 25 + ("town",) * 25
    assert ChanceSwing.of("town", half, always, factors).told(decided=True) == "town 89 % → 100 %"
    assert ChanceSwing.of("town", half, half, factors).told(decided=False) == "town still about 89 %"
    assert moved({"town": 0.5, "mafia": 0.5, "draw": 0.0}, factors) == pytest.approx(
        {"town": 8 / 9, "mafia": 1 / 9, "draw": 0.0}
    )
