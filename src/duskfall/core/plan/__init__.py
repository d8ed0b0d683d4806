"""Compilation of a ruleset into a plan: checks, lookup tables, and the resolution order."""
