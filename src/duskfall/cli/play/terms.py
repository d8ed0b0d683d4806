"""Options for language models, shared by `play` and `resume`, and the models of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from duskfall.cli.common import BadInput
from duskfall.cli.play.foresight import tell_beforehand, telling_waits, waiting_lines

if TYPE_CHECKING:
    from duskfall.core.play.game import Game
    from duskfall.table.hours import SecretClocks
    from duskfall.table.models import Models, ModelTerms

HELD_UP = 3  # the exit status if models can't go on
Command = TypeVar("Command", bound=Callable[..., Any])
CLOCK = "night-clock"
KEYS = ("max-cost", "limits", "tape", "probe", CLOCK, "strict-settings")


def terms(command: Command) -> Command:
    """Decorate a command with the options for language models."""
    for option in (
        click.option("--max-cost", metavar="USD", help="Models: stop before they cost more in all; resume goes on."),
        click.option(
            "--limits",
            metavar="NAME.WHAT=N",
            help="Models: what a provider gets: openai.requests=500 and .tokens a minute, .connections at once.",
        ),
        click.option(
            "--tape", type=click.Path(path_type=Path), help="Models: record every call here, or play it again."
        ),
        click.option(
            "--night-clock",
            metavar="SECONDS",
            help="Models and programs beside people: how long a choice in secret takes, needed or not (20), and half "
            "of it for a word; 0: as long as it takes.",
        ),
        click.option("--probe", metavar="votes", help="Models: ask aside after every speech for whom they would vote."),
        click.option(
            "--strict-settings",
            is_flag=True,
            default=None,
            help="Models: stop where a server does not take a setting, instead of leaving it out.",
        ),
    ):
        command = option(command)
    return command


def read_given(options: Mapping[str, Any]) -> dict[str, Any]:
    """Parse the model options of a command; raise `BadInput`, with the option's name, for a bad value."""
    from duskfall.table.values import READERS

    found = {}
    for key in KEYS:
        if (value := options[key.replace("-", "_")]) is not None:
            try:
                found[key] = READERS[key](value)
            except ValueError as error:
                raise BadInput(f"--{key}: {error}") from None
    return found


def refuse_terms(options: Mapping[str, Any], kinds: Iterable[str]) -> None:
    """Raise `BadInput` if a model option is given but no model plays; programs allow the night clock, too.

    Only for options of the command line: a table file may hold them for later.
    """
    from duskfall.players.foreign.kinds import is_foreign
    from duskfall.players.llm.model import is_model

    models, programs = any(map(is_model, kinds)), any(map(is_foreign, kinds))
    for key in KEYS:
        if options[key.replace("-", "_")] is not None and not (models or (programs and key == CLOCK)):
            raise BadInput(f"--{key}: no language model plays here, as in --players openai:MODEL")


def read_terms(given: Mapping[str, Any]) -> ModelTerms:
    """Build the `ModelTerms` from parsed settings."""
    from duskfall.table.models import ModelTerms

    return ModelTerms(
        given.get("max-cost"), given.get("limits") or {}, given.get("tape"), given.get("probe", False),
        given.get("strict-settings", False),
    )  # fmt: skip


def read_clocks(given: Mapping[str, Any]) -> SecretClocks:
    """Return the lengths of secret steps from parsed settings."""
    from duskfall.table.hours import SecretClocks

    seconds = given.get("night-clock")
    return SecretClocks() if seconds is None else SecretClocks(seconds, seconds / 2)


@contextmanager
def models_of(
    kinds: Sequence[str],
    given: Mapping[str, Any],
    game: Game,
    games: int = 1,
    past: Sequence[Path] = (),
    seats: Mapping[str, Any] | None = None,
    watched: bool = False,
) -> Iterator[Models | None]:
    """Yield the models of a run of `games` games like `game`, or None if no model plays.

    Prints the expected cost first. `past`: records of resumed games, whose costs count toward the limit. `seats`: the
    models' settings in the record, if one game is resumed. `watched`: the game is shown, with whom it waits for.
    """
    from duskfall.players.llm.model import is_model

    if not any(map(is_model, kinds)):
        yield None
        return
    from duskfall.table.models import Models

    with Models(kinds, read_terms(given), past, seats=seats) as models, _reaching():
        models.waiting = waiting_lines()
        tell_beforehand(models, game, kinds, games, goes_on=bool(past))
        with nullcontext() if watched else telling_waits(models):
            yield models


@contextmanager
def _reaching() -> Iterator[None]:
    """Exit with a line for each model that can't be reached before the deal."""
    from duskfall.table.models import Unreached
    from duskfall.tell.text import safe

    try:
        yield
    except Unreached as error:
        for line in error.lines:
            click.echo(f"duskfall: {safe(line)}", err=True)
        raise SystemExit(HELD_UP) from None
