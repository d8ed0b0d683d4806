"""What a scripted player does by night (and what its death lets it do): one small policy for each kind of act."""

from __future__ import annotations

from collections.abc import Callable

from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.weigh import rivals
from duskfall.study.primer import BLOCK, FRAME, GUARD, HIDE, KILL, PREPARE, READ, REVEAL, SHIELD, SIGHT, SPRING

SURE = 1.8  # from so much suspicion on, a good player shoots; less as the nights go by


def act(turn: Turn) -> object:
    """The answer to an act: by the first of its kinds that there is a policy for."""
    kinds = turn.mind.book.kinds(turn.ask.verb)
    for kind, policy in POLICIES.items():
        if kind in kinds:
            return policy(turn)
    return anybody(turn)


def decline(turn: Turn) -> object:
    """Nobody, where that may be said; else no answer."""
    return turn.ask.words[0] if turn.ask.words else None


def anybody(turn: Turn) -> object:
    """One of the options."""
    return turn.pick("anybody", turn.ask.seats) if turn.ask.seats else decline(turn)


def best(turn: Turn, worth: Callable[[int], float], spread: int = 60) -> int:
    """The option that is worth most, with a little chance between those that are close; 0 if there is none."""
    spared = turn.mind.mates | {turn.mind.me} if turn.mind.evil else set()
    options = [seat for seat in turn.ask.seats if seat not in spared]
    return max(options, key=lambda seat: worth(seat) + noise(turn, seat, spread), default=0)


def noise(turn: Turn, seat: int, spread: int) -> float:
    """Up to so many hundredths, by seat."""
    return turn.roll(f"noise {seat}", spread) / 100 if spread else 0.0


def doubt(turn: Turn, seat: int) -> float:
    """How much a player is suspected; oneself not at all."""
    return turn.cases[seat].score if seat in turn.cases else -9.0


def dying(turn: Turn) -> set[int]:
    """Whom this seat's own are about to kill tonight: nothing else need be spent on them."""
    return turn.mind.doomed | set(turn.mind.proposed.values())


# -- whom the others would miss ------------------------------------------------------------------------------


def threat(turn: Turn, seat: int) -> float:
    """How much a player can do against the evil, from what was claimed and read."""
    mind = turn.mind
    role = mind.view.known.get(seat) or mind.claimed.get(seat, "")
    found = 0.0
    for reading in mind.readings:
        act = mind.book.acts.get(reading.verb)
        meant = act.means.get(reading.word, frozenset()) if act else frozenset()
        if reading.on == seat and len(meant) == 1:
            role = next(iter(meant))
    if seat in mind.keepers or any(visit.by == seat for visit in mind.visits):
        found = 1.6
    if role in mind.book.powers:
        found = 2.5 if role in mind.book.readers else 1.6
        found /= 2 if rivals(mind, seat, role) else 1
    case = turn.public.get(seat)
    if case:
        found -= max(-1.2, min(1.6, case.score)) * 0.7
    pushes = sum(1 for by, whom in mind.accusations if by == seat and whom in mind.mates | {mind.me})
    return found + 0.4 * min(pushes, 2) - 1.2 * mind.tried.get(seat, 0)


def worth_saving(turn: Turn, seat: int) -> float:
    """How much the many would lose with a player."""
    mind, role = turn.mind, turn.mind.claimed.get(seat, "")
    found = 2.0 if role in mind.book.readers else 1.2 if role in mind.book.powers else 0.0
    found += 0.8 * (seat in mind.view.titles.values())
    return found - (doubt(turn, seat) if seat != mind.me else 0.1)


# -- the policies --------------------------------------------------------------------------------------------


def kill(turn: Turn) -> object:
    """The evil kill whoever they fear most; the good only whom they are sure of."""
    mind = turn.mind
    if mind.evil:
        wanted = [seat for mate, seat in mind.proposed.items() if mate in mind.view.living]
        return best(turn, lambda seat: threat(turn, seat) + 1.5 * wanted.count(seat)) or decline(turn)
    target = best(turn, lambda seat: doubt(turn, seat), 0)
    if not target or mind.me in mind.view.dead:
        return target if target and doubt(turn, target) >= 0.1 else decline(turn)
    if target not in turn.cases:  # oneself alone can be named: then it is no attack on a suspect
        return target if turn.ask.confirm and turn.happens("at home", 40) else decline(turn)
    sure = doubt(turn, target) - turn.cases[target].lift / 2
    return target if sure >= max(1.0, SURE - 0.2 * (mind.night - 1)) else decline(turn)


