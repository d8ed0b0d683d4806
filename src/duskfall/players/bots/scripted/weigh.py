"""Who is suspected, how much and why: claims against the deck, results, ballots and deaths, as points."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import fsum, log
from typing import NamedTuple

from duskfall.core.ask import new
from duskfall.players.bots.scripted.heard import HeardReport, HeardVisit
from duskfall.players.bots.scripted.mind import Mind
from duskfall.study.primer import EVIL, GUARD, primer

MOST = 3.5  # what one result can weigh
SHOWN = 30.0  # what a card weighs that all have seen: more than any results, which may be forged, and any voices
VOICE, VOICE_TOGETHER = 0.1, 0.2  # what one voice without a reason can weigh; more where it takes a majority


class Reason(NamedTuple):
    """Why a player is suspected, or trusted if the points are negative: the tag of a line, and of whom it speaks."""

    points: float
    tag: str
    of: int = 0
    word: str = ""


class CaseAgainst:
    """What speaks against one player."""

    __slots__ = ("lift", "reasons", "score")

    def __init__(self, hunch: float) -> None:
        self.score, self.lift = hunch, 0.0  # the lift: what of the score is only for want of somebody worse
        self.reasons = [new(Reason, (abs(hunch) / 2, "hunch", 0, ""))]

    def add(self, points: float, tag: str, of: int = 0, word: str = "") -> None:
        """One more reason."""
        self.score += points
        self.reasons.append(new(Reason, (points, tag, of, word)))

    @property
    def reason(self) -> Reason:
        """What speaks against the player most."""
        return max(self.reasons, key=lambda reason: reason.points)


Cases = dict[int, CaseAgainst]


def weigh(mind: Mind, hunch: Callable[[int], float], sway: float = 1.0, private: bool = True) -> Cases:
    """The case against each other living player; not `private`: only from what all have heard.

    `sway` is how much the voices of others count.
    """
    cases = {seat: CaseAgainst(hunch(seat)) for seat in mind.others()}
    _weigh_roles(mind, cases, private)
    _weigh_reports(mind, cases, private)
    _weigh_visits(mind, cases, private)
    if mind.view.dead:
        _weigh_ballots(mind, cases)
        _weigh_the_dead(mind, cases)
    _weigh_accusers(mind, cases, sway)
    if private:
        _weigh_own(mind, cases)
        _someone_it_is(mind, cases)
        _count_them(mind, cases)
    return cases


def _someone_it_is(mind: Mind, cases: Cases) -> None:
    """Where all look innocent, the least innocent does not."""
    unsure = [cases[seat] for seat in cases if seat not in mind.revealed and seat not in mind.view.known]
    mean = fsum(case.score for case in unsure) / max(len(unsure), 1)  # `sum` is another one since Python 3.12
    for case in unsure if mean < 0 else ():
        case.score, case.lift = case.score - mean, -mean


def lean(mind: Mind, verb: str, word: str) -> float:
    """How much a result speaks for evil, now that some cards are gone."""
    return _lean(mind.rules, mind.left(), verb, word)


@lru_cache(maxsize=4096)  # the same few results come up again and again
def _lean(rules: str, dealt: tuple[tuple[str, int], ...], verb: str, word: str) -> float:
    """From the deck: how often the evil read so, against how often the others do."""
    book = primer(rules)
    act = book.acts.get(verb)
    if not act or word not in act.means:
        return 0.0
    read, all_of = {True: 0.0, False: 0.0}, {True: 1.0, False: 1.0}
    for role, count in dealt:
        evil = book.cards[role].side == EVIL
        all_of[evil] += count
        read[evil] += count if role in act.means[word] else 0
    found = log((read[True] / all_of[True] + 0.02) / (read[False] / all_of[False] + 0.02))
    return round(max(-MOST, min(MOST, found * (0.7 if word in act.forged and found > 0 else 1.0))), 6)


def _is(mind: Mind, role: str, side: str) -> bool:
    card = mind.book.cards.get(role)
    return card is not None and card.side == side


def claimants(mind: Mind, role: str) -> set[int]:
    """All who claim a role, or did, and whose card nobody has seen."""
    return {seat for seat, told in mind.claimed.items() if told == role and mind.shown(seat) is None}


def rivals(mind: Mind, seat: int, role: str) -> list[int]:
    """Who else claims a role, or did until the night took them unseen, as far as the deck has no room for both."""
    gone = mind.gone(role)
    others = [
        other
        for other, claimed in mind.claimed.items()
        if claimed == role and other != seat and (other in mind.view.living or _taken_unseen(mind, other))
    ]
    return others if gone + len(others) + 1 > mind.role_count(role) else []


def _taken_unseen(mind: Mind, seat: int) -> bool:
    return seat in mind.slain and mind.shown(seat) is None


def exposed(mind: Mind, role: str) -> bool:
    """Whether somebody who claimed a role has been shown as evil."""
    return any(
        claimed == role and _is(mind, mind.view.dead.get(seat, ""), EVIL) for seat, claimed in mind.claimed.items()
    )


def late_claim(mind: Mind, seat: int) -> int:
    """Who had told a guilty result on a player before that player first claimed anything; 0: nobody."""
    told = mind.reports[: mind.told_before.get(seat, 0)]
    return next((each.by for each in told if each.on == seat and lean(mind, each.verb, each.word) > 0.7), 0)


def _weigh_roles(mind: Mind, cases: Cases, private: bool) -> None:
    """A claim must fit the deck, the dead, and one's own card."""
    for seat, role in mind.revealed.items():
        if seat in cases:
            cases[seat].add(SHOWN if _is(mind, role, EVIL) else -SHOWN, "known", word=role)
    for seat, role in mind.claimed.items():
        case = cases.get(seat)
        if case is None:
            continue
        gone = mind.gone(role) - (mind.revealed.get(seat) == role)
        mine = private and mind.view.role == role
        if _is(mind, role, EVIL):
            case.add(0.6, "confessed", word=role)
        elif mine and gone + 1 >= mind.role_count(role):
            case.add(4.0, "my_role", word=role)
        elif gone >= mind.role_count(role):
            case.add(3.5, "no_such_role", word=role)
        elif against := rivals(mind, seat, role):
            two = len(against) == 1 and mind.unseen(role) == 1
            case.add(1.1, "two_claim" if two else "too_many", against[0], role)
            if taken := next((other for other in against if _taken_unseen(mind, other)), 0):
                case.add(2.2, "outlived", taken, role)
            if late := late_claim(mind, seat):
                case.add(1.2, "late_claim", late, role)
        elif role in mind.book.powers:
            told = role in mind.book.readers and any(report.by == seat for report in mind.reports)
            case.add(-0.5 if late_claim(mind, seat) else -1.8 if told else -1.0, "claims", word=role)
            if exposed(mind, role):
                case.add(-1.2, "claims", word=role)


