"""Whether a ruleset can be told: pages, cards, pictures, prompts, and a host's script, in every language."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.facts import Began
from duskfall.core.play.game import Game
from duskfall.core.start.deck import make_deck
from duskfall.draw.export import svg
from duskfall.rules.registry import find
from duskfall.study.primer import primer
from duskfall.tell.host.cues import night_script, setup_script
from duskfall.tell.rules import formats
from duskfall.tell.rules.briefing import briefing
from duskfall.tell.rules.role_card import card
from duskfall.tell.tongue import ENGLISH, LANGUAGES, heard, speaking
from duskfall.testing.contract import ContractError, held
from duskfall.vocabulary.ruleset import Ruleset

SHOWS = {
    "page": formats.page, "text": formats.text, "html": formats.html, "mermaid": formats.mermaid, "picture": svg,
}  # fmt: skip


def check_words(rules: Ruleset) -> None:
    """Everything has words, and everything that is made of the rules can be made in every language."""
    _check_names(rules)
    with held(f"{rules.id}: its data"):
        formats.data(rules)
    with held(f"{rules.id}: what bots read off it"):
        primer(rules.id)
    for language in LANGUAGES:
        with speaking(language):
            for _ in _told(rules, language):
                pass


def _check_names(rules: Ruleset) -> None:
    if not rules.title:
        raise ContractError(f"{rules.id}: it has no title")
    for flag in rules.flags:
        if not (flag.about and flag.called):
            raise ContractError(f"{rules.id}: the house rule {flag.name} lacks what it is called, or what it says")


def _told(rules: Ruleset, language: str) -> Iterator[str]:
    """All that is made of the rules; each must be something."""
    for name, show in SHOWS.items():
        yield from _some(f"{rules.id}: its {name} in {language}", lambda show=show: show(rules))
    for role in rules.roles:
        yield from _some(f"{rules.id}: the card of {role.name} in {language}", lambda name=role.name: card(rules, name))
    decks = {f"of {n}": make_deck(rules, n) for n in range(rules.decks.seats[0], rules.decks.seats[1] + 1)}
    decks["with every role"] = [role.name for role in rules.roles]
    for what, deck in decks.items():
        yield from _some(f"{rules.id}: a night {what} in {language}", lambda deck=deck: night_script(rules, deck))
        yield from _some(f"{rules.id}: a first night {what}", lambda deck=deck: setup_script(rules, deck))
    game = Game.start(rules, rules.decks.seats[0])
    began = next(fact for fact in game.facts if isinstance(fact, Began))
    yield from _some(f"{rules.id}: the rules of a table", lambda: briefing(began))


def _some(where: str, make: object) -> Iterator[str]:
    assert callable(make)
    with held(where):
        if not (found := make()):
            raise ContractError(f"{where} is empty")
        yield str(found)


def untranslated(rules: str | Ruleset, language: str) -> list[str]:
    """The texts that are said of a ruleset in this language, and that neither it nor duskfall translates."""
    book = find(rules)
    with speaking(language), heard() as asked:
        for _ in _told(book, language):
            pass
    with speaking(language):
        return sorted({text for context, text in asked if language != ENGLISH and _as_it_is(text, context)})


def _as_it_is(text: str, context: str) -> bool:
    from duskfall.tell.tongue import say, word

    return bool(text) and (word(text, context) if context else say(text)) == text
