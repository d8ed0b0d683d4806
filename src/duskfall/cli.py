"""The command line. Everything but click is imported when it is needed, so that --help is instant."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from duskfall.core.game import Game
    from duskfall.core.words import Ruleset

BAD_INPUT = 2


class BadInput(click.ClickException):
    """A user's mistake: one clear line, exit status 2."""

    exit_code = BAD_INPUT


def find_rules(name: str) -> Ruleset:
    """The ruleset of this id."""
    from duskfall.rules import ruleset

    try:
        return ruleset(name)
    except KeyError as error:
        raise BadInput(error.args[0]) from None


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="duskfall", message="duskfall %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """One engine for the Mafia / Werewolf family of social-deduction games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command()
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
    from duskfall.table.run import play, seat_players
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
    from duskfall.table.run import play, seat_players

    journal = open_journal(record, game)
    try:
        play(game, seat_players(game), journal)
    finally:
        journal.close(game.state.over)


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(paths: tuple[Path, ...]) -> None:
    """Run case files, or all case files of a folder."""
    from duskfall.cases.check import check as run

    sys.exit(run(paths, click.echo, lambda line: click.echo(line, err=True)))


@cli.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--night", type=click.IntRange(1), help="Only this night, and the day's vote that follows it.")
@click.option("--player", help="Only what befell this player.")
def why(record: Path, night: int | None, player: str | None) -> None:
    """Say why each attacked player lived or died, and which acts were void or overturned."""
    from duskfall.core.record import RecordError, read
    from duskfall.tell.why import why as explain

    try:
        game = read(record.read_text(encoding="utf-8").rstrip("\n").split("\n"))
    except RecordError as error:
        raise BadInput(f"{record}: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{record}: not a text file") from None
    except OSError as error:
        raise BadInput(f"{record}: {error.strerror}") from None
    if player is not None and player not in game.names:
        raise BadInput(f"--player: nobody is called {player!r} (there are: {', '.join(game.names)})")
    try:
        lines = explain(game.facts, game.names, night=night, player=player)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise BadInput(f"{record}: the facts do not fit this table") from None
    for line in lines or ["Nothing happened that needs an explanation."]:
        click.echo(line)


@cli.command("rules")
@click.argument("rules_id", required=False, metavar="[ID]")
@click.option("--format", "form", type=click.Choice(["text", "md", "json", "mermaid"]), default="text")
@click.option("--export", "folder", type=click.Path(path_type=Path), help="Write the pages of all rulesets here.")
def show_rules(rules_id: str | None, form: str, folder: Path | None) -> None:
    """Print a ruleset as a page made from its data; without an ID, list the rulesets."""
    import json

    from duskfall.rules import BOOKS
    from duskfall.tell import rules as pages

    if folder:
        try:
            names = pages.export(folder)
        except OSError as error:
            raise BadInput(f"--export: {folder}: {error.strerror}") from None
        for name in names:
            click.echo(str(folder / name))
    elif rules_id is None:
        for name in BOOKS:
            rules = find_rules(name)
            click.echo(f"{name:<18} {rules.title}, {len(rules.roles)} roles")
    elif form == "json":
        click.echo(json.dumps(pages.data(find_rules(rules_id)), indent=2, ensure_ascii=False))
    else:
        show = {"text": pages.text, "md": pages.page, "mermaid": pages.mermaid}[form]
        click.echo(show(find_rules(rules_id)))


def main() -> None:
    """Run the command line; a user's mistake is one line and exit status 2."""
    try:
        status = cli.main(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"duskfall: {error.format_message()}", err=True)
        sys.exit(BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("duskfall: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
