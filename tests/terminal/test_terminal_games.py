"""Whole games played by typing: every ask of every book, answered in every way there is to type an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from duskfall.core.ask import Ask, read_choice
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.players.person import terminal, typed
from duskfall.players.person.terminal import Human
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.tell.facts import questions as asking
from duskfall.tell.facts.questions import Option
from tests.players.test_terminal_player import HOSTILE, Paper


def forms(option: Option, options: Sequence[Option]) -> Iterator[str]:
    """An option by number, by name, and by the shortest beginning that nobody else has."""
    yield from (option.key, option.label, option.label.upper(), f"  {option.label}  ")
    for length in range(1, len(option.label)):
        start = option.label[:length]
        if sum(each.label.casefold().startswith(start.casefold()) for each in options) == 1:
            yield start
            return


def spoken(ask: Ask, names: Sequence[str], draw: Random) -> str:
    """Words, or a pass; a question says whom it is for."""
    kinds = ["", "/pass"]
    if ask.addresses:
        kinds += [f"@{names[draw.choice(ask.addresses) - 1]} {words}" for words in ("you?", "Who was that?")]
    else:
        kinds.append("Who was that?")
    if ask.nominees:
        kinds.append(f"/nominate {names[draw.choice(ask.nominees) - 1]}")
    return draw.choice(kinds)


class Typist:
    """A person who tries every way to type an answer, then types nonsense, looks something up, and answers."""

    blind = False

    def __init__(self, seed: int) -> None:
        self.draw, self.paper = Random(seed), Paper()
        self.human, self.met = Human(self.paper), Counter[str]()

    def answer(self, ask: Ask, view: View) -> object:
        self.met[ask.verb] += 1
        options = asking.options(ask, view.names)
        if ask.speech:
            line = spoken(ask, view.names, self.draw)
        elif not options:
            line = ""
        else:
            line = self._choose(ask, view, options)
        wrong = self.draw.choice(HOSTILE) if not ask.speech and len(options) > 1 else ""
        nonsense = [wrong] if wrong and typed.pick(wrong, options) is None and wrong not in ("/", "None") else []
        look = self.draw.choice(["help", "role", "log all", "votes", "rules", "notes x"])
        self.paper.lines = [*nonsense, f"/{look}", *([line] if line.strip() else ["", ""])]
        value = self.human.answer(ask, view)
        if not ask.speech and options:
            assert not read_choice(ask, value, view.names).void
        return value

    def _choose(self, ask: Ask, view: View, options: list[Option]) -> str:
        beside = f" as {self.draw.choice(ask.roles)}" if ask.roles else ""
        for each in options:
            role = beside if isinstance(each.value, int) else ""
            for form in forms(each, options):
                value = terminal.read(ask, form + role, view)
                assert (value["target"] if isinstance(value, dict) else value) == each.value
        chosen = self.draw.choice(options)
        return self.draw.choice(list(forms(chosen, options))) + (beside if isinstance(chosen.value, int) else "")


def open_games(book: str) -> Iterator[Game]:
    rules = ruleset(book)
    flags = {"nominations": True, "tieEndsWith": "tableVote", "maxRounds": 5}
    known = {flag.name: flags[flag.name] for flag in rules.flags if flag.name in flags}
    decks = [", ".join(role.name for role in rules.roles)] if len(rules.roles) >= 5 else []
    for number, deck in enumerate([None, *decks]):
        yield Game.start(rules, None if deck else 8, deck=deck, flags=known if number else {}, seed=number + 3)


@pytest.mark.parametrize("book", BOOKS)
def test_whole_games_are_played_by_typing(book: str) -> None:
    met = Counter[str]()
    for game in open_games(book):
        typists = {seat: Typist(seat) for seat in range(1, len(game.names) + 1)}
        assert play(game, typists).over
        assert not any(type(fact).__name__ in ("Refused", "Void") for fact in game.facts)
        met = sum((typist.met for typist in typists.values()), met)
    verbs = {ability.verb for role in ruleset(book).roles for ability in role.abilities}
    assert met["vote"]
    assert met["say"]
    assert len(verbs & set(met)) >= len(verbs) - 1, f"too few acts were met: {sorted(met)}"
