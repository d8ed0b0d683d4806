"""Hidden steps last as long as the deck, the house rules and the clocks say, whoever lives, is asked, or is slow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf

import pytest
from hypothesis import given

from duskfall.core.ask import Ask
from duskfall.core.chance import below, shuffled
from duskfall.core.facts import EVERYONE, Announced, Ended, Fact, Out, PhaseBegan
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.core.view import View
from duskfall.players.base import Player
from duskfall.players.bots.random import RandomPlayer
from duskfall.table.hours import Hours, SecretClocks, SecretSteps, hours
from duskfall.table.run import play

from ..laws.pairs import CITY, TOWN, WOLVES
from ..laws.received import Script
from ..laws.tables import Answers, Table, law, seeds, tables

CLOCKS = SecretClocks(20, 10)


class Time:
    """Time that passes only when somebody waits; at the moment `stop` they press Ctrl-C."""

    def __init__(self, stop: float = inf) -> None:
        self.now, self.stop = 0.0, stop

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        if self.now + seconds > self.stop:
            self.now, self.stop = max(self.now, self.stop), inf
            raise KeyboardInterrupt
        self.now += seconds


class Later:
    """An answer that comes after so many seconds."""

    words = ""

    def __init__(self, time: Time, seconds: float, reply: Callable[[], object]) -> None:
        self.time, self.there, self.reply, self.cancelled = time, time.now + seconds, reply, False

    def done(self) -> bool:
        return self.time.now >= self.there

    def result(self) -> object:
        self.time.now = max(self.time.now, self.there)
        return self.reply()

    def cancel(self) -> None:
        self.cancelled = True


class Person:
    """Somebody at the table, asked there, who takes so many seconds."""

    blind, slow = False, True

    def __init__(self, table: Seated, seat: int) -> None:
        self.table, self.seat = table, seat

    def answer(self, ask: Ask, view: View) -> object:
        self.table.asked.append((ask.seat, ask.verb, round(self.table.time.now, 3)))
        self.table.time.now += self.table.takes(self.seat)
        return self.table.answers(self.table.game, ask)


class Model(Person):
    """Somebody who is asked from afar."""

    slow = False

    def begin(self, ask: Ask, view: View) -> Later:
        later = Later(self.table.time, self.table.takes(self.seat), partial(self.table.answers, self.table.game, ask))
        self.table.out.append(later)
        return later

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        pass


class Seated:
    """A game of people and models under a clock of its own: when what was shown, and who was asked when.

    One that is stopped goes on at once.
    """

    def __init__(
        self,
        table: Table,
        answers: Callable[[Game, Ask], object],
        people: set[int],
        takes: Callable[[int], float],
        stop: float = inf,
    ) -> None:
        self.time, self.answers, self.takes, self.people = Time(stop), answers, takes, people
        self.game = table.start()
        self.shown: list[tuple[float, Fact]] = []
        self.asked: list[tuple[int, str, float]] = []
        self.out: list[Later] = []
        seats = range(1, len(table.roles) + 1)
        players: dict[int, Player] = {s: Person(self, s) if s in people else Model(self, s) for s in seats}
        try:
            self.play(players)
        except KeyboardInterrupt:
            self.game, self.shown = Game.replay(self.game.plan.rules, self.game.setup, self.game.log), []
            self.play(players)

    def play(self, players: dict[int, Player]) -> None:
        kept = Hours(self.game, self.look, frozenset(self.people), CLOCKS, clock=self.time, sleep=self.time.sleep)
        play(self.game, players, kept, kept.answer)

    def look(self, game: Game) -> None:
        self.shown += [(round(self.time.now, 3), fact) for fact in game.facts[len(self.shown) :]]

    def nights(self) -> list[float]:
        """How long each night is for all who look on."""
        begun = [(when, fact) for when, fact in self.shown if isinstance(fact, PhaseBegan)]
        ends = [when for when, fact in begun[1:]] + [when for when, fact in self.shown if isinstance(fact, Ended)]
        return [round(end - when, 3) for (when, fact), end in zip(begun, ends, strict=False) if fact.phase == NIGHT]

    def public(self) -> list[tuple[float, Fact]]:
        """What all see, and when."""
        return [(when, fact) for when, fact in self.shown if fact.to == EVERYONE and not isinstance(fact, Ended)]


def any_time(seed: int, most: int = 60) -> Callable[[int], float]:
    """Everybody takes another time for everything."""
    count = iter(range(1_000_000))
    return lambda seat: below(seed, f"takes {seat}", next(count), most * 10) / 10


def night_of(table: Table) -> float:
    """The seconds of a night."""
    game = table.start()
    steps = SecretSteps(game, CLOCKS)
    return sum(steps.length(step, game) for step in table.rules.night)


@law(40)
@given(tables(), seeds)
def test_lengths_follow_from_what_all_know(table: Table, seed: int) -> None:
    """The same cards in other hands, and a game that has gone on."""
    dealt = replace(table, dealt=False)
    other = replace(dealt, roles=tuple(shuffled(seed, "cards", table.roles)), seed=seed)
    first, second = dealt.start(), other.start()
    answers = Answers(seed)
    for _ in range(60):
        for ask in first.asks[:1]:
            first.answer(ask.seat, ask.verb, answers(first, ask))
    fresh = SecretSteps(second, CLOCKS)
    for step in (*table.rules.night, *table.rules.day):
        assert SecretSteps(first, CLOCKS).length(step, second) == fresh.length(step, second)


@law(25)
@given(tables(), seeds, seeds)
def test_every_night_lasts_the_same(table: Table, seed: int, takes: int) -> None:
    """Whoever is dead or blocked, however long they take; and nobody is asked or shown anything before its time."""
    table = replace(table, flags={**table.flags, "maxRounds": 4})
    seated = Seated(table, Answers(seed), set(), any_time(takes))
    assert set(seated.nights()) <= {night_of(table)}
    assert [fact for _, fact in seated.shown] == seated.game.facts


def test_what_each_night_takes() -> None:
    assert night_of(WOLVES) == 4 * 20
    assert night_of(CITY) == 6 * 20 + 2 * 10  # the Mafia talk once round before they kill
    assert night_of(replace(CITY, talk=False)) == 6 * 20
    assert night_of(replace(CITY, roles=("Don", "Mafia", *["Citizen"] * 6))) == 2 * 20 + 2 * 10
    assert night_of(replace(TOWN, talk=False)) == 8 * 20
    assert night_of(TOWN) == 8 * 20 + 3 * 2 * 10 + 1 * 3 * 10  # a Framer may come to hold another card


@pytest.mark.parametrize("takes", [lambda seat: 0.0, lambda seat: 3.0 * seat, any_time(7, 25)])
def test_who_lives_is_not_told_by_how_long_a_night_is(takes: Callable[[int], float]) -> None:
    """Whether it was the Seer or a villager whom the wolves have killed; roles are hidden."""
    kill = Script(kill={"*": ["Ann", None, None]}, vote={}, stand={})
    swapped = WOLVES.swapped(WOLVES.seat("Ann"), WOLVES.seat("Cid"))
    left, right = (Seated(table, kill, {WOLVES.seat("Ida")}, takes) for table in (WOLVES, swapped))
    assert left.game.facts != right.game.facts
    assert left.nights() == right.nights()


def test_a_person_is_asked_when_the_step_begins() -> None:
    """A Guard, the third to be called: whoever acts before, and however slow."""
    asked = []
    for table, takes in ((WOLVES, 0.0), (WOLVES.swapped(1, 6), 19.0)):  # the Witch is somebody else
        seated = Seated(table, Script(), {7}, lambda seat, takes=takes: takes if seat != 7 else 1.0)
        asked.append([when for seat, verb, when in seated.asked if verb == "guard"][:1])
    assert asked[0] == asked[1] == [60.0]


def test_a_person_is_waited_for_and_the_clock_goes_on_from_there() -> None:
    quick = Seated(WOLVES, Script(), {7}, lambda seat: 1.0)
    slow = Seated(WOLVES, Script(), {7}, lambda seat: 50.0 if seat == 7 else 1.0)
    assert quick.nights()[0] == 80.0
    assert slow.nights()[0] == 60.0 + 50.0


def test_who_is_too_late_is_silent() -> None:
    acts = Script(kill={"Dee": "Ann"}, check={"Cid": "Dee"})
    seated = Seated(replace(WOLVES, flags={"maxRounds": 1}), acts, set(), lambda seat: 21.0 if seat == 4 else 1.0)
    first = next(fact for fact in seated.game.facts if isinstance(fact, Announced))
    assert first.dead == ()
    assert any(later.cancelled for later in seated.out)
    assert seated.nights() == [80.0]


def test_the_vote_is_seen_before_the_night_that_follows() -> None:
    out = replace(CITY, talk=False, flags={"maxRounds": 2})
    seated = Seated(out, Script(vote={"*": ["Ann"]}), {2}, lambda seat: 1.0)
    [(left, _)] = [each for each in seated.shown if isinstance(each[1], Out)]
    [(dusk, _), *_] = [each for each in seated.shown if each[1] == PhaseBegan(EVERYONE, NIGHT, 1)]
    [(dawn, _), *_] = [each for each in seated.shown if isinstance(each[1], Announced)]
    assert left == dusk
    assert dawn - dusk == 120.0


def test_a_game_that_goes_on_is_shown_at_once_but_for_what_is_secret() -> None:
    """The wolves have answered: their step, which all may still be in, takes its time again."""
    game, time, seen = WOLVES.start(), Time(), list[tuple[float, int]]()
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, None)
    kept = Hours(
        game, lambda g: seen.append((time.now, len(g.facts))), frozenset({1}), CLOCKS, clock=time, sleep=time.sleep
    )
    kept(game)
    assert seen[0][0] == 0.0
    assert seen[-1] == (20.0, len(game.facts))
    assert (kept.secret, kept.due) == (True, 40.0)


@pytest.mark.parametrize("stop", range(3, 500, 16))
@pytest.mark.parametrize(
    ("table", "one", "other", "acts"),
    [
        (WOLVES, "Ann", "Cid", {"kill": {"*": ["Ann", None, None]}}),  # was it the Seer who has been killed?
        (WOLVES, "Ann", "Fay", {"kill": {"*": ["Ann", None, None]}}),  # or the Witch?
        (replace(CITY, talk=False), "Ann", "Cid", {"vote": {"*": ["Ann"]}}),  # was it the Sheriff who was voted out?
        (replace(CITY, talk=False), "Ann", "Gus", {"vote": {"*": ["Ann"]}}),  # or the Doctor?
    ],
)
def test_nor_is_it_told_when_a_game_is_stopped_and_goes_on(
    table: Table, one: str, other: str, acts: dict[str, dict[str, object]], stop: int
) -> None:
    swapped = table.swapped(table.seat(one), table.seat(other))
    me = {table.seat("Ida")}
    left, right = (Seated(each, Script(**acts), me, lambda seat: 1.0, stop) for each in (table, swapped))
    assert left.public() == right.public()


def test_hours_are_kept_where_a_person_could_learn_from_them() -> None:
    game = WOLVES.start()
    seats = range(1, 10)
    bots: dict[int, Player] = {seat: RandomPlayer(seat) for seat in seats}
    table = object.__new__(Seated)
    person, model = Person(table, 1), Model(table, 2)
    far = Model(table, 3)
    far.slow = True  # a person in a browser

    def kept(clocks: SecretClocks = CLOCKS, **others: Player) -> bool:
        players = bots | {int(key[1:]): player for key, player in others.items()}
        return hours(game, players, lambda game: None, clocks) is not None

    assert not kept()
    assert not kept(s2=model)  # nobody looks on from a seat
    assert not kept(s1=person)  # one person among bots
    assert not kept(s3=far)
    assert kept(s1=person, s2=model)
    assert kept(s3=far, s2=model)
    assert kept(s3=far, s1=person)
    assert not kept(SecretClocks(0, 0), s1=person, s2=model)
