"""Announcements: public events in the words in which a host reads them aloud."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Candidates,
    Ended,
    Fact,
    Fell,
    FlagSwitched,
    HandedOver,
    LotDrawn,
    NobodyOut,
    Noticed,
    Out,
    PhaseBegan,
    Removed,
    Shot,
    Shown,
    Spared,
    Tied,
    TitleHeld,
    Voted,
)
from duskfall.core.play.state import DAY
from duskfall.core.play.vote import leaders
from duskfall.tell.figures import format_number
from duskfall.tell.host.day_words import ENDS, NEWS, REMOVED
from duskfall.tell.names import Names, seen_as
from duskfall.tell.phrases import house_rule
from duskfall.tell.text import capital, shown
from duskfall.tell.tongue import LANGUAGES, listed, say, semicolons, speaking, together, word
from duskfall.vocabulary.ruleset import DRAW, Ruleset, walk
from duskfall.vocabulary.seats import Team
from duskfall.vocabulary.steps import Ballot, Tie

VOTE_AGAIN = "A tie: {names}. They speak once more, and we vote again."
LOT_DECIDES = "A tie: {names}. A lot decides between them."


def aloud(facts: Iterable[Fact], names: Names, rules: Ruleset | None = None) -> list[str]:
    """Return everything that is read aloud for these events, one paragraph each."""
    said, before = [], None
    for fact in facts:
        if fact.to == EVERYONE:
            said += [_tie(before, fact, rules), read_out(fact, names, rules)]
            before = fact
    return [text for text in said if text]


def read_out(fact: Fact, names: Names, rules: Ruleset | None = None) -> str:
    """Return a public event as the host reads it; empty if everyone has heard it or nobody needs to hear it."""
    if fact.to != EVERYONE:
        return ""
    match fact:
        case PhaseBegan(phase=phase, number=number):
            return say("Day {number} begins.", number=number) if phase == DAY else ""
        case Announced() | Out() | Fell() | NobodyOut() | Spared() | Shot() | Shown() | Removed() | Noticed():
            return _gone(fact, names)
        case Voted():
            return _votes(fact, names)
        case Tied(seats=seats):
            return say(LOT_DECIDES if _by_lot(rules) else VOTE_AGAIN, names=called_all(seats, names))
        case LotDrawn(seat=seat):
            return say("The lot falls on {name}.", name=called(seat, names))
        case Candidates() | TitleHeld():
            return _title(fact, names)
        case HandedOver():
            return say("Seat {seat} is taken over by: {name}.", seat=fact.seat, name=fact.player)
        case FlagSwitched():
            return _house_rule(fact, rules)
        case Ended():
            return together(_end(fact, names, rules))
        case _:
            return ""


def called(seat: int, names: Names) -> str:
    """Return a player as the host calls them: by seat and name."""
    name = names[seat - 1]
    if name == str(seat):
        return name
    if name in own_names(seat):
        return word("Player {number}", "called").format(number=seat)
    return say("{seat}, {name}", seat=seat, name=name)


def labelled(seat: int, names: Names) -> str:
    """Return a player for a label: by seat and name, or by a default name that already tells the seat."""
    name = names[seat - 1]
    return name if name in own_names(seat) else called(seat, names)


def numbered(seat: int, name: str) -> str:
    """Return a player within a sentence, at a table where players are known by seat."""
    return name if name == str(seat) or name in own_names(seat) else say("#{seat} {name}", seat=seat, name=name)


def own_name(seat: int) -> str:
    """Return the default name of a player who gives none."""
    return say("Player {number}", number=seat)


@cache
def own_names(seat: int) -> frozenset[str]:
    """Return the default names of a seat in all languages."""
    found = set()
    for language in LANGUAGES:
        with speaking(language):
            found.add(own_name(seat))
    return frozenset(found)


def called_all(seats: Iterable[int], names: Names) -> str:
    """Return several players as the host calls them, separated by semicolons."""
    return semicolons(called(seat, names) for seat in seats)


def _with_role(seat: int, role: str, names: Names) -> str:
    """Return a player, with the role if the table is shown it."""
    found = seen_as(role)
    return say("{name} ({role})", name=called(seat, names), role=found) if found else called(seat, names)


# -- who leaves, who stays ---------------------------------------------------------------------------


def _gone(fact: Fact, names: Names) -> str:
    match fact:
        case Announced(dead=()):
            return say("Nobody died tonight.")
        case Announced(dead=dead):
            return say("Died tonight: {names}.", names=semicolons(_with_role(seat, role, names) for seat, role in dead))
        case Out(seat=seat):
            return say("Leaves the table by the vote: {name}.", name=_with_role(seat, fact.shown, names))
        case Fell(seat=seat):
            return say("Dead: {name}.", name=_with_role(seat, fact.shown, names))
        case NobodyOut():
            return say("Nobody leaves the table today.")
        case Spared(seat=seat):
            return say("Cannot be voted out today, and stays: {name}.", name=called(seat, names))
        case Shot(seat=seat):
            return say("{name} shoots: {target}.", name=called(seat, names), target=called(fact.target, names))
        case Shown(seat=seat):
            return say("Shown to all: {name}.", name=_with_role(seat, fact.role, names))
        case Removed(seat=seat):
            return say(REMOVED[fact.cause], name=called(seat, names))
        case Noticed():
            about = called(fact.about, names) if fact.about else ""
            return say(NEWS[fact.notice], name=about) if fact.notice in NEWS else word(fact.notice, "notice")
        case _:
            return ""


# -- votes and titles --------------------------------------------------------------------------------


def _votes(fact: Voted, names: Names) -> str:
    if not fact.tally:
        return say("Nobody has voted.")
    parts = []
    for target, votes in sorted(fact.tally, key=lambda pair: -pair[1]):
        who = called(target, names) if isinstance(target, int) else word(target, "word")
        parts.append(say("{name}: {votes}", name=who, votes=format_number(votes)))
    return say("The votes are counted. {tally}.", tally=capital(semicolons(parts)))


def _by_lot(rules: Ruleset | None) -> bool:
    """Return whether a tie is decided by lot."""
    return rules is not None and any(isinstance(step, Ballot) and step.tie is Tie.LOT for step in rules.day)


def _tie(vote: Fact | None, fact: Fact, rules: Ruleset | None) -> str:
    """Return the announcement that a repeated vote is tied again; it is read before the event that says who leaves."""
    if not isinstance(vote, Voted) or vote.table or rules is None or len(leaders(dict(vote.tally))) == 1:
        return ""
    if not any(isinstance(step, Ballot) and step.again == vote.verb for step in rules.day):
        return ""
    match fact:
        case NobodyOut():
            return say("The tie stands.")
        case Out() | Spared():
            return say("The tie stands: the vote goes against all the tied.")
        case _:
            return ""


def _title(fact: Candidates | TitleHeld, names: Names) -> str:
    title = word(fact.title, "title")
    if isinstance(fact, Candidates):
        if not fact.seats:
            return say("Nobody stands for the office: {title}.", title=title)
        return say("For the office of {title} stand: {names}.", title=title, names=called_all(fact.seats, names))
    if fact.seat:
        return say("The office of {title} is now held by: {name}.", title=title, name=called(fact.seat, names))
    if fact.was:
        return say("The badge is torn up. There is no more {title}.", title=title)
    return say("Nobody is elected: {title}.", title=title)


# -- house rules and the end -------------------------------------------------------------------------


def _house_rule(fact: FlagSwitched, rules: Ruleset | None) -> str:
    about = next((flag.about for flag in rules.flags if flag.name == fact.flag), "") if rules else ""
    value = word(shown(fact.value), "flag")
    name = say(about) if about else house_rule(fact.flag)
    return say("A house rule changes from the next phase on: {rule}: {value}.", rule=name, value=value)


def why_over(fact: Ended, rules: Ruleset | None = None) -> str:
    """Return why the game is over, as the host says it."""
    if fact.reason not in ENDS:
        return capital(word(fact.reason, "reason"))
    lines = [each for each in rules.wins if (each.side, each.reason) == (fact.winner, fact.reason)] if rules else []
    teams = dict.fromkeys(node.team for line in lines for node in walk(line.when) if isinstance(node, Team))
    named = listed(word(team, "team") for team in teams)
    return say(ENDS[fact.reason], side=word(fact.winner, "side"), teams=named)


def _end(fact: Ended, names: Names, rules: Ruleset | None) -> list[str]:
    said = [say("The game is over.")]
    if fact.winner == DRAW:
        said.append(say("It is a draw."))
    else:
        said.append(say("The winner: {side}.", side=word(fact.winner, "side")))
    said.append(why_over(fact, rules))
    if fact.cowins:
        also = semicolons(_with_role(seat, role, names) for seat, role in fact.cowins)
        said.append(say("Also a winner: {names}.", names=also))
    cards = semicolons(_with_role(seat, role, names) for seat, role in enumerate(fact.roles, 1))
    return [*said, say("The cards: {cards}.", cards=cards)]
