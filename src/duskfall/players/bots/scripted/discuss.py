"""What a scripted player says by day: the most pressing thing that it has not said yet."""

from __future__ import annotations

from collections.abc import Callable

from duskfall.players.bots.scripted.ballot import leaning, suspect
from duskfall.players.bots.scripted.bluff import honest, told_role
from duskfall.players.bots.scripted.come_out import counter, defend, deny, prove, report, seen, witness
from duskfall.players.bots.scripted.lines import LINES
from duskfall.players.bots.scripted.mind import Mind
from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.weigh import Reason, lean, rivals
from duskfall.players.bots.scripted.words import Words, claim, fresh, line, message, new, unused
from duskfall.study.primer import EVIL

VAGUE = {
    "hunch",
    "hunch_unheard",
    "opening",
    "wagon",
    "unheard",
    "answered",
    "unanswered",
    "second",
}  # reasons that are none
SUSPECT_TOO = 0.5  # from so much on, a player may be voted out although somebody else is suspected more
TALKATIVE = 3  # so often a player speaks in an open discussion without being asked


def discuss(turn: Turn) -> Words | None:
    """The most pressing thing to say, with what was seen of whom it names; nothing more once it is all said."""
    said = _most_pressing(turn)
    return witness(turn, said) if said else None


def _most_pressing(turn: Turn) -> Words | None:
    for policy in (prove, counter, report, defend) if turn.mind.votes_today() else (deny,):
        said = policy(turn)
        if said:
            return said
    if turn.ask.addresses:
        return question(turn)
    if turn.ask.part in turn.mind.book.closing_talks:
        return state(turn)
    is_open = turn.ask.part in turn.mind.book.open_talks
    if is_open and turn.mind.spoken >= TALKATIVE and not turn.mind.asked_by:
        return None
    for policy in (reply, remark, accuse, shift, support):
        said = policy(turn)
        if said:
            return said
    if is_open:
        return None
    wanted = suspect(turn)
    decided = wanted and ("accuse", wanted) in turn.mind.topics and turn.mind.votes_today()
    return state(turn) if decided else message(line(turn, "muse"))


def bait(turn: Turn) -> Words | None:
    """Who wants to be voted out picks a quarrel with whoever the table trusts most, once a day."""
    who = min(turn.public, key=lambda seat: turn.public[seat].score, default=0)
    if not who or any(kind == "accuse" for kind, _ in turn.mind.topics):
        return None
    return message(line(turn, "bait", who), claim("accuse", who))


def question(turn: Turn) -> Words:
    """A question to whoever is suspected most, or to anybody."""
    mind = turn.mind
    wanted = suspect(turn)
    others = [seat for seat in mind.others() if seat in turn.ask.addresses]
    who = wanted if wanted in others and turn.happens("ask the suspect", 60) else turn.pick("ask", others or [mind.me])
    return message(line(turn, "ask", who)) | {"to": who}


def reply(turn: Turn) -> Words | None:
    """An answer to whoever asked last, with a name if there is one."""
    mind, wanted = turn.mind, suspect(turn)
    asking = [seat for seat in mind.asked_by if seat in mind.view.living]
    if not asking:
        return None
    if (
        wanted
        and wanted != asking[-1]
        and ("accuse", wanted) not in mind.topics
        and turn.cases[wanted].score > turn.enough
    ):
        return message(line(turn, "reply_name", asking[-1], wanted), claim("accuse", wanted))
    return message(line(turn, "reply", asking[-1]))


def remark(turn: Turn) -> Words | None:
    """A word on the night, from some of those who speak first."""
    mind = turn.mind
    if mind.spoken or mind.night == 0 or len(mind.heard) > 4 or not turn.happens("remark", 40):
        return None
    lost = [seat for seat, night in mind.slain.items() if night == mind.night]
    if not lost:
        return message(line(turn, "quiet")) if fresh(turn, "quiet", 2) else None
    who = turn.pick("mourn", lost)
    shown = mind.shown(who)
    tag = "rid_of" if shown and shown.side == EVIL else "mourn"
    if tag == "mourn" and who in mind.tried and not mind.evil:
        return None  # the evil pretend; who has killed by mistake does not
    return message(line(turn, tag, who, role=shown.name if shown else "")) if fresh(turn, tag, 2) else None


def accuse(turn: Turn) -> Words | None:
    """The case against the one most suspected, once a day."""
    mind, who = turn.mind, suspect(turn)
    if not who or ("accuse", who) in mind.topics:
        return None
    if mind.card.wants_out:
        return bait(turn)
    reason = _reason(turn, who)
    if not mind.evil and turn.cases[who].score < turn.enough and not turn.happens("speak up", 25):
        return None
    return _charge(turn, who, reason)


