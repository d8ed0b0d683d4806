"""Absurdities are found in facts alone: each kind where it is one, and not where it is none."""

from __future__ import annotations

from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Claim,
    Fact,
    Knows,
    Noticed,
    Out,
    PhaseBegan,
    Said,
    Shown,
    Skipped,
    Told,
    Voted,
)
from duskfall.players.bots.scripted.lines import LINES
from duskfall.rules import ruleset
from duskfall.study.absurd.checks import absurdities
from duskfall.study.absurd.phrases import BLAME, HEARD_OUT, NO_DEFENCE, ONE_CARD
from tests.tell.test_happened import opening

TOWN = {"Ann": "Mafia", "Bob": "Sheriff", "Cid": "Jailor", "Dee": "Citizen", "Eli": "Lookout", "Fay": "Godfather"}
DAY_1, DAY_2 = PhaseBegan(EVERYONE, "day", 1), PhaseBegan(EVERYONE, "day", 2)
NIGHT_1, NIGHT_2 = PhaseBegan(EVERYONE, "night", 1), PhaseBegan(EVERYONE, "night", 2)
MATES = Knows(1 << 1, 6, "Godfather", "mate"), Knows(1 << 6, 1, "Mafia", "mate")


def says(seat: int, *claims: Claim, text: str = "...", to: int = EVERYONE) -> Said:
    return Said(to, seat, text, "speech", claims=claims)


def role(seat: int, word: str) -> Claim:
    return Claim("role", seat, word)


def check(seat: int, word: str = "SUSPICIOUS") -> Claim:
    return Claim("result", seat, word, "check")


def accuse(seat: int) -> Claim:
    return Claim("accuse", seat)


def kinds(*facts: Fact, roles: dict[str, str] = TOWN) -> list[tuple[str, int]]:
    game = [*opening("town-of-agents", roles), *MATES, DAY_1, NIGHT_1, *facts]
    return [(each.kind, each.seat) for each in absurdities(game, ruleset("town-of-agents"))]


def dead(*seats: tuple[int, str]) -> Announced:
    return Announced(EVERYONE, seats)


def ballots(**votes: int) -> Voted:
    seats = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}
    return Voted(EVERYONE, "vote", tuple((seats[by], whom) for by, whom in votes.items()), ())


def test_a_card_that_is_gone_cannot_be_claimed_nor_reported_for() -> None:
    gone = "claims a card that is gone"
    assert kinds(dead((4, "Citizen")), DAY_2, says(1, role(1, "Citizen"))) == [(gone, 1)]
    assert kinds(DAY_2, says(1, role(1, "Citizen"))) == []
    later = dead((2, "Sheriff")), PhaseBegan(EVERYONE, "day", 3), says(1, check(4))
    assert kinds(DAY_2, says(1, role(1, "Sheriff"), check(3)), NIGHT_2, *later) == [(gone, 1)]
    jail = says(1, role(1, "Citizen"), to=1 << 3 | 1 << 1)
    assert kinds(dead((4, "Citizen")), DAY_2, NIGHT_2, jail) == [(gone, 1)]
    assert kinds(DAY_2, NIGHT_2, jail) == []


def test_who_sat_in_jail_has_no_result_but_may_tell_an_older_one() -> None:
    jailed = Noticed(1 << 1, 1, "jailed")
    said = says(1, role(1, "Sheriff"), check(4))
    assert kinds(jailed, DAY_2, said) == [("reports a night in jail", 1)]
    assert kinds(DAY_2, said) == []
    older = Told(1 << 2, 2, "check", 4, "SUSPICIOUS"), NIGHT_2, Noticed(1 << 2, 2, "jailed")
    assert kinds(*older, PhaseBegan(EVERYONE, "day", 3), says(2, role(2, "Sheriff"), check(4))) == []


def test_a_mate_is_not_contradicted() -> None:
    claims = says(1, role(1, "Sheriff"))
    assert kinds(DAY_2, claims, says(6, role(6, "Sheriff"))) == [("contradicts a mate", 6)]
    assert kinds(DAY_2, claims, says(4, role(4, "Sheriff"), accuse(1))) == []
    assert kinds(DAY_2, says(6, role(6, "Citizen")), says(1, role(1, "Sheriff"), check(6))) == [
        ("contradicts a mate", 1)
    ]


