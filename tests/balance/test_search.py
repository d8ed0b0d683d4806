"""The search, and what is said of what it finds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from duskfall.arena.run.many import Progress
from duskfall.arena.run.tally import Outcome
from duskfall.balance.aim import Aim, AimError
from duskfall.balance.decks import DeckSpace, written
from duskfall.balance.found import Found, Wanted, as_data, find, frontier
from duskfall.balance.picture import picture
from duskfall.balance.plays import Candidate, Play, real
from duskfall.balance.search import Search, variations
from duskfall.balance.told import lines
from duskfall.core.start.deck import DeckError, read_deck
from duskfall.rules import ruleset
from duskfall.vocabulary.ruleset import DRAW


def by_cards(tables: Sequence[Candidate], games: int, seed: int, told: Progress | None) -> list[Outcome]:
    """Play without chance: every deck has a strength, and the town wins by it."""
    found = []
    for table in tables:
        counts = Counter(table.cards)
        town = 40 + 6 * counts["Cop"] + 5 * counts["Doctor"] + 3 * counts["Tracker"] - 12 * counts["Mafia"]
        town -= 9 * counts["Godfather"] + 4 * counts["Framer"] + 5 * (("announceSaves", True) in table.flags)
        wins = round(games * min(max(town, 0), 100) / 100)
        found.append(Outcome(games, games, wins=Counter(town=wins, mafia=games - wins)))
    return found


SURE = Play("sure", "players", by_cards)
RULES = ruleset("ai-mafia")


def searched(most: int, sides: str = "50/50", seed: int = 1) -> Search:
    return Search(DeckSpace.make(RULES, 10), Aim.read(RULES, sides), SURE, most=most, games=100, seed=seed)


def test_the_search_comes_to_what_all_of_them_would_give() -> None:
    space = DeckSpace.make(RULES, 8, without=["Jester", "Executioner", "Mason", "Bomb"])
    whole = Search(space, Aim.read(RULES, "35/65"), SURE, most=space.size(), games=100).run()
    assert len(whole) == space.size() > 1500
    part = Search(space, Aim.read(RULES, "35/65"), SURE, most=1000, games=100).run()
    assert len(part) == 1000
    assert part[0].far == whole[0].far
    assert whole[0].far < sum(each.far for each in whole) / len(whole) / 4


def test_the_same_seed_finds_the_same() -> None:
    assert searched(500).run() == searched(500).run()
    assert searched(500).run() != searched(500, seed=2).run()


def test_house_rules_are_searched_with_the_decks() -> None:
    flags = variations(RULES, (("maxRounds", 9),), ["announceSaves"])
    assert flags == ((("maxRounds", 9), ("announceSaves", True)), (("maxRounds", 9),))
    search = Search(DeckSpace.make(RULES, 10), Aim.read(RULES, "50/50"), SURE, flags, most=600, games=100)
    assert {each.candidate.flags for each in search.run()} == set(flags)
    with pytest.raises(DeckError, match="'maxRounds' is no switch of ai-mafia"):
        variations(RULES, (), ["maxRounds"])


def test_how_far_a_count_is_from_what_is_wanted() -> None:
    city = ruleset("city-mafia")
    count = Outcome(100, 0, wins=Counter({"red": 40, "mafia": 30, "maniac": 20, DRAW: 10}))
    assert Aim.read(city, "50/50").far(count) == pytest.approx(0.1)
    assert Aim.read(city, "40/50/10").far(count) == pytest.approx(0.2)
    assert Aim.read(city, "1/1").shares == (0.5, 0.5)
    for wrong in ("50", "50/50/1/1", "a/b", "0/0", "-1/2"):
        with pytest.raises(AimError, match="--sides"):
            Aim.read(city, wrong)


def test_a_side_that_is_to_win_is_dealt() -> None:
    city = ruleset("city-mafia")

    def alike(tables: Sequence[Candidate], games: int, seed: int, told: Progress | None) -> list[Outcome]:
        return [Outcome(games, 0, wins=Counter(red=games)) for _ in tables]

    found = Search(DeckSpace.make(city, 9), Aim.read(city, "40/40/20"), Play("alike", "players", alike)).run()
    assert all("Maniac" in each.candidate.cards for each in found)
    with pytest.raises(DeckError, match="every side that is to win"):
        Search(DeckSpace.make(city, 9, without=["Maniac"]), Aim.read(city, "40/40/20"), SURE).run()


@pytest.fixture(scope="module")
def found() -> Found:
    """Found by random players on the kernel, confirmed by scripted ones."""
    rules = ruleset("city-mafia")
    play = Play("dice", "players", real(rules.id, "random", talk=False).count)
    search = Search(DeckSpace.make(rules, 6), Aim.read(rules, "50/50"), play, most=30, games=4)
    return find(search, Wanted(2, 6, (real(rules.id), real(rules.id, "random")), (SURE,)), lambda title, amount: None)


def test_the_best_are_confirmed_by_real_games(found: Found) -> None:
    assert len(found.best) == 2
    assert [play.name for play, _ in found.best[0].counts] == ["scripted", "random", "dice", "sure"]
    assert [count.games for _, count in found.best[0].counts] == [6, 1, 80, 80]
    assert found.best[0].rank(found.search.aim) <= found.best[1].rank(found.search.aim)
    assert found.usual is not None
    assert written(found.usual.candidate.cards) == "Citizen*2, Sheriff, Doctor, Mafia, Don"


def test_what_was_found_is_told_ready_to_be_pasted(found: Found) -> None:
    told = list(lines(found))
    pasted = [line.split('"')[1] for line in told if "--deck" in line]
    assert len(pasted) == 3
    assert all(len(read_deck(found.rules, deck)) == 6 for deck in pasted)
    assert sum("scripted (players)" in line for line in told) == 3
    assert all(" to " in line for line in told if "off by" in line)


def shares(town: int, cop: int) -> Play:
    """Play without chance: the town wins so many of a hundred games, without a Cop so many."""

    def count(tables: Sequence[Candidate], games: int, seed: int, told: Progress | None) -> list[Outcome]:
        found = []
        for table in tables:
            won = round(games * (cop if "Cop" in table.cards else town) / 100)
            found.append(Outcome(games, games, wins=Counter(town=won, mafia=games - won)))
        return found

    return Play(f"{town}/{cop}", "players", count)


def test_players_that_disagree_about_a_deck_put_it_lower() -> None:
    """The model and one kind of players find decks with a Cop fair, and the other kind finds them hopeless."""
    search = Search(DeckSpace.make(RULES, 6), Aim.read(RULES, "50/50"), shares(50, 50), most=400, games=100)
    fooled, wise = shares(47, 48), shares(46, 7)
    found = find(search, Wanted(40, 400, (fooled, wise)), lambda title, amount: None)
    with_cop = ["Cop" in each.candidate.cards for each in found.best]
    assert with_cop == sorted(with_cop), "first come all decks about which they agree"
    assert {*with_cop} == {False, True}
    last = found.best[-1]
    [apart] = last.disagreements()
    assert (apart.side, apart.shares) == ("town", (0.48, 0.07)) or (apart.side, apart.shares) == ("mafia", (0.93, 0.52))
    assert not found.best[0].disagreements()
    assert last.far(search.aim) == pytest.approx(0.43)
    told = [line for line in lines(found) if "players disagree, so it is ranked lower" in line]
    assert len(told) == sum(with_cop) + ("Cop" in found.usual.candidate.cards if found.usual else 0)
    assert as_data(found)["best"][-1]["disagreements"][0]["side"] == apart.side


def test_what_only_the_model_finds_fair_is_not_confirmed() -> None:
    search = Search(DeckSpace.make(RULES, 6), Aim.read(RULES, "50/50"), shares(50, 50), most=400, games=100)
    found = find(search, Wanted(3, 400, (shares(40, 7), shares(41, 8))), lambda title, amount: None)
    assert not any("Cop" in each.candidate.cards for each in found.best)
    assert not any("No table" in line for line in lines(found))
    hopeless = find(search, Wanted(3, 400, (shares(7, 7), shares(8, 8))), lambda title, amount: None)
    assert "No table was found that is within 15% under each kind of players" in "\n".join(lines(hopeless))
    assert any("the screening was wrong about it: " in line for line in lines(hopeless))


def test_what_was_found_as_data(found: Found) -> None:
    data = json.loads(json.dumps(as_data(found)))
    assert data["screened"] == 30
    assert data["sides"] == {"red": 0.5, "mafia+maniac": 0.5}
    best = data["best"][0]
    assert best["far"] == max(best["plays"][name]["far"] for name in ("scripted", "random"))
    assert best["rank"] >= best["far"]
    assert best["deck"] == written(found.best[0].candidate.cards)
    assert sum(best["plays"]["scripted"]["wins"].values()) == 6
    low, high = best["plays"]["dice"]["intervals"]["red"]
    assert 0 <= low < best["plays"]["dice"]["wins"]["red"] / 80 < high <= 1


def test_the_frontier_gets_nearer_with_every_role(found: Found) -> None:
    edge = frontier(found.screened)
    assert edge
    assert all(one.far > two.far and one.candidate.kinds < two.candidate.kinds for one, two in pairwise(edge))


def test_the_picture_shows_every_best_deck(found: Found) -> None:
    root = ElementTree.fromstring(picture(found))
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for row in found.best:
        assert any(written(row.candidate.cards) in text for text in texts)
    assert "the book" in texts
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) > 3 * 3
