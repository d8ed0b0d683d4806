"""`duskfall replay`: a recorded game seen again, printed, verified, or made into a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import BRING, BadInput, bring_rules, fitting, put_file, read_record, rules_of
from duskfall.cli.play.viewer import PUBLIC, WATCH_AS, viewer
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duskfall.core.play.game import Game
    from duskfall.core.record import Record
    from duskfall.terminal.reel import Reel
    from duskfall.terminal.replayer import Prompts

DIFFERS = 1


@click.command(short_help="See a recorded game again, check it, make a page of it.")
@click.argument("record", required=False, type=click.Path(path_type=Path))
@click.option("--as", "wanted", shell_complete=complete.viewers, metavar="WHO", help=WATCH_AS)
@click.option("--speed", type=click.FloatRange(0, 1000), help="How fast a game is shown (1); 0 does not wait at all.")
@click.option("--from", "start", metavar="PHASE", help="Begin here: n2 is the second night, d3 the third day.")
@click.option("--plain", is_flag=True, help="Print the transcript; so it is also where the output is no terminal.")
@click.option("--verify", is_flag=True, help="Replay the answers, compare every fact, check the committed seed.")
@click.option("--html", type=click.Path(path_type=Path), help="Write one page to send around, as public unless --as.")
@click.option("--reveal/--no-reveal", default=True, help="Whether the page can be made to show everything.")
@click.option("--rules", multiple=True, metavar="RULES", help=BRING)
@click.pass_context
def replay(
    context: click.Context, record: Path | None, wanted: str | None, speed: float | None, start: str | None,
    plain: bool, verify: bool, html: Path | None, reveal: bool, rules: tuple[str, ...],
) -> None:  # fmt: skip
    """See a recorded game again; without RECORD, the last one that was played here."""
    from duskfall.table.viewers import playing, viewers

    bring_rules(rules)
    path = record or _last()
    game = read_record(path)
    kinds = playing(game)
    allowed = viewers(game.names, kinds)
    seat = viewer(wanted or (PUBLIC if html else None), "--as", game.names, kinds)
    if verify:
        context.exit(_verify(path, game, hidden=None not in allowed))
    rules_of(game)
    with fitting(path):
        if html:
            _write_page(path, html, game, seat, reveal and None in allowed)
        else:
            _show(path, game, seat, allowed, speed, start, plain)


def _last() -> Path:
    from duskfall.table.kept.shelf import last

    path = last()
    if path is None:
        raise BadInput("no game has been kept here yet: name the file of a record, or play one with duskfall play")
    return path


def _verify(path: Path, record: Record, hidden: bool) -> int:
    """Say whether the record holds; `hidden`: without what would spoil it for who still plays."""
    from duskfall.core.record import RecordError
    from duskfall.tell.text import plural

    try:
        wrong, missing = _compare(record, hidden)
    except RecordError as error:
        wrong, missing = str(error), 0
    if wrong:
        click.echo(f"duskfall: {path}: {wrong}", err=True)
        return DIFFERS
    unwritten = f" ({plural(missing, 'fact')} not written yet)" if missing and not hidden else ""
    over = "" if _is_over(record) else f"; the game is not over{unwritten}"
    counts = f"{plural(len(record.entries), 'answer')}, {plural(len(record.facts), 'fact')}, "
    click.echo(f"verified: {'' if hidden else counts}the seed is the committed one{over}")
    return 0


def _compare(record: Record, hidden: bool) -> tuple[str, int]:
    """The first difference, if any, and how many facts a process that was killed could not write any more."""
    from duskfall.core.record import difference
    from duskfall.rules.registry import how_to_bring, known
    from duskfall.table.kept.resume import told_by

    rules = known(record.rules)
    if rules is None:
        return how_to_bring(record.rules, record.header.get("ruleset")), 0
    if not record.committed:
        return record.verify(rules), 0
    told = told_by(record, rules, record.replay(rules))
    missing = 0 if _is_over(record) else max(0, len(told) - len(record.facts))
    found = difference(record.facts, told[: len(told) - missing])
    return "the answers do not give the recorded facts" if found and hidden else found, missing


def _write_page(path: Path, file: Path, record: Record, seat: int | None, reveal: bool) -> None:
    from duskfall.replay.page import page
    from duskfall.table.story import story
    from duskfall.tell.text import safe

    game = _again(record) if _is_over(record) else None
    text = page(record.facts, record.names, seat, reveal, story=story(game) if game and game.over else None)
    try:
        if file.exists() and file.samefile(path):
            raise BadInput(f"--html: {file} is the record itself: name another file")
        put_file(file, text)
    except (OSError, ValueError) as error:
        raise BadInput(f"--html: {file}: {getattr(error, 'strerror', None) or error}") from None
    whose = "moderator" if seat is None else safe(record.names[seat - 1]) if seat else "public"
    rest = "; Reveal shows the rest" if reveal and seat is not None else ""
    click.echo(f"Written to {file}: as {'' if seat else 'the '}{whose} saw it{rest}.")


def _show(
    path: Path, record: Record, seat: int | None, allowed: Sequence[int | None], speed: float | None,
    start: str | None, plain: bool,
) -> None:  # fmt: skip
    from duskfall.terminal.called import command
    from duskfall.terminal.ending import show_ending
    from duskfall.terminal.replayer import replay as watch
    from duskfall.terminal.stage.console import is_screen, terminal

    console = terminal()
    plain = plain or not is_screen(console)
    reel = _reel(record, seat, start)
    if plain:
        _print(record, reel, speed or 0, start)
    elif not watch(console, reel, 1.0 if speed is None else speed, allowed, _sent(path, record, allowed)).at_end:
        return
    if _is_over(record):
        show_ending(console, record.facts, _again(record), plain)
    else:
        click.echo(f"The record ends here, and the game is not over. Go on with: {command('resume', path)}")


def _sent(path: Path, record: Record, allowed: Sequence[int | None]) -> Prompts | None:
    """What models were sent, for whoever may see all; None where there is nothing to see."""
    from duskfall.players.base import PlayerError
    from duskfall.players.llm.accounts.sidecar import read_calls
    from duskfall.players.llm.model import is_model
    from duskfall.replay.sent import Shelf
    from duskfall.table.kept.journal import calls_path

    game = _again(record) if None in allowed and any(map(is_model, record.players)) else None
    if game is None:
        return None
    try:
        return Shelf(record, game, read_calls(calls_path(path))).last
    except (PlayerError, OSError):  # a file of calls that cannot be read is no reason not to show the game
        return None


def _reel(record: Record, seat: int | None, start: str | None) -> Reel:
    from duskfall.terminal.reel import Reel

    reel = Reel(record.facts, seat)
    if start is not None:
        if start.lower() not in reel.phases:
            raise BadInput(f"--from: there is no {start!r} (there are: {', '.join(reel.phases)})")
        reel.to(reel.phases[start.lower()])
    return reel


def _print(record: Record, reel: Reel, speed: float, start: str | None) -> None:
    from time import sleep

    from duskfall.terminal.plain import plain_lines
    from duskfall.terminal.stage.pauses import reading

    for line in plain_lines(record.facts[reel.moment if start else 0 :], record.names, reel.seat):
        click.echo(line)
        if speed:
            sleep(reading(line) / speed)


def _again(record: Record) -> Game | None:
    """The game itself, if its rules are still what they were."""
    from duskfall.core.record import RecordError
    from duskfall.rules.registry import known

    rules = known(record.rules)
    try:
        return record.replay(rules) if rules else None
    except RecordError:
        return None


def _is_over(record: Record) -> bool:
    from duskfall.core.facts import Ended

    return any(isinstance(fact, Ended) for fact in record.facts)
