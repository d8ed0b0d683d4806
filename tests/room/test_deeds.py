"""What may be done to a table, by whom and when; everything else is refused in a line, and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from duskfall.room.deeds import DEEDS
from duskfall.room.refused import Refused
from duskfall.room.room import Room
from duskfall.wire.room import RoomDeed
from tests.room.sitting import Clock, Page, Table

POWERS = ("start", "pause", "go", "kick", "hand", "end", "rematch", "renew", "wish")


def lobby(folder: Path, **wish: Any) -> tuple[Table, Page, Page]:
    table = Table(folder / "table", {"rules": "werewolf", "name": "Ada", **wish})
    return table, table.creator(), table.sit("Ben")


def test_the_deeds_of_the_wire_are_all_there() -> None:
    assert tuple(DEEDS) == get_args(RoomDeed)


@pytest.mark.parametrize("deed", POWERS)
def test_powers_need_the_creators_secret(deed: str, tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    watcher = table.connect({"watch": "watch"})
    for state in ("lobby", "playing", "over"):
        assert table.room.state == state
        for page in (ben, watcher):
            before = table.room.version
            assert table.refused(page, deed, seat=1, to="bot", wish={}) == "Only who made this table may do that."
            assert table.room.version == before
        table.do(ada, "start" if state == "lobby" else "end") if state != "over" else None


@pytest.mark.parametrize("deed", ["answer", "heard", "skip", "back", "rename", "leave", "chat"])
def test_who_watches_does_nothing(deed: str, tmp_path: Path) -> None:
    table, ada, _ = lobby(tmp_path)
    watcher = table.connect({"watch": "watch"})
    assert table.refused(watcher, deed, text="hello", name="Cid")
    table.do(ada, "start")
    assert table.refused(watcher, deed, text="hello", name="Cid")


@pytest.mark.parametrize("frame", [{}, {"do": None}, {"do": "fly"}, {"do": ["start"]}, {"do": {"a": 1}}])
def test_what_is_no_deed_is_refused(frame: dict[str, Any], tmp_path: Path) -> None:
    table, ada, _ = lobby(tmp_path)
    with pytest.raises(Refused):
        table.room.do(ada.who, frame)


def test_joining(tmp_path: Path) -> None:
    table, ada, _ = lobby(tmp_path, seats=6)
    for name in ("Cid", "Dee", "Eli", "Fay"):
        table.sit(name)
    with pytest.raises(Refused, match="All chairs are taken"):
        table.room.join("Gus")
    table.do(ada, "start")
    with pytest.raises(Refused, match="A game is on"):
        table.room.join("Gus")
    assert sorted(chair["name"] for chair in ada.board["chairs"]) == ["Ada", "Ben", "Cid", "Dee", "Eli", "Fay"]


def test_a_kicked_person_is_sent_away_and_their_link_is_void(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    secret = table.hellos[1]["secret"]
    table.do(ada, "kick", seat=ben.who.seat)
    assert ben.gone
    with pytest.raises(Refused):
        table.room.who({"secret": secret})
    assert len(table.room.chairs.people) == 1


def test_a_kick_in_a_game_hands_the_seat_to_a_bot(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    table.do(ada, "start")
    table.do(ada, "kick", seat=ben.who.seat)
    assert ben.gone
    table.pages.remove(ben)
    table.play([ada], Random(1))
    assert any("A bot plays for Ben" in event["text"] for event in ada.events)


def test_a_renewed_secret_opens_the_seat_and_the_old_one_does_not(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    table.do(ada, "start")
    link = table.do(ada, "renew", seat=ben.who.seat)["link"]
    assert ben.gone
    with pytest.raises(Refused):
        table.do(ben, "chat", text="hello")
    again = table.room.who({"secret": link["secret"]})
    assert again.seat == link["seat"] == ben.who.seat


def test_a_bots_seat_is_handed_to_a_person_by_a_link(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    table.do(ada, "start")
    seat = next(chair["seat"] for chair in ada.board["chairs"] if chair["kind"] == "bot")
    link = table.do(ada, "hand", seat=seat, to="person")["link"]
    cid = table.connect({"secret": link["secret"]}, "Cid")
    assert cid.who.seat == seat
    table.play([ada, ben, cid], Random(2))
    assert any(" plays." in event["text"] for event in ada.events)


def test_nobody_inherits_the_creators_powers(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    table.room.left(ada.who)
    table.do(ada, "leave")
    assert table.refused(ben, "start")
    assert not ben.board["creator"]
    host = table.connect({"creator": table.made["creator"]})
    table.do(host, "start")
    assert table.room.state == "playing"


def test_the_wish_can_be_changed_in_the_lobby(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    table.do(ada, "wish", wish={"rules": "city-mafia", "seats": 12})
    assert (ada.board["rules"], ada.board["seats"], len(ada.board["chairs"])) == ("city-mafia", 12, 12)
    assert ada.board["wish"]["seats"] == 12
    assert "wish" not in ben.board
    assert table.refused(ada, "wish", wish={"seats": 3}).startswith("This game is for")
    table.do(ada, "wish", wish={"seats": 5})
    assert {chair["name"] for chair in ada.board["chairs"] if chair["kind"] == "person"} == {"Ada", "Ben"}
    table.restart()
    table.do(ada, "start")
    table.play([ada, ben], Random(3))


def test_a_rematch_keeps_table_and_scores(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    table.do(ada, "start")
    names = [chair["name"] for chair in ada.board["chairs"]]
    table.play([ada, ben], Random(4))
    assert sum(score["games"] for score in ada.board["scores"]) == 10
    table.do(ada, "rematch")
    assert ada.board["state"] == "lobby"
    table.do(ada, "start")
    assert [chair["name"] for chair in ada.board["chairs"]] == names
    assert ada.game == 2
    table.play([ada, ben], Random(5))
    assert len(ada.board["games"]) == 2
    assert {score["games"] for score in ada.board["scores"]} == {2}
    table.restart()
    assert len(ben.board["games"]) == 2


def test_a_game_that_is_ended_has_no_winner_and_no_record_for_others(tmp_path: Path) -> None:
    table, ada, _ = lobby(tmp_path)
    table.do(ada, "start")
    table.do(ada, "end")
    assert ada.board["state"] == "over"
    assert ada.board["games"] == [{"number": 1, "winner": ""}]
    with pytest.raises(Refused):
        table.room.record(1, table.made["secret"])


def test_the_record_of_a_finished_game(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    table.do(ada, "start")
    with pytest.raises(Refused):
        table.room.record(1)
    table.play([ada, ben], Random(6))
    found = table.room.record(1)
    assert found["text"].count("\n") > 20
    for game in (0, 2, "1", None, True, [1]):
        with pytest.raises(Refused):
            table.room.record(game)


def test_the_end_has_a_story_in_the_viewers_language(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    pia = table.connect({"watch": "watch", "language": "ru"})
    table.do(ada, "start")
    table.play([ada, ben], Random(7))
    table.wait(1)
    assert ada.story["points"]
    assert ada.story["pictures"]
    assert pia.story["points"] != ada.story["points"]


def test_chat_in_the_lobby_is_for_all_and_in_a_game_for_the_dead(tmp_path: Path) -> None:
    table, ada, ben = lobby(tmp_path)
    watcher = table.connect({"watch": "watch"})
    table.do(ada, "chat", text="  hello\n there ")
    assert ben.chat == watcher.chat == [{"name": "Ada", "seat": ada.who.seat, "text": "hello there", "dead": False}]
    table.do(ada, "start")
    assert table.refused(ada, "chat", text="psst") == "During a game only the dead talk here."
    assert table.room.playing is not None
    for _ in range(3000):
        when = table.settle()
        dead = [page for page in (ada, ben) if not page.now["you"]["alive"]]
        if dead or table.room.state != "playing":
            break
        if not [table.answer(page, Random(8)) for page in (ada, ben) if page.now.get("forms")]:
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    assert dead
    assert table.room.state == "playing"
    table.do(dead[0], "chat", text="boo")
    living = [page for page in (ada, ben) if page.now["you"]["alive"]]
    assert dead[0].chat[-1]["dead"]
    assert all(page.chat[-1]["text"] != "boo" for page in (*living, watcher))
    table.restart()
    assert dead[0].chat[-1]["text"] == "boo"


def test_secrets_are_kept_as_hashes_alone(tmp_path: Path) -> None:
    table, _, _ = lobby(tmp_path)
    kept = (table.folder / "room.jsonl").read_text()
    for secret in (table.made["secret"], table.made["creator"], table.hellos[1]["secret"]):
        assert secret not in kept
    assert (table.folder / "room.jsonl").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "hello",
    [{}, {"secret": "x"}, {"secret": 7}, {"creator": "x"}, {"creator": ["x"]}, {"watch": "moderator"}],
)
def test_who_has_no_right_secret_is_refused(hello: dict[str, Any], tmp_path: Path) -> None:
    table, _, _ = lobby(tmp_path)
    with pytest.raises(Refused):
        table.room.who(hello)  # type: ignore[arg-type]


def test_a_moderator_sees_all_and_only_without_a_seat(tmp_path: Path) -> None:
    table = Table(tmp_path / "table", {"rules": "werewolf"})
    host = table.connect({"creator": table.made["creator"], "watch": "moderator"})
    ben, cid = table.sit("Ben"), table.sit("Cid")
    table.do(host, "start")
    table.play([ben, cid], Random(9))
    assert sum(event["private"] for event in host.events) > sum(event["private"] for event in ben.events)
    seated, ada, _ = lobby(tmp_path / "other")
    with pytest.raises(Refused, match="without a seat"):
        seated.room.who({"creator": seated.made["creator"], "watch": "moderator"})
    assert ada.who.watching == "seat"


def test_what_was_torn_off_in_the_file_was_never_answered(tmp_path: Path) -> None:
    table, _, ben = lobby(tmp_path)
    table.room.close()
    with (table.folder / "room.jsonl").open("a") as file:
        file.write(json.dumps({"rose": ben.who.seat})[:-3])
    room = Room.open(table.folder, now=Clock())
    assert [seat.name for seat in room.chairs.people] == [seat.name for seat in table.room.chairs.people]
    room.close()
