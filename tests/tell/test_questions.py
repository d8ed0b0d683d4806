"""Asks and cards in words: every question of every ruleset can be read and answered, out of the data alone."""

from __future__ import annotations

import re
from random import Random

import pytest

from duskfall.core.ask import Ask, read_choice
from duskfall.core.play.game import Game
from duskfall.rules import BOOKS, ruleset
from duskfall.study.house_rules import flags_of
from duskfall.tell.facts import questions as asking
from duskfall.tell.rules import topics
from duskfall.tell.rules.role_card import book, card
from duskfall.tell.text import capital, spaced
from duskfall.vocabulary.ruleset import Ruleset

RULESETS = [ruleset(name) for name in BOOKS]
every_ruleset = pytest.mark.parametrize("rules", RULESETS, ids=list(BOOKS))
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli")
FLAGS = {"nominations": True, "tieEndsWith": "tableVote", "witchSelfAntidote": True}
Met = list[tuple[Ask, Game]]


def met(rules: Ruleset) -> Met:
    """One ask of each kind that comes up in some games, with the game as it stands."""
    found: dict[object, tuple[Ask, Game]] = {}
    flags = {flag.name: FLAGS[flag.name] for flag in rules.flags if flag.name in FLAGS}
    for size, seed in ((7, 1), (10, 2), (16, 3), (20, 4)):
        game, draw = Game.start(rules, size, seed=seed, flags=flags if seed % 2 else {}), Random(seed)
        while game.asks:
            ask = game.asks[0]
            found.setdefault((ask.verb, ask.part, bool(ask.seats), bool(ask.nominees)), (ask, game.copy()))
            game.answer(ask.seat, ask.verb, some_answer(ask, draw, game.names))
    return list(found.values())


def some_answer(ask: Ask, draw: Random, names: tuple[str, ...]) -> object:
    if ask.speech:
        return {"text": "hm", "nominate": draw.choice(ask.nominees)} if ask.nominees else draw.choice(["hm", "SKIP"])
    options = asking.options(ask, names)
    value = draw.choice(options).value if options else None
    return {"target": value, "as": draw.choice(ask.roles)} if ask.roles and isinstance(value, int) else value


@every_ruleset
def test_every_ask_is_a_question_on_one_line(rules: Ruleset) -> None:
    for ask, game in met(rules):
        role = game.state.roles[ask.seat]
        for known in (rules, None):
            question = asking.question(ask, game.names, known, role)
            assert "?" in question or question.endswith("."), question
            assert not re.search(r"[`\n\[]|  ", question), question
        if asking.act(rules, ask.verb, role):
            spelled = ask.verb.replace("_", " ")
            assert asking.question(ask, game.names, rules, role).lower().startswith(spelled)
            assert asking.limits(ask, rules, role).startswith("You ")


@every_ruleset
def test_every_option_is_an_answer(rules: Ruleset) -> None:
    for ask, game in met(rules):
        options = asking.options(ask, game.names)
        assert len({each.key for each in options}) == len(options)
        assert len([each for each in options if isinstance(each.value, int)]) == (0 if ask.confirm else len(ask.seats))
        for each in options:
            role = {"target": each.value, "as": ask.roles[0]} if ask.roles else each.value
            choice = read_choice(ask, role, game.names)
            assert not choice.void
            assert choice.target in (0, *ask.seats)
            if isinstance(each.value, int):
                assert (choice.target, each.key) == (each.value, str(each.value))


WEREWOLF, TOWN, CITY, AI = (ruleset(name) for name in ("werewolf", "town-of-agents", "city-mafia", "ai-mafia"))


