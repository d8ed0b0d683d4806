"""Models at a table: asked as soon as the game comes to them, heard while they speak, replaced when they fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.players.base import Stopped
from duskfall.players.bots.random import RandomPlayer
from duskfall.players.find import Maker
from duskfall.players.llm.calls import TRANSPORT, Failed
from duskfall.room.dealing import Guests
from duskfall.room.game.guests import ModelsRefusedError, refusal
from duskfall.room.made.fills import model_label, wire_names
from duskfall.room.made.wish import read_wish
from duskfall.room.refused import Refused
from duskfall.room.room import Room
from tests.llm.fakes import FakeWire
from tests.room.sitting import Clock, Page, Table

WORDS = "I trust Ann. VOTE\nSKIP"
MODEL = "openai:parrot?price=1/10"
LOCAL = "http://192.0.2.9:8000/v1#qwen"


class Coming:
    """An answer that is there after so many seconds of the table's clock; its words grow with them."""

    def __init__(self, value: object, clock: Callable[[], float], seconds: float, broken: bool) -> None:
        self.value, self.clock, self.begun, self.seconds, self.broken = value, clock, clock(), seconds, broken
        self.cancelled = False

    @property
    def words(self) -> str:
        said = self.value.get("text") if isinstance(self.value, dict) else self.value
        text = said if isinstance(said, str) else ""
        return text[: int(len(text) * min(1.0, (self.clock() - self.begun) / self.seconds))]

    def done(self) -> bool:
        return self.clock() - self.begun >= self.seconds

    def result(self) -> object:
        if self.broken:
            raise Stopped("the key sk-123 is not valid")
        return self.value

    def cancel(self) -> None:
        self.cancelled = True


class Slow:
    """A player from afar."""

    blind = False

    def __init__(self, seed: int, house: House) -> None:
        self.player, self.house = RandomPlayer(seed), house
        self.recalled: list[Ask] = []

    def answer(self, ask: Ask, view: View) -> object:
        raise AssertionError("nobody waits for a model")

    def begin(self, ask: Ask, view: View) -> Coming:
        said: object = WORDS if ask.speech else self.player.answer(ask, view)
        if ask.addresses:  # a question says whom it is for
            said = {"text": WORDS, "to": ask.addresses[0]}
        coming = Coming(said, self.house.clock, self.house.seconds(ask), self.house.broken)
        self.house.out.append((ask, coming))
        return coming

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        self.recalled.append(ask)


class House:
    """Where the models of these tests come from: how long they take, and whether they can go on."""

    def __init__(self) -> None:
        self.clock: Callable[[], float] = Clock()
        self.broken, self.left = False, False
        self.seconds: Callable[[Ask], float] = lambda ask: 4.0
        self.out: list[tuple[Ask, Coming]] = []

    def in_effect(self, game: Game, kinds: Any) -> dict[str, Any]:
        return {}

    def sit(self, game: Game, record: Path, seats: Mapping[str, Any]) -> Mapping[str, Maker]:
        return {MODEL: lambda seed: Slow(seed, self)}

    def leave(self, over: bool) -> None:
        self.left = True


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    found = House()
    monkeypatch.setattr(Guests, "invite", lambda kinds, *_: found if MODEL in kinds else None)
    monkeypatch.setattr("tests.room.sitting.Room.new", with_models(Room.new))
    monkeypatch.setattr("tests.room.sitting.Room.open", with_models(Room.open))
    return found


