"""A kind of play for tests: random players on the kernel, without talk."""

from __future__ import annotations

from duskfall.balance.plays import Play, real


def random_play(rules: str) -> Play:
    """What the simulator's `uniform` plays, slower."""
    return real(rules, "random", talk=False)
