"""The dialog of `duskfall rule` without options at a terminal: asks for the position and the phase step by step."""

from __future__ import annotations

from typing import Any

import click

from duskfall.cases.terms import CaseError
from duskfall.cli.common import BadInput
from duskfall.cli.rule.words import Speaker, bare, meant, read_seats
from duskfall.core.plan.compile import Plan
from duskfall.core.play.state import DAY, NIGHT
from duskfall.host.desk.desk_case import case_of
from duskfall.host.desk.rule import rule_on
from duskfall.tell.host.aloud import numbered
from duskfall.tell.phrases import problem
from duskfall.tell.text import safe
from duskfall.tell.tongue import say, word

Rows = dict[str, Any]


def asked(plan: Plan) -> Rows:
    """Ask for the position and for what happened; return the parameters of a ruling. Empty answers mean none."""
    click.echo(say("Roles: {roles}.", roles=", ".join(plan.roles)))
    seats = _until(say("Who sits there (Ann: Doctor, Bob: Citizen, ...)"), lambda line: _seats(line, plan))
    phase = click.prompt(say("Night or day"), type=click.Choice([NIGHT, DAY]), default=NIGHT)
    number = click.prompt(say("Which"), type=click.IntRange(1, 999), default=1 if phase == NIGHT else 2)
    known = Speaker(plan, seats)
    dead = _until(say("Who was dead before (empty: nobody)"), lambda line: known.players(line, "dead"), "")
    speaker = Speaker(plan, seats, dead)
    named = say("Whom did acts name on the night before (heal: Ann; empty: nobody)")
    last = _until(named, lambda line: speaker.acts(line, "last"), "") if phase == NIGHT else []
    before = [{"verb": row["verb"], "seat": row["seat"], "target": row["value"]} for row in last]
    start: Rows = {"phase": phase, "number": number, "dead": dead, "last": before}
    cards = _cards(plan, known)
    return _happened({"rules": plan.rules.id, "seats": seats, "cards": cards, "start": start}, phase, speaker)


def _seats(line: str, plan: Plan) -> list[Rows]:
    """Parse the seats; raise `BadInput` if this table can't be dealt."""
    seats = read_seats(line, plan)
    _read(case_of, {"rules": plan.rules.id, "seats": seats})
    return seats


def _read(read: Any, params: Rows) -> Any:
    """Return what `read` makes of a position; raise `BadInput` if the position is not valid."""
    try:
        return read(params)
    except CaseError as error:
        raise BadInput(problem(error)) from None


def _cards(plan: Plan, speaker: Speaker) -> list[Rows]:
    rows: list[Rows] = []
    for card in plan.rules.cards:
        question = say("Who holds the card {card} (empty: nobody)", card=word(card.name, "card"))
        holders = _until(question, lambda line: speaker.players(line, "card"), "")
        rows += [{"card": card.name, "seat": holder} for holder in holders]
    return rows


def _happened(params: Rows, phase: str, speaker: Speaker) -> Rows:
    """Ask all questions of the phase in the ruleset's order; later questions may depend on earlier answers.

    Return `params` with the answers filled in.
    """
    acts: list[Rows] = []
    counts: list[Rows] = []
    done: set[tuple[int, str, int]] = set()
    while True:
        params["play"] = [{"phase": phase, "acts": acts, "counts": counts}]
        ruled = _read(rule_on, params)["phases"][0]
        if ruled["miscounted"]:
            click.echo(ruled["miscounted"][0])
            counts.pop()
            continue
        counted = {(row["verb"], row["round"]) for row in counts}
        named = {key[1:] for key in done}  # in these votes, voters are asked one by one
        form = next((each for each in ruled["forms"] if _is_open(each, done, counted)), None)
        if form is None:
            return params
        vote = form["verb"], form["round"]
        if form["kind"] == "ballot" and vote not in named and (votes := _hands(form, speaker)):
            counts.append({"verb": form["verb"], "round": form["round"], "votes": votes})
        else:
            done.add((form["seat"], *vote))
            _add(acts, form, _answer(form))


def _is_open(form: Rows, done: set[tuple[int, str, int]], counted: set[tuple[str, int]]) -> bool:
    vote = form["verb"], form["round"]
    return form["kind"] != "speech" and (form["seat"], *vote) not in done and vote not in counted


def _hands(form: Rows, speaker: Speaker) -> dict[str, float]:
    """Ask for the counts of a vote; return an empty mapping if each voter shall be asked instead."""
    question = say("{vote}: hands counted (2=4, 5=3; empty: each is asked)", vote=form["label"])
    votes: dict[str, float] = _until(question, lambda line: speaker.hands(line, form["verb"]), "")
    return votes


def _add(acts: list[Rows], form: Rows, value: Any) -> None:
    """Add an answer; a repeated question, such as a second vote, extends the list of earlier answers."""
    row = next((row for row in acts if (row["verb"], row["seat"]) == (form["verb"], form["seat"])), None)
    if row is None:
        acts.append({"verb": form["verb"], "seat": form["seat"], "value": value})
    else:
        row["value"] = [*(row["value"] if isinstance(row["value"], list) else [row["value"]]), value]


def _answer(form: Rows) -> Any:
    """Print the options and ask for one answer: a seat number, a name or a word; empty input means None."""
    for option in form["options"]:
        number = f"{option['seat']}  " if option["seat"] else ""
        click.echo(f"  {number}{safe(option['label'])}" + (f" ({option['barred']})" if option["barred"] else ""))
    who = safe(numbered(form["seat"], form["who"]))
    value = _until(f"{who}: {form['label']}", lambda line: _choice(line, form["options"]), "")
    if value is not None and form["roles"] and isinstance(value, int):
        names = [role["value"] for role in form["roles"]]
        return {"target": value, "as": click.prompt(say("As which role"), type=click.Choice(names), show_choices=True)}
    return value


def _choice(line: str, options: list[Rows]) -> Any:
    word = bare(line)
    if not word:
        return None
    found = [options[place]["value"] for place in meant(line, [(each["seat"], each["label"]) for each in options])]
    found = found or [each["value"] for each in options if each["value"] == word.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(
            say("{word} may be more than one of these: write a name, in quotes if it is a number.", word=safe(word))
        )
    raise BadInput(say("{word} is none of these.", word=safe(word)))


def _until(question: str, read: Any, default: str | None = None) -> Any:
    """Ask until the input can be parsed; return the parsed value."""
    while True:
        line = click.prompt(question, default=default, show_default=False)
        try:
            return read(line)
        except BadInput as error:
            click.echo(safe(error.message))
