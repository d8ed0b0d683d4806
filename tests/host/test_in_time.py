"""What a host switches or whom a host removes counts where the host stands, though the kernel has gone on already."""

from __future__ import annotations

from duskfall.core.facts import Announced, Died, FlagSwitched, NobodyOut, PhaseBegan, Removed, Void
from duskfall.core.play.game import Game
from tests.host.hosting import ANN, BOB, CID, DEE, ELI, GUS, HAL, IDA, JON, Host, city

NIGHT = {"phase": "night", "number": 1}


def phase_of(host: Host, kind: type[object]) -> tuple[str, int]:
    """The phase in which the first fact of this kind stands."""
    phase = ("", 0)
    for fact in host.facts:
        if isinstance(fact, PhaseBegan):
            phase = (fact.phase, fact.number)
        elif isinstance(fact, kind):
            return phase
    raise AssertionError(f"no {kind}")


def test_a_house_rule_switched_at_the_last_cues_of_a_night_holds_by_day() -> None:
    for place in ("night", "ruling"):
        host = city(start=NIGHT)
        host.until("night", "maniac_kill")
        host.pick("maniac_kill", HAL)
        screen = host.do("next") if place == "night" else host.until(place)
        assert screen["place"] == place
        screen = host.do("flag", name="nominations", value=True)
        assert screen["place"] == place
        assert phase_of(host, FlagSwitched) == ("night", 1)
        assert [fact.seat for fact in host.of(Died)] == [HAL]
        host.until("ruling")
        said = host.do("next")["say"]
        assert any(line.startswith("A house rule changes") for line in said)
        assert "Died tonight: 8, Hal." in said
        assert host.until("speech")["forms"][0]["nominees"]


def test_a_house_rule_switched_while_the_vote_is_read_holds_by_night() -> None:
    host = city()
    host.until("ballot")
    screen = host.do("next")
    assert screen["say"] == ["Nobody has voted.", "Nobody leaves the table today."]
    screen = host.do("flag", name="doctorNoRepeatTarget", value=False)
    assert screen["say"][1:] == ["Nobody has voted.", "Nobody leaves the table today."]
    assert phase_of(host, FlagSwitched) == phase_of(host, NobodyOut) == ("day", 1)
    host.until("night")
    assert host.evening.games[-1].game.state.flags["doctorNoRepeatTarget"] is False


def test_what_the_table_has_heard_is_not_told_otherwise() -> None:
    host = city()
    host.until("ballot")
    host.do("next")
    screen = host.do("remove", seat=JON, cause="left")
    assert screen["say"] == ["Nobody has voted.", "Nobody leaves the table today."]
    assert phase_of(host, Removed) == ("night", 1)


def test_a_removal_at_the_last_cues_of_a_night_is_one_by_night() -> None:
    host = city(start=NIGHT, flags={"removalCancelsVote": True})
    host.night(kill=GUS, maniac_kill=HAL)
    screen = host.do("remove", seat=JON, cause="left")
    assert screen["place"] == "ruling"
    assert phase_of(host, Removed) == ("night", 1)
    said = host.do("next")["say"]
    assert said[1:3] == ["Has left the game: 10, Jon.", "Died tonight: 7, Gus; 8, Hal."]
    assert host.until("ballot")["forms"], "the vote of the day is not cancelled"


def test_who_is_removed_by_night_is_not_killed_too() -> None:
    host = city(start=NIGHT)
    host.night(kill=GUS, maniac_kill=HAL)
    for _ in range(4):
        host.do("foul", seat=HAL)
    assert [fact.seat for fact in host.of(Removed)] == [HAL]
    assert [fact.target for fact in host.of(Void)] == [HAL]
    assert [seat for fact in host.of(Announced) for seat, _ in fact.dead] == [GUS]


def test_what_the_removed_one_has_chosen_stands() -> None:
    host = city(start=NIGHT)
    host.night(kill=GUS, maniac_kill=HAL)
    host.do("remove", seat=CID, cause="left")
    assert [fact.seat for fact in host.of(Died)] == [GUS, HAL]
    assert phase_of(host, Removed) == ("day", 2)


def test_a_removal_that_ends_the_game_by_night_needs_no_ruling() -> None:
    seats = {"A": "Don", "B": "Citizen", "C": "Doctor", "D": "Citizen"}
    host = Host(rules="city-mafia", seats=seats, start=NIGHT)
    assert host.night(kill=2, heal=2)["place"] == "ruling"
    screen = host.do("remove", seat=1, cause="left")
    assert screen["say"] == ["Morning. Everybody opens their eyes.", "Has left the game: 1, A."]
    screen = host.do("next")
    assert (screen["place"], screen["result"]["winner"]) == ("victory", "red")


def test_a_game_that_ends_at_dawn_can_lose_a_seat_before_it() -> None:
    seats = {"A": "Don", "B": "Citizen", "C": "Citizen", "D": "Maniac"}
    host = Host(rules="city-mafia", seats=seats, start=NIGHT)
    host.night(kill=2, maniac_kill=3)
    result = host.evening.games[-1].result
    assert result
    assert result.reason == "mafia-maniac-standoff"
    host.refuses("remove", seat=4, cause="left")
    assert host.do("remove", seat=1, cause="left")["place"] == "ruling"
    result = host.evening.games[-1].result
    assert result
    assert result.reason == "maniac-last", "what the Don had chosen stands"


def test_the_log_of_the_kernel_plays_the_same_game() -> None:
    host = city(start=NIGHT)
    host.night(kill=GUS, heal=GUS, check=ANN, seek=DEE, maniac_kill=IDA)
    host.do("flag", name="nominations", value=True)
    host.do("remove", seat=BOB, cause="left")
    host.do("remove", seat=ELI, cause="idle")
    game = host.evening.games[-1].game
    assert Game.replay(game.plan.rules, game.setup, game.log).facts == game.facts
    before = host.screen
    host.do("next")
    host.do("back")
    assert host.screen | {"at": 0, "forth": ""} == before | {"at": 0}
