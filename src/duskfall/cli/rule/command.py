"""The `duskfall rule` command: the rulings desk at the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BadInput, Number, find_rules, put_file, tell_first
from duskfall.cli.shell import complete
from duskfall.tell.tongue import LANGUAGES, say, speaking, word

if TYPE_CHECKING:
    from duskfall.wire.desk import DeskRuling

Rows = dict[str, Any]


@click.command(short_help="Rule on a night or a vote, with reasons and citations.")
@click.argument("what", metavar="RULES|FILE.yaml", shell_complete=complete.rules)
@click.option("--seats", metavar="NAME: ROLE, ...", help="Who sits there, in seat order, and holds which role.")
@click.option("--night", metavar="ACT: WHOM, ...", help="What was done tonight: kill: Ann, heal Dee: Eli.")
@click.option("--day", metavar="ACT: WHOM, ...", help="What was done by day besides the vote: reveal May.")
@click.option(
    "--vote",
    multiple=True,
    metavar="VOTER: WHOM, ...",
    help="The ballots, or WHOM=COUNT, ...; once more for each vote again.",
)
@click.option("--number", type=Number(1, 999), help="Which night or day it is.")
@click.option("--dead", default="", metavar="NAME, ...", help="Who was dead before.")
@click.option("--card", multiple=True, metavar="CARD=NAME", help="Who holds a card: immunity=Ann.")
@click.option("--flags", multiple=True, metavar="NAME=VALUE", shell_complete=complete.flags, help="House rules.")
@click.option("--last", default="", metavar="ACT: WHOM, ...", help="Whom an act named on the night before.")
@click.option("--used", default="", metavar="ACT NAME: N, ...", help="How often an act was done before.")
@click.option("--mark", multiple=True, metavar="MARK=NAME", help="Who bears a mark: revealed=May.")
@click.option("--title", multiple=True, metavar="TITLE=NAME", help="Who holds a title: sheriff=Ann.")
@click.option("--target", default="", metavar="NAME: NAME", help="Whom the deal has assigned to whom.")
@click.option("--name", "called", default="", help="What the case is called that --save writes.")
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="en", help="The language of the ruling.")
@click.option("--svg", type=click.Path(path_type=Path), help="Write the picture of the (last) phase here.")
@click.option("--save", type=click.Path(path_type=Path), help="Add the ruling to this case file.")
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
def rule(what: str, language: str, svg: Path | None, save: Path | None, as_json: bool, **typed: Any) -> None:
    """Set up a position, say what happened, and get the ruling with its rules and the words of the book.

    \b
    duskfall rule city-mafia --seats "Ann: Mistress, Bob: Citizen, Cid: Don, Dee: Doctor" \\
        --night "kill: Ann, visit: Bob, heal: Dee"

    Whatever is not said did not happen. Whose act it is may be left out where only one player has it. Without
    --seats, at a terminal, everything is asked for. A case file is explained case by case.
    """
    with speaking(language):
        found = _cases(Path(what), typed) if _is_file(what) else [_typed(what, typed)]
        results = [(params, _ruled(params)) for params in found]
        if svg:
            _write(svg, "".join(result["phases"][-1]["svg"] for _, result in results[-1:] if result["phases"]), "--svg")
        if save:
            _save(save, [params for params, _ in results])
        _print(results, as_json)


def _is_file(what: str) -> bool:
    from duskfall.rules.outside import split_path
    from duskfall.rules.registry import ids

    if what in ids() or split_path(what):
        return False
    try:
        return Path(what).suffix in (".yaml", ".yml") or Path(what).exists()
    except OSError:  # too long for the name of a file
        return False


def _cases(path: Path, typed: Mapping[str, Any]) -> list[Rows]:
    from duskfall.cases.load import read_file
    from duskfall.cases.terms import CaseError
    from duskfall.host.desk.desk_case import params_of

    if given := [name for name, value in typed.items() if value not in (None, "", ())]:
        option = "name" if given[0] == "called" else given[0]
        text = "--{option}: {path} is a case file, which says everything itself"
        raise BadInput(say(text, option=option, path=path))
    try:
        return [dict(params_of(case)) for case in read_file(path, tell_first)]
    except CaseError as error:
        raise _bad(error) from None


def _ruled(params: Rows) -> DeskRuling:
    from duskfall.cases.terms import CaseError
    from duskfall.host.desk.rule import rule_on

    try:
        ruled = rule_on(params)
    except CaseError as error:
        raise _bad(error) from None
    if wrong := [line for phase in ruled["phases"] for line in phase["miscounted"]]:
        raise BadInput(wrong[0])
    return ruled


def _print(results: list[tuple[Rows, DeskRuling]], as_json: bool) -> None:
    if as_json:
        import json

        plain = [{"position": params, **result} for params, result in results]
        click.echo(json.dumps(plain if len(plain) > 1 else plain[0], ensure_ascii=False, indent=2))
        return
    from duskfall.cli.rule.shown import show

    for params, result in results:
        show(result, params.get("name", ""))


# -- input ------------------------------------------------------------------------------------------


def _typed(rules_id: str, typed: Mapping[str, Any]) -> Rows:
    """Return the position given by the options; without --seats, ask for it at the terminal."""
    from duskfall.cli.rule.asks import asked
    from duskfall.core.plan.compile import compile_plan

    plan = compile_plan(find_rules(rules_id))
    if typed["seats"]:
        found = position(plan, typed)
        _check_teams(plan, found)
        return found
    if not sys.stdin.isatty():
        one, two, *_ = plan.roles
        example = f"Ann: {one}, Bob: {two}"
        raise BadInput(say("--seats: say who sits there, as in --seats {example}", example=repr(example)))
    return asked(plan)


def _check_teams(plan: Any, params: Rows) -> None:
    """Raise `BadInput` for an action of a team without living members: it would be left out, its target seem spared."""
    from duskfall.cases.terms import CaseError
    from duskfall.core.play.game import Game
    from duskfall.host.desk.desk_case import case_of
    from duskfall.vocabulary.masks import bits
    from duskfall.vocabulary.scene import Scene

    named = {(phase["phase"], row["verb"]) for phase in params["play"] for row in phase["acts"]}
    named = {(phase, verb) for phase, verb in named if verb in plan.groups}
    if not named:
        return
    try:
        state = Game(plan.rules, case_of(params).setup).state
    except CaseError as error:
        raise _bad(error) from None
    for phase, verb in sorted(named):
        group = plan.groups[verb]
        living = {state.names[seat - 1] for seat in bits(group.members.mask(Scene(state)))} - {*params["start"]["dead"]}
        if not living:
            text = "--{phase}: {verb}: nobody alive here is in team {team}: seat one with --seats, or leave this out"
            raise BadInput(say(text, phase=phase, verb=verb, team=word(group.name, "team")))
        acts = [row for play in params["play"] if play["phase"] == phase for row in play["acts"]]
        for who in (row["seat"] for row in acts if row["verb"] == verb):
            if who != group.name and who not in living:
                text = "--{phase}: {verb}: {name} is no living member of {team}"
                raise BadInput(say(text, phase=phase, verb=verb, name=who, team=word(group.name, "team")))


def position(plan: Any, typed: Mapping[str, Any]) -> Rows:
    """Return the position given by the options; raise `BadInput` for what doesn't fit the ruleset."""
    from duskfall.cli.play.sheet import read_flag_options
    from duskfall.cli.rule.words import Speaker, read_seats
    from duskfall.core.start.flags import FlagError, read_flags

    rules, seats = plan.rules, read_seats(typed["seats"], plan)
    if typed["target"] and not rules.deals:
        raise BadInput(say("--target: the deal of {rules} assigns nobody to anybody", rules=rules.id))
    dead = Speaker(plan, seats).players(typed["dead"], "--dead")
    speaker = Speaker(plan, seats, dead)
    flags = read_flag_options(typed["flags"])
    try:
        held = read_flags(rules, flags)
    except FlagError as error:
        raise _bad(error, "--flags: ") from None
    return {
        "name": typed["called"],
        "rules": rules.id,
        "flags": {name: held[name] for name in flags},
        "seats": seats,
        "cards": speaker.held(typed["card"], "--card", [card.name for card in rules.cards], "card"),
        "assign": [
            {"deal": deal.name, "seat": who, "target": whom}
            for deal in rules.deals
            for who, whom in speaker.pairs(typed["target"], "--target")
        ],
        "start": _start(plan, typed, speaker, dead),
        "play": _play(typed, speaker),
    }


