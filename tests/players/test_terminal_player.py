"""A person at the terminal: whatever is typed is read or explained, and nothing hidden is ever shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.ask import Ask
from duskfall.core.facts import Announced, Began, Claim, PhaseBegan, TitleHeld, Told, Voted
from duskfall.core.play.game import Game
from duskfall.core.view import View, view
from duskfall.players.person import terminal
from duskfall.players.person.terminal import Human, TypedPrompt
from duskfall.rules import ruleset
from duskfall.tell.text import safe
from tests.laws.tables import law

NAMES = ("Ann", "Bob", "Bobby", "Σίσυφος", "Ночь", "小明", "Log", "O Neil", "ﬁona")
HOSTILE = (
    "", " ", "\x00", "\x1b[2J\x1b]0;x\x07", "/", "//", "/ help", "@", "@ ", "@\u202e", "to : x", "as", "1 as",
    " as cop", "/nominate", "/nominate ", "nominate", "-1", "99", "1.5", "٣",
    "9" * 5000, "x" * 100_000, "\udcff", "😀" * 300,
    "[bold]hi[/bold]", "help me", "1;2", "🂡\u200d", "ann\nbob", "None", "{}", "/" + "q" * 500,
)  # fmt: skip


# -- a bench of paper ---------------------------------------------------------------------------------------


@dataclass
class Paper:
    """A bench that hands out lines written beforehand, and keeps what it was given."""

    lines: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    prompts: list[TypedPrompt] = field(default_factory=list)
    paged: bool = False
    edits: bool = False

    def turn(self, view: View) -> bool:
        return self.paged

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        self.prompts.append(prompt)
        return self.lines.pop(0)

    def page(self, view: View, lines: Sequence[str]) -> None:
        self.shown += lines


def table(*facts: object) -> View:
    """Ann's view of a table of werewolf with these names."""
    began = Began(-1, "werewolf", NAMES, (), True, (("Villager", 9),))
    return view([began, PhaseBegan(-1, "day", 1), *facts], 1)  # type: ignore[list-item]


def answered(ask: Ask, *lines: str, seen: View | None = None) -> tuple[object, Paper]:
    paper = Paper(list(lines))
    value = Human(paper).answer(ask, seen or table())
    assert not paper.lines, "something was left to be typed"
    return value, paper


ALL = tuple(range(1, 10))
CHECK = Ask(1, 1, "check", "", ALL, ("nobody",))
FORGE = Ask(1, 1, "forge", "", (2, 3, 5), ("nobody",), ("Cop", "Doctor", "Mafia", "Mafia Roleblocker"))
STAND = Ask(1, 1, "stand", "", (1,), ("nobody",), confirm=True)
SAY = Ask(1, 1, "say", "open", speech=True)
QUESTION = Ask(1, 1, "say", "question", speech=True, addresses=ALL)
NOMINATE = Ask(1, 1, "say", "speech", speech=True, nominees=ALL)


# -- choices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "line", "value"),
    [
        (CHECK, "2", 2), (CHECK, " #2 ", 2), (CHECK, "２", 2), (CHECK, "bob", 2), (CHECK, "BOBBY", 3),
        (CHECK, "bobb", 3), (CHECK, "σίσυφος", 4), (CHECK, "ΣΊΣ", 4), (CHECK, "ноч", 5), (CHECK, "小", 6),
        (CHECK, "log", 7), (CHECK, "o   neil", 8), (CHECK, "o", 8), (CHECK, "FIONA", 9), (CHECK, "0", "nobody"),
        (CHECK, "Skip", "nobody"),
        (CHECK, "nobody", "nobody"), (CHECK, "pass", "nobody"), (CHECK._replace(words=("skip",)), "nobody", "skip"),
        (STAND, "y", "yes"), (STAND, "YES", "yes"), (STAND, "1", "yes"), (STAND, "n", "no"), (STAND, "0", "no"),
        (CHECK._replace(seats=(), words=("all", "nobody")), "1", "all"),
        (CHECK._replace(seats=(), words=("all", "nobody")), "al", "all"),
        (CHECK._replace(seats=()), "", "nobody"), (CHECK._replace(seats=(), words=()), "whatever", None),
        (FORGE, "3 as cop", {"target": 3, "as": "Cop"}), (FORGE, "ноч AS doc", {"target": 5, "as": "Doctor"}),
        (FORGE, "bobby as mafia", {"target": 3, "as": "Mafia"}),
        (FORGE, "2 as 4", {"target": 2, "as": "Mafia Roleblocker"}),
        (FORGE, "2  as  mafia r", {"target": 2, "as": "Mafia Roleblocker"}), (FORGE, "skip", "nobody"),
    ],
)  # fmt: skip
def test_a_choice_is_read(ask: Ask, line: str, value: object) -> None:
    assert answered(ask, line)[0] == value


