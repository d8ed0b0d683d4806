"""Evenings on disk: nothing that was kept is lost, whatever happens to the process or the file."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from duskfall.table.kept.journal import Busy
from duskfall.web import evening_files
from duskfall.web.evening_files import BadId, Damaged, KeptEvening, listed, path_of

ONE, TWO, THREE = {"do": "set", "key": "names", "value": ["Аня", "李"]}, {"do": "next"}, {"do": "back"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return path_of("evening-1")


def reread(file: Path) -> list[dict[str, Any]]:
    kept = KeptEvening(file)
    kept.close()
    return kept.actions


def test_what_is_appended_is_read_again(file: Path) -> None:
    kept = KeptEvening(file)
    kept.append([ONE, TWO])
    kept.append([THREE])
    kept.close()
    assert reread(file) == [ONE, TWO, THREE]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [(each["id"], each["count"]) for each in listed()] == [("evening-1", 3)]


def test_a_torn_last_line_is_cut_off_wherever_it_was_torn(file: Path) -> None:
    kept = KeptEvening(file)
    kept.append([ONE, TWO])
    kept.close()
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(first, len(whole)):
        file.write_bytes(whole[:length])
        kept = KeptEvening(file)
        assert kept.actions == [ONE]
        kept.append([THREE])
        kept.close()
        assert reread(file) == [ONE, THREE]


def test_a_line_that_nobody_wrote_is_an_error_and_stays(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(b'{"do":"next"}\n[1]\n{"do":"next"}\n')
    with pytest.raises(Damaged, match="line 2"):
        KeptEvening(file)
    assert file.read_bytes().count(b"\n") == 3


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "A", "a" * 65, "-a", "a.b", "é", "a\n", None, 7, ["a"]])
def test_an_id_is_a_plain_name(name: object) -> None:
    with pytest.raises(BadId):
        path_of(name)


def test_an_evening_has_one_process(file: Path) -> None:
    kept = KeptEvening(file)
    with pytest.raises(Busy):
        KeptEvening(file)
    kept.close()
    assert not file.exists(), "an evening without actions leaves no file"


def test_a_full_disk_keeps_all_or_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptEvening(file)
    kept.append([ONE])
    before = file.read_bytes()

    def half(to: object, data: bytes) -> None:
        os.write(kept.file.fileno(), data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(evening_files, "put", half)
        with pytest.raises(OSError, match="No space left"):
            kept.append([TWO])
    assert file.read_bytes() == before
    kept.append([THREE])
    kept.close()
    assert reread(file) == [ONE, THREE]


WRITER = """
import sys
from duskfall.web.evening_files import KeptEvening, path_of
kept = KeptEvening(path_of("killed"))
for number in range(100_000):
    kept.append([{"do": "note", "text": "x" * (number * 37 % 9000), "number": number}])
    print(number, flush=True)
"""


def test_a_process_killed_while_it_writes_has_kept_all_that_it_said(file: Path) -> None:
    for round in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER], stdout=subprocess.PIPE, text=True)
        assert writer.stdout
        said = [int(writer.stdout.readline()) for _ in range(40 + 7 * round)]
        writer.kill()
        said += [int(line) for line in writer.stdout.read().splitlines()]
        writer.wait()
        numbers = [action["number"] for action in reread(path_of("killed"))]
        assert numbers[: len(said)] == said
        assert len(numbers) <= len(said) + 1
        path_of("killed").unlink()
