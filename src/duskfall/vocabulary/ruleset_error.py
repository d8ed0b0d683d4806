"""The error for invalid rulesets."""

from __future__ import annotations


class RulesetError(ValueError):
    """An invalid ruleset: it contradicts itself or cannot be computed."""
