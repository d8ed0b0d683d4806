"""The steps of a night and of a day in words, and the vote with its ties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from duskfall.tell.rules.conditions import given, holds, number
from duskfall.tell.rules.seats import Cast, counted, no_words, seats
from duskfall.tell.text import code, listing, plural, quote, sentence, spaced, spacings
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
    Order.ALTERNATING: "in seat order on odd days and in reverse on even days",
}
NOBODY_KNOWN: Mapping[str, str] = {}


def step(node: Step, holders: Mapping[str, str] = NOBODY_KNOWN) -> str:
    """A step as a sentence; `holders` says whose acts they are."""
    only = "" if node.when == ALWAYS else f" (only if {holds(node.when)})"
    return sentence(action(node, holders) + only, node.rule)


def action(node: Step, holders: Mapping[str, str] = NOBODY_KNOWN) -> str:
    """What is done at a step."""
    match node:
        case Collect(verbs):
            return _collect(verbs, holders)
        case Settle(verbs, tells):
            later = "; what was found out is told at dawn" if tells is Moment.DAWN else ""
            return f"{spacings(verbs)} {'takes' if len(verbs) == 1 else 'take'} effect{later}"
        case Chat():
            return _chat(node)
        case Talk():
            return talk(node)
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


def _collect(verbs: tuple[str, ...], holders: Mapping[str, str]) -> str:
    acts = [f"{spaced(verb)} ({holders[verb]})" if verb in holders else spaced(verb) for verb in verbs]
    if len(acts) == 1:
        return f"{acts[0]} is chosen"
    return f"all are asked at once, and nobody sees another's choice: {listing(acts)}"


def _chat(node: Chat) -> str:
    if node.pairs:
        whose = f"whoever used {spaced(node.pairs)} talks in private with the one named"
    else:
        whose = f"the living of {counted(node.who)} who are free talk in private, in seat order"
    return f"{whose}; {_rounds(node.rounds)}"


def _rounds(rounds: Expr) -> str:
    if isinstance(rounds, Const) and isinstance(rounds.const, int):
        return plural(rounds.const, "round")
    return f"rounds: {'the house rule ' * isinstance(rounds, FlagIs)}{number(rounds)}"


def _title_step(node: PassOn | Elect) -> str:
    title = spaced(node.title)
    if isinstance(node, PassOn):
        return f"a dying {title} hands the title to a living player, or it is gone"
    return (
        f"election of the {title}: who wants it stands and speaks, and may withdraw; those who do not stand vote; "
        f"the most votes win, one candidate alone is elected, a tie elects nobody"
    )


def skip(node: SkipVote) -> str:
    """How a discussion may be ended early."""
    lines = f"by {code(node.vote)} on a line of its own; {code(node.unvote)} takes that back"
    return f"more than half of the living may end it early, {lines}"


def talk(node: Talk) -> str:
    """One part of a day's talk."""
    extra = "; a speaker may address one player" if node.asks else ""
    if node.nominates != NEVER:
        extra += f"; a speaker may put one player up for the vote{given(node.nominates)}"
    order = SPEAKING[node.order]
    if node.budget is not None:
        ends = f"it ends when all living in a row have skipped, or after so many messages: {number(node.budget)}"
        return f"{spaced(node.name)}: the living take turns, {order}{extra}; {ends}"
    if node.rounds == Const(1):
        return f"{spaced(node.name)}: each of the living speaks once, {order}{extra}"
    return f"{spaced(node.name)}: the living speak in turns, {order}{extra}; {_rounds(node.rounds)}"


def ballot(node: Ballot) -> list[str]:
    """How a vote is counted, a sentence each."""
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


def _counted(node: Ballot) -> str:
    only = "" if node.when == ALWAYS else f" (only if {holds(node.when)})"
    cast = f"each of the living votes for {'another' if node.others else 'a'} living player{only}"
    return f"{cast}, all at once, and the ballots are shown; out is who has {needed(node.tally)}"


def needed(tally: Tally) -> str:
    """What it takes to be voted out."""
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
    """An office at the table."""
    who = f"the {spaced(node.name)}"
    last = f", and {who} speaks last" if node.speaks_last else ""
    return sentence(f"the ballot of {who} counts {number(node.weight)}{last}", node.rule)


def weight(node: Weight) -> str:
    """A ballot that counts more."""
    return sentence(f"the ballots of {seats(node.who, Cast())} count {number(node.votes)} each", node.rule)
