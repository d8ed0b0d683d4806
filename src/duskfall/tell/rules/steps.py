"""The steps of a night and of a day in English, and the vote with its ties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from duskfall.tell.rules.conditions import given, holds, number
from duskfall.tell.rules.seats import Cast, counted, no_words, seats
from duskfall.tell.text import capital, cite, code, plural, quote, sentence, spaced, spacings
from duskfall.tell.tongue import later, listed, say, told, word
from duskfall.vocabulary.cards import Title, Weight
from duskfall.vocabulary.conditions import ALWAYS, NEVER, Const, Expr, FlagIs
from duskfall.vocabulary.effects import Moment
from duskfall.vocabulary.steps import (
    Announce,
    Ballot,
    Banish,
    Chat,
    Check,
    Collect,
    Dawn,
    Discussion,
    Elect,
    LastWords,
    Order,
    PassOn,
    Reactions,
    Settle,
    SkipVote,
    Step,
    Talk,
    Tally,
    Tie,
)

SPEAKING = {
    Order.SEATS: "in seat order",
    Order.ROTATING: "in seat order, each day starting one seat further",
    Order.FOLLOWING: "in seat order, each day starting with the next living after the player who began the day before",
    Order.ALTERNATING: "in seat order on odd days and in reverse on even days",
}
NOBODY_KNOWN: Mapping[str, str] = {}
# For one action, and for several.
CHOSEN = (
    later("{acts} is chosen"),
    later("all are asked at once, and nobody sees another's choice: {acts}"),
)
# The keys tell whether there are several actions, and whether their results are told at dawn.
SETTLED = {
    (False, False): later("{acts} takes effect"),
    (False, True): later("{acts} takes effect; what was found out is told at dawn"),
    (True, False): later("{acts} take effect"),
    (True, True): later("{acts} take effect; what was found out is told at dawn"),
}


def step_told(node: Step, holders: Mapping[str, str] = NOBODY_KNOWN, sums: bool = True) -> str:
    """Return a step as a sentence in the current language.

    `holders` says who has each action; without `sums`, formulas that a player would have to work out are left out.
    """
    if isinstance(node, Collect | Settle):
        only = "" if node.when == ALWAYS else told(holds(node.when))
        whole = "{step} (only if {condition})." if only else "{step}."
        return capital(say(whole, step=acts_told(node, holders), condition=only)) + cite(node.rule)
    only = "" if node.when == ALWAYS else f" (only if {holds(node.when)})"
    return told(sentence(action(node, sums) + only, node.rule))


def only_part(node: Discussion) -> Talk:
    """Return the one part of a discussion, under the condition of the whole."""
    return replace(node.parts[0], when=node.when)


def at_once(node: Collect, holders: Mapping[str, str]) -> str:
    """Return an action that is chosen and resolved before anything else, as a sentence in the current language."""
    return capital(say("{step}, and takes effect at once.", step=acts_told(node, holders))) + cite(node.rule)


def acts_told(node: Collect | Settle, holders: Mapping[str, str] = NOBODY_KNOWN) -> str:
    """Return which actions are chosen or take effect; their list is a slot of the sentence, so that it may grow."""
    if isinstance(node, Settle):
        acts = listed(word(verb, "verb") for verb in node.verbs)
        return say(SETTLED[len(node.verbs) > 1, node.tells is Moment.DAWN], acts=acts)
    acts = listed(_whose(verb, holders) for verb in node.verbs)
    return say(CHOSEN[len(node.verbs) > 1], acts=acts)


def _whose(verb: str, holders: Mapping[str, str]) -> str:
    act = word(verb, "verb")
    return say("{act} ({who})", act=act, who=holders[verb]) if verb in holders else act


def action(node: Step, sums: bool = True) -> str:
    """Return what is done at a step, other than choosing and resolving actions."""
    match node:
        case Chat():
            return f"{chat(node)}{_rounds(node.rounds, sums)}"
        case Talk():
            return talk(node, sums)
        case Discussion(parts, skip_vote):
            early = f"; {skip(skip_vote)}" if skip_vote else ""
            return f"discussion, by parts ({spacings(part.name for part in parts)}){early}"
        case Dawn():
            return "the living are given the notices of the night; then what is due at dawn happens"
        case Announce():
            return "the table is told who died in the night"
        case Ballot():
            return "the living vote"
        case Banish():
            return "whom the vote sends away leaves, unless that is overturned"
        case Reactions():
            return "whoever may act on dying chooses now, by seat"
        case LastWords(who):
            return f"last words, by seat, of {seats(who)}"
        case Check():
            return "it is checked whether a side has won"
        case PassOn() | Elect():
            return _title_step(node)
        case _:
            raise no_words(node)


def chat(node: Chat) -> str:
    """Return who talks in private."""
    if node.pairs:
        return f"whoever used {spaced(node.pairs)} talks in private with the one named"
    return f"the living of {counted(node.who)} talk in private, in seat order"


def _rounds(rounds: Expr, sums: bool) -> str:
    if isinstance(rounds, Const) and isinstance(rounds.const, int):
        return f"; {plural(rounds.const, 'round')}"
    return f"; rounds: {'the house rule ' * isinstance(rounds, FlagIs)}{number(rounds)}" if sums else ""


def _title_step(node: PassOn | Elect) -> str:
    title = spaced(node.title)
    if isinstance(node, PassOn):
        return f"a dying {title} hands the title to a living player, or it is gone"
    return (
        f"election of the {title}: who wants it stands and speaks, and may withdraw; those who do not stand vote; "
        f"the most votes win, one candidate alone is elected, a tie elects nobody"
    )


def skip(node: SkipVote) -> str:
    """Return how a discussion may be ended early."""
    lines = f"by {code(node.vote)} on a line of its own; {code(node.unvote)} takes that back"
    return f"more than half of the living may end it early, {lines}"


def talk(node: Talk, sums: bool = True) -> str:
    """Return how one part of a day's talk goes."""
    extra = "; a speaker asks one player a question, or passes" if node.asks else ""
    if node.nominates != NEVER:
        extra += f"; a speaker may put one player up for the vote{given(node.nominates)}"
    order = SPEAKING[node.order]
    if node.budget is not None:
        used = f"after so many messages: {number(node.budget)}" if sums else "when all messages of the day are used up"
        ends = f"it ends when all living in a row have skipped, or {used}"
        return f"{spaced(node.name)}: the living take turns, {order}{extra}; {ends}"
    if node.rounds == Const(1):
        return f"{spaced(node.name)}: each of the living speaks once, {order}{extra}"
    return f"{spaced(node.name)}: the living speak in turns, {order}{extra}{_rounds(node.rounds, sums)}"


