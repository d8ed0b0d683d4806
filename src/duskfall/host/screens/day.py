"""Host screens by day: what is read aloud, speeches, votes, and the result."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, PhaseBegan, Voted
from duskfall.core.play.state import DAY
from duskfall.core.play.talk import LAST_WORDS
from duskfall.core.play.vote import AGAIN
from duskfall.host.evening.live import AT_CALL, AT_READ, Live, called_verbs
from duskfall.host.evening.taking import in_discussion, is_open, why_not_counts
from duskfall.host.evening.walk import lines_to_read
from duskfall.host.screens.forms import forms
from duskfall.host.screens.parts import blank, onward
from duskfall.tell.figures import format_number
from duskfall.tell.host.aloud import aloud, called, labelled, why_over
from duskfall.tell.host.day_calls import calling, opening
from duskfall.tell.quotes import quoted
from duskfall.tell.tongue import say, together, word
from duskfall.vocabulary.ruleset import DRAW
from duskfall.wire.screens import GameResult, HostScreen, ScreenClock


def reading(live: Live) -> HostScreen:
    """Return the screen with what is read aloud now; in the morning the table is woken first."""
    lines = lines_to_read(live)
    if live.waking:
        lines = [live.spoken_script()[-1].say[-1], *lines]
    return blank("read") | {"say": lines, "upcoming": _upcoming(live), "next": onward(say("Next"))}


def asking(live: Live) -> HostScreen:
    """Return the screen of a speech, a vote or another question."""
    asks = live.asks_here()
    if live.place == AT_CALL or not asks:
        return _call(live)
    state = live.game.state
    said = list(calling(asks, live.names, live.rules, live.game.facts, state.flags))
    veiled = not said  # the players asked here may stay hidden
    said = said or _openly(live, asks[0])
    found = blank("choice") | {
        "say": said,
        "forms": forms(live),
        "upcoming": _upcoming(live),
        "next": onward(say("Next")),
    }
    if asks[0].speech:
        return _speech(found, live, asks[0])
    if asks[0].verb in live.game.plan.votes:
        return _ballot(found, live, asks[0])
    secret = [_who(live, ask) for ask in asks] if len(asks) == 1 else []
    return found | {"secret": secret, "veiled": veiled}


def _call(live: Live) -> HostScreen:
    """Return the screen of a step that is called to the whole table, even if nobody can act."""
    return blank("choice") | {
        "say": _opening(live, live.calling),
        "notes": [say("If somebody does it, record it; if nobody does, go on.")],
        "secret": [_who(live, ask) for ask in live.asks_here()] or [say("Nobody can do this now: only call it.")],
        "forms": forms(live),
        "veiled": True,
        "next": onward(say("Next")),
    }


def _opening(live: Live, step: int) -> list[str]:
    return list(opening(live.rules, step, () if live.table.call_all else live.deck))


def _openly(live: Live, ask: Ask) -> list[str]:
    """Return the lines by which the action in question was called before: another holder is called again."""
    steps = range(len(live.rules.day))
    return next(
        (said for step in steps if ask.verb in called_verbs(live.rules, step) and (said := _opening(live, step))), []
    )


def _who(live: Live, ask: Ask) -> str:
    role = word(live.game.state.roles[ask.seat], "role")
    return say("{seat}. {name}: {role}", seat=ask.seat, name=live.names[ask.seat - 1], role=role)


def _speech(found: HostScreen, live: Live, ask: Ask) -> HostScreen:
    timers = live.table.timers
    name = called(ask.seat, live.names)
    if is_open(live.rules, ask.part):
        silent = [_lost(called(seat, live.names)) for seat in sorted(live.silenced)]
        return found | {
            "place": "discussion",
            "timer": {"seconds": timers["discussion"], "warn": timers["warn"], "label": say("Discussion")},
            "notes": silent,
            "next": onward(say("End the discussion")),
        }
    kind = {AGAIN: "again", LAST_WORDS: "last"}.get(ask.part, "speech")
    timer: ScreenClock = {"seconds": timers[kind], "warn": timers["warn"], "label": labelled(ask.seat, live.names)}
    if ask.seat in live.silenced and in_discussion(live.rules, ask.part):
        return found | {
            "place": "speech",
            "say": [_lost(name)],
            "timer": None,
            "notes": [say("The speech is skipped.")],
        }
    return found | {"place": "speech", "timer": timer}


def _lost(name: str) -> str:
    return say("{name} has lost this speech by fouls.", name=name)


def _ballot(found: HostScreen, live: Live, ask: Ask) -> HostScreen:
    votes = live.counts.get(ask.verb)
    why = why_not_counts(live, ask.verb, votes) if votes is not None else ""
    return found | {
        "place": "ballot",
        "counts": votes,
        "next": onward(
            say("Count the votes"), why, "" if _is_marked(live, ask.verb) else _ask_unmarked(live, ask.verb)
        ),
    }


def _is_marked(live: Live, verb: str) -> bool:
    """Return whether any vote is recorded, by name or by count."""
    return any(live.counts.get(verb, {}).values()) or any(asked == verb for _, asked in live.drafts)


def _ask_unmarked(live: Live, verb: str) -> str:
    """Return a question whether really nobody votes, and who would get all the votes then."""
    trial = live.game.copy()
    heard = len(trial.facts)
    trial.count(verb, {})
    voted = next((fact for fact in trial.facts[heard:] if isinstance(fact, Voted)), None)
    for target, votes in voted.tally if voted else ():
        if isinstance(target, int):
            name = labelled(target, live.names)
            text = say("No vote is marked: all {count} would count for {name}.", count=format_number(votes), name=name)
            return together((text, say("If that is so, tap again.")))
    return together((say("No vote is marked."), say("If that is so, tap again.")))


def _upcoming(live: Live) -> str:
    """Return what follows if nobody says anything more: the next speaker, the vote or the night; empty if unknown."""
    trial = live.game.copy()
    ask = trial.asks[0] if trial.asks else None
    if live.place == AT_READ:
        if live.until < len(trial.facts):
            return say("Night") if isinstance(trial.facts[live.until], PhaseBegan) else ""
        asks = trial.asks
    elif ask is None or not ask.speech or is_open(live.rules, ask.part):
        return ""
    else:
        trial.answer(ask.seat, ask.verb, None)
        asks = trial.asks
    if not asks or trial.over:
        return ""
    if trial.state.phase != DAY:
        return say("Night")
    if asks[0].speech:
        return say("Discussion") if is_open(live.rules, asks[0].part) else labelled(asks[0].seat, live.names)
    return say("The vote") if asks[0].verb in live.game.plan.votes else ""


# -- the end -----------------------------------------------------------------------------------------


def victory(live: Live) -> HostScreen:
    """Return the screen with the engine's ruling on who has won, for the host to confirm."""
    ended = _ended(live)
    return blank("victory") | {
        "result": result(live, ended),
        "say": aloud([ended], live.names, live.rules),
        "notes": [say("This is the ruling of the rules. Confirm it, or go back.")],
        "next": onward(say("Confirm the result")),
    }


def over(live: Live) -> HostScreen:
    """Return the screen of a game that is over and confirmed."""
    return blank("over") | {"result": result(live, _ended(live)), "next": onward(say("Next game"))}


def _ended(live: Live) -> Ended:
    ended = live.result
    assert ended is not None
    return ended


def result(live: Live, ended: Ended) -> GameResult:
    """Return who has won, with the reason and the rule."""
    line = next((each for each in live.rules.wins if each.reason == ended.reason and each.side == ended.winner), None)
    side = word(ended.winner, "side")
    return {
        "winner": ended.winner,
        "side": say("A draw") if ended.winner == DRAW else side,
        "reason": why_over(ended, live.rules),
        "rule": line.rule if line else "",
        "cite": quoted(line.rule) if line else "",
        "lines": aloud([ended], live.names, live.rules),
    }
