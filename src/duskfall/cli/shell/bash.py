"""Completion in bash, which splits `NAME=VALUE` into three words and ends a word at every space."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

OFFER = "COMPREPLY+=($value)"


@add_completion_class
class Bash(BashComplete):
    """Click's completion for bash, with the words joined again that bash has split at an equals sign."""

    # no space after `NAME=`: the value follows directly
    source_template: ClassVar[str] = BashComplete.source_template.replace(
        OFFER, f"{OFFER}; [[ $value == *= ]] && compopt -o nospace"
    )
    cut = 0  # characters of a completion that are in earlier words of bash's split
    quoted = False  # whether the word to complete begins with a quote

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that word."""
        raw, number = os.environ["COMP_WORDS"], int(os.environ["COMP_CWORD"])
        self.quoted = (raw.split("\n")[number : number + 1] or [""])[0][:1] in ("'", '"')
        broken = split_arg_string(raw)[1 : number + 1]
        words = glued([*broken, *[""] * (number - len(broken))])
        incomplete = words.pop() if words else ""
        value = incomplete.partition("=")[2] if incomplete.startswith("-") else incomplete
        self.cut = 0 if self.quoted else value.rfind("=") + 1
        return words, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Format a completion as a line for the script, which reads backslashes as escapes."""
        value = item.value[self.cut :] if item.type == "plain" else item.value
        return f"{item.type},{value}" if self.quoted else f"{item.type},{value}".replace(" ", "\\\\ ")


def glued(words: list[str]) -> list[str]:
    """Join the words on both sides of each equals sign; an empty word stands for a typed space, and stays separate."""
    found: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        if found and (word == "=" or (before == "=" and word)):
            found[-1] += word
        else:
            found.append(word)
    return found
