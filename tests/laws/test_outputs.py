"""Whatever writes to the outside is on the list, and the law looks at it; a new writer fails until it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .whole import bots, detected, filmed, models, programs, tabled  # noqa: F401  (their ways)
from .whole.outputs import ELSEWHERE, OUTPUTS, REASONS
from .whole.reach import reached
from .whole.ways import WAYS
from .whole.writers import writers

HERE = Path(__file__).parent


def listed(place: str) -> str:
    """The entry of the list that speaks of a place: its own, or that of a module around it."""
    parts = place.split(".")
    return next((key for n in range(len(parts), 0, -1) if (key := ".".join(parts[:n])) in OUTPUTS), "")


def test_every_writer_is_on_the_list() -> None:
    new = sorted(each for each in writers() if not listed(each.partition(":")[0]))
    assert not new, f"put these on the list of tests/laws/whole/outputs.py, with the way that looks at them: {new}"


def test_the_list_holds_nothing_else() -> None:
    met = {listed(each.partition(":")[0]) for each in writers()}
    assert set(OUTPUTS) == met


def test_what_the_list_says_is_a_way_or_a_reason() -> None:
    assert set(OUTPUTS.values()) <= {*WAYS, *REASONS, *ELSEWHERE}
    assert all((HERE / name).is_file() for name in ELSEWHERE.values())
    assert set(OUTPUTS.values()) >= {"plain", "screen", "person", "person, screen", "models", "solo"}


@pytest.mark.parametrize("place", [place for place, way in OUTPUTS.items() if way in WAYS and place != "cli._leave"])
def test_a_writer_is_run_by_the_way_that_looks_at_it(place: str) -> None:
    run = {f"{module}.{function}".removeprefix("duskfall.") for module, function in reached(OUTPUTS[place])}
    assert place in run


def test_a_writer_that_is_not_listed_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from .whole import writers as scan

    (tmp_path / "new.py").write_text(
        "import sys, os\n"
        "def one(): print('a', file=sys.stderr)\n"
        "def two(): sys.stdout.write('b')\n"
        "def three(path): path.write_text('c')\n"
        "def four(): open('d', 'w')\n"
        "async def five(socket): await socket.send_json({})\n"
        "def six(): os.write(2, b'e')\n"
        "class Seven:\n    def seven(self): self.console.print('f')\n"
        "def eight(): return HTMLResponse('')\n"
        "async def nine(send): await send({})\n"
        "def ten(): httpx.request('GET', 'h')\n"
        "def eleven(console): console.log('i')\n"
        "def twelve(): echo('j')\n"
        "def reads(): open('g').read()\n"
    )
    monkeypatch.setattr(scan, "SOURCE", tmp_path)
    found = {each.partition(":")[0] for each in writers()}
    assert found == {"new." + name for name in (
        "one", "two", "three", "four", "five", "six", "Seven.seven", "eight", "nine", "ten", "eleven", "twelve",
    )}  # fmt: skip
