"""Solo games: one person against bots. A game is computed from its settings and the person's answers alone.

The page stores the settings and every answer, and each call replays the game from them. Until the game is over, the
page gets only what the person's seat may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duskfall.core.ask import Ask, read_claims
from duskfall.core.chance import Draws, below, shuffled
from duskfall.core.facts import Claim
from duskfall.core.play.game import Game
from duskfall.core.record import entry_line, fact_line, opening
from duskfall.core.start.deck import DeckError, read_deck
from duskfall.core.start.setup import NAMES
from duskfall.core.view import View
from duskfall.detect.sight import sight
from duskfall.detect.waiting import get_ready
from duskfall.players.base import HUMAN, Player
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.person import meaning
from duskfall.rules.registry import known, origin
from duskfall.seat.known import known as what_is_known
from duskfall.seat.screen import screen
from duskfall.table.eyes import Eyes
from duskfall.table.story import story
from duskfall.tell.facts import questions
from duskfall.tell.tongue import ENGLISH, LANGUAGES, say
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.wire.calls import Params
from duskfall.wire.known import WhatIsKnown
from duskfall.wire.seat import GameStory, SeatScreen, SpeechHeard

USUAL = 10  # seats, if the call doesn't say how many
BOT = "scripted"  # followed by its language, if that isn't English: scripted:ru


@dataclass(frozen=True, slots=True)
class PersonAnswer:
    """An answer of the person, with the verb of the question that it answers."""

    verb: str
    value: object


class Solo:
    """A solo game with the person's seat and the bots, played as far as the person's answers reach."""

    def __init__(self, game: Game, seat: int, language: str = ENGLISH, coach: bool = False) -> None:
        self.game, self.seat, self.language, self.coach, self.eyes = game, seat, language, coach, Eyes()
        draws = Draws(game.setup.seed, "player")
        others = (other for other in range(1, len(game.names) + 1) if other != seat)
        self.bots: dict[int, Player] = {
            other: ScriptedPlayer(draws.below(other, 1 << 64), language) for other in others
        }

    @property
    def view(self) -> View:
        """The game as the person sees it."""
        return self.eyes.of(self.seat, self.game)

    @property
    def asks(self) -> list[Ask]:
        """The person's open questions. While there are any, no bot is asked."""
        return [ask for ask in self.game.asks if ask.seat == self.seat]

    def play(self, answers: Sequence[PersonAnswer]) -> None:
        """Let the bots play until the person is asked, take the next answer, and so on.

        Where several seats are asked at once, the person answers first: the moment of a question must not reveal if
        others are asked too. An answer that fits no open question, or a speech that isn't allowed, raises ValueError.
        """
        self._bots()
        for answer in answers:
            ask = next((ask for ask in self.asks if ask.verb == answer.verb), None)
            if ask is None:
                raise ValueError(say("This game was kept by another version of the page and cannot go on."))
            said = self._said(ask, answer.value)
            if ask.speech and (void := self.game.void(ask, said)):  # no pass: the person may correct it
                raise ValueError(questions.reason(ask._replace(refused=void)))
            self.game.answer(ask.seat, ask.verb, said)
            self._bots()

    def _bots(self) -> None:
        while self.game.asks and not self.asks:
            ask = max(self.game.asks, key=lambda each: each.tries)  # seats whose answer was refused are asked last
            view = self.eyes.of(ask.seat, self.game)
            self.game.answer(ask.seat, ask.verb, self.bots[ask.seat].answer(ask, view))

    def _said(self, ask: Ask, value: object) -> object:
        """Return the answer; for a speech, with the claims that its text makes."""
        if not ask.speech or not isinstance(value, dict | str):
            return value
        said = dict(value) if isinstance(value, dict) else {"text": value}
        return {**said, "claims": self._claims(ask, said)}

    def _claims(self, ask: Ask, said: Params) -> list[Claim]:
        text, to = said.get("text"), said.get("to")
        words = text if isinstance(text, str) else ""
        given = read_claims(said.get("claims"), self.game.names)
        return meaning.claims(words, self.view, ask.verb, given, part=ask.part, to=to if type(to) is int else 0)

    def heard(self, said: Params) -> str:
        """Return how a speech would be understood now; empty while the person isn't asked to speak."""
        ask = next((ask for ask in self.asks if ask.speech), None)
        return meaning.heard_as(str(said.get("text") or ""), self._claims(ask, said), self.view) if ask else ""


