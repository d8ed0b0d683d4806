"""What is not done, told in one line."""

from __future__ import annotations


class Refused(ValueError):
    """Something that a table does not do; its text is a line for people, in the language that is spoken."""
