"""Questions to players in words: the text, the options, and why the last answer was refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duskfall.core.ask import Ask
from duskfall.core.play.elect import CAMPAIGN
from duskfall.core.play.talk import LAST_WORDS, NOMINATE
from duskfall.core.play.vote import AGAIN
from duskfall.study.citations import cited
from duskfall.tell import phrases
from duskfall.tell.names import name
from duskfall.tell.paper import bare
from duskfall.tell.rules import acts
from duskfall.tell.rules.effects import doing
from duskfall.tell.rules.seats import THEY, YOU, Cast, agree, counted, is_one
from duskfall.tell.rules.steps import needed
from duskfall.tell.text import capital, safe, sentence, times
from duskfall.tell.tongue import say, together, told, word
from duskfall.vocabulary.cards import Ability, Group, Trigger
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.seats import Holders, Without
from duskfall.vocabulary.steps import Ballot, Chat, Discussion, Elect, PassOn, Step, Talk

YES, NO = "yes", "no"
BOOK = "§"  # is in the id of every rulebook sentence, and in no ruling's id
NAMED = "the player named"


@dataclass(frozen=True, slots=True)
class Option:
    """A possible answer to a question: its key, its label, and its value."""

    key: str
    label: str
    value: int | str


@dataclass(frozen=True, slots=True)
class HeldAct:
    """The ability or trigger that a verb of the rules stands for."""

    node: Ability | Trigger
    group: Group | None = None  # the team that it is done for


def options(ask: Ask, names: Sequence[str]) -> list[Option]:
    """Return all possible answers: seats under their own numbers, then words; the last word has the key 0."""
    if ask.confirm:
        return [*([Option("1", say("yes"), YES)] if ask.seats else []), Option("0", say("no"), NO)]
    seats = [Option(str(seat), name(seat, names), seat) for seat in ask.seats]
    first = len(names) + 1 if seats else 1
    numbers = [*range(first, first + len(ask.words) - 1), 0]
    words = zip(numbers, ask.words, strict=False)
    return seats + [Option(str(key), word(value, "word"), value) for key, value in words]


def roles(ask: Ask) -> list[Option]:
    """Return the roles that may be named together with a seat."""
    return [Option(str(number), word(role, "role"), role) for number, role in enumerate(ask.roles, 1)]


def reason(ask: Ask) -> str:
    """Return why the last answer was refused; empty if none was."""
    return say("That was not taken: {reason}.", reason=phrases.reason(ask.refused)) if ask.refused else ""


def question(ask: Ask, names: Sequence[str], rules: Ruleset | None = None, role: str = "") -> str:
    """Return the text of a question to a holder of this role; without `rules`, only what the question itself tells."""
    steps = list(_steps(rules)) if rules else []
    if ask.speech:
        return safe(_speech(ask, steps))
    if ask.verb == NOMINATE:
        return say("Nominations: whom do you put up for the vote?")
    asked = next((words for step in steps if (words := _by_step(ask, step))), "")
    return safe(asked or _act(ask, names, act(rules, ask.verb, role) if rules else None, role))


def purpose(ask: Ask, rules: Ruleset | None) -> str:
    """Return the purpose of a part of the talk in the rulebook's own words; empty if it doesn't state one."""
    parts = [part for step in (rules.day if rules else ()) if isinstance(step, Discussion) for part in step.parts]
    words = next((cited(part.rule) for part in parts if part.name == ask.part and _is_quoted(part)), "")
    return f"The book on this part: “{words}”" if ask.speech and words else ""


def _is_quoted(part: Talk) -> bool:
    """Return whether the rulebook states the purpose of this part; of an open part it only says how it ends."""
    return BOOK in part.rule and part.budget is None


def limits(ask: Ask, rules: Ruleset | None, role: str = "") -> str:
    """Return which players an action may name, as a sentence; empty without rules, or if the question is no action."""
    found = act(rules, ask.verb, role) if rules else None
    chosen = found and (found.node.ask if isinstance(found.node, Trigger) else found.node.pick)
    return safe(bare(told(sentence(agree(YOU, acts.pick(chosen, Cast(YOU, YOU))))))) if chosen else ""


def act(rules: Ruleset, verb: str, role: str = "") -> HeldAct | None:
    """Return the ability or asking trigger with this name, or None: a team's first, then this role's, then anyone's."""
    for group in rules.groups:
        if group.ability.verb == verb:
            return HeldAct(group.ability, group)
    for holder in sorted(rules.roles, key=lambda each: each.name != role):
        for node in holder.abilities:
            if node.verb == verb:
                return HeldAct(node)
        for trigger in holder.triggers:
            if trigger.name == verb and trigger.ask is not None:
                return HeldAct(trigger)
    return None


