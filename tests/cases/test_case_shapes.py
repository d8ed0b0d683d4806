"""Every shape and every word of a case's play and expectations: what is none is refused with one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskfall.cases.check import failures
from duskfall.cases.expect import READERS
from duskfall.cases.load import CaseError, read_file
from duskfall.cases.verify import SHAPES

TABLES = {
    "ai-mafia": "{God: Godfather, Cop: Cop, Vil: Villager, Doc: Doctor, For: Forger, Exe: Executioner, V2: Villager}",
    "city-mafia": "{God: Don, Cop: Sheriff, Vil: Citizen, Doc: Doctor, Mis: Mistress, V2: Citizen}",
    "town-of-agents": "{God: Godfather, Cop: Sheriff, Vil: Citizen, Jay: Jailor, May: Mayor, V2: Citizen}",
    "werewolf": "{God: Werewolf, Cop: Seer, Vil: Villager, Hun: Hunter, Wit: Witch, V2: Villager}",
}


def read(tmp_path: Path, item: str, rules: str = "ai-mafia"):
    path = tmp_path / "case.yaml"
    path.write_text(f"- name: One\n  rules: {rules}\n  seats: {TABLES[rules]}\n  play:\n  - {item}\n")
    return read_file(path)


def test_every_expectation_has_a_shape() -> None:
    assert list(SHAPES) == list(READERS)


# What is written, and the words that the complaint must hold; the ruleset before a bar, if it is not ai-mafia.
BAD_ACTS = {
    "{night: [kill]}": ["night", "a list"],
    "{night: {kill: Cop}}": ["kill", "'Cop'"],
    "{night: {kill: [mafia]}}": ["kill", "a list"],
    "{night: {kill: {mafia: [Cop, Vil]}}}": ["kill: mafia", "a list"],
    "{night: {kill: {mafia: mafia}}}": ["kill: mafia", "'mafia'"],
    "{night: {kill: {werewolves: Cop}}}": ["kill", "'werewolves'"],
    "{night: {investigate: [Cop]}}": ["investigate", "a list"],
    "{night: {investigate: {Cop: [God]}}}": ["investigate: Cop", "a list"],
    "{night: {investigate: {Cop: {target: God}}}}": ["investigate: Cop", "a mapping"],
    "{night: {investigate: {null: God}}}": ["investigate", "null"],
    "{night: {investigate: {mafia: God}}}": ["investigate", "'mafia'"],
    "{night: {investigate: {Cop: 5}}}": ["investigate: Cop", "'5'"],
    "{night: {investigate: {Cop: yes}}}": ["investigate: Cop", "'yes'"],
    "{night: {forge: {For: {target: Cop, as: [Cop]}}}}": ["forge: For: as", "a list"],
    "{night: {forge: {For: {target: Cop, as: null}}}}": ["forge: For: as", "null"],
    "{night: {forge: {For: {target: Cop, as: Seer}}}}": ["forge: For: as", "'Seer'"],
    "{night: {forge: {For: {as: Cop}}}}": ["forge: For: target", "null"],
    "{night: {forge: {For: {target: Zed, as: Cop}}}}": ["forge: For: target", "'Zed'"],
    "{night: {forge: {For: {target: Cop, text: hi}}}}": ["forge: For", "'text'"],
    "{night: {chat: [God]}}": ["chat", "a list"],
    "{day: {vote: [Cop]}}": ["vote", "a mapping is needed"],
    "{day: {vote: {Cop: {target: God}}}}": ["vote: Cop", "a mapping"],
    "{day: {vote: {Cop: [[God]]}}}": ["vote: Cop", "a list"],
    "{day: {vote: {Cop: all}}}": ["vote: Cop", "'all'"],
    "{day: {vote: {Cop: yes}}}": ["vote: Cop", "'yes'"],
    "{day: {vote: {Cop: true}}}": ["vote: Cop", "'true'"],
    "{day: {vote: {Cop: no}}}": ["vote: Cop", "'no'"],
    "{night: {counts: {vote: {Cop: 1}}}}": ["night", "unknown verb 'counts'"],
    "{day: {counts: {kill: {Cop: 1}}}}": ["counts", "unknown vote 'kill'"],
    "{day: {counts: {vote: 3}}}": ["counts: vote", "a mapping is needed"],
    "{day: {counts: {vote: {Zed: 1}}}}": ["counts: vote", "'Zed'"],
    "{day: {counts: {vote: {all: 1}}}}": ["counts: vote", "'all'"],
    "{day: {counts: {vote: {Cop: -1}}}}": ["counts: vote: Cop", "a number from 0 on"],
    "{day: {counts: {vote: {Cop: yes}}}}": ["counts: vote: Cop", "'yes'"],
    "{day: {counts: {vote: {Cop: true}}}}": ["counts: vote: Cop", "True"],
    "{day: {counts: {vote: {Cop: .inf}}}}": ["counts: vote: Cop"],
    "{day: {counts: {vote: {Cop: 1}}, vote: {Cop: God}}}": ["counts: vote", "by names too"],
    "city-mafia|{day: {counts: {revote: [null, {Cop: 1}]}, revote: {Cop: [God, God]}}}": [
        "counts: revote",
        "by names too",
    ],
    "{day: {say: hi}}": ["say", "'hi'"],
    "{day: {say: [Cop]}}": ["say", "a list"],
    "{day: {say: {Cop: [[a, b]]}}}": ["say: Cop", "a list"],
    "{day: {say: {Cop: {as: Cop, text: hi}}}}": ["say: Cop", "'as'"],
    "{day: {say: {Cop: {to: Zed, text: hi}}}}": ["say: Cop: to", "'Zed'"],
    "{day: {say: {Cop: {to: null, text: hi}}}}": ["say: Cop: to", "null"],
    "{day: {say: {Cop: {to: [God], text: hi}}}}": ["say: Cop: to", "a list"],
    "{day: {say: {Cop: {text: [hi]}}}}": ["say: Cop: text", "a list"],
    "city-mafia|{day: {vote: {Cop: all}}}": ["vote: Cop", "'all'"],
    "city-mafia|{day: {vote: {1: Vil}}}": ["vote", "'1'"],
    "town-of-agents|{night: {jail: [Jay]}}": ["jail", "a list"],
    "town-of-agents|{night: {execute: [Zed]}}": ["execute", "'Zed'"],
    "town-of-agents|{night: {execute: [null]}}": ["execute", "null"],
    "town-of-agents|{night: {execute: {Jay: all}}}": ["execute: Jay", "'all'"],
    "werewolf|{day: {elect: [Cop]}}": ["elect", "a list"],
    "werewolf|{day: {badge: [Cop]}}": ["badge", "a list"],
    "werewolf|{day: {shoot: [Hun]}}": ["shoot", "a list"],
    "werewolf|{day: {revote: {Cop: all}}}": ["revote: Cop", "'all'"],
    "werewolf|{day: {stand: [[Cop]]}}": ["stand", "a list"],
}
BAD_EXPECTATIONS = {
    "[a]": ["a list"],
    "{dead: 5}": ["dead", "not 5"],
    "{dead: Cop}": ["dead", "'Cop'"],
    "{dead: [Zed]}": ["dead", "'Zed'"],
    "{dead: [[Cop]]}": ["dead", "a list"],
    "{dead: [null]}": ["dead", "null"],
    "{dead: {Zed: Cop}}": ["dead", "'Zed'"],
    "{dead: {Cop: Seer}}": ["dead: Cop", "'Seer'"],
    "{dead: {Cop: null}}": ["dead: Cop", "null"],
    "{dead: {Cop: target}}": ["dead: Cop", "'target'"],
    "{out: Zed}": ["out", "'Zed'"],
    "{out: 5}": ["out", "'5'"],
    "{out: [Zed]}": ["out", "'Zed'"],
    "{out: {Cop: Foo}}": ["out: Cop", "'Foo'"],
    "{told: MAFIA}": ["told", "'MAFIA'"],
    "{told: [Cop]}": ["told", "a list"],
    "{told: {Zed: {investigate: MAFIA}}}": ["told", "'Zed'"],
    "{told: {Cop: MAFIA}}": ["told: Cop", "'MAFIA'"],
    "{told: {Cop: [MAFIA]}}": ["told: Cop", "a list"],
    "{told: {Cop: {investigat: MAFIA}}}": ["told: Cop", "'investigat'"],
    "{told: {Cop: {check: null}}}": ["told: Cop", "'check'"],
    "{told: {Cop: {investigate: {God: MAFIA}}}}": ["told: Cop: investigate", "a mapping"],
    "{told: {Cop: {track: [Zed]}}}": ["told: Cop: track", "'Zed'"],
    "{told: {Cop: {notice: 5}}}": ["told: Cop: notice", "not 5"],
    "{told: {Cop: {notice: blocked}}}": ["told: Cop: notice", "'blocked'"],
    "{told: {Cop: {notice: [blokced]}}}": ["told: Cop: notice", "'blokced'"],
    "{told: {Cop: {notice: [hugged]}}}": ["told: Cop: notice", "'hugged'"],
    "{told: {Cop: {notice: [[blocked]]}}}": ["told: Cop: notice", "a list"],
    "{void: Cop}": ["void", "'Cop'"],
    "{void: [Zed]}": ["void", "'Zed'"],
    "{void: [werewolves]}": ["void", "'werewolves'"],
    "{void: {Cop: 1}}": ["void", "a mapping"],
    "{alive: 5}": ["alive", "not 5"],
    "{alive: Cop}": ["alive", "'Cop'"],
    "{alive: {Cop: Cop}}": ["alive", "a mapping"],
    "{tally: [Cop]}": ["tally", "a list"],
    "{tally: {Zed: 1}}": ["tally", "'Zed'"],
    "{tally: {Cop: x}}": ["tally: Cop", "'x'"],
    "{tally: {Cop: true}}": ["tally: Cop", "True"],
    "{tally: {Cop: null}}": ["tally: Cop", "null"],
    "{vote_immune: [Zed]}": ["vote_immune", "'Zed'"],
    "{vote_immune: 5}": ["vote_immune", "'5'"],
    "{sheriff: Zed}": ["sheriff", "'Zed'"],
    "{sheriff: [Cop]}": ["sheriff", "a list"],
    "{said: 5}": ["said", "not 5"],
    "{said: [hi]}": ["said", "'hi'"],
    "{said: {Cop: hi}}": ["said", "a mapping"],
    "{said: [[Cop, hi, there]]}": ["said", "pairs"],
    "{said: [[Zed, hi]]}": ["said", "'Zed'"],
    "{said: [[Cop, [hi]]]}": ["said", "a list"],
    "{detect: 5}": ["detect", "not 5"],
    "{detect: [Cop]}": ["detect", "a list"],
    "{detect: {Zed: {worlds: 1}}}": ["detect", "'Zed'"],
    "{detect: {Cop: {world: 1}}}": ["detect: Cop", "'world'"],
    "{detect: {Cop: {worlds: 1/2}}}": ["detect: Cop: worlds", "'1/2'"],
    "{detect: {public: {missing: -1}}}": ["detect: public: missing", "-1"],
    "{detect: {Cop: {seats: {Zed: {Cop: 1}}}}}": ["detect: Cop: seats", "'Zed'"],
    "{detect: {Cop: {seats: {God: {Seer: 1}}}}}": ["detect: Cop: seats: God", "'Seer'"],
    "{detect: {Cop: {seats: {God: {Godfather: often}}}}}": ["detect: Cop: seats: God: Godfather", "'often'"],
    "{detect: {Cop: {seats: {God: {Godfather: 3/2}}}}}": ["detect: Cop: seats: God: Godfather", "'3/2'"],
    "{detect: {Cop: {seats: {God: {Godfather: 1/0}}}}}": ["detect: Cop: seats: God: Godfather", "'1/0'"],
    "{detect: {Cop: {sides: {God: {black: 1/2}}}}}": ["detect: Cop: sides: God", "'black'"],
    "{ended: foo}": ["ended", "'foo'"],
    "{ended: [rounds]}": ["ended", "a list"],
    "{overturned: 5}": ["overturned", "not 5"],
    "{overturned: kill}": ["overturned", "'kill'"],
    "{overturned: {what: kill}}": ["overturned", "a mapping"],
    "{overturned: [kill]}": ["overturned", "'kill'"],
    "{overturned: [{}]}": ["overturned", "what"],
    "{overturned: [{wat: kill}]}": ["overturned", "'wat'"],
    "{overturned: [{what: foo}]}": ["overturned: what", "'foo'"],
    "{overturned: [{what: [kill]}]}": ["overturned: what", "a list"],
    "{overturned: [{by: foo}]}": ["overturned: by", "'foo'"],
    "{overturned: [{on: Zed}]}": ["overturned: on", "'Zed'"],
    "{asked: 5}": ["asked", "not 5"],
    "{asked: {Cop: 5}}": ["asked: Cop", "not 5"],
    "{asked: {Cop: investigate}}": ["asked: Cop", "'investigate'"],
    "{asked: {Cop: [foo]}}": ["asked: Cop", "'foo'"],
    "{options: {Cop: [God]}}": ["options: Cop", "a list"],
    "{options: {Cop: {foo: [God]}}}": ["options: Cop", "'foo'"],
    "{options: {Cop: {investigate: 5}}}": ["options: Cop: investigate", "not 5"],
    "{options: {Cop: {investigate: [Zed]}}}": ["options: Cop: investigate", "'Zed'"],
    "{sees: {Cop: God}}": ["sees: Cop", "'God'"],
    "{sees: {Cop: {Zed: Cop}}}": ["sees: Cop", "'Zed'"],
    "{sees: {Cop: {God: Foo}}}": ["sees: Cop: God", "'Foo'"],
    "{winner: foo}": ["winner", "'foo'"],
    "{winner: purple}": ["winner", "'purple'"],
    "{winner: [town]}": ["winner", "a list"],
    "{winner: {a: b}}": ["winner", "a mapping"],
    "{reason: foo}": ["reason", "'foo'"],
    "{reason: out-of-time}": ["reason", "'out-of-time'"],
    "{cowins: [Exe]}": ["cowins", "a list"],
    "{cowins: {Exe: Foo}}": ["cowins: Exe", "'Foo'"],
    "{roles: [Cop]}": ["roles", "a list"],
    "{roles: {Zed: Cop}}": ["roles", "'Zed'"],
    "{roles: {Cop: Foo}}": ["roles: Cop", "'Foo'"],
    "{roles: {Cop: [Cop]}}": ["roles: Cop", "a list"],
    "{roles: {null: Cop}}": ["roles", "null"],
    "werewolf|{sees: {Cop: {God: target}}}": ["sees: Cop: God", "'target'"],
    "werewolf|{told: {Cop: {notice: [hugged]}}}": ["told: Cop: notice", "'hugged'"],
}


def refused(tmp_path: Path, item: str, rules: str) -> str:
    with pytest.raises(CaseError) as found:
        read(tmp_path, item, rules)
    line = str(found.value)
    assert line.startswith(f"{tmp_path / 'case.yaml'}: case One: play 1: ")
    assert "\n" not in line
    return line


@pytest.mark.parametrize("written", BAD_ACTS)
def test_what_is_no_act_is_refused(written: str, tmp_path: Path) -> None:
    rules, _, item = written.rpartition("|")
    line = refused(tmp_path, item, rules or "ai-mafia")
    assert [word for word in BAD_ACTS[written] if word not in line] == [], line


@pytest.mark.parametrize("written", BAD_EXPECTATIONS)
@pytest.mark.parametrize("phase", ["night", "day"])
def test_what_is_no_expectation_is_refused(phase: str, written: str, tmp_path: Path) -> None:
    rules, _, expect = written.rpartition("|")
    line = refused(tmp_path, f"{{{phase}: {{}}, expect: {expect}}}", rules or "ai-mafia")
    assert [word for word in ["expect", *BAD_EXPECTATIONS[written]] if word not in line] == [], line


# What may look odd, and is right: it is read, and it holds.
GOOD = {
    "city-mafia|{night: {}, expect: {detect: {Cop: {seats: {Cop: {Sheriff: 1}}}, "
    "public: {sides: {God: {red: 5/6, mafia: 1/6}}}}}}",
    "{night: null, expect: null}",
    "{night: {kill: null}, expect: {}}",
    "{night: {investigate: {Cop: null, Vil: God}}, expect: {void: [], told: {Cop: null, Vil: {}}}}",
    "{night: {investigate: {Cop: nobody}}, expect: {void: [], asked: {Vil: null}, options: {Vil: null}}}",
    "{night: {kill: {God: Vil}}, expect: {dead: {Vil: Villager}, void: null}}",
    "{night: {kill: {mafia: God}}, expect: {void: [mafia]}}",
    "{night: {kill: {God: God}}, expect: {void: [God]}}",
    "{night: {forge: {For: Vil}}, expect: {void: [For]}}",
    "{night: {forge: {For: {target: nobody}}}, expect: {void: []}}",
    "{night: {forge: {For: nobody}}, expect: {void: [], overturned: []}}",
    "{night: {chat: {God: [a, 5]}}, expect: {said: []}}",
    "{day: {counts: {vote: {Vil: 2, nobody: 1, skip: 1}}}, expect: {tally: {Vil: 2, skip: 5}}}",
    "{day: {counts: null}, expect: {tally: {skip: 7}}}",
    "{day: {counts: {vote: null}, vote: {Cop: Vil}}, expect: {tally: {Vil: 1, skip: 6}}}",
    "city-mafia|{day: {counts: {vote: {}, revote: {Cop: 3}}}, expect: {tally: {}, out: null}}",
    "werewolf|{day: {stand: [Cop, Vil], counts: {elect: {Cop: 2, nobody: 1}}}, expect: {sheriff: Cop}}",
    "{day: {vote: {Cop: [Vil, God]}}, expect: {tally: {Vil: 1, skip: 6}, out: []}}",
    "{day: {say: {Cop: [null, 5, {to: nobody, text: 1.5}]}}, expect: {said: [[Cop, 5], [Cop, 1.5]]}}",
    "{day: {say: {Cop: true}}, expect: {said: [[Cop, true]], ended: silence}}",
    "{day: {say: {Cop: {to: God, text: 42}}}, expect: {said: [[Cop, '42']]}}",
    "{day: {say: {Cop: {to: God}}}, expect: {said: []}}",
    "town-of-agents|{night: {jail: {Jay: God}, execute: {Jay: true}}, expect: {dead: [God]}}",
    "town-of-agents|{night: {jail: {Jay: God}, execute: {Jay: no}}, expect: {dead: [], void: []}}",
    "town-of-agents|{day: {reveal: {May: yes}}, expect: {void: []}}",
    "town-of-agents|{day: {reveal: [May, Vil]}, expect: {void: []}}",
    "werewolf|{day: {stand: {Cop: yes, Vil: nobody}}, expect: {sheriff: Cop}}",
}


@pytest.mark.parametrize("written", sorted(GOOD))
def test_what_is_right_is_taken(written: str, tmp_path: Path) -> None:
    rules, _, item = written.rpartition("|")
    [case] = read(tmp_path, item, rules or "ai-mafia")
    assert failures(case) == []


# What is known and does not come: the case fails, it is not refused.
FAILS = {
    "{night: {}, expect: {told: {Cop: {investigate: WEREWOLF}}}}",
    "{night: {}, expect: {told: {Cop: {investigate: 5}}}}",
    "{night: {}, expect: {told: {Cop: {kill: [God]}}}}",
    "{night: {}, expect: {roles: {Cop: hidden}}}",
    "{night: {}, expect: {sees: {Cop: {God: target}}}}",
    "{night: {}, expect: {overturned: [{what: vote_out, by: role}]}}",
    "{night: {}, expect: {asked: {Cop: [vote]}}}",
    "{night: {}, expect: {reason: round-limit}}",
    "{night: {}, expect: {reason: side-gone}}",
    "{night: {}, expect: {winner: village}}",
    "{night: {}, expect: {told: {Cop: {notice: [healed]}}}}",
    "{night: {}, expect: {vote_immune: Cop}}",
    "werewolf|{night: {}, expect: {told: {Cop: {notice: [blocked]}}}}",
    "{night: {}, expect: {reason: nobody-left}}",
    "{day: {}, expect: {winner: draw}}",
    "{day: {counts: {vote: {Cop: 8}}}}",
    "{day: {counts: {vote: {Cop: 1}}}, expect: {tally: {Cop: 1}}}",
    "city-mafia|{day: {counts: {vote: {Cop: 2, Vil: 2}, revote: {God: 1}}}, expect: {out: null}}",
    "werewolf|{night: {}, expect: {tally: {skip: 1}}}",
    "town-of-agents|{night: {}, expect: {overturned: [{what: execute, on: God, by: moon}]}}",
    "city-mafia|{night: {}, expect: {overturned: [{what: drag, by: immunity}, {what: save, by: drag}]}}",
    "city-mafia|{day: {}, expect: {overturned: [{what: vote_out, by: vote_immunity}]}}",
}


@pytest.mark.parametrize("written", sorted(FAILS))
def test_what_is_known_and_does_not_come_fails(written: str, tmp_path: Path) -> None:
    rules, _, item = written.rpartition("|")
    [case] = read(tmp_path, item, rules or "ai-mafia")
    assert len(failures(case)) == 1