def _start(plan: Any, typed: Mapping[str, Any], speaker: Any, dead: list[str]) -> Rows:
    by_night = typed["night"] is not None or not (typed["day"] or typed["vote"])
    last = [
        {"verb": row["verb"], "seat": row["seat"], "target": row["value"]}
        for row in speaker.acts(typed["last"], "--last")
    ]
    return {
        "phase": "night" if by_night else "day",
        "number": typed["number"] or (1 if by_night and not last else 2),
        "dead": dead,
        "last": last,
        "used": speaker.counts(typed["used"], "--used"),
        "marks": speaker.held(typed["mark"], "--mark", plan.until, "mark"),
        "titles": speaker.held(typed["title"], "--title", [title.name for title in plan.rules.titles], "title"),
    }


def _play(typed: Mapping[str, Any], speaker: Any) -> list[Rows]:
    """Return the phases to rule on: a night, a day, or a night and the day after it."""
    play = []
    by_day = typed["day"] is not None or typed["vote"]
    if typed["night"] is not None or not by_day:
        play.append({"phase": "night", "acts": speaker.acts(typed["night"] or "", "--night", "night")})
    if by_day:
        done, elected = speaker.day(typed["day"] or "", "--day")
        cast, counted = speaker.votes(typed["vote"])
        play.append({"phase": "day", "acts": done + cast, "counts": elected + counted})
    return play


