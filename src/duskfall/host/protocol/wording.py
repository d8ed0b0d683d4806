"""Text of score sheets: departures, results of actions, other events. Seats appear by number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from duskfall.core.play.state import NIGHT
from duskfall.host.protocol.points import Point, line
from duskfall.rules.registry import known
from duskfall.tell import phrases
from duskfall.tell.text import capital, cite, shown
from duskfall.tell.tongue import row, say, semicolons, word
from duskfall.vocabulary.ruleset import ROLE
from duskfall.wire.phases import KeptAct, KeptAlso, KeptDay, KeptOverturn, KeptPhase
from duskfall.wire.protocol import KeptGame, KeptHouse, KeptLeave, KeptResult, KeptSeat


def when(phase: str, number: int) -> str:
    """Format a phase, such as 'Night 2' or 'Day 3'."""
    return say("Night {number}", number=number) if phase == NIGHT else say("Day {number}", number=number)


def departure(left: KeptLeave | None) -> str:
    """Format how and when a seat left; empty if it didn't."""
    if left is None:
        return ""
    causes = row(phrases.cause(cause) for cause in left["causes"])
    slots = {"when": when(left["phase"], left["number"]), "cause": causes}
    match left["how"]:
        case "vote":
            return say("{when}: voted out", **slots)
        case "removed":
            return say("{when}: removed ({cause})", **slots)
        case "before":
            return say("before the first phase")
        case "night" | "day":
            return say("{when}: {cause}", **slots)
        case _ as never:
            assert_never(never)


def score(seat: KeptSeat) -> list[str]:
    """Return the points of a seat, each with its reason."""
    return [line(Point(each["for"], each["points"], each["note"])) for each in seat["score"]]


def value(given: bool | int | float | str) -> str:
    """Format the value of a house rule."""
    return word(shown(given), "flag")


def house(game: KeptGame, each: KeptHouse) -> str:
    """Format a house rule and its value, in the ruleset's own words."""
    found = known(game["rules"])
    about = next((str(flag.about) for flag in (found.flags if found else ()) if flag.name == each["flag"]), "")
    return say("{rule}: {value}", rule=say(about) or phrases.house_rule(each["flag"]), value=value(each["value"]))


def book(game: KeptGame) -> str:
    """Return the title of the ruleset."""
    found = word(game["rules"], "rules")
    return game["title"] if found == game["rules"] else found


def seats(numbers: Iterable[int]) -> str:
    """Format a list of seats by number."""
    return row(map(str, numbers))


def said(end: KeptResult) -> str:
    """Return what the ruleset says of this ending instead of naming the winner; empty if it says nothing special."""
    return capital(say(end["said"])) if end.get("said") else ""


def aim(target: int | str) -> str:
    """Format the target of a ballot: a seat, or a word such as skip."""
    return str(target) if isinstance(target, int) else word(target, "word")


def outcome(act: KeptAct) -> str:
    """Format the result of an action; empty if there is nothing to say."""
    parts = []
    if act["void"]:
        parts.append(say("void: {reason}", reason=phrases.reason(act["void"])))
    parts += [overturn(each) for each in act["overturned"]]
    if act["told"] is not None:
        parts.append(learned(act["told"]))
    if act["as"]:
        parts.append(say("as {role}", role=word(act["as"], "role")))
    return semicolons(parts)


def overturn(by: KeptOverturn) -> str:
    """Format the role or action that stopped something, with the rule."""
    what = say("own role") if by["by"] == ROLE else word(by["by"], "verb")
    if by["seat"]:
        what = say("{act} {seat}", act=what, seat=by["seat"])
    return say("stopped by: {what}", what=what) + cite(by["rule"])


def learned(told: str | list[int]) -> str:
    """Format what an action revealed: a word, a role, or seats."""
    if isinstance(told, str):
        return word(told, "word")
    return seats(told) or say("nobody")


def deaths(phase: KeptPhase) -> str:
    """Format who died, with the causes."""
    return row(
        say("{seat} ({cause})", seat=each["seat"], cause=row(phrases.cause(cause) for cause in each["causes"]))
        for each in phase["deaths"]
    )


def sent_away(day: KeptDay) -> list[str]:
    """Return the outcome of a day's votes."""
    found = [say("out: {seat}", seat=seat) for seat in day["out"]]
    for each in day["spared"]:
        stays = say("{seat} stays: {what}", seat=each["seat"], what=word(each["by"], "mark"))
        found.append(stays + cite(each["rule"]))
    return found or ([say("nobody is out")] if day["nobody"] else [])


def also(event: KeptAlso) -> str:
    """Format any other event in a few words."""
    match event["what"]:
        case "became":
            return say("{seat} is now {role}", seat=event["seat"], role=word(event["role"], "role"))
        case "candidates":
            return say("{title}: {seats} stand", title=word(event["title"], "title"), seats=seats(event["seats"]))
        case "cowon":
            return say("{seat} has won as {role}", seat=event["seat"], role=word(event["role"], "role"))
        case "switched":
            flag, now = phrases.house_rule(event["flag"]), value(event["value"])
            return say("{flag} from the next phase on: {value}", flag=flag, value=now)
        case "handed":
            return say("{seat} is played by {player} now", seat=event["seat"], player=event["player"])
        case "lost":
            return say("{seat} loses: {act}", seat=event["seat"], act=word(event["verb"], "verb"))
        case "mark":
            return say("{seat}: {mark}", seat=event["seat"], mark=word(event["mark"], "mark"))
        case "notice":
            notice = phrases.notice(event["notice"], str(event["about"] or ""))
            return say("{seat}: {mark}", seat=event["seat"], mark=notice)
        case "removed":
            return say("{seat} is removed: {cause}", seat=event["seat"], cause=phrases.cause(event["cause"]))
        case "shot":
            act = word(event["verb"], "verb")
            return say("{seat}: {act} {target}", seat=event["seat"], act=act, target=event["target"])
        case "revealed":
            return say("{seat} is revealed: {role}", seat=event["seat"], role=word(event["role"], "role"))
        case "title":
            holder = str(event["seat"]) if event["seat"] else say("nobody")
            return say("{title}: {seat}", title=word(event["title"], "title"), seat=holder)
        case _ as never:
            assert_never(never)
