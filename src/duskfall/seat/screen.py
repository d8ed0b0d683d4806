"""The screen of one seat: its transcript, the board, its card and its questions, out of its view and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duskfall.core.ask import Ask
from duskfall.core.facts import Began, Ended, Fact
from duskfall.core.play.state import NIGHT
from duskfall.core.view import View
from duskfall.players.person.terminal import deal
from duskfall.replay.fates import verdict
from duskfall.rules.registry import known
from duskfall.seat.form import form
from duskfall.seat.items import heading, items
from duskfall.seat.nominees import nominees
from duskfall.study.sight import role_of, role_shown, rules_of, teams
from duskfall.tell.text import safe
from duskfall.tell.tongue import say, word
from duskfall.wire.forms import SeatForm
from duskfall.wire.seat import GameEnd, RoleCount, SeatChair, SeatPerson, SeatScreen, SeatState


def screen(view: View, asks: Sequence[Ask]) -> SeatScreen:
    """What the person in this seat sees, ready for JSON."""
    return {**state(view, [form(ask, view) for ask in asks]), "items": items(view)}


def state(view: View, forms: Sequence[SeatForm], card: Sequence[str] | None = None) -> SeatState:
    """How the game stands for whoever looks; the card is theirs, if it is known already."""
    rules = rules_of(view)
    book, numbers = known(rules), team_numbers(view)
    return {
        "rules": rules,
        "title": say(book.title) if book else rules,
        "heading": heading(view),
        "dim": view.phase == NIGHT and not view.over,
        "phase": "end" if view.over else view.phase,
        "you": _person(view, numbers, card),
        "seats": [chair(view, each, numbers) for each in range(1, len(view.names) + 1)],
        "forms": list(forms),
        "deck": deck(view.facts),
        "over": _over(view, view.over) if view.over else None,
        "nominees": [] if view.over else nominees(view),
    }


def _person(view: View, numbers: Mapping[str, int], card: Sequence[str] | None) -> SeatPerson:
    """Whose screen it is; whoever only watches has seat 0 and no card."""
    seat = view.seat or 0
    if not seat:
        return {"seat": 0, "name": "", "alive": False, "role": "", "team": 0, "card": []}
    return {
        "seat": seat,
        "name": safe(view.names[seat - 1]),
        "alive": seat not in view.dead,
        "role": word(view.role, "role"),
        "team": numbers.get(view.role, 0),
        "card": deal(view) if card is None else list(card),
    }


def chair(view: View, seat: int, numbers: Mapping[str, int]) -> SeatChair:
    """What the board shows of a seat, as far as this view goes."""
    role, shown = role_of(view, seat), role_shown(view, seat)
    return {
        "seat": seat,
        "name": safe(view.names[seat - 1]),
        "alive": seat not in view.dead,
        "role": word(role, "role") if role else "",
        "team": numbers.get(role, 0),
        "shown": word(shown, "role") if shown else "",
        "shown_team": numbers.get(shown, 0),
        "titles": [word(title, "title") for title, holder in view.titles.items() if holder == seat],
        "you": seat == view.seat,
    }


def team_numbers(view: View) -> dict[str, int]:
    """The team of each role that is known, by its place in the book, from 1."""
    found = teams(view)
    order = {team: number for number, team in enumerate(dict.fromkeys(found.values()), 1)}
    return {role: order[team] for role, team in found.items()}


def deck(facts: Sequence[Fact]) -> list[RoleCount]:
    """The cards of this table, which everybody knows."""
    began = next((fact for fact in facts if isinstance(fact, Began)), None)
    return [{"role": word(role, "role"), "count": count} for role, count in began.deck] if began else []


def _over(view: View, end: Ended) -> GameEnd:
    """Who won by which rule; now everything is shown."""
    found, because = verdict(end, rules_of(view))
    own = teams(view).get(end.roles[view.seat - 1], "") if view.seat else ""
    won = (bool(own) and own == end.winner) or any(view.seat == seat for seat, _ in end.cowins)
    also = [
        say("{name} has also won, as {role}.", name=safe(view.names[seat - 1]), role=word(role, "role"))
        for seat, role in end.cowins
    ]
    return {"winner": word(end.winner, "side"), "line": found, "because": because, "also": also, "won": won}
