"""The lies of a story: who lied, and for how long."""

from __future__ import annotations

import duskfall
from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    Announced,
    Became,
    Chose,
    Claim,
    Fact,
    Fell,
    Landed,
    Out,
    Overturned,
    PhaseBegan,
    Removed,
    Said,
    Shown,
    Skipped,
    Told,
)
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import ruleset
from duskfall.study.lies import all_lies
from duskfall.table.run import play
from duskfall.tell.facts.longest_lie import longest_lie_told
from tests.tell.test_happened import opening

AI_MAFIA = ruleset("ai-mafia")

TABLE = {"Ann": "Godfather", "Bob": "Cop", "Cid": "Villager", "Dee": "Villager", "Eli": "Executioner"}
COP, VILLAGER, MAFIA = (Claim("role", 1, word) for word in ("Cop", "Villager", "Mafia"))


def phase(word: str, number: int) -> PhaseBegan:
    return PhaseBegan(EVERYONE, word, number)


def says(seat: int, *claims: Claim, to: int = EVERYONE) -> Said:
    return Said(to, seat, "...", "open", claims=claims)


def the_lie(*facts: Fact, book: str = "ai-mafia", roles: dict[str, str] = TABLE) -> str:
    return longest_lie_told([*opening(book, roles), phase("day", 1), *facts], ruleset(book))


def test_no_claims_no_lies() -> None:
    assert the_lie(says(1), says(2)) == ""


def test_the_truth_and_opinions_and_private_words_are_no_lies() -> None:
    about_another = Claim("role", 3, "Godfather")
    opinions = Claim("accuse", 3), Claim("defend", 1)
    assert the_lie(says(2, Claim("role", 2, "Cop"), about_another, *opinions)) == ""
    assert the_lie(says(1, COP, to=1 << 2)) == ""
    assert the_lie(says(2, Claim("role", 2, "cop")), says(1, Claim("role", 1, "Emperor"))) == ""


def test_a_lie_that_was_never_exposed() -> None:
    assert the_lie(says(1, COP), says(2), Skipped(EVERYONE, 3, "open")) == (
        "Ann, the Godfather, claimed to be the Cop on day 1 and was never exposed (3 turns of speech)."
    )


def test_a_shown_role_exposes_a_lie_and_a_hidden_one_does_not() -> None:
    lie = [says(1, COP), says(2), phase("night", 2), phase("day", 2), says(1, COP)]
    until = "Ann, the Godfather, claimed to be the Cop on day 1"
    assert the_lie(*lie, Out(EVERYONE, 1, "Godfather"), says(3)) == (
        f"{until}, until voted out on day 2 and shown as Godfather (3 turns of speech)."
    )
    assert the_lie(*lie, Out(EVERYONE, 1, "hidden"), says(3)) == (
        f"{until}, and was voted out on day 2 unexposed (3 turns of speech)."
    )
    night = [*lie, phase("night", 3)]
    assert the_lie(*night, Announced(EVERYONE, ((1, "Cop"),))) == (  # forged
        f"{until}, and was found dead after night 3 unexposed (3 turns of speech)."
    )
    assert the_lie(*night, Announced(EVERYONE, ((1, "Godfather"),))).endswith(
        ", until found dead after night 3 and shown as Godfather (3 turns of speech)."
    )
    assert "until killed the same day" in the_lie(says(1, COP), Fell(EVERYONE, 1, "Godfather"))
    assert "until revealed the same day" in the_lie(says(1, COP), Shown(EVERYONE, 1, "Godfather"))
    assert "removed the same day unexposed" in the_lie(says(1, COP), Removed(EVERYONE, 1, "left"))


def test_another_role_takes_a_lie_back() -> None:
    assert the_lie(says(1, COP), says(2), says(1, VILLAGER), says(1, VILLAGER)) == (
        "Ann, the Godfather, claimed to be the Cop on day 1,"
        " and changed to a Villager the same day (3 turns of speech)."
    )
    later = [says(3) for _ in range(5)]
    assert "claimed to be a Villager on day 1 and was never exposed (6 turns" in the_lie(
        says(1, COP), says(1, VILLAGER), *later
    )
    assert "claimed to be of the Mafia on day 1" in the_lie(says(1, MAFIA))


def test_phases_count_before_turns() -> None:
    turns = [says(3) for _ in range(9)]
    first = [says(1, COP), *turns, Out(EVERYONE, 1, "Godfather")]
    second = [says(4, Claim("role", 4, "Doctor")), phase("night", 2), Announced(EVERYONE, ((4, "Villager"),))]
    assert the_lie(*first, *second).startswith("Dee, a Villager, claimed to be a Doctor on day 1, until found dead")