def _count_them(mind: Mind, cases: Cases) -> None:
    """Where as many evil live as there are players who can be evil, these are they."""
    left = mind.evil_left()
    unsure = [seat for seat in cases if seat not in mind.revealed and seat not in mind.view.known]
    if left and not mind.evil and left >= len(unsure):
        for seat in unsure:
            cases[seat].add(5.0, "must_be")


def _weigh_reports(mind: Mind, cases: Cases, private: bool) -> None:
    for report in mind.reports:
        points = lean(mind, report.verb, report.word)
        if not points:
            continue
        if report.on in cases:
            tag = "reported" if points > 0 else "cleared"
            cases[report.on].add(points * belief(mind, report, private), tag, report.by, report.word)
        if report.by in cases:
            _weigh_reporter(mind, cases, report, points, private)


def _weigh_reporter(mind: Mind, cases: Cases, report: HeardReport, points: float, private: bool) -> None:
    """A result that turned out wrong speaks against whoever told it."""
    act = mind.book.acts[report.verb]
    doubt = 0.4 if report.word in act.forged else 1.0
    shown = mind.shown(report.on)
    if report.on == mind.me and private and mind.card.name not in act.means[report.word]:
        cases[report.by].add(2.6 * doubt, "lied_of_me", word=report.word)
    elif shown and shown.name not in act.means[report.word]:
        cases[report.by].add(3.0 * doubt, "false_report", report.on, shown.name)
    elif shown and points > 0:
        cases[report.by].add(-1.5, "right_report", report.on, shown.name)