def test_a_card_is_the_only_one_only_if_it_is() -> None:
    counter = says(4, role(4, "Citizen"), accuse(1), text="Wait. That card is mine, Ann.")
    claims = says(1, role(1, "Citizen"))
    two = TOWN | {"Bob": "Citizen"}
    assert kinds(DAY_2, claims, counter) == []
    assert kinds(DAY_2, claims, counter, roles=two) == [("one card where there are more", 4)]
    assert kinds(dead((2, "Citizen")), DAY_2, claims, counter, roles=two) == []


def test_nobody_is_blamed_for_silence_or_judged_by_an_answer_before_a_turn() -> None:
    unheard = "no defence before a turn"
    first, blame = says(1, accuse(4)), says(2, accuse(4), text="I hear no defence from Dee.")
    judged = says(2, accuse(4), text="I heard Dee out, and I still side with Ann.")
    assert kinds(DAY_2, first, blame) == kinds(DAY_2, says(4), first, judged) == [(unheard, 2)]
    assert kinds(DAY_2, first, says(4), blame) == kinds(DAY_2, first, Skipped(EVERYONE, 4, "speech"), judged) == []


def test_a_visitor_at_a_victims_door_is_named_in_typed_words() -> None:
    night = Told(1 << 5, 5, "watch", 4, "", (1,)), dead((4, "Citizen")), DAY_2
    assert kinds(*night, says(5, accuse(1))) == [("a visit without a typed claim", 5)]
    assert kinds(*night, says(5, Claim("visit", 1, "Dee"), accuse(1)), says(5, accuse(1))) == []
    assert kinds(*night, says(5, accuse(2)), says(3, accuse(1))) == []


def test_a_power_waits_for_a_day_with_a_vote() -> None:
    game = [*opening("town-of-agents", TOWN), DAY_1, says(2, role(2, "Sheriff")), says(4, role(4, "Citizen"))]
    found = [(each.kind, each.seat) for each in absurdities(game, ruleset("town-of-agents"))]
    assert found == [("out on a day without a vote", 2)]
    assert kinds(DAY_2, says(2, role(2, "Sheriff"))) == []


def test_the_listener_is_not_accused() -> None:
    jail = 1 << 3 | 1 << 1
    assert kinds(says(1, accuse(3), to=jail), says(1, accuse(4), to=jail)) == [("accuses the listener", 1)]


def test_the_rival_of_a_true_reader_who_died_is_not_followed() -> None:
    duel = DAY_2, says(2, role(2, "Sheriff")), says(1, role(1, "Sheriff")), NIGHT_2
    day_3 = PhaseBegan(EVERYONE, "day", 3), says(1, accuse(4))
    follows = ("follows a dead reader's rival", 1)
    assert follows in kinds(*duel, dead((2, "hidden")), *day_3, Out(EVERYONE, 4, "hidden"))
    assert follows not in kinds(*duel, dead((2, "hidden")), *day_3, Out(EVERYONE, 1, "hidden"))
    assert follows not in kinds(*duel, dead((3, "hidden")), *day_3, Out(EVERYONE, 4, "hidden"))
    named_first = *duel[:-1], says(2, check(4)), NIGHT_2
    assert follows not in kinds(*named_first, dead((2, "hidden")), *day_3, Out(EVERYONE, 4, "hidden"))


def test_who_is_contradicted_names_the_result_that_a_card_has_proved() -> None:
    proved = DAY_2, says(2, role(2, "Sheriff"), check(6)), Out(EVERYONE, 6, "Godfather"), NIGHT_2
    day_3 = PhaseBegan(EVERYONE, "day", 3), says(1, role(1, "Sheriff"), accuse(2))
    kept = ("keeps a proof back", 2)
    assert kept in kinds(*proved, *day_3, says(2, accuse(1)), NIGHT_2)
    assert kept not in kinds(*proved, *day_3, says(2, check(6), accuse(1)), NIGHT_2)
    assert kept not in kinds(*proved, *day_3, NIGHT_2)  # it had no turn to say so


def test_the_first_accused_need_not_leave() -> None:
    first = "the first accused leaves", 4
    talk = DAY_2, says(1, accuse(4)), says(2, accuse(3))
    assert kinds(*talk, ballots(a=4, b=4), Out(EVERYONE, 4, "Citizen"))[-1] == first
    assert first not in kinds(*talk, ballots(a=3, b=3), Out(EVERYONE, 3, "Jailor"))


