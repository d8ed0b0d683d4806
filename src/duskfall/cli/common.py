"""What the commands share: a user's mistake, rulesets and records by name."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duskfall.core.record import Record
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


def read_record(path: Path) -> Record:
    """The record in a file; a torn last line is left out and told."""
    from duskfall.core.record import RecordError
    from duskfall.table.resume import look

    try:
        record, torn = look(path)
    except RecordError as error:
        raise BadInput(f"{path}: {error}") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    if torn:
        click.echo(f"{path}: {torn}.", err=True)
    return record


@contextmanager
def fitting(path: Path) -> Iterator[None]:
    """In here the facts of a record are told, whatever they are: a record may have been written by hand."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError):
        raise BadInput(f"{path}: the facts do not fit this table") from None
