"""The host's sentences by day: to give the floor, to open a vote or an election, to ask for a badge.

Only what the whole table knows is called by name. A step that asks hidden roles is opened to the whole table by
`opening`, with the same words whoever is there; the questions that the engine asks at such a step are not mentioned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from duskfall.core.ask import Ask
from duskfall.core.facts import Fact, Removed, Tied
from duskfall.core.play.state import State
from duskfall.core.play.vote import ALL
from duskfall.tell.host.aloud import called, called_all
from duskfall.tell.host.day_words import FLOOR, OPEN, OPENLY, PARTS
from duskfall.tell.names import Names
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Ballot, Collect, Elect, PassOn, Reactions, Step, Tie


def calling(
    asks: Sequence[Ask],
    names: Names,
    rules: Ruleset,
    facts: Iterable[Fact] = (),
    flags: Mapping[str, object] | None = None,
) -> tuple[str, ...]:
    """Return the sentences that open the current questions; `facts` and `flags` are those of the game."""
    if not asks:
        return ()
    ask = asks[0]
    if ask.speech:
        return (say(PARTS.get(ask.part, FLOOR), name=called(ask.seat, names)),)
    step = next((step for step in rules.day if _asks(step, ask.verb)), None)
    match step:
        case Ballot():
            return tuple(_ballot(step, asks, names, facts, _house(rules.flags, flags or {})))
        case Elect() | PassOn():
            return tuple(_title(step, ask, names))
        case _:
            return ()


def opening(rules: Ruleset, index: int, deck: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the sentences that open a day step at which hidden roles are asked; empty for other steps.

    Only roles of `deck` count, if it is given.
    """
    step, roles = rules.day[index], set(deck) or {role.name for role in rules.roles}
    held = [role for role in rules.roles if role.name in roles]
    match step:
        case Collect(verbs):
            found = [act.verb for role in held for act in role.abilities if act.verb in verbs]
        case Reactions():
            found = [trigger.name for role in held for trigger in role.triggers if trigger.ask is not None]
        case _:
            found = []
    return tuple(say(OPENLY.get(name, OPEN)) for name in dict.fromkeys(found))


def _asks(step: Step, verb: str) -> bool:
    """Return whether this step asks for the action."""
    match step:
        case Ballot():
            return verb in (step.verb, step.again)
        case Elect():
            return verb in (step.stand, step.withdraw, step.verb)
        case PassOn():
            return verb == step.verb
        case _:
            return False


def _house(known: Iterable[Flag], given: Mapping[str, object]) -> Scene:
    """Return a rule context from which only house rules can be read."""
    flags = {flag.name: flag.default for flag in known}
    flags |= {name: value for name, value in given.items() if isinstance(value, bool | int | float | str)}
    return Scene(State((), [], flags, talk=False))


def _ballot(step: Ballot, asks: Sequence[Ask], names: Names, facts: Iterable[Fact], house: Scene) -> Iterator[str]:
    ask = asks[0]
    if ALL in ask.words:
        yield say("The tie does not dissolve: {names}.", names=called_all(_tied(facts), names))
        yield say("Who is for all of them to leave? Hands up.")
        return
    if ask.verb == step.verb:
        yield say("We vote. Who is to leave the table?")
    else:
        yield say("We vote again. Which of the tied is to leave the table?")
    by_names = step.nominees.holds(house)
    if by_names or ask.verb != step.verb:
        yield say("Up for the vote: {names}.", names=called_all(ask.seats, names))
    if by_names and ask.seats:
        yield say("Whoever does not vote, votes for the last of them: {name}.", name=called(ask.seats[-1], names))
    if step.tie is Tie.RUNOFF and ask.verb == step.again:
        yield say("The tied do not vote.")
    if step.blank and ask.verb == step.verb:
        yield say("Who wants nobody to leave says: {word}.", word=word(step.blank, "word"))


def _tied(facts: Iterable[Fact]) -> list[int]:
    """Return the players of the last tie who have not been removed."""
    tied: tuple[int, ...] = ()
    gone = set()
    for fact in facts:
        if isinstance(fact, Tied):
            tied = fact.seats
        elif isinstance(fact, Removed):
            gone.add(fact.seat)
    return [seat for seat in tied if seat not in gone]


def _title(step: Elect | PassOn, ask: Ask, names: Names) -> Iterator[str]:
    title = word(step.title, "title")
    if isinstance(step, PassOn):
        yield say("{name}: you leave, and you are {title}.", name=called(ask.seat, names), title=title)
        yield say("To whom do you hand the badge? Or do you tear it up?")
    elif ask.verb == step.stand:
        yield say("We elect a {title}. Who stands? Hands up on three.", title=title)
    elif ask.verb == step.withdraw:
        yield say("Candidates: who withdraws?")
    else:
        yield say("We vote for the office: {title}.", title=title)
        yield say("The candidates are: {names}. They do not vote.", names=called_all(ask.seats, names))
