"""The words of a story: what happened in a phase, clause by clause."""

from __future__ import annotations

from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    Became,
    Began,
    Claim,
    CoWon,
    Dealt,
    Died,
    Fact,
    Fell,
    Landed,
    NobodyOut,
    Out,
    Overturned,
    PhaseBegan,
    Removed,
    Said,
    Shot,
    Shown,
    Voted,
)
from duskfall.core.play.game import Game
from duskfall.rules import ruleset
from duskfall.study.company import Company
from duskfall.tell.facts.happened import Tale, Worth, happened


def told(book: str, roles: dict[str, str], facts: list[Fact]) -> str:
    return tale(book, roles, facts).text


def tale(book: str, roles: dict[str, str], facts: list[Fact]) -> Tale:
    rules = ruleset(book)
    company = Company(rules)
    for fact in opening(book, roles):
        company.take(fact)
    return happened(facts, company, Game.start(rules, roles, talk=False).plan)


def opening(book: str, roles: dict[str, str]) -> list[Fact]:
    deck = tuple((role, list(roles.values()).count(role)) for role in dict.fromkeys(roles.values()))
    began = Began(EVERYONE, book, tuple(roles), (), True, deck)
    return [began, *(Dealt(1 << seat, seat, role, "") for seat, role in enumerate(roles.values(), 1))]


AGENTS = {
    "Ann": "Doctor", "Bob": "Sheriff", "Cid": "Werewolf", "Dee": "Godfather", "Eli": "Mafia", "Fay": "Vigilante",
    "Gus": "Mayor", "Hal": "Citizen", "Ida": "Citizen",
}  # fmt: skip


def overturned(what: str, actor: int, on: int, by: str, by_actor: int) -> Overturned:
    return Overturned(MODERATOR, what, actor, on, by, by_actor, "")


def died(seat: int, *causes: str) -> Died:
    return Died(MODERATOR, seat, "", "", causes)


def landed(verb: str, actor: int, on: int) -> Landed:
    return Landed(MODERATOR, verb, actor, on, "")


def test_attacks_on_one_and_victims_of_one_are_told_together() -> None:
    facts = [overturned("kill", 4, 2, "heal", 1), overturned("rampage", 3, 2, "heal", 1)]
    assert (
        told("town-of-agents", AGENTS, facts)
        == "Ann's heal overturned the mafia's kill and Cid's rampage of Bob, the Sheriff"
    )
    facts = [*(landed("rampage", 3, on) for on in (1, 8, 4)), died(1), died(8), died(4)]
    assert told("town-of-agents", AGENTS, facts) == (
        "Cid's rampage took Ann, the Doctor, Hal, a Citizen, and Dee, the Godfather"
    )
    facts = [landed("kill", 4, 8), landed("shoot", 6, 8), died(8), landed("guilt", 6, 6), died(6)]
    assert told("town-of-agents", AGENTS, facts) == (
        "the mafia's kill and Fay's shoot took Hal, a Citizen; the guilt took Fay, the Vigilante"
    )


def test_a_save_of_somebody_who_died_all_the_same_is_none() -> None:
    facts = [overturned("kill", 4, 2, "heal", 1), landed("rampage", 3, 2), died(2)]
    assert told("town-of-agents", AGENTS, facts) == "Cid's rampage took Bob, the Sheriff"


def test_a_reading_that_was_overturned_is_not_told_and_a_defense_is() -> None:
    facts = [overturned("check", 2, 4, "role", 0), overturned("shoot", 6, 4, "role", 0)]
    assert told("town-of-agents", AGENTS, facts) == "Dee's own role overturned Fay's shoot of Dee, the Godfather"


def test_the_day_in_clauses() -> None:
    ballots = ((1, 5), (2, 5), (3, 4), (6, 5))
    facts = [Shown(EVERYONE, 7, "Mayor"), Voted(EVERYONE, "vote", ballots, ((5, 5), (4, 1))), Out(EVERYONE, 5, "Mafia")]
    assert told("town-of-agents", AGENTS, facts) == (
        "Gus, the Mayor, was revealed; Eli, of the Mafia, was voted out by Ann, Bob and Fay"
    )
    assert told("town-of-agents", AGENTS, [NobodyOut(EVERYONE)]) == "nobody was voted out"
    assert told("town-of-agents", AGENTS, [PhaseBegan(EVERYONE, "night", 2)]) == "nobody died"
    assert told("town-of-agents", AGENTS, [Removed(EVERYONE, 1, "left")]) == "the moderator removed Ann, the Doctor"


