"""The `duskfall simulate` command: compile a table, play millions of games without talk, and count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BadInput, CannotGoOn, Number, Seed, put_file, warn_of_deck
from duskfall.cli.play.options import KEYS, table_options
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from duskfall.batch.policies import Policy
    from duskfall.batch.table import Table
    from duskfall.batch.tally import Tally
    from duskfall.cli.play.sheet import Wish

MOST_GAMES, MOST_THREADS = 10**15, 1024
USUAL = 100_000
STOPPED = 130
ABOUT = {
    "players": "players, who know what their seats know",
    "table model": "a table model, drawn from outside by the true roles: no player could play so",
}


@click.command(
    short_help="Play games without talk by the million, and count.",
    epilog="Exit status: 0 when all is played, 2 for a mistake in what was asked for or for what is not installed, "
    "130 when it was stopped: what was played until then is printed.",
)
@table_options
@click.option(
    "--games", type=Number(1, MOST_GAMES), metavar="N", help=f"How many games: 1000000, 1_000_000 or 1e6 ({USUAL})."
)
@click.option(
    "--policy", default="uniform", shell_complete=complete.policies, help="Who answers (uniform: all options alike)."
)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", help="Where it runs (cpu).")
@click.option("--threads", metavar="T", help="Spread the games over T threads (1); 0 or auto: one for each core.")
@click.option("--seed", type=Seed(), help="Decides every draw; drawn and shown if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one line of JSON only.")
@click.option(
    "--record", type=(Number(0, MOST_GAMES), click.Path(path_type=Path)), metavar="I FILE",
    help="Write game number I, from 0 on, as a record to this new file.",
)  # fmt: skip
def simulate(**options: Any) -> None:
    """Play games without talk by the million, and count.

    The rules are compiled for this table the first time it is played. The same seed gives the same counts on any
    device and with any number of threads, and any of its games can be taken out as a record.
    """
    from duskfall.batch.compiled.build import NotHere
    from duskfall.cli.play.sheet import read_wish

    wish = read_wish(None, {key: options[key] for key in (*KEYS, "seed")})
    table, policy = _table(wish), _policy(wish, options["policy"])
    if options["record"]:
        _write(table, policy, wish.sheet.seed, *options["record"])
    if options["games"] is None and options["record"]:
        return
    try:
        tally = _count(wish, table, policy, options)
    except NotHere as error:
        raise BadInput(str(error)) from None
    _report(wish, table, tally, options)
    if tally.stopped:
        raise SystemExit(STOPPED)


def _table(wish: Wish) -> Table:
    from duskfall.batch.table import Table
    from duskfall.cli.play.sheet import refused_at

    sheet = wish.sheet
    with refused_at(wish.place("deck" if sheet.deck else "seats")):
        table = Table.make(
            sheet.ruleset, sheet.seats, deck=sheet.deck, flags=sheet.flags, cards=", ".join(sheet.cards) or None
        )
    warn_of_deck(sheet.ruleset, table.deck)
    return table


def _policy(wish: Wish, name: str) -> Policy:
    from duskfall.batch.by_name import POLICIES, policy
    from duskfall.core.problem import unknown

    if name not in POLICIES:
        raise BadInput(f"--policy: {unknown('policy', name, POLICIES)} (there are: {', '.join(POLICIES)})")
    return policy(name, wish.sheet.ruleset.id)


def _threads(given: str | None) -> int:
    import os

    from duskfall.cli.play.sheet import refused_at
    from duskfall.table.values import READERS

    with refused_at("--threads"):
        wanted = READERS["jobs"](given or "1") or os.cpu_count() or 1
        if wanted > MOST_THREADS:
            raise ValueError(f"{wanted} are too many: {MOST_THREADS} at most")
        return int(wanted)


def _count(wish: Wish, table: Table, policy: Policy, options: Any) -> Tally:
    from duskfall.batch.run import simulate
    from duskfall.cli.play.counts import bar

    games, threads = options["games"] or USUAL, _threads(options["threads"])
    rules = wish.sheet.ruleset.id
    with bar(rules, games, options["as_json"], f"compiling {rules}") as advance:
        return simulate(
            table, games, policy=policy, device=options["device"], threads=threads, seed=wish.sheet.seed,
            on_chunk=advance,
        )  # fmt: skip


def _write(table: Table, policy: Policy, seed: int, number: int, path: Path) -> None:
    """Write the record of one simulated game to a new file; raise `BadInput` or `CannotGoOn` if that fails."""
    from duskfall.batch.records import record
    from duskfall.terminal.called import command

    if path.exists():
        raise BadInput(f"--record: {path} exists already: name a new file")
    try:
        put_file(path, record(table, policy, seed, number))
    except ValueError as error:
        raise CannotGoOn(f"--record: game {number} cannot be taken out: {error}") from None
    except OSError as error:
        raise BadInput(f"--record: {path}: {error.strerror}") from None
    click.echo(f"Wrote {path}; see it with: {command('replay', path)}", err=True)


def _report(wish: Wish, table: Table, tally: Tally, options: Any) -> None:
    import json

    from duskfall.cli.play.counts import GAMES_HEAD, show_rows
    from duskfall.tell.text import plural, safe

    rules = wish.sheet.ruleset.id
    if options["as_json"]:
        click.echo(json.dumps(as_data(table, tally), ensure_ascii=False))
        return
    asked = f" (stopped, of {options['games'] or USUAL:,})" if tally.stopped else ""
    played = f"{tally.games:,} games{asked} of {rules} at {table.seats} seats, seed {tally.seed}"
    click.echo(safe(f"{played}, {tally.mean_rounds:.2f} rounds a game"))
    click.echo(f"policy {tally.policy}: {ABOUT[tally.kind]}")
    show_rows([("side", *GAMES_HEAD), *_rows(tally)], False)
    speed = f"{tally.games_per_s:,.0f} games a second on {tally.device}, {plural(tally.threads, 'thread')}"
    click.echo(f"\n{speed}: {tally.seconds:.2f} s, and {tally.compile_s:.2f} s to compile")


def as_data(table: Table, tally: Tally) -> dict[str, Any]:
    """Return the counts, the ruleset and the deck as data for JSON."""
    deck = {role: table.deck.count(role) for role in dict.fromkeys(table.deck)}
    return tally.to_json() | {"rules": table.plan.rules.id, "deck": deck}


def _rows(tally: Tally) -> list[tuple[str, ...]]:
    """Return a row per side: games won, games, share, and its 95 % interval."""
    from duskfall.study.winning import wilson
    from duskfall.tell.text import safe
    from duskfall.vocabulary.ruleset import DRAW

    rows: list[tuple[str, ...]] = []
    for side, won in [*tally.wins.items(), *([(DRAW, tally.draws)] if tally.draws else [])]:
        share = won / tally.games
        low, high = wilson(share, tally.games)
        rows.append((safe(side), f"{won:,}", f"{tally.games:,}", f"{share:.2%}", f"{low:.2%} to {high:.2%}"))
    return rows
