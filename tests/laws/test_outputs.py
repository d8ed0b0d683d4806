"""Every call that writes to the outside is on the list of outputs; a new one fails until it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duskfall.web.tables.table import where

from .whole import bots, detected, filmed, models, programs, tabled  # noqa: F401  (their ways)
from .whole import writers as writers_module
from .whole.outputs import ELSEWHERE, OUTPUTS, REASONS
from .whole.reach import reached
from .whole.ways import WAYS
from .whole.writers import writers

HERE = Path(__file__).parent


def test_the_list_holds_exactly_the_calls_that_write() -> None:
    found = set(writers())
    new, gone = sorted(found - set(OUTPUTS)), sorted(set(OUTPUTS) - found)
    assert not new, f"add to tests/laws/whole/outputs.py, with the way that looks at them: {new}"
    assert not gone, f"remove from tests/laws/whole/outputs.py: {gone}"


def test_what_the_list_says_is_a_way_or_a_reason() -> None:
    assert set(OUTPUTS.values()) <= {*WAYS, *REASONS, *ELSEWHERE}
    assert all((HERE / name).is_file() for name in ELSEWHERE.values())
    assert set(OUTPUTS.values()) >= {"plain", "screen", "person", "person, screen", "models", "solo"}


PLACES = {call.partition(": ")[0]: way for call, way in OUTPUTS.items() if way in WAYS}


@pytest.mark.parametrize("place", [place for place in PLACES if place != "cli._leave"])
def test_a_writer_is_run_by_the_way_that_looks_at_it(place: str) -> None:
    run = {f"{module}.{function}".removeprefix("duskfall.") for module, function in reached(PLACES[place])}
    assert place in run


def scanned(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the writers of a module with this source."""
    (folder / "new.py").write_text(source)
    monkeypatch.setattr(writers_module, "SOURCE", folder)
    return writers()


@pytest.mark.parametrize("line", [
    "print('a', file=sys.stderr)",
    "sys.stdout.write('b')",
    "path.write_text('c')",
    "open('d', 'w')",
    "socket.send_json({})",
    "os.write(2, b'e')",
    "self.console.print('f')",
    "HTMLResponse('')",
    "send({})",
    "httpx.request('GET', 'h')",
    "console.log('i')",
    "echo('j')",
    "put(2, b'k')",
    "spawn(['l'])",
    "path.touch()",
    "path.mkdir()",
    "logging.info('m')",
    "log.debug('n %s', game.setup.roles)",
    "self.log.exception('o')",
    "logging.getLogger('p').warning('q')",
    "warnings.warn('r')",
    "syslog.syslog('s')",
    "faulthandler.dump_traceback()",
    "sys.__stderr__.write('t')",
    "os.writev(2, [b'u'])",
    "note = log.error",
    "note = getattr(log, 'error')",
    "note = sys.stderr.write",
    "partial(print, file=sys.stderr)('v')",
    "list(map(print, game.setup.roles))",
    "traceback.print_stack()",
    "logging.Logger('w').error('x')",
    "audit.warning('y')",
    "logging.lastResort.emit(record)",
    "click.echo_via_pager('z')",
    "json.dump({}, sys.stderr)",
    "emit = sys.stderr",
    "console.print_json('a')",
    "os.pwritev(2, [b'b'], 0)",
    "rich.inspect('c')",
    "path.rename('d')",
    "path.replace('e')",
    "socket.ping(b'f')",
    "socket.close(1000, 'g')",
    "exec('print(1)')",
    "__builtins__['print']('h')",
    "warnings.showwarning('i')",
])  # fmt: skip
def test_a_writer_that_is_not_listed_is_seen(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = "import sys, logging\nfrom os import write as put\nfrom subprocess import Popen as spawn\n"
    found = scanned(f"{head}def new(): {line}\ndef reads(): open('g').read()\n", tmp_path, monkeypatch)
    assert {each.partition(":")[0] for each in found} == {"new.new"}


def test_the_place_of_a_mistake_holds_none_of_its_words() -> None:
    try:
        raise ValueError("the Godfather is Ann", {"Ann": "Godfather"})
    except ValueError as error:
        error.add_note("Godfather")
        told = where(error)
    assert re.fullmatch(r"ValueError at \S+test_outputs.py:\d+", told)
    assert where(KeyError("Godfather")) == "KeyError"


def test_a_second_call_or_another_argument_is_another_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = scanned("def new(): log.error('x %s', where)", tmp_path, monkeypatch)
    roles = scanned("def new(): log.error('x %s', roles)", tmp_path, monkeypatch)
    assert once != roles
    assert scanned("def new(): print('a')", tmp_path, monkeypatch) == ["new.new: print"]
    assert scanned("def new(): print('a'); print(roles)", tmp_path, monkeypatch) == ["new.new: print x2"]