DEAD_BOB = table(Announced(-1, ((2, "Villager"),)))
LESS = CHECK._replace(seats=(3, 4))


@pytest.mark.parametrize(
    ("ask", "line", "why"),
    [
        (CHECK, "bo", '"bo" could be 2 Bob or 3 Bobby: type the number.'),
        (CHECK, "", "Type a number or a name."),
        (CHECK, "zed", '"zed" is none of the options.'),
        (CHECK, "77", '"77" is none of the options.'),
        (CHECK, "\x1b[2Jzed" + "d" * 99, '"\\x1b[2Jzed' + "d" * 30 + '…" is none of the options.'),
        (LESS, "2", "Bob is dead."),
        (LESS, "ann", "You may not name yourself. You may name a living player."),
        (LESS, "小明", "小明 is barred. You may name a living player."),
        (CHECK._replace(verb="elect", seats=(3, 4)), "小明", "小明 is barred: only who stands can be elected."),
        (CHECK._replace(verb="revote", seats=(3, 4)), "小明", "小明 is barred: only who is tied is voted on."),
        (STAND, "maybe", '"maybe" is neither yes nor no.'),
        (FORGE, "2", "Name a role too, as in: 2 as Cop."),
        (FORGE, "2 as ", "Name a role too, as in: 2 as Cop."),
        (FORGE, "2 as king", '"king" is no role. There are: Cop, Doctor, Mafia, Mafia Roleblocker.'),
        (CHECK, "/dance", '"/dance" is no command. There are: /help /role /log /votes /rules /hint /notes /quit.'),
    ],
)  # fmt: skip
def test_a_wrong_choice_is_explained_and_asked_again(ask: Ask, line: str, why: str) -> None:
    paper = answered(ask, line, "0", seen=DEAD_BOB)[1]
    assert [prompt.trouble for prompt in paper.prompts] == ["", why]


def test_what_the_rules_refused_is_told() -> None:
    paper = answered(CHECK._replace(refused="repeat"), "0")[1]
    assert paper.prompts[0].trouble == "That was not taken: the same player as the night before."


# -- speech ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "line", "value"),
    [
        (SAY, "", ""), (SAY, "  ", ""), (SAY, "/pass", ""), (SAY, "//help", "help"), (SAY, '"help"', "help"),
        (SAY, "“Log”", "Log"), (SAY, "log all", "log all"), (SAY, '"so"', '"so"'), (SAY, "help me", "help me"),
        (SAY, " quit? never ", "quit? never"), (SAY, "@bob hi", "@bob hi"), (SAY, "nominate bob", "nominate bob"),
        (SAY, "ночь пришла", "ночь пришла"),
        (QUESTION, "@bob why?", {"text": "why?", "to": 2}), (QUESTION, "@3: why?", {"text": "why?", "to": 3}),
        (QUESTION, "@o neil, you?", {"text": "you?", "to": 8}), (QUESTION, "@小明 吗", {"text": "吗", "to": 6}),
        (QUESTION, "to bobby: and you?", {"text": "and you?", "to": 3}),
        (QUESTION, "@bobb so", {"text": "so", "to": 3}), (QUESTION, "@log", {"text": "", "to": 7}),
        (NOMINATE, "/nominate bob", {"text": "", "nominate": 2}),
        (NOMINATE, "nominate Bob.", {"text": "", "nominate": 2}),
        (NOMINATE, "He lies. /nominate o neil", {"text": "He lies.", "nominate": 8}),
        (NOMINATE, "He lies, nominate bobby!", {"text": "He lies, nominate bobby!", "nominate": 3}),
        (NOMINATE, "Today I nominate 5", {"text": "Today I nominate 5", "nominate": 5}),
        (NOMINATE, "I would never nominate bob", "I would never nominate bob"),
        (NOMINATE, "Whom do you nominate", "Whom do you nominate"), (NOMINATE, "I nominate bo", "I nominate bo"),
    ],
)  # fmt: skip
def test_a_speech_is_read(ask: Ask, line: str, value: object) -> None:
    assert answered(ask, line)[0] == value