def test_a_vote_is_for_whom_one_named_unless_something_new_was_told() -> None:
    otherwise = [("votes otherwise than it said", 5)]
    assert kinds(DAY_2, says(5, accuse(4)), ballots(e=3)) == otherwise
    assert kinds(DAY_2, says(5, accuse(4)), ballots(e=4)) == []
    assert kinds(DAY_2, says(5, accuse(4)), says(2, role(2, "Sheriff"), check(1)), ballots(e=1)) == []
    of_others = says(2, role(2, "Sheriff"), check(1))
    assert kinds(DAY_2, says(5, accuse(4)), of_others, ballots(e=3)) == otherwise
    assert kinds(DAY_2, of_others, says(5, accuse(4)), ballots(e=1)) == otherwise
    of_the_named = says(4, role(4, "Citizen"))
    assert kinds(DAY_2, says(5, accuse(4)), of_the_named, ballots(e=3)) == []
    same_card = says(1, role(1, "Sheriff")), says(5, accuse(4)), says(2, role(2, "Sheriff"), accuse(1))
    assert kinds(DAY_2, *same_card, ballots(e=1)) == []


def test_a_card_that_is_shown_and_a_death_change_minds() -> None:
    assert kinds(DAY_2, says(5, accuse(3)), Shown(EVERYONE, 3, "Jailor"), ballots(e=4)) == []
    assert kinds(DAY_2, says(5, accuse(4)), Out(EVERYONE, 1, "Mafia"), ballots(e=3)) == []


def test_who_is_shown_good_gets_no_vote_of_the_good() -> None:
    reveal = DAY_2, Shown(EVERYONE, 3, "Jailor")
    assert kinds(*reveal, ballots(e=3, a=3, b=1)) == [("votes for one shown good", 5)]
    assert kinds(DAY_2, Shown(EVERYONE, 1, "Mafia"), ballots(e=1)) == kinds(DAY_2, ballots(e=3)) == []


def test_nobody_says_the_same_twice_whoever_is_named() -> None:
    first, again = says(5, text="Poor Dee."), says(5, text="Poor Bob.")
    assert kinds(DAY_2, first, NIGHT_2, again) == [("the same words again", 5)]
    assert kinds(DAY_2, first, says(4, text="Poor Bob."), says(5, text="Poor us.")) == []


def test_nobody_is_blamed_for_what_the_speaker_did_too() -> None:
    vote = ballots(a=2, b=6, e=2), Out(EVERYONE, 6, "Godfather"), NIGHT_2
    spared = says(5, accuse(1), text="Look who did not vote for Fay: Ann.")
    assert kinds(DAY_2, *vote, spared) == [("blames its own deed", 5)]
    assert kinds(DAY_2, *vote, says(2, accuse(1), text=spared.text)) == []
    sure = says(5, accuse(1), text="Ann was very sure about Dee. Dee was the Citizen.")
    assert kinds(DAY_2, says(5, accuse(4)), NIGHT_2, sure) == [("blames its own deed", 5)]
    assert kinds(DAY_2, says(5, accuse(2)), NIGHT_2, sure) == []


def test_nobody_speaks_up_for_whom_it_has_just_accused() -> None:
    accuses, praises = says(5, accuse(2)), says(5, Claim("defend", 2))
    assert kinds(DAY_2, accuses, praises) == [("turns round for nothing", 5)]
    assert kinds(DAY_2, accuses, says(2, role(2, "Sheriff")), praises) == kinds(DAY_2, praises) == []


def test_who_claims_the_last_card_has_heard_who_claimed_it_before() -> None:
    liar = DAY_2, says(1, role(1, "Sheriff"))
    assert kinds(*liar, says(2, role(2, "Sheriff"))) == [("ignores a rival", 2)]
    assert kinds(*liar, says(2, role(2, "Sheriff"), accuse(1)), says(2, role(2, "Sheriff"))) == []
    assert kinds(*liar, says(2, role(2, "Sheriff")), roles=TOWN | {"Eli": "Sheriff"}) == []


def test_the_lines_of_the_bots_are_understood() -> None:
    blamed = {"spare": "spared_evil", "accuse": "accused", "defend": "defended_evil"}
    assert all(words.search(text) for deed, words in BLAME.items() for text in LINES[blamed[deed]])
    assert all(NO_DEFENCE.search(text) for text in LINES["unanswered"])
    assert all(HEARD_OUT.search(text) for text in LINES["answered"])
    assert all(ONE_CARD.search(text) for tag in ("my_role", "two_claim", "counter") for text in LINES[tag])
