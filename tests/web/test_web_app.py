"""The server: who is let in, what is given out, and that what it has answered it still knows after its death."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from duskfall.web import app as apps
from duskfall.web import evening_files, guard
from duskfall.web.app import make_app
from duskfall.web.evening_files import path_of
from duskfall.web.house import CannotAnswer, House
from duskfall.web.packed import takes_gzip
from duskfall.web.site import is_hashed, site

KEY = "the-key"
HOME = "http://127.0.0.1:8420"
NAMES = {"do": "set", "key": "names", "value": [f"P{number}" for number in range(1, 11)]}
DEAL = {"do": "deal", "seed": 7}


@pytest.fixture
def client(house: House, pyodide: object) -> Iterator[TestClient]:
    with TestClient(make_app(KEY, house), base_url=HOME, raise_server_exceptions=False) as client:
        yield client


def call(client: TestClient, name: str, key: str = KEY, **params: Any) -> Any:
    return client.post("/api/call", json={"name": name, "params": params}, headers={"X-Duskfall-Key": key})


def test_the_page_and_its_files(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert 'http-equiv="Content-Security-Policy"' in page.text
    kinds = {
        "sw.js": "text/javascript; charset=utf-8",
        "app.webmanifest": "application/manifest+json",
        "icon.svg": "image/svg+xml",
        "icon-192.png": "image/png",
        "engine.zip": "application/zip",
        "pyodide/pyodide.asm.wasm": "application/wasm",
        "pyodide/pyodide.mjs": "text/javascript; charset=utf-8",
    }
    for path, kind in kinds.items():
        found = client.get(f"/{path}")
        assert (found.status_code, found.headers["content-type"]) == (200, kind), path
        assert found.headers["cache-control"] == "no-cache"
        again = client.get(f"/{path}", headers={"If-None-Match": found.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    for path in ("/../app.py", "/%2e%2e/app.py", "/app.py", "/assets", "/api/call", "/pyodide/nothing"):
        assert client.get(path).status_code in {404, 405}, path
        assert list(client.get(path).json()) == ["error"]


def hashed(pattern: str) -> str:
    """The path of the built file whose name fits this, but for its hash."""
    (found,) = (path for path in site(sockets=True) if re.fullmatch(pattern.replace("*", r"[\w-]{8}"), path))
    return found


def test_files_whose_name_holds_their_hash_are_kept_for_good(client: TestClient) -> None:
    javascript, css = "text/javascript; charset=utf-8", "text/css; charset=utf-8"
    for pattern, kind in {
        r"assets/app-*\.js": javascript, r"assets/app-*\.css": css, r"assets/engine-*\.js": javascript,
    }.items():  # fmt: skip
        found = client.get(f"/{hashed(pattern)}")
        assert (found.status_code, found.headers["content-type"]) == (200, kind)
        assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
    unhashed = [path for path in site() if path.startswith("assets/") and not is_hashed(path)]
    assert not unhashed, "a file that changes under its name must not be kept for good"
    assert not is_hashed("index.html")
    assert not is_hashed("sw.js")


def test_files_are_compressed_for_whoever_takes_that(client: TestClient) -> None:
    for path in ("", "sw.js", "icon.svg", hashed(r"assets/app-*\.js"), hashed(r"assets/app-*\.css")):
        plain = client.get(f"/{path}", headers={"Accept-Encoding": "identity"})
        packed = client.get(f"/{path}", headers={"Accept-Encoding": "br;q=1.0, gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert {plain.headers["vary"], packed.headers["vary"]} == {"Accept-Encoding"}
        assert packed.content == plain.content
        assert packed.headers["etag"] != plain.headers["etag"], "two bodies of one tag would be mixed up"
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
        again = client.get(f"/{path}", headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    for path in ("engine.zip", "icon-192.png"):
        assert "content-encoding" not in client.get(f"/{path}", headers={"Accept-Encoding": "gzip"}).headers


def test_nothing_but_files_is_compressed(client: TestClient) -> None:
    """Answers hold secrets beside what others wrote: their compressed length would tell of the secrets."""
    headers = {"Accept-Encoding": "gzip", "X-Duskfall-Key": KEY}
    answers = [
        client.get("/api/hello", headers=headers),
        client.post("/api/call", json={"name": "rules", "params": {"id": "city-mafia"}}, headers=headers),
        client.post("/api/call", json={"name": "evenings", "params": {}}, headers=headers),
        client.get("/nothing.js", headers=headers),
    ]
    assert len(answers[1].content) > 10_000
    assert not [found.url for found in answers if "content-encoding" in found.headers]


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True), ("br, GZIP;q=0.5", True), ("*", True), ("deflate, gzip ;q=1", True), ("", False), ("br", False),
        ("gzip;q=0", False), ("identity", False), ("gzip; q=0.0, br", False), ("xgzip", False),
    ],
)  # fmt: skip
def test_who_takes_compressed_files(accepted: str, takes: bool) -> None:
    assert takes_gzip(accepted) is takes


def test_hello_needs_no_key_but_tells_whether_it_fits(client: TestClient) -> None:
    assert client.get("/api/hello").json() | {"version": ""} == {
        "version": "",
        "languages": {"en": "English", "ru": "Русский", "zh": "中文"},
        "pyodide": True,
        "known": False,
        "tables": False,
    }
    assert client.get("/api/hello", headers={"X-Duskfall-Key": KEY}).json()["known"] is True


@pytest.mark.parametrize("name", ["evening", "evenings", "protocol", "solo", "ruling", "nothing"])
@pytest.mark.parametrize("key", ["", "the-kex", "the-key ", "ключ"])
def test_no_call_without_the_key(client: TestClient, name: str, key: str) -> None:
    headers = {"X-Duskfall-Key": key.encode()}
    found = client.post("/api/call", json={"name": name, "params": {"id": "x"}}, headers=headers)
    assert found.status_code == 403
    assert "key" in found.json()["error"]


def test_guests_may_read_the_rules(client: TestClient) -> None:
    assert "html" in call(client, "rules", key="", id="city-mafia", language="ru").json()
    assert call(client, "rulesets", key="", language="en").status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8420", "127.0.0.1.evil.example", "localhost.evil", "", "[::1"]
)
def test_another_name_is_turned_away(client: TestClient, host: str) -> None:
    for path in ("/", "/api/hello", "/engine.zip"):
        found = client.get(path, headers={"Host": host})
        assert found.status_code == 403
        assert list(found.json()) == ["error"]


@pytest.mark.parametrize("host", ["127.0.0.1:8420", "localhost:8420", "[::1]:8420", "192.168.1.7:8420"])
def test_an_address_is_no_name(client: TestClient, host: str) -> None:
    assert client.get("/api/hello", headers={"Host": host, "Origin": f"http://{host}"}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:9999", "https://localhost:8420", "http://[", "http://[::1", "//"],
)
def test_another_page_is_turned_away(client: TestClient, origin: str) -> None:
    found = client.post("/api/call", json={}, headers={"Origin": origin, "X-Duskfall-Key": KEY})
    assert found.status_code == 403


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"7", b'"x"', b"{}", b'{"name":7}', b'{"name":"rules","params":[1]}', b"[" * 90_000, b"\xff"],
)
def test_what_is_no_call(client: TestClient, body: bytes) -> None:
    found = client.post("/api/call", content=body, headers={"X-Duskfall-Key": KEY})
    assert found.status_code == 400
    assert found.json() == {"error": "a call is JSON: {name, params}"}


def test_too_much_is_not_read(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "LONGEST", 1000)
    found = client.post("/api/call", content=b" " * 1001, headers={"X-Duskfall-Key": KEY})
    assert (found.status_code, list(found.json())) == (413, ["error"])


def test_a_mistake_of_ours_is_one_line(client: TestClient, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str, params: object) -> None:
        raise AssertionError("two\nlines")

    monkeypatch.setattr(house, "call", fail)
    found = call(client, "rules")
    assert (found.status_code, found.json()) == (500, {"error": "the server has made a mistake: AssertionError"})


def test_an_evening_outlives_its_server(client: TestClient, house: House) -> None:
    first = call(client, "evening", id="e1", have=0, actions=[NAMES, DEAL], language="en").json()
    assert first["at"] == 2
    assert path_of("e1").read_bytes().count(b"\n") == 2
    refused = call(client, "evening", id="e1", have=2, actions=[{"do": "nonsense"}], language="en").json()
    assert refused["refused"] or refused["error"]
    assert path_of("e1").read_bytes().count(b"\n") == 2
    house.close()  # what is in memory is gone; a process that dies leaves no more than that behind
    again = call(client, "evening", id="e1", have=2, actions=[], language="en").json()
    assert again == first
    assert call(client, "evenings").json()["evenings"][0]["count"] == 2


def test_a_server_that_lost_its_disk_asks_for_what_it_lacks(client: TestClient) -> None:
    assert call(client, "evening", id="e2", have=2, actions=[{"do": "next"}]).json() == {"at": 0}
    assert call(client, "evening", id="e2", have=0, actions=[NAMES, DEAL]).json()["at"] == 2


def test_what_came_through_although_its_answer_was_lost(client: TestClient) -> None:
    call(client, "evening", id="e3", have=0, actions=[NAMES])
    assert call(client, "evening", id="e3", have=0, actions=[NAMES, DEAL]).json()["at"] == 2
    assert path_of("e3").read_bytes().count(b"\n") == 2
    other = call(client, "evening", id="e3", have=1, actions=[{"do": "deal", "seed": 8}]).json()
    assert (other["at"], other["missing"]) == (2, [DEAL])
    assert path_of("e3").read_bytes().count(b"\n") == 2


def test_memory_is_never_ahead_of_the_disk(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    call(client, "evening", id="e4", have=0, actions=[NAMES])

    def full(file: object, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(evening_files, "put", full)
        found = call(client, "evening", id="e4", have=1, actions=[DEAL])
        assert (found.status_code, found.json()) == (
            409,
            {"error": "the evening could not be kept: No space left on device"},
        )
    assert call(client, "evening", id="e4", have=1, actions=[]).json()["at"] == 1
    assert call(client, "evening", id="e4", have=1, actions=[DEAL]).json()["at"] == 2


@pytest.mark.parametrize("bad", ["../../x", "", None, 7, ["x"], {"a": 1}, "X", "a" * 100])
def test_an_evening_without_a_proper_name(house: House, bad: object) -> None:
    with pytest.raises(CannotAnswer, match="id"):
        house.call("evening", {"id": bad, "have": 0, "actions": [NAMES]})


def test_an_evening_that_does_not_fit_stays_as_it_is(house: House) -> None:
    path = path_of("strange")
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"do": "of another time"}) + "\n")
    with pytest.raises(CannotAnswer, match="does not fit"):
        house.call("evening", {"id": "strange", "have": 0, "actions": [NAMES]})
    assert path.read_text() == json.dumps({"do": "of another time"}) + "\n"


def test_the_key_is_made_once_and_is_its_owners(tmp_path: object) -> None:
    made = guard.key()
    assert len(made) >= 20
    assert guard.key() == made
    path = evening_files.folder().with_name("host.key")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "found", [b"", b"\xff\xfe", b"short", b"with a blank & more than that", b"two\nlines of twenty letters"]
)
def test_a_key_that_nobody_made_is_made_anew(found: bytes) -> None:
    path = evening_files.folder().with_name("host.key")
    path.parent.mkdir(parents=True)
    path.write_bytes(found)
    made = guard.key()
    assert guard.A_KEY.fullmatch(made)
    assert path.read_text().strip() == made == guard.key()


def test_half_a_character_is_answered(client: TestClient) -> None:
    body = b'{"name":"\\ud800","params":{"id":"\\ud800"}}'
    found = client.post("/api/call", content=body, headers={"X-Duskfall-Key": KEY})
    assert (found.status_code, list(found.json())) == (200, ["error"])
