"""Catalogues of all words for people: found in the code, made from the rules, kept as .po, compiled to .mo and JSON.

    python -m tools.words                       update and compile (`make words`)
    python -m tools.words --missing [LANGUAGE]  what is not translated yet: {key: where it is said}, as JSON
    python -m tools.words --fill LANGUAGE FILE  take {key: translation} into the catalogue; then all is written

A key is the English text; where there is a context, `context\\u0004text`.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from duskfall.tell.tongue import DOMAIN, ENGLISH, LANGUAGES, Asked
from tools.words_found import CODE, PAGE, in_code, in_page
from tools.words_made import made

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
BETWEEN = "\u0004"  # a context and its text, as gettext has it
Said = dict[Asked, list[str]]  # what is said, and where
Known = dict[Asked, str]
_SLOT = re.compile(r"\{(\w+)\}")


class Words(Catalog):
    """A catalogue without dates and versions, so that the same words give the same bytes."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [("Language", str(self.locale)), ("Content-Type", "text/plain; charset=utf-8")]

    @mime_headers.setter
    def mime_headers(self, headers: object) -> None:
        """What a file says of itself is not needed."""


def said() -> Said:
    """Everything that is said, and where."""
    found: dict[Asked, set[str]] = {}
    for asked, where in (*in_code(), *in_page(), *made()):
        if asked[1].strip():
            found.setdefault(asked, set()).add(where)
    return {asked: sorted(found[asked]) for asked in sorted(found)}


def place(language: str, ending: str) -> Path:
    """The file of a catalogue."""
    return CODE / f"tell/locale/{language}/LC_MESSAGES/{DOMAIN}.{ending}"


def known(language: str) -> Known:
    """What is translated."""
    path = place(language, "po")
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    return {(each.context or "", str(each.id)): str(each.string) for each in catalogue if each.id and each.string}


def files(language: str, everything: Said, translated: Known) -> dict[Path, bytes]:
    """The files of a language as they must be; where a text is said is not in them, so that a file can move."""
    catalogue, full = (Words(locale=language, fuzzy=False, header_comment="#") for _ in range(2))
    for asked in everything:
        context, text = asked
        told = translated.get(asked, "")
        catalogue.add(text, told, context=context or None)
        if told:
            full.add(text, told, context=context or None)
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, catalogue, width=0)
    write_mo(mo, full)
    page = {text: translated[asked] for asked in everything if asked in translated and _of_page(everything[asked])
            for text in [asked[1]] if not asked[0]}  # fmt: skip
    return {
        place(language, "po"): po.getvalue(),
        place(language, "mo"): mo.getvalue(),
        PAGE / f"words/{language}.json": (json.dumps(page, ensure_ascii=False, indent=0) + "\n").encode(),
    }


def _of_page(where: list[str]) -> bool:
    return any(each.startswith("page/") for each in where)


def problems(language: str, everything: Said, translated: Known) -> list[str]:
    """What is wrong with the words of a language: missing, left over, with other slots."""
    found = [f"missing: {key(asked)!r}" for asked in everything if asked not in translated]
    found += [f"left over: {key(asked)!r}" for asked in translated if asked not in everything]
    return found + [f"other slots: {key(asked)!r}" for asked, told in translated.items() if not same_slots(asked, told)]


def same_slots(asked: Asked, told: str) -> bool:
    """Whether a translation has each slot of its text, once or more often, and no other."""
    return set(_SLOT.findall(asked[1])) == set(_SLOT.findall(told))


def key(asked: Asked) -> str:
    """The key of a text."""
    return BETWEEN.join(asked) if asked[0] else asked[1]


def asked_for(name: str) -> Asked:
    """The text of a key."""
    context, found, text = name.partition(BETWEEN)
    return (context, text) if found else ("", name)


def write(language: str, everything: Said, translated: Known) -> None:
    """Write the files of a language."""
    for path, content in files(language, everything, translated).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def fill(language: str, path: Path, everything: Said) -> list[str]:
    """Take translations in; what could not be taken."""
    given: dict[str, str] = json.loads(path.read_text("utf-8"))
    new = {asked_for(name): told for name, told in given.items() if told}
    wrong = [f"not asked for: {key(asked)!r}" for asked in new if asked not in everything]
    wrong += [f"other slots: {key(asked)!r}: {told!r}" for asked, told in new.items() if not same_slots(asked, told)]
    good = {asked: told for asked, told in new.items() if asked in everything and same_slots(asked, told)}
    write(language, everything, known(language) | good)
    return wrong


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="tools.words", description="Catalogues of all words for people.")
    parser.add_argument("--missing", nargs="?", const="", metavar="LANGUAGE", choices=["", *OTHERS])
    parser.add_argument("--fill", nargs=2, metavar=("LANGUAGE", "FILE"))
    options = parser.parse_args()
    everything = said()
    if options.missing is not None:
        missing = {
            language: {key(asked): ", ".join(where) for asked, where in everything.items() if asked not in translated}
            for language in ([options.missing] if options.missing else OTHERS)
            for translated in [known(language)]
        }
        print(json.dumps(missing, ensure_ascii=False, indent=1))
        return 0
    if options.fill:
        wrong = fill(options.fill[0], Path(options.fill[1]), everything)
        print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
        return bool(wrong)
    for language in OTHERS:
        translated = known(language)
        write(language, everything, translated)
        open_ones = sum(asked not in translated for asked in everything)
        print(f"{language}: {len(everything)} texts, {open_ones} not translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
