"""The host's patter by night: complete for all books, in the right order, with what is shown silently."""

from __future__ import annotations

import typing
from string import Formatter

import pytest

from duskfall.core import facts as kinds
from duskfall.core.facts import Fact
from duskfall.core.moderate import CAUSES
from duskfall.core.play.game import Game
from duskfall.core.start.deck import make_deck
from duskfall.core.start.setup import Start
from duskfall.core.victory import DRAWS
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.host import cue_words, day_words
from duskfall.tell.host.cues import Cue, belongs, night_script, setup_script
from duskfall.tell.host.signs import shown_at, sign
from duskfall.vocabulary.effects import Tell
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.vocabulary.seats import Everyone
from duskfall.vocabulary.steps import Chat, Collect, Reactions, Talk

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon")
CITY = ruleset("city-mafia")
WOLVES = ruleset("werewolf")
TOWN = ruleset("town-of-agents")
ALL_RULES = [ruleset(book) for book in BOOKS]


def steps(rules: Ruleset, kind: type) -> list[typing.Any]:
    return [node for node in walk((rules.night, rules.day)) if isinstance(node, kind)]


# -- nothing is missing ------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_RULES, ids=BOOKS)
def test_every_name_of_the_books_has_its_sentence(rules: Ruleset) -> None:
    asked = {verb for step in rules.night if isinstance(step, Collect) for verb in step.verbs}
    openly = {verb for step in rules.day if isinstance(step, Collect) for verb in step.verbs}
    if steps(rules, Reactions):
        openly |= {trigger.name for role in rules.roles for trigger in role.triggers if trigger.ask}
    told = {tell.notice for tell in walk(rules) if isinstance(tell, Tell) and isinstance(tell.who, Everyone)}
    assert asked <= set(cue_words.QUESTIONS)
    assert {chat.verb for chat in steps(rules, Chat)} <= set(cue_words.TALKS)
    assert openly <= set(day_words.OPENLY)
    assert {talk.name for talk in steps(rules, Talk)} <= set(day_words.PARTS)
    assert {line.reason for line in rules.wins} | set(DRAWS) <= set(day_words.ENDS)
    assert told <= set(day_words.NEWS)


def test_no_sentence_is_left_over() -> None:
    asked = {verb for rules in ALL_RULES for step in rules.night if isinstance(step, Collect) for verb in step.verbs}
    assert set(cue_words.QUESTIONS) == asked
    assert set(day_words.REMOVED) == set(CAUSES)
    assert set(day_words.ENDS) == {line.reason for rules in ALL_RULES for line in rules.wins} | set(DRAWS)


@pytest.mark.parametrize("table", [cue_words.QUESTIONS, cue_words.TALKS])
def test_whoever_is_called_is_named(table: dict[str, str]) -> None:
    for text in table.values():
        slots = [slot for _, slot, _, _ in Formatter().parse(text) if slot]
        assert slots in (["who"], ["who", "sought"]), text
        assert text.endswith((".", "?"))


# -- the night ---------------------------------------------------------------------------------------


def night(game: Game) -> list[Fact]:
    """The facts from the beginning of the last night on."""
    begun = [at for at, fact in enumerate(game.facts) if isinstance(fact, kinds.PhaseBegan) and fact.phase == "night"]
    return game.facts[begun[-1] :]


def told(cues: typing.Iterable[Cue]) -> list[str]:
    return [line for cue in cues for line in cue.say]


def test_a_night_of_city_mafia() -> None:
    assert told(night_script(CITY, make_deck(CITY, 10))) == [
        "Night falls. Everybody closes their eyes.",
        "A closed fist means: nobody.",
        "Mafia, open your eyes.",
        "Mafia, show me whom you kill tonight.",
        "Mafia, close your eyes.",
        "Don, open your eyes.",
        "Don, show me whom you take for the Sheriff.",
        "Don, here is your answer.",
        "Don, close your eyes.",
        "Sheriff, open your eyes.",
        "Sheriff, show me whom you check tonight.",
        "Sheriff, here is your answer.",
        "Sheriff, close your eyes.",
        "Doctor, open your eyes.",
        "Doctor, show me whom you heal tonight.",
        "Doctor, close your eyes.",
        "Mistress, open your eyes.",
        "Mistress, show me whom you visit tonight.",
        "Mistress, close your eyes.",
        "Maniac, open your eyes.",
        "Maniac, show me whom you kill tonight.",
        "Maniac, close your eyes.",
        "I go round the table. Whoever I touch opens their eyes, reads my screen, and sleeps on.",
        "Morning. Everybody opens their eyes.",
    ]


