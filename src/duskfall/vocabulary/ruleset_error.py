"""What is wrong with a ruleset."""

from __future__ import annotations


class RulesetError(ValueError):
    """A ruleset that contradicts itself."""
