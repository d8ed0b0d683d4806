"""What a scripted player says of itself by day: what it is, what it has found out, and that it is not guilty."""

from __future__ import annotations

from duskfall.players.bots.scripted.ballot import suspect
from duskfall.players.bots.scripted.bluff import duel, guilty, honest, results, told_role, wants_to_bluff
from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.weigh import Reason, proved, rivals, witnessed
from duskfall.players.bots.scripted.words import Words, claim, claims_of, line, message, told
from duskfall.study.primer import EVIL
from duskfall.tell.tongue import together

PROOFS = ("result", "visit")


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
    tag = ("more" if again else "first_result") if out else "guilty" if bad else "innocent"
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
    if not rival or any(kind in PROOFS and mind.shown(seat) for kind, seat in mind.topics):
        return None
    for each in [each for each in mind.reports if each.by == mind.me and proved(mind, each)][-1:]:
        return message(line(turn, "proof", rival, each.on, each.word), *claims_of([each]), claim("accuse", rival))
    for visit in [each for each in mind.visits if each.by == mind.me and witnessed(mind, each)][-1:]:
        at = claim("visit", visit.who, mind.view.names[visit.at - 1])
        return message(line(turn, "proof_seen", rival, visit.who), at, claim("accuse", rival))
    return None


def counter(turn: Turn) -> Words | None:
    """Somebody else claims the last card of its kind, which this seat holds or claims: name them, once a day."""
    mind = turn.mind
    role = told_role(turn) if honest(turn) or duel(turn) else mind.claimed.get(mind.me, "")
    contested = role in mind.book.powers and mind.unseen(role) == 1
    liar = next((seat for seat in mind.strangers() if mind.claimed.get(seat) == role), 0)
    out = mind.claimed.get(mind.me) == role
    if not contested or not liar or (out and ("accuse", liar) in mind.topics):
        return None
    found = results(turn) if role in mind.book.readers else []
    tag = "my_role" if out else "counter" if honest(turn) else "duel"
    text = line(turn, tag, liar, result=role, role=role)
    claims = [] if out else [claim("role", mind.me, role)]
    return message(together([text, told(turn, found)]), *claims, *claims_of(found), claim("accuse", liar))


def seen(turn: Turn, who: int) -> list[Reason]:
    """Where this seat has seen a player, and has not told so today: at the door of one who is dead."""
    if not turn.mind.sights or ("visit", who) in turn.mind.topics:
        return []
    return [reason for reason in turn.cases[who].reasons if reason.tag == "visited_victim"]


def witness(turn: Turn, said: Words) -> Words:
    """The same, with where the one it speaks against was seen, if this seat has seen that one at a victim's door."""
    claims = said["claims"]
    accused = [each["seat"] for each in claims if each["kind"] == "accuse"]
    who = accused[0] if accused else _points_at(turn, claims)
    if not who or any(each["kind"] == "visit" for each in claims):
        return said
    for visit in seen(turn, who)[:1]:
        text = together([said["text"], line(turn, visit.tag, who, visit.of)])
        at = claim("visit", who, turn.mind.view.names[visit.of - 1])
        return said | message(text, at, *claims, *([] if accused else [claim("accuse", who)]))
    return said


def _points_at(turn: Turn, claims: list[Words]) -> int:
    """Against whom somebody speaks who only defends itself: whom it suspects; 0: nobody."""
    defends = any(each["kind"] == "defend" and each["seat"] == turn.mind.me for each in claims)
    return suspect(turn) if defends and not turn.mind.card.wants_out else 0


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
