"""Measures of what players say, and of its effect."""
