"""What a scripted player says, by the occasion: the day's talk, a campaign, last words, private talk."""

from __future__ import annotations

from collections.abc import Callable

from duskfall.players.bots.scripted.ballot import suspect
from duskfall.players.bots.scripted.bluff import honest, is_bold, results, told_role
from duskfall.players.bots.scripted.come_out import confess, counter
from duskfall.players.bots.scripted.discuss import discuss
from duskfall.players.bots.scripted.night import threat
from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.words import Words, claim, claims_of, line, message, told
from duskfall.study.primer import AGAIN, CAMPAIGN, CHAT, LAST_WORDS, PARLEY, SKIP
from duskfall.tell.tongue import together


def speak(turn: Turn) -> object:
    """The answer to an ask for a speech."""
    part, kinds = turn.ask.part, turn.mind.book.kinds(turn.ask.verb)
    if CHAT in kinds:
        return plot(turn)
    if PARLEY in kinds:
        return parley(turn)
    occasion = OCCASIONS.get(part)
    said = occasion(turn) if occasion else discuss(turn)
    if said is None:
        return SKIP
    if turn.ask.addresses and "to" not in said:
        said["to"] = addressee(turn, said)
    if turn.ask.nominees:
        named = [told["seat"] for told in said["claims"] if told["kind"] == "accuse"]
        wanted = named[0] if named else suspect(turn)
        if wanted in turn.ask.nominees:
            said["nominate"] = wanted
    return said


def addressee(turn: Turn, said: Words) -> int:
    """Return whom a message is put to as a question: somebody it speaks of, the suspect, or anybody."""
    others = [seat for seat in turn.mind.others() if seat in turn.ask.addresses]
    spoken_of = [told["seat"] for told in said["claims"] if told["seat"] in others]
    wanted = suspect(turn)
    return spoken_of[0] if spoken_of else wanted if wanted in others else turn.pick("ask", others or [turn.mind.me])


def campaign(turn: Turn) -> Words:
    """Why this seat should hold the title."""
    mind, role, found = turn.mind, told_role(turn), results(turn)
    claims_it = honest(turn) or is_bold(turn)
    if role in mind.book.readers and found and claims_it:
        text = line(turn, "campaign_claim", role=role, results=told(turn, found))
        return counter(turn) or message(text, claim("role", mind.me, role), *claims_of(found))
    return message(line(turn, "campaign"))


def plea(turn: Turn) -> Words:
    """The last word before the second ballot."""
    mind, role = turn.mind, told_role(turn)
    if mind.card.wants_out:
        return confess(turn)
    if role and mind.claimed.get(mind.me) != role:
        return counter(turn) or message(line(turn, "out", role=role), claim("role", mind.me, role))
    return message(line(turn, "plea"))


def last_words(turn: Turn) -> Words:
    """A farewell: a name, if there is one to leave."""
    mind, role = turn.mind, told_role(turn)
    if not honest(turn) and (mind.shown(mind.me) or not role or not mind.unseen(role)):
        return message(line(turn, "farewell_dark"))  # the card is on the table, or no story is left
    found = results(turn) if role in mind.book.readers else []
    who = suspect(turn)
    tag = "farewell_name" if who and (mind.evil or turn.cases[who].reason.tag != "hunch") else "farewell"
    text = line(turn, tag, who, role=role)
    claims = [claim("accuse", who)] if tag == "farewell_name" else []
    return message(together([text, told(turn, found)]), claim("role", mind.me, role), *claims_of(found), *claims)


def plot(turn: Turn) -> object:
    """Among mates: whom to kill; rather one plan than the best plan."""
    mind = turn.mind
    strangers = mind.strangers()
    if not strangers:
        return SKIP
    if mind.proposed:
        first = next(iter(mind.proposed.values()))
        if first in strangers:
            return SKIP if mind.me in mind.proposed else message(line(turn, "agree", first), claim("accuse", first))
    who = max(strangers, key=lambda seat: threat(turn, seat) + turn.roll(f"plot {seat}", 60) / 100)
    role = mind.claimed.get(who, "")
    tag = "plot_claim" if role in mind.book.powers else "plot"
    return message(line(turn, tag, who, role=role), claim("accuse", who))


def parley(turn: Turn) -> object:
    """Two alone: who holds the other asks, the other says what it is, and then whom it suspects."""
    mind = turn.mind
    if mind.book.acts[turn.ask.verb].pairs in mind.card.acts:
        return message(line(turn, "interrogate_name" if mind.heard else "interrogate"))
    role, who = told_role(turn), suspect(turn, mind.keepers)
    if who and (len(mind.heard) > 1 or not role):
        return message(line(turn, "prisoner_name", who), claim("accuse", who))
    return message(line(turn, "prisoner", role=role), claim("role", mind.me, role)) if role else SKIP


OCCASIONS: dict[str, Callable[[Turn], Words | None]] = {CAMPAIGN: campaign, AGAIN: plea, LAST_WORDS: last_words}