@pytest.mark.parametrize(
    ("rules", "ask", "role", "question"),
    [
        (WEREWOLF, Ask(1, 1, "check", "", (2, 3), ("nobody",)), "Seer",
         'Check: whom do you name? You learn of the player named: "WEREWOLF" for team werewolves, else "GOOD".'),
        (WEREWOLF, Ask(1, 1, "poison", "", (), ("nobody",)), "Witch",
         "Poison: there is nobody whom you may name now."),
        (WEREWOLF, Ask(1, 1, "shoot", "", (2,), ("nobody",)), "Hunter",
         "Shoot: whom do you name? You kill the player named (unstoppable attack)."),
        (WEREWOLF, Ask(1, 1, "stand", "", (1,), ("nobody",), confirm=True), "Seer", "Do you stand for sheriff?"),
        (WEREWOLF, Ask(1, 1, "withdraw", "", (1,), ("nobody",), confirm=True), "Seer",
         "You stand for sheriff: do you withdraw?"),
        (WEREWOLF, Ask(1, 1, "elect", "", (2, 3)), "Seer", "The election: who is to be sheriff?"),
        (WEREWOLF, Ask(1, 1, "badge", "", (2, 3), ("nobody",)), "Seer",
         "You leave, and you are sheriff: who is to hold the title after you? If nobody, it is gone."),
        (WEREWOLF, Ask(1, 1, "revote", "", (2, 3), ("nobody",)), "Seer",
         "The vote was tied: which of these is to leave?"),
        (CITY, Ask(1, 1, "revote", "", (), ("all", "nobody")), "Don",
         "The tie does not dissolve: are all the tied to leave?"),
        (TOWN, Ask(1, 1, "vote", "", (1, 2), ("nobody",)), "Doctor",
         "The vote: who is to leave? Out is who has votes of more than half of the living."),
        (TOWN, Ask(1, 1, "execute", "", (2,), ("nobody",), confirm=True), "Jailor",
         "Execute: Bob, yes or no? You kill the player named (unstoppable attack). 3 times a game."),
        (TOWN, Ask(1, 1, "reveal", "", (1,), ("nobody",), confirm=True), "Mayor",
         'Reveal: yes or no? You show everyone your role, and you bear the mark "revealed" for good. Once a game.'),
        (AI, Ask(1, 1, "vote", "", (1, 2), ("skip",)), "Cop",
         "The vote: who is to leave? Out is who has the most votes. A skip counts as a vote that nobody leaves."),
        (WEREWOLF, Ask(1, 1, "kill", "", (1, 2), ("nobody",)), "Werewolf",
         "Kill, for the werewolves: whom do you name? They kill the player named (basic attack). Your word decides."),
        (TOWN, Ask(1, 1, "kill", "", (1, 2), ("nobody",)), "Mafia",
         "Kill, for the mafia: whom do you name? They kill the player named (basic attack). The word of the Godfather "
         "decides; without one, the most named is taken, and a tie names nobody."),
        (TOWN, Ask(1, 1, "interrogate", "interrogate", speech=True), "Jailor",
         "Private talk, just the two of you (interrogate): what do you say?"),
        (AI, Ask(1, 1, "say", "question", speech=True, addresses=(1, 2)), "Cop",
         "Your turn to speak (question). Ask one player a question and say whom, or pass."),
        (AI, Ask(1, 1, "chat", "chat", speech=True), "Mafia", "Private talk of team mafia: what do you say?"),
        (CITY, Ask(1, 1, "say", "speech", speech=True, nominees=(1, 2)), "Don",
         "Your turn to speak (speech). You may put one player up for the vote."),
        (CITY, Ask(1, 1, "say", "last words", speech=True), "Don", "Your last words?"),
        (None, Ask(1, 1, "juggle", "", (2,), ("nobody",)), "Clown", "Juggle: whom do you name?"),
    ],
)  # fmt: skip
def test_questions(rules: Ruleset | None, ask: Ask, role: str, question: str) -> None:
    assert asking.question(ask, NAMES, rules, role) == question


def test_two_roles_with_one_verb_each_read_their_own() -> None:
    ask = Ask(1, 1, "block", "", (2,), ("nobody",))
    own, other = (asking.question(ask, NAMES, AI, role) for role in ("Roleblocker", "Mafia Roleblocker"))
    assert "You block the player named" in own
    assert own != other


def test_hostile_names_stay_on_their_line() -> None:
    names = ("Ann", "`Bob`\x1b[2J\nDawn.", "Cid")
    ask = Ask(1, 1, "execute", "", (2,), ("nobody",), confirm=True)
    question = asking.question(ask, names, TOWN, "Jailor")
    assert question.isprintable()
    assert "`Bob`" in question