def belief(mind: Mind, report: HeardReport, private: bool) -> float:
    """How far a reported result is believed."""
    if report.by == mind.me:
        return 0.0 if private else 0.8
    shown = mind.shown(report.by)
    if shown:
        return 1.3 if report.verb in shown.acts else 0.0
    role = mind.claimed.get(report.by, "")
    card = mind.book.cards.get(role)
    if card is None or report.verb not in card.acts:
        return 0.3
    if private and mind.view.role == role and mind.role_count(role) == 1:
        return 0.0
    if mind.sent_away(report.by):  # the table did not believe it then
        return 0.0 if list(mind.claimed.values()).count(role) > 1 else 0.3
    if report.by in mind.slain:
        return 1.1
    if cornered(mind, report):
        return 0.15
    against = rivals(mind, report.by, role)
    return 0.9 if not against else 0.1 if any(_taken_unseen(mind, other) for other in against) else 0.4


def _weigh_visits(mind: Mind, cases: Cases, private: bool) -> None:
    """Who was seen at the door of one who is dead; less if a role explains it, nothing if the evil tell so."""
    for visit in mind.visits:
        if mind.slain.get(visit.at, visit.night + 1) > visit.night or _is(mind, mind.view.dead.get(visit.by, ""), EVIL):
            continue
        if visit.by in cases and witnessed(mind, visit):
            cases[visit.by].add(-1.5, "right_report", visit.who)
        elif visit.who in cases and visit.by != mind.me:
            role = mind.claimed.get(visit.who, "")
            explained = role in mind.book.powers and not rivals(mind, visit.who, role)
            cases[visit.who].add(0.4 if explained else 1.2, "seen_visiting", visit.by)
        elif visit.who == mind.me and private and not mind.card.acts and visit.by in cases:
            cases[visit.by].add(2.0, "accused_me")  # it was nowhere


def witnessed(mind: Mind, visit: HeardVisit) -> bool:
    """Whether a card that was shown has borne out what somebody saw at a victim's door."""
    shown = mind.shown(visit.who)
    return shown is not None and shown.side == EVIL and mind.slain.get(visit.at) == visit.night


def proved(mind: Mind, report: HeardReport) -> bool:
    """Whether a card that was shown has borne out a result against its holder."""
    shown, act = mind.shown(report.on), mind.book.acts.get(report.verb)
    meant = act.means.get(report.word, frozenset()) if act else frozenset()
    return shown is not None and shown.side == EVIL and shown.name in meant and lean(mind, report.verb, report.word) > 0


def cornered(mind: Mind, report: HeardReport) -> bool:
    """Whether somebody strikes back: a result against them stood before theirs."""
    earlier = mind.reports[: mind.reports.index(report)]
    return any(each.on == report.by and lean(mind, each.verb, each.word) > 0 for each in earlier)


def _weigh_ballots(mind: Mind, cases: Cases) -> None:
    """Who voted for whom, once the card of the one who left was shown."""
    for count in mind.counts:
        shown = mind.shown(count.out) if count.out else None
        if shown is None:
            continue
        mine = dict(count.ballots).get(mind.me)
        for voter, target in count.ballots:
            if voter not in cases or (target == mine and shown.side != EVIL):
                continue  # who made the same mistake does not hold it against others
            if shown.side == EVIL:
                points, tag = (-0.6, "voted_evil") if target == count.out else (0.35, "spared_evil")
            else:
                points, tag = (0.3, "voted_good") if target == count.out else (-0.1, "spared_good")
            cases[voter].add(points, tag, count.out, shown.name)


