"""Conversations for training: what a seat was told, asked and answered, as a loader of data sets reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duskfall.arena.folder import read_league
from duskfall.arena.store.chat import chats
from duskfall.arena.store.export import FIELDS, OUTCOME, Wanted, lines
from duskfall.arena.store.keep import kept, record_lines
from duskfall.arena.store.query import open_tables
from duskfall.core.play.game import Game
from duskfall.core.record import Record, opening, read
from duskfall.core.record import lines as record_of
from duskfall.players.llm.prompts.conversation import NO_ANSWER
from duskfall.replay.sent import model_in, sent
from duskfall.table.sheet import TableSheet
from tests.arena.store.played import league_in, played
from tests.llm.driving import Driven, model

Line = dict[str, Any]


def exported(folder: Path) -> list[Line]:
    with open_tables(folder) as tables:
        return [json.loads(line) for line in lines(folder, read_league(folder), tables, Wanted())]


def record_in(game: Game) -> Record:
    return read(record_of(game, "00"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("leagues") / "small"
    league_in(found, TableSheet("werewolf", seats=7), TableSheet("town-of-agents", seats=7))
    return found


def test_a_loader_of_data_sets_reads_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    import datasets  # here, when it knows that there is no network

    file = tmp_path / "chat.jsonl"
    wanted = exported(folder)
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in wanted), "utf-8")
    found = datasets.load_dataset("json", data_files=str(file), split="train", cache_dir=str(tmp_path / "cache"))
    assert len(found) == len(wanted) > 0
    assert set(found.column_names) == {"messages", *FIELDS, *OUTCOME}
    for row, line in zip(found, wanted, strict=True):
        assert {**row, "messages": [dict(each) for each in row["messages"]]} == line


def test_a_line_a_seat_and_game_with_its_outcome(folder: Path) -> None:
    found = exported(folder)
    with open_tables(folder) as tables:
        asked = "SELECT game, seat, player, role, side, won, winner FROM seats JOIN games USING (game) ORDER BY ALL"
        rows = {row[:2]: row[2:] for row in tables.execute(asked).fetchall()}
    seen = [(line["game"], line["seat"]) for line in found]
    assert seen == sorted(set(seen))
    for line in found:
        told = tuple(line[key] for key in ("player", "role", "side", "won", "winner"))
        assert told == rows[line["game"], line["seat"]]
    silent = set(rows) - set(seen)
    for game, seat in silent:  # who was never asked has nothing to say
        record = read(record_lines(folder, game))
        assert all(entry.seat != seat for entry in record.entries)


def test_every_answer_of_the_record_is_there_in_its_turn(folder: Path) -> None:
    league = read_league(folder)
    for line in exported(folder):
        record = read(kept(folder, league, line["game"]).splitlines())
        mine = [entry for entry in record.entries if entry.seat == line["seat"] and entry.kind == "answer"]
        turns = [message["role"] for message in line["messages"]]
        assert turns == ["system", *["user", "assistant"] * len(mine)]
        answers = [message["content"] for message in line["messages"] if message["role"] == "assistant"]
        for entry, answer in zip(mine, answers, strict=True):
            text = entry.value.get("text") if isinstance(entry.value, dict) else None
            assert not text or json.loads(answer)["speech"] == text
            assert entry.value is not None or answer == NO_ANSWER


@pytest.mark.parametrize("rules", ["ai-mafia", "werewolf", "city-mafia"])
def test_it_is_what_a_model_in_that_seat_is_sent(rules: str) -> None:
    driven = Driven(TableSheet(rules, seats=8).start(4), {seat: model(context=10**9) for seat in range(1, 9)})
    driven.play()
    for seat, chat in chats(record_in(driven.game), driven.game, range(1, 9)).items():
        sent = driven.prompts[seat][-1].messages
        told = [each for place, each in enumerate(chat) if place % 3 != 2]  # without what is for one question alone
        assert [(each["role"], each["content"]) for each in told[: len(sent) - 1]] == list(sent[:-1])


def test_a_model_is_shown_as_it_was_set() -> None:
    kind = "http://localhost:1/v1#m?notes=yes&context=4000"
    game = Driven(TableSheet("werewolf", seats=8).start(5)).play().game
    seats = {"2": {"persona": "own", "manner": "You speak in riddles."}}
    head = opening(game.plan.rules, game.setup, "00", ["scripted", kind, *["scripted"] * 6], models=seats)
    record = read([*head, *list(record_of(game, "00"))[2:]])
    found = chats(record, game, [1, 2])
    asked = list(sent(game, 2, model_in(record, game, 2) or model()))
    questions = [each.messages[-1].text for each in asked]
    assert [each["content"] for each in found[2][2::3]] == questions
    assert found[2][0]["content"] == asked[0].messages[0].text
    assert found[2][1]["content"] == asked[0].messages[1].text
    assert "riddles" in found[2][1]["content"]
    assert "riddles" not in found[1][1]["content"]
    assert any("thought, notes," in each["content"] for each in found[2][1::3])
    assert not any("thought, notes," in each["content"] for each in found[1][1::3])


def test_speech_of_any_kind_comes_through() -> None:
    one = played("werewolf", 1)
    for number, entry in enumerate(one.game.log):
        if entry.word == "say":
            one.game.log[number] = entry._replace(value={"text": f"line\n{number} 🐺 \u2028 狼 \"'"})
    again = Game.replay(one.game.plan.rules, one.game.setup, one.game.log)
    record = read(line.encode() for line in record_of(again, "00"))
    said = [message["content"] for chat in chats(record, again, [1, 2]).values() for message in chat]
    assert any("🐺" in text and "狼" in text for text in said)
