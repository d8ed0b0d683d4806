"""Lookup of policies by name."""

from __future__ import annotations

from duskfall.batch.policies import UNIFORM, Policy
from duskfall.batch.skilled import skilled

POLICIES = ("uniform", "skilled")


def policy(name: str, ruleset: str) -> Policy:
    """Return the policy with this name, one of `POLICIES`, for a ruleset id."""
    return skilled(ruleset) if name == "skilled" else {UNIFORM.name: UNIFORM}[name]