@pytest.mark.parametrize(
    ("ask", "line", "why"),
    [
        (QUESTION, "@zed so?", '"zed" is nobody who can be addressed.'),
        (QUESTION, "to be honest: no", "Whom do you ask? Write @name and the question, or pass."),
        (QUESTION, "why, Bob?", "Whom do you ask? Write @name and the question, or pass."),
        (QUESTION, "@bo so?", '"bo" could be 2 Bob or 3 Bobby: type the number.'),
        (NOMINATE, "He did. /nominate zed", '"zed" is nobody who can be put up for the vote.'),
        (SAY, "He did. /accuse zed", '"zed" is nobody who can be spoken of.'),
        (SAY, "/accuse", "Name somebody who can be spoken of."),
        (SAY, "/claim King", '"King" is no role. There are: Villager, Werewolf, Seer, Witch, Hunter, Guard.'),
        (SAY, "/result bob BLACK", '"BLACK" is no result. There are: GOOD, WEREWOLF.'),
    ],
)
def test_a_speech_that_was_not_understood_can_be_mended(ask: Ask, line: str, why: str) -> None:
    paper = answered(ask, line, "@bob ok" if ask.addresses else "ok")[1]
    assert (paper.prompts[1].trouble, paper.prompts[1].draft) == (why, line)


def test_an_unknown_command_is_not_left_in_the_line() -> None:
    paper = answered(SAY, "/foo", "ok")[1]
    assert paper.prompts[1].trouble.startswith('"/foo" is no command. There are: /help')
    assert paper.prompts[1].draft == ""


@pytest.mark.parametrize("before", [["/role"], ["/dance"], ["@zed so?"], ["/role", "/votes"]])
def test_an_enter_after_a_page_or_an_error_passes_only_the_second_time(before: list[str]) -> None:
    value, paper = answered(QUESTION, *before, "", "")
    assert value == ""
    assert paper.prompts[-1].trouble == "Enter once more passes."
    assert answered(QUESTION, *before, "", "@3 Hm?")[0] == {"text": "Hm?", "to": 3}
    assert answered(QUESTION, *before, "/pass")[0] == ""


def test_an_enter_that_was_meant_for_the_card_or_for_a_refusal_passes_nothing() -> None:
    after = Paper(["", "Hm."], paged=True)
    assert Human(after).answer(SAY, table()) == "Hm."
    assert (
        answered(CHECK._replace(seats=(), refused="dead"), "", "")[1].prompts[1].trouble == "Enter once more goes on."
    )


def test_who_is_barred_is_told_why_as_far_as_one_knows() -> None:
    seats = {"Ann": "Guard", "Bob": "Werewolf", "Cid": "Werewolf", "Dee": "Villager", "Eli": "Villager", "Fay": "Seer"}
    game = Game.start(ruleset("werewolf"), seats, talk=False, flags={"guardNoRepeat": True})
    said = answered(game.asks[0], "Cid", "0", seen=game.view(2))[1].prompts[1].trouble
    assert said == "Cid is barred: one may not name a mate."
    game.answer("Bob", "kill", None)
    game.answer("Ann", "guard", "Fay")
    while not (game.view(1).night == 2 and game.asks[0].verb == "guard"):
        game.answer(game.asks[0].seat, game.asks[0].verb, None)
    said = answered(game.asks[0], "Fay", "0", seen=game.view(1))[1].prompts[1].trouble
    assert said == "Fay is barred: the same player as the night before."


def test_a_speech_is_shown_as_it_will_be_heard_before_it_is_said() -> None:
    paper = Paper(["Bob is sus", "Bobby is sus", "Bobby is sus"], edits=True)
    value = Human(paper).answer(SAY, table())
    assert value == {"text": "Bobby is sus", "claims": [Claim("accuse", 3)]}
    assert [(each.heard, each.draft) for each in paper.prompts] == [
        ("", ""), ("accuses Bob", "Bob is sus"), ("accuses Bobby", "Bobby is sus"),
    ]  # fmt: skip
    assert paper.prompts[1].hint == "Enter says it · or change it first"


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["Hello all"], "Hello all"), (["Bob?", "Bob?"], "Bob?"), (["/accuse Bob"], [Claim("accuse", 2)]),
        (["I trust Bob", "", ""], ""), (["I trust Bob", "/pass"], ""), (["I trust Bob", "/role", "Hm."], "Hm."),
        (["I trust Bob", "Hm."], "Hm."), (["I trust Bob", "@", "@"], "@"),
    ],
)  # fmt: skip
def test_only_what_tells_something_of_somebody_is_shown_first(lines: list[str], value: object) -> None:
    paper = Paper(list(lines), edits=True)
    found = Human(paper).answer(SAY, table())
    assert (found["claims"] if isinstance(found, dict) else found) == value
    assert len(paper.lines) <= 1


