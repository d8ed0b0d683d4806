"""Whole programs: all that a viewer can receive by any way out, for two games that differ in what is hidden from it."""
