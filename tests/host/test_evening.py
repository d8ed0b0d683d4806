"""Nights and days of an evening, tap by tap: what a host can do, what is shown, what is refused."""

from __future__ import annotations

from duskfall.core.facts import Announced, Died, FlagSwitched, Nominated, Removed, Spared, Void, Voted
from duskfall.host.evening.evening import Evening
from tests.host.hosting import ANN, BOB, CITY, DEE, ELI, FAY, GUS, HAL, IDA, JON, Host, city

# -- the night ---------------------------------------------------------------------------------------


def test_a_night_is_recorded_cue_by_cue_and_a_forbidden_pick_is_void() -> None:
    host = city(start={"phase": "night", "number": 2, "last": [["heal", ELI, GUS]]})
    host.until("night", "kill")
    assert host.screen["secret"] == ["1. Ann: Don", "2. Bob: Mafia"]
    host.pick("kill", GUS)
    screen = host.until("night", "seek")
    host.pick("seek", DEE)
    screen = host.do("next")
    assert screen["signs"] == [{"seat": ANN, "to": "Ann", "text": "4, Dee: SHERIFF"}]
    screen = host.until("night", "heal")
    barred = {option["value"]: option["barred"] for option in screen["forms"][0]["options"]}
    assert barred[GUS] == "The same player as the night before."
    assert not barred[HAL]
    screen = host.pick("heal", GUS)
    assert screen["forms"][0]["barred"] == "The same player as the night before."
    screen = host.until("ruling")
    assert [fact.reason for fact in host.of(Void)] == ["repeat"]
    assert [fact.seat for fact in host.of(Died)] == [GUS]
    assert any("Gus" in line["text"] and line["rule"] for line in screen["ruling"]["lines"])
    assert "<svg" in screen["ruling"]["svg"]
    assert all(chair["alive"] for chair in screen["seats"]), "the table has not heard of it"
    assert screen["dim"]
    assert not any("open" in line for line in screen["say"]), "the table sleeps while the host reads the ruling"
    screen = host.do("next")
    assert screen["say"] == ["Morning. Everybody opens their eyes.", "Died tonight: 7, Gus.", "Day 3 begins."]
    assert not host.do("next")["seats"][GUS - 1]["alive"]


def test_a_ruling_names_seats_and_tells_of_the_dead_first() -> None:
    host = city(start={"phase": "night", "number": 1})
    found = host.night(kill=GUS, heal=HAL, maniac_kill=HAL, visit=GUS)["ruling"]
    told = [line["text"] for line in found["lines"]]
    assert told[0].startswith("#7 Gus dies")
    assert any(line.startswith("#8 Hal lives") for line in told[1:])
    assert found["svg"].index("#7 Gus") < found["svg"].index("#8 Hal")


def test_the_round_of_the_table_is_a_switch() -> None:
    host = Host()
    assert host.screen["table"]["round"] is True
    assert host.do("set", key="round", value=False)["table"]["round"] is False
    setup = {"rules": "city-mafia", "seats": CITY, "start": {"phase": "night", "number": 1}}
    told = []
    for switched in (True, False):
        host = Host()
        host.do("set", key="round", value=switched)
        host.do("start", setup=setup)
        host.until("night")
        cues = 0
        while (screen := host.screen)["place"] == "night":
            for form in screen["forms"]:
                if form["verb"] in ("kill", "heal"):
                    host.do("pick", seat=form["seat"], verb=form["verb"], value=GUS)
            cues += 1
            host.do("next")
        told.append((cues, [sign["seat"] for sign in screen["signs"]]))
    (with_round, _), (without, signs) = told
    assert without == with_round - 1
    assert signs == [ELI], "the host alone still learns whom to tell"
    assert screen["showing"] == "round", "the phone is held out to Eli, who must not read the ruling"
    host.evening = Evening()
    assert host.do("set", key="deck", value="Don, Citizen*9")["table"]["round"] is None, "there is nobody to be told"


def test_a_role_that_cannot_act_is_called_on_a_screen_that_looks_the_same() -> None:
    looks = []
    for alive in (True, False):
        host = city(start={"phase": "night", "number": 2, "dead": [] if alive else [ELI]})
        screen = host.until("night")
        while "Doctor, open your eyes." not in screen["say"]:
            screen = host.do("next")
        (form,) = screen["forms"] if alive else [screen["decoy"]]
        assert bool(screen["decoy"]) is not alive
        seats = [option["seat"] for option in form["options"] if option["seat"] != ELI]
        words = [option["label"] for option in form["options"] if not option["seat"]]
        looks.append((form["kind"], form["label"], seats, words, form["roles"]))
    assert looks[0] == looks[1]


