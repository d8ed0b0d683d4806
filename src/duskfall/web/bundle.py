"""The page as a static site for any HTTPS host and any path of it: no server, the engine runs in the page."""

from __future__ import annotations

import json
import os
import re
import secrets
from html import escape
from pathlib import Path
from typing import Any

from duskfall import __version__
from duskfall.host.pages import rules as rules_page
from duskfall.rules.registry import ids
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.web.site import INDEX, WORKER, has_pyodide, site

MANIFEST = "duskfall-site.json"  # what this site consists of; also tells a folder of ours from a foreign one

STYLES = re.compile(r"assets/app-[\w-]+\.css")  # the look of the page, whatever hash is in its name

# A page of rules by itself: the look of the app, and room to read.
STYLE = """
.paper { max-width: 44rem; margin: 0 auto; padding: 24px 20px 64px; overflow-wrap: break-word; }
.paper h1 { margin: 0 0 12px; } .paper h2 { margin: 36px 0 10px; } .paper h3 { margin: 22px 0 6px; color: var(--mark); }
.paper p, .paper li, .paper dd { margin: 0 0 10px; } .paper dt { margin-top: 14px; font-weight: 600; }
.paper dd, .paper ul, .paper ol { margin-left: 0; padding-left: 18px; }
.paper table { display: block; overflow-x: auto; border-collapse: collapse; }
.paper th, .paper td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.paper [data-rule] { padding: 0 6px; border: 0; background: none; color: var(--soft); font-size: 13px; }
"""


class CannotWrite(Exception):
    """Why there is no site, in one line."""


def bundle(folder: Path) -> int:
    """Write the site here, in place of an older one; returns how many files it has. Raises CannotWrite, OSError."""
    if not has_pyodide():
        raise CannotWrite("Pyodide is missing: run `make page` (it needs Node), or install a built wheel")
    old = _old(folder)
    files = {path: file.data for path, file in site(alone=True).items()}
    files |= _rules_pages(next(path for path in files if STYLES.fullmatch(path)))
    _list(folder, old | set(files))  # first, too: a site that was left half written is still ours to write anew
    # The page after what it loads, then the service worker, and old files go last: whoever looks in between finds the
    # old list with the old files or the new with the new.
    for path in sorted(files, key=lambda path: (path == WORKER, path == INDEX, path)):
        _put(folder / path, files[path])
    for path in old - set(files):
        folder.joinpath(path).unlink(missing_ok=True)
    _list(folder, set(files))
    return len(files)


def _list(folder: Path, paths: set[str]) -> None:
    listed = {"duskfall": __version__, "files": sorted(paths)}
    _put(folder / MANIFEST, (json.dumps(listed, indent=1) + "\n").encode())


def _put(target: Path, data: bytes) -> None:
    """The whole file or what was there; a link is replaced, not followed."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        beside.write_bytes(data)
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def _old(folder: Path) -> set[str]:
    """The files of the site that is here already."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return set()
    try:
        listed: Any = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        names = {str(name) for name in listed["files"]}
    except (OSError, ValueError, LookupError, TypeError):
        raise CannotWrite(f"{folder} is not empty, and not a site of duskfall: name a new folder") from None
    return {name for name in names if not Path(name).is_absolute() and ".." not in Path(name).parts}


def _rules_pages(styles: str) -> dict[str, bytes]:
    """The rules of every ruleset in every language, to be read and linked without the app."""
    pages = {}
    for rules in ids():
        for language in LANGUAGES:
            with speaking(language):
                found = rules_page({"id": rules})
            pages[f"rules/{rules}.{language}.html"] = _page(rules, language, found["html"], styles).encode()
    return pages


def _page(title: str, language: str, body: str, styles: str) -> str:
    return f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'">
<title>{escape(title)}</title>
<link rel="stylesheet" href="../{escape(styles)}">
<style>{STYLE}</style>
</head>
<body>
<main class="paper">
{body}
</main>
</body>
</html>
"""