def shift(turn: Turn) -> Words | None:
    """Where it takes a majority, a lonely voice joins those who are near one, if it suspects the same player."""
    mind = turn.mind
    named = mind.accused.get(mind.me, 0)
    if not named or mind.evil or not mind.book.majority or not mind.votes_today() or mind.card.wants_out:
        return None
    voices = {seat: len(mind.accusers(seat)) for seat in turn.cases if turn.cases[seat].score > SUSPECT_TOO}
    who = max(voices, key=lambda seat: voices[seat], default=named)
    if (
        len(mind.accusers(named)) > 1
        or 3 * voices.get(who, 0) < len(mind.view.living)
        or ("accuse", who) in mind.topics
    ):
        return None
    return message(line(turn, "shift", who, named), claim("accuse", who))


def _charge(turn: Turn, who: int, reason: Reason) -> Words:
    """The words against a player, with what they say of oneself."""
    mind, told = turn.mind, [claim("accuse", who)]
    if reason.tag == "my_role" and mind.me not in mind.claimed:
        told.insert(0, claim("role", mind.me, told_role(turn)))
    if reason.tag == "visited_victim":
        told.insert(0, claim("visit", who, mind.view.names[reason.of - 1]))
    return message(line(turn, reason.tag, who, reason.of, reason.word, reason.word), *told)


def _reason(turn: Turn, who: int) -> Reason:
    """What can be said against a player; what only this seat read is not given away."""
    mind = turn.mind
    cases = turn.public if mind.evil else turn.cases
    case = cases.get(who) or turn.cases[who]
    usable = [
        reason for reason in case.reasons if reason.points > 0 and reason.tag in LINES and not _did_too(mind, reason)
    ]
    found = max(seen(turn, who) or usable, key=lambda reason: reason.points, default=Reason(0.0, "hunch"))
    found = found._replace(tag=_fitting(turn, who, found))
    return found if new(turn, found.tag) else found._replace(tag="second")


def _did_too(mind: Mind, reason: Reason) -> bool:
    """Whether this seat did what it would hold against another."""
    did = DEEDS.get(reason.tag)
    return did is not None and did(mind, reason.of)


def _spared(mind: Mind, whom: int) -> bool:
    return any(count.out == whom != dict(count.ballots).get(mind.me, whom) for count in mind.counts)


DEEDS: dict[str, Callable[[Mind, int], bool]] = {
    "spared_evil": _spared,
    "accused": lambda mind, whom: (mind.me, whom) in mind.accusations,
    "defended_evil": lambda mind, whom: (mind.me, whom) in mind.defended,
}


def _fitting(turn: Turn, who: int, reason: Reason) -> str:
    """The lines that fit what has been said so far."""
    mind = turn.mind
    mine = [each for each in mind.reports if each.by == mind.me and each.on == who]
    if mine and honest(turn):
        return "read_told" if lean(mind, mine[-1].verb, mine[-1].word) > 0 else "read_doubted"
    if reason.tag == "hunch" and not mind.accused:
        return "opening"
    if reason.tag == "hunch" and who not in mind.spoke:
        return "hunch_unheard"
    if reason.tag == "wagon" and who in mind.had_turn:
        return "answered" if who in mind.answered else "unanswered"
    if reason.tag == "wagon" and turn.happens("wait for an answer", 40) and unused(turn, "unheard"):
        return "unheard"
    if reason.tag == "my_role" and not mind.votes_today():
        return "second"  # no reason to come out
    if reason.of == mind.me:
        return "my_role" if reason.tag == "two_claim" else "second"
    return reason.tag


def support(turn: Turn) -> Words | None:
    """A word for somebody whose claim stands; the evil do it for a mate."""
    mind = turn.mind
    claims = {seat: mind.claimed.get(seat, "") for seat in mind.others() if ("defend", seat) not in mind.topics}
    stands = {seat for seat in claims if ("accuse", seat) in mind.topics and seat not in mind.touched}
    likely = [seat for seat in claims if claims[seat] in mind.book.powers and not rivals(mind, seat, claims[seat])]
    cases = turn.public if mind.evil else turn.cases
    trusted = [seat for seat in likely if cases[seat].score < -0.4 and (not mind.evil or seat in mind.mates)]
    trusted = [seat for seat in trusted if seat not in stands]  # who accused somebody does not turn round for nothing
    if not trusted or not fresh(turn, "trust", 2) or not turn.happens("support", 45):
        return None
    return message(line(turn, "trust", trusted[0]), claim("defend", trusted[0]))


def state(turn: Turn) -> Words | None:
    """Whom this seat is going to vote for."""
    who = leaning(turn, turn.mind.others())
    if not who:
        return message(line(turn, "undecided")) if unused(turn, "undecided") else None
    reason = _reason(turn, who)
    vague = reason.tag in VAGUE or (("accuse", who) in turn.mind.topics and reason.tag != "visited_victim")
    against = len(turn.mind.accusers(who))
    all_agree = against > 3 and 2 * against > len(turn.mind.view.living) and unused(turn, "agreed")
    named = {seat for kind, seat in turn.mind.topics if kind == "accuse"}
    plainly = "state_again" if named == {who} and unused(turn, "state_again") else "state"
    tag = reason.tag if not vague else "agreed" if all_agree and turn.happens("agreed", 60) else plainly
    return _charge(turn, who, reason._replace(tag=tag))
