"""`duskfall serve` as a user meets it: real processes on loopback."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from duskfall.cli import cli
from tests.patience import PATIENCE
from tests.web.tables.client import QUICK, call, in_loop, page
from tests.web.tables.processes import refused, started
from tests.web.test_web_command import free_port

ROOT = Path(__file__).parents[3]


def test_it_tells_its_address_and_draws_none_that_a_phone_cannot_reach(tmp_path: Path) -> None:
    port = str(free_port())
    with started(tmp_path, "--port", port) as server:
        assert server.address.endswith(port)
        assert "█" not in server.said
        assert str(tmp_path) in server.said
        with urlopen(server.address, timeout=PATIENCE) as found:
            policy = found.headers["content-security-policy"]
            assert f"connect-src 'self' blob: ws://127.0.0.1:{port} wss://127.0.0.1:{port};" in policy
            assert found.headers["referrer-policy"] == "no-referrer"
            assert b"Content-Security-Policy" not in found.read()  # it could only say less
        with urlopen(server.address + "/api/hello", timeout=PATIENCE) as found:
            assert b'"tables":true' in found.read()
            assert found.headers["cache-control"] == "no-store"


def test_the_lengths_of_nights_are_printed_as_the_docs_have_them() -> None:
    printed = CliRunner().invoke(cli, ["serve", "--nights"])
    assert (printed.exit_code, printed.stderr) == (0, "")
    assert f"```text\n{printed.stdout}```\n" in (ROOT / "docs/web.md").read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such lock")
def test_two_servers_do_not_keep_their_tables_in_one_folder(tmp_path: Path) -> None:
    with started(tmp_path, "--port", str(free_port())):
        said = refused("--data", str(tmp_path), "--port", str(free_port()))
        assert "another `duskfall serve`" in said
        assert "--data" in said


@in_loop
async def test_ctrl_c_is_quiet_and_nothing_is_lost(tmp_path: Path) -> None:
    """With a page that is connected, in the middle of a game."""
    port = str(free_port())
    with started(tmp_path, "--port", port) as server:
        made = await call(server.address, "new", wish={**QUICK, "name": "Ann", "start": True})
        async with page(server.address, room=made["room"], secret=made["secret"]) as ann:
            await ann.until(lambda _: ann.now.get("forms"))
            server.process.send_signal(signal.SIGINT)
            out, err = await asyncio.to_thread(server.process.communicate, timeout=PATIENCE)
            assert (server.process.returncode, out, err) == (0, "\n", "")
    with started(tmp_path, "--port", port) as server:
        async with page(server.address, room=made["room"], secret=made["secret"]) as again:
            await again.until(lambda _: again.now.get("forms"))
            assert (again.events, again.now["forms"]) == (ann.events, ann.now["forms"])


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    assert "--port" in refused("--port", "70000")
    assert "--fill: unknown player" in refused("--fill", "nobody")
    said = refused("--fill", "http://127.0.0.1:9/v1#qwen")
    assert "--fill: the price of http://127.0.0.1:9/v1#qwen is not known" in said
    assert "?price=IN/OUT" in said
    assert "--host" in refused("--host", "https://play.example.org/")
    (tmp_path / "file").write_text("")
    said = refused("--data", str(tmp_path / "file"), "--port", str(free_port()), status=1)
    assert "cannot be kept" in said
    assert "--data DIR" in said
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = str(door.getsockname()[1])
        assert f"port {port} is taken" in refused("--data", str(tmp_path), "--port", port, status=1)


def test_a_missing_package_is_named_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['websockets'] = None\n")
    said = refused(PYTHONPATH=str(tmp_path))
    assert "pip install 'duskfall[web]'" in said
    assert "make serve" in said


def test_an_address_to_listen_on_and_a_name_to_be_called_by(tmp_path: Path) -> None:
    port = str(free_port())
    lan = "import duskfall.web.serve\nduskfall.web.serve.lan_address = lambda: '127.0.0.2'\n"
    (tmp_path / "sitecustomize.py").write_text(lan)
    given = ("--port", port, "--lan", "--host", "127.0.0.3", "--host", "Tables.example")
    with started(tmp_path / "data", *given, PYTHONPATH=str(tmp_path)) as server:
        assert f"http://127.0.0.2:{port}/" in server.said
        assert "█" in server.said
        for name, status in (("127.0.0.3", 200), ("tables.example", 200), ("evil.example", 403)):
            asking = HTTPConnection("127.0.0.3", int(port), timeout=PATIENCE)
            asking.request("GET", "/api/hello", headers={"Host": name})
            assert asking.getresponse().status == status
            asking.close()