def with_models(make: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **named: make(*args, fills=("scripted", MODEL), **named)


def seated(folder: Path, house: House, rules: str = "ai-mafia") -> tuple[Table, list[Page]]:
    table = Table(folder / "table", {"rules": rules, "name": "Ada", "fill": MODEL, "max_cost": 1})
    house.clock = lambda: table.room.moment()
    people = [table.creator()]
    table.do(people[0], "start")
    table.settle()
    return table, people


def test_one_person_and_models_keep_the_length_of_a_night(house: House, tmp_path: Path) -> None:
    table, people = seated(tmp_path, house, "werewolf")
    assert table.room.playing is not None
    assert table.room.playing.timed
    table.play(people, Random(1))
    assert people[0].board["state"] == "over"
    assert not people[0].board["problem"]
    assert house.left


def test_the_words_of_a_model_are_heard_while_it_speaks_but_not_what_is_counted(house: House, tmp_path: Path) -> None:
    table, people = seated(tmp_path, house)
    heard = set()
    for _ in range(3000):
        when = table.settle()
        heard.add(people[0].live)
        if len(heard) > 8 or table.room.state != "playing":
            break
        if not table.answer(people[0], Random(2)):
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    assert any(0 < len(words) < len("I trust Ann. VOTE") for words in heard)
    assert all("SK" not in words for words in heard)


def test_a_model_that_is_late_in_a_hidden_step_is_silent(house: House, tmp_path: Path) -> None:
    house.seconds = lambda ask: 4.0 if ask.speech else 500.0
    table, people = seated(tmp_path, house, "werewolf")
    for _ in range(3000):
        when = table.settle()
        if people[0].now["phase"] == "day":
            break
        if not table.answer(people[0], Random(3)):
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    assert any(coming.cancelled for _, coming in house.out)


def test_models_that_cannot_go_on_are_replaced_by_bots_and_the_game_goes_on(house: House, tmp_path: Path) -> None:
    table, people = seated(tmp_path, house)
    for _ in range(1500):
        when = table.settle()
        if not table.answer(people[0], Random(4)):
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    house.broken = True
    table.play(people, Random(4))
    assert people[0].board["problem"] == "The models of this table could not go on: bots play their seats."
    assert {chair["kind"] for chair in people[0].board["chairs"]} == {"person", "bot"}
    assert "sk-123" not in repr(people[0].frames)
    assert people[0].now["over"]


def test_that_a_model_fails_in_a_hidden_step_is_told_when_it_is_over(house: House, tmp_path: Path) -> None:
    """Whatever it was asked, the night goes on as if it had answered."""
    house.broken = True
    table, people = seated(tmp_path, house, "werewolf")
    assert table.room.playing is not None
    told = list[bool]()
    while not people[0].board["problem"]:
        table.clock.time = max(table.settle() or 0.0, table.clock.time)
        if table.room.playing.fillers.problem and table.room.playing.showing.stage.closed:
            told.append(bool(people[0].board["problem"]))
        table.room.changed()  # the board is sent anew
        table.tell()
    assert told
    assert not any(told)


def test_after_a_restart_models_remember_and_go_on(house: House, tmp_path: Path) -> None:
    table, people = seated(tmp_path, house)
    for _ in range(1500):
        when = table.settle()
        if not table.answer(people[0], Random(5)):
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    table.restart()
    assert table.room.playing is not None
    players = [player.player for player in table.room.playing.fillers.players.values()]  # type: ignore[attr-defined]
    assert all(isinstance(player, Slow) for player in players)
    assert any(player.recalled for player in players)
    table.play(people, Random(5))
    assert people[0].now["over"]


def test_models_that_cannot_be_reached_any_more_are_replaced(house: House, tmp_path: Path, monkeypatch: Any) -> None:
    table, people = seated(tmp_path, house)
    table.wait(30)

    def unreached(*_: object) -> None:
        raise Refused("no")

    monkeypatch.setattr(Guests, "invite", unreached)
    table.restart()
    table.play(people, Random(6))
    assert people[0].board["problem"]
    assert people[0].now["over"]


def test_a_model_that_cannot_be_reached_is_told_before_the_deal(tmp_path: Path) -> None:
    async def refuse(*_: object) -> Any:
        raise Failed(TRANSPORT, "http://192.0.2.9:8000/v1 cannot be reached; is the server running?", final=True)

    model = f"{LOCAL}?price=1/2"
    room, made = Room.new(
        tmp_path / "table", {"name": "Ada", "fill": "qwen", "max_cost": 1}, now=Clock(), fills=("scripted", model),
        wires=lambda _: FakeWire(refuse),
    )  # fmt: skip
    who = room.who({"secret": made["secret"], "creator": made["creator"]})
    with pytest.raises(ModelsRefusedError, match="qwen cannot play: its server is not running") as caught:
        room.do(who, {"do": "start"})
    assert "http://192.0.2.9:8000/v1 cannot be reached" in caught.value.told
    assert room.state == "lobby"
    room.close()


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (f"--max-cost: the price of {LOCAL} is not known: add ?price=IN/OUT", "no price is known for it"),
        (f"{LOCAL}: http://192.0.2.9:8000/v1 cannot be reached; is the server running?", "its server is not running"),
        (f"{LOCAL}: http refuses the key in DUSKFALL_HTTP_KEY", "its key is missing or refused"),
        (f"{LOCAL}: there is no model qwen at http://192.0.2.9:8000/v1: secret words", "knows no such model"),
        ("the next call could exceed --max-cost $0.01 (spent $0.0090 so far)", "the limit of costs"),
        (f"{LOCAL}: the server answered 503: secret words", "its server is busy"),
        ("the server was busy for 60 seconds (22 calls); the last time, the server answered 500: x", "with errors"),
        (f"{LOCAL}: something else, with secret words", "whoever runs the server sees why"),
    ],
)
def test_a_page_is_told_why_a_model_cannot_play_and_no_address(told: str, shown: str) -> None:
    said = refusal(model_label(LOCAL), told)
    assert said.startswith("qwen cannot play: ")
    assert shown in said
    assert not [word for word in ("192.0.2.9", "http", "secret") if word in said]


def test_a_model_without_a_price_is_refused_with_the_reason(tmp_path: Path) -> None:
    room, made = Room.new(
        tmp_path / "table", {"name": "Ada", "fill": "qwen", "max_cost": 1}, now=Clock(), fills=("scripted", LOCAL),
    )  # fmt: skip
    who = room.who({"secret": made["secret"], "creator": made["creator"]})
    with pytest.raises(ModelsRefusedError, match="qwen cannot play: no price is known") as caught:
        room.do(who, {"do": "start"})
    assert LOCAL in caught.value.told, "whoever runs the server reads the whole of it"
    board = room.board(who, behind=False)
    assert (board["fill"], board["wish"]["fill"]) == ("qwen", "qwen")
    assert "192.0.2.9" not in json.dumps(board)
    room.close()


def test_models_have_names_without_addresses_that_are_all_different() -> None:
    other = "https://example.org/v1#qwen?effort=low&price=1/2"
    names = wire_names(("scripted", LOCAL, "http://other.example/v1#qwen", other, "openai:gpt-5?price=1/10"))
    assert [*names.values()] == ["scripted", "qwen", "qwen (2)", "qwen?effort=low", "openai:gpt-5"]
    for kind, name in names.items():
        assert read_wish({"fill": name, "max_cost": 1}, [*names]).fill == kind
    with pytest.raises(Refused) as caught:
        read_wish({"fill": "qwen (3)", "max_cost": 1}, [*names])
    assert "http" not in str(caught.value)
