"""The contract test for players: every answer is one that the rules take and that a fresh player would give again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from duskfall.core.ask import Ask
from duskfall.core.facts import Claim, Refused, Void
from duskfall.core.log import clean
from duskfall.core.play.game import Game
from duskfall.core.start.deck import usual_size
from duskfall.core.view import View, view
from duskfall.players.base import Player
from duskfall.players.find import Maker, find
from duskfall.rules.registry import find as find_rules
from duskfall.rules.registry import ids
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.testing.contract import ContractError
from duskfall.vocabulary.ruleset import Ruleset

EVERY = 5  # every so many answers a fresh player is asked the same, and must say the same


@dataclass(slots=True)
class Report:
    """What a contract test has seen."""

    games: int = 0
    answers: int = 0


def player_test(
    player: str | Maker,
    *,
    rules: Iterable[str | Ruleset] | None = None,
    seats: Iterable[int] = (5, 9, 12),
    seeds: Iterable[int] = (1, 2),
    talk: bool = True,
    repeatable: bool = True,
) -> Report:
    """Play whole games with this player in every other seat and check each of its answers.

    An answer must be one that the rules take and that a record can hold, the view must be left as it was, and
    (unless `repeatable` is False) a fresh player with the same seed must give the same answer to the same view:
    only so can a game be resumed.
    """
    make = find(player) if isinstance(player, str) else player
    report = Report()
    for name in ids() if rules is None else rules:
        book = find_rules(name)
        for count in _sizes(book, seats):
            for seed in seeds:
                _one_game(make, Game.start(book, count, seed=seed, talk=talk), repeatable, report)
    return report


def _sizes(rules: Ruleset, wanted: Iterable[int]) -> list[int]:
    """These numbers of seats, or what of them the ruleset has decks for; its own if that is none."""
    low, high = rules.decks.seats
    return [count for count in wanted if low <= count <= high] or [usual_size(rules)]


def _one_game(make: Maker, game: Game, repeatable: bool, report: Report) -> None:
    players: dict[int, Player] = seat_players(game, "random")
    where = f"{game.plan.rules.id}, {len(game.names)} seats, seed {game.setup.seed}"
    tested = range(1 + game.setup.seed % 2, len(game.names) + 1, 2)
    for seat in tested:
        players[seat] = Tested(make, seat, where, repeatable, report)
    play(game, players)
    for fact in game.facts:
        if isinstance(fact, Refused | Void) and fact.seat in tested:
            raise ContractError(
                f"{where}: seat {fact.seat} answered {fact.verb} with what the rules forbid: {fact.reason}"
            )
    report.games += 1


def _plain(value: object) -> object:
    """An answer as a record writes it: claims as their fields, tuples as lists."""
    if isinstance(value, Claim):
        return value._asdict()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _leave(player: Player, view: View) -> None:
    if leave := getattr(player, "leave", None):
        leave(view)


class Tested:
    """A player under test: its every answer is looked at."""

    def __init__(self, make: Maker, seed: int, where: str, repeatable: bool, report: Report) -> None:
        self.make, self.seed, self.where = make, seed, where
        self.player = make(seed)
        self.repeatable, self.report = repeatable, report
        if not isinstance(getattr(self.player, "blind", None), bool):
            raise ContractError(f"{where}: the player has no `blind`, which must be True or False")
        self.blind = self.player.blind

    def answer(self, ask: Ask, view: View) -> object:
        """The player's answer, once it has been checked."""
        before = (len(view.facts), list(view.living), dict(view.dead), dict(view.known))
        try:
            found = self.player.answer(ask, view)
        except Exception as error:
            raise ContractError(f"{self.where}: {ask} raised {type(error).__name__}: {error}") from error
        if before != (len(view.facts), view.living, view.dead, view.known):
            raise ContractError(f"{self.where}: {ask} changed the view")
        if clean(found) != _plain(found):
            raise ContractError(f"{self.where}: {ask} was answered {found!r}, which a record cannot hold")
        self.report.answers += 1
        if self.repeatable and self.report.answers % EVERY == 0:
            self._ask_again(ask, view, found)
        return found

    def leave(self, view: View) -> None:
        """The game is over."""
        _leave(self.player, view)

    def _ask_again(self, ask: Ask, seen: View, found: object) -> None:
        """A fresh player with the same seed, who sees all of it at once, must answer the same."""
        fresh = self.make(self.seed)
        again = fresh.answer(ask, view(seen.facts, seen.seat))
        _leave(fresh, seen)
        if again != found:
            raise ContractError(f"{self.where}: {ask} was answered {found!r}, and by a fresh player {again!r}")
