"""What people gave and what cannot be taken, in a sentence that can be said in any language."""

from __future__ import annotations


class Problem(ValueError):
    """A sentence with slots, some of which may be problems themselves; as text it is English."""

    def __init__(self, text: str, /, **slots: object) -> None:
        super().__init__(text.format(**slots) if slots else text)
        self.text, self.slots = text, slots
