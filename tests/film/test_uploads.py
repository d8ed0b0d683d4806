"""Records that anybody may bring: what is too large, torn, changed or foreign is one line, and no code is loaded."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import duskfall
from duskfall.core.play.game import Game
from duskfall.film.ending import film_story
from duskfall.film.film import film
from duskfall.film.opened import LINES, MEGABYTES, SEATS
from duskfall.host.service import Service
from duskfall.rules import BOOKS
from tests.film.written import finished, written
from tests.laws.tables import Answers, play

HERE = Path(__file__).parents[1]
RECORDS = sorted((HERE / "records").glob("*.jsonl"))
DAMAGED = "This record is damaged: what it tells does not fit together."


def short(steps: int = 100_000) -> Game:
    return play(duskfall.start("werewolf", 7, seed=4, flags={"maxRounds": 2}), Answers(3, wild=0), steps)


def trouble(text: object) -> str:
    """What is said of a record that cannot be shown; empty for one that can."""
    answer: Any = Service().call("film", {"text": text, "as": "moderator"})
    json.dumps(answer, allow_nan=False).encode()
    return str(answer.get("error", ""))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_of_earlier_versions_are_shown(path: Path) -> None:
    assert not trouble(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", ["", "hello", '{"game": 1}', "[]", "\x00", "\ud800", None, 7, {"a": 1}])
def test_what_is_no_record_is_told_in_one_line(text: Any) -> None:
    for ask in (film, film_story):
        with pytest.raises(ValueError, match="no record that can be read") as error:
            ask({"text": text})
        assert "\n" not in str(error.value)


def test_a_damaged_record_is_told_in_one_line() -> None:
    """Every line of it torn and changed in turn: a film or one line, never anything else."""
    lines, told = written(short(30)).splitlines(), []
    for number, line in enumerate(lines):
        for wrong in (line[: len(line) // 2], re.sub(r"\d", "9", line)):
            told.append(trouble("\n".join([*lines[:number], wrong, *lines[number + 1 :]])))
    assert not any("\n" in each for each in told)
    assert not any("cannot be read: " in each and "record" not in each for each in told)  # a kind of error
    assert sum(map(bool, told)) >= len(lines)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_record_that_was_changed_is_refused(rules: str) -> None:
    text = written(finished(rules))
    assert not trouble(text)
    for old, new in (
        ('"reason":"', '"reason":"magic '),
        ('"talk":true', '"talk":false'),
        ('"answer":[3', '"answer":[2'),
        ('"to":"moderator"', '"to":"all"'),
        (finished(rules).names[0], "Zoe"),
    ):
        assert old in text
        assert trouble(text.replace(old, new, 1)) == DAMAGED
    tail = text.rindex('{"fact"')
    assert trouble(text[:tail] + text[:tail].splitlines()[-1] + "\n" + text[tail:]) == DAMAGED


def test_a_record_cut_anywhere_is_shown_or_one_line() -> None:
    text = written(short())
    told = [trouble(text[:place]) for place in range(0, len(text), 997)]
    assert not any("\n" in each for each in told)
    assert sum(map(bool, told)) > 3


def test_what_is_too_large_is_refused_before_it_is_read() -> None:
    text = written(short())
    for much in (text + "\n" + " " * (MEGABYTES << 20), text + '{"keep": 1}\n' * LINES, "я" * (MEGABYTES << 19) + "я"):
        assert trouble(much) == "This file is too large: 4 MB and 50,000 lines at most."
    crowd = json.loads(text.splitlines()[0])
    crowd["game"]["names"] = [f"P{number}" for number in range(SEATS + 1)]
    assert "more than 64 seats" in trouble(json.dumps(crowd))


# -- foreign ones --------------------------------------------------------------------------------------------


def foreign(text: str, rules: str = "their-own") -> str:
    """The same game under rules that nobody has here."""
    return text.replace('"rules":"werewolf"', f'"rules":"{rules}"')


def test_a_foreign_record_is_shown_from_its_facts_alone() -> None:
    game = finished("werewolf")
    ours, theirs = (film({"text": text, "as": "moderator"}) for text in (written(game), foreign(written(game))))
    assert (ours["verified"], theirs["verified"]) == (True, False)
    assert theirs["title"] == "their-own"
    assert [event["told"]["kind"] for event in theirs["events"]] == [event["told"]["kind"] for event in ours["events"]]
    assert theirs["end"] is not None
    assert theirs["nights"]
    assert not film_story({"text": foreign(written(game))})["points"]


def test_no_code_is_loaded_for_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil_book.py").write_text("raise SystemExit('loaded')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("evil_book:BOOK", "evil_book.py", f"{tmp_path}/evil_book.py:BOOK", "evil_book"):
        assert not trouble(foreign(written(finished("werewolf")), name))
        assert "evil_book" not in sys.modules


def test_names_and_speech_of_a_stranger_are_text() -> None:
    """In whatever is markup they are escaped; what does not print is written out."""
    rude = '<img src=x onerror="alert(1)">'
    text = foreign(written(finished("werewolf")))
    for name in (rude, "\u202eAnn", "\ud83d", "a\u2028b"):
        mine = json.dumps(name)[1:-1]
        found = film({"text": text.replace(f'"{finished("werewolf").names[0]}"', f'"{mine}"'), "as": "moderator"})
        json.dumps(found, ensure_ascii=False).encode()
        assert found["nights"]
        assert not any("<img" in night["svg"] for night in found["nights"])
        assert found["viewers"][2]["label"].isprintable()


def test_lines_end_only_where_lines_of_a_file_do() -> None:
    """A speech may hold what other programs take for the end of a line."""
    game = duskfall.start("werewolf", 7, seed=4)
    while game.asks:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, "one\u2028two\x0bthree" if ask.speech else None)
    assert "\u2028" in written(game)
    assert not trouble(written(game))


def test_what_no_table_tells_is_refused() -> None:
    """Facts that cannot be checked could be long beyond all measure."""
    text = foreign(written(finished("werewolf")))
    begin, end = text.index("\n", text.index('"Began"')), text.rindex('{"fact"')
    long = [
        {"fact": "Shown", "to": "all", "seat": 1, "role": "x" * 201},
        {"fact": "Voted", "to": "all", "verb": "vote", "ballots": [[1, 2]] * 151, "tally": []},
        {"fact": "Announced", "to": "all", "dead": [[1, "x"]] * 151},
        {"fact": "Shown", "to": "all", "seat": 1, "role": {"a": 1}},
        {"fact": "Began", "to": "all", "rules": "x", "names": ["Ann"], "flags": [], "talk": True, "deck": []},
    ]
    for fact in long:
        assert trouble(text[:end] + json.dumps(fact) + "\n" + text[end:]) == DAMAGED
    titles = [json.dumps({"fact": "TitleHeld", "to": "all", "title": f"t{number}", "seat": 1}) for number in range(51)]
    assert not trouble("\n".join([text[:begin], *titles[:50]]))
    assert trouble("\n".join([text[:begin], *titles])) == DAMAGED
    assert trouble(text.replace(f'"{finished("werewolf").names[0]}"', f'"{"A" * 201}"')) == DAMAGED


def test_any_facts_of_a_stranger_are_shown_or_one_line() -> None:
    """Facts shuffled, left out, said again, with words and numbers exchanged: nothing takes the engine down."""
    draws, text = random.Random(5), foreign(written(finished("werewolf")))
    head, *facts = [line for line in text.splitlines() if '"game"' in line or '"fact"' in line]
    odd = ['"x"', "null", "-1", "0", "99999999999", "[]", "{}", "true", "1.5", "NaN", '"\\ud800"']
    shown = 0
    for _ in range(150):
        lines = draws.choices(facts, k=draws.randint(1, len(facts)))
        spoilt = [
            re.sub(r'(?<=[:,\[])("[A-Za-z ]+"|\d+)(?=[,\]}])', lambda _: draws.choice(odd), line, count=1)
            if draws.random() < 0.02
            else line
            for line in lines
        ]
        told = trouble("\n".join([head, facts[0], *spoilt]))
        shown += not told
        assert "\n" not in told
    assert 0 < shown < 150
