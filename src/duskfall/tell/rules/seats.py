"""Sets of seats in English: a noun ("all of team town"), a predicate ("is of team town"), and as things to count."""

from __future__ import annotations

from dataclasses import dataclass

from duskfall.tell.text import listing, quote, spaced, spacings
from duskfall.vocabulary.seats import (
    Actor,
    Actors,
    Assigned,
    Both,
    DeadTonight,
    Either,
    Everyone,
    FirstOf,
    Holders,
    LastNight,
    Living,
    Marked,
    Named,
    Removed,
    Self,
    Survivors,
    Target,
    Team,
    Victims,
    Visited,
    Visitors,
    VotedOut,
    Who,
    Without,
)


@dataclass(frozen=True, slots=True)
class Cast:
    """The words for a rule's owner, for the player who acts, and for the player acted on."""

    me: str = "the owner"
    actor: str = "the actor"
    target: str = "the target"


CAST = Cast()
YOU, THEY = "you", "they"
PLAINLY = {"is": "are", "was": "were", "has": "have", "does": "do"}


def seats(who: Who, cast: Cast = CAST) -> str:
    """Return the set as a noun phrase."""
    match who:
        case Everyone():
            return "everyone"
        case Living():
            return "all the living"
        case Survivors():
            return "all who survive the night"
        case DeadTonight():
            return "all who died this night"
        case Removed():
            return "all whom the moderator has removed"
        case VotedOut():
            return "all who are voted out today"
        case Self():
            return cast.me
        case Actor():
            return cast.actor
        case Target():
            return cast.target
        case Team(team):
            return f"all of team {team}"
        case Holders(roles):
            return f"all who are {listing(roles, 'or')}"
        case Marked(mark):
            return f"all who bear the mark {quote(spaced(mark))}"
        case Assigned(deal):
            return f"the {spaced(deal)} dealt to {cast.me}"
        case _:
            return _compound(who, cast)


def _compound(who: Who, cast: Cast) -> str:
    """Return a set that is made from others or that is defined by actions."""
    match who:
        case Either(a, Visitors(of, False)) if of == a:
            return f"{seats(a, cast).removesuffix(' tonight')} and all who visit them tonight"
        case Either(a, b):
            return f"{seats(a, cast)} and {seats(b, cast)}"
        case Both(a, b):
            one, other = (b, a) if is_one(b) else (a, b)
            return f"{seats(one, cast)} who {fits(other, cast)}"
        case Without(a, Team() | Holders() as b):
            return f"{seats(a, cast)} and {fits(b, cast).replace('is', 'are not', 1)}"
        case Without(a, b):
            return f"{seats(a, cast)}, but not {seats(b, cast)}"
        case FirstOf(sets):
            comma = "" if len(sets) == 1 and isinstance(sets[0], Holders | Team) else ","
            return f"the first living {', else '.join(_one(each, cast) for each in sets)}{comma} in seat order"
        case _:
            return _acting(who, cast)


def _acting(who: Who, cast: Cast) -> str:
    match who:
        case Named(verb, None):
            return f"whoever is named for {spaced(verb)} tonight"
        case Named(verb, Who() as by):
            return f"whom {seats(by, cast)} named for {spaced(verb)} tonight"
        case Actors(verb, on):
            return f"whoever uses {spaced(verb)} on {_tonight(on, cast)}"
        case Visitors(of, blocked):
            return f"all who visit {_tonight(of, cast)}{_or_not(blocked)}"
        case Visited(by, blocked):
            return f"all whom {seats(by, cast)} visits tonight{_or_not(blocked)}"
        case Victims(verbs):
            return f"all who die by the {spacings(verbs, 'or')} tonight"
        case LastNight(verb):
            return f"whom {cast.me} named for {spaced(verb)} the night before"
        case _:
            raise no_words(who)


