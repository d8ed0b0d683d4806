"""Players in other processes: named, greeted, asked, told of the end; the two of the manual play by the contract."""

from __future__ import annotations

import json
import os
import re
import shutil
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from duskfall.core.facts import EVERYONE, Ended
from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.players.base import PlayerError, is_remote
from duskfall.players.find import find, how_to_bring, places, unnamed
from duskfall.players.foreign.kinds import Foreign, is_foreign, read_foreign, with_settings
from duskfall.rules.registry import find as rules_of
from duskfall.table.hours import SecretClocks, hours
from duskfall.table.run import play
from duskfall.table.seating import read_line, seat_players, try_out
from duskfall.testing import player_test
from tests.patience import until

from .programs import FACTS, asked, command, got, made, seen, written

PAGE = (Path(__file__).parents[2] / "docs/foreign-players.md").read_text(encoding="utf-8")


# -- names ---------------------------------------------------------------------------------------------------


def test_a_command_has_words_and_settings() -> None:
    found = read_foreign("exec:python3 bot.py --level 3?seconds=2.5&memory=64&language=ru&env=A+B")
    assert found == Foreign(
        found.kind, "exec", ("python3", "bot.py", "--level", "3"), 2.5, memory=64, language="ru", env=("A", "B")
    )
    assert read_foreign("tcp:[::1]:7000?game=9").place == ("::1", "7000")
    assert read_foreign("unix:/run/a%3Fb.sock").place == ("/run/a?b.sock",)
    assert read_foreign("exec:./bot 'a b' x%2Cy%2A").place == ("./bot", "a b", "x,y*")


def test_settings_can_also_stand_in_a_file() -> None:
    kind = with_settings("exec:./bot?seconds=2", {"memory": 64, "env": "A+B"})
    assert kind == "exec:./bot?seconds=2&memory=64&env=A+B"
    assert with_settings("exec:./bot", {}) == "exec:./bot"
    assert read_foreign(with_settings("tcp:a:1", {"language": "ru"})).language == "ru"
    with pytest.raises(PlayerError, match="unknown setting 'second'"):
        read_foreign(with_settings("exec:./bot", {"second": 1}))


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("exec:", "the command is missing, as in exec:./bot"),
        ("exec:./bot 'a", "no closing quotation in the command (%2C is a comma"),
        ("exec:./bot?second=2", "unknown setting 'second' (there are: seconds, game, memory, language, env)"),
        ("exec:./bot?seconds=soon", "seconds is a number from 0.01 to 3600, not 'soon'"),
        ("exec:./bot?seconds=nan", "seconds is a number from 0.01 to 3600, not 'nan'"),
        ("exec:./bot?memory=1.5", "memory is a number from 16 to"),
        ("exec:./bot?seconds=1&seconds=2", "seconds is set twice"),
        ("exec:./bot?language=xx", "unknown language 'xx' (there are: en"),
        ("exec:./bot?env=A=B", "env is names of variables"),
        ("tcp:localhost", "the address is not as tcp:localhost:7000"),
        ("tcp:localhost:99999", "the address is not as"),
        ("tcp:localhost:7000?memory=64", "unknown setting 'memory' (there are: seconds, game, language)"),
        ("unix:", "the path is missing"),
    ],
)
def test_what_is_wrong_with_a_name_is_told_in_a_line(kind: str, wrong: str) -> None:
    with pytest.raises(PlayerError, match="^" + re.escape(f"{kind}: {wrong}")):
        find(kind)


def test_a_program_or_a_server_that_is_not_there_is_told_before_the_deal(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"there is no program nosuch \(a file here is ./nosuch"):
        try_out(["exec:nosuch --fast"])
    with pytest.raises(PlayerError, match=r"there is no program ./nosuch that may be run"):
        try_out(["exec:./nosuch"])
    with pytest.raises(PlayerError, match="nobody answers there"):
        try_out([f"unix:{tmp_path}/nosuch"])
    with pytest.raises(PlayerError, match="nobody answers there"):
        try_out(["tcp:127.0.0.1:1"])