def test_words_that_name_somebody_and_claim_nothing_say_so() -> None:
    paper = Paper(["Bob? Really?", "Bob? Really?"], edits=True)
    Human(paper).answer(SAY, table())
    assert paper.prompts[1].heard == "words only, no claim"


# -- commands ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["help", "ROLE", "Log", " votes ", "rules", "notes"])
def test_a_lone_command_word_is_not_spoken(word: str) -> None:
    value, paper = answered(SAY, word, "ok")
    assert value == "ok"
    assert [prompt.draft for prompt in paper.prompts] == ["", ""]


def test_an_ask_without_options_goes_on_by_enter() -> None:
    for ask in (CHECK._replace(seats=()), STAND._replace(seats=()), STAND._replace(seats=(), words=())):
        value, paper = answered(ask, "")
        assert value in ("nobody", "no")
        assert paper.prompts[0].hint == "Enter goes on · /help"
    assert answered(CHECK._replace(seats=(2,), words=()), "", "2")[1].prompts[1].trouble == "Type a number or a name."


def test_what_was_considered_beforehand_is_answered_once() -> None:
    paper = Paper(["bob", "3"])
    human = Human(paper)
    human.consider(CHECK, table())
    assert human.answer(CHECK, table()) == 2
    assert human.answer(CHECK, table()) == 3


def test_help_says_how_to_answer_and_names_every_command() -> None:
    shown = answered(FORGE, "help", "0")[1].shown
    assert any("2 as Cop" in line for line in shown)
    assert all(any(line.startswith(f"/{name} ") for line in shown) for name in terminal.COMMANDS)
    spoken = "\n".join(answered(SAY, "/h", "/pass")[1].shown)
    for form in ("/help   this page", "//help says it", "/claim ROLE", "/result NAME WORD", "/accuse NAME", "/defend"):
        assert form in spoken


def test_role_shows_the_card_and_what_was_told() -> None:
    game = Game.start(ruleset("werewolf"), {"Ann": "Seer", "Bob": "Werewolf", "Cid": "Villager", "Dee": "Villager"})
    game.answer("Bob", "kill", "Cid")
    game.answer("Ann", "check", "Bob")
    shown = answered(STAND, "role", "no", seen=game.view(1))[1].shown
    assert shown[0] == "You are Seer, of team village."
    assert shown[-1] == "(private) Ann learns of Bob (check): WEREWOLF."


def test_log_is_of_this_phase_or_of_all() -> None:
    seen = table(Announced(-1, ()), PhaseBegan(-1, "night", 1), Told(2, 1, "check", 2, "GOOD"))
    assert answered(CHECK, "/log", "0", seen=seen)[1].shown == [
        "— Night 1 —",
        "(private) Ann learns of Bob (check): GOOD.",
    ]
    assert len(answered(CHECK, "LOG all", "0", seen=seen)[1].shown) == 6


def test_votes_are_listed_with_who_voted_whom() -> None:
    assert answered(CHECK, "votes", "0")[1].shown == ["No ballots yet."]
    seen = table(Voted(-1, "vote", ((1, 2), (2, 1), (3, 2)), ((1, 1), (2, 2))))
    assert answered(CHECK, "votes", "0", seen=seen)[1].shown == ["Day 1. Vote: Bob 2 (Ann, Bobby), Ann 1 (Bob)."]


def test_a_ballot_that_counts_more_is_marked_where_votes_are_looked_up() -> None:
    before, vote = Voted(-1, "vote", ((1, 2),), ((2, 1),)), Voted(-1, "vote", ((1, 2), (3, 2)), ((2, 2.5),))
    seen = table(before, TitleHeld(-1, "sheriff", 3), PhaseBegan(-1, "day", 2), vote)
    shown = answered(CHECK, "votes", "/log", "0", seen=seen)[1].shown
    assert shown[:2] == ["Day 1. Vote: Bob 1 (Ann).", "Day 2. Vote: Bob 2.5 (Ann, Bobby ×1.5)."]
    assert shown[-1] == "Vote: Bob 2.5 (Ann, Bobby ×1.5)."


def test_rules_in_short_and_by_topic() -> None:
    assert answered(CHECK, "rules", "0")[1].shown[0] == "Werewolf."
    assert answered(CHECK, "rules the vote", "0")[1].shown[0] == "THE VOTE"
    assert answered(SAY, "/rules xyzzy", "/pass")[1].shown == ['The rules do not speak of "xyzzy".']
    foreign = view([Began(-1, "chess", NAMES, (), True, ())], 1)
    assert answered(CHECK, "rules", "role", "0", seen=foreign)[1].shown[0] == "There is no rule book for this game."


