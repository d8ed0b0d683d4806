"""After a correction, what had followed is taken again: as far as the host sees the same screens, and no further."""

from __future__ import annotations

from typing import Any

import pytest

from duskfall.core.facts import Died
from duskfall.host.evening.evening import Evening
from duskfall.host.protocol.data import protocol
from duskfall.host.protocol.exports import protocol_text
from duskfall.host.service import Service
from duskfall.rules import BOOKS
from tests.host.hosting import ANN, BOB, CID, DEE, ELI, GUS, HAL, IDA, JON, Host, city
from tests.host.monkey import Monkey

NIGHT = {"phase": "night", "number": 1}
SEEN = ("key", "say", "signs", "secret", "seats", "ruling", "notes", "timer", "upcoming", "result")


def fitting(evening: Evening) -> int:
    found: int = Service().call("rest", {"actions": evening.log})["steps"]
    return found


def back_to(host: Host, verb: str) -> None:
    """Back, until this is asked and nothing is recorded."""
    while [(form["verb"], form["value"]) for form in host.screen["forms"]] != [(verb, None)]:
        host.do("back")


def played() -> Host:
    """A night, and the first speeches of the day after."""
    host = city(start=NIGHT)
    host.night(kill=GUS, seek=DEE, check=ANN, heal=HAL, visit=IDA, maniac_kill=JON)
    host.until("speech")
    host.do("foul", seat=BOB)
    host.do("next")
    return host


def test_a_night_is_corrected_and_goes_on_to_the_ruling() -> None:
    host = played()
    back_to(host, "kill")
    assert host.screen["forth"]
    host.pick("kill", CID)
    screen = host.screen
    assert (screen["forth"], screen["rest"] > 15) == ("", True)
    steps = fitting(host.evening)
    screen = host.do("rest", steps=steps)
    assert screen["place"] == "ruling"
    assert sorted(fact.seat for fact in host.of(Died)) == [CID, JON], "the others acted as before"
    assert screen["rest"] == 0
    assert fitting(host.evening) == 0, "another ruling: the host looks at it"
    assert Evening(host.evening.log).screen() == screen
    assert host.evening.audit()[-1].endswith(f"steps taken again: {steps}.")
    host.do("next")
    assert host.screen["rest"] == 0, "another one died: nothing fits any more"


def test_what_changes_nothing_is_gone_on_from_to_the_end() -> None:
    host = played()
    last = host.screen
    back_to(host, "check")
    host.pick("check", BOB)
    host.do("rest", steps=fitting(host.evening))
    assert [sign["text"] for sign in host.screen["signs"]] == ["2, Bob: BLACK"], "the host shows another sign"
    host.do("next")
    assert host.screen["rest"], "and what followed is still there"
    while (steps := fitting(host.evening)) < len(host.evening.rest):
        if steps:
            host.do("rest", steps=steps)
        host.do("next")
    host.do("rest", steps=steps)
    assert host.screen | {"at": 0, "back": ""} == last | {"at": 0, "back": ""}
    host.do("back")
    assert host.screen["forth"] == "Next (2, Bob)", "Back takes back one step of it"
    host.do("forth")
    assert host.screen["back"] == last["back"]


def test_what_a_correction_has_replaced_is_in_the_protocol() -> None:
    host = city(start=NIGHT)
    host.until("night", "kill")
    host.pick("kill", CID)
    host.pick("kill", GUS)  # the hand moved: nothing is corrected as long as the host has not gone on
    kill = len(host.evening.log) - 1
    host.until("night", "check")
    assert protocol(host.evening)["corrections"] == []
    while [form["verb"] for form in host.screen["forms"]] != ["kill"]:
        host.do("back")
    host.do("pick", seat=ANN, verb="kill", value=HAL, at="2026-11-15T21:07:00")
    host.do("rest", steps=fitting(host.evening))
    assert protocol(host.evening)["corrections"] == [{"at": "2026-11-15T21:07:00", "took": host.evening.log[kill]}]
    assert "Ann, kill: Gus (changed at 21:07:00)." in host.evening.audit()[kill]
    assert "Ann, kill: Gus (changed at 21:07:00)." in protocol_text(host.evening, "html")


def test_the_correction_is_not_undone_by_what_it_corrects() -> None:
    host = city()
    host.until("ballot")
    for seat, value in ((ANN, GUS), (BOB, GUS), (ANN, HAL)):
        host.do("pick", seat=seat, verb="vote", value=value)
    host.do("next")
    for _ in range(4):
        host.do("back")
    host.do("pick", seat=ANN, verb="vote", value=CID)
    host.do("rest", steps=fitting(host.evening))
    votes = {form["seat"]: form["value"] for form in host.screen["forms"]}
    assert (votes[ANN], votes[BOB]) == (CID, GUS), "Ann's second vote is not taken on top of it"
    assert (host.screen["rest"], fitting(host.evening)) == (0, 0)


def test_a_count_does_not_undo_a_correction() -> None:
    host = city()
    host.until("ballot")
    host.do("counts", verb="vote", counts={"7": 6})
    host.do("next")
    host.do("back")
    host.do("back")
    host.do("pick", seat=ANN, verb="vote", value=CID)
    assert (host.screen["rest"], fitting(host.evening)) == (0, 0)


