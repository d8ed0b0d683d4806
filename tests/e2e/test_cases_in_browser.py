"""A rich case of each ruleset, tapped in at the page: its record holds the facts that the engine gives.

What comes before its first answer is played without a browser. All on the server's engine, as on a phone in the local
network; in `make soak` also on the engine in the page, on which the evening is played every time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from duskfall.cases.case import Case
from duskfall.cases.script import play
from duskfall.core.record import fact_line
from tests.case_files import cases_of
from tests.e2e.hosting import Host
from tests.e2e.phone import Phone
from tests.e2e.serving import Server
from tests.host.driving import steps
from tests.host.hosting import Host as Played
from tests.volume import VOLUME

CASES = Path(__file__).parents[2] / "cases"
RICH = (
    ("ai-mafia/more", "AM-12, AM-6: The Executioner whose target"),
    ("ai-mafia-classic/night", "AC§Night3, AM-4: A blocked Godfather"),
    ("city-mafia/more", "CM-2, CM-3: tieEndsWith all, of three tied"),
    ("town-of-agents/more", "TA-5, TA-7, TA-8, G10: A Jailor executed at once"),
    ("werewolf/more", "WW-7, WW-9: The Hunter elected while secretly dead"),
)
ENGINES = ("server", "device") if VOLUME > 1 else ("server",)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("path", "name"), RICH, ids=[path for path, _ in RICH])
def test_a_case_at_the_page(
    path: str, name: str, engine: str, phones: Callable[..., Phone], server: Server, request: pytest.FixtureRequest
) -> None:
    if engine == "device":
        request.getfixturevalue("pyodide")
    phone = phones(keeps=False)
    at_the_page(phone, server, server.lan if engine == "server" else server.address, case_called(path, name))
    assert phone.engine() == engine


def case_called(path: str, name: str) -> Case:
    return next(case for case in cases_of(CASES / f"{path}.yaml") if case.name.startswith(name))


def at_the_page(phone: Phone, server: Server, address: str, case: Case) -> None:
    """Go on where the case first says what somebody does, tap all the rest, and save the record."""
    played = Played()
    taps = steps(case, played.evening)
    begun, before = list[dict[str, Any]](), played.screen
    for first in taps:
        if first["do"] == "pick" or first.get("value") is not None:
            break
        begun, before = list(played.evening.log), played.screen
    host = Host(phone)
    host.open(address, server.keep(begun), len(begun))
    for action in chain([first], taps):
        assert (host.place, host.title) == (before["place"], before["title"])
        after = played.screen
        tap(host, action, before, after)
        before = after
    host.see("menu").tap()
    record = host.save("record-1").splitlines()
    assert [line for line in record if line.startswith('{"fact"')] == [fact_line(fact) for fact in play(case)[0].facts]


def tap(host: Host, action: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    """One action of the case as a thumb does it."""
    if action["do"] == "next":
        host.next()
    elif action["do"] == "pick":
        pick(host, action, before)
    elif action["value"] is not None:
        host.see("speech-note").tap()
        host.see("speech-text").fill(action["value"])
        there = host.at + 1
        host.see("speech-text").press("Enter")
        host.page.locator(f'[data-test="stage"][data-at="{there}"]').wait_for()
        host.next()
    # Who is silent is passed over: one Next ends a whole open discussion, and by night a whole talk.
    elif before["place"] == "speech" or (before["place"] == "discussion" != after["place"]):
        host.next()


def pick(host: Host, action: dict[str, Any], screen: dict[str, Any]) -> None:
    """A seat or a word is tapped for who is asked; a forbidden one twice."""
    form = next(form for form in screen["forms"] if (form["seat"], form["verb"]) == (action["seat"], action["verb"]))
    if host.see("somebody").count():
        host.see("somebody").tap()
    if form["kind"] == "ballot":
        host.see(f"candidate-{action['value']}").tap()
        host.tap(f"voter-{action['seat']}")
        return
    if form["kind"] == "yesno" and len(screen["forms"]) > 1 and not (screen["dim"] or screen["veiled"]):
        for _ in range(1 if action["value"] == "yes" else 2):  # a hand is raised, and taken down
            host.tap(f"hand-{action['seat']}")
        return
    if len(screen["forms"]) > 1:
        host.see(f"turn-{action['seat']}").tap()
    option = next(option for option in form["options"] if option["value"] == action["value"])
    if option["barred"]:
        host.pick_anyway(action["value"])
    else:
        host.pick(action["value"])
