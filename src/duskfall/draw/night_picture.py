"""The picture of one night: actions and their targets, what was overturned by what, and who died."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from duskfall.core.facts import Died, Fact, Overturned
from duskfall.draw.boxes import Arrow, Box, chart
from duskfall.draw.layout import Ends
from duskfall.draw.svg import TextLine, cut, document, moved, panel, wrapped
from duskfall.study.deeds import DeedFate, DeedKey, deeds
from duskfall.tell import phrases
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.sentences.done import result
from duskfall.tell.names import Names, cancelled, name, whose_deed
from duskfall.tell.text import capital, cite, safe
from duskfall.tell.tongue import listed, say, word
from duskfall.vocabulary.ruleset import ROLE

NAME, NOTE, MARGIN = 150.0, 180.0, 16.0
NO_ROLES: Mapping[int, str] = {}


def night_picture(facts: Iterable[Fact], names: Names, roles: Mapping[int, str] = NO_ROLES) -> str:
    """Return the SVG of the night in these events, as the moderator knows it; empty if nobody acted or died."""
    facts = list(facts)
    night = NightDrawn(deeds(facts), {fact.seat: fact for fact in facts if isinstance(fact, Died)}, names, roles)
    if not night.deeds and not night.dead:
        return ""
    drawn = chart(night.boxes(), list(night.arrows()), night.ends())
    width, height = drawn.width + 2 * MARGIN, drawn.height + 2 * MARGIN
    body = panel(0, 0, width, height, "ground") + moved(drawn.markup, MARGIN, MARGIN)
    return document(body, width, height, say("Who did what to whom in the night"))


@dataclass(frozen=True, slots=True)
class NightDrawn:
    """The actions and deaths of a night as boxes and arrows: actors on the left, actions, targets on the right."""

    deeds: Mapping[DeedKey, DeedFate]
    dead: Mapping[int, Died]
    names: Names
    roles: Mapping[int, str]

    def boxes(self) -> dict[str, Box]:
        """Return the boxes by name: players, actions, and anything else that overturned something."""
        found = {f"by {seat}": self._player(seat, fate=False) for deed in self.deeds.values() for seat in deed.by}
        found |= {_key(act): self._act(act, deed) for act, deed in self.deeds.items()}
        for fact in self._overturns():
            if not self._causes(fact) and fact.by != ROLE:
                found[_other(fact)] = Box([TextLine(word(fact.by, "verb"))], "round", "mark")
        struck = [act[2] for act in self.deeds if act[2]] + list(self.dead)
        return found | {f"on {seat}": self._player(seat, fate=True) for seat in struck}

    def ends(self) -> Ends:
        """Return which boxes stand in the first column (actors) and in the last one (targets)."""
        names = self.boxes()
        return Ends(*(frozenset(each for each in names if each.startswith(side)) for side in ("by ", "on ")))

    def arrows(self) -> Iterator[Arrow]:
        """Yield arrows from actors to actions to targets, and from what overturns to what is overturned."""
        for act, deed in self.deeds.items():
            told = self._told(act, deed)
            for seat in deed.by:
                yield Arrow(f"by {seat}", _key(act), "gone" if deed.passed_over else "plain", told)
            if act[2]:
                style = "gone dashed" if deed.fails() else "deadly" if deed.landed else "plain"
                yield Arrow(_key(act), f"on {act[2]}", style, told)
        for fact in self._overturns():
            what = _key((fact.what, fact.actor, fact.on))
            causes = list(map(_key, self._causes(fact))) or ([_other(fact)] if fact.by != ROLE else [])
            for cause in causes:
                if cause != what:
                    yield Arrow(cause, what, "hue1 thick", safe(sentence(fact, self.names)))

    def _overturns(self) -> list[Overturned]:
        return [fact for deed in self.deeds.values() for fact in deed.overturned]

    def _causes(self, fact: Overturned) -> list[DeedKey]:
        """Return the actions that overturned this one: those on its target or its actor, or else all of that name."""
        acts = [act for act in self.deeds if act[:2] == (fact.by, fact.by_actor)]
        return [act for act in acts if act[2] in (fact.on, fact.actor)] or acts

    def _player(self, seat: int, fate: bool) -> Box:
        died = self.dead.get(seat)
        lines = [TextLine(cut(safe(name(seat, self.names)), NAME), "bold")]
        role = self.roles.get(seat, "")
        if role:
            lines.append(TextLine(cut(word(role, "role"), NAME), "small soft"))
        if died and fate:
            causes = listed(word(each, "verb") for each in died.causes)
            lines.append(TextLine(cut(f"† {causes}", NAME), "small death"))
        return Box(lines, "round", "dead" if died else "player", safe(sentence(died, self.names)) if died else "")

    def _act(self, act: DeedKey, deed: DeedFate) -> Box:
        lines = [TextLine(word(act[0], "verb"), "bold struck soft" if deed.fails() else "bold")]
        for note in self._notes(deed):
            lines += wrapped(note, NOTE, "small soft")
        style = "void" if deed.fails() else "dead" if deed.landed else "act"
        return Box(lines, "box", style, self._told(act, deed))

    def _notes(self, deed: DeedFate) -> Iterator[str]:
        """Yield what became of an action, in short."""
        yield from (cancelled(fact, self.names) for fact in deed.overturned)
        yield from (say("lands{cite}", cite=cite(fact.rule)) for fact in deed.landed[:1])
        if deed.void:
            yield say("void: {reason}", reason=phrases.reason(deed.void))
        if deed.told:
            yield say("learns: {found}", found=result(deed.told, self.names))

    def _told(self, act: DeedKey, deed: DeedFate) -> str:
        what = capital(whose_deed(*act, self.names))
        return safe("; ".join([what, *self._notes(deed)]))


def _key(act: DeedKey) -> str:
    return "act {} {} {}".format(*act)


def _other(fact: Overturned) -> str:
    return f"other {fact.by} {fact.by_actor or fact.on}"
