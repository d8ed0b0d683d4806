"""Claims that a listener can prove wrong."""

from __future__ import annotations

from duskfall.arena.measures.knowledge.known import PROVEN
from duskfall.arena.measures.measure import Measure

REFUTABLE = Measure(
    id="refutable-claims",
    title="Refutable claims",
    formula="Public claims of the player that no world in a listener's view allows, over its public claims times their "
    "listeners: a role that the one of whom it is said cannot have, a result that this role cannot have given, or a "
    "report by whose role cannot have got it. Listeners are those who vote next on that day, if nobody has left in "
    f"between; mates of an evil speaker are none, for they know. {PROVEN}",
    baseline="Knowing nothing: a role drawn from the deck, or a result drawn evenly from those that the act can give, "
    "claimed of the same player; there is none for visits. Knowing all that can be known: 0, for a claim that nobody "
    "can refute is always there: the truth.",
    denominator="public claims times listeners",
    better=-1,
    groups="kind of claim",
    whole=False,
    everything=0.0,
    events="""
        SELECT speaker.player, heard.game, kind AS "group", refuted::INTEGER AS x, 1 AS n, guess AS nothing
        FROM heard
        JOIN seated AS speaker ON speaker.game = heard.game AND speaker.seat = heard.seat
        JOIN seated AS listener ON listener.game = heard.game AND listener.seat = heard.listener
        WHERE NOT (speaker.side = 'evil' AND speaker.team = listener.team)""",
)
