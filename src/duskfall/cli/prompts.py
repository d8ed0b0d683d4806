"""The `duskfall prompts` command: show exactly what a model was sent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import BRING, BadInput, Number, bring_rules, fitting, read_record
from duskfall.cli.play.viewer import seat_of
from duskfall.cli.verified import verified_game

if TYPE_CHECKING:
    from duskfall.core.play.game import Game
    from duskfall.core.record import Record
    from duskfall.players.llm.accounts.ledger import Call
    from duskfall.players.llm.model import Model


@click.command(short_help="Show what a model was sent.")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--seat", required=True, metavar="WHO", help="Whose model: a player by name or seat.")
@click.option("--ask", type=Number(1), metavar="N", help="The seat's N-th question; without it, the last one.")
@click.option("--rules", multiple=True, metavar="RULES", help=BRING)
def prompts(record: Path, seat: str, ask: int | None, rules: tuple[str, ...]) -> None:
    """Show exactly what a model was sent for a question: all messages, and the form of the answer.

    It is made again from the record, and held against the digests of RECORD's file of calls, where that is beside it.
    """
    from duskfall.replay.sent import sent, written
    from duskfall.table.viewers import playing, viewers

    bring_rules(rules)
    found = read_record(record)
    if None not in viewers(found.names, playing(found)):
        raise BadInput(f"{record}: the game is not over: this would spoil it for who plays it")
    number = seat_of(seat, "--seat", found.names)
    game = _replayed(record, found)
    model = _model(record, found, game, number)
    with fitting(record):
        asked = list(sent(game, number, model, _calls(record)))
    questions = list(dict.fromkeys(each.ask for each in asked))
    if not questions or (ask or 1) > len(questions):
        raise BadInput(f"--ask: {found.names[number - 1]} was asked {len(questions)} times")
    place = ask or len(questions)
    title = f"{found.names[number - 1]}, {model.called}, question {place} of {len(questions)}"
    for each in asked:
        if each.ask == questions[place - 1]:
            click.echo(written(each, title))


def _replayed(path: Path, record: Record) -> Game:
    game = verified_game(path, record, hidden=False)
    if game is None:
        raise BadInput(f"{path}: without its rules the game cannot be played again")
    return game


def _model(path: Path, record: Record, game: Game, seat: int) -> Model:
    from duskfall.players.base import PlayerError
    from duskfall.replay.sent import model_in

    try:
        model = model_in(record, game, seat)
    except PlayerError as error:
        raise BadInput(f"{path}: {error}") from None
    if model is None:
        raise BadInput(f"--seat: no language model plays {record.names[seat - 1]}")
    return model


def _calls(path: Path) -> list[Call]:
    from duskfall.players.llm.accounts.sidecar import read_calls
    from duskfall.players.llm.lines import LinesError
    from duskfall.table.kept.journal import calls_path

    try:
        return read_calls(calls_path(path))
    except (LinesError, OSError) as error:
        raise BadInput(str(error)) from None
