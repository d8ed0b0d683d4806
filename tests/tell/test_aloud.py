"""What a host reads aloud and calls by day: every kind of fact, every kind of question."""

from __future__ import annotations

import pytest

from duskfall.core import facts as kinds
from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, KINDS, Announced, Ended, Fact, Fell, Noticed, Out, Removed, Shot, Told, Voted
from duskfall.core.start.deck import make_deck
from duskfall.rules import ruleset
from duskfall.tell.host.aloud import aloud, read_out
from duskfall.tell.host.day_calls import calling, opening
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import Collect, Reactions

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon")
CITY = ruleset("city-mafia")
WOLVES = ruleset("werewolf")
TOWN = ruleset("town-of-agents")

# -- what is read aloud ------------------------------------------------------------------------------


READ = [
    (Announced(EVERYONE, ()), "Nobody died tonight."),
    (Announced(EVERYONE, ((3, "hidden"),)), "Died tonight: 3, Cid."),
    (Announced(EVERYONE, ((3, "Don"), (4, "Maniac"))), "Died tonight: 3, Cid (Don); 4, Dee (Maniac)."),
    (Voted(EVERYONE, "vote", (), ((2, 3), (4, 5.5))), "The votes are counted. 4, Dee: 5.5; 2, Bob: 3."),
    (Voted(EVERYONE, "vote", (), (("skip", 4),)), "The votes are counted. Skip: 4."),
    (Voted(EVERYONE, "vote", (), ()), "Nobody has voted."),
    (kinds.Tied(EVERYONE, (2, 4)), "A tie: 2, Bob; 4, Dee. They speak once more, and we vote again."),
    (kinds.LotDrawn(EVERYONE, "vote", (2, 4), 4), "The lot falls on 4, Dee."),
    (Out(EVERYONE, 2, "hidden"), "Leaves the table by the vote: 2, Bob."),
    (Out(EVERYONE, 2, "Sheriff"), "Leaves the table by the vote: 2, Bob (Sheriff)."),
    (kinds.NobodyOut(EVERYONE), "Nobody leaves the table today."),
    (kinds.Spared(EVERYONE, 2, "vote_immunity"), "Cannot be voted out today, and stays: 2, Bob."),
    (Shot(EVERYONE, 2, "shoot", 3), "2, Bob shoots: 3, Cid."),
    (Fell(EVERYONE, 3, "hidden"), "Dead: 3, Cid."),
    (kinds.Candidates(EVERYONE, "sheriff", (1, 2)), "For the office of sheriff stand: 1, Ann; 2, Bob."),
    (kinds.Candidates(EVERYONE, "sheriff", ()), "Nobody stands for the office: sheriff."),
    (kinds.TitleHeld(EVERYONE, "sheriff", 2), "The office of sheriff is now held by: 2, Bob."),
    (kinds.TitleHeld(EVERYONE, "sheriff", 0), "Nobody is elected: sheriff."),
    (kinds.TitleHeld(EVERYONE, "sheriff", 0, 2), "The badge is torn up. There is no more sheriff."),
    (kinds.Shown(EVERYONE, 1, "Mayor"), "Shown to all: 1, Ann (Mayor)."),
    (Removed(EVERYONE, 2, "fouls"), "Removed for fouls: 2, Bob."),
    (Noticed(EVERYONE, 0, "attacked", 2), "Attacked tonight, and alive: 2, Bob."),
    (kinds.PhaseBegan(EVERYONE, "day", 2), "Day 2 begins."),
    (kinds.HandedOver(EVERYONE, 2, "Zoe"), "Seat 2 is taken over by: Zoe."),
    (
        kinds.FlagSwitched(EVERYONE, "nominations", True),
        "A house rule changes from the next phase on: the vote is among players nominated in speeches: on.",
    ),
    (
        Ended(EVERYONE, "mafia", "mafia-parity", ((2, "Jester"),), ("Don", "Jester")),
        "The game is over. The winner: mafia. The mafia can no longer be outvoted. Also a winner: 2, Bob (Jester). "
        "The cards: 1, Ann (Don); 2, Bob (Jester).",
    ),
    (
        Ended(EVERYONE, "draw", "round-limit", (), ("Don",)),
        "The game is over. It is a draw. The last round is over. The cards: 1, Ann (Don).",
    ),
]  # fmt: skip
UNREAD = {
    "Began", "Said", "Skipped", "Nominated", "TalkEnded", "Paused", "Undone", "Dealt", "Knows", "CardDealt", "Thought",
    "SkipVoted", "Chose", "Silent", "Refused", "Void", "Overturned", "MarkSet", "Landed", "Died", "Told", "Became",
    "Lost", "CoWon",
}  # fmt: skip


