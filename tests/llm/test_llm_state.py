"""What a question tells beside itself: the state line, what was one's own doing, what a talk is for, notes, primers."""

from __future__ import annotations

import re
from typing import Any

import pytest

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.facts import PhaseBegan, Said
from duskfall.core.view import View
from duskfall.players.llm.answers.echoes import before, echoes
from duskfall.players.llm.answers.forms import form
from duskfall.players.llm.calls import USER
from duskfall.players.llm.prompts import primers
from duskfall.rules import BOOKS, ruleset
from duskfall.study.speech_left import speech_left
from duskfall.table.run import play
from duskfall.table.seating import seat_players

from .driving import Driven, Writer, driven, model

TOWN = {"Ann": "Godfather", "Bob": "Mafia", "Cid": "Cop", "Dee": "Villager", "Eli": "Villager", "Fay": "Villager"}


@pytest.mark.parametrize("book", BOOKS)
def test_every_question_ends_with_the_state_of_the_table_which_is_sent_once(book: str) -> None:
    told = driven(book, 8)
    for seat, prompts in told.prompts.items():
        name = told.game.names[seat - 1]
        lines = [prompt.messages[-1].text for prompt in prompts]
        assert all(line.startswith(f"Remember: you are {name} the ") for line in lines)
        assert all("\n" not in line and len(line) < 400 for line in lines)
        for prompt in prompts:
            assert prompt.messages[-1].role == USER
            assert prompt.stable < len(prompt.messages)
            assert not any(message.text.startswith("Remember:") for message in prompt.messages[:-1])


def test_the_state_line_names_role_mates_living_and_what_is_left_to_say() -> None:
    told = Driven(duskfall.start("ai-mafia", TOWN, seed=2)).play(12)
    first, *others = [prompt.messages[-1].text for prompt in told.prompts[1]]
    assert first == (
        "Remember: you are Ann the Godfather, of team mafia; your own: Bob the Mafia. "
        "Living: Ann, Bob, Cid, Dee, Eli, Fay. An empty `speech` passes your turn."
    )
    once = re.compile(r"Living: .*\. It is your last turn in this part of the talk\. An empty `speech` passes")
    assert any(map(once.search, others))
    open_talk = [prompt.messages[-1].text for _, prompt in driven("ai-mafia", 8).order]
    left = [int(found[1]) for line in open_talk if (found := re.search(r"(\d+) messages? left to the whole", line))]
    assert left
    assert min(left) >= 1


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_left_to_say_is_what_the_game_leaves(book: str) -> None:
    """Held against the kernel's own count, which no player sees."""
    seen = 0
    game = duskfall.start(book, 8, seed=4, flags={"maxRounds": 4})

    class Counting:
        blind = False

        def __init__(self, seat: int, player: Any) -> None:
            self.player = player

        def answer(self, ask: Ask, view: View) -> object:
            nonlocal seen
            left, at = speech_left(view, ask.part) if ask.speech else None, game.state.at
            if left and left.messages:
                seen += 1
                assert left.messages == at.budget - at.said
            elif left:
                seen += 1
                assert left.turns == 1 + sum(
                    at.order[turn % len(at.order)] == ask.seat for turn in range(at.turn, at.turns)
                )
            return self.player.answer(ask, view)

    players = seat_players(game, "scripted")
    play(game, {seat: Counting(seat, player) for seat, player in players.items()})
    assert seen


def test_what_one_did_and_learned_is_told_in_the_second_person() -> None:
    for book in BOOKS:
        game = driven(book, 8)
        for seat, prompts in ((seat, prompts) for seat, prompts in game.prompts.items() if prompts):
            name = game.game.names[seat - 1]
            text = "\n".join(message.text for message in prompts[-1].messages[1:] if message.role == USER)
            plain = [line for line in text.splitlines() if not line.startswith(("> ", "["))]
            assert not any(re.search(rf"\b{name} (chooses|declines|learns|passes)\b", line) for line in plain)
    told = "\n".join(message.text for _, prompt in driven("werewolf", 8).order for message in prompt.messages)
    for words in ("(private) You chose: ", "(private) You declined: ", "(private) You learn of "):
        assert words in told


def test_a_choice_of_oneself_reads_as_one_whatever_the_act() -> None:
    told = "\n".join(prompt.messages[-2].text for _, prompt in driven("werewolf", 9).order)
    assert "(private) You chose: stand (yourself)." in told
    assert " yourself.\n" not in "\n".join(line for line in told.splitlines(True) if "You chose" in line)


def test_a_part_of_the_talk_is_told_in_the_words_of_the_book() -> None:
    told = [message.text for _, prompt in driven("ai-mafia", 6).order for message in prompt.messages]
    asked = [text for text in told if "Your turn to speak (question)." in text]
    assert asked
    assert all("“Each alive player gets one turn to ask a targeted question to a specific player.”" in x for x in asked)
    assert any("“Each alive player gets one final turn to state their #1 suspect and reasoning" in x for x in told)