def test_a_role_that_changed_later_was_no_lie_and_a_lie_may_come_true() -> None:
    became = Became(1 << 5, 5, "Jester", "neutral")
    honest, false = Claim("role", 5, "Executioner"), Claim("role", 5, "Jester")
    assert the_lie(says(5, honest), phase("night", 2), became, Out(EVERYONE, 5, "Jester")) == ""
    assert the_lie(says(5, false), phase("night", 2), became) == (
        "Eli, the Executioner, claimed to be a Jester on day 1, until it came true after night 2 (1 turn of speech)."
    )
    assert "Eli, a Jester, claimed to be an Executioner" not in the_lie(became, says(5, false))
    assert the_lie(became, says(5, honest)).startswith("Eli, a Jester, claimed to be the Executioner on day 1 ")


def result(seat: int, word: str, verb: str = "investigate") -> Claim:
    return Claim("result", seat, word, verb)


def test_a_result_is_a_lie_unless_its_speaker_was_told_so() -> None:
    was_told = Told(1 << 2, 2, "investigate", 1, "INNOCENT")
    assert the_lie(was_told, says(2, result(1, "innocent"), result(1, "", ""))) == ""
    assert the_lie(was_told, says(2, result(1, "MAFIA"))) == (
        "Bob, the Cop, made up a result on day 1 (investigate Ann, the Godfather: MAFIA)"
        " and was never exposed (1 turn of speech)."
    )
    assert "investigate Cid, a Villager: MAFIA" in the_lie(was_told, says(2, result(3, "MAFIA")))
    assert "Dee, a Villager, made up a result" in the_lie(was_told, says(4, result(1, "INNOCENT")))
    assert the_lie(says(2, result(3, "saved", "protect"))) == ""  # nobody is told anything by it: an opinion


def test_seats_that_were_told_may_be_reported_in_any_words() -> None:
    roles = {"Ann": "Tracker", "Bob": "Godfather"}
    seen = Told(1 << 1, 1, "track", 2, "", (1,))
    assert the_lie(seen, says(1, Claim("result", 2, "Ann", "track")), roles=roles) == ""
    assert the_lie(says(1, Claim("result", 2, "Ann", "track")), roles=roles) != ""


def test_a_made_up_result_ends_with_what_denies_it() -> None:
    lie = says(1, result(3, "MAFIA"))
    start = "Ann, the Godfather, made up a result on day 1 (investigate Cid, a Villager: MAFIA)"
    assert the_lie(lie, Out(EVERYONE, 3, "Villager")) == (
        f"{start}, until Cid was voted out the same day and shown as Villager (1 turn of speech)."
    )
    assert the_lie(lie, Out(EVERYONE, 1, "Godfather")) == (
        f"{start}, until voted out the same day and shown as Godfather (1 turn of speech)."
    )
    assert the_lie(lie, says(1, result(3, "INNOCENT"))).endswith(
        ", and reported otherwise the same day (2 turns of speech)."
    )
    framed = TABLE | {"Fay": "Framer"}  # somebody may have been framed: the villager's card denies nothing
    assert "never exposed" in the_lie(lie, Out(EVERYONE, 3, "Villager"), roles=framed)
    innocent = says(3, result(1, "INNOCENT"))  # which is how a Godfather reads
    assert "never exposed" in the_lie(innocent, Out(EVERYONE, 1, "Godfather"))


AGENTS = {"Ann": "Godfather", "Bob": "Lookout", "Cid": "Doctor", "Dee": "Citizen", "Eli": "Citizen"}


def visit(seat: int, name: str) -> Claim:
    return Claim("visit", seat, name)


def visits(*facts: Fact) -> str:
    return the_lie(*facts, book="town-of-agents", roles=AGENTS)


def test_a_visit_that_nobody_paid_is_a_lie() -> None:
    start = "Ann, the Godfather, made up a visit on day 1 (Cid, the Doctor, at the door of Eli)"
    lie = says(1, visit(3, "Eli"))
    assert visits(lie, says(2)) == f"{start} and was never exposed (2 turns of speech)."
    assert visits(Chose(1 << 3, 3, "heal", 5), lie) == ""  # whatever Ann knows of it
    assert visits(Landed(MODERATOR, "kill", 3, 5, ""), lie) == ""
    assert visits(Overturned(MODERATOR, "kill", 3, 5, "heal", 4, ""), lie) == ""
    assert visits(Chose(1 << 3, 3, "heal", 4), lie).startswith(start)
    assert visits(says(1, visit(3, "Eli"), to=1 << 2), says(1, visit(3, "Nobody"))) == ""
    own = says(3, visit(3, "Eli"))
    assert "Cid, the Doctor, made up a visit on day 1 (Cid, the Doctor, at the door of Eli)" in visits(own)
    assert visits(Chose(1 << 3, 3, "heal", 5), own) == ""


