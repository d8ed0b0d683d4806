"""Speech in turns: discussions, private chats, last words, and the order of speakers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from duskfall.core.ask import NAMES_NOBODY, Speech, new
from duskfall.core.facts import EVERYONE, Nominated, Refused, Said, Skipped, SkipVoted, TalkEnded, Void
from duskfall.core.play.state import next_living
from duskfall.vocabulary.masks import add, bits, has, only, without
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Chat, Discussion, LastWords, Order, SkipVote, Talk

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

SAY, SKIP, NOMINATE, LAST_WORDS = "say", "SKIP", "nominate", "last words"
SKIP_VOTE = "skip-vote"  # why a discussion ended: more than half of the living wanted it


def speakers(game: Game, order: Order, among: int) -> tuple[int, ...]:
    """Return these seats in today's order of speech."""
    state = game.state
    last = tuple(state.titles.get(title.name, 0) for title in game.plan.rules.titles if title.speaks_last)
    return seating(order, len(state.names), state.day, state.first, among, last)


@lru_cache(maxsize=1 << 12)  # called again for each part of a day's talk
def seating(order: Order, seats: int, day: int, first: int, among: int, last: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats in the order of this day's speech, those of `last` at the end (AM-16, CM-1, TA-1, WW-10)."""
    found = list(range(1, seats + 1))
    if order in (Order.ROTATING, Order.FOLLOWING):
        start = (day if order is Order.ROTATING else max(first, 1)) - 1
        start %= seats
        found = found[start:] + found[:start]
    elif order is Order.ALTERNATING and day % 2 == 0:
        found.reverse()
    found = [seat for seat in found if has(among, seat)]
    return tuple(sorted(found, key=last.__contains__))


def begin_speech(game: Game) -> None:
    """Let the next living seat begin the day if its first speaker has left since it began (CM-1)."""
    state = game.state
    if not has(state.public, state.first):
        state.first = next_living(state, state.first)


class Talking:
    """The progress of a discussion."""

    __slots__ = ("budget", "how", "nominates", "order", "part", "said", "silent", "skips", "turn", "turns")

    def __init__(self) -> None:
        self.part = -1
        self.order: tuple[int, ...] = ()
        self.turn = self.turns = self.said = 0
        self.budget: int | None = None
        self.silent = 0  # seats that have passed since the last message
        self.skips = 0  # seats that want to skip the rest
        self.nominates = False
        self.how = ""  # why it ended

    def copy(self) -> Talking:
        """Return an independent copy."""
        other = Talking.__new__(Talking)
        for slot in self.__slots__:
            setattr(other, slot, getattr(self, slot))
        return other

    def open_part(self, game: Game, part: Talk) -> None:
        """Begin the next part, with the day's first speaker."""
        scene = Scene(game.state)
        self.part += 1
        self.order = speakers(game, part.order, game.state.public)
        self.turn = self.said = self.silent = 0
        self.turns = int(part.rounds.number(scene)) * len(self.order)
        self.budget = int(part.budget.number(scene)) if part.budget is not None else None
        self.nominates = part.nominates.holds(scene)

    def over(self, living: int) -> str:
        """Return why this part is over; empty while it goes on."""
        if self.budget is not None:
            return "budget" if self.said >= self.budget else "" if living & ~self.silent else "silence"
        return "rounds" if self.turn >= self.turns else ""

    def skip_majority(self, living: int) -> bool:
        """End the talk if more than half of the living want to skip the rest; return whether it ended so (AM-17)."""
        if self.skips and (self.skips & living).bit_count() * 2 > living.bit_count():
            self.how = SKIP_VOTE
        return self.how == SKIP_VOTE


def run(game: Game, step: Discussion) -> bool:
    """Give the speakers their turns, part after part; return whether the discussion is over."""
    state = game.state
    at: Talking | None = state.at
    if at is None:
        begin_speech(game)
        at = state.at = Talking()
        at.open_part(game, step.parts[0])
    elif state.spoken:  # if not, the speaker was removed
        _hear(game, step, at)
    while at.how != SKIP_VOTE:
        how = at.over(state.public)
        if not how:
            seat = at.order[at.turn % len(at.order)]
            at.turn += 1
            if state.public >> seat & 1:
                part = step.parts[at.part]
                addresses = state.living() if part.asks else ()
                nominees = state.living() if at.nominates else ()
                game.ask_speech(seat, SAY, part.name, addresses, nominees)
                return False
            continue
        if how != "rounds" or not at.how:
            at.how = how
        if at.part + 1 == len(step.parts):
            break
        at.open_part(game, step.parts[at.part + 1])
    game.emit(TalkEnded(EVERYONE, at.how))
    return True


def _hear(game: Game, step: Discussion, at: Talking) -> None:
    state = game.state
    assert state.spoken is not None
    ask, speech = state.spoken
    seat, text = ask.seat, speech.text
    if speech.void == NAMES_NOBODY:
        speech = speech._replace(void=why_void(game, speech))
    if step.skip_vote:
        text = _count_skips(game, step.skip_vote, at, seat, text)
    if speech.void == NAMES_NOBODY:
        text = ""  # a question names its addressee, or is a SKIP
    if speak(game, seat, speech, text, ask.part):
        at.said += 1
        at.silent = 0
    else:
        at.silent |= 1 << seat
    if speech.unfit is not None:
        game.emit(Void(1 << seat, seat, NOMINATE, speech.unfit, speech.void))
    put_up(game, seat, speech.nominee)
    if at.skips:
        at.skip_majority(state.public)


def why_void(game: Game, speech: Speech) -> str:
    """Return why a speech is void; empty if it is accepted.

    A question without an addressee is accepted if it contains a line of the skip vote (AM-17), and in case files.
    """
    if speech.void != NAMES_NOBODY:
        return speech.void
    if game.setup.plain_questions:
        return ""
    step = game.plan.rules.day[game.state.step]
    words = step.skip_vote if isinstance(step, Discussion) else None
    lines = {line.strip().upper() for line in speech.text.split("\n") if line.isascii()}
    return "" if words and lines & {words.vote, words.unvote} else NAMES_NOBODY


def put_up(game: Game, seat: int, nominee: int) -> None:
    """Nominate a player for the vote, unless already nominated; 0 nominates nobody."""
    if nominee and nominee not in game.state.nominees:
        game.state.nominees.append(nominee)
        game.emit(Nominated(EVERYONE, seat, nominee))


def _count_skips(game: Game, words: SkipVote, at: Talking, seat: int, text: str) -> str:
    """Count the skip-vote lines of a message, of which the last is valid; return the rest of the text (AM-17)."""
    loud = text.upper()
    if words.vote not in loud and words.unvote not in loud:
        return text
    lines = text.split("\n")
    kept = []
    for line in lines:
        word = line.strip()
        word = word.upper() if word.isascii() else ""
        if word == words.vote:
            at.skips = add(at.skips, seat)
        elif word == words.unvote:
            at.skips = without(at.skips, seat)
        else:
            kept.append(line)
    if len(kept) == len(lines):
        return text
    game.emit(SkipVoted(1 << seat, seat, has(at.skips, seat)))
    return "\n".join(kept).strip()


def speak(game: Game, seat: int, speech: Speech, text: str, part: str, to: int = EVERYONE) -> bool:
    """Emit a message for its audience; return False if the speaker passed."""
    if speech.void and speech.unfit is None:  # an invalid nomination is recorded by itself
        game.emit(Refused(1 << seat, seat, SAY, speech.void))
    if not text or text == SKIP:
        game.emit(new(Skipped, (to, seat, part)))
        return False
    game.emit(new(Said, (to, seat, text, part, speech.addressed, speech.claims)))
    return True


class Queue:
    """A prepared list of turns to speak: (speaker, audience)."""

    __slots__ = ("next", "turns")

    def __init__(self, turns: list[tuple[int, int]]) -> None:
        self.turns, self.next = turns, 0

    def copy(self) -> Queue:
        """Return an independent copy."""
        other = Queue(self.turns)
        other.next = self.next
        return other

    def speaks_to_nobody(self, game: Game) -> bool:
        """Return whether all others in the audience of the current turn have been removed."""
        (seat, to), removed = self.turns[self.next - 1], game.state.removed
        return to != EVERYONE and to & removed != 0 and not to & ~removed & ~(1 << seat)

    def run(self, game: Game, verb: str, part: str) -> bool:
        """Take the last speaker's message and ask the next speaker; return whether all have spoken."""
        heard = game.state.spoken
        if heard is not None:
            ask, speech = heard
            to = self.turns[self.next - 1][1]
            speak(game, ask.seat, speech, speech.text, part, to if to == EVERYONE else to & ~game.state.removed)
        while self.next < len(self.turns):
            seat = self.turns[self.next][0]
            self.next += 1
            if game.present(seat) and not (game.state.removed and self.speaks_to_nobody(game)):
                game.ask_speech(seat, verb, part)
                return False
        return True


def run_chat(game: Game, step: Chat) -> bool:
    """Run a private chat, of which nobody else learns; return whether it is over."""
    state = game.state
    if state.at is None:
        if not state.talk:
            return True
        rounds = int(step.rounds.number(Scene(state)))
        state.at = Queue(_pairs(game, step.pairs, rounds) if step.pairs else _circle(game, step, rounds))
    queue: Queue = state.at
    return queue.run(game, step.verb, step.verb)


def _circle(game: Game, step: Chat, rounds: int) -> list[tuple[int, int]]:
    state = game.state
    members = step.who.mask(Scene(state)) & state.alive
    return [(seat, members) for _ in range(rounds) for seat in bits(members)]


def _pairs(game: Game, verb: str, rounds: int) -> list[tuple[int, int]]:
    turns: list[tuple[int, int]] = []
    for act in game.state.tonight.acts:
        if act.verb == verb:
            both = only((act.actor, act.target))
            turns += [(act.actor, both), (act.target, both)] * rounds
    return turns


def run_last_words(game: Game, step: LastWords) -> bool:
    """Let the dead speak once more, in seat order; return whether all have spoken."""
    state = game.state
    if state.at is None:
        if not state.talk:
            return True
        state.at = Queue([(seat, EVERYONE) for seat in bits(step.who.mask(Scene(state)))])
    queue: Queue = state.at
    return queue.run(game, SAY, LAST_WORDS)
