"""Measures of votes."""
