"""Remote players at a table: asked together, answered in order, reminded when a game goes on, heard as they speak."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import count

import pytest
from rich.console import Console

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, PhaseBegan, Said
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SAY
from duskfall.core.record import fact_line
from duskfall.core.view import View
from duskfall.players.base import PlayerError, Stopped
from duskfall.players.llm.calls import Message
from duskfall.players.llm.player import ModelPlayer
from duskfall.rules import BOOKS
from duskfall.table.errands import remind
from duskfall.table.guard import PlayerFailed
from duskfall.table.probe import Leaning, Prober, swings
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.terminal.stage.pace import Pace
from duskfall.terminal.watch import Watch
from duskfall.vocabulary import Tally, Tie
from tests.core.test_votes_as_written import ROLES, book
from tests.llm.driving import Writer, model


class Answered:
    """An answer that comes at the third look."""

    def __init__(self, find: Callable[[], object], words: str = "") -> None:
        self.find, self.said, self.looks = find, words, 0
        self.cancelled = False

    @property
    def words(self) -> str:
        return self.said[: self.looks * 4]

    def done(self) -> bool:
        self.looks += 1
        return self.looks > 3

    def result(self) -> object:
        return self.find()

    def cancel(self) -> None:
        self.cancelled = True


class Far:
    """A remote player; all of them write down what is done with them."""

    blind = False

    def __init__(self, seed: int, log: list[tuple[str, int]] | None = None, words: str = "") -> None:
        self.writer, self.log, self.words = Writer(seed), [] if log is None else log, words
        self.recalled: list[tuple[Ask, object]] = []
        self.out: list[Answered] = []

    def begin(self, ask: Ask, view: View) -> Answered:
        self.log.append(("asked", ask.seat))
        found = self.writer(ask, view)
        self.out.append(Answered(lambda: self.log.append(("taken", ask.seat)) or found, self.words))
        return self.out[-1]

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        self.recalled.append((ask, answer))

    def answer(self, ask: Ask, view: View) -> object:
        raise AssertionError("a remote player is asked by begin")


def table(seats: int = 6, **options: object) -> Game:
    return duskfall.start("ai-mafia", seats, **{"seed": 3, "flags": {"maxRounds": 2}, **options})  # type: ignore[arg-type]


# -- asking ------------------------------------------------------------------------------------------------


def test_all_of_a_round_are_asked_before_the_first_answer_is_taken() -> None:
    log: list[tuple[str, int]] = []
    game = table(talk=False)
    first = [ask.seat for ask in game.asks]
    play(game, {seat: Far(seat, log) for seat in range(1, 7)})
    assert log[: 2 * len(first)] == [("asked", seat) for seat in first] + [("taken", seat) for seat in first]


def test_who_is_remote_makes_no_difference_to_the_game() -> None:
    games = []
    for remote in ((), (1, 2, 3, 4, 5, 6), (2, 5)):
        game = table()
        players = {seat: Far(seat) if seat in remote else Near(seat) for seat in range(1, 7)}
        games.append([fact_line(fact) for fact in play(game, players).facts])
    assert games[0] == games[1] == games[2]


class Near:
    """The same player, not remote."""

    blind = False

    def __init__(self, seed: int) -> None:
        self.writer = Writer(seed)

    def answer(self, ask: Ask, view: View) -> object:
        return self.writer(ask, view)


def test_whoever_gives_the_last_ballot_before_a_lot_is_told_the_ballot() -> None:
    game = Game.start(book(Tally.MOST, Tie.LOT), ROLES, talk=False, flags={"maxRounds": 1})
    players = {seat: Far(seat) for seat in range(1, len(ROLES) + 1)}
    for seat, player in players.items():
        player.writer = lambda ask, view, seat=seat: {1: 4, 2: 5}.get(seat, "skip") if ask.verb == "vote" else None
    play(game, players)
    assert any(entry.kind == "lot" for entry in game.log)
    for seat, player in players.items():
        own = [entry.value for entry in game.log if entry.kind == "answer" and entry.seat == seat]
        assert [answer for _, answer in player.recalled] == own


def test_players_are_told_what_was_recorded() -> None:
    game = table()
    players = {seat: Far(seat) for seat in range(1, 7)}
    play(game, players)
    for seat, player in players.items():
        assert [answer for _, answer in player.recalled] == [entry.value for entry in game.log if entry.seat == seat]


def test_what_is_out_is_called_back_when_a_game_is_left() -> None:
    class Leaves(Far):
        def begin(self, ask: Ask, view: View) -> Answered:
            return Answered(_interrupt)

    def _interrupt() -> object:
        raise KeyboardInterrupt

    game = table(talk=False)
    first, *rest = [ask.seat for ask in game.asks]
    players = {seat: Far(seat) for seat in range(1, 7)}
    players[first] = Leaves(first)
    with pytest.raises(KeyboardInterrupt):
        play(game, players)
    assert all(pending.cancelled for seat in rest for pending in players[seat].out)


def test_a_mistake_of_a_remote_player_is_told_with_its_seat() -> None:
    def broken() -> object:
        raise ZeroDivisionError("oh")

    class Breaks(Far):
        def begin(self, ask: Ask, view: View) -> Answered:
            return Answered(broken)

    class Stops(Far):
        def begin(self, ask: Ask, view: View) -> Answered:
            raise Stopped("no more")

    game = table(talk=False)
    seat = game.asks[0].seat
    kinds = ["far"] * 6
    kinds[seat - 1] = "bad"
    with pytest.raises(PlayerFailed, match=rf"player 'bad' in seat {seat} failed at .*ZeroDivisionError: oh"):
        play(game, seat_players(game, kinds, {"far": Far, "bad": Breaks}))
    with pytest.raises(Stopped, match="no more"):
        play(table(talk=False), seat_players(game, kinds, {"far": Far, "bad": Stops}))
    with pytest.raises(PlayerError, match="unknown player 'nobody-such'"):
        seat_players(game, ["nobody-such"] * 6)


# -- resuming ----------------------------------------------------------------------------------------------


class Line:
    """A line on which scripted players answer, and every prompt is kept."""

    def __init__(self, seats: int) -> None:
        self.writers = {seat: Writer(seat) for seat in range(1, seats + 1)}
        self.prompts: list[tuple[int, tuple[Message, ...]]] = []


class Model(ModelPlayer):
    """A model whose answers a scripted player writes."""

    def __init__(self, line: Line, seed: int) -> None:
        super().__init__(model(persona="any"), line, seed)  # type: ignore[arg-type]
        self.kept = line

    def begin(self, ask: Ask, view: View) -> Answered:  # type: ignore[override]
        self.kept.prompts.append((ask.seat, self.conversation.ask(ask, view).messages))
        found = self.kept.writers[ask.seat](ask, view)
        return Answered(lambda: found)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_model_that_is_reminded_is_told_the_same(rules: str) -> None:
    def players(line: Line) -> dict[int, Model]:
        return {seat: Model(line, seat) for seat in range(1, 8)}

    whole, line = duskfall.start(rules, 7, seed=2, flags={"maxRounds": 2}), Line(7)
    play(whole, players(line))
    assert len(line.prompts) == len(whole.log) > 20
    for cut in range(3, len(whole.log), 13):
        half = Game.replay(whole.plan.rules, whole.setup, whole.log[:cut])
        rest = Line(7)
        again = players(rest)
        remind(half, again)
        play(half, again)
        assert half.facts == whole.facts
        assert rest.prompts == line.prompts[-len(rest.prompts) :]


# -- hearing -----------------------------------------------------------------------------------------------


class NoKeys:
    present = False

    def get(self, seconds: float) -> str:
        return ""


def watch(seat: int | None) -> tuple[Watch, io.StringIO]:
    screen = io.StringIO()
    console = Console(file=screen, width=100, height=20, force_terminal=False)
    ticks = count()
    return Watch(console, seat, Pace(0, NoKeys(), lambda: float(next(ticks)))), screen


WORDS = "murmured words that nobody else could have said"


MODERATOR, PUBLIC, SOMEBODY = None, 0, 3


@pytest.mark.parametrize("seat", [MODERATOR, PUBLIC, SOMEBODY])
@pytest.mark.parametrize("verb", [SAY, "chat"])
def test_a_speech_is_heard_by_whom_it_is_for(seat: int | None, verb: str) -> None:
    heard = seat is MODERATOR or verb == SAY
    looker, screen = watch(seat)
    looker(table())
    before = screen.getvalue()
    looker.hear(Ask(1, 2, verb, speech=True), WORDS)
    assert (screen.getvalue() != before) == heard
    assert (WORDS[:20] in screen.getvalue()) == heard


def test_words_that_were_taken_back_are_gone() -> None:
    looker, screen = watch(0)
    game = table()
    while not (game.asks and game.asks[0].verb == SAY):
        for ask in game.asks:
            game.answer(ask.seat, ask.verb, None)
    looker(game)
    (ask,) = game.asks
    looker.hear(ask, WORDS)
    game.answer(ask.seat, ask.verb, "Something else.")
    looker(game)
    start = len(screen.getvalue())
    looker.draw()
    assert WORDS[:20] not in screen.getvalue()[start:]


def test_a_whole_game_is_heard_only_as_it_may_be() -> None:
    class Ears:
        def __init__(self) -> None:
            self.heard: list[tuple[Ask, str]] = []

        def __call__(self, game: Game) -> None:
            pass

        def hear(self, ask: Ask, words: str) -> None:
            self.heard.append((ask, words))

    ears, game = Ears(), table()
    play(game, {seat: Far(seat, words=WORDS) for seat in range(1, 7)}, ears)
    assert ears.heard
    assert all(WORDS.startswith(words) and (ask.speech or not words) for ask, words in ears.heard)


# -- the probe ---------------------------------------------------------------------------------------------


def test_a_probe_is_put_after_every_speech_and_before_the_first_of_a_day() -> None:
    asked: list[tuple[int, int]] = []
    kept: list[Leaning] = []

    class Aside(Far):
        def probe(self, number: int, view: View) -> Answered:
            asked.append((number, view.seat or 0))
            others = [seat for seat in view.living if seat != view.seat]
            return Answered(lambda: {"target": others[0]})

    game = table()
    players = {seat: Aside(seat) for seat in range(1, 7)}
    play(game, players, Prober(players, lambda game: None, kept.append, ()))
    speeches = [number for number, fact in enumerate(game.facts, 1) if isinstance(fact, Said) and fact.to == EVERYONE]
    assert [(each.after, each.seat) for each in kept] == asked
    days = [fact for fact in game.facts if isinstance(fact, PhaseBegan) and fact.phase == "day"]
    assert len({number for number, _ in asked}) == len(speeches) + len(days)
    assert len(list(swings(kept, game.facts))) == len(speeches)


def test_a_swing_is_who_changed_their_mind() -> None:
    def said(seat: int) -> Said:
        return Said(EVERYONE, seat, "hm", "open")

    facts = [said(1), said(2), said(3)]
    found = [
        Leaning(1, 4, 2),
        Leaning(1, 5, 3),
        Leaning(2, 4, 3),
        Leaning(2, 5, None),
        Leaning(3, 4, 3),
        Leaning(3, 5, "nobody"),
    ]
    got = list(swings(found, facts))
    assert [(swing.speaker, swing.asked, swing.moved) for swing in got] == [
        (1, 0, ()),
        (2, 1, ((4, 2, 3),)),
        (3, 2, ((5, 3, "nobody"),)),
    ]