def test_a_mistress_drags_and_gives_vote_immunity() -> None:
    host = city(start={"phase": "night", "number": 1})
    host.night(kill=FAY, visit=IDA)
    assert sorted(fact.seat for fact in host.of(Died)) == [FAY, IDA]
    for _ in range(3):
        host.do("back")
    while host.screen["place"] != "night" or host.screen["upcoming"] != "Mafia: kill":
        host.do("back")
    host.night(kill=HAL, visit=IDA)
    assert [fact.seat for fact in host.of(Died)] == [HAL]
    host.until("ballot")
    screen = host.vote("vote", Ann=IDA, Bob=IDA, Cid=IDA)
    assert "Cannot be voted out today, and stays: 9, Ida." in screen["say"]
    assert [fact.seat for fact in host.of(Spared)] == [IDA]


def test_a_pick_of_nothing_clears_and_who_is_not_asked_cannot_be_picked_for() -> None:
    host = city(start={"phase": "night", "number": 1})
    host.until("night", "kill")
    host.refuses("pick", seat=DEE, verb="check", value=ANN)
    host.pick("kill", GUS)
    host.pick("kill", None)
    assert host.screen["forms"][0]["value"] is None
    host.refuses("counts", verb="kill", counts={"3": 1})
    host.refuses("say", seat=ANN, value="hello")


def test_a_witch_is_shown_who_is_to_die() -> None:
    seats = {"A": "Werewolf", "B": "Witch", "C": "Villager", "D": "Villager", "E": "Seer", "F": "Hunter"}
    host = Host(rules="werewolf", seats=seats)
    host.until("night", "kill")
    host.pick("kill", 3)
    screen = host.do("next")
    assert screen["signs"] == [{"seat": 2, "to": "B", "text": "3, C"}]
    assert [option["value"] for option in screen["forms"][0]["options"]] == [3, "nobody"]


# -- the day -----------------------------------------------------------------------------------------


def test_speeches_in_turn_with_clocks_and_the_first_speaker_moves_on() -> None:
    host = city()
    screen = host.until("speech")
    assert screen["timer"] == {"seconds": 60, "warn": 10, "label": "1, Ann"}
    assert [chair["seat"] for chair in screen["seats"] if chair["speaking"]] == [ANN]
    assert [chair["seat"] for chair in screen["seats"] if chair["first"]] == [ANN]
    assert screen["upcoming"] == "2, Bob"
    host.refuses("say", seat=BOB, value="I")
    host.do("say", seat=ANN, value="Good morning.")
    host.until("ballot")
    host.vote("vote", Ann=GUS, Bob=HAL)
    screen = host.until("speech")
    assert screen["timer"]["seconds"] == 30
    assert screen["say"] == ["7, Gus: you are tied. You have the floor once more."]
    host.until("ballot", "revote")
    host.vote("revote", Ann=GUS, Bob=HAL)
    screen = host.screen
    assert screen["say"][-1] == "Nobody leaves the table today."
    host.night()
    screen = host.until("speech")
    assert [chair["seat"] for chair in screen["seats"] if chair["first"]] == [BOB]


def test_nominations_by_tapping() -> None:
    host = city(flags={"nominations": True})
    screen = host.until("speech")
    assert [each["value"] for each in screen["forms"][0]["nominees"]] == list(range(1, 11))
    host.do("pick", seat=ANN, verb="say", value={"nominate": GUS})
    screen = host.do("next")
    assert [(fact.seat, fact.target) for fact in host.of(Nominated)] == [(ANN, GUS)]
    assert [chair["seat"] for chair in screen["seats"] if chair["nominated"]] == [GUS]
    screen = host.until("ballot")
    assert {option["value"] for option in screen["forms"][0]["options"]} == {GUS, "nobody"}
    host.do("next")
    assert host.of(Voted)[0].tally == ((GUS, 10),)


def test_votes_by_counts() -> None:
    host = city()
    host.until("ballot")
    host.do("pick", seat=ANN, verb="vote", value=GUS)
    screen = host.do("counts", verb="vote", counts={"7": 20})
    assert not screen["next"]["ready"]
    assert screen["next"]["why"]
    host.refuses("next")
    host.refuses("counts", verb="vote", counts={"99": 1})
    host.refuses("counts", verb="vote", counts={"7": "many"})
    screen = host.do("counts", verb="vote", counts={"7": 6, "8": 3})
    assert screen["counts"] == {"7": 6, "8": 3}
    assert all(form["value"] is None for form in screen["forms"])
    screen = host.do("next")
    assert host.of(Voted)[0].tally == ((GUS, 6), (HAL, 3))
    assert "Leaves the table by the vote: 7, Gus." in screen["say"]
    assert host.do("next")["timer"]["seconds"] == 60, "last words"


