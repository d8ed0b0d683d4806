"""What docs/models.md lists is what there is."""

from __future__ import annotations

import re
from pathlib import Path

from duskfall.players.llm import personas
from duskfall.players.llm.accounts.ledger import OK, Call
from duskfall.players.llm.calls import FAILURES
from duskfall.players.llm.providers import PROVIDERS
from duskfall.players.llm.settings import EFFORTS, LANGUAGES, SETTINGS

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
CODE = set(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))


def column(heading: str) -> list[str]:
    """The first cells of the table under this heading."""
    rows = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [re.findall(r"`([^`]+)`", row)[0] for row in rows]


def test_every_provider_with_its_keys() -> None:
    assert [name.partition(":")[0] for name in column("name")] == list(PROVIDERS)
    assert {key for each in PROVIDERS.values() for key in (each.key, each.spare) if key} <= CODE


def test_every_setting_with_its_values() -> None:
    assert column("setting") == list(SETTINGS)
    assert {*personas.known(), *LANGUAGES, *EFFORTS} <= CODE


def test_every_failure() -> None:
    assert column("failure") == list(FAILURES)


def test_every_field_of_a_call() -> None:
    call = Call(1, 1, "vote", 1, "openai:m", OK)
    assert call.as_data().keys() <= CODE
