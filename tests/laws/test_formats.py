"""A leak in any module that draws or formats something for a viewer is caught by a way out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .whole.caches import forget
from .whole.formats import MARKS, draws_or_formats, formatting, leak
from .whole.reach import Place
from .whole.ways import received
from .whole.world import SECRET, WORLDS

READ = "it reads what is typed or written, and shows nothing of its own"
KEPT = "what it makes is kept in files that nobody else may read"
SURE = "nothing is certain to this seat in this world: see the leaks of the way `coach` in city-mafia"
UNSEEN = {  # by module, or by the room around it
    "film.opened": "through whose eyes, not what they see: see test_shown.py",
    "players.bots": "what a bot would do and say hangs on its card by right: the ways have it do otherwise",
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
    "tell.detect.certain": SURE,
    "tell.detect.why": SURE,
    "tell.host": "read aloud by a host: see test_hosted.py and test_script.py",
    "tell.leaning": "of a deck that is set up, before it is dealt: see tests/tell/test_leaning.py",
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
    """Whether a text of this module, marked by what is hidden, comes out by a way that runs it.

    All its functions are marked at once, and where nothing goes on with so many marks, one after another.
    """
    found = formatting()[module]
    ways = {way: [place for each, place in found if each == way] for way, _ in found}
    together = any(comes_out(way, places, False, folder) for way, places in ways.items())
    return together or any(comes_out(way, [place], empty, folder) for empty in (False, True) for way, place in found)


def comes_out(way: str, places: list[Place], empty: bool, folder: Path) -> bool:
    """Whether this way tells which of the two games it is when these functions do."""
    with pytest.MonkeyPatch.context() as patch:
        for place in places:
            leak(patch, place, empty)
        found = []
        for side in SECRET:
            forget()
            try:
                found.append(received(way, WORLDS["werewolf"], side, folder))
            except Exception:  # the program cannot go on with a marked word: another function tells
                return False
            if MARKS[side] in found[-1]:  # and not in the other one's
                return True
        return len(set(found)) == 2


def test_every_module_that_formats_something_is_looked_at(tmp_path: Path) -> None:
    seen = [module for module in draws_or_formats() if not module.removeprefix("duskfall.").startswith(tuple(UNSEEN))]
    assert len(seen) > 40
    assert not [module for module in seen if not noticed(module, tmp_path)]
