"""What a model was sent, made again from the record: the same as what went over the wire, repairs included."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from duskfall.arena.run.series import play_one
from duskfall.core.record import read
from duskfall.players.llm.accounts.sidecar import read_calls
from duskfall.replay.sent import Shelf, model_in, sent
from duskfall.rules import BOOKS, ruleset
from duskfall.table.kept.journal import Journal, calls_path
from duskfall.table.models import Models, ModelTerms
from duskfall.table.sheet import TableSheet
from duskfall.terminal.reel import Reel
from duskfall.terminal.replayer import NO_PROMPT, Replay
from duskfall.terminal.stage.keys import END
from tests.llm.faults import FAULTS
from tests.llm.faulty import Faulty
from tests.llm.tables import SHORT
from tests.llm.test_llm_commands import duskfall, refused

BAD = {name: FAULTS[name] for name in ("broken", "prose", "length", "empty", "nobody")}


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_every_request_is_made_again_to_the_byte(book: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Faulty(share=0.3, faults=BAD) as server:
        kind = f"{server.address}#m?persona=any&notes=yes&deadline=30"
        sheet = TableSheet(book, 7, flags=SHORT[book], players=f"{kind}*7", seed=5)
        with Models([kind], ModelTerms()) as models:
            play_one(sheet, 5, path, models)
    record = read(path.read_text(encoding="utf-8").splitlines())
    game, calls = record.replay(ruleset(book)), read_calls(calls_path(path))
    made, verified = 0, 0
    for seat in range(1, 8):
        model = model_in(record, game, seat)
        assert model is not None
        mine = list(sent(game, seat, model, calls))
        made += len(mine)
        verified += sum(each.verified for each in mine)
    assert made == len(calls)
    assert verified == sum(bool(call.request) for call in calls)
    assert verified < made  # some calls failed, and were repaired


def test_the_command_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Faulty(share=0.0) as server:
        players = f"{server.address}#m*2"
        play = ("play", "--rules", "werewolf", "--seats", "5", "--flags", "maxRounds=1", "--seed", "7", "--plain")
        assert duskfall(*play, "--players", players, "--record", path).returncode == 0
    name = read(path.read_text(encoding="utf-8").splitlines()).names[1]
    shown = _shown("prompts", path, "--seat", "2", "--ask", "1")
    assert shown.startswith(f"# {name}, {server.address}#m, question 1 of ")
    assert "call 1, as its digest shows\n\n=== system ===\n# You play a game of hidden roles" in shown
    assert f"Remember: you are {name} the " in shown
    assert shown.rstrip().splitlines()[-2] == "=== form ==="
    assert _shown("prompts", path, "--seat", name) != shown
    assert "was asked" in refused("prompts", path, "--seat", name, "--ask", "999")
    assert "no language model plays" in refused("prompts", path, "--seat", "4")
    assert "nobody is called" in refused("prompts", path, "--seat", "Zorro")


def _shown(*args: object) -> str:
    done: subprocess.CompletedProcess[str] = duskfall(*args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_replay_shows_what_was_sent_last_to_those_who_may_see_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Faulty(share=0.0) as server:
        kind = f"{server.address}#m"
        sheet = TableSheet("werewolf", 5, flags={"maxRounds": 1}, players=f"{kind}*2", seed=5)
        with Models([kind], ModelTerms()) as models:
            play_one(sheet, 5, path, models)
    record = read(path.read_text(encoding="utf-8").splitlines())
    shelf = Shelf(record, record.replay(ruleset("werewolf")), read_calls(calls_path(path)))
    end = len(record.facts)
    assert f"Remember: you are {record.names[0]} the " in shelf.last(1, end)
    assert shelf.last(None, end).startswith(("# " + record.names[0], "# " + record.names[1]))
    assert shelf.last(0, end) == shelf.last(4, end) == shelf.last(None, 0) == ""
    first, later = (shelf.last(1, each.moment) for each in (shelf.of(1)[0], shelf.of(1)[-1]))
    assert len(later) > len(first)
    shown = io.StringIO()
    console = Console(file=shown, width=80, height=20, force_terminal=True, color_system=None)
    viewer = Replay(
        console, Reel(record.facts, 1), 1, Hands(" ", END, "m", " ", END, "q"), lambda: 0.0, sent=shelf.last
    )
    viewer.show()
    assert viewer.leaf is None
    assert "=== system ===" in shown.getvalue()
    assert f"Remember: you are {record.names[0]} the " in " ".join(shown.getvalue().split())
    nobody = Replay(console, Reel(record.facts, 0), 1, Hands(" ", END, "m"), lambda: 0.0, sent=shelf.last)
    nobody.show()
    assert nobody.trouble == NO_PROMPT


class Hands:
    """Keys pressed one after the other, then q."""

    present = True

    def __init__(self, *keys: str) -> None:
        self.keys = [*keys, "q"]

    def get(self, seconds: float) -> str:
        return self.keys.pop(0)


def test_nobody_who_still_plays_is_shown_it(tmp_path: Path) -> None:
    sheet = TableSheet("werewolf", 5, players="http://127.0.0.1:9/v1#m*4, human", seed=5)
    game = sheet.start()
    path = tmp_path / "game.jsonl"
    Journal(path, game, sheet.kinds(game)).close(over=False)
    assert "this would spoil it for who plays it" in refused("prompts", path, "--seat", "1")
