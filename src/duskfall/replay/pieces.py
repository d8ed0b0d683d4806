"""One fact as a piece of a page: speech as a conversation, ballots as bars, the dawn in stages; all text escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from duskfall.core import facts
from duskfall.core.facts import EVERYONE, MODERATOR, Fact
from duskfall.core.play.talk import LAST_WORDS
from duskfall.study.sight import HIDDEN, by_votes, weight
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.sentences.said import claimed
from duskfall.tell.facts.sentences.voted import ALIKE, Weights, times
from duskfall.tell.names import Names, name
from duskfall.tell.text import capital, safe, shown
from duskfall.tell.tongue import listed, say, word
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.ruleset import DRAW

NO_BALLOTS = "no ballots"


def marked(text: str) -> str:
    """Anybody's text as HTML; it cannot turn the direction of what stands around it."""
    return f"<bdi>{escape(safe(text))}</bdi>"


def piece(style: str, content: str, seat: int = 0) -> str:
    """An item of a chapter; with a seat, it is that player's."""
    whose = f' data-seat="{seat}"' if seat else ""
    return f'<li class="{style}"{whose}>{content}</li>'


def tag(text: str) -> str:
    """A small label."""
    return f'<span class="tag">{marked(text)}</span>'


def pieces(fact: Fact, names: Names, all_seen: bool, more: str = "", weights: Weights = ALIKE) -> Iterator[str]:
    """The fact as one or more items, which appear one after the other; `all_seen`: the reader is the moderator.

    `more` is HTML that belongs to what somebody did: it stands in the item of that. `weights`: of a vote's ballots.
    """
    private = _private(fact, names, all_seen)
    match fact:
        case facts.Said():
            yield _said(fact, names, private + more)
        case facts.Voted():
            yield _voted(fact, names, private, more, weights)
        case facts.Announced():
            yield from _dawn(fact, names)
        case facts.Ended():
            yield from _end(fact, names)
        case _:
            yield piece(f"line {weight(fact)}", private + marked(sentence(fact, names)) + more)


def _private(fact: Fact, names: Names, all_seen: bool) -> str:
    """Who sees it, where not all do."""
    if fact.to == EVERYONE:
        return ""
    if not all_seen:
        return tag(say("private"))
    seats = [seat for seat in bits(fact.to) if seat <= len(names)] if fact.to != MODERATOR else []
    if seats == [getattr(fact, "seat", 0)]:
        return ""  # of oneself, to oneself
    return tag(say("to {names}", names=listed(name(seat, names) for seat in seats)) if seats else say("moderator"))


# -- speech ------------------------------------------------------------------------------------------


def _said(fact: facts.Said, names: Names, tags: str) -> str:
    to = tag(say("asks {name}", name=name(fact.addressed, names))) if fact.addressed else ""
    last = tag(word(LAST_WORDS, "part")) if fact.part == LAST_WORDS else ""
    who = f"<b>{marked(name(fact.seat, names))}</b>{to}{last}{tags}"
    claims = "".join(
        f'<li class="{escape(claim.kind)}">{marked(claimed(claim, fact.seat, names))}</li>' for claim in fact.claims
    )
    chips = f'<ul class="chips">{claims}</ul>' if claims else ""
    face = f'<span class="face" style="--seat:{fact.seat}">{fact.seat}</span>'
    return piece("said", f"{face}<div>{who}<p>{marked(fact.text)}</p>{chips}</div>", fact.seat)


# -- ballots -----------------------------------------------------------------------------------------


def _voted(fact: facts.Voted, names: Names, private: str, more: str, weights: Weights) -> str:
    most = max((float(votes) for _, votes in fact.tally), default=0.0)
    rows = "".join(_bar(fact, target, float(votes), most, names, weights) for target, votes in by_votes(fact))
    title = marked(capital(word(fact.verb, "verb")))
    return piece("vote", f"<h3>{title}{private}</h3>{rows or f'<p>{marked(say(NO_BALLOTS))}</p>'}{more}")


def _bar(fact: facts.Voted, target: int | str, votes: float, most: float, names: Names, weights: Weights) -> str:
    seats = [seat for seat, voted in fact.ballots if voted == target]
    voters = ", ".join(marked(name(seat, names)) + times(seat, weights) for seat in seats)
    who = word(target, "word") if isinstance(target, str) else name(target, names)
    share = f"{100 * votes / most if most else 0:.0f}%"
    bar = f'<span class="bar" style="--share:{share}"><b>{shown(votes)}</b></span>'
    return f'<div class="row"><span class="whom">{marked(who)}</span>{bar}<span class="voters">{voters}</span></div>'


# -- dawn and end ------------------------------------------------------------------------------------


def _dawn(fact: facts.Announced, names: Names) -> Iterator[str]:
    nobody = "" if fact.dead else f"<p>{marked(say('Nobody died.'))}</p>"
    yield piece("dawn", f"<h3>{marked(say('The night is over'))}</h3>{nobody}")
    for seat, role in fact.dead:
        card = f"<i>{marked(word(role, 'role'))}</i>" if role and role != HIDDEN else ""
        who = f"<b>{marked(name(seat, names))}</b>"
        yield piece("death", escape(say("{name} is dead")).format(name=who) + card, seat)


def _end(fact: facts.Ended, names: Names) -> Iterator[str]:
    yield won(fact)
    yield from also_won(fact, names)
    cast = "".join(
        f"<li><span>{marked(who)}</span><i>{marked(word(role, 'role'))}</i></li>"
        for who, role in zip(names, fact.roles, strict=False)
    )
    yield piece("cast", f"<h3>{say('Who was what')}</h3><ul>{cast}</ul>")


def won(end: facts.Ended, because: str = "") -> str:
    """Who won, in a word why, and what the rules say of it where that is known."""
    who = say("A draw") if end.winner == DRAW else say("{side} won", side=capital(word(end.winner, "side")))
    rule = f"<p>{marked(because)}</p>" if because else ""
    reason = marked(say("{reason}.", reason=capital(word(end.reason, "reason"))))
    return piece("verdict", f"<h3>{marked(who)}</h3><p>{reason}</p>{rule}")


def also_won(end: facts.Ended, names: Names) -> Iterator[str]:
    """Those who have won for themselves."""
    for seat, role in end.cowins:
        won_too = say("{name} has also won, as {role}.", name=name(seat, names), role=word(role, "role"))
        yield piece("line weighty", marked(won_too))
