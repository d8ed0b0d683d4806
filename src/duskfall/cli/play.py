"""`duskfall play`: one game to watch, or many to count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BadInput, find_rules

if TYPE_CHECKING:
    from duskfall.core.game import Game
    from duskfall.core.words import Ruleset


@click.command()
@click.option("--rules", "rules_id", default="ai-mafia", show_default=True, help="The ruleset to play.")
@click.option("--seats", type=int, help="How many sit at the table, with the book's deck (10).")
@click.option("--deck", help='The roles to deal, as in "Godfather, Mafia, Villager*8".')
@click.option("--flags", multiple=True, metavar="NAME=VALUE", help="A house rule; repeat, or separate by commas.")
@click.option("--seed", type=int, help="Deals and decides everything random; drawn and shown if not given.")
@click.option("--talk/--no-talk", default=True, help="With or without speech.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the game's record to this new file.")
@click.option("--games", type=click.IntRange(1, 10_000_000), help="Play so many games and count the wins.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON only.")
def play(rules_id: str, record: Path | None, games: int | None, as_json: bool, **table: Any) -> None:
    """Play games of random players and print what happened, as the moderator sees it."""
    from secrets import randbits

    rules = find_rules(rules_id)
    if record and games and games > 1:
        raise BadInput("--record keeps one game: leave out --games")
    table["flags"] = read_flag_options(table["flags"])
    if table["seed"] is None:
        table["seed"] = randbits(48)
    if as_json or games:
        seeds = range(table["seed"], table["seed"] + (games or 1))
        _play_many(rules, table, seeds, record, as_json)
    else:
        _play_one(rules, table, record)


def read_flag_options(options: tuple[str, ...]) -> dict[str, str]:
    """House rules as written on the command line."""
    flags = {}
    for part in (part for option in options for part in option.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadInput(f"--flags: {part.strip()!r} is not NAME=VALUE, as in maxRounds=20")
        flags[name.strip()] = value.strip()
    return flags


def start_game(rules: Ruleset, table: dict[str, Any], seed: int) -> Game:
    """A new game at this table."""
    from duskfall.core.game import Game

    try:
        return Game.start(
            rules, table["seats"], deck=table["deck"], flags=table["flags"], seed=seed, talk=table["talk"]
        )
    except ValueError as error:
        raise BadInput(str(error)) from None


def open_journal(record: Path, game: Game) -> Any:
    """The journal of a game, in a new file."""
    from duskfall.table.journal import Journal

    try:
        return Journal(record, game)
    except FileExistsError:
        raise BadInput(f"--record: {record} exists already: name a new file") from None
    except OSError as error:
        raise BadInput(f"--record: {record}: {error.strerror}") from None


def _play_one(rules: Ruleset, table: dict[str, Any], record: Path | None) -> None:
    from duskfall.table.run import play
    from duskfall.table.seating import seat_players
    from duskfall.tell.lines import transcript

    game = start_game(rules, table, table["seed"])
    journal = open_journal(record, game) if record else None
    shown = 0

    def follow(game: Game) -> None:
        nonlocal shown
        if journal:
            journal(game)
        for line in transcript(game.facts[shown:], game.state.names):
            click.echo(line)
        shown = len(game.facts)

    click.echo(f"Seed {table['seed']}.")
    try:
        play(game, seat_players(game), follow)
    finally:
        if journal:
            journal.close(game.state.over)
    if record:
        click.echo(f"Recorded in {record}.")


def _play_many(rules: Ruleset, table: dict[str, Any], seeds: range, record: Path | None, as_json: bool) -> None:
    import json

    from duskfall.table.many import play_many

    game = start_game(rules, table, seeds[0])  # so that a mistake is told before anything is played
    if record:
        _record_one(game, record)
    outcome = play_many(rules.sides, lambda seed: start_game(rules, table, seed), seeds)
    rounds = outcome.rounds / outcome.games
    if as_json:
        result = {"games": outcome.games, "wins": outcome.wins, "rounds": rounds, "seed": seeds[0]}
        click.echo(json.dumps(result | {"rules": rules.id, "reasons": outcome.reasons}))
        return
    click.echo(f"{outcome.games} games of {rules.id}, seeds {seeds[0]} to {seeds[-1]}, {rounds:.2f} rounds a game")
    for side, wins in outcome.wins.items():
        click.echo(f"  {side:<12} {wins:>8}  {wins / outcome.games:6.1%}")


def _record_one(game: Game, record: Path) -> None:
    from duskfall.table.run import play
    from duskfall.table.seating import seat_players

    journal = open_journal(record, game)
    try:
        play(game, seat_players(game), journal)
    finally:
        journal.close(game.state.over)