def test_fouls_silence_and_remove() -> None:
    host = city()
    host.until("speech")
    for _ in range(3):
        screen = host.do("foul", seat=BOB, by=1)
    assert (screen["seats"][BOB - 1]["fouls"], screen["seats"][BOB - 1]["silenced"]) == (3, True)
    assert not host.do("foul", seat=BOB, by=-1)["seats"][BOB - 1]["silenced"]
    host.do("foul", seat=BOB, by=1)
    screen = host.do("next")
    assert screen["say"] == ["2, Bob has lost this speech by fouls."]
    assert screen["timer"] is None
    screen = host.do("next")
    assert not screen["seats"][BOB - 1]["silenced"]
    screen = host.do("foul", seat=BOB)
    assert (screen["place"], screen["say"]) == ("read", ["Removed for fouls: 2, Bob."])
    assert [fact.cause for fact in host.of(Removed)] == ["fouls"]
    assert host.do("next")["say"] == ["3, Cid: you have the floor."]
    host.refuses("foul", seat=BOB)
    host.refuses("foul", seat=ANN, by=-1)
    host.refuses("foul", seat=ANN, by=5)
    host.do("set", key="fouls", value={"silence": 0, "removal": 0})
    for _ in range(6):
        screen = host.do("foul", seat=ANN)
    assert screen["seats"][0]["fouls"] == 6
    assert not screen["seats"][0]["silenced"]


def test_a_removed_don_leaves_the_kill_to_the_next_mafia() -> None:
    """G12: whoever speaks for the team next is asked in his place, and the night goes on."""
    host = city()
    host.until("night", "kill")
    host.do("pick", seat=ANN, verb="kill", value=GUS)  # a draft, not taken yet
    host.do("remove", seat=ANN, cause="left")
    screen = host.until("night", "kill")
    assert [(form["seat"], form["verb"]) for form in screen["forms"]] == [(BOB, "kill")]
    host.night(kill=HAL)
    assert [fact.dead[0][0] for fact in host.of(Announced)] == [HAL]


def test_a_removal_keeps_the_drafts_of_the_others() -> None:
    host = city()
    host.until("ballot")
    host.do("pick", seat=ANN, verb="vote", value=GUS)
    host.do("pick", seat=HAL, verb="vote", value=GUS)
    host.do("remove", seat=HAL, cause="left")
    screen = host.do("next")
    assert {form["seat"]: form["value"] for form in screen["forms"]}[ANN] == GUS
    assert HAL not in {form["seat"] for form in screen["forms"]}


def test_a_removal_by_night_is_read_in_the_morning_or_ends_the_game() -> None:
    host = city(start={"phase": "night", "number": 1})
    host.until("night", "kill")
    assert host.do("remove", seat=JON, cause="left")["place"] == "night"
    host.night(kill=GUS)
    assert host.do("next")["say"][1] == "Has left the game: 10, Jon."
    seats = {"A": "Don", "B": "Citizen", "C": "Citizen", "D": "Citizen"}
    host = Host(rules="city-mafia", seats=seats, start={"phase": "night", "number": 1})
    host.until("night", "kill")
    host.refuses("remove", seat=1, cause="boredom")
    screen = host.do("remove", seat=1, cause="left")
    assert (screen["place"], screen["say"][1:]) == ("read", ["Has left the game: 1, A."])
    screen = host.do("next")
    assert (screen["place"], screen["result"]["winner"]) == ("victory", "red")
    host.refuses("remove", seat=2, cause="left")


def test_a_house_rule_switched_in_between_holds_from_the_next_phase_on() -> None:
    host = city()
    host.until("speech")
    host.refuses("flag", name="nominations", value="perhaps")
    screen = host.do("flag", name="nominations", value=True)
    flag = next(each for each in screen["flags"] if each["name"] == "nominations")
    assert (flag["value"], flag["pending"]) == (False, True)
    assert not screen["forms"][0]["nominees"]
    host.night()
    flag = next(each for each in host.screen["flags"] if each["name"] == "nominations")
    assert (flag["value"], flag["pending"]) == (True, None)
    assert host.until("speech")["forms"][0]["nominees"]
    assert len(host.of(FlagSwitched)) == 1


def test_an_open_discussion_is_one_clock_and_ends_with_next() -> None:
    seats = {"A": "Mafia", "B": "Villager", "C": "Villager", "D": "Villager", "E": "Cop"}
    host = Host(rules="ai-mafia-classic", seats=seats)
    host.night()
    screen = host.until("discussion")
    assert (screen["timer"]["seconds"], screen["next"]["label"]) == (300, "End the discussion")
    key = screen["key"]
    screen = host.do("say", seat=3, value="It is A.")
    assert (screen["place"], screen["key"]) == ("discussion", key)
    assert host.do("next")["place"] == "ballot"