def test_a_line_of_players_takes_them() -> None:
    kinds = [
        kind for kind, _ in read_line("exec:sh -c x=1*3, tcp:localhost:7000, scripted", rules_of("werewolf")).chairs
    ]
    assert kinds == ["exec:sh -c x=1", "tcp:localhost:7000", "scripted"]
    assert read_line("village=exec:sh a?seconds=2, random", rules_of("werewolf")).teams == {
        "village": "exec:sh a?seconds=2"
    }


def test_a_record_brings_none_of_them() -> None:
    kinds = ["exec:./bot x", "tcp:localhost:1", "unix:/a", "scripted"]
    assert places(kinds) == kinds[:3]
    assert all(map(is_foreign, kinds[:3]))
    assert unnamed(kinds, []) == kinds[:3]
    assert unnamed(kinds, kinds[1:]) == kinds[:1]
    assert unnamed(kinds, kinds) == []
    assert how_to_bring(kinds[:1]).endswith("which a record never brings: give it by --players 'exec:./bot x'")
    for kind in kinds[1:3]:
        assert how_to_bring([kind]).endswith(f"to which a record never connects by itself: give it by --players {kind}")
    assert how_to_bring([]) == ""


# -- what goes there, and comes back -----------------------------------------------------------------------------


def test_it_is_greeted_asked_told_and_sent_off(tmp_path: Path) -> None:
    kind = written(tmp_path, "reply(ask, 3)", "seconds=20&language=zh")
    player = made(kind, seed=(1 << 60) + 5)
    assert is_remote(player)
    assert player.answer(asked(1), seen()) == 3
    over = view((*FACTS, Ended(EVERYONE, "village", "wolves", (), ("Werewolf", "Villager", "Villager"))), 2)
    player.leave(over)
    until(lambda: len(got(tmp_path)) == 3)
    hello, ask, end = got(tmp_path)
    assert hello == {
        "hello": 1, "rules": "werewolf", "seat": 2, "names": ["Ann", "Bob", "Cid"], "seed": 5, "language": "zh",
        "limits": {"seconds": 20, "game": 600, "memory": 512, "line": 65536, "speech": 4000},
    }  # fmt: skip
    assert ask["ask"] == {
        **asked(1)._asdict(),
        "seats": [1, 3],
        "words": ["nobody"],
        "roles": [],
        "addresses": [],
        "nominees": [],
    }
    assert [fact["fact"] for fact in ask["facts"]] == ["Began", "Dealt"]
    assert end["over"] == {"winner": "village", "reason": "wolves"}
    assert [fact["fact"] for fact in end["facts"]] == ["Ended"]


def test_what_was_answered_before_comes_first_and_is_not_asked(tmp_path: Path) -> None:
    player = made(written(tmp_path, "reply(ask, {'target': 3, 'thought': 'Hm'})"))
    player.recall(asked(1), seen(), 1)
    player.recall(asked(2), seen(), None)
    assert player.answer(asked(3), seen()) == {"target": 3, "thought": "Hm"}
    player.leave(seen())
    lines = got(tmp_path)
    assert [("hello" in line, line.get("answered", "–")) for line in lines[:4]] == [
        (True, "–"),
        (False, 1),
        (False, None),
        (False, "–"),
    ]
    assert [len(line.get("facts", ())) for line in lines[:4]] == [0, 2, 0, 0]
    assert [(call.number, call.outcome) for call in player.foreign_calls] == [(3, "ok")]


def test_it_gets_no_keys_but_those_that_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("MY_KEY", "mine")
    does = 'reply(ask, [os.environ.get(name) for name in ("OPENAI_API_KEY", "MY_KEY", "PATH")])'
    for settings, key in (("", None), ("env=MY_KEY", "mine")):
        player = made(written(tmp_path, does, settings))
        assert player.answer(asked(), seen()) == [None, key, os.environ["PATH"]]
        player.leave(seen())


