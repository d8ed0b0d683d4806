"""The files of the page: what was built from page/, the engine, Pyodide; of the server and of the static site alike."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from duskfall.host.seat_card import all_cards
from duskfall.rules.registry import rulesets
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.web.engine_zip import engine_zip

HERE = Path(__file__).parent
STATIC, PYODIDE = HERE / "static", HERE / "pyodide"
NOTICES = HERE / "THIRD_PARTY_NOTICES.txt"  # of what a wheel and a static site hold of others
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
NOTICE = f"{PYODIDE.name}/package.json"  # its version, licence and source, for people
INDEX, WORKER, ENGINE = "index.html", "sw.js", "engine.zip"
HASHED = re.compile(r"assets/.+-[\w-]{8}\.\w+")  # the build puts a hash of what is in them into these names
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


class NoPage(Exception):
    """The page has not been built."""


def is_hashed(path: str) -> bool:
    """Tell whether a path holds a content hash, so that its file never changes."""
    return HASHED.fullmatch(path) is not None


class File(NamedTuple):
    """A file of the site."""

    data: bytes
    digest: str

    @property
    def tag(self) -> str:
        """What changes when the file does, as HTTP quotes it."""
        return f'"{self.digest[:20]}"'


def has_pyodide() -> bool:
    """Whether the engine can run in the page."""
    return all((PYODIDE / name).is_file() for name in NEEDED)


def site(alone: bool = False, sockets: bool = False) -> Mapping[str, File]:
    """All files by their path; without Pyodide, if it is not here. `alone`: the page is told that it has no server.

    `sockets`: what the page may load is told by the server alone, which knows the address of its sockets.
    """
    if not (STATIC / INDEX).is_file():
        raise NoPage("the page has not been built: run `make page` (it needs Node)")
    found = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}
    found[ENGINE] = engine_zip()
    if has_pyodide():
        found |= {f"{PYODIDE.name}/{path.name}": path.read_bytes() for path in PYODIDE.iterdir() if path.is_file()}
    if not sockets:
        found[INDEX] = _with_policy(found[INDEX])
    if alone:
        found |= _cards()
        found[NOTICES.name] = NOTICES.read_bytes()
        found[INDEX] = found[INDEX].replace(b"<html ", b"<html data-alone ", 1)
    worker = found.pop(WORKER, b"")
    made = {path: File(data, sha256(data).hexdigest()) for path, data in sorted(found.items())}
    return made | {WORKER: _with_list(worker, made)}


def _cards() -> dict[str, bytes]:
    """The cards of every ruleset in every language: a player's phone need not load an engine to show one."""
    found = {}
    for rules in rulesets():
        for language in LANGUAGES:
            with speaking(language):
                text = json.dumps(all_cards(rules), ensure_ascii=False, separators=(",", ":"))
            found[f"cards/{rules.id}.{language}.json"] = text.encode()
    return found


def _with_policy(page: bytes) -> bytes:
    """The page with its Content-Security-Policy, so that it holds on any host."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy()}" />'
    return page.replace(b"<head>", b"<head>\n    " + meta.encode(), 1)


def policy(*sockets: str) -> str:
    """Nothing from elsewhere, and no script but ours."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            " ".join(("connect-src 'self' blob:", *sockets)),
            "worker-src 'self'",
            "manifest-src 'self'",
            "frame-src 'self' blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _with_list(worker: bytes, made: Mapping[str, File]) -> File:
    """The service worker with the list of files that it keeps; it differs whenever one of them does."""
    paths = ["./" if path == INDEX else path for path in made if path != NOTICE]
    whole = sha256("".join(f"{path} {file.digest}\n" for path, file in made.items()).encode() + worker)
    first = f"self.duskfall = {json.dumps({'version': whole.hexdigest()[:16], 'files': paths})};\n"
    data = first.encode() + worker
    return File(data, sha256(data).hexdigest())
