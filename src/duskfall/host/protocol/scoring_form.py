"""The form for a host's own scoring: fields labeled in the ruleset's terms, and the scoring made of their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from duskfall.core.log import clean
from duskfall.core.moderate import CAUSES
from duskfall.host.evening.fields import Refusal, mapping, number, text
from duskfall.host.protocol.scoring import OTHERS, Scoring, plain, read_scoring, reasons, scoring_problems
from duskfall.rules.registry import known
from duskfall.tell import phrases
from duskfall.tell.text import capital
from duskfall.tell.tongue import row, say, word
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.wire.calls import Params
from duskfall.wire.scoring import ScoringField, ScoringForm, ScoringGroup

MOST_POINTS = 1000
FEWEST_FOUND, MOST_FOUND = 3, 10  # the highest count with a points field in a best move: at least, and at most
NAME_LIMIT = 40
NOTHING = "–"  # the fallback of an empty field that has no number to fall back on
Points = dict[str, Any]  # a scoring as nested tables, before it is parsed
Typed = Mapping[str, object]  # by field id: the typed text, or whether a switch is on
Filled = tuple["PointsField", object]


class PointsField(NamedTuple):
    """A form field for a number, or a switch. Its id is its path in the scoring."""

    id: str
    label: str
    fallback: str = "0"  # the value that applies while the field is empty
    step: float = 0.5
    switch: bool = False


class PointsGroup(NamedTuple):
    """Form fields under a title."""

    title: str
    fields: tuple[PointsField, ...]
    groups: tuple[PointsGroup, ...] = ()


def form(params: Params) -> ScoringForm:
    """Answer the call {rules, scoring, name, values} with the form, and the scoring that it makes or what is wrong."""
    rules, given = _rules(params.get("rules")), params.get("scoring")
    values = mapping(params.get("values") or {}, "values")
    own = given.get("name") if isinstance(given, Mapping) else ""
    name = clean(params.get("name", str(own or say("Our own"))))  # the page gets the name back as typed
    typed = _typed(read_scoring(given, rules), rules) | {key: clean(value) for key, value in values.items()}
    groups = _groups(rules, typed)
    scoring, problem = None, ""
    try:
        scoring = _scoring(name, groups, typed, rules)
    except Refusal as refusal:
        problem = str(refusal)
    return {
        "name": name if isinstance(name, str) else "",
        "groups": [_shown(each, typed) for each in groups],
        "scoring": scoring,
        "problem": problem,
    }


def _rules(name: object) -> Ruleset:
    found = known(name)
    if found is None:
        raise Refusal(say("There are no rules called {name}.", name=name))
    return found


def _typed(scoring: Scoring, rules: Ruleset) -> dict[str, object]:
    """Return a scoring as form values. If it has no best move, preset one for the good team, to find all others."""
    tables = {key: getattr(scoring, key) for key in ("win", "loss", "draw", "role", "removed")}
    tables |= {f"ends/{reason}": table or {OTHERS: 0} for reason, table in scoring.ends.items()}  # empty: no points
    found: dict[str, object] = {f"{key}/{name}": str(each) for key, by in tables.items() for name, each in by.items()}
    found |= {key: str(each) for key in ("cowin", "foul") if (each := getattr(scoring, key))}
    if scoring.bonus:
        found |= {"bonus/least": str(scoring.bonus[0]), "bonus/most": str(scoring.bonus[1])}
    good = next(role.team for role in rules.roles if role.name == rules.decks.rest)
    best = scoring.best
    for team in rules.teams:
        found[f"best/of/{team}"] = team in best.of if best else team == good
        found[f"best/finds/{team}"] = team in best.finds if best else team != good
    return found | {f"best/points/{count}": str(each) for count, each in enumerate(best.points if best else ())}


# -- the fields ------------------------------------------------------------------------------------------


def _groups(rules: Ruleset, typed: Typed) -> list[PointsGroup]:
    win = _by("win", say("A win"), rules, typed)
    beside = PointsField("cowin", say("A win of one's own"))
    roles = tuple(PointsField(f"role/{role.name}", word(role.name, "role")) for role in rules.roles)
    ends = tuple(_by(f"ends/{reason}", capital(word(reason, "reason")), rules, typed) for reason in reasons(rules))
    return [
        win._replace(fields=(*win.fields, beside)),
        _by("loss", say("A loss"), rules, typed),
        _by("draw", say("A draw"), rules, typed),
        PointsGroup(say("On top of a win, by role"), roles),
        _best(rules, typed),
        _penalties(typed),
        PointsGroup(say("Points of the host"), (
            PointsField("bonus/least", say("At least"), NOTHING, 0.25),
            PointsField("bonus/most", say("At most"), NOTHING, 0.25),
        )),
        PointsGroup(say("Particular ends"), (), ends),
    ]  # fmt: skip


def _by(key: str, title: str, rules: Ruleset, typed: Typed) -> PointsGroup:
    """Return fields for everybody, the teams and the roles; of those filled in, the most specific applies."""
    given = any(name.startswith(f"{key}/") and filled for name, filled in typed.items())
    nothing = "0" if given or not key.startswith("ends/") else NOTHING  # without a table, the usual points apply

    def field(name: str, label: str, *instead: str) -> PointsField:
        held = (str(typed[f"{key}/{each}"]) for each in instead if typed.get(f"{key}/{each}"))
        return PointsField(f"{key}/{name}", label, next(held, nothing))

    teams = (field(team, word(team, "team"), OTHERS) for team in rules.teams)
    roles = (field(role.name, word(role.name, "role"), role.team, OTHERS) for role in rules.roles)
    return PointsGroup(title, (field(OTHERS, say("Everybody")), *teams), (PointsGroup(say("By role"), tuple(roles)),))


def _best(rules: Ruleset, typed: Typed) -> PointsGroup:
    found = [count for count in range(MOST_FOUND + 1) if typed.get(f"best/points/{count}")]
    counts = range(min(max([FEWEST_FOUND, *(count + 1 for count in found)]), MOST_FOUND) + 1)
    points = (PointsField(f"best/points/{count}", say("{count} found", count=count), NOTHING, 0.25) for count in counts)

    def teams(key: str) -> tuple[PointsField, ...]:
        return tuple(PointsField(f"best/{key}/{team}", word(team, "team"), switch=True) for team in rules.teams)

    who, whom = PointsGroup(say("Who may make it"), teams("of")), PointsGroup(say("Who is to be named"), teams("finds"))
    return PointsGroup(say("Best move"), tuple(points), (who, whom))


def _penalties(typed: Typed) -> PointsGroup:
    others = str(typed.get(f"removed/{OTHERS}") or 0)
    causes = (
        PointsField(f"removed/{cause}", say("Removed ({cause})", cause=phrases.cause(cause)), others)
        for cause in CAUSES
    )
    foul, anyhow = (
        PointsField("foul", say("Each foul"), step=0.1),
        PointsField(f"removed/{OTHERS}", say("Removed (any other cause)")),
    )
    return PointsGroup(say("Penalties"), (foul, *causes, anyhow))


def _shown(group: PointsGroup, typed: Typed) -> ScoringGroup:
    """Return a group as the page draws it, with a summary of its values."""
    return {
        "title": group.title,
        "about": row(_filled(group, typed)),
        "fields": [_field(each, typed.get(each.id, "")) for each in group.fields],
        "groups": [_shown(each, typed) for each in group.groups],
    }


def _field(field: PointsField, value: object) -> ScoringField:
    return {
        "id": field.id,
        "label": field.label,
        "fallback": field.fallback,
        "step": field.step,
        "switch": field.switch,
        "value": value if isinstance(value, bool) else "" if value is None else str(value),
    }


def _filled(group: PointsGroup, typed: Typed) -> Iterator[str]:
    for field in group.fields:
        value = typed.get(field.id)
        if value and field.switch:
            yield field.label
        elif value:
            yield say("{what}: {points}", what=field.label, points=value)
    yield from (
        each.title for each in group.groups if any(typed.get(field.id) for field in each.fields if not field.switch)
    )


# -- the scoring -----------------------------------------------------------------------------------------


def _scoring(name: object, groups: list[PointsGroup], typed: Typed, rules: Ruleset) -> Points:
    """Return the scoring as data; raise `Refusal` with the first mistake."""
    called = " ".join(text({"name": name}, "name", NAME_LIMIT).split())
    if not called:
        raise Refusal(say("Give the scoring a name."))
    data: Points = {"name": called}
    for field, value in _values(groups, typed):
        *path, last = field.id.split("/")
        table = data
        for each in path:
            table = table.setdefault(each, {})
        table[last] = value
    _limits(data)
    _best_move(data)
    for problem in scoring_problems(data, rules):
        raise Refusal(problem)
    return data


def _values(groups: Sequence[PointsGroup], typed: Typed, under: tuple[str, ...] = ()) -> Iterator[Filled]:
    """Yield every field that is filled in, with its value."""
    for group in groups:
        titles = (*under, group.title)
        for field in group.fields:
            value = typed.get(field.id, "")
            if field.switch and value is True:
                yield field, value
            elif not field.switch and (value is True or str(value).strip()):
                yield field, _points(value, " · ".join((*titles, field.label)))
        yield from _values(group.groups, typed, titles)


def _points(value: object, where: str) -> float:
    """Parse a number as people write it: with a decimal comma, with a long minus."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = float(value.replace(",", ".").replace("−", "-").replace("–", "-"))
    return plain(number(value, where, -MOST_POINTS, MOST_POINTS))


def _limits(data: Points) -> None:
    if "bonus" in data:
        limits = [data["bonus"].get(key) for key in ("least", "most")]
        if None in limits or limits[0] > limits[1]:
            raise Refusal(say("Points of the host: give both limits, the least first, or none."))
        data["bonus"] = limits


def _best_move(data: Points) -> None:
    best = data.pop("best", {})
    points = best.get("points")
    if not points:
        return
    if len(points) < 2 or list(points) != [str(count) for count in range(len(points))]:
        raise Refusal(say("Best move: give the points from 0 found on, without a gap."))
    if not best.get("of") or not best.get("finds"):
        raise Refusal(say("Best move: choose who may make it, and who is to be named."))
    data["best"] = {"of": list(best["of"]), "finds": list(best["finds"]), "points": list(points.values())}