@pytest.mark.parametrize(("fact", "text"), READ)
def test_what_is_read_aloud(fact: Fact, text: str) -> None:
    assert read_out(fact, NAMES, CITY) == text
    assert not read_out(fact._replace(to=2), NAMES, CITY), "what is not for all is never read"


def test_every_kind_of_fact_is_read_or_not_on_purpose() -> None:
    assert {type(fact).__name__ for fact, _ in READ} | UNREAD == set(KINDS)
    assert aloud([Told(EVERYONE, 1, "check", 2, "RED"), kinds.NobodyOut(EVERYONE)], NAMES) == [
        "Nobody leaves the table today."
    ]


def tie(votes: dict[int, float], *after: Fact, verb: str = "revote", rules: Ruleset = CITY, **more: bool) -> list[str]:
    """What is read after a vote has been counted."""
    return aloud([Voted(EVERYONE, verb, (), tuple(votes.items()), **more), *after], NAMES, rules)[1:]


STANDS, AGAINST_ALL = "The tie stands.", "The tie stands: the vote goes against all the tied."
NOBODY, BOB, DEE = kinds.NobodyOut(EVERYONE), Out(EVERYONE, 2, "hidden"), kinds.Spared(EVERYONE, 4, "vote_immunity")


def test_a_tie_that_does_not_dissolve_is_told_with_what_follows() -> None:
    assert tie({2: 3, 4: 3}, NOBODY) == [STANDS, "Nobody leaves the table today."]
    assert tie({}, NOBODY) == [STANDS, "Nobody leaves the table today."]
    assert tie({2: 1, 4: 1}, NOBODY, rules=WOLVES) == [STANDS, "Nobody leaves the table today."]
    assert tie({2: 3, 4: 3}, DEE, BOB) == [AGAINST_ALL, *tie({2: 3}, DEE, BOB)]


def test_a_tie_that_dissolves_or_was_never_voted_on_again_does_not_stand() -> None:
    assert tie({2: 3, 4: 2}, BOB) == ["Leaves the table by the vote: 2, Bob."]
    assert STANDS not in tie({2: 3, 4: 3}, kinds.Tied(EVERYONE, (2, 4)))
    assert tie({2: 3, 4: 3}, NOBODY, verb="vote") == ["Nobody leaves the table today."]
    assert tie({2: 3, 4: 3}, NOBODY, verb="vote", rules=TOWN) == ["Nobody leaves the table today."]
    assert tie({2: 3, 4: 3}, NOBODY, table=True) == ["Nobody leaves the table today."]
    assert tie({2: 3, 4: 3}, Removed(EVERYONE, 2, "left"), NOBODY)[1:] == ["Nobody leaves the table today."]


def test_what_nobody_may_hear_does_not_come_between_a_tie_and_its_end() -> None:
    hidden = kinds.Overturned(kinds.MODERATOR, "vote_out", 0, 4, "vote_immunity", 3, "CM-3")
    assert tie({2: 3, 4: 3}, hidden, DEE, BOB) == tie({2: 3, 4: 3}, DEE, BOB)


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert read_out(Out(EVERYONE, 2, "hidden"), ("1", "2")) == "Leaves the table by the vote: 2."


# -- what is called ----------------------------------------------------------------------------------


def vote(verb: str, seats: tuple[int, ...], words: tuple[str, ...] = ("nobody",)) -> list[Ask]:
    return [Ask(1, seat, verb, seats=seats, words=words) for seat in (1, 2, 3)]


