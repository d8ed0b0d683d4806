"""Host screens by night: the cue to read aloud, answers to record, signs to show, and the ruling before it is read."""

from __future__ import annotations

from duskfall.core.facts import Ended, Fact, PhaseBegan
from duskfall.draw.ruling_picture import picture
from duskfall.host.evening.live import Live
from duskfall.host.screens.forms import decoy, forms
from duskfall.host.screens.parts import blank, cited_lines, onward, pause, signed
from duskfall.tell.host.aloud import numbered
from duskfall.tell.host.cues import Cue
from duskfall.tell.host.signs import shown_at, sign
from duskfall.tell.ruling.explain import explain
from duskfall.tell.ruling.matter import matter
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.scene import Scene
from duskfall.wire.screens import HostScreen, SignShowing, SignShown


def night(live: Live) -> HostScreen:
    """Return the screen of the current cue."""
    script = live.spoken_script()
    if live.all_called:
        return _left(live)
    cue = script[live.cue]
    shown = signs(live, script)
    return blank("night") | {
        "dim": True,
        "say": list(cue.say),
        "pause": pause(cue, live.table),
        "notes": _notes(cue),
        # A prisoner who reads the sign must not read beside it who the Jailor is.
        "secret": [] if shown else [*_callers(live, cue), *_talk(live, cue)],
        "signs": shown,
        "showing": showing(cue),
        "forms": forms(live) if cue.kind != "confer" else [],
        "decoy": decoy(live, cue) if cue.kind == "act" and not live.asks_here() else None,
        "upcoming": cue.next,
        "next": onward(say("Next")),
    }


def signs(live: Live, script: tuple[Cue, ...]) -> list[SignShown]:
    """Return what is shown silently at this cue, and to which seats; empty if there is nobody to show it to."""
    cue, here = script[live.cue], called_here(live, script[live.cue])
    shown = _signs_at(live, script, live.cue)
    return [each for each in shown if not cue.role or cue.kind == "confer" or each["seat"] in here]


def showing(cue: Cue) -> SignShowing:
    """Return to whom the host shows the phone at a cue: no role may be on the screen then. Empty for nobody."""
    if cue.kind == "round":
        return "round"
    return "called" if cue.shows or cue.kind in ("sign", "confer") else ""


def _signs_at(live: Live, script: tuple[Cue, ...], at: int) -> list[SignShown]:
    """Return everything that is shown silently at a cue of this night, to any seat."""
    names = live.names
    return [
        signed(seat, sign(fact, names), names)
        for fact in shown_at(script, at, live.game.facts[live.night_from :])
        for seat in bits(fact.to)
        if seat <= len(names)
    ]


def called_here(live: Live, cue: Cue) -> tuple[int, ...]:
    """Return the seats that a cue calls, dead or alive."""
    state = live.game.state
    if cue.role:
        return tuple(seat for seat, role in enumerate(state.roles) if role == cue.role)
    for group in live.rules.groups:
        if group.name == cue.group:
            dealt = state.copy()
            dealt.alive = state.everyone
            return bits(group.members.mask(Scene(dealt)))
    return ()


def tonight(live: Live) -> list[Fact]:
    """Return the events of the night that is called, as far as it has been played."""
    found: list[Fact] = []
    for fact in live.game.facts[live.night_from + 1 :]:
        if isinstance(fact, PhaseBegan | Ended):
            break
        found.append(fact)
    return found


def _left(live: Live) -> HostScreen:
    """Return the screen for questions of the night that have no cue of their own."""
    return blank("night") | {
        "dim": True,
        "notes": [say("Record this, without a word.")],
        "forms": forms(live),
        "next": onward(say("Next")),
    }


def _notes(cue: Cue) -> list[str]:
    match cue.kind:
        case "act" if cue.shows:
            return [say("Hold the eye: the sign appears above. Show it silently, then record the answer.")]
        case "act":
            return [say("Record who is named: {verb}.", verb=word(cue.verb, "verb"))]
        case "sign":
            return [say("Hold the eye: the answer appears above. Show it silently; if there is none, pause as long.")]
        case "confer":
            return [say("They talk by signs. Go on when the time is over.")]
        case "round":
            return [
                say("Hold the eye to see whom to touch. Tap a seat, and the eye shows only what that player reads.")
            ]
        case _:
            return []


def _untold(live: Live) -> list[SignShown]:
    """Return what players would have been shown, had the host gone around the table."""
    script = (*live.spoken_script(), Cue("round", (), step=len(live.rules.night)))
    return _signs_at(live, script, len(script) - 1)


def _callers(live: Live, cue: Cue) -> list[str]:
    """Return who is called, and whether anybody can act tonight."""
    state = live.game.state
    lines = []
    for seat in called_here(live, cue):
        slots = {"name": live.names[seat - 1], "role": word(state.roles[seat], "role"), "seat": seat}
        there = state.alive >> seat & 1
        lines.append(say("{seat}. {name}: {role}", **slots) if there else say("{seat}. {name}: {role}, dead", **slots))
    if cue.kind == "act" and not live.asks_here():
        lines.append(say("Nobody can do this tonight: only call it."))
    return lines


def _talk(live: Live, cue: Cue) -> list[str]:
    """Return who takes part in a private talk."""
    if cue.kind != "confer":
        return []
    speakers = [ask.seat for ask in live.asks_here() if ask.speech]
    queue = getattr(live.game.state.at, "turns", ()) if speakers else ()
    both = dict.fromkeys(seat for seat, _ in queue)
    return [say("Awake: {name}", name=live.names[seat - 1]) for seat in both]


def explained(live: Live) -> HostScreen:
    """Return the screen with the reasons for the results of the night, before these are read out."""
    end = live.night_from + 1 + len(tonight(live))
    seated = [numbered(seat, name) for seat, name in enumerate(live.names, 1)]
    found = matter(live.game.facts[:end], seated, live.rules)
    signs = [] if live.table.round else _untold(live)
    return blank("ruling") | {
        "dim": True,
        "say": list(live.spoken_script()[-1].say[:-1]),  # this sends players who are awake back to sleep
        "signs": signs,
        "showing": "round" if signs else "",
        "ruling": {"lines": cited_lines(explain(found).lines), "svg": picture(found)},
        "notes": [say("For your eyes: this is what the rules make of the night.")],
        "next": onward(say("Read it out")),
    }