# -- who is called whoever is there ------------------------------------------------------------------


def test_a_mayor_is_called_every_day_dead_or_alive() -> None:
    seats = {"A": "Godfather", "B": "Mayor", "C": "Citizen", "D": "Citizen", "E": "Citizen", "F": "Sheriff"}
    for dead in ([], [2]):
        host = Host(rules="town-of-agents", seats=seats, start={"phase": "day", "number": 2, "dead": dead})
        screen = host.until("choice")
        assert screen["say"] == ["Before we vote: whoever wants to show their role does it now."]
        assert [form["verb"] for form in screen["forms"]] == (["reveal"] if not dead else [])
        if not dead:
            host.pick("reveal", "yes")
            assert host.do("next")["say"] == ["Shown to all: 2, B (Mayor)."]
        host.until("ballot")


def test_a_last_shot_is_called_whenever_somebody_leaves() -> None:
    seats = {"A": "Werewolf", "B": "Werewolf", "C": "Hunter", "D": "Villager", "E": "Villager", "F": "Seer"}
    for victim, forms in ((3, ["shoot"]), (4, [])):
        host = Host(rules="werewolf", seats=seats, start={"phase": "night", "number": 2})
        host.night(kill=victim)
        screen = host.until("choice")
        assert screen["say"] == ["Whoever has just left and has a last shot takes it now."]
        assert [form["verb"] for form in screen["forms"]] == forms


def test_another_last_shot_is_called_with_the_same_words() -> None:
    seats = {
        "A": "Werewolf",
        "B": "Hunter",
        "C": "Hunter",
        "D": "Seer",
        "E": "Villager",
        "F": "Villager",
        "G": "Villager",
    }
    host = Host(rules="werewolf", seats=seats, start={"phase": "night", "number": 2})
    host.night(kill=2)
    host.evening.games[-1].game.state.pending.append((3, "shoot"))  # no book of ours lets two of them die at once
    words = host.until("choice", "shoot")["say"]
    assert words == ["Whoever has just left and has a last shot takes it now."]
    host.do("next")
    screen = host.until("choice", "shoot")
    assert [form["seat"] for form in screen["forms"]] == [3]
    assert screen["say"] == words


def test_back_tells_what_it_takes_back() -> None:
    host = city(start={"phase": "night", "number": 1})
    assert host.until("night", "kill")["back"] == "Next (Night)"
    assert host.do("next")["back"] == "Next (Mafia: kill)"
    host = city()
    host.until("ballot")
    assert host.do("counts", verb="vote", counts={"7": 6, "nobody": 1})["back"] == "Votes counted: Gus: 6, nobody: 1"
    host.do("flag", name="nominations", value=True)
    assert host.screen["back"] == 'House rule "nominations": on'


def test_back_names_what_next_went_on_from() -> None:
    host, told = city(), []
    for _ in range(14):
        told.append(host.do("next")["back"])
    assert told[:3] == ["Next (what was read out)", "Next (1, Ann)", "Next (2, Bob)"]
    assert told[11:14] == ["Next (the vote)", "Next (what was read out)", "Next (Night)"]
    host.night(kill=GUS)
    assert host.do("next")["back"] == "Next (the ruling)"


def test_all_others_are_one_action_and_one_back() -> None:
    host = city()
    host.until("ballot")
    host.do("pick", seat=ANN, verb="vote", value=GUS)
    host.do("pick", seat=BOB, verb="vote", value=GUS)
    before = host.screen
    screen = host.do("others", verb="vote", value=HAL, seats=list(range(2, 11)))  # Bob's tap was on its way
    assert [form["value"] for form in screen["forms"]] == [GUS, GUS, *[HAL] * 8]
    assert screen["back"] == "All others, vote: Hal"
    host.do("back")
    assert [form["value"] for form in host.screen["forms"]] == [form["value"] for form in before["forms"]]
    assert host.refuses("others", verb="kill", value=HAL, seats=[3])
    assert host.refuses("others", verb="vote", value=None, seats=[3])
    assert host.refuses("others", verb="vote", value=HAL, seats=[11])


def test_a_pick_that_goes_on_is_one_action_and_one_back() -> None:
    host = city(start={"phase": "night", "number": 1})
    host.until("night", "kill")
    asked = host.screen["forms"][0]["seat"]
    screen = host.do("pick", seat=asked, verb="kill", value=GUS, on=True)
    assert [form["verb"] for form in screen["forms"]] == ["seek"]
    assert screen["back"] == "What was recorded: kill"
    screen = host.do("back")
    assert [(form["verb"], form["value"]) for form in screen["forms"]] == [("kill", None)]