def ballot(node: Ballot) -> list[str]:
    """Return how a vote is counted, one sentence per rule."""
    lines = [sentence(_counted(node), node.rule), sentence(_tie(node), node.rule)]
    if node.blank:
        blank = quote(spaced(node.blank))
        lines.insert(1, sentence(f"{blank} is an option too, and counts for whoever casts no ballot"))
    elif node.abstain:
        lines.insert(1, sentence("a player may also vote for nobody"))
    if node.nominees != NEVER:
        among = "the vote is among those put up for it, and who votes for nobody counts for the last of them"
        lines.append(sentence(f"{given(node.nominees).strip()}, {among}", node.rule))
    return lines


def nominating(node: Ballot) -> list[str]:
    """Return how players are put up for the vote if nobody talks; empty if the vote is always among all."""
    if node.nominees == NEVER:
        return []
    where = given(node.nominees).strip()
    asked = "each of the living is asked, in the order of speech, to put one player up for the vote, or nobody"
    return [sentence(f"{f'{where} and nobody talks' if where else 'where nobody talks'}, {asked}", node.rule)]


def _counted(node: Ballot) -> str:
    only = "" if node.when == ALWAYS else f" (only if {holds(node.when)})"
    cast = f"each of the living votes for {'another' if node.others else 'a'} living player{only}"
    return f"{cast}, all at once, and the ballots are shown; out is who has {needed(node.tally)}"


def needed(tally: Tally) -> str:
    """Return what it takes to be voted out."""
    match tally:
        case Tally.MOST:
            return "the most votes"
        case Tally.HALF_OF_VOTES:
            return "more than half of all votes cast"
        case Tally.HALF_OF_LIVING:
            return "votes of more than half of the living"
        case _:
            assert_never(tally)


def _tie(node: Ballot) -> str:
    again = f"on a tie the tied speak again, {SPEAKING[node.order]}, and"
    match node.tie:
        case Tie.NOBODY:
            return "on a tie nobody is out"
        case Tie.RUNOFF:
            return f"{again} the others vote once more among them; a second tie sends nobody out"
        case Tie.LADDER:
            by_house = isinstance(node.ends, FlagIs)
            ends = f"the house rule {number(node.ends)} says who" if by_house else number(node.ends)
            all_vote = "all the living vote again among them, and so on while fewer are tied"
            return f"{again} {all_vote}; once it gets no smaller, {ends} is out"
        case Tie.LOT:
            return "on a tie a lot decides which of the tied is out"
        case _:
            assert_never(node.tie)


def title(node: Title) -> str:
    """Return an office at the table, as a sentence."""
    who = f"the {spaced(node.name)}"
    last = f", and {who} speaks last" if node.speaks_last else ""
    left = "where nobody is handed the title, the next living player in seat order has it"
    where = given(node.inherited).strip()
    heir = "" if node.inherited == NEVER else f"; {where}, {left}" if where else f"; {left}"
    return sentence(f"the ballot of {who} counts {number(node.weight)}{last}{heir}", node.rule)


def weight(node: Weight) -> str:
    """Return whose ballots count more than one, as a sentence."""
    return sentence(f"the ballots of {seats(node.who, Cast())} count {number(node.votes)} each", node.rule)
