"""Messages about models before the deal: models still waited for, the expected cost, advice for slow servers."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from duskfall.arena.plan.bill import Bill
    from duskfall.arena.plan.sample_games import SampleGames
    from duskfall.core.play.game import Game
    from duskfall.players.llm.calling.preflight import Waiting
    from duskfall.players.llm.calling.rehearsal import Rehearsal
    from duskfall.players.llm.calling.waits import Wait
    from duskfall.players.llm.model import Model
    from duskfall.table.models import Models

EVERY = 10  # seconds between two waiting lines, if lines can't be overwritten
SOON = 1  # seconds of waiting for calls that fail, before the first line
LEAST_CONTEXT, LONGEST_DEADLINE = 1_000, 3_600  # the bounds of these settings
SMALLER = "take a smaller model"
SPARE = 1.5  # factor: later questions of a game are slower than the first


def tell_beforehand(models: Models, game: Game, kinds: Sequence[str], games: int, *, goes_on: bool) -> None:
    """Reach the models, measure their speed, and print advice and the expected cost; nothing if a tape answers.

    `goes_on`: the run is being resumed, so its models are not measured.
    """
    from duskfall.arena.plan.sample_games import play_samples

    if not models.live:
        return
    samples = play_samples(game.plan.rules, game.setup, probe=models.probes)
    measured = {} if goes_on else _rehearse(models, samples)
    for kind, found in measured.items():
        if advice := speed_advice(models.models[kind], found):
            click.echo(advice, err=True)
    _tell_cost(models, samples, kinds, games, measured)


def _rehearse(models: Models, samples: SampleGames) -> dict[str, Rehearsal]:
    """Put a sample question to local models, and to paid ones if there is no cost limit; return what was measured."""
    from duskfall.arena.plan.sample_games import first_question
    from duskfall.players.llm.accounts.prices import price_of

    wanted = {
        kind: model
        for kind, model in models.models.items()
        if model.provider.open or (models.budget is None and price_of(model) is not None)
    }
    if not wanted:
        return {}
    with showing_whom_one_waits_for() as waiting:
        models.preflight(waiting)
        return models.rehearse({kind: first_question(samples, model) for kind, model in wanted.items()}, waiting)


# -- waiting ---------------------------------------------------------------------------------------------------


@contextmanager
def showing_whom_one_waits_for() -> Iterator[Waiting]:
    """Show on the standard error, from the first second on, which models have not answered yet."""
    shown = _Shown(sys.stderr.isatty())
    try:
        yield shown
    finally:
        shown.clear()


def reach(models: Models) -> None:
    """Reach the models before the deal, and show the wait."""
    with showing_whom_one_waits_for() as waiting:
        models.preflight(waiting)


def waiting_lines() -> Waiting:
    """Return a callback that prints waiting lines on the standard error, above a progress bar if there is one."""
    return _Shown(overwrites=False)


@contextmanager
def telling_waits(models: Models) -> Iterator[None]:
    """Print whom a run of many games waits for while a model answers none of them: at once if its calls fail."""
    from threading import Event, Thread

    over = Event()

    def tell() -> None:
        quiet = 0.0  # seconds until another line may be printed
        while not over.wait(SOON):
            quiet -= SOON
            late = late_models(models.exchange.waits.now())
            if late and quiet <= 0:
                seconds = max(each.seconds for each in late.values())
                click.echo(waiting_line({kind: each.why for kind, each in late.items()}, seconds), err=True)
                quiet = EVERY

    thread = Thread(target=tell, name="duskfall-waits", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def late_models(waits: Mapping[str, Wait]) -> dict[str, Wait]:
    """Return the models to tell of: those whose calls fail, and those that have answered nothing for long."""
    return {kind: each for kind, each in waits.items() if each.seconds >= (SOON if each.why else EVERY)}


class _Shown:
    """A waiting line, overwritten in place on a terminal.

    Elsewhere it is printed at once, with the first reason, and then every ten seconds.
    """

    def __init__(self, overwrites: bool) -> None:
        self.overwrites, self.next, self.length = overwrites, 0.0, 0
        self.told_why = False

    def __call__(self, waited_for: Mapping[str, str], seconds: float) -> None:
        line = waiting_line(waited_for, seconds)
        if self.overwrites:
            click.echo(f"\r{line:<{self.length}}", nl=False, err=True)
            self.length = len(line)
        elif seconds >= self.next or (any(waited_for.values()) and not self.told_why):
            click.echo(line, err=True)
            self.next, self.told_why = seconds + EVERY, any(waited_for.values())

    def clear(self) -> None:
        """Erase the line."""
        if self.length:
            click.echo(f"\r{' ' * self.length}\r", nl=False, err=True)


def waiting_line(waited_for: Mapping[str, str], seconds: float) -> str:
    """Return a line with the models that haven't answered, the seconds waited, and a reason if a call failed."""
    from duskfall.players.llm.model import short
    from duskfall.tell.text import listing, safe

    names = listing([short(kind).partition("?")[0] for kind in waited_for])
    reason = next(filter(None, waited_for.values()), "")
    return safe(f"Waiting for {names} for {seconds:.0f} s{f' ({reason})' if reason else ''}.")


