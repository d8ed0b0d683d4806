"""Those who watch: the public view and nothing else, behind by the delay of the table."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.room.sitting import Page, Table

DELAY = 45


def watched(folder: Path, delay: int) -> tuple[Table, list[Page], Page, Page]:
    table = Table(folder / "table", {"rules": "werewolf", "name": "Ada", "delay": delay})
    people = [table.creator(), table.sit("Ben")]
    watcher, host = table.connect({"watch": "watch"}), table.connect({"watch": "watch", "language": "zh"})
    return table, people, watcher, host


def test_the_public_sees_what_all_see(tmp_path: Path) -> None:
    table, people, watcher, other = watched(tmp_path, 0)
    table.do(people[0], "start")
    table.play(people, Random(1))
    public = [event for event in people[0].events if not event["private"]]
    assert [{**event, "you": False} if "you" in event else event for event in public] == watcher.events
    assert watcher.now["you"] == {"seat": 0, "name": "", "alive": False, "role": "", "team": 0, "card": []}
    assert not watcher.now["over"]["won"]
    assert [event["kind"] for event in other.events] == [event["kind"] for event in watcher.events]
    assert other.now["title"] != watcher.now["title"]


def test_watchers_are_behind_by_the_delay(tmp_path: Path) -> None:
    table, people, watcher, _ = watched(tmp_path, DELAY)
    table.do(people[0], "start")
    table.play(people, Random(2))
    assert people[0].board["state"] == "over"
    assert watcher.board["state"] == "playing", "the end is not told before its time"
    assert not watcher.board["games"]
    assert not watcher.board["scores"]
    table.wait(DELAY + 1)
    assert watcher.board["state"] == "over"
    assert watcher.board["games"]
    first = {text: time for time, text in reversed(times(people[0])) if text}
    shown = [(time, text) for time, text in times(watcher) if text in first]
    assert len(shown) > 5
    assert all(time >= first[text] + DELAY - 1e-6 for time, text in shown)
    assert all(frame.get("clock") is None for _, frame in watcher.frames)


def times(page: Page) -> list[tuple[float, str]]:
    """When each speech came."""
    return [
        (time, event["text"])
        for time, frame in page.frames
        for event in frame.get("events", ())
        if event["kind"] == "said"
    ]


def test_a_restart_does_not_bring_watchers_forward(tmp_path: Path) -> None:
    table, people, watcher, _ = watched(tmp_path, DELAY)
    table.do(people[0], "start")
    table.wait(30)
    table.restart()
    table.settle()
    assert not watcher.events
    table.wait(DELAY + 1)
    assert watcher.events


def test_only_open_chairs_people_and_watchers_are_counted(tmp_path: Path) -> None:
    table, people, watcher, other = watched(tmp_path, 0)
    assert people[0].board["watchers"] == 2
    table.room.left(other.who)
    table.tell()
    assert people[0].board["watchers"] == 1
    assert [chair["here"] for chair in watcher.board["chairs"] if chair["kind"] == "person"] == [True, True]
