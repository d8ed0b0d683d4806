"""The engine for the page, and the static site: complete, the same bytes every time, and in need of nothing else."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from duskfall.rules import BOOKS
from duskfall.web import bundle as bundles
from duskfall.web import site as sites
from duskfall.web.bundle import MANIFEST, CannotWrite, bundle
from duskfall.web.engine_zip import engine_files, engine_zip, imports
from duskfall.web.site import has_pyodide, site
from tests.patience import PATIENCE

# Only what is in the zip file, and the standard library: no site-packages, no environment, no checkout.
IN_A_BARE_PYTHON = """
import json, sys
sys.path[:] = [path for path in sys.path if "site-packages" not in path] + [sys.argv[1]]
sys.path.insert(0, sys.argv[1])
import duskfall
assert duskfall.__file__.startswith(sys.argv[1]), duskfall.__file__
from duskfall.host import service
from importlib import import_module
for place in service.ELSEWHERE.values():
    import_module(place.split(":")[0])
call = service.Service().call_json
for line in sys.stdin:
    print(call(line), flush=True)
strangers = {name.split(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"duskfall", "__main__"}
assert not strangers, strangers
"""
ODD = """
import os, sys as system
try:
    from a.b import (
        c,  # why
        d as e,
    )
except ImportError:
    pass
"""


def parsed(text: str) -> dict[str, bool]:
    """What a parser says that a file imports, and whether at its top level."""
    tree, found = ast.parse(text), dict[str, bool]()
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            assert node.module, "an import that names its own package by a dot"
            names = [node.module, *(f"{node.module}.{name}" for name in names)]
        found |= {name: found.get(name, False) or node in tree.body for name in names}
    return found


def test_imports_are_those_that_a_parser_finds() -> None:
    for path in engine_files():
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            assert imports(text) == parsed(text), path
    assert imports(ODD) == parsed(ODD) == {"os": True, "sys": True, "a.b": False, "a.b.c": False, "a.b.d": False}


def calls(engine: bytes, folder: Path, *asked: tuple[str, dict[str, object]]) -> list[dict[str, object]]:
    path = folder / "engine.zip"
    path.write_bytes(engine)
    lines = "".join(json.dumps({"name": name, "params": params}) + "\n" for name, params in asked)
    command = [sys.executable, "-I", "-S", "-c", IN_A_BARE_PYTHON, str(path)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=PATIENCE, cwd=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_engine_is_the_same_every_time(engine: bytes) -> None:
    assert engine_zip() == engine
    with ZipFile(BytesIO(engine)) as file:
        names = file.namelist()
        assert names == sorted(names)
        assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert not [name for name in names if re.search(r"/(cli|web|llm)/|\.po$|__pycache__", name)]
    assert "duskfall/tell/locale/ru/LC_MESSAGES/duskfall.mo" in names
    assert len(engine) < 1_000_000


def test_the_engine_hosts_an_evening_with_the_standard_library_alone(engine: bytes, tmp_path: Path) -> None:
    names = {"do": "set", "key": "names", "value": [f"P{number}" for number in range(1, 11)]}
    actions = [names, {"do": "deal", "seed": 5}, *[{"do": "next"}] * 3]
    found = calls(
        engine,
        tmp_path,
        ("evening", {"id": "e", "have": 0, "actions": actions, "language": "ru"}),
        ("protocol", {"actions": actions, "form": "csv", "language": "zh"}),
        ("audit", {"actions": actions, "language": "en"}),
        *(("rules", {"id": rules, "language": "ru"}) for rules in BOOKS),
    )
    assert found[0]["at"] == len(actions)
    assert re.search("[а-я]", json.dumps(found[0]["screen"], ensure_ascii=False))
    assert not [each for each in found if "error" in each]


def test_a_film_is_made_with_the_standard_library_alone(engine: bytes, tmp_path: Path, text: bytes) -> None:
    asked = {"text": text.decode(), "as": "public", "language": "en"}
    film, story = calls(engine, tmp_path, ("film", asked), ("film_story", asked))
    assert film["events"]
    assert film["verified"]
    assert story["points"]


def test_the_service_worker_lists_every_file_and_changes_with_each(pyodide: Path) -> None:
    def listed() -> dict[str, object]:
        first = site()["sw.js"].data.split(b"\n", 1)[0].decode()
        found = re.fullmatch(r"self\.duskfall = (\{.*\});", first)
        assert found
        return dict(json.loads(found[1]))

    before = listed()
    wanted = (set(site()) - {"index.html", "sw.js", "pyodide/package.json"}) | {"./"}
    assert set(before["files"]) == wanted  # type: ignore[call-overload]
    assert listed() == before
    (pyodide / "pyodide.mjs").write_text("// another version\n")
    assert listed()["version"] != before["version"]


def test_a_bundle_is_whole_and_needs_no_server(tmp_path: Path, pyodide: Path) -> None:
    folder = tmp_path / "site"
    count = bundle(folder)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    listed = json.loads((folder / MANIFEST).read_text())
    assert there == {*listed["files"], MANIFEST}
    assert count == len(listed["files"])
    assert {"index.html", "sw.js", "engine.zip", "app.webmanifest"} <= there
    assert any(re.fullmatch(r"assets/app-[\w-]{8}\.js", path) for path in there)
    (styles,) = (path for path in there if path.endswith(".css"))
    assert f'href="../{styles}"' in (folder / "rules/werewolf.en.html").read_text()
    assert {f"pyodide/{name}" for name in sites.NEEDED} <= there
    assert {f"rules/{rules}.{language}.html" for rules in BOOKS for language in ("en", "ru", "zh")} <= there
    assert {f"cards/{rules}.{language}.json" for rules in BOOKS for language in ("en", "ru", "zh")} <= there
    page = (folder / "index.html").read_text()
    assert "<html data-alone " in page
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert addresses
    assert all(each.startswith("./") and (folder / each).is_file() for each in addresses), "any path of any host"
    manifest = json.loads((folder / "app.webmanifest").read_text())
    assert [manifest[name] for name in ("id", "start_url", "scope")] == ["./"] * 3
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])


@pytest.fixture
def few_pages(monkeypatch: pytest.MonkeyPatch, pyodide: Path) -> None:
    """A site without its pages of rules and cards: how it is written is the same for any file."""
    monkeypatch.setattr(bundles, "_rules_pages", lambda styles: {})
    monkeypatch.setattr(sites, "_cards", dict)


@pytest.mark.usefixtures("few_pages")
def test_a_bundle_takes_the_place_of_an_older_one_and_of_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    bundle(folder)
    listed = json.loads((folder / MANIFEST).read_text())
    listed["files"] += ["assets/old.js", "../kept"]
    (folder / MANIFEST).write_text(json.dumps(listed))
    (folder / "assets/old.js").write_text("")
    (folder / "CNAME").write_text("the owner's own")
    (tmp_path / "kept").write_text("")
    bundle(folder)
    assert not (folder / "assets/old.js").exists()
    assert (folder / "CNAME").exists()
    assert (tmp_path / "kept").exists()


@pytest.mark.usefixtures("few_pages")
def test_a_bundle_that_was_broken_off_can_be_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, real = tmp_path / "site", os.replace

    def full(beside: Path, target: Path) -> None:
        if target.name == "icon.svg":
            raise OSError(28, "No space left on device")
        real(beside, target)

    with monkeypatch.context() as disk:
        disk.setattr(os, "replace", full)
        with pytest.raises(OSError, match="No space"):
            bundle(folder)
    assert not list(folder.rglob(".*")), "nothing is left beside"
    bundle(folder)
    assert (folder / "sw.js").is_file()


@pytest.mark.usefixtures("few_pages")
def test_a_bundle_does_not_write_through_links(tmp_path: Path) -> None:
    folder, mine = tmp_path / "site", tmp_path / "mine.svg"
    bundle(folder)
    mine.write_text("mine")
    (folder / "icon.svg").unlink()
    (folder / "icon.svg").symlink_to(mine)
    bundle(folder)
    assert mine.read_text() == "mine"
    assert not (folder / "icon.svg").is_symlink()


def test_a_foreign_folder_is_left_alone(tmp_path: Path, pyodide: Path) -> None:
    (tmp_path / "mine.txt").write_text("")
    with pytest.raises(CannotWrite, match="not empty"):
        bundle(tmp_path)
    with pytest.raises(CannotWrite, match="not empty"):
        bundle(tmp_path / "mine.txt")
    assert not (tmp_path / "index.html").exists()


def test_without_pyodide_there_is_no_site_but_a_server(
    tmp_path: Path, pyodide: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pyodide / "pyodide.asm.wasm").unlink()
    assert not has_pyodide()
    assert not [path for path in site() if path.startswith("pyodide/")]
    with pytest.raises(CannotWrite, match="make page"):
        bundles.bundle(tmp_path / "site")
    assert not (tmp_path / "site").exists()