def _tonight(who: Who, cast: Cast) -> str:
    """Return the noun phrase with a single "tonight" at its end."""
    return f"{seats(who, cast).removesuffix(' tonight')} tonight"


def _one(who: Who, cast: Cast) -> str:
    """Return a member of a set, without an article."""
    return counted(who, cast) if isinstance(who, Holders) else f"player of {counted(who, cast)}"


def counted(who: Who, cast: Cast = CAST) -> str:
    """Return the set as what a number is counted of: "team town", or "doctor or sheriff"."""
    match who:
        case Everyone():
            return "all players"
        case Team(team):
            return f"team {team}"
        case Holders(roles):
            return listing(roles, "or")
        case Either(a, b):
            return f"{counted(a, cast)} or {counted(b, cast)}"
        case Without(a, b) if not isinstance(b, Team | Holders):
            return f"{counted(a, cast)} (but not {seats(b, cast)})"
        case _:
            return seats(who, cast)


def _or_not(blocked: bool) -> str:
    """Return the note that visits prevented by a block count too; they count only if the rule says so."""
    return ", also if a block prevents it" if blocked else ""


def fits(who: Who, cast: Cast = CAST) -> str:
    """Return the predicate that puts one seat into this set: "is alive", "is of team town"."""
    match who:
        case Everyone():
            return "is at the table"
        case Living():
            return "is alive"
        case Survivors():
            return "survives the night"
        case DeadTonight():
            return "died this night"
        case Removed():
            return "has been removed by the moderator"
        case VotedOut():
            return "is voted out today"
        case Team(team):
            return f"is of team {team}"
        case Holders(roles):
            return f"is {listing(roles, 'or')}"
        case Marked(mark):
            return f"bears the mark {quote(spaced(mark))}"
        case Either(a, b):
            return f"{fits(a, cast)} or {fits(b, cast)}"
        case Both(a, b):
            return f"{fits(a, cast)} and {fits(b, cast)}"
        case Without(a, b):
            return f"{fits(a, cast)}, and does not belong to {seats(b, cast)}"
        case _:
            return _fits_act(who, cast)


def _fits_act(who: Who, cast: Cast) -> str:
    match who:
        case Actors(verb, on):
            return f"uses {spaced(verb)} on {_tonight(on, cast)}"
        case Visitors(of, blocked):
            return f"visits {_tonight(of, cast)}{_or_not(blocked)}"
        case Visited(by, blocked):
            return f"is visited by {seats(by, cast)} tonight{_or_not(blocked)}"
        case Victims(verbs):
            return f"dies by the {spacings(verbs, 'or')} tonight"
        case Named(verb, None):
            return f"is named for {spaced(verb)} tonight"
        case LastNight(verb):
            return f"was named by {cast.me} for {spaced(verb)} the night before"
        case _:
            return f"is {seats(who, cast)}"


def agree(subject: str, clause: str) -> str:
    """Return a subject with its clause; after "you", "they" and "all …" the verb is in the plural form."""
    verb, gap, rest = clause.partition(" ")
    if subject in (YOU, THEY) or subject.startswith("all "):
        verb = PLAINLY.get(verb, verb.removesuffix("s"))
    return f"{subject} {verb}{gap}{rest}"


def oneself(who: str) -> str:
    """Return the reflexive pronoun for a player: "yourself" or "themself"."""
    return "yourself" if who == YOU else "themself"


def whose(noun: str, who: str) -> str:
    """Return a noun with its owner: "your side", "the side of the doctor"."""
    return f"your {noun}" if who == YOU else f"the {noun} of {who}"


def is_one(who: Who) -> bool:
    """Return whether the set has one seat at most, so that it takes a singular verb."""
    return isinstance(who, Self | Actor | Target | Assigned | FirstOf | LastNight)


def no_words(node: object) -> TypeError:
    """Return the error for a word of the rule vocabulary that has no English text."""
    return TypeError(f"{type(node).__name__} has no words")
