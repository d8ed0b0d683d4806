"""Playing advice for roles, for models that get it: chosen by a role's abilities and goals in the ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.rules.registry import known
from duskfall.study.primer import ALONE, BLOCK, EVIL, GUARD, KILL, READ, SIGHT, KnownRole, Primer, primer

BY_KIND = {
    READ: "What you find out is worth most while you live: tell it when it decides a vote, or when you are to go.",
    SIGHT: "Note who was where each night. One visit proves little; one that fits a death, or a lie, is an argument.",
    GUARD: "Protect whom the other side would most like to kill tonight, not whom it has just failed to kill.",
    KILL: "A wrong kill helps the other side. Act on what somebody said or did, and hold back where you only guess.",
    BLOCK: "Stop whom you suspect of acting at night; if a night stays quiet then, remember whom you held up.",
}
OWN_KILL = "Kill who is believed, who finds things out, or who leads the vote; let those live whom others suspect."
PLAIN = "Your vote and your questions are all you have: make each player take a stand, and compare it with the votes."
HIDDEN = "Have a harmless story ready and keep to it. Push a vote with reasons that an honest player would give."
MATES = "Do not defend your own too early, nor all vote alike."
WANTS_OUT = "You win by being voted out: be suspicious, but not so much that they see you want it."
HUNTS = "You win when your target is voted out: build a case against that player, and let others take it up."
LONER = "Nobody is on your side. Stay useful to whoever is ahead, and be nobody's first suspect."
WORDS = (*BY_KIND.values(), OWN_KILL, PLAIN, HIDDEN, MATES, WANTS_OUT, HUNTS, LONER)


def told(rules_id: str, role: str) -> str:
    """Return playing advice for a role in a few sentences; empty if the ruleset or role is unknown."""
    if not known(rules_id):
        return ""
    book = primer(rules_id)
    card = book.cards.get(role)
    return " ".join(dict.fromkeys(_lines(card, book))) if card else ""


def _lines(card: KnownRole, book: Primer) -> Iterator[str]:
    kinds = [kind for verb in card.acts for kind in BY_KIND if kind in book.kinds(verb)]
    if card.wants_out:
        yield WANTS_OUT
    elif card.hunts:
        yield HUNTS
    elif card.side == ALONE:
        yield LONER
    if card.side == EVIL:
        yield from (OWN_KILL, HIDDEN, MATES)
    yield from (BY_KIND[kind] for kind in kinds if kind != KILL or card.side != EVIL)
    if not kinds and card.side not in (EVIL, ALONE):
        yield PLAIN