def _steps(rules: Ruleset) -> Iterator[Step]:
    for step in (*rules.night, *rules.day):
        yield step
        yield from step.parts if isinstance(step, Discussion) else ()


def _by_step(ask: Ask, step: Step) -> str:
    """Return the question that a step asks: a ballot, an election, a title to pass on; empty for other steps."""
    match step:
        case Ballot(verb=ask.verb):
            return together(_vote(step))
        case Ballot(again=ask.verb) if not ask.seats:
            return say("The tie does not dissolve: are all the tied to leave?")
        case Ballot(again=ask.verb):
            return say("The vote was tied: which of these is to leave?")
        case Elect(stand=ask.verb):
            return say("Do you stand for {title}?", title=word(step.title, "title"))
        case Elect(withdraw=ask.verb):
            return say("You stand for {title}: do you withdraw?", title=word(step.title, "title"))
        case Elect(verb=ask.verb):
            return say("The election: who is to be {title}?", title=word(step.title, "title"))
        case PassOn(verb=ask.verb):
            leaving = "You leave, and you are {title}: who is to hold the title after you? If nobody, it is gone."
            return say(leaving, title=word(step.title, "title"))
        case _:
            return ""


def _vote(step: Ballot) -> Iterator[str]:
    yield say("The vote: who is to leave?")
    yield told(sentence(f"out is who has {needed(step.tally)}"))
    if step.blank:
        yield say("A {blank} counts as a vote that nobody leaves.", blank=word(step.blank, "word"))


def _act(ask: Ask, names: Sequence[str], found: HeldAct | None, role: str) -> str:
    """Return the question for an action of a role or a team: which player to name, and what the action does."""
    verb = capital(word(ask.verb, "verb"))
    if found and found.group:
        verb = say("{act}, for the {group}", act=verb, group=word(found.group.name, "team"))
    return together([_asked(ask, names, verb), *_done(ask, found, role)])


def _asked(ask: Ask, names: Sequence[str], act: str) -> str:
    if not ask.seats:
        cannot = "{act}: you cannot do it now." if ask.confirm else "{act}: there is nobody whom you may name now."
        return say(cannot, act=act)
    if ask.confirm and ask.seats == (ask.seat,):
        return say("{act}: yes or no?", act=act)
    if ask.confirm:
        return say("{act}: {name}, yes or no?", act=act, name=name(ask.seats[0], names))
    return say("{act}: whom do you name, and as which role?" if ask.roles else "{act}: whom do you name?", act=act)


def _done(ask: Ask, found: HeldAct | None, role: str) -> Iterator[str]:
    """Yield what the action does, whose answer counts, and how often it may be used."""
    if not found or not ask.seats:
        return
    cast = Cast(YOU, YOU, YOU if ask.confirm and ask.seats == (ask.seat,) else NAMED)
    yield bare(told(sentence(doing(found.node.does, THEY if found.group else YOU, cast))))
    if found.group:
        yield say("Your word decides.") if _leads(found.group, role) else told(sentence(acts.decided(found.group)))
    if isinstance(found.node, Ability) and found.node.uses:
        yield told(sentence(f"{times(found.node.uses)} a game"))


def _leads(group: Group, role: str) -> bool:
    """Return whether the answer of a holder of this role decides alone."""
    return is_one(group.asked) or (isinstance(group.leads, Holders) and role in group.leads.roles)


def _speech(ask: Ask, steps: list[Step]) -> str:
    """Return the question for a speech: who hears it, and what else the speaker may do."""
    asked = [_by_part(ask, steps)]
    if ask.addresses:
        asked.append(say("Ask one player a question and say whom, or pass."))
    if ask.nominees:
        asked.append(say("You may put one player up for the vote."))
    return together(asked)


def _by_part(ask: Ask, steps: list[Step]) -> str:
    for step in steps:
        match step:
            case Chat(verb=ask.verb) if step.pairs:
                return say("Private talk, just the two of you ({act}): what do you say?", act=word(ask.verb, "verb"))
            case Chat(verb=ask.verb):
                circle = step.who.a if isinstance(step.who, Without) else step.who  # those left out are not asked
                return told(f"Private talk of {counted(circle)}: what do you say?")
            case Elect() if ask.part == CAMPAIGN:
                return say("You stand for {title}: what do you say to the table?", title=word(step.title, "title"))
            case Talk(name=ask.part) if step.budget is not None:
                return say("The discussion is open: what do you say?")
    if ask.part == LAST_WORDS:
        return say("Your last words?")
    if ask.part == AGAIN:
        return say("You are tied for the most votes: what do you say for yourself?")
    return say("Your turn to speak ({part}).", part=word(ask.part, "part"))
