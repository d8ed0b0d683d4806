"""Parts that host screens share: the empty screen, the Next button, the length of a cue, a sign, citations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duskfall.host.evening.host_table import HostTable
from duskfall.tell.host.cues import Cue
from duskfall.tell.ruling.explain import RulingLine
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Flag
from duskfall.vocabulary.scene import Value
from duskfall.wire.common import CitedLine
from duskfall.wire.screens import EveningSettings, FoulLimits, HostScreen, HouseRule, NextButton, ScreenPlace, SignShown

NO_FOULS: FoulLimits = {"silence": 0, "removal": 0}
UNSET: EveningSettings = {
    "rules": "", "timers": {}, "fouls": NO_FOULS, "scoring": "", "own": None, "scorings": [], "language": "",
}  # fmt: skip


def blank(place: ScreenPlace) -> HostScreen:
    """Return an empty screen for this stage."""
    return {
        "at": 0, "language": "", "place": place, "key": "", "title": "", "crumb": "", "dim": False, "say": [],
        "pause": 0, "timer": None, "notes": [], "secret": [], "veiled": False, "games": 0, "signs": [],
        "showing": "", "forms": [], "decoy": None, "counts": None, "seats": [], "next": onward(""), "back": "",
        "forth": "", "rest": 0, "upcoming": "", "flags": [], "settings": UNSET, "ruling": None, "table": None,
        "cards": None, "peek": None, "links": None, "result": None, "standings": None, "best": None,
    }  # fmt: skip


def onward(label: str, why_not: str = "", ask: str = "") -> NextButton:
    """Return the Next button; `why_not` disables it, and `ask` must be confirmed before it goes on."""
    return {"label": label, "ready": not why_not, "why": why_not, "ask": ask}


def pause(cue: Cue, table: HostTable) -> float:
    """Return for how many seconds the host waits at a cue."""
    return table.timers[cue.pause] * cue.times if cue.pause else 0


def signed(seat: int, text: str, names: Sequence[str]) -> SignShown:
    """Return a sign that is shown silently to one player."""
    return {"seat": seat, "to": names[seat - 1], "text": text}


def cited_lines(lines: Iterable[RulingLine]) -> list[CitedLine]:
    """Return the sentences of a ruling with the rules they cite."""
    return [{"text": line.text, "rule": line.rule, "cite": line.cite} for line in lines]


def house_rule(flag: Flag, value: Value, pending: Value | None = None) -> HouseRule:
    """Return a house rule with its meaning, its value, and the value it changes to with the next phase."""
    return {
        "name": flag.name,
        "about": capital(say(flag.about)),
        "rule": flag.rule,
        "value": value,
        "values": list(flag.values),
        "labels": [word(each, "flag") for each in flag.values],
        "pending": pending if pending != value else None,
    }
