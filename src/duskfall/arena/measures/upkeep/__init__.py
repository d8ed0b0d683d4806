"""Measures of what playing costs, and of its failures."""
