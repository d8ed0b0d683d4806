"""The page as a static site for any HTTPS host and any path of it: no server, the engine runs in the page."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from duskfall import __version__
from duskfall.host.service import Service
from duskfall.rules import BOOKS
from duskfall.tell.tongue import LANGUAGES
from duskfall.web.site import has_pyodide, site

MANIFEST = "duskfall-site.json"  # what this site consists of; also tells a folder of ours from a foreign one


class CannotWrite(Exception):
    """Why there is no site, in one line."""


def bundle(folder: Path) -> int:
    """Write the site here, in place of an older one; returns how many files it has. Raises CannotWrite, OSError."""
    if not has_pyodide():
        raise CannotWrite("Pyodide is missing: run `make page` (it needs Node), or install a built wheel")
    old = _old(folder)
    files = {path: file.data for path, file in site(alone=True).items()} | _rules_pages()
    for path in old - set(files):
        folder.joinpath(path).unlink(missing_ok=True)
    # The service worker last: whoever looks in between finds the old list with the old files or the new with the new.
    for path in sorted(files, key=lambda path: (path == "sw.js", path)):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(files[path])
    listed = {"duskfall": __version__, "files": sorted(files)}
    (folder / MANIFEST).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    return len(files)


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


def _rules_pages() -> dict[str, bytes]:
    """The rules of every ruleset in every language, to be read and linked without the app."""
    service = Service()
    pages = {}
    for rules in BOOKS:
        for language in LANGUAGES:
            found = service.call("rules", {"id": rules, "language": language})
            pages[f"rules/{rules}.{language}.html"] = _page(rules, language, found["html"]).encode()
    return pages


def _page(title: str, language: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'">
<title>{escape(title)}</title>
<link rel="stylesheet" href="../assets/app.css">
</head>
<body>
<main class="paper">
{body}
</main>
</body>
</html>
"""
