"""The `duskfall why` command: explain the deaths and escapes in a record."""

from __future__ import annotations

from pathlib import Path

import click

from duskfall.cli.common import BRING, BadInput, Number, bring_rules, fitting, last_game, read_record
from duskfall.cli.shell import complete
from duskfall.cli.verified import verified_game


@click.command(short_help="Explain who lived or died, and why.")
@click.argument("record", required=False, type=click.Path(path_type=Path))
@click.option("--night", type=Number(1), help="Only this night.")
@click.option("--player", help="Only what befell this player.")
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
def why(record: Path | None, night: int | None, player: str | None, rules: tuple[str, ...]) -> None:
    """Say why each attacked player lived or died, and which acts were void or overturned.

    Without RECORD, of the last game that was played here.
    """
    from duskfall.core.problem import meant
    from duskfall.study.phases import phases
    from duskfall.table.viewers import playing, viewers
    from duskfall.tell.facts.why import why as explain

    bring_rules(rules)
    record = record or last_game()
    game = read_record(record)
    if None not in viewers(game.names, playing(game)):
        raise BadInput(f"{record}: the game is not over: this would spoil it for who plays it")
    if player is not None and player not in game.names:
        near = meant(player, game.names)
        raise BadInput(f"--player: nobody is called {player!r}{near} (there are: {', '.join(game.names)})")
    last = max((phase.night for phase in phases(game.facts)), default=0)
    if night is not None and night > last:
        raise BadInput(f"--night: there is no night {night} in this game: the last is night {last}")
    verified_game(record, game, hidden=False)
    with fitting(record):
        lines = explain(game.facts, game.names, night=night, player=player)
    for line in lines or ["Nothing happened that needs an explanation."]:
        click.echo(line)