def test_why_an_answer_was_not_taken() -> None:
    assert asking.reason(Ask(1, 1, "check")) == ""
    assert asking.reason(Ask(1, 1, "check", refused="self")) == "That was not taken: one may not name oneself."
    assert asking.reason(Ask(1, 1, "check", refused="of-a-new-kind")) == "That was not taken: of a new kind."


# -- cards and topics --------------------------------------------------------------------------------------


@every_ruleset
def test_a_card_tells_all_that_the_role_does(rules: Ruleset) -> None:
    for role in rules.roles:
        lines = card(rules, role.name)
        assert lines[0] == f"You are {role.name}, of team {role.team}."
        text = "\n".join(lines)
        assert not re.search(r"[`\[\]]", text), "citations and marks are for the rules page"
        assert all(f"\n{capital(spaced(ability.verb))}:" in text for ability in role.abilities)
        assert ("Your side wins if" in text) == (role.team in rules.sides)
        assert not re.search(r"\byou (is|was|has|does|dies|kills|names|learns)\b", text)
    assert card(rules, "Nobody's role") == []


def test_a_card_knows_the_team() -> None:
    for rules, role, shared in ((AI, "Framer", True), (AI, "Cop", False), (WEREWOLF, "Werewolf", True)):
        text = "\n".join(card(rules, role))
        assert ("\nKill: " in text) is shared
        assert ("know each other" in text) is shared
    assert "one of team town, drawn by lot" in "\n".join(card(AI, "Executioner"))
    assert "the first living Framer, Consigliere, Consort or Ambusher in seat order becomes Mafia" in "\n".join(
        card(TOWN, "Framer")
    )
    assert "becomes" not in "\n".join(card(TOWN, "Sheriff"))


def test_a_card_leaves_out_house_rules_that_are_off() -> None:
    def act(rules: Ruleset, role: str, **flags: bool | str) -> str:
        on = {flag.name: flag.default for flag in rules.flags} | flags
        return "\n".join(card(rules, role, on))

    assert "the night before" in "\n".join(card(TOWN, "Jailor"))
    assert "You may name a living player, but not yourself. You block the target" in act(TOWN, "Jailor")
    assert "nor whom you named for jail the night before. You" in act(TOWN, "Jailor", jailorNoRepeat=True)
    assert "told who is named for kill tonight, then may name that player, but not yourself." in act(WEREWOLF, "Witch")
    assert "then may name that player. You protect" in act(WEREWOLF, "Witch", witchSelfAntidote=True)
    assert "You bind the target" not in act(CITY, "Mistress", loverDeathDrag=False)
    idle = act(CITY, "Mistress", loverDeathDrag=False, loverGrantsVoteImmunity=False)
    assert "You bind the target" in idle, "what comes to nothing is still told"
    assert act(CITY, "Don").count("Your side wins if") == 2
    assert act(CITY, "Don", maniacWinBeatsParity=True).count("Your side wins if") == 1


@every_ruleset
def test_no_card_of_a_game_speaks_of_a_switch(rules: Ruleset) -> None:
    flags = {flag.name: flag.default for flag in rules.flags}
    for role in rules.roles:
        text = "\n".join(card(rules, role.name, flags))
        assert not any(re.search(rf"\b{name}\b", text) for name in flags)


def test_the_house_rules_of_a_view() -> None:
    game = Game.start(WEREWOLF, 6, flags={"guardNoRepeat": False})
    assert flags_of(game.view(1))["guardNoRepeat"] is False
    game.switch("guardNoRepeat", True)
    assert flags_of(game.view(1))["guardNoRepeat"] is True


def test_the_book_of_a_view() -> None:
    game = Game.start(WEREWOLF, 6)
    assert book(game.view(1)) is WEREWOLF


@every_ruleset
def test_topics(rules: Ruleset) -> None:
    assert topics.short(rules)[0] == f"{rules.title}."
    assert len(topics.short(rules)) <= 6
    assert topics.look_up(rules, "the VOTE")[0] == "THE VOTE"
    for role in rules.roles:
        assert f"· {role.name}: " in "\n".join(topics.look_up(rules, role.name))
    assert topics.look_up(rules, "no such word") == []
    assert bool(topics.ending_early(rules)) == (rules.id.startswith("ai-mafia"))
    assert topics.ending_early(None) == ""
