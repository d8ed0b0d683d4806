"""The bill as it is read: by model and seat, whole on a narrow screen, and never a price that nobody knows."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from duskfall.players.llm.accounts.ledger import OK, Call, Ledger
from duskfall.players.llm.calls import REFUSAL, TIMEOUT, TRANSPORT, Usage
from duskfall.terminal.bill import game_bill, series_bill, show_series_bill

DEAR = "openai:gpt-5-mini?effort=low&persona=any"
LONG = f"http://{'a.very.long.name.' * 4}example:8080/v1#some-model-{'x' * 60}"
NAMES = ("Ann", "Bob", "Cid")
KINDS = (DEAR, LONG, DEAR)


def call(seat: int, outcome: str = OK, cost: float | None = None, *, silent: bool = False) -> Call:
    usage = Usage(1000, 250, 0, 40) if outcome == OK else None
    return Call(
        seat, 1, "say", 1, KINDS[seat - 1], outcome, seconds=2.5, usage=usage, cost=cost, chars=100, repeated=90,
        silent=silent,
    )  # fmt: skip


def full() -> Ledger:
    failures = [call(2, TIMEOUT, silent=True), call(2, TRANSPORT), call(2, TRANSPORT), call(3, REFUSAL)]
    return Ledger([call(1, cost=0.0125), call(2), call(3, cost=0.5), *failures])


def test_seats_stand_under_their_model() -> None:
    assert game_bill(full(), NAMES, KINDS) == [
        "          calls  tokens in  cached  out       cost  a call  failed",
        LONG,
        "  2  Bob      4      1,000     25%   40    unknown   2.5 s       3",
        "  failed: timeout 1, transport 2",
        DEAR,
        "  1  Ann      1      1,000     25%   40    $0.0125   2.5 s       –",
        "  3  Cid      2      1,000     25%   40  ≥ $0.5000   2.5 s       1",
        "  failed: refusal 1",
        "all           7      3,000     25%  120  ≥ $0.5125   2.5 s       4",
        "90.0% of all prompt text repeats the beginning of an earlier prompt.",
        "What 5 calls cost is not known.",
        "1 question got no answer; nothing was chosen instead.",
    ]


def test_a_series_is_told_model_by_model() -> None:
    assert series_bill(Ledger([call(1, cost=0.25), call(3, cost=0.25)])) == [
        "  calls  tokens in  cached  out     cost  a call  failed",
        DEAR,
        "      2      2,000     25%   80  $0.5000   2.5 s       –",
        "90.0% of all prompt text repeats the beginning of an earlier prompt.",
    ]
    assert [line.partition(" ")[0] for line in series_bill(full()) if line[0] != " "][:3] == [LONG, DEAR, "all"]


@pytest.mark.parametrize("width", [60, 80, 100])
def test_nothing_is_lost_on_a_narrow_screen(width: int) -> None:
    out = io.StringIO()
    show_series_bill(Console(file=out, width=width, force_terminal=True, color_system=None), full(), plain=False)
    shown = out.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    assert "…" not in shown
    assert "".join(shown.split()) == "".join("".join(["What the models took", *series_bill(full())]).split())


def test_nobody_was_called() -> None:
    assert len(game_bill(Ledger(), NAMES, KINDS)) == len(series_bill(Ledger())) == 2
