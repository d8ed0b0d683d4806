"""`duskfall host` as a user meets it: real processes on loopback."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from duskfall.web.serve import CannotServe, drawn, open_doors
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-m", "duskfall", "host"]
NAMES = {"do": "set", "key": "names", "value": [f"P{number}" for number in range(1, 11)]}


class Server(NamedTuple):
    process: subprocess.Popen[str]
    address: str
    key: str
    said: str

    def call(self, name: str, **params: Any) -> Any:
        body = json.dumps({"name": name, "params": params}).encode()
        headers = {"X-Duskfall-Key": self.key, "Content-Type": "application/json"}
        with urlopen(Request(f"{self.address}api/call", body, headers), timeout=PATIENCE) as found:
            return json.load(found)


@contextmanager
def serving(*args: str, **environment: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [*COMMAND, "--no-open", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )
    try:
        said = ""
        assert process.stdout
        while "nothing is lost" not in said:
            line = process.stdout.readline()
            assert line, process.communicate()
            said += line
        found = re.search(r"On this machine: +(http://127\.0\.0\.1:\d+/)#key=([\w-]+)", said)
        assert found, said
        yield Server(process, found[1], found[2], said)
    finally:
        process.kill()
        process.communicate()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def refused(*args: str, status: int = 2, **environment: str) -> str:
    done = subprocess.run(
        [*COMMAND, *args], capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **environment}
    )
    assert done.returncode == status, done
    assert done.stderr.startswith("duskfall: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_killed_server_has_lost_nothing_and_knows_its_page_again() -> None:
    port = str(free_port())
    with serving("--port", port) as server:
        first = server.call("evening", id="e", have=0, actions=[NAMES, {"do": "deal", "seed": 3}], language="en")
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    with serving("--port", port) as again:
        assert (again.address, again.key) == (server.address, server.key)
        assert again.call("evening", id="e", have=2, actions=[], language="en") == first
        assert again.call("evening", id="e", have=2, actions=[{"do": "next"}], language="en")["at"] == 3


def test_ctrl_c_is_quiet() -> None:
    with serving("--port", str(free_port())) as server:
        server.process.send_signal(signal.SIGINT)
        out, err = server.process.communicate(timeout=PATIENCE)
        assert (server.process.returncode, out, err) == (0, "\n", "")


def test_two_servers_do_not_write_into_one_evening() -> None:
    with serving("--port", str(free_port())) as one, serving("--port", str(free_port())) as other:
        one.call("evening", id="e", have=0, actions=[NAMES])
        with pytest.raises(HTTPError) as refusal:
            other.call("evening", id="e", have=1, actions=[{"do": "deal", "seed": 3}])
        assert "another process" in json.load(refusal.value)["error"]


def test_a_port_that_was_asked_for_and_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        said = refused("--port", str(port), status=1)
        assert f"port {port} is taken" in said
        with pytest.raises(CannotServe, match="taken"):
            open_doors(port, lan=False, exact=True)
        doors = open_doors(port, lan=False, exact=False)
        assert doors.port > port
        for each in doors.sockets:
            each.close()


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    assert "there are en, ru, zh" in refused("--language", "xx")
    assert "--port" in refused("--port", "70000")
    (tmp_path / "mine.txt").write_text("")
    assert "--bundle" in refused("--bundle", str(tmp_path))


def test_a_state_folder_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = refused("--no-open", "--port", str(free_port()), status=1, XDG_STATE_HOME=str(tmp_path / "file"))
    assert "cannot be kept" in said
    assert str(tmp_path) in said


def test_a_missing_package_is_named_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['uvicorn'] = None\n")
    said = refused("--no-open", PYTHONPATH=str(tmp_path))
    assert "pip install 'duskfall[web]'" in said
    assert "make host" in said


def test_the_language_comes_along() -> None:
    with serving("--port", str(free_port()), "--language", "ru") as server:
        assert "&language=ru" in server.said


def test_a_qr_code_is_read_back_as_it_was_drawn() -> None:
    import segno

    address = "http://192.168.1.7:8420/#key=abcdefghijklmnopqrstuvwx"
    lines = drawn(address).split("\n")
    assert len({len(line) for line in lines}) == 1
    light = [[bool(" ▀▄█".index(mark) & bit) for mark in line] for line in lines for bit in (1, 2)]
    wanted = [[not dark for dark in row] for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    assert light[: len(wanted)] == wanted


def test_a_local_network_is_opened_beside_this_machine(tmp_path: Path) -> None:
    """Another address of this machine stands for the one on the local network."""
    (tmp_path / "sitecustomize.py").write_text(
        "import duskfall.web.serve\nduskfall.web.serve.lan_address = lambda: '127.0.0.2'\n"
    )
    with serving("--lan", "--port", str(free_port()), PYTHONPATH=str(tmp_path)) as server:
        assert "http://127.0.0.2:" in server.said
        assert "plain http" in server.said
        with urlopen(f"{server.address.replace('127.0.0.1', '127.0.0.2')}api/hello", timeout=PATIENCE) as found:
            assert json.load(found)["version"]


def test_the_key_can_be_changed() -> None:
    with serving("--port", str(free_port())) as server:
        before = server.key
    with serving("--port", str(free_port())) as server:
        assert server.key == before
    with serving("--port", str(free_port()), "--new-key") as server:
        assert server.key != before
        assert server.call("evenings") == {"evenings": []}
        with pytest.raises(HTTPError) as refused:
            server._replace(key=before).call("evenings")
        assert refused.value.code == 403
