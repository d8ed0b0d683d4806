"""An evening of two games of city mafia at the page, by taps alone, on the engine in the page.

It goes on after two days that were played before; `make soak` plays these at the page as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from duskfall.host.evening.evening import Evening
from duskfall.host.service import Service
from duskfall.tell.tongue import LANGUAGES
from tests.e2e import evening
from tests.e2e.expected import expected, first_days, read_json, without_times
from tests.e2e.hosting import Host
from tests.e2e.phone import Phone
from tests.e2e.serving import Server, hosted
from tests.volume import VOLUME

TAPS = {"whole": 319, "from day 3 on": 162}  # holds of the eye are none


@pytest.mark.usefixtures("pyodide")
@pytest.mark.parametrize("part", TAPS if VOLUME > 1 else ["from day 3 on"])
def test_an_evening_of_two_games(part: str, phones: Callable[..., Phone], tmp_path: Path) -> None:
    with hosted(tmp_path / "state") as server:
        host = Host(phones(accept_downloads=True), "evening")
        if part == "whole":
            host.begin(server.address)
            assert host.phone.engine() == "device"
            evening.play(host)
        else:
            actions, script = first_days()
            host.open(server.address, server.keep(actions), len(actions))
            assert host.phone.engine() == "device"
            host.go_on()
            evening.play_on(host, script)
        assert host.taps <= TAPS[part]
        assert read_json(host.save("save-json")) == expected()
        standings_are_shown(host)
        host.synced()
        actions = host.kept()
        begun, _ = first_days()
        assert without_times(actions[: len(begun)]) == without_times(begun)
        the_server_has_the_same(server, host, actions)
        both_engines_write_the_same_bytes(host, actions)
        the_audit_tells_of_everything(host, actions)
        what_is_taken_back_is_taken_again(host)


def standings_are_shown(host: Host) -> None:
    rows = host.page.locator('[data-test="standings"] tbody tr')
    want = [[line["name"], str(line["points"])] for line in expected()["standings"]]
    assert [cells[1:3] for cells in (row.split("\t") for row in rows.all_inner_texts())] == want


def what_is_taken_back_is_taken_again(host: Host) -> None:
    """On the engine in the page, from the end of the evening; the protocol is the same."""
    host.back(2)
    assert host.place != "over"
    for _ in range(2):
        host.tap("forth")
    expect(host.see("forth")).to_have_count(0)
    assert host.place == "over"
    assert read_json(host.save("save-json")) == expected()


def the_server_has_the_same(server: Server, host: Host, actions: list[dict[str, object]]) -> None:
    lines = (server.evenings / f"{host.evening}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == actions
    assert Evening(actions).log == actions


def both_engines_write_the_same_bytes(host: Host, actions: list[dict[str, object]]) -> None:
    """The protocol in each form, and in each language on paper, where most is said: Pyodide against CPython."""
    ours = Service()
    for form, language in (("json", "en"), ("csv", "ru"), *(("html", language) for language in LANGUAGES)):
        asked = {"actions": actions, "form": form, "language": language}
        assert host.phone.call("protocol", **asked) == ours.call("protocol", asked)


def the_audit_tells_of_everything(host: Host, actions: list[dict[str, object]]) -> None:
    with host.sheet("menu", "fold-audit", "audit-show"):
        lines = host.page.locator('[data-test="audit"] li')
        expect(lines).to_have_count(len(actions))
        told = lines.all_inner_texts()
    taken_back = [line for action, line in zip(actions, told, strict=True) if action["do"] == "back"]
    changed = [line for line in told if "(changed at" in line]
    assert len(changed) == 1, "the vote of all others on day 1, of whom seats 3 and 5 voted otherwise"
    assert len(taken_back) + len(changed) == len(expected()["corrections"]) > 10
    assert all("taken back" in line for line in taken_back)