def test_notes_are_kept_for_one_person() -> None:
    paper = Paper(["notes", "note Bob blinked\x1b[2J", "/notes again", "0"])
    human = Human(paper)
    human.answer(CHECK, table())
    assert paper.shown == ["No notes yet: /notes TEXT.", "1. Bob blinked\\x1b[2J", "1. Bob blinked\\x1b[2J", "2. again"]
    assert Human(paper).notes == []


@pytest.mark.parametrize(("ask", "line"), [(CHECK, "quit"), (CHECK, "/exit"), (SAY, "/quit"), (STAND, "/q")])
def test_quit_leaves(ask: Ask, line: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        answered(ask, line)


def test_a_player_called_like_a_command_can_be_named() -> None:
    assert answered(CHECK, "Log")[0] == 7
    assert answered(CHECK, "/log", "lo")[0] == 7


@pytest.mark.parametrize(
    ("ask", "line", "found"),
    [
        (CHECK, "rules th", ["rules The night", "rules The day", "rules The vote"]),
        (SAY, "/rules see", ["/rules Seer"]),
        (CHECK, "bo", ["Bob", "Bobby"]), (CHECK, "小", ["小明"]), (CHECK, "rul", ["rules"]), (CHECK, "", []),
        (CHECK, "/no", ["/notes"]), (SAY, "/cl", ["/claim"]), (SAY, "/claim w", ["/claim Werewolf", "/claim Witch"]),
        (SAY, "I suspect Bobb", ["I suspect Bobby"]), (SAY, "@b", ["@Bob", "@Bobby"]), (SAY, "I suspect ", []),
        (SAY, "/accuse no", []), (FORGE, "2 as co", ["2 as Cop"]),
        (FORGE, "2 as m", ["2 as Mafia", "2 as Mafia Roleblocker"]),
    ],
)  # fmt: skip
def test_tab_completes_commands_topics_roles_and_names(ask: Ask, line: str, found: list[str]) -> None:
    completed = terminal.prompt(ask, table()).completed(line)
    assert list(completed)[: len(found)] == found
    assert bool(completed) == bool(found)


@pytest.mark.parametrize("slash", ["", "/"])
@pytest.mark.parametrize("command", [*terminal.COMMANDS, "rules the", "RULES"])
def test_what_tab_offers_after_a_command_is_that_command_and_never_said(command: str, slash: str) -> None:
    for line in terminal.prompt(SAY, table()).completed(f"{slash}{command} "):
        found = terminal.read_command(SAY, line, table())
        assert found == (command.split()[0].lower(), line.split(maxsplit=1)[1])
        assert answered(SAY, line, "/pass")[1].shown


def test_a_topic_or_a_role_after_rules_is_looked_up_and_said_by_two_slashes() -> None:
    assert {"rules Seer", "rules The vote"} < set(terminal.prompt(SAY, table()).completed("rules "))
    assert answered(SAY, "rules the  VOTE", "/pass")[1].shown[0] == "THE VOTE"
    assert answered(SAY, "//rules the vote")[0] == "rules the vote"


@pytest.mark.parametrize("line", ["rules are rules", "rules Bob", "log all", "note that Bob lied", "help the Seer"])
def test_a_sentence_that_begins_like_a_command_is_said(line: str) -> None:
    assert answered(SAY, line)[0] == line


# -- whatever is typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask", [CHECK, FORGE, STAND, SAY, QUESTION, NOMINATE, LESS, CHECK._replace(seats=(), words=())]
)
def test_garbage_in_any_ask_is_an_answer_or_explained(ask: Ask) -> None:
    for line in HOSTILE:
        paper = Paper([line, "/pass" if ask.speech else "0"])
        Human(paper).answer(ask, table())
        for prompt in paper.prompts:
            assert len(prompt.trouble) < 300
            assert prompt.trouble == safe(prompt.trouble)


@law(150)
@given(st.text(max_size=60), st.sampled_from((CHECK, FORGE, STAND, SAY, QUESTION, NOMINATE)))
def test_any_text_is_answered_or_asked_again(text: str, ask: Ask) -> None:
    end = "/pass" if ask.speech else "0"
    paper = Paper([text, end])
    try:
        Human(paper).answer(ask, table())
    except KeyboardInterrupt:
        assert text.strip().casefold().removeprefix("/").startswith(("q", "e"))
    assert len(paper.lines) <= 1
