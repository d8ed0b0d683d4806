"""Claims against the roles that a listener has to reckon with, each judged by hand."""

from __future__ import annotations

import pytest

from duskfall.arena.store.known.refute import Refutation
from duskfall.core.facts import Claim
from duskfall.rules.registry import book

ANY = {"Villager": 0.5, "Cop": 0.2, "Doctor": 0.2, "Mafia": 0.1}
DECK = {"Villager": 3, "Cop": 1, "Doctor": 1, "Mafia": 1}
PLAIN, COP, MAFIA = {"Villager": 1.0}, {"Cop": 1.0}, {"Mafia": 1.0}
NO_COP = {"Villager": 0.5, "Mafia": 0.5}


@pytest.mark.parametrize(
    ("claim", "speaker", "about", "judged"),
    [
        (Claim("role", 1, "cop"), ANY, ANY, (False, 0.0)),
        (Claim("role", 1, "Cop"), NO_COP, ANY, (True, pytest.approx(1 / 3))),  # two of six cards cannot be there
        (Claim("role", 2, "Doctor"), ANY, COP, (True, pytest.approx(5 / 6))),
        (Claim("role", 1, "Prince"), ANY, ANY, None),
        (Claim("result", 2, "INNOCENT", "investigate"), ANY, ANY, (False, 0.0)),
        (Claim("result", 2, "INNOCENT", "investigate"), ANY, MAFIA, (True, 0.5)),
        (Claim("result", 2, "mafia", "investigate"), ANY, PLAIN, (True, 0.5)),
        (Claim("result", 2, "mafia"), ANY, MAFIA, (False, 0.5)),
        (Claim("result", 2, "INNOCENT", "investigate"), NO_COP, PLAIN, (True, 1.0)),  # no Cop is who says so
        (Claim("result", 2, "GUILTY", "investigate"), ANY, ANY, None),
        (Claim("accuse", 2), ANY, PLAIN, None),
        (Claim("defend", 2), ANY, MAFIA, None),
    ],
)
def test_roles_and_results(claim: Claim, speaker: dict[str, float], about: dict[str, float], judged: object) -> None:
    assert Refutation(book("ai-mafia-classic"), DECK).judge(1, claim, (speaker, about)) == judged


def test_a_forged_result_is_possible_while_a_forger_is_in_the_deck() -> None:
    claim, roles = Claim("result", 2, "SUSPICIOUS", "check"), ({"Sheriff": 1.0}, {"Citizen": 1.0})
    without, framed = ({"Sheriff": 1, "Citizen": 3, "Mafia": 1} | more for more in ({}, {"Framer": 1}))
    assert Refutation(book("town-of-agents"), without).judge(1, claim, roles) == (True, 0.5)
    assert Refutation(book("town-of-agents"), framed).judge(1, claim, roles) == (False, 0.0)


def test_who_is_mafia_now_may_have_been_what_can_become_so() -> None:
    refutation = Refutation(book("town-of-agents"), {"Consigliere": 1, "Framer": 1, "Citizen": 4})
    roles = ({"Mafia": 1.0}, {"Mafia": 1.0})  # promoted since then, both
    for word, refuted in (("Framer", False), ("Mafia", False), ("Citizen", True)):
        judged = refutation.judge(1, Claim("result", 2, word, "consult"), roles)
        assert judged is not None
        assert judged[0] == refuted


def test_visits_need_somebody_who_goes_out_and_somebody_who_sees_it() -> None:
    refutation = Refutation(book("town-of-agents"), {"Lookout": 1, "Citizen": 4, "Mafia": 1})
    claim, lookout, citizen, mafia = Claim("visit", 2, "Ann"), {"Lookout": 1.0}, {"Citizen": 1.0}, {"Mafia": 1.0}
    assert refutation.judge(1, claim, (lookout, mafia)) == (False, None)
    assert refutation.judge(1, claim, (lookout, citizen)) == (True, None)
    assert refutation.judge(1, claim, (citizen, mafia)) == (True, None)
    assert refutation.judge(2, claim, (citizen, mafia)) == (False, None)  # its own visit
