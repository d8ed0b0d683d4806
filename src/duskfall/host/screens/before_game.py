"""Host screens before a game: the settings of the table, and cards to be looked at, entered or sent."""

from __future__ import annotations

from collections import Counter

from duskfall.core.facts import Knows
from duskfall.core.start.deck import DeckError
from duskfall.host import seat_card
from duskfall.host.evening.clubs import club_rules, describe_club_rules
from duskfall.host.evening.deal import Dealing
from duskfall.host.evening.host_table import DEALS, HostTable
from duskfall.host.evening.problems import problems
from duskfall.host.screens.parts import blank, onward, pause, signed
from duskfall.rules.registry import rulesets
from duskfall.tell import phrases
from duskfall.tell.host.cues import Cue, night_script
from duskfall.tell.host.signs import sign
from duskfall.tell.leaning import lopsided
from duskfall.tell.tongue import later, row, say, word
from duskfall.vocabulary.masks import bits
from duskfall.wire.screens import HostScreen, SignShown
from duskfall.wire.table import CardsLeft, DealKind, DeckRow, SeatFragment, TableForm

DEALT: dict[DealKind, tuple[str, str]] = {
    "phone": (later("This phone goes round"), later("Each player takes it and looks at their card.")),
    "links": (later("Links to their phones"), later("Each player opens a link of their own.")),
    "cards": (later("Real cards, entered at once"), later("You deal cards and enter who holds what.")),
    "night": (later("Real cards, in a set-up night"), later("You deal cards and call each role once.")),
}


def table(found: HostTable) -> HostScreen:
    """Return the screen with the settings of the table."""
    wrong = problems(found)
    return blank("table") | {
        "table": _table(found, wrong),
        "next": onward(say("Deal"), wrong[0] if wrong else ""),
    }


def _table(found: HostTable, wrong: list[str]) -> TableForm:
    book, club = found.book, club_rules(found.rules)
    return {
        "rules": found.rules,
        "rulesets": [{"id": each.id, "title": say(each.title)} for each in rulesets()],
        "names": found.names,
        "given": list(found.given),
        "seats": list(book.decks.seats),
        "deck": deck(found),
        "deckText": found.deck,
        "deal": found.deal,
        "deals": [{"value": each, "label": say(DEALT[each][0]), "about": say(DEALT[each][1])} for each in DEALS],
        "cards": [
            {"name": each.name, "label": word(each.name, "card"), "holders": list(found.cards.get(each.name, ()))}
            for each in book.cards
        ],
        "callAll": found.call_all,
        "round": found.round if _has_round(found) else None,
        "club": {"on": found.plays_as_club(club), "about": describe_club_rules(club)} if club else None,
        "problems": wrong,
        "warnings": [] if wrong else [*phrases.warnings(book, found.pack()), *lopsided(book, found.pack())],
    }


def _has_round(found: HostTable) -> bool:
    """Return whether anybody in this deck may have to be told something at the end of a night."""
    try:
        return any(cue.kind == "round" and cue.step >= 0 for cue in night_script(found.book, found.pack(), found.house))
    except DeckError:
        return False


def deck(found: HostTable) -> list[DeckRow]:
    """Return every role of the ruleset, and how often it is in the deck."""
    try:
        counts = Counter(found.pack())
    except DeckError:
        counts = Counter()
    return [
        {
            "role": role.name,
            "label": word(role.name, "role"),
            "team": word(role.team, "team"),
            "count": counts[role.name],
        }
        for role in found.book.roles
    ]


def dealing(found: Dealing) -> HostScreen:
    """Return the screen of a deal in progress."""
    if cue := found.cue:
        return _entering(found, cue)
    assert found.live is not None
    names, game = found.table.names, found.live.game
    if found.table.deal == "links":
        links: list[SeatFragment] = [
            {"seat": seat, "name": name, "fragment": seat_card.fragment(game.view(seat))}
            for seat, name in enumerate(names, 1)
        ]
        return blank("links") | {"links": links, "next": onward(say("Begin the game"))}
    seat, last = found.turn + 1, found.turn + 1 == len(names)
    return blank("peek") | {
        "peek": {"seat": seat, "name": names[seat - 1], "card": seat_card.lines(seat_card.kept(game.view(seat)))},
        "notes": [say("Give the phone to: {name}.", name=names[seat - 1])],
        "upcoming": "" if last else names[seat],
        "next": onward(say("Begin the game") if last else say("Next player")),
    }


def _entering(found: Dealing, cue: Cue) -> HostScreen:
    """Return the screen for entering real cards, all at once or role by role."""
    last = found.turn + 1 == len(found.script())
    screen = blank("night") | {
        "dim": found.calling,
        "say": list(cue.say),
        "pause": pause(cue, found.table),
        "notes": _skipped(found),
        "signs": _assigned(found) if cue.kind == "round" else [],
        "showing": "round" if cue.kind == "round" else "",
        "upcoming": cue.next,
        "next": onward(say("Begin the game") if last else say("Next")),
    }
    return _cards(screen, found, cue) if cue.kind in ("enter", "hold") else screen


def _cards(screen: HostScreen, found: Dealing, cue: Cue) -> HostScreen:
    pack, held = Counter(found.table.pack()), Counter(found.roles.values())
    entered = found.entered()
    why = found.why_not() if entered else ""
    notes = _skipped(found)
    if cue.role:
        notes.append(say("Tap who holds this card: {role}.", role=word(cue.role, "role")))
    if entered and not why and found.differs():
        notes.append(say("These cards are not the deck. If the deck was another, go on."))
        notes += phrases.warnings(found.table.book, found.held().values())
    roles: list[CardsLeft] = [
        {
            "role": role.name,
            "label": word(role.name, "role"),
            "count": pack[role.name],
            "left": pack[role.name] - held[role.name],
        }
        for role in found.table.book.roles
        if pack[role.name] or held[role.name] or not found.calling
    ]
    return screen | {
        "place": "cards",
        "notes": notes,
        "cards": {"roles": roles, "asking": cue.role, "calling": found.calling},
        "next": onward(say("Begin the game") if entered and not found.calling else say("Next"), why),
    }


def _skipped(found: Dealing) -> list[str]:
    """Return a note on the roles that were called, but not tapped for as many seats as there are cards."""
    told = [
        say("{role} ({given} of {count})", role=word(role, "role"), given=given, count=count)
        for role, given, count in found.skipped()
    ]
    return [say("Not everybody was tapped: {roles}.", roles=row(told))] if told else []


def _assigned(found: Dealing) -> list[SignShown]:
    """Return what the deal tells players in addition to their roles, as signs to be shown to them."""
    assert found.live is not None
    deals, names = {deal.name for deal in found.table.book.deals}, found.table.names
    facts = (fact for fact in found.live.game.facts if isinstance(fact, Knows) and fact.how in deals)
    return [signed(seat, sign(fact, names), names) for fact in facts for seat in bits(fact.to)]
