"""`duskfall rule`: positions and nights as people type them, case files, and one clear line for a mistake."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from duskfall.cases.check import failures
from duskfall.cases.load import read_file
from duskfall.cli import cli
from duskfall.cli.common import BadInput
from duskfall.cli.rule.words import Speaker, pieces, read_seats
from duskfall.core.plan.compile import compile_plan
from duskfall.rules import ruleset
from tests.cli.test_cli import duskfall, refused
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
TABLE = "Ann: Mistress, Bob: Citizen, Cid: Don, Dee: Doctor, Eli: Citizen"


def rule(*args: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["rule", *args], input=given)


def as_json(*args: str) -> Any:
    done = rule(*args, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_night_is_ruled_on_with_reasons_in_the_books_words() -> None:
    done = duskfall("rule", "city-mafia", "--seats", TABLE, "--night", "kill: Ann, visit: Bob, heal: Eli")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Out of the game: #1 Ann, #2 Bob." in done.stdout
    assert "• #2 Bob dies: #1 Ann's drag. [CM§Mistress]" in done.stdout
    assert "“Collective kill (no misses — one number, always a kill).”" in done.stdout
    assert "Read aloud:" in done.stdout
    assert "\x1b" not in done.stdout


def test_nothing_of_a_quote_is_lost_in_a_language_without_spaces() -> None:
    seats = "Ann: Werewolf, Bob: Seer, Cid: Witch, Dee: Guard, Eli: Villager, Fay: Villager, Gus: Hunter"
    asked = ("werewolf", "--seats", seats, "--night", "kill: Eli, poison: Gus", "--language", "zh")
    (phase,) = as_json(*asked)["phases"]
    printed = "".join(rule(*asked).output.split())
    for line in (*phase["lines"], *phase["whyNot"], *phase["notYet"]):
        assert "".join(line["text"].split()) in printed
    for line in (*phase["lines"], *phase["whyNot"]):
        assert "".join(line["cite"].split()) in printed


def test_everything_that_was_so_before_counts() -> None:
    done = as_json(
        "city-mafia", "--seats", TABLE, "--night", "kill: Eli, heal: Eli", "--last", "heal Dee: Eli", "--number", "4",
        "--dead", "Bob", "--card", "immunity=Ann", "--flags", "doctorNoRepeatTarget=true, revealOnDeath=on",
    )  # fmt: skip
    (phase,) = done["phases"]
    assert phase["title"] == "Night 4"
    assert [each["name"] for each in phase["dead"]] == ["Eli"]
    assert "CM§Doctor" in [line["rule"] for line in phase["lines"]]
    assert done["position"]["flags"] == {"doctorNoRepeatTarget": True, "revealOnDeath": True}


def test_bullets_marks_titles_and_targets() -> None:
    town = as_json("town-of-agents", "--seats", "Vig: Vig, May: Mayor, God: Godf, Doc: Doctor, Cit: Cit", "--night",
                   "shoot: God, heal: May", "--used", "shoot: 3", "--mark", "revealed=May")  # fmt: skip
    assert {line["text"].split(" is void")[0] for line in town["phases"][0]["lines"] if "void" in line["text"]} == {
        "#1 Vig's shoot of #3 God", "#4 Doc's heal of #2 May",
    }  # fmt: skip
    seats = "Wolf: Werewolf, See: Seer, Hun: Hunter, V1: Villager, V2: Villager"
    wolves = as_json("werewolf", "--seats", seats, "--vote", "See: V1, Wolf: V2", "--title", "sheriff=See")
    assert wolves["phases"][0]["lines"][0]["text"] == "Vote: #4 V1 1.5 (#2 See ×1.5), #5 V2 1 (#1 Wolf)."
    exe = as_json("ai-mafia", "--seats", "Exe: Executioner, Cop: Cop, God: Godfather, V: Villager, D: Doctor", "--vote",
                  "V: Cop, God: Cop, D: Cop", "--target", "Exe: Cop")  # fmt: skip
    assert any("#1 Exe has won as Executioner" in line["text"] for line in exe["phases"][0]["lines"])


def test_a_tie_ladder_is_voted_ballot_by_ballot() -> None:
    found = as_json("city-mafia", "--seats", TABLE, "--vote", "Ann: Bob, Bob: Ann", "--vote", "Ann: Bob, Cid: Bob")
    assert [each["name"] for each in found["phases"][0]["out"]] == ["Bob"]
    assert found["phases"][0]["title"] == "Day 2"


def test_a_vote_is_closed_by_counts(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    seats = f"{TABLE}, Fay: Citizen"
    done = rule(
        "city-mafia", "--seats", seats, "--vote", "2=3, ann = 3", "--vote", "1: 2, 3: 2, 2: 1", "--save", str(file)
    )
    assert "Vote: #1 Ann 3, #2 Bob 3. [CM-2]" in done.output
    assert "Out of the game: #2 Bob." in done.output
    (case,) = read_file(file)
    assert failures(case) == []
    assert case.items[0].counts == {"vote": [{"Bob": 3, "Ann": 3}]}
    again = as_json("city-mafia", "--seats", seats, "--flags", "tieEndsWith=tableVote", "--vote", "1: 2, 2: 1",
                    "--vote", "1: 2, 2: 1", "--vote", "all=4, nobody=2")  # fmt: skip
    assert [each["name"] for each in again["phases"][0]["out"]] == ["Ann", "Bob"]
    wolves = as_json("werewolf", "--seats", "W: Werewolf, S: Seer, A: Villager, B: Villager, C: Villager, D: Villager",
                     "--night", "", "--day", "stand 3, stand 4, elect 3=2, elect B = 1", "--vote", "W=2.5")  # fmt: skip
    texts = [line["text"] for line in wolves["phases"][1]["lines"]]
    assert "Vote: #1 W 2.5." in texts
    assert "Sheriff: #3 A." in texts


def test_a_day_without_a_vote_is_ruled_on_and_votes_at_it_are_refused(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "mini_mafia.py").read_text(encoding="utf-8")
    vote = text[text.index('        Ballot("vote"') : text.index("        Check(),\n    ),\n    wins")]
    path = tmp_path / "no_vote.py"
    path.write_text(text.replace(vote, ""), encoding="utf-8")
    seats = ("--seats", "Ann: Mafioso, Bob: Detective, Cid: Villager, Dee: Villager")
    done = duskfall("rule", path, *seats, "--day", "")
    assert (done.returncode, done.stderr) == (0, "")
    refusal = duskfall("rule", path, *seats, "--vote", "Ann: Bob")
    assert (refusal.returncode, refusal.stdout) == (2, "")
    assert refusal.stderr.endswith("--vote: there is no vote in mini-mafia\n")


def test_names_may_be_anything() -> None:
    seats = 'Ann: Don, "Bob, the 2nd": Doctor, Zoë: x: Citizen, Иван: Maniac, O\'Neil: Mistress'
    night = '"heal": x'
    assert rule("city-mafia", "--seats", seats, "--night", night).exit_code == 2
    found = as_json("city-mafia", "--seats", seats, "--night",
                    'heal: "Bob, the 2nd", kill: Zoë: x, maniac kill иван: иван, visit O\'Neil: Zoë: x')  # fmt: skip
    assert {each["name"] for each in found["phases"][0]["dead"]} == {"Zoë: x", "Иван"}
    names = [row["name"] for row in found["position"]["seats"]]
    assert names == ["Ann", "Bob, the 2nd", "Zoë: x", "Иван", "O'Neil"]


def test_a_player_is_called_by_seat_or_by_name() -> None:
    by_name = ("--night", "kill: Ann, visit Ann: Bob, heal: Bob", "--vote", "Cid: Dee, Dee: Cid", "--vote", "Cid: Dee",
               "--dead", "Eli", "--card", "immunity=Bob, Cid", "--last", "heal Dee: Dee")  # fmt: skip
    by_seat = ("--night", "kill: 1, visit 1: 2, heal: 2", "--vote", "3: 4, 4: Cid", "--vote", "3: 4",
               "--dead", "5", "--card", "immunity=2, 3", "--last", "heal 4: 4")  # fmt: skip
    assert as_json("city-mafia", "--seats", TABLE, *by_seat) == as_json("city-mafia", "--seats", TABLE, *by_name)
    town = "Vig: Vig, May: Mayor, God: Godf, Doc: Doctor, Cit: Cit"
    for who in ("Vig", "1"):
        found = as_json("town-of-agents", "--seats", town, "--night", f"shoot {who}: 3", "--used", f"shoot {who}: 2",
                        "--mark", "revealed=2")  # fmt: skip
        assert found["position"]["start"]["used"] == [{"verb": "shoot", "seat": "Vig", "count": 2}]
        assert found["position"]["start"]["marks"] == [{"mark": "revealed", "seat": "May"}]
    assert as_json("town-of-agents", "--seats", town, "--day", "reveal 2")["phases"][0]["unused"] == []


def test_a_number_that_is_anothers_name_is_refused_unless_it_is_in_quotes() -> None:
    plan = compile_plan(ruleset("city-mafia"))
    speaker = Speaker(plan, read_seats("3: Don, 2: Doctor, Cid: Citizen, cid: Citizen", plan))
    with pytest.raises(BadInput, match="'3' may be any of these: 1 '3', 3 'Cid'; write"):
        speaker.acts("heal 2: 3", "--night", "night")
    with pytest.raises(BadInput, match="'3' may be any of these: 1 '3'"):
        speaker.votes(["3: 2: Cid"])
    with pytest.raises(BadInput, match="'CID' may be any of these: 3 'Cid', 4 'cid'"):
        speaker.players("CID", "--dead")
    assert speaker.players('"3", 2, Cid, cid, 4', "--dead") == ["3", "2", "Cid", "cid", "cid"]


def test_roles_alone_sit_with_the_usual_names() -> None:
    plan = compile_plan(ruleset("city-mafia"))
    assert read_seats("Don, Bob: Doc, citizen", plan) == [
        {"name": "Ann", "role": "Don"}, {"name": "Bob", "role": "Doctor"}, {"name": "Cid", "role": "Citizen"},
    ]  # fmt: skip


def test_whose_act_it_is_may_be_left_out_only_where_it_is_clear() -> None:
    plan = compile_plan(ruleset("city-mafia"))
    seats = read_seats("Ann: Doctor, Bob: Doctor, Cid: Don, Dee: Sheriff", plan)
    with pytest.raises(BadInput, match="2 players have it"):
        Speaker(plan, seats).acts("heal: Cid", "--night", "night")
    assert Speaker(plan, seats, ["Ann"]).acts("heal: Cid", "--night", "night") == [
        {"verb": "heal", "seat": "Bob", "value": "Cid"}
    ]
    assert Speaker(plan, seats).acts("kill: Ann", "--night", "night")[0]["seat"] == "mafia"
    with pytest.raises(BadInput, match="nobody alive"):
        Speaker(plan, seats).acts("visit: Cid", "--night", "night")


def test_acts_that_name_a_role_or_nobody_and_acts_that_are_only_done() -> None:
    plan = compile_plan(ruleset("ai-mafia"))
    speaker = Speaker(plan, read_seats("For: Forger, God: Godfather, Vil: Villager, Cop: Cop", plan))
    forged, declined = speaker.acts("forge: Vil as Cop, investigate: nobody", "--night", "night")
    assert forged["value"] == {"target": "Vil", "as": "Cop"}
    assert declined["value"] == "nobody"
    town = compile_plan(ruleset("town-of-agents"))
    jail = Speaker(town, read_seats("Jay: Jailor, May: Mayor, God: Godfather", town))
    assert [row["value"] for row in jail.acts("jail: God, execute", "--night", "night")] == ["God", "yes"]
    assert jail.acts("reveal May", "--day", "day") == [{"verb": "reveal", "seat": "May", "value": "yes"}]


def test_commas_and_quotes() -> None:
    assert pieces('a: b, "c, d": e , ,\'f\': "g,h"') == ["a: b", '"c, d": e', "'f': \"g,h\""]
    assert pieces("O'Neil: Don, D'Arcy: Cop") == ["O'Neil: Don", "D'Arcy: Cop"]


def test_a_ruling_is_saved_as_a_case_and_added_to_those_before(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    for name in ("one", "two: again"):
        done = rule("city-mafia", "--seats", TABLE, "--night", "kill: Ann", "--name", name, "--save", str(file))
        assert done.exit_code == 0, done.output
    cases = read_file(file)
    assert [case.name for case in cases] == ["one", "two: again"]
    assert [failures(case) for case in cases] == [[], []]
    again = rule(str(file))
    assert again.output.count("#1 Ann dies: the kill by the mafia.") == 2
    broken = tmp_path / "broken.yaml"
    broken.write_text("- name: 1\n", "utf-8")
    assert rule("city-mafia", "--seats", TABLE, "--save", str(broken)).exit_code == 2
    assert broken.read_text("utf-8") == "- name: 1\n"


def test_rulings_that_are_saved_at_once_are_all_kept(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    command = [sys.executable, "-m", "duskfall", "rule", "city-mafia", "--seats", TABLE, "--night", "kill: Ann"]
    saving = [
        subprocess.Popen([*command, "--save", str(file), "--name", f"Case {number}"], stdout=subprocess.DEVNULL)
        for number in range(6)
    ]
    assert [each.wait(timeout=PATIENCE) for each in saving] == [0] * 6
    assert sorted(case.name for case in read_file(file)) == [f"Case {number}" for number in range(6)]


@pytest.mark.parametrize(
    "text", ["[{name: a, rules: city-mafia, seats: {Ann: Don}, play: [{night: {}}]}]\n", "hello\n"]
)
def test_a_file_to_which_nothing_can_be_added_stays_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(text)
    said = refused("rule", "city-mafia", "--seats", TABLE, "--night", "kill: Ann", "--save", str(file))
    assert "--save" in said
    assert file.read_text() == text


def test_an_empty_list_of_cases_and_a_link_are_written_to(tmp_path: Path) -> None:
    file, link = tmp_path / "club.yaml", tmp_path / "link.yaml"
    file.write_text("[]\n")
    link.symlink_to(file)
    assert rule("city-mafia", "--seats", TABLE, "--night", "kill: Ann", "--save", str(link)).exit_code == 0
    assert link.is_symlink()
    assert len(read_file(file)) == 1


def test_the_picture_is_written(tmp_path: Path) -> None:
    file = tmp_path / "night.svg"
    assert rule("city-mafia", "--seats", TABLE, "--night", "kill: Ann", "--svg", str(file)).exit_code == 0
    assert ET.fromstring(file.read_text("utf-8")).tag.endswith("svg")


def test_every_case_file_is_explained() -> None:
    for file in ("werewolf/hunter", "ai-mafia/blocks", "town-of-agents/werewolf"):
        done = rule(str(ROOT / f"cases/{file}.yaml"))
        assert done.exit_code == 0, done.output
        assert done.output.count("\nNight ") + done.output.count("\nDay ") >= 10


def test_a_role_that_is_not_written_in_full_is_told_how_it_is_read() -> None:
    done = rule("city-mafia", "--seats", TABLE.replace("Mistress", "Mistres"), "--night", "kill: Ann")
    assert done.exit_code == 0
    assert done.stderr == "warning: 'Mistres' is read as Mistress; write the role in full if you mean another\n"
    assert not rule("city-mafia", "--seats", TABLE, "--night", "kill: Ann").stderr


def test_the_ruling_is_told_in_other_languages() -> None:
    for language in ("ru", "zh"):
        done = rule("city-mafia", "--seats", TABLE, "--night", "kill: Ann", "--language", language)
        assert done.exit_code == 0
        assert "Ann" in done.output


def test_mistakes_are_one_line() -> None:
    assert "unknown ruleset 'chess'" in refused("rule", "chess")
    assert "nope.yaml: No such file" in refused("rule", "nope.yaml")
    assert "--seats: nope.yaml is a case file" in refused("rule", "nope.yaml", "--seats", TABLE)
    assert "--seats: say who sits there" in refused("rule", "city-mafia")
    for args, why in (
        (("--seats", "Ann: King"), "unknown role 'King'"),
        (("--seats", "Ann: Mystress"), "unknown role 'Mystress' in city-mafia, did you mean 'Mistress'?"),
        (
            ("--seats", "Ann: Doctor, Bob: Citizen, Cid: Maniac", "--night", "kill: Ann"),
            "--night: kill: nobody alive here is in team mafia: seat one with --seats, or leave this out",
        ),
        (
            ("--seats", TABLE, "--dead", "Cid", "--night", "kill: Ann"),
            "--night: kill: nobody alive here is in team mafia",
        ),
        (("--seats", ","), "--seats: write names"),
        (("--seats", "Ann: Don, Ann: Don"), "two seats are called 'Ann'"),
        (("--seats", ", ".join(["Citizen"] * 200)), "seats"),
        (("--seats", TABLE, "--night", "fly: Ann"), "begins with no act"),
        (("--seats", TABLE, "--card", "imunity=Ann"), "is not a card and its holder, did you mean 'immunity'?"),
        (("--seats", TABLE, "--mark", "vote_imunity=Ann"), "and its holder, did you mean 'vote_immunity'?"),
        (("--seats", TABLE, "--night", "kil: Ann"), "'kil: Ann' begins with no act, did you mean 'kill'?"),
        (("--seats", TABLE, "--night", "kill: Anm"), "nobody is called 'Anm', did you mean 'Ann'?"),
        (("--seats", TABLE, "--night", "heal Bob: Ann"), "--night: heal: Bob is Citizen, a role that does not have it"),
        (("--seats", TABLE, "--dead", "Dee", "--night", "heal Dee: Ann"), "--night: heal: Dee is dead"),
        (("--seats", TABLE, "--night", "kill Bob: Ann"), "--night: kill: Bob is no living member of mafia"),
        (("--seats", TABLE, "--night", "kill: Zed"), "nobody is called 'Zed'"),
        (("--seats", TABLE, "--night", "kill: 6"), "there is no seat 6 (there are: 1 Ann, 2 Bob, 3 Cid, 4 Dee, 5 Eli)"),
        (("--seats", TABLE, "--night", "heal: Ann, heal 4: Eli"), "--night: heal: Dee stands twice"),
        (("--seats", TABLE, "--last", "heal: Ann, heal: Eli"), "--last: heal: Dee stands twice"),
        (("--seats", TABLE, "--day", "vote Ann: Bob, vote Ann: Cid"), "--day: vote: Ann stands twice"),
        (("--seats", TABLE, "--night", "kill Ann"), "--night: kill: say whom, as in kill: Eli"),
        (("--seats", TABLE, "--night", "check: Ann"), "nobody alive"),
        (("--seats", TABLE, "--vote", "Ann"), "a colon and whom they name"),
        (("--seats", TABLE, "--vote", "Ann=3, Bob: Ann"), "one ballot is counts, as in Ann=4, or voters"),
        (("--seats", TABLE, "--vote", "Ann=3, 1=2"), "Ann is counted twice"),
        (("--seats", TABLE, "--vote", "Bob: Cid, 2: Ann"), "--vote: Bob votes twice in one ballot"),
        (("--seats", TABLE, "--vote", "Zed=3"), "nobody is called 'Zed'"),
        (("--seats", TABLE, "--vote", "Ann=3, Bob=3"), "vote: more votes are counted than can be cast."),
        (("--seats", TABLE, "--dead", "2", "--vote", "Bob=3"), "This is not up for the vote: Bob."),
        (("--seats", TABLE, "--card", "trump=Ann"), "not a card"),
        (("--seats", TABLE, "--title", "king=Ann"), "has none"),
        (("--seats", TABLE, "--flags", "x"), "NAME=VALUE"),
        (("--seats", TABLE, "--flags", "x=1"), "unknown flag"),
        (("--seats", TABLE, "--used", "heal Dee: often"), "an act and a number"),
        (("--seats", TABLE, "--used", f"heal Dee: {'9' * 5000}"), "an act and a number"),
        (("--seats", TABLE, "--dead", "Zed"), "nobody is called 'Zed'"),
        (("--seats", TABLE, "--night", "kill"), "--night: kill: say whom"),
        (("--seats", TABLE, "--last", "heal:"), "--last: heal: say whom"),
        (("--seats", TABLE, "--target", "Ann: Bob"), "assigns nobody"),
    ):
        done = rule("city-mafia", *args)
        assert done.exit_code == 2, args
        assert why in done.output, done.output


def test_at_a_terminal_everything_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from duskfall.cli.rule import asks as rule_asks

    answers = iter([TABLE, "night", "2", "", "heal: Eli", "Bob", "ann", "", "7", "5", "2"])
    monkeypatch.setattr(rule_asks.click, "prompt", lambda *args, **more: _typed(next(answers), more))
    params = rule_asks.asked(compile_plan(ruleset("city-mafia")))
    acts = {row["verb"]: row["value"] for row in params["play"][0]["acts"]}
    assert acts == {"kill": 1, "seek": None, "heal": 5, "visit": 2}
    assert params["cards"] == [{"card": "immunity", "seat": "Bob"}]
    assert next(answers, None) is None


@pytest.mark.parametrize("seats", ["Ann: Don, Ann: Citizen", ": Don, Bob: Citizen"])
def test_at_a_terminal_seats_that_cannot_be_are_asked_for_again(monkeypatch: pytest.MonkeyPatch, seats: str) -> None:
    from duskfall.cli.rule import asks as rule_asks

    answers = iter([seats, "Ann: Don, Bob: Citizen, Cid: Citizen", "night", "1", "", "", "", "", "", ""])
    monkeypatch.setattr(rule_asks.click, "prompt", lambda *args, **more: _typed(next(answers), more))
    assert len(rule_asks.asked(compile_plan(ruleset("city-mafia")))["seats"]) == 3


def test_at_a_terminal_a_position_that_cannot_be_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from duskfall.cli.rule import asks as rule_asks

    answers = iter([TABLE, "night", "2", "", "kill: Eli", ""])
    monkeypatch.setattr(rule_asks.click, "prompt", lambda *args, **more: _typed(next(answers), more))
    with pytest.raises(BadInput, match="last: kill"):
        rule_asks.asked(compile_plan(ruleset("city-mafia")))


def test_at_a_terminal_hands_are_counted_or_each_voter_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from duskfall.cli.rule import asks as rule_asks

    seats = f"{TABLE}, Fay: Citizen"
    # Too many hands are asked for again; the first vote is counted, in the second each one is asked.
    answers = iter([seats, "day", "2", "6", "", "1=3, 2=3", "Ann=2, 2=2", "", "2", "1", "2", "", ""])
    monkeypatch.setattr(rule_asks.click, "prompt", lambda *args, **more: _typed(next(answers), more))
    params = rule_asks.asked(compile_plan(ruleset("city-mafia")))
    (day,) = params["play"]
    assert day["counts"] == [{"verb": "vote", "round": 0, "votes": {"1": 2, "2": 2}}]
    assert [(row["seat"], row["value"]) for row in day["acts"]] == [(1, 2), (2, 1), (3, 2), (4, None), (5, None)]
    assert next(answers, None) is None


def test_what_is_typed_at_a_terminal_is_a_seat_or_a_name() -> None:
    from duskfall.cli.rule.asks import _choice

    options = [
        {"value": 1, "label": "2", "seat": 1},
        {"value": 2, "label": "Bob", "seat": 2},
        {"value": "nobody", "label": "Никто", "seat": 0},
    ]
    assert [_choice(line, options) for line in ("1", '"2"', "bob", "никто", "Nobody", "")] == [
        1, 1, 2, "nobody", "nobody", None,
    ]  # fmt: skip
    for line, why in (("2", "may be more than one"), ('"1"', "is none of these"), ("7", "is none of these")):
        with pytest.raises(BadInput, match=why):
            _choice(line, options)


def _typed(line: str, more: dict[str, Any]) -> Any:
    return more["type"].convert(line, None, None) if "type" in more else line
