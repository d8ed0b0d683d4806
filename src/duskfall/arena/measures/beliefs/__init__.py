"""Measures of the suspicions that players state."""
