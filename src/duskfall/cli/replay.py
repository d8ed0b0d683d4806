"""The `duskfall replay` command: show, print or verify a recorded game, or export it as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import BRING, BadInput, bring_rules, fitting, last_game, put_file, read_record
from duskfall.cli.play.viewer import PUBLIC, WATCH_AS, viewer
from duskfall.cli.shell import complete
from duskfall.cli.verified import verified_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duskfall.core.play.game import Game
    from duskfall.core.record import Record
    from duskfall.replay.sent import Shelf
    from duskfall.terminal.reel import Reel

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
@click.option(
    "--curve", is_flag=True, help="Of the page: with what could be known over time, which takes a while to count."
)
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
@click.pass_context
def replay(
    context: click.Context, record: Path | None, wanted: str | None, speed: float | None, start: str | None,
    plain: bool, verify: bool, html: Path | None, reveal: bool, curve: bool, rules: tuple[str, ...],
) -> None:  # fmt: skip
    """See a recorded game again; without RECORD, the last one that was played here."""
    from duskfall.table.viewers import playing, viewers

    bring_rules(rules)
    path = record or last_game()
    game = read_record(path)
    kinds = playing(game)
    allowed = viewers(game.names, kinds)
    seat = viewer(wanted or (PUBLIC if html else None), "--as", game.names, kinds)
    if verify:
        context.exit(_verify(path, game, hidden=None not in allowed))
    played = verified_game(path, game, hidden=None not in allowed)
    if curve and not html:
        raise BadInput("--curve: it is a chapter of a page: name its file with --html")
    with fitting(path):
        if html:
            shelf = _shelf(path, game, played, allowed)
            known = _known(path, game, played, seat) if curve else ""
            _write_page(path, html, game, played, seat, reveal and None in allowed, shelf, known)
        else:
            _show(path, game, played, seat, allowed, speed, start, plain)


def _verify(path: Path, record: Record, hidden: bool) -> int:
    """Print whether the record is genuine and return the exit status.

    `hidden`: the output leaves out everything that would spoil the game for people who still play it.
    """
    from duskfall.table.kept.held import hold, is_over
    from duskfall.tell.text import plural

    held = hold(record, hidden)
    if held.wrong:
        click.echo(f"duskfall: {path}: {held.wrong}", err=True)
        return DIFFERS
    unwritten = f" ({plural(held.missing, 'fact')} not written yet)" if held.missing and not hidden else ""
    over = "" if is_over(record) else f"; the game is not over{unwritten}"
    counts = f"{plural(len(record.entries), 'answer')}, {plural(len(record.facts), 'fact')}, "
    click.echo(f"verified: {'' if hidden else counts}the seed is the committed one{over}")
    return 0


def _known(path: Path, record: Record, played: Game | None, seat: int | None) -> str:
    """Return the page's chapter on what could be known over time, as HTML.

    Raise `BadInput` for the moderator's view, a record that can't be replayed, and a running game without its coach.
    """
    from duskfall.core.view import view
    from duskfall.detect.waiting import Purse, at_once
    from duskfall.replay.known import known_chapter
    from duskfall.table.viewers import playing

    if seat is None:
        raise BadInput("--curve: the moderator knows everything: choose other eyes with --as")
    if played is None:
        raise BadInput(f"--curve: {path}: only a record that can be played again can be counted")
    if playing(record) and not record.coach:
        raise BadInput(f"--curve: {path}: the game is not over, and its coach is off")
    return known_chapter(view(record.facts, seat), record.names, played.plan.rules, Purse(at_once()))


def _write_page(
    path: Path, file: Path, record: Record, played: Game | None, seat: int | None, reveal: bool, shelf: Shelf | None,
    known: str,
) -> None:  # fmt: skip
    from duskfall.replay.page import page
    from duskfall.table.story import story
    from duskfall.tell.text import safe

    told, sent = story(played) if played and played.over else None, shelf.of if shelf else None
    text = page(record.facts, record.names, seat, reveal, told, sent, known)
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
    path: Path, record: Record, played: Game | None, seat: int | None, allowed: Sequence[int | None],
    speed: float | None, start: str | None, plain: bool,
) -> None:  # fmt: skip
    from duskfall.table.kept.held import is_over
    from duskfall.terminal.called import command
    from duskfall.terminal.ending import show_ending
    from duskfall.terminal.replayer import replay as watch
    from duskfall.terminal.stage.console import is_screen, terminal

    console = terminal()
    plain = plain or not is_screen(console)
    reel = _reel(record, seat, start)
    if plain:
        _print(record, reel, speed or 0, start)
    else:
        shelf = _shelf(path, record, played, allowed)
        speed = 1.0 if speed is None else speed
        if not watch(console, reel, speed, allowed, shelf.last if shelf else None).at_end:
            return
    if is_over(record):
        show_ending(console, record.facts, played, plain)
    else:
        click.echo(f"The record ends here, and the game is not over. Go on with: {command('resume', path)}")


def _shelf(path: Path, record: Record, played: Game | None, allowed: Sequence[int | None]) -> Shelf | None:
    """Return what models were sent, or None if there is nothing to show.

    Only for games whose moderator's view is allowed: prompts hold secrets of the game.
    """
    from duskfall.players.base import PlayerError
    from duskfall.players.llm.accounts.sidecar import read_calls
    from duskfall.players.llm.model import is_model
    from duskfall.replay.sent import Shelf
    from duskfall.table.kept.journal import calls_path

    if played is None or None not in allowed or not any(map(is_model, record.players)):
        return None
    try:
        return Shelf(record, played, read_calls(calls_path(path)))
    except (PlayerError, OSError):  # a broken file of calls must not keep the game from being shown
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

    for line in plain_lines(record.facts, record.names, reel.seat, reel.moment if start else 0):
        click.echo(line)
        if speed:
            sleep(reading(line) / speed)
