"""What models were sent, on a page: all of it, once, at what came of it, and for those alone who may read it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from duskfall.arena.run.series import play_one
from duskfall.core.record import Record, read
from duskfall.core.start.setup import NAMES
from duskfall.players.llm.accounts.sidecar import read_calls
from duskfall.replay.calls import Sent
from duskfall.replay.page import page
from duskfall.replay.sent import Shelf
from duskfall.rules import BOOKS, ruleset
from duskfall.table.kept.journal import calls_path
from duskfall.table.models import Models, ModelTerms
from duskfall.table.sheet import TableSheet
from duskfall.tell.text import safe_lines
from tests.llm.faulty import Faulty
from tests.llm.tables import SHORT
from tests.llm.test_llm_sent import BAD
from tests.replay.test_page import Parts, game_of
from tests.replay.unpacked import unpacked

CONTROL = re.compile(r'data-asked="(\d+\.\d+)"')


def played(book: str, path: Path, seats: int = 7, models: int = 5) -> Shelf:
    """A game of models, of which some answers are no good, and bots."""
    with Faulty(share=0.3, faults=[*BAD, "deep"]) as server:  # the last is too long to be sent back whole
        kind = f"{server.address}#m?persona=any&deadline=30"
        sheet = TableSheet(book, seats, flags=SHORT[book], players=f"{kind}*{models}", seed=5)
        with Models([kind], ModelTerms()) as made:
            play_one(sheet, 5, path, made)
    return shelf_of(path)


def shelf_of(path: Path, calls: bool = True) -> Shelf:
    record = read(path.read_text(encoding="utf-8").splitlines())
    game = record.replay(ruleset(record.rules))
    return Shelf(record, game, read_calls(calls_path(path)) if calls else ())


@pytest.fixture(scope="module", params=list(BOOKS))
def shelf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return played(request.param, tmp_path_factory.mktemp(request.param) / "game.jsonl")


def made(shelf: Shelf, seat: int | None, reveal: bool = True) -> str:
    return page(shelf.record.facts, shelf.record.names, seat, reveal, sent=shelf.of)


def conversations(text: str) -> dict[int, list[tuple[str, list[Any]]]]:
    """Of each seat the questions in a page: their titles, and what each call sent and brought, as the page reads it."""
    data = json.loads(unpacked(text, "sent"))
    texts, found = data["texts"], {}
    for seat, questions in data["seats"].items():
        messages: list[Any] = []
        found[int(seat)] = told = list[tuple[str, list[Any]]]()
        for title, calls in questions:
            told.append((title, []))
            for same, more, _, form, outcome, came in calls:
                messages = [*messages[:same], *((role, texts[text]) for role, text in more)]
                told[-1][1].append((messages, texts[form], outcome, texts[came]))
    return found


def of_shelf(sent: Sequence[Sent]) -> list[Any]:
    """The same of what was sent."""
    return [
        (
            [(role, safe_lines(text)) for role, text in each.messages],
            safe_lines(json.dumps(each.schema, ensure_ascii=False)),
            each.outcome,
            safe_lines(each.came),
        )
        for each in sent
    ]


def test_the_moderators_page_holds_all_that_was_sent_and_what_came_back(shelf: Shelf) -> None:
    found = conversations(made(shelf, None))
    assert list(found) == [seat for seat in range(1, 8) if shelf.of(seat)]
    for seat, questions in found.items():
        assert [call for _, calls in questions for call in calls] == of_shelf(shelf.of(seat))
        assert questions[0][0].startswith(f"{shelf.record.names[seat - 1]}, question 1 of {len(questions)}: ")
    calls = [call for seat in found for _, calls in found[seat] for call in calls]
    assert {outcome for _, _, outcome, _ in calls} > {"ok"}
    assert all(came for _, _, outcome, came in calls if outcome == "ok")


def test_a_call_that_is_made_again_shows_all_that_the_call_before_did_not_send(shelf: Shelf) -> None:
    text, sent_back = made(shelf, None), 0
    data = json.loads(unpacked(text, "sent"))["seats"]
    for seat, questions in conversations(text).items():
        for (_, calls), (_, kept) in zip(questions, data[str(seat)], strict=True):
            for before, after, row in zip(calls, calls[1:], kept[1:], strict=False):
                assert after[0][: row[2]] == before[0]
                sent_back += any(role == "assistant" and said != before[3] for role, said in after[0][row[2] :])
    assert sent_back  # an answer is not sent back as it came


def test_of_a_first_call_what_follows_the_models_own_answer_stands_open(shelf: Shelf) -> None:
    for seat, questions in json.loads(unpacked(made(shelf, None), "sent"))["seats"].items():
        firsts = [each for each in shelf.of(int(seat)) if each.call == 1]
        for call, (_, ((_, _, seen, *_), *_)) in zip(firsts, questions, strict=True):
            roles = [role for role, _ in call.messages]
            assert roles[seen - 1] in ("system", "assistant")
            assert set(roles[seen:]) == {"user"}


def test_every_question_has_one_control_at_what_came_of_it(shelf: Shelf) -> None:
    text = made(shelf, None)
    asked = {
        f"{seat}.{number}": calls
        for seat, questions in conversations(text).items()
        for number, (_, calls) in enumerate(questions, 1)
    }
    assert sorted(CONTROL.findall(text)) == sorted(asked)
    speeches = re.findall(r'<li class="said"[^>]* data-seat="(\d)">(.*?)<p><bdi>(.*?)</bdi>', text)
    assert speeches
    for seat, head, said in speeches:
        controls = CONTROL.findall(head)
        assert [each.split(".")[0] for each in controls] == ([seat] if shelf.of(int(seat)) else [])
        assert all(said in asked[each][-1][3] for each in controls)


@pytest.mark.parametrize("reveal", [True, False])
def test_a_seats_page_holds_nothing_of_what_others_were_sent(shelf: Shelf, reveal: bool) -> None:
    text = made(shelf, 2, reveal)
    found = conversations(text)
    assert list(found) == [2]
    assert [call for _, calls in found[2] for call in calls] == of_shelf(shelf.of(2))
    assert {each.split(".")[0] for each in CONTROL.findall(text)} == {"2"}
    if reveal:
        assert CONTROL.findall(unpacked(text, "sealed")) == CONTROL.findall(text)
    everything = text + unpacked(text, "sent") + (unpacked(text, "sealed") if reveal else "")
    for seat in (1, 3, 4, 5):
        mine, theirs = (f"you are {shelf.record.names[each - 1]} the" for each in (2, seat))
        assert mine in everything
        assert theirs not in everything


@pytest.mark.parametrize("seat", [0, 6])
def test_whoever_may_not_read_it_gets_the_page_of_a_game_without_models(shelf: Shelf, seat: int) -> None:
    assert made(shelf, seat) == page(shelf.record.facts, shelf.record.names, seat)


def test_a_game_without_models_has_no_trace_of_it() -> None:
    game = game_of("werewolf")
    record = Record("werewolf", "", "", {"names": NAMES[:9]}, {"players": ["random"] * 9})
    text = page(game.facts, NAMES[:9], None, sent=Shelf(record, game).of)
    assert text == page(game.facts, NAMES[:9], None)
    assert "asked" not in text
    assert "prompt" not in text


def test_without_the_file_of_calls_the_recorded_answer_is_what_came_back(tmp_path: Path) -> None:
    played("werewolf", tmp_path / "game.jsonl")
    calls = conversations(made(shelf_of(tmp_path / "game.jsonl", calls=False), None))[1]
    answers = [json.loads(came) for _, (call,) in calls if (came := call[3])]
    assert answers
    assert all("thought" in answer for answer in answers)


def test_the_page_needs_nothing_more_and_nobody_can_write_a_tag(shelf: Shelf) -> None:
    parts = Parts(made(shelf, None))
    assert parts.handlers == []
    assert parts.tags.count("script") == 2
    assert parts.tags.count("dialog") == 2
