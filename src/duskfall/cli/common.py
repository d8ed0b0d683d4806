"""What the commands share: a user's mistake, rulesets and records by name."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duskfall.core.record import Record
    from duskfall.vocabulary.ruleset import Ruleset


MOST = 10**18  # of numbers that have no limit of their own
BRING = "A ruleset that is not installed: module:NAME or path/to/book.py."


class BadInput(click.ClickException):
    """A user's mistake: one clear line, exit status 2."""

    exit_code = 2


class CannotGoOn(click.ClickException):
    """Somebody else's mistake, a player's for one: one clear line, exit status 1."""

    exit_code = 1


class Number(click.IntRange):
    """A whole number, also as people write large ones: 1000000, 1_000_000 or 1e6."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, if it is a whole one and in the range."""
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
    """The seed of a table, as every command and every file takes it: a whole number from 0 on, of 63 bits."""

    def __init__(self) -> None:
        super().__init__(0, (1 << 63) - 1)


@contextmanager
def going_on(hint: str) -> Iterator[None]:
    """Many games that are stopped, by whoever plays them or by a model that cannot go on, end with how they go on."""
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
    """A sign of life on the terminal, while something takes its time."""
    import sys

    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def tell_first(line: str) -> None:
    """Print what a file of the user's is about to run or call, before that is done; it is no part of any result."""
    from duskfall.tell.text import safe

    click.echo(safe(line), err=True)


def find_rules(spec: str) -> Ruleset:
    """The ruleset of this id, module or file."""
    from duskfall.rules.outside import NoRuleset
    from duskfall.rules.registry import find
    from duskfall.tell.text import safe

    try:
        return find(spec)
    except NoRuleset as error:
        raise BadInput(safe(str(error))) from None


def bring_rules(specs: Iterable[str]) -> None:
    """Whatever is read after this may name these rulesets by their ids."""
    for spec in specs:
        find_rules(spec)


def read_record(path: Path) -> Record:
    """The record in a file; a torn last line is left out and told."""
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
    """Return the record of the last game that was played here."""
    from duskfall.table.kept.shelf import last

    path = last()
    if path is None:
        raise BadInput("no game has been kept here yet: name the file of a record, or play one with duskfall play")
    return path


def say_kept(seed: int, path: Path | None) -> None:
    """After a game: its seed, and how to see it again if it was kept."""
    from duskfall.table.kept.shelf import last
    from duskfall.terminal.called import command

    again = f" Kept; see it again with: {command('replay', *([] if path == last() else [path]))}" if path else ""
    click.echo(f"\nSeed {seed}.{again}")


@contextmanager
def fitting(path: Path) -> Iterator[None]:
    """In here the facts of a record are told, whatever they are: a record may have been written by hand."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError):
        raise BadInput(f"{path}: the facts do not fit this table") from None


def put_file(path: Path, text: str) -> None:
    """Write the whole file or leave what is there; a link stays one."""
    import os
    import secrets

    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a device, a pipe
        return
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def warn_of_deck(rules: Ruleset, cards: Iterable[str]) -> None:
    """Say which cards of a deck its book has fewer of; it is dealt all the same."""
    from duskfall.tell.phrases import warnings
    from duskfall.tell.text import safe

    for line in warnings(rules, cards):
        click.echo(safe(f"warning: {line}"), err=True)
