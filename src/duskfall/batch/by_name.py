"""Policies by their names."""

from __future__ import annotations

from duskfall.batch.policies import UNIFORM, Policy
from duskfall.batch.skilled import skilled

POLICIES = ("uniform", "skilled")


def policy(name: str, ruleset: str) -> Policy:
    """The policy of this name for a ruleset."""
    return skilled(ruleset) if name == "skilled" else {UNIFORM.name: UNIFORM}[name]
