"""Tables are played with their server: a phone at one keeps no page."""

from __future__ import annotations

import pytest


@pytest.fixture
def keeps() -> bool:
    return False
