"""Law 2 and law 8 on what a page is sent: what its viewer may not know changes neither the bytes nor their times."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from duskfall.rules.registry import ids
from tests.room.sitting import Page, Table, reply

NIGHTS = 2
Frames = list[tuple[float, dict[str, Any]]]


@pytest.mark.parametrize("rules", ids())
@pytest.mark.parametrize("talk", [True, False])
def test_feeds_differ_first_in_what_their_viewer_learns(rules: str, talk: bool, tmp_path: Path) -> None:
    """Of two deals, the pages of a person and of the public part with an event, at one and the same moment."""
    runs = [feeds(tmp_path / str(seed) / "table", rules, talk, seed) for seed in range(8)]
    met = 0
    for one, other in combinations(runs, 2):
        for mine, theirs in zip(one, other, strict=True):
            met += parted(mine, theirs)
    assert met > 200, "the feeds part so early that nothing is tested"


def feeds(folder: Path, rules: str, talk: bool, seed: int) -> tuple[Frames, Frames]:
    """What Ada and the public are sent, while Ben takes his time with everything that is done in secret."""
    table = Table(folder, {"rules": rules, "name": "Ada", "talk": talk}, seed=5)
    ada, ben = table.creator(), table.sit("Ben")
    public = table.connect({"watch": "watch"})
    table.room.seeds = Dealing(seed)
    table.do(ada, "start")
    slow = Random(seed)
    due: dict[str, tuple[object, float]] = {}
    for _ in range(4000):
        when = table.settle()
        if table.room.state != "playing" or phases(public) > 2 * NIGHTS:
            break
        moments = [] if when is None else [when]
        for page in (ada, ben):
            if not (forms := page.now.get("forms")):
                continue
            key = (forms[0]["verb"], forms[0]["number"])
            if due.get(page.name, (None, 0.0))[0] != key:
                hidden = page is ben and not page.now["floor"]
                wait = slow.uniform(0, 0.9) * page.clock["left"] if hidden else 0.5
                due[page.name] = (key, table.clock.time + wait)
            if table.clock.time >= due[page.name][1]:
                draw = slow if page is ben and not page.now["floor"] else Random(f"{page.name} {key}")
                table.do(page, "answer", verb=key[0], number=key[1], value=reply(forms[0], draw))
                moments.append(table.clock.time)
            else:
                moments.append(due[page.name][1])
        table.clock.time = max(table.clock.time, min(moments))
    return ada.frames, public.frames


class Dealing:
    """The first seed deals; every other draws what all may see."""

    def __init__(self, seed: int) -> None:
        self.seeds = [seed]

    def __call__(self) -> int:
        return self.seeds.pop() if self.seeds else 4


def phases(page: Page) -> int:
    return sum(event["kind"] == "phase" for event in page.events)


def parted(one: Frames, other: Frames) -> int:
    """How many frames two feeds share; where they part, both bring an event, and at the same moment."""
    for at, ((time, frame), (moment, theirs)) in enumerate(zip(one, other, strict=False)):
        if json.dumps(frame) != json.dumps(theirs) or time != moment:
            assert time == moment, (at, time, moment, frame, theirs)
            assert frame.get("events") != theirs.get("events"), (at, frame, theirs)
            return at
    return min(len(one), len(other))
