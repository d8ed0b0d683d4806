"""A person at a terminal: asked in words, answering in words, with a few commands to look things up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from duskfall.core.ask import Ask
from duskfall.core.facts import Became, Began, CoWon, Knows, Lost, Noticed, Told
from duskfall.core.view import View
from duskfall.detect import RULES
from duskfall.players.person import speech, typed
from duskfall.players.person.completion import completions, further
from duskfall.players.person.typed import Barred, NoCommand, NotUnderstood
from duskfall.study.house_rules import flags_of, settled
from duskfall.study.phases import begun, phases
from duskfall.study.talks import round_to_come
from duskfall.study.weights import weights_in_turn
from duskfall.tell.facts import questions
from duskfall.tell.facts.barred import why_barred
from duskfall.tell.facts.lines import line, transcript
from duskfall.tell.facts.questions import Option
from duskfall.tell.facts.talk_rounds import which_round
from duskfall.tell.names import hour
from duskfall.tell.rules import topics
from duskfall.tell.rules.role_card import book, card
from duskfall.tell.text import safe
from duskfall.tell.tongue import together


@dataclass(frozen=True, slots=True)
class TypedPrompt:
    """What stands above the place where a person types."""

    question: str
    options: Sequence[Option]
    hint: str
    trouble: str = ""  # what was wrong with the last answer
    draft: str = ""  # a speech that was not taken, to be mended, or that is about to be said
    heard: str = ""  # how the draft is going to be heard
    completed: Callable[[str], Sequence[str]] = field(default=lambda line: (), compare=False, repr=False)  # by Tab


class Face(Protocol):
    """The face of it: a screen and a keyboard. Who leaves it raises KeyboardInterrupt."""

    edits: bool
    """Whether a draft can be changed there, and is what an Enter gives."""

    def turn(self, view: View) -> bool:
        """It is this seat's turn: it sees its view, and what is new; whether a page was the last that it saw."""
        ...

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        """Put a question; the line that was typed."""
        ...

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Give something to read."""
        ...


Coach = Callable[[View, str], list[str]]
"""Says in lines what can be known from a seat, out of its own view, by the layer of this name."""
COMMANDS = {
    "help": "this page",
    "role": "your card, and what you were told",
    "log": "what happened in this phase; /log all: from the start",
    "votes": "all ballots so far",
    "rules": "the rules in short; /rules WORD: what they say of it",
    "hint": "what can be known from your seat, with --coach; /hint claims: with claims and votes",
    "notes": "your notes; /notes TEXT: one more",
    "quit": "leave; the game can be resumed if it is recorded",
}
LETTERS = {"h": "help"}  # that stand for one command, though others begin so, too
ALIASES = {"note": "notes", "exit": "quit"}
SAYING = (
    "What you say counts: I am the ..., I checked NAME: WORD, I vote NAME, I trust NAME.",
    "Or say it by command: /claim ROLE, /result NAME WORD, /accuse NAME, /defend NAME, with or without other words.",
    "A lone word such as help is the command, and so is rules with a topic or a role; //help says it to the table.",
)
NO_COACH = "The coach is off. Switch it on when you begin a game: duskfall play --players human --coach."
SAYS_IT = "Enter says it · or change it first"
PASS = ("pass", "skip")
ALL = "all"
TOLD = (Became, CoWon, Knows, Lost, Noticed, Told)


@dataclass(slots=True)
class Unsent:
    """Where a person stands with an answer that is not given yet."""

    trouble: str = ""  # what was wrong with the last line
    draft: str = ""  # what the next line begins with
    heard: str = ""  # how the draft will be heard
    once_more: bool = True  # whether an Enter may have been meant for what was shown before


class Human:
    """Whoever types the answers of one seat."""

    blind = False
    slow = True

    def __init__(self, face: Face, coach: Coach | None = None) -> None:
        self.face, self.coach = face, coach
        self.notes: list[str] = []
        self.kept: dict[Ask, object] = {}  # answers that were given before the table asked for them

    def answer(self, ask: Ask, view: View) -> object:
        """Ask until there is an answer; whatever is typed raises nothing but a wish to leave."""
        return self.kept.pop(ask) if ask in self.kept else self._ask(ask, view)

    def consider(self, ask: Ask, view: View) -> None:
        """Answer beforehand what the table is going to ask."""
        self.kept[ask] = self._ask(ask, view)

    def _ask(self, ask: Ask, view: View) -> object:
        paged = self.face.turn(view)
        now = Unsent(trouble=questions.reason(ask))
        now.once_more = paged or bool(now.trouble)
        while True:
            text = self.face.ask(view, self._prompt(ask, view, now))
            if now.once_more and not text.strip() and by_enter(ask):
                now = Unsent(trouble=f"Enter once more {by_enter(ask)}.", once_more=False)
                continue
            try:
                if command := read_command(ask, text, view):
                    now = Unsent()
                    self._obey(ask, view, *command)
                    continue
                value = read(ask, text, view)
            except NotUnderstood as unclear:
                mend = ask.speech and not isinstance(unclear, NoCommand)
                now = Unsent(explained(ask, view, unclear), safe(text) if mend else "")
                continue
            heard = speech.heard_as(text, value, view) if ask.speech and self.face.edits else ""
            if not heard or (now.heard and text == now.draft):
                return value
            now = Unsent(draft=safe(text), heard=heard)

    def _prompt(self, ask: Ask, view: View, now: Unsent) -> TypedPrompt:
        found = prompt(ask, view, now.trouble, now.draft, now.heard)
        return replace(found, hint=f"{found.hint} · /hint") if self.coach and not now.heard else found

    def _obey(self, ask: Ask, view: View, command: str, rest: str) -> None:
        if command == "quit":
            raise KeyboardInterrupt
        lines: dict[str, Callable[[], list[str]]] = {
            "help": lambda: helped(ask, view),
            "role": lambda: deal(view),
            "log": lambda: _logged(view, typed.fold(rest)),
            "votes": lambda: votes(view),
            "rules": lambda: rules_on(view, rest),
            "hint": lambda: self.coach(view, typed.fold(rest) or RULES) if self.coach else [NO_COACH],
            "notes": lambda: self._noted(rest),
        }
        self.face.page(view, lines[command]())

    def _noted(self, text: str) -> list[str]:
        if text:
            self.notes.append(safe(text))
        return [f"{number}. {note}" for number, note in enumerate(self.notes, 1)] or ["No notes yet: /notes TEXT."]


def _logged(view: View, what: str) -> list[str]:
    """The log of this phase or of the whole game; anything else is not taken for one of them."""
    if what in ("", ALL):
        return log(view, everything=what == ALL)
    return [f"There is no log of {typed.quoted(what)}. There are: /log /log {ALL}."]


# -- what is typed -----------------------------------------------------------------------------------------


def read(ask: Ask, text: str, view: View) -> object:
    """The answer that a line stands for; `/pass` says nothing."""
    if not ask.speech:
        return typed.read_choice(ask, text, view) if questions.options(ask, view.names) else None
    said = text.strip()
    if said.startswith("/") and _word(said) in PASS:
        return ""
    return said[2:].strip() if said.startswith("//") else speech.read_speech(ask, _unquoted(said), view)


def read_command(ask: Ask, text: str, view: View) -> tuple[str, str] | None:
    """The command that a line is, and what follows it: with a slash anywhere, without one as far as that is clear."""
    text = text.strip()
    word, rest = _word(text), " ".join(text.split()[1:])
    if text.startswith("/"):
        return None if _belongs_to_speech(ask, text, word) else (_command(word), rest)
    word = ALIASES.get(word, word)
    if word not in COMMANDS or (_goes_on(word, rest, view) if ask.speech else _names_an_option(ask, text, view)):
        return None
    return word, rest


def _goes_on(word: str, rest: str, view: View) -> bool:
    """Whether this is the beginning of a speech: what follows is not what Tab offers after that command."""
    return bool(rest) and typed.fold(rest) not in map(typed.fold, further(word, view))


def _names_an_option(ask: Ask, text: str, view: View) -> bool:
    return typed.is_named(text, questions.options(ask, view.names))


def _word(text: str) -> str:
    """The first word, without its slash."""
    return typed.fold(text.strip().removeprefix("/")).partition(" ")[0]


def _unquoted(text: str) -> str:
    """The text; a command in quotes is just a word."""
    bare = text.strip('"“”')
    return bare if typed.fold(bare) in (*COMMANDS, *ALIASES) else text


def _belongs_to_speech(ask: Ask, text: str, word: str) -> bool:
    said = text.startswith("//") or word in PASS or word in speech.CLAIMS
    return ask.speech and (said or (bool(ask.nominees) and word == "nominate"))


def _command(word: str) -> str:
    word = LETTERS.get(word, word)
    found = [name for name in (*COMMANDS, *ALIASES) if name == word] or [n for n in COMMANDS if n.startswith(word)]
    if len(found) != 1 or not word:
        raise NoCommand(f"{typed.quoted(f'/{word}')} is no command. There are: {_slashed()}.")
    return ALIASES.get(found[0], found[0])


def _slashed() -> str:
    return " ".join(f"/{name}" for name in COMMANDS)


# -- what is shown -----------------------------------------------------------------------------------------


def prompt(ask: Ask, view: View, trouble: str = "", draft: str = "", heard: str = "") -> TypedPrompt:
    """The question, what may be answered, how, what was wrong, and how a draft will be heard."""
    asked = questions.question(ask, view.names, book(view), view.role)
    question = together(filter(None, (asked, which_round(round_to_come(ask.part, view)) if ask.speech else "")))
    how = SAYS_IT if heard else hint(ask, view)
    completed = partial(completions, ask, view, COMMANDS)
    return TypedPrompt(question, questions.options(ask, view.names), how, trouble, draft, heard, completed)


def hint(ask: Ask, view: View) -> str:
    """How to answer, in a few words."""
    if ask.speech:
        to = " · @name words" if ask.addresses else ""
        nominate = " · /nominate name" if ask.nominees else ""
        return f"Enter alone {by_enter(ask)}{to}{nominate} · /help"
    if by_enter(ask):
        return f"Enter {by_enter(ask)} · /help"
    if ask.confirm:
        return "yes or no · /help"
    beside = f" · and a role, as in {ask.seats[0]} as {ask.roles[0]}" if ask.roles and ask.seats else ""
    return f"a number or a name{beside} · /help"


def by_enter(ask: Ask) -> str:
    """What an empty line does; nothing where it is no answer."""
    return "passes" if ask.speech else "" if ask.seats or len(ask.words) > 1 else "goes on"


def explained(ask: Ask, view: View, unclear: NotUnderstood) -> str:
    """What was wrong; where somebody may not be named, with the reason, or with what the rules say of that."""
    if not isinstance(unclear, Barred):
        return str(unclear)
    rules = book(view)
    held = settled(rules, flags_of(view)) if rules else None
    why = why_barred(ask, unclear.seat, view, held) if held and unclear.seat != ask.seat else ""
    if why:
        return f"{unclear}: {why}."
    return f"{unclear}. {questions.limits(ask, held, view.role)}".strip()


def helped(ask: Ask, view: View) -> list[str]:
    """How to answer what is asked now, and the commands."""
    lines = [questions.question(ask, view.names, book(view), view.role), f"Answer: {hint(ask, view)}."]
    if ask.roles:
        lines.append(f"Roles: {', '.join(ask.roles)}.")
    if ask.speech:
        lines += SAYING
    if early := topics.ending_early(book(view)):
        lines.append(early)
    return [*lines, "", *(f"/{name:<6} {what}" for name, what in COMMANDS.items())]


def deal(view: View) -> list[str]:
    """The seat's card, and what it was told in this game."""
    rules = book(view)
    lines = card(rules, view.role, flags_of(view)) if rules else [f"You are {view.role}, of team {view.team}."]
    told = [line(fact, view.names) for fact in view.facts if isinstance(fact, TOLD)]
    return [*lines, *(["", *told] if told else [])]


def log(view: View, everything: bool = False) -> list[str]:
    """What happened in this phase, or from the start."""
    since = 0 if everything else begun(view.facts)[0]
    return list(transcript(view.facts, view.names, view.seat, since))


def votes(view: View) -> list[str]:
    """All opened ballots: whom each has voted for."""
    found = [(phase, vote) for phase in phases(view.facts) for vote in phase.votes]
    weighed = zip(found, weights_in_turn(view.facts, view.seat), strict=True)
    told = [f"{hour(*phase.place)}. {line(vote, view.names, heavy)}" for (phase, vote), heavy in weighed]
    return told or ["No ballots yet."]


def rules_on(view: View, word: str) -> list[str]:
    """The rules in short with this table's deck, or what they say of a word."""
    rules = book(view)
    if rules is None:
        return ["There is no rule book for this game."]
    if word:
        return topics.look_up(rules, word) or [f"The rules do not speak of {typed.quoted(word)}."]
    began = next(fact for fact in view.facts if isinstance(fact, Began))
    return [*topics.short(rules), "", line(began, view.names)]
