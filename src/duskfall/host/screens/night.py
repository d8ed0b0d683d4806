"""The screen by night: the cue to read aloud, what to record, what to show, and the ruling before it is read."""

from __future__ import annotations

from duskfall.core.facts import Ended, Fact, PhaseBegan
from duskfall.draw.ruling_picture import picture
from duskfall.host.evening.live import Live
from duskfall.host.screens.forms import forms
from duskfall.host.screens.parts import blank, cited_lines, onward, pause, signed
from duskfall.host.wire.screens import HostScreen, SignShown
from duskfall.tell.host.cues import Cue
from duskfall.tell.host.signs import shown_at, sign
from duskfall.tell.ruling.explain import explain
from duskfall.tell.ruling.matter import matter
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.scene import Scene


def night(live: Live) -> HostScreen:
    """The cue where the host stands."""
    script = live.spoken_script()
    if live.all_called:
        return _left(live)
    cue = script[live.cue]
    return blank("night") | {
        "dim": True,
        "say": list(cue.say),
        "pause": pause(cue, live.table),
        "notes": _notes(cue),
        "secret": [*_callers(live, cue), *_talk(live, cue)],
        "signs": signs(live, script),
        "forms": forms(live) if cue.kind != "confer" else [],
        "upcoming": cue.next,
        "next": onward(say("Next")),
    }


def signs(live: Live, script: tuple[Cue, ...]) -> list[SignShown]:
    """What is shown silently at this cue, and to whom; nothing where nobody is there to be shown anything."""
    cue, names, size = script[live.cue], live.names, len(live.names)
    shown = [
        signed(seat, sign(fact, names), names)
        for fact in shown_at(script, live.cue, live.game.facts[live.night_from :])
        for seat in bits(fact.to)
        if seat <= size
    ]
    here = called_here(live, cue)
    return [each for each in shown if not cue.role or cue.kind == "confer" or each["seat"] in here]


def called_here(live: Live, cue: Cue) -> tuple[int, ...]:
    """The seats that a cue calls, dead or alive."""
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
    """The facts of the night that is called, as far as it has come."""
    found: list[Fact] = []
    for fact in live.game.facts[live.night_from + 1 :]:
        if isinstance(fact, PhaseBegan | Ended):
            break
        found.append(fact)
    return found


def _left(live: Live) -> HostScreen:
    """What is asked by night and has no cue of its own."""
    return blank("night") | {
        "dim": True,
        "notes": [say("Record this, without a word.")],
        "forms": forms(live),
        "next": onward(say("Next")),
    }


def _notes(cue: Cue) -> list[str]:
    match cue.kind:
        case "act" if cue.shows:
            return [say("Show the sign silently, then record the answer.")]
        case "act":
            return [say("Record who is named: {verb}.", verb=word(cue.verb, "verb"))]
        case "sign":
            return [say("Show the answer silently. Make the same pause if there is none.")]
        case "confer":
            return [say("They talk by signs. Go on when the time is over.")]
        case "round":
            return [say("Go round the whole table. Touch those for whom there is something to read.")]
        case _:
            return []


def _callers(live: Live, cue: Cue) -> list[str]:
    """Who is called, and whether they can do anything tonight."""
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
    """Who takes part in a private talk."""
    if cue.kind != "confer":
        return []
    speakers = [ask.seat for ask in live.asks_here() if ask.speech]
    queue = getattr(live.game.state.at, "turns", ()) if speakers else ()
    both = dict.fromkeys(seat for seat, _ in queue)
    return [say("Awake: {name}", name=live.names[seat - 1]) for seat in both]


def explained(live: Live) -> HostScreen:
    """Why the night came out so, before it is read."""
    end = live.night_from + 1 + len(tonight(live))
    found = matter(live.game.facts[:end], live.names, live.rules)
    return blank("ruling") | {
        "dim": True,
        "say": list(live.spoken_script()[-1].say[:-1]),  # whoever is awake goes to sleep
        "ruling": {"lines": cited_lines(explain(found).lines), "svg": picture(found)},
        "notes": [say("For your eyes: this is what the rules make of the night.")],
        "next": onward(say("Read it out")),
    }
