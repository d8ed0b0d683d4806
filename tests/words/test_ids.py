"""Names of the data are for machines: whoever reads a card, a cue or the rules reads words."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from duskfall.core.start.deck import make_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.tell import phrases
from duskfall.tell.host.cues import night_script, setup_script
from duskfall.tell.rules.formats import html, page, text
from duskfall.tell.rules.role_card import card
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.vocabulary.ruleset import Ruleset

ID = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+[A-Z]\w*")
MARKED = re.compile(r"`[^`]*`|\[[^]]*\]|<code>[^<]*</code>|<span class=\"cite\">[^<]*</span>|^\[.*$", re.MULTILINE)

every_book = pytest.mark.parametrize("rules", [ruleset(book) for book in BOOKS], ids=list(BOOKS))
every_language = pytest.mark.parametrize("language", LANGUAGES)


def ids(shown: Iterable[str]) -> list[str]:
    """What is a name of the data, outside of code quotes and citations."""
    return [name for each in shown for name in ID.findall(MARKED.sub("", each))]


def test_an_id_is_found() -> None:
    assert ids(["by maniac_kill if revealOnDeath is on, `not_this` [CM§norThis]", "vote immunity"]) == [
        "maniac_kill",
        "revealOnDeath",
    ]


@every_language
@every_book
def test_cards_have_none(rules: Ruleset, language: str) -> None:
    defaults = {flag.name: flag.default for flag in rules.flags}
    with speaking(language):
        lines = [line for role in rules.roles for flags in (None, defaults) for line in card(rules, role.name, flags)]
    assert ids(lines) == []


@every_language
@every_book
def test_pages_have_them_in_code_quotes_only(rules: Ruleset, language: str) -> None:
    with speaking(language):
        assert ids([page(rules), html(rules)]) == []
        printed = text(rules)  # a terminal shows no quotes: there they stand in the table of house rules alone
    typed = [name for flag in rules.flags for name in (flag.name, *flag.values)]
    assert sorted(ids([printed])) == sorted(ids(typed))


@every_language
@every_book
def test_cues_have_none(rules: Ruleset, language: str) -> None:
    deck = make_deck(rules, 10)
    with speaking(language):
        cues = [*setup_script(rules, deck), *night_script(rules, deck, call_all=True)]
    assert ids(line for cue in cues for line in (*cue.say, cue.next)) == []


@every_book
def test_every_house_rule_has_a_title(rules: Ruleset) -> None:
    assert all(flag.called and phrases.house_rule(flag.name) == flag.called for flag in rules.flags)


def test_one_name_has_one_title() -> None:
    titles = {(flag.name, str(flag.called)) for book in BOOKS for flag in ruleset(book).flags}
    assert len(titles) == len({name for name, _ in titles}) == len({title for _, title in titles})
