"""What the page shows beside a table: the rules of each game, and recorded games seen again."""

from __future__ import annotations

import re
from functools import partial
from html import unescape

from duskfall.core.play.game import Game
from duskfall.core.record import Record, RecordError, read
from duskfall.draw.export import svg
from duskfall.replay.page import page
from duskfall.rules.registry import known
from duskfall.rules.registry import rulesets as all_rulesets
from duskfall.table.kept.held import hold, is_over, unverifiable
from duskfall.table.story import story
from duskfall.table.viewers import playing, viewers
from duskfall.tell.quotes import quoted
from duskfall.tell.rules import formats
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.wire.calls import Params
from duskfall.wire.pages import GameBook, ReplayPage, RulesPage

PUBLIC, MODERATOR = "public", "moderator"
CITATION = re.compile(r'<span class="cite">([^<]+)</span>')  # as tell.paper prints them
REFUSED = (ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError)  # by facts that do not fit


# -- rules -------------------------------------------------------------------------------------------------


def rulesets(params: Params) -> list[GameBook]:
    """The games that there are, each with its roles and for how many it is."""
    return [_game(each) for each in all_rulesets()]


def _game(rules: Ruleset) -> GameBook:
    low, high = rules.decks.seats
    about = say("{roles} roles, {flags} house rules.", roles=len(rules.roles), flags=len(rules.flags))
    return {
        "id": rules.id,
        "title": say(rules.title),
        "about": about,
        "seats": [low, high],
        "teams": [word(team, "team") for team in rules.teams],
        "roles": [
            {"role": role.name, "label": word(role.name, "role"), "team": rules.teams.index(role.team) + 1}
            for role in rules.roles
        ],
    }


def rules(params: Params) -> RulesPage:
    """The rules of one game as HTML, their picture, and the words of every rule that they cite."""
    book, found = known(params.get("id")), dict[str, str]()
    if book is None:
        raise ValueError(say("There is no such game."))
    html = CITATION.sub(partial(_citation, found), formats.html(book))
    return {"id": book.id, "title": say(book.title), "html": html, "svg": svg(book), "citations": found}


def _citation(found: dict[str, str], match: re.Match[str]) -> str:
    """A citation as a link, if there are words behind it; those are kept."""
    rule = unescape(match[1])
    text = quoted(rule)
    if not text:
        return match[0]
    found[rule] = text
    return f'<button class="cite" data-rule="{match[1]}">{match[1]}</button>'


# -- replays -----------------------------------------------------------------------------------------------


def replay(params: Params) -> ReplayPage:
    """A recorded game as a page of its own, as somebody saw it, and who else may be looked through.

    Whoever still plays sees no more than their own seat does. A record that is damaged is told in one line.
    """
    text = params.get("text")
    try:
        record = read(line for line in str(text or "").splitlines() if line.strip())
        return _replay(record, params.get("as"))
    except RecordError as error:
        raise ValueError(say("This is no record that can be read: {error}.", error=str(error).rstrip("."))) from None
    except REFUSED:
        raise ValueError(say("This record is damaged: what it tells does not fit together.")) from None


def _replay(record: Record, wanted: object) -> ReplayPage:
    allowed = viewers(record.names, playing(record))
    seat, game = _viewer(wanted, allowed), _played(record, hidden=None not in allowed)
    told = story(game) if game and game.over else None
    book = known(record.rules)
    return {
        "html": page(record.facts, record.names, seat, reveal=None in allowed, story=told),
        "rules": say(book.title) if book else record.rules,
        "as": _eyes(seat),
        "viewers": [{"value": _eyes(each), "label": _label(each, record.names)} for each in allowed],
        "over": is_over(record),
    }


def _played(record: Record, hidden: bool) -> Game | None:
    """The game of a record that holds, if its rules are still what they were; one that was changed is refused."""
    book = known(record.rules)
    if book is None or unverifiable(record, book):
        return None
    held = hold(record, hidden)
    if held.wrong:
        raise ValueError(held.wrong)
    return held.game


def _viewer(wanted: object, allowed: list[int | None]) -> int | None:
    """The seat whose eyes are wanted, if that spoils nothing; else the table's."""
    return next((seat for seat in allowed if _eyes(seat) == wanted), 0)


def _eyes(seat: int | None) -> int | str:
    return MODERATOR if seat is None else seat or PUBLIC


def _label(seat: int | None, names: tuple[str, ...]) -> str:
    if seat is None:
        return say("The moderator")
    return names[seat - 1] if seat else say("The table")
