"""A league as a task of inspect_ai: a sample is a game, its models sit in the seats, and its log stores the record."""

from importlib.util import find_spec

from duskfall.arena.store.extra import MissingExtra

if find_spec("inspect_ai") is None:
    raise MissingExtra('this needs inspect_ai: pip install "duskfall[inspect]" (in a checkout: make inspect)')

from duskfall.arena.inspect.scores import measures as measures
from duskfall.arena.inspect.scores import seats_won as seats_won
from duskfall.arena.inspect.scores import winner as winner
from duskfall.arena.inspect.solver import game_solver as game_solver
from duskfall.arena.inspect.task import league as league
