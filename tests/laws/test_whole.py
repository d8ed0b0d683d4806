"""Law 2 and 8 for the whole program: nothing that a viewer receives by any way tells it what it may not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from .whole import models  # noqa: F401  (its ways)
from .whole.ways import WAYS, received
from .whole.world import SECRET, WORLDS


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("world", WORLDS)
def test_nothing_that_is_received_depends_on_what_is_hidden(name: str, world: str, tmp_path: Path) -> None:
    left, right = (received(name, WORLDS[world], side, tmp_path) for side in SECRET)
    assert left == right
    assert len(left) > 100
    assert not any(word in left for word in SECRET.values())