# -- output ------------------------------------------------------------------------------------------


def _save(path: Path, found: list[Rows]) -> None:
    """Append the cases to a case file, or create it.

    Raise `BadInput`, with the file unchanged, if it isn't a case file or its format doesn't allow appending.
    """
    from duskfall.cases.load import read_file
    from duskfall.cases.terms import CaseError
    from duskfall.host.desk.rule import case

    new = "\n".join(case(params)["text"] for params in found)
    with _alone(path.resolve().parent):
        try:
            old = read_file(path, tell_first) if path.exists() and path.stat().st_size else []
        except CaseError as error:
            raise _bad(error, "--save: ") from None
        if old:
            new = path.read_text(encoding="utf-8").rstrip("\n") + "\n\n" + new
            if not _holds(new, len(old) + len(found)):
                text = "--save: {path}: nothing can be added to it: its list is not written with dashes"
                raise BadInput(say(text, path=path))
        _write(path, new, "--save")


def _holds(text: str, count: int) -> bool:
    """Return whether a text is a valid case file with so many cases."""
    from tempfile import TemporaryDirectory

    from duskfall.cases.load import read_file
    from duskfall.cases.terms import CaseError

    with TemporaryDirectory() as folder:
        trial = Path(folder, "trial.yaml")
        trial.write_text(text, encoding="utf-8")
        try:
            return len(read_file(trial)) == count
        except CaseError:
            return False


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder while the block runs, so that processes don't overwrite each other's additions to its files.

    On Windows, and where locks aren't supported, nothing is locked.
    """
    with ExitStack() as held:
        if sys.platform != "win32":  # Windows has no flock
            from fcntl import LOCK_EX, flock

            with suppress(OSError):  # an unreadable folder, or a file system without locks
                door = os.open(folder, os.O_RDONLY)
                held.callback(os.close, door)
                flock(door, LOCK_EX)
        yield


def _write(path: Path, text: str, option: str) -> None:
    try:
        put_file(path, text)
    except OSError as error:
        raise BadInput(f"{option}: {path}: {error.strerror}") from None


def _bad(error: ValueError, where: str = "") -> BadInput:
    """Return the error of bad input for a domain error, translated, with `where` in front."""
    from duskfall.tell.phrases import problem

    return BadInput(where + problem(error))
