"""A Bradley–Terry model for teams: each team's chance to win a game, and the strengths that fit the games best.

A team is as strong as its intercept (one for each table and team) plus the mean of its seats' strengths; a strength
belongs to a player and a side. The chances of the teams are the softmax of these sums. Strengths are logits of a whole
side: a side of players who are all stronger by 1 has e times the odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from duskfall.arena.rating.bouts import SIDES, Bouts, Floats, Integers

GUESS = np.array([[1.2, 0.6], [0.6, 1.2]])
"""The prior covariance of a player's two strengths: a player who is good at one side is often good at the other. It
counts as much as GUESS_WEIGHT players of the league."""
GUESS_WEIGHT = 4.0
WIDEST = 4.0
"""The largest covariance that a league's strengths are assumed to have, as a multiple of GUESS.

A league of a few blocks hardly determines some directions, such as better as good and worse as evil. Without a bound,
the estimated covariance could grow there, which lets the strengths grow, which lets the covariance grow further."""
BIAS_SPREAD = 5.0  # prior standard deviation of an intercept: nearly free
ROWS = 2048  # kinds of game that are processed together
MANY, THINNED = 65536, 16  # with more kinds than MANY, a fit to every 16th gives the starting point
STEPS, ROUNDS, CLOSE = 100, 30, 1e-6


class Fit(NamedTuple):
    """The strengths that fit best, the information of the games at that point, and the prior they were fitted with."""

    at: Floats
    sharp: Floats  # the information: minus the second derivative of the games' log-likelihood
    prior: Floats  # the precision of the prior
    spread: Floats  # covariance of a player's two strengths; estimated from the league if no prior was given


class Slope(NamedTuple):
    """The log-likelihood at some strengths, with its first derivative and minus its second one."""

    value: float
    first: Floats
    second: Floats


def parameters(bouts: Bouts) -> int:
    """Return the number of parameters: the strengths of all players on each side, then the intercepts."""
    return len(SIDES) * len(bouts.players) + bouts.biases


def fit(bouts: Bouts, weight: Floats | None = None, prior: Floats | None = None, start: Floats | None = None) -> Fit:
    """Fit strengths by Newton's method; a step that makes the fit worse is halved.

    `weight` is how often each kind of game counts; `prior` is the precision of a normal prior around 0. Without a
    prior, it's estimated from how far strengths spread in the league itself (empirical Bayes). `start` is the starting
    point.
    """
    times = np.bincount(bouts.kind, minlength=len(bouts.seats)).astype(float) if weight is None else weight
    players = len(bouts.players)
    at, spread = _start(bouts, times, prior) if start is None else (start, GUESS)
    ridge = precision(spread, players, bouts.biases) if prior is None else prior
    here = _slope(bouts, times, at)
    for _ in range(STEPS):
        if prior is None:
            spread = _spread(here, at, spread, players)
            ridge = precision(spread, players, bouts.biases)
        step = np.linalg.solve(here.second + ridge, here.first - ridge @ at)
        there = _slope(bouts, times, at + step)
        while np.abs(step).max(initial=0) > CLOSE and _worth(there, ridge, at + step) < _worth(here, ridge, at):
            step /= 2
            there = _slope(bouts, times, at + step)
        at, here = at + step, there
        if np.abs(step).max(initial=0) <= CLOSE:
            break
    return Fit(at, here.second, ridge, spread)


def _start(bouts: Bouts, times: Floats, prior: Floats | None) -> tuple[Floats, Floats]:
    """Return the strengths and covariance to start from.

    With very many kinds of game, they come from a fit to some of them.
    """
    if len(bouts.seats) <= MANY:
        return np.zeros(parameters(bouts)), GUESS
    some = slice(None, None, THINNED)
    part = replace(
        bouts, seats=bouts.seats[some], side=bouts.side[some], bias=bouts.bias[some], share=bouts.share[some]
    )
    if parameters(part) < parameters(bouts):
        return np.zeros(parameters(bouts)), GUESS
    begun = fit(part, times[some], prior)
    return begun.at, begun.spread


def precision(spread: Floats, players: int, biases: int) -> Floats:
    """Return the prior's precision for all parameters, given the covariance of a player's two strengths."""
    strengths = len(SIDES) * players
    prior = np.diag(np.full(strengths + biases, BIAS_SPREAD**-2))
    prior[:strengths, :strengths] = np.kron(np.linalg.inv(spread), np.eye(players))
    return prior


def _spread(here: Slope, at: Floats, spread: Floats, players: int) -> Floats:
    """Return the covariance of a player's two strengths that makes the league likeliest, by expectation maximization.

    The likelihood is approximated as normal near the present strengths; the guess counts as some more players, and the
    covariance is nowhere wider than WIDEST times the guess.
    """
    pull = here.first + here.second @ at
    for _ in range(ROUNDS):
        width = np.linalg.inv(here.second + precision(spread, players, len(at) - len(SIDES) * players))
        sides = (width @ pull)[: len(SIDES) * players].reshape(len(SIDES), players)
        own = width[: len(SIDES) * players, : len(SIDES) * players].reshape(len(SIDES), players, len(SIDES), players)
        seen = sides @ sides.T + np.einsum("anbn->ab", own)
        last, spread = spread, _bounded((seen + GUESS_WEIGHT * GUESS) / (players + GUESS_WEIGHT))
        if np.abs(spread - last).max() < CLOSE:
            break
    return spread


def _bounded(spread: Floats) -> Floats:
    """Return a covariance that is at most WIDEST times the guess in every direction."""
    root = np.linalg.cholesky(GUESS)
    back = np.linalg.inv(root)
    sizes, axes = np.linalg.eigh(back @ spread @ back.T)
    turned = root @ axes
    return np.asarray((turned * np.minimum(sizes, WIDEST)) @ turned.T)


def outcomes(bouts: Bouts, at: Floats) -> Floats:
    """Return each team's chance to win, by kind of game and team."""
    found = np.zeros(bouts.side.shape)
    for rows, features in _chunks(bouts):
        found[rows] = _chances(features, bouts.side[rows], at)
    return found


