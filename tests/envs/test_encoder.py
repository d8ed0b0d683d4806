"""One encoder: an observation says what the view holds, and every allowed action is an answer that the rules take."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.batch.rows import rows_of
from duskfall.batch.table import Table
from duskfall.core.facts import Said, Told
from duskfall.envs import fold
from duskfall.envs.claims import Heard, claim_rows
from duskfall.envs.layout import Layout
from duskfall.envs.played import Played, Spaces, spaces_of
from duskfall.envs.text import plain_text
from duskfall.rules import BOOKS, ruleset
from tests.laws.tables import Answers, law, seeds, tables
from tests.laws.tables import Table as AnyTable


def spaces_at(table: AnyTable) -> Spaces:
    """What learners have at a table of the laws."""
    beside = ", ".join(f"{card}*{len(held)}" for card, held in (table.cards or {}).items() if held)
    return Spaces(Table.make(table.rules, deck=table.roles, flags=table.flags, cards=beside or None), table.talk)


def part(of: Spaces, row: np.ndarray, name: str) -> np.ndarray:
    """A section in its shape."""
    found = next(each for each in of.layout.parts if each.name == name)
    return row[of.layout.part(name)].reshape(found.shape)


@law(60)
@given(tables(), seeds)
def test_an_observation_says_what_the_view_holds(table: AnyTable, seed: int) -> None:
    game, of = table.start(), spaces_at(table)
    played, answers, names = Played(of, game), Answers(seed), of.layout.names
    while game.asks:
        for seat in range(1, len(table.roles) + 1):
            row, view = played.see(seat, None)["observation"], played.view(seat)
            assert names.roles[np.flatnonzero(part(of, row, "role"))[0] + 1] == view.role
            assert (np.flatnonzero(part(of, row, "living")) + 1).tolist() == view.living
            known = {
                who + 1: names.roles[role + 1] for who, role in zip(*part(of, row, "known").nonzero(), strict=True)
            }
            shown = {
                who + 1: names.words[word + 1] for who, word in zip(*part(of, row, "shown").nonzero(), strict=True)
            }
            assert known.items() <= view.known.items()
            assert {who: known.get(who, shown.get(who)) for who in view.known} == view.known
            assert {who: shown.get(who, "") for who in view.dead} == view.dead
            assert part(of, row, "told").sum() == sum(isinstance(each, Told) and each.word != "" for each in view.facts)
            holders = [names.titles[title + 1] for title, _ in zip(*part(of, row, "title").nonzero(), strict=True)]
            assert holders == [title for title, holder in view.titles.items() if holder]
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, answers(game, ask))


@law(60)
@given(tables(), seeds)
def test_every_action_that_a_mask_allows_is_taken(table: AnyTable, seed: int) -> None:
    game, of = table.start(), spaces_at(table)
    played, answers, random = Played(of, game), Answers(seed, wild=0), np.random.default_rng(seed)
    while game.asks:
        for ask in game.asks:
            mask = played.see(ask.seat, ask)["action_mask"]
            allowed = np.flatnonzero(mask)
            for action in random.permutation(allowed)[:12]:
                assert game.void(ask, of.actions.value(ask, int(action))) == ""
            if not ask.speech:
                roles = max(1, len(ask.roles))
                assert len(allowed) == max(1, len(ask.seats) * roles + len(ask.words))
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, answers(game, ask))


@pytest.mark.parametrize("rules", sorted(BOOKS))
def test_the_layout_depends_on_the_ruleset_and_the_seats_alone(rules: str) -> None:
    book = ruleset(rules)
    usual, other = Table.make(book, 8), Table.make(book, deck=[book.decks.evil[0], *[book.decks.rest] * 7])
    assert Layout.make(usual).parts == Layout.make(other).parts
    assert Layout.make(usual).numbers == Layout.make(other).numbers
    assert Layout.make(usual).size != Layout.make(Table.make(book, 9)).size


@given(st.data())
def test_a_claim_is_heard_as_it_was_made(data: st.DataObject) -> None:
    of = spaces_of(data.draw(st.sampled_from(sorted(BOOKS))), 6, talk=True)
    played = Played.start(of, of.table.deck, seed=1)
    while not (played.game.asks and played.game.asks[0].speech):
        ask = played.game.asks[0]
        played.answer(ask, 0)
    ask = played.game.asks[0]
    action = data.draw(st.integers(of.actions.choices, of.actions.count - 1))
    claim = of.actions.claims[ask.seat][action - of.actions.choices]
    played.answer(ask, action)
    said = next(fact for fact in reversed(played.game.facts) if isinstance(fact, Said))
    assert said.claims == (claim,)
    row = next(claim_rows(said, of.layout.names, of.layout.readings, of.agents))
    assert (row.kind, row.a, row.b) == (Heard[claim.kind.upper()], ask.seat, claim.seat)
    before = played.rows[ask.seat][:]
    assert played.see(ask.seat, None)["observation"].tobytes() != bytes(before)


def test_what_is_compiled_is_the_text_that_is_read() -> None:
    """Nothing but numbers, arrays, and functions of its own."""
    text = plain_text(fold)
    assert "import" not in text
    assert "At." not in text
    assert "Kind." not in text
    assert text.count("def env_") == sum(
        callable(each) and each.__module__ == fold.__name__ for each in vars(fold).values()
    )


def test_rows_that_others_are_shown_change_nothing() -> None:
    """Law 2 in the fold itself: rows for others may say what they like."""
    of = spaces_of("ai-mafia", 10)
    played = Played.start(of, of.table.deck, seed=4)
    answers = Answers(1, wild=0)
    while played.game.asks:
        ask = played.game.asks[0]
        played.game.answer(ask.seat, ask.verb, answers(played.game, ask))
    rows = rows_of(of.layout.names, played.game.facts)
    for seat in range(1, 11):
        mine = [row for row in rows if row.to >> seat & 1]
        noise = [row if row.to >> seat & 1 else row._replace(a=row.a % 10 + 1, c=0) for row in rows]
        for log in (noise, rows):
            found, wanted = of.layout.first(seat), of.layout.first(seat)
            for target, these in ((found, log), (wanted, mine)):
                numbers = [number for row in these for number in row]
                played.plain.fold(numbers, 0, len(numbers), seat, of.layout.numbers, target)
            assert found == wanted
