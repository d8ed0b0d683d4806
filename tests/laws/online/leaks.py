"""Leaks planted in what a table on a server sends: each tells somebody what they may not know, or when it happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE
from duskfall.core.view import View
from duskfall.room import deeds
from duskfall.room import room as rooms
from duskfall.room.game import answers, showing
from duskfall.room.game import playing as playing_module
from duskfall.room.game.playing import Playing
from duskfall.room.game.tasks import Stage
from duskfall.room.people.chat import Spoken
from duskfall.room.refused import Refused
from duskfall.room.sent import board, sight
from duskfall.room.sent.feed import Feed
from duskfall.seat import screen
from duskfall.table.hours import SecretSteps

from .evening import dealt
from .manners import How

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]
LEAKS: dict[str, tuple[str, How, Leak]] = {}
CITY, WOLF, TOWN = (f"two cards swapped, {book}" for book in ("city-mafia", "werewolf", "town-of-agents"))
CALM, FAR = How(probed=False), How(probed=False, far=True)
DEAD = "a dead player's hidden card"
ODD = ("Maniac", "Guard", "Bomb", "Mayor")  # one of two cards that are swapped


def plant(name: str, pair: str = CITY, how: How = CALM) -> Callable[[Leak], Leak]:
    """A leak, the games in which it tells something, and who is at the table."""

    def keep(leak: Leak) -> Leak:
        LEAKS[name] = pair, how, leak
        return leak

    return keep


def around(patch: Patch, owner: Any, name: str, change: Callable[..., Any]) -> None:
    """A function gives back what this makes of its result and its arguments."""
    really = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **named: change(really(*args, **named), *args))


def odd(seat: int) -> bool:
    """What nobody may know."""
    return bool(dealt) and dealt[0].state.roles[seat] in ODD


def asked() -> tuple[Ask, ...]:
    """Who is asked, also where nobody may know."""
    return dealt[0].asks if dealt else ()


# -- tasks and clocks ------------------------------------------------------------------------------------------


@plant("a stand-in leaves out whom it should not know")
def _(patch: Patch) -> None:
    def fewer(found: Any, *args: Any) -> Any:
        return {**found, "options": [each for each in found["options"] if not each["seat"] or not odd(each["seat"])]}

    around(patch, sight, "stand_in", fewer)


@plant("a stand-in is put only when somebody is really asked")
def _(patch: Patch) -> None:
    around(patch, Playing, "waiting", lambda found, *args: found and bool(asked()) and not odd(asked()[0].seat))


@plant("the number of a stand-in counts the facts of all")
def _(patch: Patch) -> None:
    around(patch, sight, "stand_in", lambda found, *args: {**found, "number": len(dealt[0].facts)})


@plant("the clock of a hidden step follows the real question")
def _(patch: Patch) -> None:
    def real(found: Any, playing: Playing, seat: int) -> Any:
        hidden, people = playing.showing.stage.closed, playing.people
        return (found[0], 1.0) if found and hidden and any(ask.seat in people for ask in asked()) else found

    around(patch, Playing, "clock", real)


@plant("a night is shorter by what nobody can do any more")
def _(patch: Patch) -> None:
    def real(found: float, steps: Any, step: Any, game: Any) -> float:
        people = {seat for seat in range(1, 10) if seat % 2}
        doing = {verb for verb, role in game.plan.abilities if any(game.state.roles[each] == role for each in people)}
        return found if doing & {*getattr(step, "verbs", ())} else 0.0

    around(patch, SecretSteps, "length", real)


@plant("a hidden step ends at once when one of them is asked")
def _(patch: Patch) -> None:
    really = showing.Showing.show

    def early(shown: showing.Showing) -> float | None:
        if shown.stage.closed and any(odd(ask.seat) for ask in asked()):
            shown.stage.ends = shown.now()
        return really(shown)

    patch.setattr(showing.Showing, "show", early)


@plant("a fact that one alone gets takes time")
def _(patch: Patch) -> None:
    around(patch, showing, "look", lambda found, fact, pace: found or float(fact.to != EVERYONE))


# -- the board -------------------------------------------------------------------------------------------------


@plant("absence counts where somebody was really asked", CITY, How(quiet=True, probed=False))
def _(patch: Patch) -> None:
    really = Playing._miss

    def by_night(playing: Playing, seat: int, stage: Stage) -> None:
        if odd(seat) or not stage.hidden:
            really(playing, seat, stage)

    patch.setattr(Playing, "_miss", by_night)


@plant("an answer in a hidden step shows at once that its person is there", "whom the Cop reads")
def _(patch: Patch) -> None:
    def shown(found: Any, playing: Playing, *args: Any) -> Any:
        playing._reseated()
        return found

    around(patch, Playing, "answer", shown)


@plant("who was away is there as soon as they act in a hidden step", CITY, How(probed=False, absent=True))
def _(patch: Patch) -> None:
    around(patch, Playing, "answer", lambda found, playing, seat, *args: playing._present(seat))


@plant("a chair is empty while its person acts")
def _(patch: Patch) -> None:
    around(patch, board, "_chair", lambda found, seat, *args: {**found, "here": not odd(seat.number)})


@plant("whoever is at the door is told how many are asked", DEAD, How(everybody=True, probed=False))
def _(patch: Patch) -> None:
    def counted(found: Any, room: Any) -> Any:
        return {**found, "free": found["free"] or (len(room.playing.game.asks) if room.playing else 0)}

    around(patch, board, "found", counted)


@plant("chairs stand by team")
def _(patch: Patch) -> None:
    def by_team(found: Any, *args: Any) -> Any:
        return {**found, "chairs": sorted(found["chairs"], key=lambda chair: bool(dealt) and odd(chair["seat"]))}

    around(patch, board, "board", by_team)


@plant("what keeps a model from going on names its act", CITY, How())
def _(patch: Patch) -> None:
    around(patch, board, "board", lambda found, *args: {**found, "problem": ", ".join(ask.verb for ask in asked())})


@plant("whom the table waits for is told by night, too")
def _(patch: Patch) -> None:
    around(patch, Playing, "floor", lambda found, playing: found or sorted(ask.seat for ask in asked()))
    patch.setattr(Stage, "hidden", property(lambda stage: False))


@plant("hand-overs are told at once, but for what the game has run ahead to", CITY, How())
def _(patch: Patch) -> None:
    really = Playing.hand

    def at_once(playing: Playing, seat: int, kind: str) -> None:
        really(playing, seat, kind)
        patch.setattr(Playing, "hand", really)
        playing._hand_over()
        patch.setattr(Playing, "hand", at_once)

    patch.setattr(Playing, "hand", at_once)


# -- events, chat, and coming back -----------------------------------------------------------------------------


@plant("events are numbered by the facts of all")
def _(patch: Patch) -> None:
    really = Feed._play

    def counted(feed: Feed, news: Any, seen: Any) -> None:
        really(feed, news, seen)
        if "since" in news:
            news["since"] = len(dealt[0].facts)

    patch.setattr(Feed, "_play", counted)


@plant("a seat sees what all seats see", WOLF)
def _(patch: Patch) -> None:
    patch.setattr(sight, "View", lambda seat: View(None))


@plant("words of a night's talk are live")
def _(patch: Patch) -> None:
    around(patch, Playing, "live", lambda found, *args: found or "".join(ask.verb for ask in asked()))


@plant("the living hear the dead", DEAD, How(gossip=True, probed=False))
def _(patch: Patch) -> None:
    patch.setattr(Spoken, "reads", lambda *args: True)


@plant("lines of chat are numbered for all", DEAD, How(gossip=True))
def _(patch: Patch) -> None:
    around(patch, Feed, "_begin", lambda found, feed, *args: feed.sent.__setitem__("lines", 0))
    really = Feed._chat

    def counted(feed: Feed, news: Any) -> None:
        really(feed, news)
        if (said := len(feed.room.chat.lines)) != feed.sent.get("lines", 0):
            feed.sent["lines"] = said
            news["chat_since"] = said

    patch.setattr(Feed, "_chat", counted)


@plant("who comes back is told how much was done meanwhile", CITY, How())
def _(patch: Patch) -> None:
    around(patch, Feed, "_begin", lambda found, feed, *args: feed.sent.update(back=len(dealt[0].log) if dealt else 0))
    around(patch, Feed, "news", lambda found, feed, *args: found and {**found, "done": feed.sent.pop("back", 0)})


# -- models, and those who are late ----------------------------------------------------------------------------


@plant("a model is heard while it whispers", "what the mafia says", FAR)
def _(patch: Patch) -> None:
    def words(playing: Playing) -> str:
        return playing.fillers.words(playing.question.asks[0]) if playing.question else ""

    patch.setattr(Playing, "live", words)


@plant("a hidden step is over when the models have answered", CITY, FAR)
def _(patch: Patch) -> None:
    really = Playing._ask

    def early(playing: Playing) -> float | None:
        if playing.showing.stage.closed and all(map(playing._ready, playing.game.asks)):
            playing.showing.stage.ends = playing.now()
        return really(playing)

    patch.setattr(Playing, "_ask", early)


def _late(name: str, known: Callable[[Playing], Any]) -> Leak:
    """Those who watch know this at once."""
    return lambda patch: patch.setattr(sight.Sight, name, lambda seen: known(seen.playing))


def _floor(patch: Patch) -> None:
    def told(found: Any, feed: Feed, news: Any, seen: sight.Sight) -> None:
        if feed.sent.get("floor") != (floor := seen.playing.floor()):
            feed.sent["floor"] = news["floor"] = floor

    around(patch, Feed, "_play", told)


LATE: dict[str, Leak] = {
    "late ones see the clock of the table": _late("clock", lambda playing: playing.clock(0)),
    "late ones hear what is being said": _late("live", Playing.live),
    "late ones see whom the table waits for": _floor,
}

# -- refusals and calls ----------------------------------------------------------------------------------------


@plant("a refusal tells who is asked", TOWN, How())
def _(patch: Patch) -> None:
    def refused(found: bool, playing: Playing, *args: Any) -> bool:
        if not found and asked():
            raise Refused("".join(ask.verb for ask in asked()))
        return found

    around(patch, Playing, "answer", refused)


@plant("a refusal has a character without width where the named seat is odd", DEAD, How(everybody=True, probed=False))
def _(patch: Patch) -> None:
    really = answers.read_answer

    def read(game: Any, ask: Ask, value: object, view: View) -> Any:
        try:
            return really(game, ask, value, view)
        except Refused as why:
            named = isinstance(value, int) and dealt[0].state.roles[value] == "Seer"
            raise Refused(f"{why}\u200b" if named else str(why)) from None

    patch.setattr(playing_module, "read_answer", read)


@plant("a speech that nobody asked for is heard by who is asked", CITY, How())
def _(patch: Patch) -> None:
    around(patch, deeds, "_heard", lambda found, *args: {"heard": "".join(ask.verb for ask in asked())})
    patch.setitem(deeds.DEEDS, "heard", deeds.Deed(deeds._heard, deeds.PLAYING, seated=True))


@plant("a record is handed out before the end", CITY, How())
def _(patch: Patch) -> None:
    def early(room: Any, game: Any, *keys: Any) -> Any:
        return {"text": room.kept.game(1).read_text().partition("\n")[2], "calls": ""}

    patch.setattr(rooms.Room, "record", early)


@plant("who is dead and does not know it may talk to the dead", "who dies at night, until it is announced", How())
def _(patch: Patch) -> None:
    def living(room: Any, seat: int, frame: Any) -> None:
        if not dealt[0].state.alive >> seat & 1:
            raise Refused("Who is there?")

    patch.setitem(deeds.DEEDS, "chat", deeds.Deed(living, deeds.PLAYING, seated=True))


@plant("whoever wants a chair is told how much was done in secret")
def _(patch: Patch) -> None:
    def refused(room: Any, name: object) -> Any:
        raise Refused(str(len(room.playing.given) if room.playing else ""))

    really = rooms.Room.join
    patch.setattr(rooms.Room, "join", lambda room, name: (really if room.state == "lobby" else refused)(room, name))


@plant("a creator who only watches sees all")
def _(patch: Patch) -> None:
    really = rooms.Room.sight

    def all_of_it(room: Any, who: Any) -> Any:
        return really(room, who._replace(watching="moderator") if who.creator else who)

    patch.setattr(rooms.Room, "sight", all_of_it)


@plant("a heading tells how many odd ones live")
def _(patch: Patch) -> None:
    around(patch, screen, "heading", lambda found, view: f"{found} {[odd(seat) for seat in view.living]}")