def information(bouts: Bouts, at: Floats, kinds: Integers, times: Floats) -> Floats:
    """Return the information matrix of some kinds of game, each counted this many times."""
    features = features_of(bouts, kinds)
    return _information(features, _chances(features, bouts.side[kinds], at)[:, 1:], times[:, None])


def scores(bouts: Bouts, at: Floats) -> Floats:
    """Return the derivative of each deal's log-likelihood by each parameter."""
    pulls = np.zeros((len(bouts.seats), len(at)))
    for rows, features in _chunks(bouts):
        off = bouts.share[rows] - _chances(features, bouts.side[rows], at)
        pulls[rows] = np.einsum("kt,ktp->kp", off[:, 1:], features)
    return _sums(pulls, bouts.kind, bouts.deal)


def _sums(pulls: Floats, kind: Integers, deal: Integers) -> Floats:
    """Return the derivatives of all games, summed by deal."""
    order = np.argsort(deal, kind="stable")
    starts = np.flatnonzero(np.diff(deal[order], prepend=-1))
    sums = np.empty((len(starts), pulls.shape[1]))
    ends = np.append(starts[1:], len(order))
    step = 0
    while step < len(starts):  # some whole deals at a time, to save memory
        last = max(step + 1, int(np.searchsorted(ends, starts[step] + 32 * ROWS, side="right")))
        games = order[starts[step] : ends[last - 1]]
        sums[step:last] = np.add.reduceat(pulls[kind[games]], starts[step:last] - starts[step], axis=0)
        step = last
    return sums


def _worth(slope: Slope, prior: Floats, at: Floats) -> float:
    return slope.value - float(at @ prior @ at) / 2


def _slope(bouts: Bouts, times: Floats, at: Floats) -> Slope:
    value, first, second = 0.0, np.zeros(len(at)), np.zeros((len(at), len(at)))
    for rows, features in _chunks(bouts):
        chance = _chances(features, bouts.side[rows], at)
        often, share = times[rows, None], bouts.share[rows]
        value += float((often * share * np.log(np.maximum(chance, 1e-300))).sum())
        chance, share = chance[:, 1:], share[:, 1:]
        first += (often * (share - chance)).ravel() @ features.reshape(-1, len(at))
        second += _information(features, chance, often)
    return Slope(value, first, second)


def _information(features: Floats, chance: Floats, often: Floats) -> Floats:
    flat = features.reshape(-1, features.shape[-1])
    mean = np.einsum("kt,ktp->kp", chance, features)
    return np.asarray((flat * (often * chance).reshape(-1, 1)).T @ flat - (mean * often).T @ mean)


def _chunks(bouts: Bouts) -> Iterator[tuple[slice, Floats]]:
    """Yield some kinds of game at a time, with their features."""
    for start in range(0, len(bouts.seats), ROWS):
        rows = slice(start, start + ROWS)
        yield rows, features_of(bouts, rows)


def features_of(bouts: Bouts, rows: slice | Integers) -> Floats:
    """Return by kind, for each team but the first: its weight of each parameter minus the first team's."""
    players = len(bouts.players)
    seats, side, bias = bouts.seats[rows], bouts.side[rows], bouts.bias[rows]
    part = seats / np.maximum(seats.sum(axis=2, keepdims=True), 1)
    features = np.zeros((*side.shape, parameters(bouts)))
    for number in range(len(SIDES)):
        features[..., number * players : (number + 1) * players] = part * (side == number)[..., None]
    kind, team = np.nonzero(side >= 0)
    features[kind, team, len(SIDES) * players + bias[kind, team]] = 1
    return np.asarray(features[:, 1:] - features[:, :1])


def _chances(features: Floats, side: Integers, at: Floats) -> Floats:
    """Return each team's chance to win, by kind of game and team."""
    strength = np.where(side >= 0, 0.0, -np.inf)
    strength[:, 1:] += features @ at
    odds = np.exp(strength - strength.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))
