"""Measures of play, each in a small file with its meaning and its query; `MEASURES` lists all of them."""

from __future__ import annotations

from typing import Final

from duskfall.arena.measures.beliefs.brier import BRIER
from duskfall.arena.measures.beliefs.log_score import LOG_SCORE
from duskfall.arena.measures.beliefs.reliability import RELIABILITY
from duskfall.arena.measures.knowledge.beyond import BEYOND
from duskfall.arena.measures.knowledge.blunders import BLUNDERS
from duskfall.arena.measures.knowledge.distance import DISTANCE
from duskfall.arena.measures.knowledge.extracted import EXTRACTED
from duskfall.arena.measures.knowledge.refutable import REFUTABLE
from duskfall.arena.measures.knowledge.regret import REGRET
from duskfall.arena.measures.measure import Measure
from duskfall.arena.measures.outcomes.first_day import FIRST_DAY
from duskfall.arena.measures.outcomes.luck import LUCK
from duskfall.arena.measures.outcomes.survival import SURVIVAL
from duskfall.arena.measures.outcomes.wins import WINS
from duskfall.arena.measures.outcomes.wins_by_role import WINS_BY_ROLE
from duskfall.arena.measures.talk.lies import LIES
from duskfall.arena.measures.talk.moved import MOVED
from duskfall.arena.measures.talk.swing import SWING
from duskfall.arena.measures.talk.truth import TRUTH
from duskfall.arena.measures.upkeep.cost import COST
from duskfall.arena.measures.upkeep.failures import FAILURES
from duskfall.arena.measures.upkeep.fallbacks import FALLBACKS
from duskfall.arena.measures.upkeep.latency import LATENCY
from duskfall.arena.measures.upkeep.tokens import TOKENS
from duskfall.arena.measures.votes.accuracy import ACCURACY
from duskfall.arena.measures.votes.sabotage import SABOTAGE

MEASURES: Final[tuple[Measure, ...]] = (
    WINS, WINS_BY_ROLE, LUCK, SURVIVAL, FIRST_DAY,
    ACCURACY, SABOTAGE,
    SWING, MOVED, TRUTH, LIES,
    BRIER, LOG_SCORE, RELIABILITY,
    BLUNDERS, REGRET, BEYOND, DISTANCE, EXTRACTED, REFUTABLE,
    FAILURES, FALLBACKS, TOKENS, COST, LATENCY,
)  # fmt: skip
"""All measures, in the order of a report."""
