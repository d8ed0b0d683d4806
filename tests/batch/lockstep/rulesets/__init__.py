"""Rulesets for the lockstep: random ones, and small ones for each word that the books use little."""
