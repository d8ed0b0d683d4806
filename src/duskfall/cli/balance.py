"""The `duskfall balance` command: search for decks and house rules that give each side its share of wins."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BadInput, CannotGoOn, Number, Seed, find_rules, put_file
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from collections.abc import Callable

    from duskfall.balance.found import Step, Wanted
    from duskfall.balance.search import Search
    from duskfall.vocabulary.ruleset import Ruleset


@click.command(short_help="Search decks and house rules that are fair.")
@click.option("--rules", required=True, shell_complete=complete.rules, help="The ruleset: an id, module:NAME, book.py.")
@click.option("--seats", required=True, type=Number(3, 31), metavar="N", help="How many sit at the table.")
@click.option("--with", "given", shell_complete=complete.deck, help='Cards that must be there: "Doctor, Mafia*3".')
@click.option("--without", shell_complete=complete.deck, help="Roles that must not be there, by commas.")
@click.option("--sides", default="50/50", show_default=True,
              help="Wanted shares: the many against all others, or one for each side in the book's order.")  # fmt: skip
@click.option("--flags", multiple=True, metavar="NAME=VALUE", shell_complete=complete.flags, help="A house rule.")
@click.option("--vary", metavar="NAMES", help="House rules that are searched, too, by commas.")
@click.option("--policy", default="skilled", show_default=True, help="What the decks are screened by.")
@click.option("--decks", "most", type=Number(1), default=4000, show_default=True,
              help="How many tables are screened; where there are more, the best are searched.")  # fmt: skip
@click.option("--top", type=Number(1, 100), default=5, show_default=True, help="How many are confirmed.")
@click.option("--games", type=Number(1), default=400, show_default=True,
              help="Real games of the first kind of players with each of them; a quarter of the others.")  # fmt: skip
@click.option("--players", default="scripted,detective", show_default=True, metavar="KINDS",
              help="Who plays them: two kinds of players that act and talk, or more.")  # fmt: skip
@click.option("--jobs", type=Number(0), default=0, help="Processes for these (0: one for each core).")
@click.option("--seed", type=Seed(), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Draw what was found into this file.")
def balance(rules: str, as_json: bool, svg: Path | None, **options: Any) -> None:
    """Search decks, and house rules if wanted, that give each side its share of the games.

    Thousands are screened with the simulator, the best are confirmed with real games of at least two kinds of players
    that act and talk, and ranked by the one under which they are worst. Each is printed ready for
    `duskfall play --deck`, with 95 % intervals under each kind of play.
    """
    import json

    from duskfall.balance.found import as_data, find
    from duskfall.balance.picture import picture
    from duskfall.balance.told import lines
    from duskfall.core.problem import Problem
    from duskfall.table.guard import PlayerFailed
    from duskfall.tell import phrases

    try:
        search, wanted = _read(rules, find_rules(rules), options)
        with ExitStack() as bars:
            found = find(search, wanted, _bar(bars))
    except Problem as error:
        raise BadInput(phrases.problem(error)) from None
    except PlayerFailed as error:
        raise CannotGoOn(str(error)) from None
    if svg:
        _draw(svg, picture(found))
    if as_json:
        click.echo(json.dumps(as_data(found), ensure_ascii=False))
    else:
        click.echo("\n".join(lines(found)))


def _read(spec: str, rules: Ruleset, options: dict[str, Any]) -> tuple[Search, Wanted]:
    """Read the options; return what to search and how to confirm it."""
    from duskfall.balance import plays
    from duskfall.balance.aim import Aim
    from duskfall.balance.decks import DeckSpace
    from duskfall.balance.found import Wanted
    from duskfall.balance.search import Search, variations
    from duskfall.cli.play.sheet import read_flag_options
    from duskfall.core.start.deck import read_cards
    from duskfall.core.start.flags import given_flags
    from duskfall.players.base import PlayerError
    from duskfall.players.find import find as find_player

    aim = Aim.read(rules, options["sides"])
    given, without = (read_cards(rules, options[key]) if options[key] else [] for key in ("given", "without"))
    space = DeckSpace.make(rules, options["seats"], given, without)
    held = tuple(given_flags(rules, read_flag_options(options["flags"])).items())
    varied = [name.strip() for name in (options["vary"] or "").split(",") if name.strip()]
    flags, most, seed = variations(rules, held, varied), options["most"], options["seed"]
    screen = plays.named(rules, options["policy"])
    others = tuple(plays.named(rules, name) for name in ("skilled", "uniform") if name != screen.name)
    kinds = list(dict.fromkeys(kind.strip() for kind in options["players"].split(",") if kind.strip()))
    if len(kinds) < 2:
        raise BadInput(
            "--players: one kind of players may be wrong about a deck: name two or more, as in scripted,detective"
        )
    try:
        for kind in kinds:
            find_player(kind)
    except PlayerError as error:
        raise BadInput(f"--players: {error}") from None
    real = tuple(plays.real(spec, kind, jobs=options["jobs"]) for kind in kinds)
    return Search(space, aim, screen, flags, most, seed=seed), Wanted(options["top"], options["games"], real, others)


def _bar(bars: ExitStack) -> Step:
    """Return a function that shows a progress bar for a new step, in place of the bar of the step before."""
    from duskfall.cli.play.counts import bar

    def begin(title: str, amount: int) -> Callable[[int], None] | None:
        bars.close()
        return bars.enter_context(bar(title, amount, quiet=False))

    return begin


def _draw(path: Path, drawn: str) -> None:
    try:
        put_file(path, drawn)
    except OSError as error:
        raise BadInput(f"--svg: {path}: {error.strerror}") from None