def _weigh_the_dead(mind: Mind, cases: Cases) -> None:
    """Whom the night's victims had accused; who stood up for the evil."""
    cards = mind.cards
    for by, whom in mind.accusations:
        if whom not in cases or by not in mind.view.dead:
            continue
        shown = cards.get(by)
        if by in mind.slain and not (shown and shown.side == EVIL):
            if mind.accusations[by, whom] >= mind.slain[by] - 1:
                cases[whom].add(0.2, "accused_by_slain", by)
        elif shown and shown.side == EVIL:
            cases[whom].add(-0.4, "accused_by_evil", by)
    for by, whom in mind.dying.items():
        shown = mind.shown(by)
        if whom in cases and (shown.side != EVIL if shown else by in mind.slain):
            cases[whom].add(0.3, "dying_word", by)
    for by, whom in mind.accusations:
        shown = cards.get(whom)
        if shown and by in cases:
            cases[by].add(-0.4 if shown.side == EVIL else 0.15, "accused", whom, shown.name)
    for by, whom in mind.defended:
        shown = cards.get(whom)
        if by in cases and shown and shown.side == EVIL:
            cases[by].add(0.9, "defended_evil", whom, shown.name)


def _weigh_accusers(mind: Mind, cases: Cases, sway: float) -> None:
    """What the others think is worth something, each further voice less."""
    voices: dict[int, int] = {}
    voice = VOICE_TOGETHER if mind.book.majority else VOICE
    for by, whom in mind.accused.items():
        if whom in cases and by != mind.me and by in mind.view.living:
            voices[whom] = voices.get(whom, 0) + 1
            heard_out = 0.4 if whom in mind.answered else 1.0
            cases[whom].add(voice * heard_out * sway / voices[whom], "wagon", by)


def _weigh_own(mind: Mind, cases: Cases) -> None:
    """What only this seat knows."""
    for reading in mind.readings:
        points = lean(mind, reading.verb, reading.word)
        if reading.on in cases and points:
            cases[reading.on].add(points * 1.4, "read", word=reading.word)
    for seat in mind.attacked:
        if seat in cases:
            cases[seat].add(-1.6, "attacked")
    for sight in mind.sights:
        found = {seat for seat, night in mind.slain.items() if night == sight.night}
        dead = {seat for seat in found if not _is(mind, mind.view.dead.get(seat, ""), EVIL)}
        if sight.target in cases and dead & set(sight.seats):
            cases[sight.target].add(2.4, "visited_victim", min(dead & set(sight.seats)))
        for seat in sight.seats if sight.target in dead else ():
            if seat in cases:
                cases[seat].add(1.6, "visited_victim", sight.target)
    for seat, role in (mind.exposed | mind.view.known).items():
        if seat in cases and role in mind.book.cards and seat not in mind.revealed:
            cases[seat].add(6.0 if _is(mind, role, EVIL) else -6.0, "known", word=role)
    for night, seat in mind.held.items():
        if seat in cases and night not in mind.slain.values():
            cases[seat].add(0.4 if mind.can(GUARD) else 1.4 if mind.evil_left() == 1 else 0.6, "held")
        elif seat in cases:
            cases[seat].add(-2.0 if mind.evil_left() == 1 else -0.3, "held_in_vain")
    for seat, verb in mind.keepers.items():
        if seat in cases and not any(card.side == EVIL for card in mind.book.cards.values() if verb in card.acts):
            cases[seat].add(-6.0, "known")
    for other, whom in mind.accused.items():
        if whom == mind.me and other in cases:
            cases[other].add(0.25, "accused_me")