def guard(turn: Turn) -> object:
    """Whoever is worth most, oneself now and then; who was hit tonight is saved unless suspected."""
    mind = turn.mind
    if mind.evil:
        return decline(turn)
    hit = [seat for seat in turn.ask.seats if seat in mind.attacked]
    if hit and len(turn.ask.seats) == 1:
        return decline(turn) if doubt(turn, hit[0]) > SURE else hit[0]
    return best(turn, lambda seat: worth_saving(turn, seat), 90) or decline(turn)


def block(turn: Turn) -> object:
    """The good stop whom they suspect, the evil whom they fear."""
    if turn.mind.evil:
        return best(turn, lambda seat: threat(turn, seat) - 9 * (seat in dying(turn))) or decline(turn)
    return best(turn, lambda seat: doubt(turn, seat)) or decline(turn)


def read(turn: Turn) -> object:
    """Somebody not read yet: the good look where they doubt, the evil where they fear."""
    mind = turn.mind
    known = {reading.on for reading in mind.readings} | set(mind.view.known) | {mind.me}
    fresh = [seat for seat in turn.ask.seats if seat not in known] or list(turn.ask.seats)
    if not fresh:
        return decline(turn)
    if mind.evil:
        return max(fresh, key=lambda seat: threat(turn, seat) + noise(turn, seat, 90) - 9 * (seat in dying(turn)))
    return max(fresh, key=lambda seat: min(doubt(turn, seat), 1.5) + noise(turn, seat, 90))


def sight(turn: Turn) -> object:
    """Where something is likely to happen: by the worthy, or behind the suspect."""
    return best(turn, lambda seat: abs(doubt(turn, seat)) + (seat in turn.mind.claimed), 90) or decline(turn)


def shield(turn: Turn) -> object:
    """With the most trusted, or at home."""
    return best(turn, lambda seat: worth_saving(turn, seat), 90) or decline(turn)


def _look(turn: Turn, seat: int) -> float:
    return turn.public[seat].score if seat in turn.public else -9.0


def frame(turn: Turn) -> object:
    """Somebody whom the others are likely to look into."""
    return best(turn, lambda seat: _look(turn, seat) - 9 * (seat in dying(turn)), 150) or decline(turn)


def hide(turn: Turn) -> object:
    """Whoever is to die tonight; under the plainest name, where one is asked for."""
    wanted = [seat for seat in turn.mind.proposed.values() if seat in turn.ask.seats]
    target = wanted[-1] if wanted else best(turn, lambda seat: threat(turn, seat))
    if not target:
        return decline(turn)
    return {"target": target, "as": turn.mind.book.plain} if turn.ask.roles else target


def reveal(turn: Turn) -> object:
    """Once there is something to decide: when accused, or from the second day on."""
    ready = turn.mind.day > 1 or len(turn.mind.accusers(turn.mind.me)) > 1
    return turn.ask.seats[0] if turn.ask.seats and ready and turn.happens("reveal", 60) else decline(turn)


def prepare(turn: Turn) -> object:
    """Another one each night, the most feared first."""
    return best(turn, lambda seat: threat(turn, seat) - 9 * (seat in turn.mind.prepared)) or decline(turn)


def spring(turn: Turn) -> object:
    """Once it takes three, or leaves nobody else, or half of the others."""
    ready = len(turn.mind.prepared & set(turn.mind.view.living))
    enough = min(3, (len(turn.mind.others()) + 1) // 2)
    return turn.ask.seats[0] if turn.ask.seats and ready >= enough else decline(turn)


POLICIES: dict[str, Callable[[Turn], object]] = {
    PREPARE: prepare,
    SPRING: spring,
    KILL: kill,
    BLOCK: block,
    GUARD: guard,
    READ: read,
    SIGHT: sight,
    FRAME: frame,
    HIDE: hide,
    SHIELD: shield,
    REVEAL: reveal,
}
