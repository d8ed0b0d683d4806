"""Whoever is late, dies, writes garbage, too much or nothing gives no answer; how it failed is counted and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskfall.core.play.game import Game
from duskfall.players.foreign.calls import calls_of
from duskfall.players.llm.accounts.ledger import Ledger
from duskfall.players.llm.calls import FAILURES
from duskfall.rules.registry import find as rules_of
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.terminal.programs import told_failures

from .programs import asked, made, outcomes, seen, written

BAD = {
    "a line that is no JSON": ("write('Hello!\\n')", "unparsable", "not JSON: 'Hello!'"),
    "a line that is no answer": ("write('[1]\\n')", "unparsable", 'not as {"number": 1, "answer": …}: \'[1]\''),
    "an answer without a number": ("write('{\"answer\": 1}\\n')", "unparsable", "not as"),
    "an answer that is missing": ("write('{\"number\": 1}\\n')", "unparsable", "not as"),
    "an answer to another question": ("reply({'number': 9}, 1)", "unparsable", "an answer to question 9"),
    "brackets without end": ("write('[' * 60000 + '\\n')", "unparsable", "not JSON"),
    "bytes that are no text": ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "unparsable", "not JSON"),
    "an empty line": ("write('\\n')", "empty", "an empty line"),
    "a line without end": ("write('x' * 1000000)", "truncated", "a line of more than 65536 bytes"),
    "an end": ("sys.exit(3)", "transport", "it ended with status 3"),
    "an error": ("sys.exit('so it \\x1b[1m is')", "transport", "it ended with status 1: so it"),
    "a crash": ("os.kill(os.getpid(), 11)", "transport", "it was ended by SIGSEGV"),
    "nothing": ("pass", "timeout", "no answer in 0.2 seconds"),
}


@pytest.mark.parametrize("name", BAD)
def test_no_answer_comes_of(name: str, tmp_path: Path) -> None:
    does, outcome, why = BAD[name]
    player = made(written(tmp_path, does, "seconds=0.2" if outcome == "timeout" else "seconds=100"))
    assert player.answer(asked(), seen()) is None
    player.leave(seen())
    [call] = player.foreign_calls
    assert (call.outcome, call.silent) == (outcome, True)
    assert call.why.startswith(why)
    assert call.why.isprintable()
    assert outcome in FAILURES


def test_who_wrote_garbage_is_asked_on(tmp_path: Path) -> None:
    does = "write('Hm\\n') if ask['number'] == 1 else reply(ask, 3)"
    assert [outcome for outcome, _ in outcomes(made(written(tmp_path, does, "seconds=100")), 3)] == [
        "unparsable",
        "ok",
        "ok",
    ]


def test_a_late_answer_is_thrown_away(tmp_path: Path) -> None:
    """The first question is answered when the second one is there."""
    does = "if ask['number'] > 1:\n    reply({'number': 1}, 1)\n    reply(ask, 3)"
    player = made(written(tmp_path, does, "seconds=100"))
    first = player.begin(asked(1), seen())
    first.cancel()
    player.recall(asked(1), seen(), None)
    assert player.answer(asked(2), seen()) == 3
    player.leave(seen())


def test_who_died_is_not_started_again(tmp_path: Path) -> None:
    does = "open(sys.argv[0] + '.starts', 'a').write('x')\nsys.exit('Oh.')"
    found = outcomes(made(written(tmp_path, does, "seconds=100")), 3)
    assert found == [("transport", "it ended with status 1: Oh.")] * 3
    assert (tmp_path / "bot.py.starts").read_text() == "x"


def test_who_died_has_died_however_little_time_it_had(tmp_path: Path) -> None:
    """What it has started holds its standard error open, so that the end of that does not come."""
    holds = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'], stdin=-3, stdout=-3)"
    does = f"{holds}\nsys.exit(5)"
    player = made(written(tmp_path, does, "seconds=0.01&game=100"))
    found = []
    while not found or found[-1] != "transport":
        player.answer(asked(len(found) + 1), seen())
        found.append(player.foreign_calls[-1].outcome)
    assert {*found[:-1]} <= {"timeout"}
    player.leave(seen())


def test_the_seconds_of_a_game_are_used_up(tmp_path: Path) -> None:
    found = outcomes(made(written(tmp_path, "pass", "seconds=50&game=0.1")), 2)
    assert found == [("timeout", "no answer in 0.1 seconds"), ("timeout", "the 0.1 seconds of its game are used up")]


def test_there_is_a_limit_of_memory(tmp_path: Path) -> None:
    does = "try:\n    held = bytearray(200_000_000)\n    reply(ask, 1)\nexcept MemoryError: reply(ask, 3)"
    for settings, answer in (("memory=100", 3), ("memory=1000", 1)):
        player = made(written(tmp_path, does, f"{settings}&seconds=100"))
        assert player.answer(asked(), seen()) == answer
        player.leave(seen())


def test_there_is_a_limit_of_processor_time(tmp_path: Path) -> None:
    player = made(written(tmp_path, "import resource\nreply(ask, resource.getrlimit(resource.RLIMIT_CPU))", "game=77"))
    assert player.answer(asked(), seen()) == [77, 78]
    player.leave(seen())


def test_a_program_that_cannot_be_started_fails(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/nosuch/interpreter\n")
    script.chmod(0o700)
    assert outcomes(made(f"exec:{script}")) == [
        ("transport", f"it ended with status 1: {script}: No such file or directory")
    ]


def test_what_it_says_is_kept_to_its_end(tmp_path: Path) -> None:
    does = "sys.stderr.write('x' * 100000 + chr(10) + 'the last line')\nsys.exit(1)"
    assert outcomes(made(written(tmp_path, does, "seconds=100"))) == [
        ("transport", "it ended with status 1: the last line")
    ]


def test_a_game_goes_on_without_them_and_their_failures_are_told(tmp_path: Path) -> None:
    dies = written(tmp_path, "reply(ask, None) if ask['number'] == 1 else sys.exit('Oh.')", "seconds=100")
    game = Game.start(rules_of("werewolf"), 8, seed=2)
    players = seat_players(game, [dies, *["random"] * 6, "exec:false"])
    play(game, players)
    assert game.over
    calls = calls_of(players)
    assert {call.seat for call in calls} == {1, 8}
    assert {(call.outcome, call.silent) for call in calls} == {("ok", False), ("transport", True)}
    one, two = told_failures(players, game.names)
    count = len([call for call in calls if call.seat == 1])
    failed = f"no answer to {count - 1} of {count} questions: transport {count - 1}"
    assert one == f"1 Ann, {dies}: {failed} (it ended with status 1: Oh.)"
    assert two.startswith("8 Hal, exec:false: no answer to ")
    assert Ledger(calls).total().silences == len(calls) - 1
