"""House rules of clubs in one tap; what is asked before an empty vote is counted; a best move that was taken back."""

from __future__ import annotations

from duskfall.core.facts import Out
from duskfall.host.evening.clubs import club_rules
from duskfall.host.protocol.exports import corrected
from duskfall.rules import BOOKS
from tests.e2e.beginning import dealt
from tests.host.hosting import Host

TEN = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon")
CARDS = ("Don", "Mafia", "Maniac", "Sheriff", "Doctor", "Mistress", "Citizen", "Citizen", "Citizen", "Citizen")
NIGHT = {"kill": 7, "seek": 4, "check": 1, "heal": 5, "visit": 8, "maniac_kill": 9}


def begun(**settings: object) -> Host:
    return dealt("cards", TEN, CARDS, **{"round": False, **settings})


def flags(host: Host) -> dict[str, object]:
    return {flag["name"]: flag["value"] for flag in host.screen["flags"]}


def test_the_rules_of_clubs_are_one_action_and_one_back() -> None:
    host = Host()
    book = flags(host)
    assert host.screen["table"]["club"]["on"] is False
    host.do("set", key="flags", value={"firstDayVote": False})
    screen = host.do("set", key="club", value=True)
    assert screen["table"]["club"]["on"] is True
    assert screen["table"]["round"] is False
    changed = {name for name, value in flags(host).items() if value != book[name]}
    assert changed == {"firstDayVote", "nominations", "nightLastWords"}
    host.do("set", key="flags", value={"nominations": False})
    assert host.screen["table"]["club"]["on"] is False, "one of them is the book's again"
    host.do("back")
    host.do("back")
    assert flags(host) == book | {"firstDayVote": False}
    host.do("set", key="club", value=True)
    host.do("set", key="club", value=False)
    assert flags(host) == book | {"firstDayVote": False}
    assert host.screen["table"]["round"] is True


def test_the_rules_of_clubs_come_back_with_the_ruleset_that_has_them() -> None:
    host = Host()
    host.do("set", key="club", value=True)
    screen = host.do("set", key="rules", value="werewolf")
    assert screen["table"]["club"] is None
    screen = host.do("set", key="rules", value="city-mafia")
    assert screen["table"]["club"]["on"] is True


def test_rules_of_clubs_name_house_rules_of_their_ruleset() -> None:
    assert any(club_rules(book) for book in BOOKS)
    for book in BOOKS:
        host = Host()
        host.do("set", key="rules", value=book)
        if club_rules(book):
            screen = host.do("set", key="club", value=True)
            assert screen["table"]["club"]["on"] is True


def test_the_first_nights_victims_have_last_words_at_a_club_table() -> None:
    host = begun(club=True)
    host.night(**NIGHT)
    assert "9, Ida" in host.do("next")["say"][1]
    for seat in (7, 9):
        screen = host.do("next")
        assert screen["place"] == "speech"
        assert screen["say"] == [f"{seat}, {TEN[seat - 1]}: your last words."]
        assert screen["timer"]["seconds"] == 60
    assert host.do("next")["say"] != screen["say"]


def nominated(*seats: int) -> Host:
    host = begun(flags={"nominations": True})
    host.until("speech")
    for seat in seats:
        form = host.screen["forms"][0]
        host.do("pick", seat=form["seat"], verb=form["verb"], value={"nominate": seat})
        host.do("next")
    host.until("ballot")
    return host


def test_before_an_empty_vote_is_counted_the_host_is_asked() -> None:
    host = nominated(3, 6)
    assert "all 10 would count for 6, Fay" in host.screen["next"]["ask"]
    host.do("counts", verb="vote", counts={"3": 0})
    assert host.screen["next"]["ask"], "nobody is counted yet"
    host.do("counts", verb="vote", counts={"3": 1})
    assert host.screen["next"]["ask"] == ""
    host.do("counts", verb="vote", counts=None)
    assert host.do("pick", seat=1, verb="vote", value=3)["next"]["ask"] == ""
    host.do("back")
    host.do("next")
    assert [fact.seat for fact in host.of(Out)] == [6], "asked twice, it is counted by the book"


def test_an_empty_vote_among_all_is_asked_about_too() -> None:
    host = begun()
    ask = host.until("ballot")["next"]["ask"]
    assert ask
    assert "would count" not in ask


def test_a_best_move_that_was_taken_back_is_offered_again() -> None:
    host = begun()
    host.night(**NIGHT)
    host.until("speech")
    host.do("best", seat=9, named=[1, 2, 3])
    host.do("next")
    host.do("back")
    host.do("back")
    assert [move["before"] for move in host.screen["best"]["moves"]] == [[], []], "it can be taken again by one tap"
    host.do("foul", seat=3)  # closes the way forth
    assert [move["before"] for move in host.screen["best"]["moves"]] == [[], [1, 2, 3]]
    host.do("best", seat=9, named=[1, 2, 3])
    assert [move["before"] for move in host.screen["best"]["moves"]] == [[], []]
    assert host.screen["best"]["moves"][1]["named"] == [1, 2, 3]
    host.do("best", seat=9, named=[])
    assert [move["before"] for move in host.screen["best"]["moves"]] == [[], []], "it was cleared, not taken back"


def test_a_best_move_of_an_older_deal_is_not_offered() -> None:
    host = begun()
    host.night(**NIGHT)
    host.until("speech")
    host.do("best", seat=9, named=[1, 2, 3])
    while host.screen["place"] != "table":
        host.do("back")
    host.do("deal", seed=8)
    for seat, role in enumerate(CARDS, 1):
        host.do("role", seat=seat, role=role)
    host.night(**NIGHT)
    host.until("speech")
    assert [move["before"] for move in host.screen["best"]["moves"]] == [[], []]


def test_one_jump_back_is_one_line_of_corrections() -> None:
    host = begun()
    host.until("ballot")
    steps = 7
    for _ in range(steps):
        host.do("back")
    host.do("foul", seat=3)
    host.do("next")
    host.do("back")
    host.do("foul", seat=4)
    lines = corrected(host.evening)
    assert len(lines) == 2
    assert f"steps taken back: {steps}" in lines[0]
    assert "Next (4, Dee)" in lines[0], "the earliest step"
    assert lines[1].endswith("taken back: Next (4, Dee).")


def test_what_was_taken_again_is_no_correction() -> None:
    host = begun()
    host.until("ballot")
    for _ in range(7):
        host.do("back")
    for _ in range(5):
        host.do("forth")
    host.do("foul", seat=3)
    (line,) = corrected(host.evening)
    assert "steps taken back: 2" in line
