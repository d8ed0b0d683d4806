"""Completion in bash, which takes `NAME=VALUE` for three words and a blank for the end of one."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

OFFER = "COMPREPLY+=($value)"


@add_completion_class
class Bash(BashComplete):
    """Click's own, with words put together again that bash has broken at an equals sign."""

    # after `NAME=` the value follows at once
    source_template: ClassVar[str] = BashComplete.source_template.replace(
        OFFER, f"{OFFER}; [[ $value == *= ]] && compopt -o nospace"
    )
    cut = 0  # so much of a completion stands in the words before bash's own
    quoted = False

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one to complete, and that word."""
        raw, number = os.environ["COMP_WORDS"], int(os.environ["COMP_CWORD"])
        self.quoted = (raw.split("\n")[number : number + 1] or [""])[0][:1] in ("'", '"')
        broken = split_arg_string(raw)[1 : number + 1]
        words = glued([*broken, *[""] * (number - len(broken))])
        incomplete = words.pop() if words else ""
        value = incomplete.partition("=")[2] if incomplete.startswith("-") else incomplete
        self.cut = 0 if self.quoted else value.rfind("=") + 1
        return words, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """A line for the script, which reads backslashes as escapes."""
        value = item.value[self.cut :] if item.type == "plain" else item.value
        return f"{item.type},{value}" if self.quoted else f"{item.type},{value}".replace(" ", "\\\\ ")


def glued(words: list[str]) -> list[str]:
    """The words, with those on both sides of an equals sign put together; an empty word follows a blank."""
    found: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        if found and (word == "=" or (before == "=" and word)):
            found[-1] += word
        else:
            found.append(word)
    return found
