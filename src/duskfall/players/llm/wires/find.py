"""The ways to the models; what they need is imported when one is made."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable
from functools import cache

from duskfall.players.llm.calls import Wire
from duskfall.players.llm.model import Model, ready
from duskfall.players.llm.providers import ANTHROPIC


def wire(model: Model) -> Wire:
    """A way to a model, and to all others of its provider at the same address; for one event loop."""
    ready(model)
    return maker(model.provider.protocol)(model)


@cache
def maker(protocol: str) -> Callable[[Model], Wire]:
    """What makes wires of a protocol, by the package that speaks it."""
    made: Callable[[Model], Wire]
    if protocol == ANTHROPIC:
        from duskfall.players.llm.wires.anthropic_wire import AnthropicWire as made
    else:
        from duskfall.players.llm.wires.openai_wire import OpenAIWire as made
    gc.freeze()  # a package stays: to look through all of it for garbage takes as long as an answer, in mid-game
    atexit.register(gc.unfreeze)  # at the end all is given back: packages in C complain of what is not
    return made
