"""What a scripted player says by day: the most pressing thing that it has not said yet."""

from __future__ import annotations

from duskfall.players.bots.scripted.ballot import leaning, suspect
from duskfall.players.bots.scripted.bluff import duel, guilty, honest, results, told_role, wants_to_bluff
from duskfall.players.bots.scripted.lines import LINES
from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.weigh import Reason, lean, proved, rivals
from duskfall.players.bots.scripted.words import Words, claim, claims_of, fresh, line, message, told, unused
from duskfall.study.primer import EVIL
from duskfall.tell.tongue import together

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
    """The most pressing thing to say; nothing more once it is all said."""
    for policy in (prove, report, counter, defend) if turn.mind.votes_today() else (deny,):
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


def report(turn: Turn) -> Words | None:
    """Come out with a result: the good when it hurts somebody or they are in danger, the evil when they are bold."""
    mind = turn.mind
    role, found = told_role(turn), results(turn)
    if role not in mind.book.readers:
        return None
    out = mind.claimed.get(mind.me) == role
    if not found:
        return _no_result(turn) if out else None
    bad = [each for each in found if guilty(turn, each)]
    cleared = any(len(mind.accusers(each.on)) >= serious(turn) for each in found)
    if honest(turn):
        ready = bool(bad) or cleared or in_danger(turn) or mind.day > 3
    else:
        ready = wants_to_bluff(turn) or in_danger(turn)
    if not (out or ready):
        return None
    again = any(each.by == mind.me for each in mind.reports)
    tag = ("more" if again else "first_result") if out else "duel" if duel(turn) else "guilty" if bad else "innocent"
    claims = [] if out else [claim("role", mind.me, role)]
    text = line(turn, tag, bad[0].on if bad else 0, role=role, results=told(turn, found))
    return message(text, *claims, *claims_of(found), *(claim("accuse", each.on) for each in bad[:1]))


def _no_result(turn: Turn) -> Words | None:
    """Who reads others and was kept from it tells so, with the first word of the day."""
    mind = turn.mind
    silent = mind.spoken or mind.night not in mind.idle or not mind.unseen(mind.claimed[mind.me])
    return None if silent else message(line(turn, "no_result"))


def prove(turn: Turn) -> Words | None:
    """Contradicted by a rival, who has been proved right by a card says so, once a day."""
    mind = turn.mind
    against = rivals(mind, mind.me, mind.claimed.get(mind.me, ""))
    rival = next((seat for seat in against if seat in mind.view.living), 0)
    right = [each for each in mind.reports if each.by == mind.me and proved(mind, each)]
    if not rival or not right or ("result", right[-1].on) in mind.topics:
        return None
    text = line(turn, "proof", rival, right[-1].on, right[-1].word)
    return message(text, *claims_of(right[-1:]), claim("accuse", rival))


def counter(turn: Turn) -> Words | None:
    """Somebody claims the last card of its kind, and this seat holds it."""
    mind, role = turn.mind, turn.mind.view.role
    unique = role in mind.book.powers and mind.unseen(role) == 1
    if not (honest(turn) and unique) or mind.claimed.get(mind.me) == role:
        return None
    liar = next((seat for seat in mind.others() if mind.claimed.get(seat) == role), 0)
    if not liar:
        return None
    seen = _seen(turn, liar)
    text = [line(turn, "counter", liar, role=role), *(line(turn, each.tag, liar, each.of) for each in seen[:1])]
    visits = [claim("visit", liar, mind.view.names[each.of - 1]) for each in seen[:1]]
    return message(together(text), claim("role", mind.me, role), *visits, claim("accuse", liar))


def _seen(turn: Turn, who: int) -> list[Reason]:
    """Where this seat has seen a player, and has not told so today: at the door of one who is dead."""
    reasons = turn.cases[who].reasons if ("visit", who) not in turn.mind.topics else []
    return [reason for reason in reasons if reason.tag == "visited_victim"]


def in_danger(turn: Turn) -> bool:
    """Whether this seat may be voted out today."""
    mind = turn.mind
    hit = any(each.on == mind.me and each.day == mind.day and guilty(turn, each) for each in mind.reports)
    seen = any(each.who == mind.me and each.night == mind.night for each in mind.visits)
    return hit or seen or len(mind.accusers(mind.me)) >= serious(turn)


def serious(turn: Turn) -> int:
    """How many voices are a danger."""
    return max(2, len(turn.mind.view.living) // 4)


def defend(turn: Turn) -> Words | None:
    """Accused: claim a role if it is serious, deny it if not, once a day."""
    mind, role = turn.mind, told_role(turn)
    may = mind.accusers(mind.me) and ("defend", mind.me) not in mind.topics and not mind.card.wants_out
    if may and role and in_danger(turn) and mind.claimed.get(mind.me) != role:
        return message(line(turn, "out", role=role), claim("role", mind.me, role), claim("defend", mind.me))
    return deny(turn)


def deny(turn: Turn) -> Words | None:
    """Accused: deny it, once a day; who wants to be voted out does not."""
    mind = turn.mind
    accusers = mind.accusers(mind.me)
    if not accusers or ("defend", mind.me) in mind.topics:
        return None
    if mind.card.wants_out:
        return confess(turn)
    return message(line(turn, "deny", accusers[-1]), claim("defend", mind.me))


def confess(turn: Turn) -> Words:
    """Who wants to be voted out makes it easy."""
    mind = turn.mind
    evil = [role for role, _ in mind.left() if mind.book.cards[role].side == EVIL]
    role = turn.pick("confess", evil or [mind.book.plain])
    return message(line(turn, "confess", role=role), claim("role", mind.me, role), claim("defend", mind.me))


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
    if reason.tag == "my_role":
        told.insert(0, claim("role", mind.me, told_role(turn)))
    if reason.tag == "visited_victim":
        told.insert(0, claim("visit", who, mind.view.names[reason.of - 1]))
    return message(line(turn, reason.tag, who, reason.of, reason.word, reason.word), *told)


def _reason(turn: Turn, who: int) -> Reason:
    """What can be said against a player; what only this seat read is not given away."""
    cases = turn.public if turn.mind.evil else turn.cases
    case = cases.get(who) or turn.cases[who]
    usable = [reason for reason in case.reasons if reason.points > 0 and reason.tag in LINES]
    found = max(_seen(turn, who) or usable, key=lambda reason: reason.points, default=Reason(0.0, "hunch"))
    found = found._replace(tag=_fitting(turn, who, found))
    return found if unused(turn, found.tag) else found._replace(tag="second")


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
    likely = [seat for seat, role in claims.items() if role in mind.book.powers and not rivals(mind, seat, role)]
    cases = turn.public if mind.evil else turn.cases
    trusted = [seat for seat in likely if cases[seat].score < -0.4 and (not mind.evil or seat in mind.mates)]
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
    plainly = "state_again" if ("accuse", who) in turn.mind.topics and unused(turn, "state_again") else "state"
    tag = reason.tag if not vague else "agreed" if all_agree and turn.happens("agreed", 60) else plainly
    return _charge(turn, who, reason._replace(tag=tag))
