"""Counting and sampling worlds, as integer code that is added to a generated program: it runs as it is, or compiled."""
