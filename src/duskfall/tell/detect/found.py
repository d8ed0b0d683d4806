"""Notes on how chances were computed: for which viewer, when, by which layer, counted or sampled; and percentages."""

from __future__ import annotations

from duskfall.detect.moments import END, Moment
from duskfall.detect.posterior import Posterior
from duskfall.study.phases import Place
from duskfall.tell.names import Names, name, within
from duskfall.tell.tongue import later, say

# The evidence that each layer of inference uses; a layer that is not listed is only named.
LAYER_LINES = {
    "rules": later("Layer: rules (not what was said, nor how votes fell)."),
    "claims": later("Layer: claims (the rules, and a reading of what was claimed, reported and voted)."),
}

ASSUMPTION = later("Assumption: other players choose uniformly at random among legal options.")

GETTING_READY = later("Not known yet: getting ready to count at this table, which takes up to a minute.")


def title(seat: int, names: Names, when: Moment) -> str:
    """Return the heading: whose knowledge this is, and at what moment."""
    if seat:
        return say("What {name} can know, {when}", name=name(seat, names), when=at(when.place, when.going))
    return say("What the public can know, {when}", when=at(when.place, when.going))


def at(place: Place, going: bool) -> str:
    """Return a moment in words; for `END`, `going` tells whether the game continues after it."""
    if place != END:
        return within(*place)
    return say("as far as the game has gone") if going else say("just before the end")


def layer(found: Posterior) -> str:
    """Return the line that names the layer of inference."""
    return say(LAYER_LINES[found.layer]) if found.layer in LAYER_LINES else say("Layer: {layer}.", layer=found.layer)


def assumption() -> str:
    """Return the assumption behind every chance: how the other players are taken to choose."""
    return say(ASSUMPTION)


def how(found: Posterior) -> str:
    """Return whether all deals were counted or some were sampled, or why nothing is known."""
    if not found.known:
        return say("Not known: {reason}.", reason=say(found.template or found.reason, **found.figures))
    if found.exact and found.worlds == 1:
        return say("Exact: one deal fits what was shown.")
    if found.exact:
        return say("Exact: {worlds} deals fit what was shown.", worlds=f"{found.worlds:,}")
    return say(
        "Sampled: {worlds} effective samples, standard error at most {error}.",
        worlds=f"{found.worlds:,}",
        error=say("{points} %", points=f"{100 * found.error:.1f}"),
    )


def missing(found: Posterior) -> str:
    """Return how many answers of other players must have been missing or void."""
    if not found.missing:
        return say("missing: 0")
    return say("missing: {count} (so many answers of others must have been missing or void)", count=found.missing)


def percent(chance: float) -> str:
    """Return a chance in percent; a chance that is only nearly certain doesn't look certain."""
    if 0 < chance < 0.005:
        return say("<{points} %", points=1)
    if 0.995 <= chance < 1:
        return say(">{points} %", points=99)
    return say("{points} %", points=round(100 * chance))