CALLED = [
    (CITY, [Ask(1, 3, "say", "speech", speech=True)], {}, ["3, Cid: you have the floor."]),
    (CITY, [Ask(1, 3, "say", "again", speech=True)], {}, ["3, Cid: you are tied. You have the floor once more."]),
    (CITY, [Ask(1, 3, "say", "last words", speech=True)], {}, ["3, Cid: your last words."]),
    (CITY, vote("vote", (1, 2, 3)), {}, ["We vote. Who is to leave the table?"]),
    (
        CITY,
        vote("vote", (3, 1)),
        {"nominations": True},
        [
            "We vote. Who is to leave the table?",
            "Up for the vote: 3, Cid; 1, Ann.",
            "Whoever does not vote, votes for the last of them: 1, Ann.",
        ],
    ),
    (
        CITY,
        vote("revote", (1, 2)),
        {},
        ["We vote again. Which of the tied is to leave the table?", "Up for the vote: 1, Ann; 2, Bob."],
    ),
    (
        CITY,
        vote("revote", (), ("all", "nobody")),
        {},
        ["The tie does not dissolve: 2, Bob; 4, Dee.", "Who is for all of them to leave? Hands up."],
    ),
    (
        WOLVES,
        vote("revote", (1, 2)),
        {},
        [
            "We vote again. Which of the tied is to leave the table?",
            "Up for the vote: 1, Ann; 2, Bob.",
            "The tied do not vote.",
        ],
    ),
    (WOLVES, [Ask(1, 1, "stand", seats=(1,))], {}, ["We elect a sheriff. Who stands? Hands up on three."]),
    (WOLVES, [Ask(1, 1, "withdraw", seats=(1,))], {}, ["Candidates: who withdraws?"]),
    (
        WOLVES,
        vote("elect", (4, 5), ()),
        {},
        ["We vote for the office: sheriff.", "The candidates are: 4, Dee; 5, Eli. They do not vote."],
    ),
    (
        WOLVES,
        [Ask(1, 2, "badge", seats=(1, 3), words=("nobody",))],
        {},
        ["2, Bob: you leave, and you are sheriff.", "To whom do you hand the badge? Or do you tear it up?"],
    ),
    (WOLVES, [Ask(1, 2, "shoot", seats=(1, 3), words=("nobody",))], {}, []),
    (TOWN, [Ask(1, 2, "reveal", seats=(2,), words=("nobody",), confirm=True)], {}, []),
    (
        ruleset("ai-mafia"),
        vote("vote", (1, 2, 3), ("skip",)),
        {},
        ["We vote. Who is to leave the table?", "Who wants nobody to leave says: skip."],
    ),
    (
        ruleset("ai-mafia"),
        [Ask(1, 2, "say", "open", speech=True)],
        {},
        ["The discussion is open. Whoever wants to speak raises a hand."],
    ),
]


@pytest.mark.parametrize(("rules", "asks", "flags", "lines"), CALLED)
def test_what_is_called(rules: Ruleset, asks: list[Ask], flags: dict[str, object], lines: list[str]) -> None:
    facts = [kinds.Tied(EVERYONE, (2, 4, 5)), Removed(EVERYONE, 5, "left")]
    assert list(calling(asks, NAMES, rules, facts, flags)) == lines


def test_hidden_roles_are_called_with_the_whole_table() -> None:
    reveal, shots = (
        "Before we vote: whoever wants to show their role does it now.",
        "Whoever has just left and has a last shot takes it now.",
    )
    assert [
        opening(TOWN, at, make_deck(TOWN, 10)) for at, step in enumerate(TOWN.day) if isinstance(step, Collect)
    ] == [(reveal,)]
    assert [opening(WOLVES, at) for at, step in enumerate(WOLVES.day) if isinstance(step, Reactions)] == [(shots,)] * 2
    assert all(opening(WOLVES, at, make_deck(WOLVES, 6)) == () for at in range(len(WOLVES.day)))
