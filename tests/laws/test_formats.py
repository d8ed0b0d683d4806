"""A leak in any module that draws or formats something for a viewer is caught by a way out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from .whole.formats import draws_or_formats, forget, formatting, leak
from .whole.ways import received
from .whole.world import SECRET, WORLDS

READ = "it reads what is typed or written, and shows nothing of its own"
KEPT = "what it makes is kept in files that nobody else may read"
UNSEEN = {  # by module, or by the room around it
    "players.llm.answers.heard": "what is heard while a model writes: see the way `models, streamed`",
    "players.llm.answers.loose": READ,
    "players.llm.answers.repairs": "what a model is told of its own answer: see test_requests.py",
    "players.llm.answers.reading": READ,
    "players.llm.wires": READ,
    "players.llm.settings": READ,
    "players.llm.prompts.conversation": "thoughts in the summary of old days: see test_prompts.py",
    "players.llm.accounts": KEPT,
    "players.llm.lines": KEPT,
    "players.llm.calling": KEPT,
    "players.llm.model": READ,
    "players.person.clauses": READ,
    "players.person.meaning": READ,
    "players.person.typed": READ,
    "room.people.secret": KEPT,
    "room.room": "words of the rules, by which no name may be called",
    "table.guard": "for the moderator alone: see the way `failing`",
    "table.kept": KEPT,
    "table.models": "settings and personas, for who may see all: see the way `models`",
    "table.viewers": "who may look, not what is seen: see test_shown.py",
    "tell.host": "read aloud by a host: see test_hosted.py and test_script.py",
    "tell.rules.mermaid": "pictures of the rules, for `duskfall rules` alone",
    "terminal.bench.keyboard": READ,
    "terminal.stage.keys": READ,
}


@pytest.fixture(autouse=True)
def made_anew() -> Iterator[None]:
    """No marked text is left behind."""
    yield
    forget()


def noticed(module: str, folder: Path) -> bool:
    """Whether a text of this module, marked by what is hidden, comes out by the way that runs it."""
    for empty, (way, place) in product((False, True), formatting()[module]):
        with pytest.MonkeyPatch.context() as patch:
            leak(patch, place, empty)
            found = []
            for side in SECRET:
                forget()
                try:
                    found.append(received(way, WORLDS["werewolf"], side, folder))
                except Exception:  # the program cannot go on with a marked word: another function tells
                    break
            if len(set(found)) == 2:
                return True
    return False


def test_every_module_that_formats_something_is_looked_at(tmp_path: Path) -> None:
    seen = [module for module in draws_or_formats() if not module.removeprefix("duskfall.").startswith(tuple(UNSEEN))]
    assert len(seen) > 40
    assert not [module for module in seen if not noticed(module, tmp_path)]
