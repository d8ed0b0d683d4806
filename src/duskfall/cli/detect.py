"""The `duskfall detect` command: role probabilities at a moment of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import BRING, BadInput, CannotGoOn, bring_rules, last_game, read_record, waiting
from duskfall.cli.play.viewer import MODERATOR, PUBLIC, viewer
from duskfall.cli.shell import complete
from duskfall.detect import LAYERS, RULES
from duskfall.tell.tongue import LANGUAGES, speaking

if TYPE_CHECKING:
    from duskfall.core.play.game import Game
    from duskfall.core.record import Record
    from duskfall.detect.moments import Moment


@click.command(short_help="Say what could be known: the chance of every role in every seat.")
@click.argument("record", required=False, type=click.Path(path_type=Path))
@click.option("--as", "wanted", default=PUBLIC, show_default=True, shell_complete=complete.seats, metavar="SEAT|public",
              help="Who looks: a player by name or seat, or the public.")  # fmt: skip
@click.option("--at", default="end", show_default=True, shell_complete=complete.moments, metavar="MOMENT",
              help='When: "night 2", "day 3" (n2, d3), or end, the last moment before the roles are told.')  # fmt: skip
@click.option("--layer", type=click.Choice(LAYERS), default=RULES, show_default=True,
              help="What counts: the rules alone, or claims and votes too, as a reading of behaviour.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print it as one line of JSON.")
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="en", help="The language of the table.")
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
def detect(
    record: Path | None, wanted: str, at: str, layer: str, as_json: bool, language: str, rules: tuple[str, ...]
) -> None:  # fmt: skip
    """Say what could be known at a moment of a recorded game, from what one seat or all had been shown by then.

    The chance of every role in every seat: counted over all deals and hidden choices that fit, or sampled where they
    are too many; and why, where something is certain. Without RECORD, of the last game that was played here.
    """
    bring_rules(rules)
    record = record or last_game()
    kept = read_record(record)
    seat = _seat(record, wanted, kept)
    game = _played(record, kept)
    when = _moment(at, game)
    with speaking(language):
        _tell(game, when, seat, layer, as_json)


def _seat(path: Path, wanted: str, record: Record) -> int:
    """Return the seat whose view is used, 0 for the public.

    Raise `BadInput` for the moderator, who knows all roles, and for a running game whose coach is off.
    """
    from duskfall.table.viewers import playing

    if playing(record) and not record.coach:
        raise BadInput(f"{path}: the coach is off in this game, which is not over")
    seat = None if wanted == MODERATOR else viewer(wanted, "--as", record.names, playing(record))
    if seat is None:
        raise BadInput("--as: the moderator knows all roles: name a player, or public")
    return seat


def _played(path: Path, record: Record) -> Game:
    """Return the replayed game of a record.

    Raise `BadInput` if it can't be replayed, and `CannotGoOn` if the record was changed.
    """
    from duskfall.rules.registry import how_to_bring, known
    from duskfall.table.kept.held import hold, unverifiable
    from duskfall.table.viewers import playing, viewers

    rules = known(record.rules)
    if rules is None:
        raise BadInput(f"{path}: {how_to_bring(record.rules, record.header.get('ruleset'))}")
    if why := unverifiable(record, rules):
        raise BadInput(f"{path}: this record cannot be played again: {why}")
    held = hold(record, hidden=None not in viewers(record.names, playing(record)))
    if held.wrong or held.game is None:
        raise CannotGoOn(f"{path}: this record was changed: {held.wrong}")
    return held.game


def _moment(at: str, game: Game) -> Moment:
    from duskfall.detect.moments import NoMoment, moment

    try:
        return moment(at, game)
    except NoMoment as error:
        raise BadInput(f"--at: {error}") from None


def _tell(game: Game, when: Moment, seat: int, layer: str, as_json: bool) -> None:
    import json

    from rich.text import Text

    from duskfall.detect.moments import sight_at
    from duskfall.detect.posterior import posterior
    from duskfall.detect.reading import claims
    from duskfall.detect.why import reasons
    from duskfall.tell.detect.data import as_data
    from duskfall.tell.detect.found import title
    from duskfall.tell.detect.why import lines
    from duskfall.terminal.chances import chance_lines
    from duskfall.terminal.stage.console import terminal

    sight = sight_at(game, when, seat)
    with waiting("counting worlds …"):  # the first count of a table waits for the compiler
        by_rules = posterior(sight)
        found = posterior(sight, reading=claims(sight)) if layer == "claims" else by_rules
        why = reasons(sight, by_rules)
    if as_json:
        click.echo(json.dumps(as_data(sight, found, when, by_rules, why), ensure_ascii=False))
        return
    console = terminal()
    console.print(Text(title(seat, game.names, when), "bold"))
    for line in chance_lines(sight, found, console.width, lines(sight, by_rules, why)):
        console.print(line)
