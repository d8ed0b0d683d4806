"""How often somebody may do something, and who counts as one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duskfall.web.tables import limits
from duskfall.web.tables.limits import Allowance, Limits, PerAddress, Rate, address_of
from tests.web.tables.client import in_loop, post, serving


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_so_many_at_once_and_then_one_after_the_other() -> None:
    clock = Clock()
    allowance = Allowance(Rate(3, 10), clock)
    assert [allowance.take() for _ in range(5)] == [True, True, True, False, False]
    clock.at = 9.9
    assert not allowance.take()
    clock.at = 10.1
    assert [allowance.take(), allowance.take()] == [True, False]
    clock.at = 10_000
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


def test_one_address_takes_nothing_from_another() -> None:
    each = PerAddress(Rate(1, 10), Clock())
    assert each.of("a").take()
    assert not each.of("a").take()
    assert each.of("b").take()


def test_memory_does_not_grow_with_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 3)
    each = PerAddress(Rate(1, 10), Clock())
    assert each.of("mine").take()
    for number in range(10):
        each.of(f"{number}")
        assert not each.of("mine").take()  # who comes again and again is not forgotten
    assert len(each._known) == 3


@pytest.mark.parametrize(
    ("peer", "forwarded", "same"),
    [
        ("192.168.1.7", None, "192.168.1.7"),
        ("192.168.1.7", "9.9.9.9", "192.168.1.7"),  # anybody can say so
        ("127.0.0.1", "1.2.3.4, 9.9.9.9", "9.9.9.9"),  # what the proxy itself has seen stands last
        ("127.0.0.1", "1.2.3.4\n9.9.9.9", "9.9.9.9"),  # in a header of its own, as HAProxy adds it
        ("127.0.0.1", "nonsense", "127.0.0.1"),
    ],
)
def test_only_a_proxy_on_this_machine_speaks_for_others(peer: str, forwarded: str | None, same: str) -> None:
    headers = [(b"x-forwarded-for", each.encode()) for each in (forwarded or "").splitlines()]
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    assert address_of(scope, behind_proxy=True) == same
    assert address_of(scope, behind_proxy=False) == peer


def test_a_household_has_one_prefix() -> None:
    def of(peer: str) -> str:
        return address_of({"type": "http", "client": (peer, 1), "headers": []}, behind_proxy=False)

    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::9")
    assert of("2001:db8:1:2::1") != of("2001:db8:1:3::1")


@pytest.mark.parametrize("behind_proxy", [False, True])
@in_loop
async def test_a_client_on_this_machine_cannot_choose_for_whom_it_counts(tmp_path: Path, behind_proxy: bool) -> None:
    """Only a server that was told of a proxy believes X-Forwarded-For: any program here could send it."""
    few = Limits(calling=Rate(2, 1000))
    async with serving(tmp_path, limits=few, behind_proxy=behind_proxy) as address:
        body = json.dumps({"name": "find", "params": {"room": "none"}, "language": "en"}).encode()
        answers = [await post(address, "/api/room", body, X_Forwarded_For=f"9.9.9.{each}") for each in range(4)]
    assert [status for status, _ in answers] == ([409] * 4 if behind_proxy else [409, 409, 429, 429])
