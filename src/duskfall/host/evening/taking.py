"""Commands of a host during a game: answers for the seats, counted votes, speeches, removals, Next."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, Removed, TitleHeld
from duskfall.core.log import clean
from duskfall.core.moderate import CAUSES
from duskfall.core.play.game import Game
from duskfall.core.play.state import DAY
from duskfall.core.play.vote import read_counts
from duskfall.host.evening.fields import Action, Refusal, mapping, number, seats, text, whole
from duskfall.host.evening.live import AT_ASK, AT_CALL, AT_END, AT_NIGHT, AT_RULING, AT_VICTORY, Live
from duskfall.host.evening.notes import best, bonus, foul, hand, note, switch
from duskfall.host.evening.timely import in_time
from duskfall.host.evening.walk import arrive, go_on
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import Discussion
from duskfall.wire.actions import GameAction

OPEN = (AT_NIGHT, AT_CALL, AT_ASK)


def pick(live: Live, action: Action) -> None:
    """Draft an answer, also one that the rules forbid: it will be void. With `on`, go on as well."""
    ask = _asked(live, action)
    value = clean(action.get("value"))
    if value is None:
        live.drafts.pop((ask.seat, ask.verb), None)
    else:
        live.counts.pop(ask.verb, None)
        live.drafts[ask.seat, ask.verb] = value
    if action.get("on") is True:
        go_next(live, action)


def others(live: Live, action: Action) -> None:
    """Draft the same answer for all the given seats that haven't answered yet."""
    verb, chosen = text(action, "verb"), seats(action.get("seats"), "seats", len(live.game.names))
    asked = [ask for ask in live.asks_here() if ask.verb == verb and ask.seat in chosen]
    value = clean(action.get("value"))
    if not asked or value is None:
        raise Refusal(say("Nobody is asked for this now."))
    live.counts.pop(verb, None)
    for ask in asked:
        live.drafts.setdefault((ask.seat, ask.verb), value)


def counts(live: Live, action: Action) -> None:
    """Record votes counted by raised hands, instead of who voted for whom; None deletes the counts."""
    verb = text(action, "verb")
    asked = [ask for ask in live.asks_here() if ask.verb == verb and verb in live.game.plan.votes]
    if not asked:
        raise Refusal(say("There is no such vote now."))
    if action.get("counts") is None:
        live.counts.pop(verb, None)
        return
    given = mapping(action["counts"], "counts")
    if unknown := [key for key in given if key not in map(str, (*asked[0].seats, *asked[0].words))]:
        raise Refusal(say("This is not up for the vote: {name}.", name=unknown[0]))
    live.counts[verb] = {key: number(value, key, 0, 1000) for key, value in given.items()}
    live.drafts = {key: value for key, value in live.drafts.items() if key[1] != verb}


def go_next(live: Live, action: Action) -> None:
    """Submit the drafts as answers, and go on to the next cue. A seat without a draft gives no answer (G4)."""
    if live.place == AT_END:
        raise Refusal(say("This game is over."))
    if live.place == AT_VICTORY:
        live.ended = live.ended or str(action.get("at", ""))
    if live.place in OPEN:
        _answer(live)
    go_on(live)


def _answer(live: Live) -> None:
    """Answer all questions that are open here, but none that these answers open."""
    asks = live.asks_here()
    if asks and asks[0].speech:
        _pass_on(live, asks[0])
        return
    for verb, votes in live.counts.items():
        if why := why_not_counts(live, verb, votes):
            raise Refusal(why)
        live.game.count(verb, votes)
    for ask in asks:
        if ask.verb not in live.counts:
            live.game.answer(ask.seat, ask.verb, live.drafts.get((ask.seat, ask.verb)))


def _pass_on(live: Live, ask: Ask) -> None:
    """End the current speech; in an open or private talk, the speeches of everybody else as well."""
    _speak(live, ask, live.drafts.get((ask.seat, ask.verb)))
    whole_talk = live.place == AT_NIGHT or is_open(live.rules, ask.part)
    while whole_talk and (asks := live.asks_here()) and asks[0].speech and asks[0].part == ask.part:
        _speak(live, asks[0], None)


def why_not_counts(live: Live, verb: str, votes: dict[str, float]) -> str:
    """Return why these counts are impossible; empty if they are possible."""
    try:
        read_counts(live.game, verb, votes)
    except ValueError:
        return say("{verb}: more votes are counted than can be cast.", verb=word(verb, "verb"))
    return ""


def is_open(rules: Ruleset, part: str) -> bool:
    """Return whether a part of the day's talk is open: anybody may speak until all are silent or the budget is used."""
    talks = (talk for step in rules.day if isinstance(step, Discussion) for talk in step.parts)
    return any(talk.name == part and talk.budget is not None for talk in talks)


