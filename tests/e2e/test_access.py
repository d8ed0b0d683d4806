"""Nobody is kept out of the host's screens, or of those beside them: axe finds nothing serious, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.axe import barriers
from tests.e2e.beginning import table
from tests.e2e.phone import LOADING_MS, Phone
from tests.e2e.serving import Server

PLACES = {"table", "links", "ballot", "ruling"}
LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark", "viewport": {"width": 360, "height": 640}},
}
STEPS = 80  # more than a day and a night have
BESIDE = {"": "go-host", "rules/werewolf": "picture", "desk": "desk-rules", "season": "season-rules", "play": "begin"}


@pytest.mark.parametrize("look", LOOKS)
def test_the_screens_of_a_game(phones: Callable[..., Phone], server: Server, look: str) -> None:
    options: dict[str, Any] = LOOKS[look]
    host = table(phones(**options), server)
    found = {(host.place, ""): barriers(host.page)}
    host.deal("links")
    for _ in range(STEPS):
        kind = (host.place, host.asked())
        if kind not in found:
            found[kind] = barriers(host.page)
        places = {place for place, _ in found}
        if places >= PLACES:
            break
        host.next()
    assert places > PLACES, "days and nights have screens of their own"
    assert {kind: each for kind, each in found.items() if each} == {}


@pytest.mark.parametrize("look", LOOKS)
def test_the_rooms_beside_it(phones: Callable[..., Phone], server: Server, look: str) -> None:
    options: dict[str, Any] = LOOKS[look]
    page = phones(**options).page
    page.goto(server.lan)
    found = {}
    for room, shown in BESIDE.items():
        page.evaluate("(room) => { location.hash = `#/${room}` }", room)
        page.locator(f'[data-test="{shown}"]').wait_for(timeout=LOADING_MS)
        found[room] = barriers(page)
    assert {room: each for room, each in found.items() if each} == {}