# -- calls of the page ---------------------------------------------------------------------------------------


def solo(params: Params) -> SeatScreen:
    """Answer the call {rules, seats, name, seed, deck, flags, tongue, coach, answers} with the screen of the game."""
    played = _played(params)
    if played.coach and not played.game.over:
        get_ready(sight(played.view, rules=played.game.plan.rules))
    return screen(played.view, played.asks)


def solo_heard(params: Params) -> SpeechHeard:
    """Answer the call {..., said: {text, to, claims}} with how the speech would be understood if it were made."""
    said = params.get("said")
    return {"heard": _played(params).heard(said if isinstance(said, dict) else {})}


def solo_known(params: Params) -> WhatIsKnown:
    """Return what can be inferred now from the person's seat; raise ValueError if hints are off or the game is over."""
    played = _played(params)
    if not played.coach:
        raise ValueError(say("The coach is off at this table."))
    if played.game.over:
        raise ValueError(say("The game is over: all is known."))
    return what_is_known(sight(played.view, rules=played.game.plan.rules))


def solo_story(params: Params) -> GameStory:
    """Return the turning points, the longest-lived lie and the record of a game; raise ValueError until it's over."""
    played = _played(params)
    game = played.game
    if not game.over:
        raise ValueError(say("The game is not over yet."))
    told = story(game)
    return {
        "points": list(told.turning_points),
        "counted": told.counted,
        "lie": told.lie,
        "record": "\n".join(_record(played)) + "\n",
    }


def _record(played: Solo) -> list[str]:
    game, bot = played.game, BOT if played.language == ENGLISH else f"{BOT}:{played.language}"
    kinds = [HUMAN if each == played.seat else bot for each in range(1, len(game.names) + 1)]
    rules = game.plan.rules
    head, secret = opening(rules, game.setup, "", kinds, origin(rules), coach=played.coach)
    return [head, secret, *map(entry_line, game.log), *map(fact_line, game.facts)]


def _played(params: Params) -> Solo:
    game, seat = begin(params)
    tongue = params.get("tongue")  # the bots' language, whatever language the viewer reads
    found = Solo(game, seat, tongue if tongue in LANGUAGES else ENGLISH, params.get("coach") is True)
    found.play([PersonAnswer(str(each.get("verb")), each.get("value")) for each in params.get("answers") or ()])
    return found


def begin(params: Params) -> tuple[Game, int]:
    """Start the game from the settings; return it with the person's seat, which is drawn from the seed."""
    rules, seed = known(params.get("rules")), int(params.get("seed") or 0)
    if rules is None:
        raise ValueError(say("There is no such game."))
    deck = params.get("deck") or None
    count = len(read_deck(rules, deck)) if deck else _seats(rules, params.get("seats"))
    seat = 1 + below(seed, "person", 0, count)
    names = table(str(params.get("name") or ""), seat, count, seed)
    game = Game.start(rules, names, deck=deck, flags=params.get("flags") or None, seed=seed)
    return game, seat


def _seats(rules: Ruleset, wanted: object) -> int:
    low, high = rules.decks.seats
    count = wanted if type(wanted) is int else min(max(USUAL, low), high)
    if not low <= count <= high:
        raise DeckError(say("This game is for {low} to {high} players.", low=low, high=high))
    return count


def table(name: str, seat: int, count: int, seed: int) -> list[str]:
    """Return the names by seat: the person's at their seat, and bots' names at the others."""
    mine = " ".join(name.split())
    if not mine:
        raise DeckError(say("Write your name first."))
    known = [each for each in NAMES if each.casefold() != mine.casefold()]
    known += [f"{each} {number}" for number in (2, 3) for each in NAMES]
    others = shuffled(seed, "names", known[: max(count, len(NAMES) - 1)])
    return [*others[: seat - 1], mine, *others[seat - 1 : count - 1]]