# -- speed -----------------------------------------------------------------------------------------------------


def speed_advice(model: Model, found: Rehearsal) -> str:
    """Return advice on settings for a local server that is too slow for its deadline; empty if it is fast enough."""
    from duskfall.tell.text import safe

    if not model.provider.open or not (reads := found.reads):
        return ""
    answer = (found.answer or model.answer / 4) / (found.writes or reads)
    longest = (model.context / reads + answer) * SPARE
    limit = model.deadline / 2  # seconds for one call
    if longest <= limit:
        return ""
    prompt = found.prompt or found.estimated
    read = f"{prompt:,} tokens in {found.first or found.seconds:.0f} s"
    measured = f"did not read {read}" if found.late else f"read {read}"
    deadline = ceil(2 * longest / 10) * 10
    context = int((limit / SPARE - answer) * reads) // 100 * 100
    # If the server was late, it may be much slower than the measured bound.
    longer, shorter = (" or longer", " or shorter") if found.late else ("", "")
    least = f"would take at least {model.context / reads:,.0f} s"
    takes = least if found.late else f"and its answer may take {longest:,.0f} s"
    settings = [f"?deadline={deadline}{longer}"] if deadline <= LONGEST_DEADLINE else []
    if context >= max(LEAST_CONTEXT, prompt * SPARE):
        settings.append(f"?context={context}{shorter}")
    advice = f"set {', or '.join(settings) if found.late else ' or '.join(settings)}" if settings else SMALLER
    return safe(
        f"{model.called.partition('?')[0]} {measured}: a prompt of {model.context:,} tokens {takes}, "
        f"and one call has {limit:,.0f} s; {advice}."
    )


# -- cost ------------------------------------------------------------------------------------------------------


def _tell_cost(
    models: Models, samples: SampleGames, kinds: Sequence[str], games: int, measured: Mapping[str, Rehearsal]
) -> None:
    from duskfall.arena.plan.bill import run_bill
    from duskfall.players.llm.model import short
    from duskfall.tell.text import safe

    for kind in models.unpriced if models.budget is None else ():
        told = f"What {short(kind)} costs is not known; ?price=IN/OUT tells (dollars a million tokens)."
        click.echo(safe(told), err=True)
    bill = run_bill(samples, kinds, models.models, measured).times(games)
    limit = models.budget.most if models.budget else None
    answered = [kind for kind, found in measured.items() if found.answer]  # some servers don't report tokens
    if line := cost_line(bill, games, limit, answered):
        click.echo(line, err=True)


def cost_line(bill: Bill, games: int, limit: float | None, measured: Collection[str]) -> str:
    """Return a line with the expected cost of a run; empty if it is free or expected to stay within `limit`.

    `measured`: the models whose answers have been measured.
    """
    from duskfall.tell.text import plural

    expected, upper = bill.expected, bill.upper
    if not upper.dollars or (limit is not None and expected.dollars <= limit):
        return ""
    how = "as long as a first one was" if measured else "of a usual length"
    asked = f"{expected.questions:,.0f} questions, {expected.tokens_in:,.0f} tokens in, answers {how}"
    costs = f"{plural(games, 'game')} will cost about {dollars(expected.dollars)} ({asked})"
    if limit is not None:
        return f"{costs}; --max-cost {dollars(limit)} will stop it before its end."
    return f"{costs}, hardly more than {dollars(upper.dollars)}. --max-cost sets a limit."


def dollars(amount: float) -> str:
    """Format an amount in dollars, no more precisely than a forecast deserves."""
    return f"${amount:,.0f}" if amount >= 100 else f"${amount:,.2f}" if amount >= 0.1 else f"${amount:.2g}"
