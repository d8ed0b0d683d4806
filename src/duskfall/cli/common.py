"""Shared by the commands: errors, option types, rulesets and records by name, and writing files."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duskfall.core.record import Record
    from duskfall.vocabulary.ruleset import Ruleset


MOST = 10**18  # the largest number if an option has no limit of its own
BRING = "A ruleset that is not installed: module:NAME or path/to/book.py."


class BadInput(click.ClickException):
    """A mistake of the user, printed as one line; exit status 2."""

    exit_code = 2


class CannotGoOn(click.ClickException):
    """A failure that isn't the user's mistake, for example a player's, printed as one line; exit status 1."""

    exit_code = 1


class Number(click.IntRange):
    """An option type for whole numbers, in any common spelling: 1000000, 1_000_000 or 1e6."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; fail if it isn't whole or not in the range."""
        from decimal import Decimal, InvalidOperation

        low, high = self.min or 0, self.max or MOST
        try:
            number = Decimal(value)
            whole = low <= number <= high and number == int(number)
        except (InvalidOperation, TypeError, ValueError):
            whole = False
        if not whole:
            end = f"to {self.max:,}" if self.max else "on"
            self.fail(f"{value!r} is not a whole number from {low:,} {end}", param, ctx)
        return int(number)


class Seed(Number):
    """An option type for seeds: whole numbers from 0 of at most 63 bits, in every command and every file."""

    def __init__(self) -> None:
        super().__init__(0, (1 << 63) - 1)


@contextmanager
def going_on(hint: str) -> Iterator[None]:
    """Exit with `hint`, a line on how to resume, if the block is stopped by Ctrl-C or by a model that can't go on.

    For runs of many games.
    """
    from duskfall.players.base import Stopped
    from duskfall.terminal.session import HELD_UP, INTERRUPTED

    try:
        yield
    except KeyboardInterrupt:
        why, status = f"Stopped. {hint}", INTERRUPTED
    except Stopped as error:
        why, status = f"duskfall: {str(error).rstrip('.')}. {hint}", HELD_UP
    else:
        return
    click.echo(why, err=True)
    raise SystemExit(status)


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show a spinner with this text while the block runs; nothing if standard error is not a terminal."""
    import sys

    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def tell_first(line: str) -> None:
    """Print to standard error what a user's file is about to run or call; must be called before it happens."""
    from duskfall.tell.text import safe

    click.echo(safe(line), err=True)


def find_rules(spec: str) -> Ruleset:
    """Return the ruleset of an id, module:NAME or file; raise `BadInput` if there is none."""
    from duskfall.rules.outside import NoRuleset
    from duskfall.rules.registry import find
    from duskfall.tell.text import safe

    try:
        return find(spec)
    except NoRuleset as error:
        raise BadInput(safe(str(error))) from None


def bring_rules(specs: Iterable[str]) -> None:
    """Load rulesets, so that records and files read afterwards may name them by their ids."""
    for spec in specs:
        find_rules(spec)


def read_record(path: Path) -> Record:
    """Return the record in a file; raise `BadInput` if it can't be read.

    A torn last line is left out and reported on standard error.
    """
    from duskfall.core.record import RecordError
    from duskfall.table.kept.resume import look

    try:
        record, torn = look(path)
    except RecordError as error:
        raise BadInput(f"{path}: {error}") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    if torn:
        click.echo(f"{path}: {torn}.", err=True)
    return record


def last_game() -> Path:
    """Return the path of the last record in the state folder; raise `BadInput` if there is none."""
    from duskfall.table.kept.shelf import last

    path = last()
    if path is None:
        raise BadInput("no game has been kept here yet: name the file of a record, or play one with duskfall play")
    return path


def say_kept(seed: int, path: Path | None) -> None:
    """Print the seed of a game that has ended and, if it was kept, the command that replays it."""
    from duskfall.table.kept.shelf import last
    from duskfall.terminal.called import command

    again = f" Kept; see it again with: {command('replay', *([] if path == last() else [path]))}" if path else ""
    click.echo(f"\nSeed {seed}.{again}")


@contextmanager
def fitting(path: Path) -> Iterator[None]:
    """Turn errors of the block, which shows events of a record, into `BadInput`: a record may be written by hand."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError):
        raise BadInput(f"{path}: the facts do not fit this table") from None


def put_file(path: Path, text: str) -> None:
    """Write a file atomically: either all of it is written or the old content stays. A symbolic link stays a link."""
    import os
    import secrets

    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a device or a pipe
        return
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def warn_of_deck(rules: Ruleset, cards: Iterable[str]) -> None:
    """Warn on standard error if a deck has more of a role than the ruleset provides; it is dealt all the same."""
    from duskfall.tell.phrases import warnings
    from duskfall.tell.text import safe

    for line in warnings(rules, cards):
        click.echo(safe(f"warning: {line}"), err=True)