def test_a_correction_can_be_corrected() -> None:
    host = played()
    back_to(host, "kill")
    host.pick("kill", CID)
    rest = host.screen["rest"]
    host.do("back")
    assert host.screen["rest"] == 0, "there is a way forth"
    host.pick("kill", ELI)
    host.pick("kill", HAL)
    assert host.screen["rest"] == rest
    host.do("rest", steps=fitting(host.evening))
    assert GUS not in {fact.seat for fact in host.of(Died)}


def test_a_vote_of_all_others_is_corrected_voter_by_voter() -> None:
    host = city()
    host.until("ballot")
    host.do("pick", seat=ANN, verb="vote", value=GUS)
    taken = host.do("others", verb="vote", value=HAL, seats=list(range(2, 11)))["at"] - 1
    host.do("next")
    host.do("back")
    host.do("pick", seat=BOB, verb="vote", value=GUS)
    assert host.evening.replaced() == {taken: host.screen["at"] - 1}
    assert "All others, vote: Hal (changed at" in host.evening.audit()[taken]


def test_all_others_are_taken_again_after_a_correction() -> None:
    host = city()
    host.until("ballot")
    host.do("pick", seat=ANN, verb="vote", value=GUS)
    host.do("others", verb="vote", value=HAL, seats=list(range(2, 11)))
    host.do("next")
    for _ in range(3):
        host.do("back")
    host.do("pick", seat=ANN, verb="vote", value=CID)
    assert host.screen["rest"] == 2
    host.do("rest", steps=1)
    assert [form["value"] for form in host.screen["forms"]] == [CID, *[HAL] * 9]


def test_a_night_of_picks_that_go_on_is_corrected() -> None:
    host = city(start={"phase": "night", "number": 1})
    for verb, value in (("kill", GUS), ("seek", DEE), ("check", ANN), ("heal", HAL)):
        form = next(form for form in host.until("night", verb)["forms"])
        host.do("pick", seat=form["seat"], verb=verb, value=value, on=True)
    back_to(host, "kill")
    host.do("pick", seat=host.screen["forms"][0]["seat"], verb="kill", value=HAL, on=True)
    assert host.screen["rest"] > 0
    steps = fitting(host.evening)
    host.do("rest", steps=steps)
    assert host.until("ruling")


def test_what_is_no_correction_closes_the_way() -> None:
    host = played()
    host.refuses("rest", steps=1)
    back_to(host, "kill")
    host.refuses("rest", steps=1)
    host.pick("kill", CID)
    for steps in (0, -1, 99999, True, "1", None):
        host.refuses("rest", steps=steps)
    host.do("note", text="It was Cid")
    assert host.screen["rest"] == 0
    host.refuses("rest", steps=1)


def test_the_same_by_hand_keeps_the_way_forth() -> None:
    host = played()
    last = host.screen
    back_to(host, "kill")
    host.pick("kill", GUS)
    host.do("next")
    while host.screen["forth"]:
        host.do("forth")
    assert host.screen | {"at": 0} == last | {"at": 0}


def test_next_alone_is_not_worth_an_offer() -> None:
    host = city(start=NIGHT)
    host.until("night", "kill")
    host.pick("kill", GUS)
    host.do("next")
    back_to(host, "kill")
    host.pick("kill", HAL)
    assert host.screen["rest"] == 0


@pytest.mark.parametrize("rules", BOOKS)
def test_no_step_is_taken_again_on_another_screen(rules: str) -> None:
    monkey = Monkey(6, rules, "links", seats=9)
    monkey.game()
    log = monkey.evening.log
    picks = [at for at, action in enumerate(log) if action["do"] == "pick"]
    taken = 0
    for at in picks[:: max(1, len(picks) // 12)]:
        evening = Evening(log)
        for _ in range(len(log) - at):
            evening.do({"do": "back"})
        wrong = log[at]
        form = next(form for form in evening.screen()["forms"] if form["verb"] == wrong["verb"])
        other = [option["value"] for option in form["options"] if option["value"] != wrong["value"]]
        if not other or isinstance(wrong["value"], dict) or evening.do(wrong | {"value": other[-1]}):
            continue
        right = evening.log[-1]
        steps = fitting(evening)
        taken += steps
        if steps:
            assert not evening.do({"do": "rest", "steps": steps})
        now = [evening.log[place] for place in evening.standing]
        assert now[at] == right
        same_screens(log, now, at, wrong)
        assert Evening(evening.log).screen() == evening.screen()
        assert Evening(now).screen() | {"at": 0, "rest": 0} == evening.screen() | {"at": 0, "rest": 0}
    assert taken > 20


def same_screens(then: list[dict[str, Any]], now: list[dict[str, Any]], at: int, wrong: dict[str, Any]) -> None:
    """Every tap after the correction was made before, in this order, and where the host read the same."""
    one, other, left = Evening(then[: at + 1]), Evening(now[: at + 1]), then[at + 1 :]
    for action in now[at + 1 :]:
        while left[0] != action:
            assert all(left[0][key] == wrong[key] for key in ("do", "seat", "verb")), (
                "only what was corrected is left out"
            )
            one.do(left.pop(0))
        before, after = one.screen(), other.screen()
        assert all(before[key] == after[key] for key in SEEN), action
        assert not one.do(left.pop(0))
        assert not other.do(action)