def test_a_shot_a_spared_player_a_table_vote_and_a_co_winner() -> None:
    wolves = {"Ann": "Hunter", "Bob": "Werewolf", "Cid": "Werewolf"}
    facts = [Shot(EVERYONE, 1, "shoot", 2), died(2, "shoot"), Fell(EVERYONE, 2, "hidden")]
    assert told("werewolf", wolves, facts) == "Ann's shoot took Bob, a Werewolf"
    city = {"Ann": "Don", "Bob": "Citizen", "Cid": "Citizen"}
    facts = [overturned("vote_out", 0, 1, "immunity", 0)]
    assert told("city-mafia", city, facts) == "the immunity overturned the vote against Ann, the Don"
    everyone = Voted(EVERYONE, "revote", ((1, "all"), (3, "all")), (("all", 2),), table=True)
    facts = [everyone, Out(EVERYONE, 1, "hidden"), Out(EVERYONE, 2, "hidden")]
    assert told("city-mafia", city, facts) == (
        "Ann, the Don, was voted out by Ann and Cid; Bob, a Citizen, was voted out by Ann and Cid"
    )
    facts = [Out(EVERYONE, 1, "Jester"), CoWon(1 << 1, 1, "Jester")]
    assert told("ai-mafia", {"Ann": "Jester", "Bob": "Godfather"}, facts) == (
        "Ann, the Jester, was voted out; Ann won as Jester"
    )


def claims(seat: int, word: str, to: int = EVERYONE) -> Said:
    return Said(to, seat, "...", "open", claims=(Claim("role", seat, word),))


def test_two_who_claim_the_one_card_contest_it() -> None:
    contest = "Ann, Dee and Eli each claimed to be the Doctor"
    facts = [claims(1, "Doctor"), claims(4, "doctor"), claims(5, "Doctor"), Out(EVERYONE, 4, "Godfather")]
    assert told("town-of-agents", AGENTS, facts) == f"{contest}; Dee, the Godfather, was voted out"
    assert told("town-of-agents", AGENTS, facts[:3]) == contest
    for nothing in (
        [claims(1, "Doctor"), claims(1, "Doctor")],
        [claims(8, "Citizen"), claims(4, "Citizen")],  # there are two
        [claims(1, "Doctor"), claims(4, "Doctor", to=1 << 5)],
        [claims(1, "Sheriff"), claims(1, "Doctor"), claims(4, "Sheriff")],
    ):
        assert told("town-of-agents", AGENTS, nothing) == "nobody died"
    gone = [claims(1, "Doctor"), Out(EVERYONE, 1, "Doctor"), claims(4, "Doctor")]
    assert told("town-of-agents", AGENTS, gone) == "Ann, the Doctor, was voted out"


def test_a_contest_is_told_when_it_begins() -> None:
    company, plan = Company(ruleset("town-of-agents")), Game.start(ruleset("town-of-agents"), AGENTS, talk=False).plan
    for fact in opening("town-of-agents", AGENTS):
        company.take(fact)
    days = [[claims(1, "Doctor")], [claims(4, "Doctor")], [claims(1, "Doctor"), claims(4, "Doctor")]]
    assert [happened(day, company, plan).text for day in days] == [
        "nobody died", "Ann and Dee each claimed to be the Doctor", "nobody died",
    ]  # fmt: skip


def test_what_a_stretch_is_worth() -> None:
    out, quiet = Out(EVERYONE, 8, "Citizen"), NobodyOut(EVERYONE)
    save = overturned("kill", 4, 2, "heal", 1)
    for facts, worth in (
        ([save, out, died(2)], Worth.VOTE_OUT),
        ([died(8), died(1), save], Worth.POWER_DIED),
        ([died(5)], Worth.POWER_DIED),
        ([died(8), save], Worth.SAVE),
        ([died(8), quiet], Worth.CHANGE),
        ([claims(1, "Doctor"), claims(4, "Doctor"), quiet], Worth.CONTEST),
        ([quiet], Worth.NO_VOTE),
        ([overturned("check", 2, 4, "role", 0)], Worth.NOTHING),
    ):
        assert tale("town-of-agents", AGENTS, facts).worth is worth


def test_a_new_role_is_told_from_when_it_was_taken() -> None:
    facts = [Became(1 << 5, 5, "Godfather", "mafia"), landed("shoot", 6, 5), died(5)]
    assert told("town-of-agents", AGENTS, facts) == "Fay's shoot took Eli, the Godfather"
