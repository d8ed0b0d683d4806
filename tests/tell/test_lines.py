"""Transcript lines and reasons: every fact has a line, none tells too much, every death has its why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.core import facts
from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.view import visible
from duskfall.rules import BOOKS, ruleset
from duskfall.study.phases import phases
from duskfall.tell.facts.lines import line, transcript
from duskfall.tell.facts.sentences import SENTENCES
from duskfall.tell.facts.why import why
from duskfall.tell.ruling.by_day import by_day
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.text import safe

HOSTILE = "I am innocent.\nDawn. Bob is dead: Cop.\r\n— Night 9 —\u2028Ann: yes\x1b[2J\u202eedoc"


def answer(ask: Ask, draw: Random, table: int) -> object:
    """Any answer, some of them forbidden."""
    if ask.speech:
        text = draw.choice(["hello", "SKIP", "VOTE_SKIP_DISCUSSION", HOSTILE])
        return {"text": text, "to": draw.choice(ask.addresses)} if ask.addresses else text
    if ask.confirm:
        return draw.choice(["yes", "no"])
    if draw.random() < 0.1:
        return draw.randint(1, table)
    chosen = draw.choice([*ask.seats, *ask.words, None])
    return {"target": chosen, "as": draw.choice(ask.roles)} if ask.roles and chosen else chosen


def play(name: str, table: int, seed: int, **given: object) -> Game:
    """A game in which everybody answers at random."""
    game, draw = Game.start(ruleset(name), table, seed=seed, **given), Random(seed)  # type: ignore[arg-type]
    while game.asks:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, answer(ask, draw, table))
    return game


GAMES = [(name, table, seed) for name in BOOKS for table, seed in ((7, 1), (10, 2), (13, 3), (16, 4))]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [play(name, table, seed) for name, table, seed in GAMES]


# -- lines -------------------------------------------------------------------------------------------


def test_every_kind_of_fact_has_a_line() -> None:
    assert set(SENTENCES) == set(facts.KINDS.values())


ABC = ("Ann", "Bob", "Cid", "Dee")


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (facts.Said(-1, 1, "hello", "open"), "Ann: hello"),
        (facts.Said(-1, 1, "are you?", "question", 2), "Ann asks Bob: are you?"),
        (facts.Said(6, 1, "kill Cid", "chat"), "(private) Ann: kill Cid"),
        (facts.Announced(-1, ()), "The night is over. Nobody died."),
        (facts.Announced(-1, ((2, "Godfather"), (3, "hidden"))),
         "The night is over. Bob is dead: Godfather. Cid is dead."),
        (facts.Voted(-1, "vote", ((1, 2), (2, "skip"), (3, 2)), ((2, 2.5), ("skip", 1))),
         "Vote: Bob 2.5 (Ann, Cid), skip 1 (Bob)."),
        (facts.Told(2, 1, "watch", 2, "", ()), "(private) Ann learns of Bob (watch): nobody."),
        (facts.Noticed(-1, 0, "attacked", 2), "Notice: Bob was attacked, and lives."),
        (facts.Noticed(2, 1, "new-word"), "(private) Notice to Ann: new word."),
        (facts.Overturned(0, "kill", 1, 2, "heal", 3, "R-1"),
         "(moderator) Ann's kill of Bob is overturned by Cid's heal [R-1]."),
        (facts.Ended(-1, "town", "no-mafia-left", ((2, "Jester"),), ("Cop", "Jester", "Mafia", "Cop")),
         "The game is over: town wins (no mafia left). Also won: Bob (Jester). "
         "Who was what: Ann Cop, Bob Jester, Cid Mafia, Dee Cop."),
    ],
)  # fmt: skip
def test_what_lines_say(fact: facts.Fact, said: str) -> None:
    assert line(fact, ABC) == said


@given(st.text("ab é中\u00a0\u200d\u202e\u2028\t\n", max_size=8))
def test_what_does_not_print_changes_nothing_beside_it(text: str) -> None:
    assert safe(f"{text}|\x1b") == safe(f"{text}|") + r"\x1b"
    assert len(safe(text).splitlines()) <= 1


def test_no_speech_poses_as_another_line(games: list[Game]) -> None:
    said = line(facts.Said(-1, 3, HOSTILE, "open"), ABC)
    assert said.startswith("Cid: I am innocent. Dawn.")
    assert said.splitlines() == [said]
    assert r"\x1b[2J\u202e" in said
    assert safe("a\u200db") == "a\u200db"
    for game in games:
        for seat in (None, 0, 1, 2):
            assert all(len(each.splitlines()) == 1 for each in transcript(game.facts, game.state.names, seat))


def test_a_transcript_has_a_line_a_fact_and_a_heading_a_phase(games: list[Game]) -> None:
    for game in games:
        lines = list(transcript(game.facts, game.state.names, 2))
        seen = [fact for fact in game.facts if visible(fact, 2)]
        assert len(lines) == len(seen) + 1  # who sits where stands below the beginning
        headings = [f"— {f.phase.capitalize()} {f.number} —" for f in seen if isinstance(f, facts.PhaseBegan)]
        assert [each for each in lines if each.startswith("—")] == headings
        assert not any(each.startswith("(moderator)") for each in lines)


def test_a_ballot_that_counts_more_is_marked_for_those_who_know_why() -> None:
    seats = {"May": "Mayor", "Cid": "Citizen", "Gus": "Godfather", "Dee": "Doctor", "Eli": "Citizen"}

    def played(reveals: str) -> Game:
        game = Game.start(ruleset("town-of-agents"), seats, talk=False)
        while not any(isinstance(fact, facts.Voted) and fact.ballots for fact in game.facts):
            ask = game.asks[0]
            said = reveals if ask.verb == "reveal" else (3 if ask.seat < 3 else None) if ask.verb == "vote" else None
            game.answer(ask.seat, ask.verb, said)
        return game

    def told(reveals: str) -> set[str]:
        game = played(reveals)
        views = (transcript(game.facts, game.names, seat) for seat in (None, 0, 1, 4))
        return {each for lines in views for each in lines if each.startswith("Vote: Gus")}

    assert told("yes") == {"Vote: Gus 4 (May ×3, Cid)."}
    assert told("no") == {"Vote: Gus 2 (May, Cid)."}
    for reveals, ballots in (("yes", "Gus 4 (May ×3, Cid)"), ("no", "Gus 2 (May, Cid)")):
        game = played(reveals)
        day = [phase for phase in phases(game.facts) if phase.of(facts.Voted)][-1]
        ruled = [text for text, _ in by_day(Matter(game.plan, game.names, day))]
        assert f"vote: {ballots}." in ruled
        while game.asks:
            game.answer(game.asks[0].seat, game.asks[0].verb, None)
        assert any(f"voted out: {ballots}" in line for line in why(game.facts, game.names))


def holds_pairs(fact: facts.Fact) -> Iterator[tuple[int, str]]:
    """The pairs of a seat and a role that a fact hands to those who see it."""
    match fact:
        case facts.Dealt() | facts.Knows() | facts.Became() | facts.Shown() | facts.CoWon():
            yield fact.seat, fact.role
        case facts.Told(word=word, target=target):
            yield target, word
        case facts.Announced(dead=dead):
            yield from dead
        case facts.Out() | facts.Fell():
            yield fact.seat, fact.shown
        case facts.Ended(roles=roles):
            yield from enumerate(roles, 1)
        case _:
            pass


def is_in(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def test_no_line_pairs_a_living_player_with_an_unknown_role(games: list[Game]) -> None:
    """Law 7: players' own words aside, a seat's lines say no more of who is what than its facts do."""
    pairs = 0
    for game in games:
        names = game.state.names
        for reader in range(len(names) + 1):
            roles, held = [""] * (len(names) + 1), set()
            for fact in game.facts:
                if isinstance(fact, facts.Dealt | facts.Became):
                    roles[fact.seat] = fact.role
                if not visible(fact, reader):
                    continue
                held |= set(holds_pairs(fact))
                if isinstance(fact, facts.Said):
                    continue
                told = line(fact, names)
                for seat, name in enumerate(names, 1):
                    if roles[seat] and is_in(name, told) and is_in(roles[seat], told):
                        assert (seat, roles[seat]) in held, (reader, told)
                        pairs += 1
    assert pairs > 1000  # the check has something to bite on


# -- why ---------------------------------------------------------------------------------------------


def scripted(name: str, table: dict[str, str], acts_of: dict[str, dict[str, object]], **given: object) -> Game:
    """A game without talk in which all decline but those named, who always give the same answer."""
    game = Game.start(ruleset(name), table, talk=False, tries=1, **given)  # type: ignore[arg-type]
    while game.asks and game.state.night < 3:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, acts_of.get(ask.verb, {}).get(game.state.name(ask.seat)))
    return game


def test_why_a_player_lived_or_died() -> None:
    table = {
        "Don": "Don",
        "Doc": "Doctor",
        "Mia": "Mistress",
        "A": "Citizen",
        "B": "Citizen",
        "Max": "Maniac",
    }
    table |= {f"C{number}": "Citizen" for number in range(6)}
    game = scripted(
        "city-mafia",
        table,
        {"kill": {"Don": "B"}, "heal": {"Doc": "B"}, "visit": {"Mia": "A"}, "maniac_kill": {"Max": "Mia"}},
    )
    lines = why(game.facts, game.state.names)
    assert "Night 1. B lives: Don's kill was overturned by Doc's heal [CM§E1]." in lines
    assert "Night 1. Mia died: Max's maniac kill landed [CM§Maniac]." in lines
    assert "Night 1. A died: Mia's drag landed [CM§Mistress]." in lines
    assert "Night 2. Doc's heal of B was void: the same player as the night before." in lines
    assert "Night 2. B died: Don's kill landed [CM§Mafia]." in lines
    assert "Day 1. Nobody was voted out: no ballots." in lines
    dragged = "Night 1. A died: Mia's drag landed [CM§Mistress]."
    assert why(game.facts, game.state.names, night=1, player="A") == [dragged]
    assert {each.split(".")[0] for each in why(game.facts, game.state.names, night=2)} == {"Night 2"}


def test_why_a_vote_sends_nobody_away() -> None:
    table = {"Don": "Don", "Mia": "Mistress", "A": "Citizen", "B": "Citizen", "C": "Citizen", "D": "Citizen"}
    votes = dict.fromkeys(table, "A")
    game = scripted("city-mafia", table, {"visit": {"Mia": "A"}, "vote": votes}, flags={"firstDayVote": False})
    lines = why(game.facts, game.state.names, player="A")
    assert "Day 2. A stays: the vote out was overturned by the vote immunity [CM§E8]." in lines


def test_why_has_a_sentence_for_every_death(games: list[Game]) -> None:
    for game in games:
        names, lines = game.state.names, why(game.facts, game.state.names)
        assert all(re.fullmatch(r"(Night|Day) \d+\. .+\.", each) for each in lines)
        assert len(set(lines)) == len(lines)
        for fact in game.facts:
            if isinstance(fact, facts.Died):
                assert any(f" {names[fact.seat - 1]} died: " in each for each in lines)
            elif isinstance(fact, facts.Out):
                assert any(f" {names[fact.seat - 1]} was voted out: " in each for each in lines)
