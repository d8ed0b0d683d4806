"""Cards beside the roles: dealt by the seed or by name; all are told how many there are, and nobody whose they are."""

from __future__ import annotations

from collections import Counter

import pytest

import duskfall
from duskfall.core.facts import MODERATOR, Began, CardDealt, Out, Spared
from duskfall.core.play.game import Game
from duskfall.core.record import fact_line, lines, read
from duskfall.core.start.deck import DeckError
from duskfall.core.view import view


def new(cards: object, seed: int = 1, **options: object) -> Game:
    return duskfall.start("city-mafia", 8, seed=seed, talk=False, cards=cards, **options)


def holders(game: Game) -> list[int]:
    found = [fact for fact in game.facts if isinstance(fact, CardDealt)]
    assert all(fact.to == MODERATOR for fact in found)
    return [fact.seat for fact in found]


@pytest.mark.parametrize("cards", ["immunity*2", {"immunity": 2}, "immunity, immunity"])
def test_so_many_are_dealt_by_the_seed(cards: object) -> None:
    drawn = Counter(seat for seed in range(60) for seat in holders(new(cards, seed)))
    assert drawn.total() == 120
    assert drawn.keys() == set(range(1, 9))
    assert holders(new(cards, 5)) == holders(new(cards, 5))


def test_the_deal_of_roles_does_not_hang_on_them() -> None:
    assert new("immunity*3").setup.roles == new(None).setup.roles


def test_all_are_told_how_many_and_nobody_whose() -> None:
    games = [new({"immunity": [name, "Bob"]}) for name in ("Ann", "Cid")]
    for seat in range(9):
        seen = [[fact_line(fact) for fact in view(game.facts, seat).facts] for game in games]
        assert seen[0] == seen[1]
    [began] = [fact for fact in games[0].facts if isinstance(fact, Began)]
    assert began.cards == (("immunity", 2),)
    assert new(None).facts[0].cards == ()  # type: ignore[union-attr]


def test_the_record_keeps_them() -> None:
    game = new("immunity*2")
    record = read(lines(game, "ab" * 16))
    assert record.verify(game.plan.rules) == ""
    assert holders(record.replay(game.plan.rules)) == holders(game)


@pytest.mark.parametrize("blocks", [False, True])
def test_the_house_rule_about_cards_and_votes_works(blocks: bool) -> None:
    game = new({"immunity": 1}, flags={"immunityBlocksVote": blocks})
    [holder] = holders(game)
    for ask in game.asks:
        game.answer(ask.seat, "vote", holder)
    gone = [fact.seat for fact in game.facts if isinstance(fact, Out)]
    spared = [fact.seat for fact in game.facts if isinstance(fact, Spared)]
    assert (gone, spared) == (([], [holder]) if blocks else ([holder], []))


@pytest.mark.parametrize(
    ("book", "cards", "line"),
    [
        ("city-mafia", "immunity*9", "9 cards 'immunity' for 8 seats"),
        ("city-mafia", {"immunity": -1}, "-1 cards 'immunity' for 8 seats"),
        ("city-mafia", "joker", "unknown card 'joker' in city-mafia (it has: immunity)"),
        ("city-mafia", "immunity*x", "'immunity*x' is not a card and a number from 1 to 99, as in immunity*2"),
        ("city-mafia", "immunity,", "unknown card ''"),
        ("werewolf", "immunity", "werewolf deals no cards beside the roles"),
        ("werewolf", {"immunity": 1}, "werewolf has no card 'immunity'"),
    ],
)
def test_cards_that_cannot_be_dealt_are_refused(book: str, cards: object, line: str) -> None:
    with pytest.raises(DeckError) as refused:
        duskfall.start(book, 8, cards=cards)
    assert line in str(refused.value)
