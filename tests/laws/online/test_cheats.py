"""Whoever cheats at a table on a server: by the creator's powers, old secrets, names, or sheer number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duskfall.core.facts import HandedOver
from duskfall.room.people.chat import MOST
from duskfall.room.people.names import free_name
from duskfall.room.refused import Refused
from duskfall.room.room import Room
from duskfall.table.kept.journal import calls_path
from duskfall.tell.tongue import LANGUAGES, say, speaking
from tests.room.sitting import Page, Table

CLOCKS = {"speech": 30, "choice": 20, "secret": 15, "word": 10}


def at_night(folder: Path, **wish: Any) -> tuple[Table, list[Page]]:
    """A table of three people in its first night; the creator does not play unless a name is wished for."""
    table = Table(folder / "room", {"rules": "werewolf", "clocks": CLOCKS, **wish})
    people = [table.creator(), table.sit("Ben"), table.sit("Cleo"), table.sit("Dana")]
    table.do(people[0], "start")
    table.wait(8)
    assert people[1].now["phase"] == "night"
    assert people[1].now["forms"]
    return table, people


def bot_of(table: Table) -> int:
    return next(seat.number for seat in table.room.chairs if not seat.person)


# -- the creator -------------------------------------------------------------------------------------------------


def test_a_creator_who_plays_looks_at_no_card_in_secret(tmp_path: Path) -> None:
    """A bot's seat that is handed to a person for a moment, and back, is told all the same."""
    table, (ada, *_) = at_night(tmp_path, name="Ada")
    bot = bot_of(table)
    assert table.do(ada, "hand", seat=bot, to="person")["link"]["secret"]
    table.do(ada, "hand", seat=bot, to="bot")
    table.do(ada, "kick", seat=bot)
    table.wait(90)
    assert table.room.playing is not None
    told = [fact for fact in table.room.playing.showing.public.facts if isinstance(fact, HandedOver)]
    assert told[0].seat == bot


@pytest.mark.parametrize("more", [{}, {"watch": "moderator"}, {"watch": "watch"}, {"watch": "seat"}])
def test_a_creator_who_plays_never_sees_all(more: dict[str, str], tmp_path: Path) -> None:
    table, _ = at_night(tmp_path, name="Ada")
    for keys in (("creator", "secret"), ("creator",), ("secret",)):
        hello: Any = {**{key: table.made[key] for key in keys}, **more}  # type: ignore[literal-required]
        try:
            who = table.room.who(hello)
        except Refused:
            continue
        sight = table.room.sight(who)
        assert sight is not None
        assert sight.view.seat == (table.made["seat"] if "secret" in keys else 0)


def test_nobody_else_has_the_creators_powers(tmp_path: Path) -> None:
    table, (_, ben, *_) = at_night(tmp_path)
    for deed in ("start", "pause", "go", "kick", "hand", "end", "rematch", "renew", "wish"):
        assert table.refused(ben, deed, seat=1, to="bot", wish={}), deed
    assert table.room.state == "playing"
    assert not table.room.paused


def test_whoever_is_at_the_door_is_not_told_which_seats_bots_play_either(tmp_path: Path) -> None:
    table, (_, ben, *_) = at_night(tmp_path, label_bots=False)
    assert {chair["kind"] for chair in ben.board["chairs"]} == {"person"}
    found = table.room.found()
    assert found["players"] == [chair["name"] for chair in ben.board["chairs"]]
    assert not found["free"]


# -- secrets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deed", ["kick", "renew"])
def test_a_void_secret_opens_nothing_any_more(deed: str, tmp_path: Path) -> None:
    table, (ada, ben, *_) = at_night(tmp_path)
    form = ben.now["forms"][0]
    table.do(ada, deed, seat=ben.who.seat)
    frames = len(ben.frames)
    assert ben.gone
    assert table.refused(ben, "answer", verb=form["verb"], number=form["number"], value=1)
    assert table.refused(ben, "back")
    with pytest.raises(Refused):
        table.room.who(table.hellos[1])  # type: ignore[arg-type]
    table.wait(100)
    assert len(ben.frames) == frames


@pytest.mark.parametrize("secret", ["", "x", "\ud800", "é" * 10_000, 7, None, [], {}, True, 1.5])
def test_what_is_no_secret_is_refused(secret: object, tmp_path: Path) -> None:
    table, _ = at_night(tmp_path)
    for name in ("secret", "creator"):
        with pytest.raises(Refused):
            table.room.who({name: secret})  # type: ignore[misc]


