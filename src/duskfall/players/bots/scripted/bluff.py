"""What a player says of itself: the truth, or a role and results that nobody can disprove at once."""

from __future__ import annotations

from duskfall.players.bots.scripted.ballot import suspect
from duskfall.players.bots.scripted.heard import HeardReport
from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.weigh import claimants, exposed, lean
from duskfall.study.primer import GOOD, READ

BOLD, BOLD_SHOWN, CLAIMS = 40, 25, 35  # percent: who plays a reader, also where cards are shown; who claims a power


def honest(turn: Turn) -> bool:
    """Whether this seat has no reason to lie about its role."""
    return turn.mind.card.side == GOOD


def told_role(turn: Turn) -> str:
    """The role that this seat says it has; nothing, if there is none left to hide behind."""
    if turn.story is None:
        turn.story = _story(turn)
    return turn.story


def _story(turn: Turn) -> str:
    mind = turn.mind
    if honest(turn):
        return mind.view.role
    if mind.me in mind.claimed:
        told = mind.claimed[mind.me]
        return told if mind.unseen(told) else ""  # the last such card is on the table, also for a keeper
    rival = duel(turn)
    return mind.claimed[rival] if rival else _cover(turn)


def duel(turn: Turn) -> int:
    """Whom a bold liar counters by claiming the same role: the only one who claims it, and reported the liar."""
    mind = turn.mind
    if honest(turn) or mind.card.wants_out or not turn.trait("duels", 50):
        return 0
    for report in mind.reports:
        role = mind.claimed.get(report.by, "")
        can = mind.claimed.get(mind.me, role) == role and report.by in mind.strangers()
        others = claimants(mind, role) - {mind.me, report.by}
        if (
            report.on == mind.me
            and can
            and role in mind.book.readers
            and mind.unseen(role) == 1
            and not others
            and guilty(turn, report)
            and not exposed(mind, role)
        ):
            return report.by
    return 0


def _cover(turn: Turn) -> str:
    """A good role with room in the deck that nobody else claims; the bold take one that can read."""
    mind = turn.mind
    free = [role for role, _ in mind.left() if mind.book.cards[role].side == GOOD and _room(turn, role)]
    if mind.confided in free:
        return mind.confided  # the keeper listens
    story = any(mind.claimed.get(mate) in mind.book.powers for mate in mind.mates & set(mind.view.living))
    powers = [role for role in free if role != mind.book.plain and not story]  # one such story is enough for a team
    bold = [role for role in powers if role in mind.book.readers]
    abroad = [role for role in free if role in mind.book.powers and role not in mind.book.readers]
    if abroad and any(visit.who == mind.me for visit in mind.visits):
        return max(abroad, key=turn.taste)  # somebody has seen it: it must have had something to do there
    if bold and is_bold(turn):
        return bold[0]
    if powers and turn.trait("claims something", CLAIMS):
        return max(powers, key=turn.taste)
    return mind.book.plain if mind.book.plain in free else ""


def is_bold(turn: Turn) -> bool:
    """Whether a liar plays one who can read others: less often where the dead show who was one."""
    cards_are_shown = any(role in turn.mind.book.cards for role in turn.mind.view.dead.values())
    return turn.trait("bold", BOLD_SHOWN if cards_are_shown else BOLD)


def _room(turn: Turn, role: str) -> bool:
    """Whether the deck has another such card than those that were seen, and those that others claim."""
    mind = turn.mind
    seen = {seat for seat, shown in (*mind.view.dead.items(), *mind.revealed.items()) if shown == role}
    return len((seen | claimants(mind, role)) - {mind.me}) < mind.role_count(role)


def wants_to_bluff(turn: Turn) -> bool:
    """Whether a liar comes out with a false result by itself today."""
    mind = turn.mind
    if honest(turn) or mind.card.wants_out or mind.day < 2 or mind.night in mind.idle:
        return False
    claimed = [seat for seat in mind.mates if mind.claimed.get(seat) in mind.book.readers]
    if duel(turn):
        return True
    already = mind.claimed.get(mind.me) in mind.book.readers
    return already or (not claimed and is_bold(turn) and turn.trait("early liar", 70))


def results(turn: Turn) -> list[HeardReport]:
    """What this seat can report and has not reported yet: true readings, or one false one a day."""
    mind = turn.mind
    told = {(report.on, report.verb) for report in mind.reports if report.by == mind.me}
    if honest(turn):
        known = [each for each in mind.readings if (each.on, each.verb) not in told and each.on != mind.me]
        return [each for each in known if mind.shown(each.on) is None][-3:]  # whose card lies open is no news
    today = any(report.by == mind.me and report.day == mind.day for report in mind.reports)
    if today or not mind.night or mind.night in mind.idle:
        return []
    return _invented(turn, {on for on, _ in told})


def _invented(turn: Turn, told: set[int]) -> list[HeardReport]:
    """A result that fits the claimed role: mostly against whom the evil want out."""
    mind, role = turn.mind, told_role(turn)
    acts = mind.book.cards[role].acts if role and mind.unseen(role) else ()
    verb = next((verb for verb in acts if READ in mind.book.kinds(verb)), "")
    if not verb:
        return []
    words = sorted(mind.book.acts[verb].means, key=lambda word: lean(mind, verb, word))
    target = duel(turn) or suspect(turn)
    if target in mind.strangers() and target not in told and (duel(turn) or turn.happens("false guilt", 70)):
        return [HeardReport(mind.me, target, words[-1], verb, mind.day)]
    friends = [seat for seat in mind.others() if seat not in told]
    return [HeardReport(mind.me, turn.pick("false friend", friends), words[0], verb, mind.day)] if friends else []


def guilty(turn: Turn, report: HeardReport) -> bool:
    """Whether a result speaks clearly against a living player."""
    return report.on in turn.mind.view.living and lean(turn.mind, report.verb, report.word) > 0.7
