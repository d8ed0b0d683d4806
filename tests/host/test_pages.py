"""The rules of each game, as the page gets them."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from duskfall.host.pages import rules, rulesets
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.tongue import LANGUAGES, speaking

OUTSIDE = {"rich", "click", "yaml", "msgspec", "starlette", "uvicorn"}


def test_every_game_is_listed_with_its_roles() -> None:
    found = {each["id"]: each for each in rulesets({})}
    assert list(found) == list(BOOKS)
    for name, each in found.items():
        assert [role["role"] for role in each["roles"]] == [role.name for role in ruleset(name).roles]
        assert each["title"]
        assert each["seats"][0] < each["seats"][1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_a_rules_page_has_its_picture_and_the_words_of_all_that_it_cites(name: str, language: str) -> None:
    with speaking(language):
        found = rules({"id": name})
    assert found["svg"].startswith("<svg")
    linked = set(re.findall(r'data-rule="([^"]+)"', found["html"]))
    assert linked == set(found["citations"])
    assert len(linked) > 10
    assert all(found["citations"].values())
    assert "<script" not in found["html"]


def test_an_unknown_game_is_told_in_one_line() -> None:
    with pytest.raises(ValueError, match="no such game"):
        rules({"id": "chess"})


def test_nothing_but_the_standard_library_is_needed() -> None:
    """These run in a browser."""
    code = (
        "import sys, duskfall.host.solo, duskfall.host.pages;print(*{name.partition('.')[0] for name in sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not OUTSIDE & set(run.stdout.split())