def test_a_role_with_only_a_team_act_is_not_told_that_it_has_none() -> None:
    told = Driven(duskfall.start("ai-mafia", TOWN, seed=2)).play(6)
    rules, page = (told.prompts[2][0].messages[number].text for number in (0, 1))
    assert "**Mafia** — Has a part in the team's act: kill." in rules
    assert "**Villager ×3** — No act of its own." in rules
    card = page[page.index("## Your card") : page.index("## Your way")]
    assert "no act of your own" not in card.lower()
    assert "- Kill: Must name a living player" in card


def test_suspicion_comes_before_what_follows_from_it() -> None:
    told = Driven(duskfall.start("ai-mafia", TOWN, seed=2)).play(20)
    by_day = [list(prompt.form.fields) for _, prompt in told.order if "suspicion" in prompt.form.fields]
    assert by_day
    assert all(fields[:2] == ["thought", "suspicion"] for fields in by_day)


# -- settings ----------------------------------------------------------------------------------------------


def test_notes_are_asked_for_once_a_round_and_remembered() -> None:
    class Noting(Writer):
        def __call__(self, ask: Ask, view: View) -> object:
            found: Any = super().__call__(ask, view)
            return found | {"notes": f"Round {max(view.day, view.night)}: I trust nobody."}

    told = Driven(duskfall.start("werewolf", 8, seed=2), {seat: model(notes=True) for seat in range(1, 9)})
    told.writers = {seat: Noting(seat) for seat in told.writers}
    told.play()
    asked = 0
    for prompts in told.prompts.values():
        rounds = [("notes" in prompt.form.fields, prompt.messages[-2].text) for prompt in prompts]
        assert not rounds[0][0]
        assert all(("In `notes`, write down" in text) == wanted for wanted, text in rounds)
        asked += sum(wanted for wanted, _ in rounds)
    assert 0 < asked < sum(map(len, told.prompts.values())) / 2
    written = [message.text for _, prompt in told.order for message in prompt.messages]
    assert any('"notes":"Round 2: I trust nobody."' in text for text in written)
    assert not any("notes" in prompt.form.fields for _, prompt in driven("werewolf", 8, seed=2).order)


def test_a_primer_is_told_to_who_wants_it_and_hangs_on_what_the_role_can_do() -> None:
    for book in BOOKS:
        texts = {role.name: primers.told(book, role.name) for role in ruleset(book).roles}
        assert all(texts.values())
        assert len(set(texts.values())) > 2
        assert not any(re.search(rf"\b{role}\b", text) for role in texts for text in texts.values())
    with_primer, without = (driven("werewolf", 8, primer=wanted).prompts[1][0].messages[1].text for wanted in (1, 0))
    assert primers.told("werewolf", driven("werewolf", 8).game.state.roles[1]) in with_primer
    assert primers.PLAIN not in without


# -- speeches that were made before ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("I do not trust Bob, because he voted late yesterday.", True),
        ("I do NOT trust Bob... because he voted late, yesterday!", True),
        ("I do not trust Cid, because he voted early and then changed his mind.", False),
        ("I do trust Bob, because he voted late yesterday.", False),
        ("Bob, because he voted late yesterday: I do not trust Ann.", False),
        ("I agree.", False),
        ("我不相信鲍勃因为他昨天投票太晚了", True),
        ("我同意", False),
    ],
)
def test_a_speech_in_nearly_the_same_words_is_noticed(text: str, again: bool) -> None:
    said = (
        "I do not trust Bob, because he voted late yesterday.",
        "I agree.",
        "我不相信鲍勃因为他昨天投票太晚了",
        "我同意",
    )
    view = View(1)
    view.facts = [Said(-1, 2, each, "open") for each in said]
    assert echoes(text, before(view)) is again
    asked = form(Ask(1, 1, "say", "open", speech=True), view)
    assert asked.echoes({"text": text}) is again


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("No comment.", True),
        ("no COMMENT", True),
        ("我同意", True),
        ("Yes.", False),  # another seat's
        ("Good night.", False),  # of the day before
        ("VOTE_SKIP_DISCUSSION", False),  # it may have been taken back meanwhile
        ("I have said all that I know about this.\nVOTE_SKIP_DISCUSSION", False),
        ("", False),
    ],
)
def test_a_short_speech_is_repeated_if_the_same_seat_said_it_in_this_phase(text: str, again: bool) -> None:
    """A model that always said "No comment." used up the table's messages.

    A second vote to end the talk was taken for a repetition, and turned into a pass.
    """
    view = duskfall.start("ai-mafia", 9).view(1)
    view.facts += [Said(-1, 1, "Good night.", "open"), PhaseBegan(-1, "day", 9)]
    said = (1, "No comment."), (1, "我同意"), (2, "Yes."), (1, "VOTE_SKIP_DISCUSSION")
    said += (2, "VOTE_SKIP_DISCUSSION"), (2, "I have said all that I know about this.\nVOTE_SKIP_DISCUSSION")
    view.facts += [Said(-1, seat, words, "open") for seat, words in said]
    assert echoes(text, before(view)) is again