def test_secrets_are_nowhere_in_the_files_nor_in_what_is_sent(tmp_path: Path) -> None:
    table, people = at_night(tmp_path, name="Ada")
    secrets = [hello[key] for hello in table.hellos for key in ("secret", "creator") if hello.get(key)]
    assert len(secrets) == 5
    kept = "".join(path.read_text() for path in table.folder.iterdir())
    sent = "".join(str(frame) for page in people for _, frame in page.frames)
    assert not [secret for secret in secrets if secret in kept + sent]


# -- records, and those who watch --------------------------------------------------------------------------------


def test_no_record_is_given_of_a_game_that_is_not_over(tmp_path: Path) -> None:
    table, (ada, *_) = at_night(tmp_path)
    keys = (table.hellos[1]["secret"], table.made["creator"])
    for game in (0, 1, 2, -1, "1", None, True, "../room"):
        with pytest.raises(Refused):
            table.room.record(game, *keys)
    table.do(ada, "end")
    with pytest.raises(Refused):  # nobody has won: their cards stay theirs
        table.room.record(1, *keys)


def test_what_models_were_asked_is_for_those_of_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path / "room", {"rules": "werewolf", "name": "Ada", "pace": "instant"})
    ada = table.creator()
    table.do(ada, "start")
    table.do(ada, "leave")
    table.wait(3600)
    assert table.room.state == "over"
    calls_path(table.folder / "game-1.jsonl").write_text("dear\n")
    assert table.room.record(1)["calls"] == ""
    assert table.room.record(1, "x", "y")["calls"] == ""
    assert table.room.record(1, table.made["secret"], "")["calls"] == "dear\n"


def test_those_who_watch_are_behind_and_wake_nobody(tmp_path: Path) -> None:
    table, (_, ben, *_) = at_night(tmp_path, delay=30)
    watching = table.connect({"watch": "watch"})
    table.wait(150)
    shown, seen = first_seen(ben), first_seen(watching)
    late = [seen[event] - shown[event] for event in seen if event in shown]
    assert late
    assert min(late) >= 30
    table.pages.remove(watching)
    table.room.left(watching.who)
    for _ in range(50):
        table.wait(1)
        when = table.room.advance()
        assert when is None or when > table.clock.time


def first_seen(page: Page) -> dict[str, float]:
    """The public events of a page, and when each came first."""
    found: dict[str, float] = {}
    for at, news in page.frames:
        for event in news.get("events", ()):
            found.setdefault(str(event), at)
    return found


def test_what_stops_a_model_by_night_is_told_by_day(tmp_path: Path) -> None:
    """Else whoever comes back to their page would see that a model was asked something in secret."""
    table, (_, ben, *_) = at_night(tmp_path)
    assert table.room.playing is not None
    table.room.playing.fillers.problem = True
    again = table.connect(table.hellos[1])
    assert not again.board["problem"]
    while ben.now["phase"] == "night":
        table.wait(1)
        assert not table.connect(table.hellos[1]).board["problem"] or ben.now["phase"] == "day"
    table.wait(20)
    assert table.connect(table.hellos[1]).board["problem"]


# -- names, and sheer number -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_has_a_name_that_reads_like_the_host(language: str) -> None:
    with speaking(language):
        for name in (say("The host"), say("The host").upper(), "Th\u0435 h\u043est", "The  host\u200b"):
            with pytest.raises(Refused):
                free_name(name, [])


def test_leaving_and_coming_back_is_bounded(tmp_path: Path) -> None:
    table, (_, ben, *_) = at_night(tmp_path)
    table.wait(120)
    for _ in range(60):
        table.refused(ben, "leave")
        table.wait(0.2)
        table.refused(ben, "back")
        table.wait(0.2)
    assert table.room.playing is not None
    assert sum(isinstance(fact, HandedOver) for fact in table.room.playing.game.facts) < 20


def test_chat_is_bounded(tmp_path: Path) -> None:
    table = Table(tmp_path / "room", {"rules": "werewolf", "name": "Ada"})
    ada = table.creator()
    for number in range(3 * MOST):
        table.room.do(ada.who, {"do": "chat", "text": f"line {number}"})
    assert len(table.room.chat.lines) <= 2 * MOST
    table.room.close()
    room = Room.open(table.folder, now=table.clock)  # read back, it is bounded as well
    assert len(room.chat.lines) <= 2 * MOST
    room.close()


def test_nobody_answers_for_another(tmp_path: Path) -> None:
    table, (_, *people) = at_night(tmp_path)
    before = [page.now["forms"] for page in people]
    for page in people:
        for other in people:
            form = other.now["forms"][0]
            if page is not other and form["verb"] != "wait":
                table.refused(page, "answer", verb=form["verb"], number=form["number"], value=1, seat=other.who.seat)
    assert [page.now["forms"] for page in people] == before
