"""Measures of play."""
