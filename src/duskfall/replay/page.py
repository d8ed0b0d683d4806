"""A game as one HTML file to send to a friend: no network, no spoilers, stepped through phase by phase."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from math import cos, pi, sin
from string import Template
from zlib import compress

from duskfall.core.facts import Began, Fact
from duskfall.core.view import view
from duskfall.replay.asked import Asked, SentTo, asked_on_page
from duskfall.replay.chapters import account
from duskfall.replay.finale import finale
from duskfall.replay.pieces import marked
from duskfall.table.story import Story
from duskfall.tell.names import name
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, say, spoken, word

ROUND = 12  # seats that have room around a table
WORDS = {
    "everything": later("everything is shown"),
    "reveal": later("Reveal"),
    "hide": later("Hide"),
    "sure": later("Show every role and what was done in the nights?"),
    "wait": later("Not yet"),
    "all": later("Reveal all"),
    "table": later("The table"),
    "steps": later("Steps"),
    "previous": later("Previous phase"),
    "next": later("Next phase"),
    "play": later("Play"),
    "pause": later("Pause"),
    "phase": later("Phase"),
    "plain": later("Without JavaScript this page is a plain transcript."),
}
ASKED = {
    "close": later("Close"),
    "earlier": later("Earlier turns"),
    "form": later("The form of the answer"),
    "again": later("Asked again"),
    "came": later("What came back"),
    "nothing": later("Nothing came back."),
}
SEALED = "The moderator's account of this game, compressed, so that reading this source spoils nothing."


def page(
    facts: Iterable[Fact], names: Sequence[str], seat: int | None, reveal: bool = True, story: Story | None = None,
    sent: SentTo | None = None, known: str = "",
) -> str:  # fmt: skip
    """The page as this seat saw the game (0: the public, None: the moderator); with `reveal`, the rest under seal.

    With the story of a finished game its last chapter tells everybody everything. `sent` brings what models were sent:
    the moderator may look at all of it, a seat at its own. `known` is one more chapter: what could be known.
    """
    facts = list(facts)
    asked = asked_on_page(sent, facts, names, seat) if sent else None
    seen = view(facts, seat).facts
    ending = list(finale(facts, story)) if story else []
    parts = ("page", "asked") if asked else ("page",)
    script, style = ("".join(_read(f"{part}.{kind}") for part in parts) for kind in ("js", "css"))
    began = next((fact for fact in seen if isinstance(fact, Began)), None)
    game = word(began.rules, "rules") if began else say("a game")
    return Template(_read("page.html")).substitute(
        {key: escape(say(text)) for key, text in WORDS.items()},
        lang=spoken(),
        title=escape(safe(f"duskfall: {game}, {_whose(names, seat)}")),
        policy=_policy(script),
        style=style,
        script=script,
        game=marked(game),
        whose=marked(_whose(names, seat)),
        form="round" if len(names) <= ROUND else "rows",
        chairs="".join(_chair(number, len(names), who) for number, who in enumerate(names, 1)),
        story=account(seen, names, seat, ending, asked) + known,
        sealed=_sealed(account(facts, names, None, ending, asked) + known) if reveal and seat is not None else "",
        asked=_asked(asked) if asked else "",
    )


def _read(file: str) -> str:
    return files("duskfall.replay").joinpath(file).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    """Nothing is loaded from anywhere, and no script runs but our own."""
    own = b64encode(sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{own}'"


def _whose(names: Sequence[str], seat: int | None) -> str:
    if seat is None:
        return say("as the moderator saw it")
    return say("as {name} saw it", name=name(seat, names)) if seat else say("as the table saw it")


def _chair(number: int, of: int, who: str) -> str:
    """A seat at the round table, the first at the top."""
    angle = 2 * pi * (number - 1) / of
    place = f"--x:{50 + 41 * sin(angle):.2f};--y:{50 - 41 * cos(angle):.2f};--seat:{number}"
    face = f'<span class="face">{number}</span>'
    marks = '<i class="role"></i><i class="title"></i><i class="ballot"></i>'
    return f'<li class="chair" style="{place}">{face}<b>{marked(who)}</b>{marks}</li>'


def _sealed(account: str) -> str:
    """The hidden part."""
    return f'<!-- {SEALED} -->\n<script type="text/plain" id="sealed">{_packed(account)}</script>'


def _asked(asked: Asked) -> str:
    """The sheet on which a question to a model is shown, and all that was sent."""
    words = {key: escape(say(text)) for key, text in ASKED.items()}
    return Template(_read("asked.html")).substitute(words, sent=_packed(asked.data()))


def _packed(text: str) -> str:
    """Letters, digits, + / = only, so that it cannot end its element."""
    return b64encode(compress(text.encode(), 9)).decode()