def test_what_a_seat_was_told_of_visits_is_no_lie_of_its_own() -> None:
    watched, tracked = Told(1 << 2, 2, "watch", 5, "", (3,)), Told(1 << 2, 2, "track", 3, "", (5,))
    for told in (watched, tracked):
        assert visits(told, says(2, visit(3, "Eli"))) == ""
        assert visits(told, says(2, visit(4, "Eli"))).startswith("Bob, the Lookout, made up a visit")


def test_who_repeats_a_visit_did_not_make_it_up() -> None:
    lie = says(1, visit(3, "Eli"))
    account = [says(2), lie, says(4, visit(3, "Eli")), phase("night", 2), phase("day", 2), says(5, visit(3, "Eli"))]
    facts = [*opening("town-of-agents", AGENTS), phase("day", 1), *account]
    assert [each.seat for each in all_lies(facts, ruleset("town-of-agents"))] == [1]


def test_a_made_up_visit_ends_as_other_lies_do() -> None:
    lie = says(1, visit(4, "Eli"))
    start = "Ann, the Godfather, made up a visit on day 1 (Dee, a Citizen, at the door of Eli)"
    assert visits(lie, Out(EVERYONE, 1, "Godfather")) == (
        f"{start}, until voted out the same day and shown as Godfather (1 turn of speech)."
    )
    assert visits(lie, Out(EVERYONE, 4, "Citizen")) == (  # who never leaves home
        f"{start}, until Dee was voted out the same day and shown as Citizen (1 turn of speech)."
    )
    assert "never exposed" in visits(lie, Out(EVERYONE, 5, "Citizen"))
    assert "never exposed" in visits(says(1, visit(3, "Eli")), Out(EVERYONE, 3, "Doctor"))
    assert "never exposed" in visits(says(2, visit(1, "Eli")), Out(EVERYONE, 1, "Godfather"))
    assert visits(lie, Out(EVERYONE, 1, "Lookout")).endswith("was voted out the same day unexposed (1 turn of speech).")
    assert visits(lie, Out(EVERYONE, 1, "hidden")).endswith("was voted out the same day unexposed (1 turn of speech).")
    assert visits(lie, says(1, Claim("role", 1, "Lookout")), says(1, Claim("role", 1, "Sheriff"))).startswith(
        f"{start}, and changed to a Sheriff the same day"
    )
    assert visits(Out(EVERYONE, 4, "Citizen"), lie) == ""  # nobody believes it


def test_another_visit_of_the_same_day_takes_one_back() -> None:
    lie, other = says(1, visit(3, "Eli")), says(1, visit(3, "Bob"))
    found = all_lies(
        [
            *opening("town-of-agents", AGENTS),
            phase("day", 1),
            lie,
            lie,
            other,
            phase("day", 2),
            says(1, visit(3, "Dee")),
        ],
        ruleset("town-of-agents"),
    )
    assert [(each.claim.word, each.end and each.end.why) for each in found] == [
        ("Eli", "otherwise"),
        ("Bob", None),
        ("Dee", None),
    ]


def test_nobody_lies_after_being_shown_or_gone() -> None:
    assert the_lie(Out(EVERYONE, 1, "Godfather"), says(1, COP)) == ""
    assert the_lie(Out(EVERYONE, 1, "hidden"), says(1, COP)) == ""
    assert the_lie(Out(EVERYONE, 3, "Villager"), says(1, result(3, "MAFIA"))) == ""


def test_a_hostile_claim_stays_on_one_line() -> None:
    found = the_lie(says(1, result(3, "MAFIA\n\x1b[2JThe game is over")))
    assert found.isprintable()


class Boaster(RandomPlayer):
    """Claims a random role in every speech."""

    __slots__ = ()

    def answer(self, ask, view) -> object:
        found = super().answer(ask, view)
        if not ask.speech:
            return found
        roles = [role.name for role in AI_MAFIA.roles]
        claim = Claim("role", ask.seat, roles[self.draws.below(1000 + ask.number, len(roles))])
        return {"text": "Hear me.", "claims": [claim]}


def test_of_random_boasts_exactly_the_false_ones_are_lies() -> None:
    for seed in range(4):
        game = duskfall.start("ai-mafia", 9, seed=seed)
        play(game, {seat: Boaster(seed * 99 + seat) for seat in range(1, 10)})
        assert not any(isinstance(fact, Became) for fact in game.facts)
        roles = game.setup.roles
        said = {
            (fact.seat, claim.word)
            for fact in game.facts
            if isinstance(fact, Said) and fact.to == EVERYONE
            for claim in fact.claims
        }
        false = {(seat, word) for seat, word in said if roles[seat - 1] != word}
        assert {(lie.seat, lie.claim.word) for lie in all_lies(game.facts, AI_MAFIA)} == false
