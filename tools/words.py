"""Catalogues of all words for people: found in the code, made from the rules, kept as .po, compiled to .mo and JSON.

    python -m tools.words                       update and compile (`make words`)
    python -m tools.words --pending             what is not translated yet, for people to read
    python -m tools.words --missing [LANGUAGE]  the same as JSON: {key: where it is said}
    python -m tools.words --fill LANGUAGE FILE  take {key: translation} into the catalogue; then all is written

A key is the English text; where there is a context, `context\\u0004text`. A text that is pending, not translated yet,
stands in the .po without a translation, or not at all before `make words`; people read it in English meanwhile.
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


def pending(everything: Said, translated: Known) -> list[Asked]:
    """What is not translated yet."""
    return [asked for asked in everything if asked not in translated]


def problems(everything: Said, translated: Known) -> list[str]:
    """What is wrong with translations: left over, with other slots."""
    found = [f"left over: {key(asked)!r}" for asked in translated if asked not in everything]
    return found + [f"other slots: {key(asked)!r}" for asked, told in translated.items() if not same_slots(asked, told)]


def stale(language: str, everything: Said, translated: Known) -> list[str]:
    """The files that `make words` would change, not counting texts that are only to be added as pending."""
    must = files(language, everything, translated)
    return [path.name for path, content in must.items() if not (path.exists() and _holds(path.read_bytes(), content))]


def _holds(found: bytes, must: bytes) -> bool:
    """Whether a file has all that is translated, in order, and of what is not only what is pending."""
    (told, untold), (wanted, open_ones) = _entries(found), _entries(must)
    return told == wanted and set(untold) <= set(open_ones)


def _entries(po: bytes) -> tuple[list[bytes], list[bytes]]:
    """The entries of a file with a translation, and those without; any other file is one of the former."""
    entries = po.rstrip(b"\n").split(b"\n\n")
    untold = [each for each in entries if each.endswith(b'msgstr ""')]
    return [each for each in entries if each not in untold], untold


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


def missing(languages: list[str], everything: Said) -> dict[str, dict[str, str]]:
    """By language: what is not translated yet, and where it is said."""
    return {
        language: {key(asked): ", ".join(everything[asked]) for asked in pending(everything, known(language))}
        for language in languages
    }


def told_pending(everything: Said) -> list[str]:
    """What is not translated yet, in lines for people: counts by language, then each text with its languages."""
    found = missing(OTHERS, everything)
    counts = ", ".join(f"{language} {len(texts)}" for language, texts in found.items() if texts)
    lacking: dict[str, list[str]] = {}
    for language, texts in found.items():
        for name in texts:
            lacking.setdefault(name, []).append(language)
    lines = [f"  {', '.join(languages)}: {name.replace(BETWEEN, ': ')!r}" for name, languages in lacking.items()]
    return [f"pending translations: {counts or 'none'}", *lines]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="tools.words", description="Catalogues of all words for people.")
    parser.add_argument("--pending", action="store_true")
    parser.add_argument("--missing", nargs="?", const="", metavar="LANGUAGE", choices=["", *OTHERS])
    parser.add_argument("--fill", nargs=2, metavar=("LANGUAGE", "FILE"))
    options = parser.parse_args()
    everything = said()
    if options.pending:
        print(*told_pending(everything), sep="\n")
    elif options.missing is not None:
        languages = [options.missing] if options.missing else OTHERS
        print(json.dumps(missing(languages, everything), ensure_ascii=False, indent=1))
    elif options.fill:
        wrong = fill(options.fill[0], Path(options.fill[1]), everything)
        print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
        return bool(wrong)
    else:
        for language in OTHERS:
            translated = known(language)
            write(language, everything, translated)
            print(f"{language}: {len(everything)} texts, {len(pending(everything, translated))} pending")
    return 0


if __name__ == "__main__":
    sys.exit(main())
