"""The scripted players: they beat random ones on every side, and what they say fits what happened."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt

import pytest

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Chose,
    Claim,
    Ended,
    Fact,
    Fell,
    Landed,
    Noticed,
    Out,
    PhaseBegan,
    Said,
    Shown,
    Skipped,
    Told,
    Voted,
)
from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.players.bots.scripted.ballot import ballot
from duskfall.players.bots.scripted.bluff import results, told_role
from duskfall.players.bots.scripted.discuss import discuss, remark
from duskfall.players.bots.scripted.lines import LINES
from duskfall.players.bots.scripted.mind import Mind
from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.weigh import weigh
from duskfall.players.bots.scripted.words import core
from duskfall.rules import BOOKS, ruleset
from duskfall.study.absurd.checks import absurdities, counted
from duskfall.study.primer import EVIL, primer
from duskfall.table.run import play
from duskfall.table.seating import kinds, seat_players
from duskfall.tell.tongue import LANGUAGES, say, speaking
from tests.tell.test_happened import opening
from tests.volume import scaled

SIDES = [(rules, side) for rules in BOOKS for side in ruleset(rules).sides]


RARE = {  # sides that no deck of the book deals
    "arsonist": "Arsonist, Godfather, Consort, Ambusher, Escort, Doctor, Sheriff, Lookout, Vigilante, Citizen",
}


def one(rules: str, line: str, seed: int, seats: int = 10, deck: str = "") -> Game:
    game = duskfall.start(rules, deck=deck, seed=seed) if deck else duskfall.start(rules, seats, seed=seed)
    return play(game, seat_players(game, kinds(line, game)))


@cache
def winner(rules: str, line: str, seed: int, deck: str) -> str:
    end = one(rules, line, seed, deck=deck).over
    assert end
    return end.winner


def share(rules: str, line: str, side: str, games: int) -> float:
    return sum(1 for seed in range(games) if winner(rules, line, seed, RARE.get(side, "")) == side) / games


def test_who_marks_others_takes_another_each_night_and_strikes_in_time() -> None:
    struck = 0
    for seed in range(12):
        game = one("town-of-agents", "scripted", seed, deck=RARE["arsonist"])
        living, marked = set(range(1, 11)), set[int]()
        for fact in game.facts:
            if isinstance(fact, Announced):
                living -= {seat for seat, _ in fact.dead}
            elif isinstance(fact, Out):
                living -= {fact.seat}
            elif isinstance(fact, Chose) and fact.verb == "douse" and fact.target:
                assert fact.target not in marked or living - {fact.seat} <= marked
                marked.add(fact.target)
            elif isinstance(fact, Landed) and fact.verb == "ignite":
                struck += 1
                marked.discard(fact.on)
    assert struck >= 12


def test_who_is_told_of_an_ambush_suspects_the_one_named() -> None:
    for seed in range(40):
        game = one("town-of-agents", "scripted", seed, deck=RARE["arsonist"])
        for fact in game.facts:
            if isinstance(fact, Noticed) and fact.notice == "ambusher":
                mind = Mind(view(game.facts[: game.facts.index(fact) + 1], fact.seat))
                mind.notice()
                scores = {seat: case.score for seat, case in weigh(mind, lambda seat: 0.0).items()}
                if not mind.evil:
                    assert max(scores, key=scores.__getitem__) == fact.about
                    return
    raise AssertionError("nobody was told")


@pytest.mark.parametrize(("rules", "side"), SIDES)
def test_a_scripted_side_beats_random_players(rules: str, side: str) -> None:
    random = share(rules, "random", side, 60)
    games = scaled(60 if random < 0.85 else 200)  # near the ceiling a rise is small
    random = share(rules, "random", side, games)
    scripted = share(rules, f"{side}=scripted, random", side, games)
    error = sqrt(random * (1 - random) / games + scripted * (1 - scripted) / games)
    assert scripted - random > 1.64 * error, (random, scripted)


@pytest.mark.parametrize(("rules", "side"), SIDES)
def test_between_scripted_players_every_side_can_win(rules: str, side: str) -> None:
    assert share(rules, "scripted", side, scaled(20)) > 0


@pytest.mark.parametrize("rules", BOOKS)
def test_they_claim_accuse_lie_and_are_caught(rules: str) -> None:
    told = lies = reports = accusations = 0
    for seed in range(12):
        game = one(rules, "scripted", seed)
        said = [fact for fact in game.facts if isinstance(fact, Said) and fact.to == EVERYONE]
        claims = [(fact.seat, claim) for fact in said for claim in fact.claims]
        roles = ["", *game.setup.roles]
        mine = [(seat, claim.word) for seat, claim in claims if claim.kind == "role" and claim.seat == seat]
        told += sum(1 for seat, role in mine if roles[seat] == role)
        lies += sum(1 for seat, role in mine if roles[seat] != role)
        reports += sum(1 for _, claim in claims if claim.kind == "result")
        accusations += sum(1 for _, claim in claims if claim.kind == "accuse")
    assert min(told, lies, reports) > 5
    assert accusations > 50


@pytest.mark.parametrize("rules", BOOKS)
def test_the_good_do_not_lie(rules: str) -> None:
    book = primer(rules)
    for seed in range(12):
        game = one(rules, "scripted", seed)
        read = {(fact.seat, fact.target, fact.word) for fact in game.facts if isinstance(fact, Told)}
        roles = ["", *game.setup.roles]
        for fact in game.facts:
            if not isinstance(fact, Said) or book.cards[roles[fact.seat]].team != book.home:
                continue
            for claim in fact.claims:
                if claim.kind == "role":
                    assert claim.word == roles[fact.seat]
                if claim.kind == "result":
                    assert (fact.seat, claim.seat, claim.word) in read


@pytest.mark.parametrize("rules", BOOKS)
def test_no_line_is_said_twice_in_a_row_and_most_are_said_once_a_day(rules: str) -> None:
    for seed in range(8):
        said: list[str] = []
        for fact in one(rules, "scripted", seed).facts:
            if isinstance(fact, PhaseBegan):
                assert len(set(said)) >= 0.7 * len(said), said
                said = []
            if isinstance(fact, Said):
                assert not said or fact.text != said[-1]
                said.append(fact.text)


@pytest.mark.parametrize("rules", BOOKS)
def test_the_evil_do_not_vote_for_each_other_without_need(rules: str) -> None:
    """A mate is given up only when the table is about to do it anyway."""
    given_up = ballots = 0
    for seed in range(12):
        game = one(rules, "scripted", seed)
        cards = [primer(rules).cards[role] for role in game.setup.roles]
        for fact in game.facts:
            for voter, target in fact.ballots if isinstance(fact, Voted) else ():
                if cards[voter - 1].side == EVIL and isinstance(target, int):
                    ballots += 1
                    given_up += voter != target and cards[voter - 1].team == cards[target - 1].team
    assert given_up < 0.25 * ballots


@pytest.mark.parametrize("rules", BOOKS)
def test_they_say_and_do_nothing_absurd(rules: str) -> None:
    """That the first accused leaves is absurd only if it happens most of the time; nobody can rule it out."""
    found: Counter[str] = Counter()
    for seed in range(1, 31):
        found += counted(absurdities(one(rules, "scripted", seed).facts, ruleset(rules)))
    assert found.pop("the first accused leaves", 0) <= 12
    assert not found


@pytest.mark.parametrize(("seed", "seats"), [(1, 13), (35, 15)])
def test_what_was_seen_at_a_victims_door_is_told_in_typed_words_also_in_a_reply(seed: int, seats: int) -> None:
    found = counted(absurdities(one("ai-mafia", "scripted", seed, seats).facts, ruleset("ai-mafia")))
    assert not found["a visit without a typed claim"]


def heard(seat: int, *facts: Fact) -> Mind:
    """What a seat has in mind on the second day, after a night in which Dee has died."""
    roles = {"Ann": "Mafia", "Bob": "Sheriff", "Cid": "Jailor", "Dee": "Citizen", "Eli": "Lookout", "Fay": "Citizen"}
    night = PhaseBegan(EVERYONE, "night", 1), Announced(EVERYONE, ((4, "Citizen"),)), PhaseBegan(EVERYONE, "day", 2)
    mind = Mind(view([*opening("town-of-agents", roles), *night, *facts], seat))
    mind.notice()
    return mind


def visit(by: int, who: int, at: str) -> Said:
    return Said(EVERYONE, by, "...", "speech", claims=(Claim("visit", who, at),))


def doubt(mind: Mind, seat: int) -> float:
    return weigh(mind, lambda _: 0.0)[seat].score


def test_who_was_seen_at_a_victims_door_is_suspected_unless_a_role_explains_it() -> None:
    quiet, seen = heard(6), heard(6, visit(5, 1, "Dee"))
    assert doubt(seen, 1) > doubt(quiet, 1) + 1
    explained = heard(6, visit(5, 1, "Dee"), Said(EVERYONE, 1, "...", "speech", claims=(Claim("role", 1, "Jailor"),)))
    assert doubt(explained, 1) < doubt(seen, 1)
    assert doubt(heard(6, visit(5, 1, "Cid")), 1) == doubt(quiet, 1)  # Cid lives


def test_who_stayed_at_home_knows_that_a_tale_of_its_visit_is_a_lie() -> None:
    assert doubt(heard(6, visit(2, 6, "Dee")), 2) > doubt(heard(6), 2) + 1


def test_who_has_had_a_turn_since_it_was_accused() -> None:
    accuses = Said(EVERYONE, 1, "...", "speech", claims=(Claim("accuse", 2),))
    assert heard(6, Said(EVERYONE, 2, "...", "speech"), accuses).had_turn == set()
    assert heard(6, accuses, Skipped(EVERYONE, 2, "speech")).had_turn == {2}


def votes(*facts: Fact) -> object:
    """For whom Fay votes, after what all have heard."""
    return ballot(Turn(Ask(1, 6, "vote", seats=(1, 2, 3, 5)), heard(6, *facts), seed=1))


def says(by: int, *claims: Claim) -> Said:
    return Said(EVERYONE, by, "...", "speech", claims=claims)


def test_who_has_named_somebody_stands_by_it_unless_something_new_is_told_of_one_of_them() -> None:
    named, other = says(6, Claim("accuse", 3)), says(5, Claim("role", 5, "Lookout"))
    result = says(2, Claim("role", 2, "Sheriff"), Claim("result", 1, "SUSPICIOUS", "check"))
    assert votes(result, named) == 3
    assert votes(result, named, other) == 3  # nothing new of Ann or Cid
    assert votes(named, result, other) == 1
    assert votes(result, named, says(3, Claim("role", 3, "Jailor"))) == 1


def test_nobody_good_votes_for_who_was_shown_good_whatever_was_said_or_read() -> None:
    named, shown = says(6, Claim("accuse", 3)), Shown(EVERYONE, 3, "Jailor")
    assert votes(named) == 3
    assert votes(named, shown) != 3
    forged = says(2, Claim("role", 2, "Sheriff"), Claim("result", 3, "SUSPICIOUS", "check"))
    voices = [says(by, Claim("accuse", 3)) for by in (1, 2, 5)]
    reading = Told(1 << 6, 6, "check", 3, "SUSPICIOUS")
    assert votes(forged, reading, *voices, named, shown) != 3


def test_a_keeper_is_not_told_of_a_card_that_all_have_seen() -> None:
    claimed = says(1, Claim("role", 1, "Sheriff"))
    gone = PhaseBegan(EVERYONE, "night", 2), Announced(EVERYONE, ((2, "Sheriff"),)), PhaseBegan(EVERYONE, "day", 3)
    jail = Ask(1, 1, "vote", speech=True)
    assert told_role(Turn(jail, heard(1, claimed), seed=1)) == "Sheriff"
    assert told_role(Turn(jail, heard(1, claimed, *gone), seed=1)) == ""


def test_who_defends_itself_tells_whom_it_saw_at_a_victims_door() -> None:
    saw = Told(1 << 5, 5, "watch", 4, "", (1,))
    ask = Ask(1, 5, "speak", part="speech", speech=True)
    said = discuss(Turn(ask, heard(5, saw, says(2, Claim("accuse", 5))), seed=1))
    assert said is not None
    told = [(each["kind"], each["seat"], each["word"]) for each in said["claims"]]
    assert {("visit", 1, "Dee"), ("defend", 5, ""), ("accuse", 1, "")} <= set(told)


SPEECH = Ask(1, 5, "speak", part="speech", speech=True)


def test_a_question_is_no_answer() -> None:
    asked = Said(EVERYONE, 1, "Well?", "question", addressed=6)
    asks = Said(EVERYONE, 6, "And you?", "question", addressed=2)
    assert heard(6, asked, asks).asked_by == [1]
    assert heard(6, asked, asks, says(6)).asked_by == []


def test_what_was_read_of_the_dead_is_news_until_their_card_is_shown() -> None:
    reading, night = Told(1 << 2, 2, "check", 1, "SUSPICIOUS"), PhaseBegan(EVERYONE, "night", 2)
    for shown, told in (("hidden", [1]), ("Mafia", [])):
        mind = heard(2, reading, night, Announced(EVERYONE, ((1, shown),)), PhaseBegan(EVERYONE, "day", 3))
        assert [each.on for each in results(Turn(SPEECH, mind, seed=1))] == told


def test_a_witness_whom_a_card_has_proved_is_believed_and_says_so_to_a_rival() -> None:
    claims = says(5, Claim("role", 5, "Lookout")), visit(5, 1, "Dee")
    out = Out(EVERYONE, 1, "Mafia"), PhaseBegan(EVERYONE, "night", 2), PhaseBegan(EVERYONE, "day", 3)
    rival = says(6, Claim("role", 6, "Lookout"), Claim("accuse", 5))
    assert doubt(heard(2, *claims, *out, rival), 5) < 0 < doubt(heard(2, claims[0], *out, rival), 5)
    said = discuss(Turn(SPEECH, heard(5, *claims, *out, rival), seed=1))
    assert said is not None
    assert {(each["kind"], each["seat"]) for each in said["claims"]} == {("visit", 1), ("accuse", 6)}


def test_who_accused_a_liar_before_still_claims_its_own_card() -> None:
    liar = says(6, Claim("accuse", 1)), says(1, Claim("role", 1, "Lookout"))
    said = discuss(Turn(SPEECH, heard(5, says(5, Claim("accuse", 1)), *liar), seed=1))
    assert said is not None
    assert {("role", 5), ("accuse", 1)} <= {(each["kind"], each["seat"]) for each in said["claims"]}


def test_who_killed_somebody_by_mistake_does_not_mourn() -> None:
    mourned = {seed: _first_word(seed) for seed in range(40)}
    assert any("Dee" in text for text in mourned.values())
    assert not any("Dee" in _first_word(seed, Chose(1 << 6, 6, "shoot", 4)) for seed in mourned)


def _first_word(seed: int, *before: Fact) -> str:
    said = remark(Turn(Ask(1, 6, "speak", part="speech", speech=True), heard(6, *before), seed))
    return said["text"] if said else ""


def test_a_night_in_jail_is_remembered() -> None:
    assert heard(2).idle == set()
    assert heard(2, Noticed(1 << 2, 2, "jailed")).idle == {1}


def test_the_dead_are_not_suspected() -> None:
    for seed in range(8):
        dead: set[int] = set()
        for fact in one("ai-mafia", "scripted", seed).facts:
            if isinstance(fact, Announced):
                dead |= {seat for seat, _ in fact.dead}
            elif isinstance(fact, Out | Fell):
                dead.add(fact.seat)
            elif isinstance(fact, Said):
                assert not dead & {claim.seat for claim in fact.claims if claim.kind == "accuse"}
            elif isinstance(fact, Ended):
                break


def test_every_line_is_well_formed() -> None:
    for tag, lines in LINES.items():
        assert len(set(lines)) == len(lines), tag
        for text in lines:
            filled = {"who": "Ann", "of": "Bob", "word": "MAFIA", "role": "the Cop", "office": "sheriff"}
            made = text.format(**filled, results="Cid: MAFIA.")
            assert made[-1] in ".?!", made
            assert "{" not in made


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_taken_for_another_that_was_used(language: str) -> None:
    with speaking(language):
        said = {text: say(text) for lines in LINES.values() for text in lines}
    for text in said:
        alike = [other for other in said if other != text and core(text, language) in said[other]]
        assert not alike, (text, alike)


@pytest.mark.parametrize("book", BOOKS)
def test_a_tongue_changes_the_words_and_nothing_else(book: str) -> None:
    games = [_spoken(book, language) for language in LANGUAGES]
    assert len({str([fact for fact, _ in game]) for game in games}) == 1
    english, russian, chinese = ({text for _, text in game if text} for game in games)
    assert english
    assert not english & russian | russian & chinese | chinese & english


def _spoken(book: str, language: str) -> list[tuple[object, str]]:
    """A game of bots who speak this, whoever looks on: each fact without its words, and the words."""
    with speaking("ru"):
        game = one(book, f"scripted:{language}", 3)
    return [(fact._replace(text=""), fact.text) if isinstance(fact, Said) else (fact, "") for fact in game.facts]