def test_those_who_are_asked_at_once_think_at_the_same_time(tmp_path: Path) -> None:
    """Each waits for the other before it answers."""
    kinds = []
    for name, other in (("one", "two"), ("two", "one")):
        does = f"while not os.path.exists('{tmp_path}/{other}.py.got'): time.sleep(0.01)\nreply(ask, 1)"
        kinds.append(written(tmp_path, does, "seconds=100", f"{name}.py"))
    players = [made(kind) for kind in kinds]
    out = [player.begin(asked(), seen()) for player in players]
    assert [pending.result() for pending in out] == [1, 1]
    for player in players:
        player.leave(seen())


# -- servers -----------------------------------------------------------------------------------------------------


class Server(socketserver.StreamRequestHandler):
    """Answers with the first option."""

    def handle(self) -> None:
        for line in self.rfile:
            letter = json.loads(line)
            if "ask" in letter:
                ask = letter["ask"]
                options = ["Hm."] if ask["speech"] else [*ask["words"], *ask["seats"]] or [None]
                self.wfile.write(json.dumps({"number": ask["number"], "answer": options[0]}).encode() + b"\n")


@contextmanager
def served(server: socketserver.BaseServer) -> Iterator[None]:
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield
    server.shutdown()
    server.server_close()


class Tcp(socketserver.ThreadingTCPServer):
    daemon_threads = True


class Unix(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True


@pytest.mark.parametrize("way", ["tcp", "unix"])
def test_a_server_plays(way: str, tmp_path: Path) -> None:
    path = os.path.relpath(tmp_path / "s")  # such paths must be short
    server = Tcp(("127.0.0.1", 0), Server) if way == "tcp" else Unix(path, Server)
    with served(server):
        kind = f"tcp:127.0.0.1:{server.server_address[1]}" if way == "tcp" else f"unix:{path}"
        try_out([kind])
        game = Game.start(rules_of("werewolf"), 8, seed=2)
        players = seat_players(game, kind)
        play(game, players)
    assert game.over
    assert all(call.outcome == "ok" for player in players.values() for call in player.player.foreign_calls)  # type: ignore[attr-defined]


# -- the manual ----------------------------------------------------------------------------------------------------


def example(language: str, file: Path) -> Path:
    [text] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    file.write_text(text, encoding="utf-8")
    assert len(text.splitlines()) <= 42
    return file


def test_the_player_in_python_plays_by_the_contract(tmp_path: Path) -> None:
    kind = command(example("python", tmp_path / "bot.py"))
    found = player_test(kind, seats=(8,), seeds=(1,))
    assert found.games == 5
    assert found.answers > 100


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js here")
def test_the_player_in_javascript_plays_by_the_contract(tmp_path: Path) -> None:
    kind = f"exec:node {example('js', tmp_path / 'bot.js')}"
    assert player_test(kind, rules=["city-mafia", "werewolf"], seats=(8,), seeds=(1,), repeatable=False).games == 2


def test_every_setting_stands_in_the_manual() -> None:
    from duskfall.players.foreign.kinds import SETTINGS

    assert re.findall(
        r"^\| `(\w+)` \| .* \| .* \|$", PAGE.partition("## Settings")[2].partition("##")[0], re.MULTILINE
    ) == [*SETTINGS]


# -- the hours of a table --------------------------------------------------------------------------------------------


class Somebody:
    blind, slow = False, True

    def answer(self, ask: object, view: object) -> object:
        return None


def test_hidden_steps_have_their_length_where_a_person_sits_among_programs() -> None:
    game = Game.start(rules_of("werewolf"), 8, seed=2)
    players = seat_players(game, "exec:true")
    assert hours(game, players, lambda game: None, SecretClocks()) is None
    players[1] = Somebody()
    assert hours(game, players, lambda game: None, SecretClocks()) is not None


def test_an_answer_that_the_night_did_not_wait_for_is_late(tmp_path: Path) -> None:
    player = made(written(tmp_path, "if ask['number'] > 1: reply(ask, 1)", "seconds=100"))
    pending = player.begin(asked(1), seen())
    pending.cancel()
    player.recall(asked(1), seen(), None)
    assert player.answer(asked(2), seen()) == 1
    player.leave(seen())
    assert [call.outcome for call in player.foreign_calls] == ["timeout", "ok"]