def tell(live: Live, action: Action) -> None:
    """Record that the seat with the floor has spoken or passed, and pass the floor on."""
    seat = whole(action, "seat", 1, len(live.game.names))
    asks = live.asks_here()
    if not asks or not asks[0].speech:
        raise Refusal(say("Nobody has the floor now."))
    part = asks[0].part
    if is_open(live.rules, part):
        _pass_to(live, seat, part)
    elif asks[0].seat != seat:
        raise Refusal(say("{name} does not have the floor now.", name=live.names[seat - 1]))
    here = live.cue
    _speak(live, live.asks_here()[0], clean(action.get("value")))
    left = live.asks_here()
    if live.place == AT_NIGHT:
        live.cue = here  # the private talk goes on until the host goes on
        live.drafts.clear()
    elif not (left and left[0].speech and left[0].part == part and is_open(live.rules, part)):
        go_on(live)


def _pass_to(live: Live, seat: int, part: str) -> None:
    """Let all others pass in an open talk until it's this seat's turn; raise `Refusal` if the talk would end before."""
    trial = live.game.copy()
    while trial.asks and trial.asks[0].speech and trial.asks[0].part == part:
        if trial.asks[0].seat == seat:
            break
        trial.answer(trial.asks[0].seat, trial.asks[0].verb, None)
    else:
        raise Refusal(say("{name} does not have the floor now.", name=live.names[seat - 1]))
    while live.game.asks[0].seat != seat:
        live.game.answer(live.game.asks[0].seat, live.game.asks[0].verb, None)


def _speak(live: Live, ask: Ask, value: object) -> None:
    """Submit a speech. From a player silenced by fouls only a nomination is taken."""
    if ask.seat in live.silenced and live.game.state.phase == DAY and in_discussion(live.rules, ask.part):
        live.silenced.discard(ask.seat)
        value = {"nominate": value["nominate"]} if isinstance(value, dict) and "nominate" in value else None
    live.game.answer(ask.seat, ask.verb, value)


def in_discussion(rules: Ruleset, part: str) -> bool:
    """Return whether a speech belongs to the day's discussion, not to last words or a tied vote."""
    return any(talk.name == part for step in rules.day if isinstance(step, Discussion) for talk in step.parts)


def remove(live: Live, action: Action) -> None:
    """Remove a seat from the game, for the given cause."""
    seat, cause = whole(action, "seat", 1, len(live.game.names)), action.get("cause", CAUSES[0])
    if cause not in CAUSES:
        raise Refusal(say("There is no such cause: {name}.", name=cause))
    take_out(live, seat, cause)


def take_out(live: Live, seat: int, cause: str) -> None:
    """Remove a seat. By day the table hears of it at once, and a vote that the engine has counted stands."""

    def act(game: Game) -> None:
        if game.over:
            raise Refusal(say("This game is over."))
        if not game.state.public >> seat & 1:
            raise Refusal(say("{name} has left the game already.", name=live.names[seat - 1]))
        game.remove(seat, cause)

    by_night = live.place in (AT_NIGHT, AT_RULING)
    if by_night:
        in_time(live, act, seat)
    else:
        act(live.game)
    live.drafts = {key: value for key, value in live.drafts.items() if key[0] != seat}
    live.silenced.discard(seat)
    live.counts.clear()
    if _ends_it(live, seat) if by_night else live.place in OPEN or live.game.over:
        arrive(live)


def _ends_it(live: Live, seat: int) -> bool:
    """Return whether the removal of this seat ended the game at once, before the night was over."""
    facts = live.game.facts
    at = next(place for place, fact in enumerate(facts) if isinstance(fact, Removed) and fact.seat == seat)
    after = next((fact for fact in facts[at + 1 :] if not isinstance(fact, TitleHeld)), None)
    return isinstance(after, Ended)


def _foul(live: Live, action: Action) -> None:
    if foul(live, action):
        with suppress(Refusal):  # the seat has left meanwhile, or the game is over
            take_out(live, whole(action, "seat", 1, len(live.game.names)), "fouls")


def _asked(live: Live, action: Action) -> Ask:
    seat, verb = whole(action, "seat", 1, len(live.game.names)), text(action, "verb")
    for ask in live.asks_here():
        if (ask.seat, ask.verb) == (seat, verb):
            return ask
    raise Refusal(say("{name} is not asked for this now.", name=live.names[seat - 1]))


TAKE: dict[GameAction, Callable[[Live, Action], None]] = {
    "pick": pick, "others": others, "counts": counts, "next": go_next, "say": tell, "remove": remove, "foul": _foul,
    "flag": switch, "hand": hand, "note": note, "best": best, "bonus": bonus,
}  # fmt: skip