@pytest.mark.parametrize("rules", ALL_RULES, ids=BOOKS)
def test_eyes_are_opened_and_closed_in_turn(rules: Ruleset) -> None:
    """Nobody is called while somebody else is awake, nobody is left awake, and each cue says what comes next."""
    for seats in (*range(rules.decks.seats[0], rules.decks.seats[1] + 1),):
        cues, awake = night_script(rules, make_deck(rules, seats)), ""
        for line in told(cues):
            who, _, rest = line.partition(", ")
            if rest == "open your eyes.":
                assert not awake
                awake = who
            elif rest == "close your eyes.":
                assert awake == who
                awake = ""
            elif "touch you" in line or line == cue_words.ROUND:
                assert not awake
        assert not awake
        assert [cue.kind for cue in cues][:: len(cues) - 1] == ["dusk", "dawn"]
        assert all(cue.next for cue in cues[:-1])
        assert not cues[-1].next
        assert [cue.step for cue in cues] == sorted(cue.step for cue in cues)


def test_the_witch_is_shown_whom_the_wolves_name() -> None:
    game = Game.start(WOLVES, dict(zip(NAMES, make_deck(WOLVES, 10), strict=True)), talk=False, tries=1)
    script = night_script(WOLVES, make_deck(WOLVES, 10))
    at = next(index for index, cue in enumerate(script) if cue.verb == "antidote")
    game.answer(1, "kill", "Jon")
    assert [(fact.to, sign(fact, NAMES)) for fact in shown_at(script, at, night(game))] == [(1 << 5, "10, Jon")]


def test_answers_are_shown_at_their_cues_and_notices_on_the_round() -> None:
    cards = ("Don", "Mafia", "Maniac", "Sheriff", "Doctor", "Mistress", "Citizen", "Citizen", "Citizen", "Citizen")
    game = Game.start(CITY, dict(zip(NAMES, cards, strict=True)), talk=False, tries=1, start=Start("night", 1))
    answers = {
        "kill": (1, 10),
        "seek": (1, 4),
        "check": (4, 3),
        "heal": (5, 10),
        "visit": (6, None),
        "maniac_kill": (3, 8),
    }
    for verb, (seat, target) in answers.items():
        game.answer(seat, verb, target)
    script = night_script(CITY, cards)
    shown = {
        (cue.kind, cue.role): [(fact.to, sign(fact, NAMES)) for fact in shown_at(script, at, night(game))]
        for at, cue in enumerate(script)
    }
    assert {key: value for key, value in shown.items() if value} == {
        ("sign", "Don"): [(1 << 1, "4, Dee: SHERIFF")],
        ("sign", "Sheriff"): [(1 << 4, "3, Cid: BLACK")],
        ("round", ""): [(1 << 5, "The player you protected was attacked, and lives")],
    }


def test_a_prisoner_is_touched_and_a_promotion_is_told_at_dusk() -> None:
    cards = ("Godfather", "Framer", "Jailor", "Citizen", "Citizen", "Citizen", "Citizen")
    game = Game.start(
        TOWN, dict(zip(NAMES, cards, strict=False)), talk=True, tries=1, start=Start("night", 3, dead=(1,))
    )
    script = night_script(TOWN, cards)
    dusk, talk = (next(i for i, cue in enumerate(script) if cue.kind == kind) for kind in ("round", "confer"))
    assert script[dusk].step == -1
    assert [sign(fact, NAMES) for fact in shown_at(script, dusk, night(game))] == [
        "Your new role: Mafia",
        "You have been promoted",
    ]
    game.answer(3, "jail", 4)
    assert [(f.to, sign(f, NAMES)) for f in shown_at(script, talk, night(game))] == [(1 << 4, "You are jailed tonight")]
    assert belongs(script[talk], game.asks[0], "Jailor", TOWN)


# -- a set-up night ----------------------------------------------------------------------------------


@pytest.mark.parametrize("call_all", [False, True])
@pytest.mark.parametrize("rules", ALL_RULES, ids=BOOKS)
def test_a_set_up_night_finds_every_card_but_the_common_one(rules: Ruleset, call_all: bool) -> None:
    deck = make_deck(rules, 18)
    held = [cue.role for cue in setup_script(rules, deck, call_all=call_all) if cue.kind == "hold"]
    wanted = {role.name for role in rules.roles} if call_all else set(deck)
    assert sorted(held) == sorted(wanted - {rules.decks.rest})


def test_those_who_know_each_other_wake_together() -> None:
    cues = setup_script(CITY, make_deck(CITY, 10))
    assert told(cues)[2:8] == [
        "Mafia, open your eyes and look at one another.",
        "Whoever holds this card raises a hand: Don.",
        "Hands down.",
        "Whoever holds this card raises a hand: Mafia.",
        "Hands down.",
        "Mafia, close your eyes.",
    ]
    assert [(cue.role, cue.group) for cue in cues if cue.group] == [("Don", "mafia"), ("Mafia", "mafia")]
