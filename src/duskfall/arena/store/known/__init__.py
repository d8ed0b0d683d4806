"""Rows about what players could know when they chose, and their chances by the deal; only with `detect: true`."""
