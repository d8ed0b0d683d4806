"""Questions of the engine as forms: what may be answered, what may not and why, and the drafted answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from duskfall.core.ask import NO, YES, Ask
from duskfall.core.play.collect import DECLINE, ability_of
from duskfall.core.play.game import Game
from duskfall.host.evening.live import Live
from duskfall.rules import registry
from duskfall.seat.question import asked
from duskfall.study.house_rules import settled
from duskfall.tell import phrases
from duskfall.tell.facts.questions import question
from duskfall.tell.host.cues import Cue
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.masks import bits, only
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Scene, Value
from duskfall.wire.common import NamedWord
from duskfall.wire.forms import FormOption, QuestionForm


def forms(live: Live) -> list[QuestionForm]:
    """Return the forms of all questions that are answered where the host stands."""
    drafts, names = live.drafts, live.names
    return [form(live.game, ask, drafts.get((ask.seat, ask.verb)), names) for ask in live.asks_here()]


def decoy(live: Live, cue: Cue) -> QuestionForm:
    """Return a decoy question for a cue that nobody can answer: the screen must not show if its holder is dead."""
    groups = {group.name: group.ability for group in live.rules.groups}
    held = (ability for role in live.rules.roles if role.name == cue.role for ability in role.abilities)
    pick = (groups[cue.group] if cue.group else next(each for each in held if each.verb == cue.verb)).pick
    yes_no = [_option(YES[0], say("Yes"), 0, ""), _option(NO[0], say("No"), 0, "")]
    seats = [_option(seat, live.names[seat - 1], seat, "") for seat in live.seated()]
    roles: list[NamedWord] = [{"value": role.name, "label": word(role.name, "role")} for role in live.rules.roles]
    words = [_option(each, capital(word(each, "word")), 0, "") for each in (DECLINE if pick.decline else ())]
    return {
        "seat": 0, "verb": "", "who": "", "label": capital(word(cue.verb, "verb")), "question": "",
        "kind": "yesno" if pick.confirm else "choice",
        "roles": roles if pick.names_role else [],
        "nominees": [], "addresses": [], "options": yes_no if pick.confirm else [*seats, *words],
        "value": None, "barred": "",
    }  # fmt: skip


def form(game: Game, ask: Ask, draft: object, names: Sequence[str]) -> QuestionForm:
    """Return a question as a form, with its drafted answer."""
    void = game.void(ask, draft) if draft is not None else ""
    return {
        **asked(ask, names, ask.verb in game.plan.votes),
        "question": question(ask, names, _held(game), game.state.roles[ask.seat]),
        "options": _yes_no(game, ask, names) if ask.confirm else [*_seats(game, ask, names), *_words(ask)],
        "value": draft,
        "barred": reason(void),
    }


def _held(game: Game) -> Ruleset:
    """Return the ruleset as it is under the house rules of this game."""
    return _settled(game.plan.rules.id, tuple(game.state.flags.items()))


@lru_cache(maxsize=16)
def _settled(book: str, flags: tuple[tuple[str, Value], ...]) -> Ruleset:
    return settled(registry.book(book), dict(flags))


def reason(word_of_rules: str) -> str:
    """Format why something isn't allowed as a sentence; empty if it's allowed."""
    return capital(say("{reason}.", reason=phrases.reason(word_of_rules))) if word_of_rules else ""


def _option(value: int | str, label: str, seat: int, barred: str) -> FormOption:
    return {"value": value, "label": label, "seat": seat, "barred": reason(barred)}


def _seats(game: Game, ask: Ask, names: Sequence[str]) -> list[FormOption]:
    """Return all seats that may be named, and the living ones that may not, with the reason."""
    if ask.verb in game.plan.votes or ask.speech:
        return [_option(seat, names[seat - 1], seat, "") for seat in ask.seats]
    ability = ability_of(game, ask.seat, ask.verb)
    among = ability.pick.among.mask(Scene(game.state, ask.seat)) if ability else only(ask.seats)
    barred = {seat: game.barred(ask, seat) for seat in bits(among & game.state.public)}
    return [_option(seat, names[seat - 1], seat, why) for seat, why in barred.items()]


def _words(ask: Ask) -> list[FormOption]:
    return [_option(each, capital(word(each, "word")), 0, "") for each in ask.words]


def _yes_no(game: Game, ask: Ask, names: Sequence[str]) -> list[FormOption]:
    target = ask.seats[0] if ask.seats else 0
    yes = say("Yes") if target in (0, ask.seat) else say("Yes: {name}", name=names[target - 1])
    barred = "" if ask.seats else game.barred(ask, ask.seat)
    return [_option(YES[0], yes, 0, barred), _option(NO[0], say("No"), 0, "")]
