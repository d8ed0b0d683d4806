"""A factory for provider clients; the provider's package is imported when its first client is made."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable
from functools import cache

from duskfall.players.llm.calls import Wire
from duskfall.players.llm.model import Model, ready
from duskfall.players.llm.providers import ANTHROPIC


def wire(model: Model) -> Wire:
    """Return a client for all models of this model's provider and address; it may be used on one event loop only.

    Raises `ModelError` if a package or the key is missing.
    """
    ready(model)
    return maker(model.provider.protocol)(model)


@cache
def maker(protocol: str) -> Callable[[Model], Wire]:
    """Import and return the client class for a protocol."""
    made: Callable[[Model], Wire]
    if protocol == ANTHROPIC:
        from duskfall.players.llm.wires.anthropic_wire import AnthropicWire as made
    else:
        from duskfall.players.llm.wires.openai_wire import OpenAIWire as made
    gc.freeze()  # the package stays loaded, and collecting garbage in it would take as long as an answer, in mid-game
    atexit.register(gc.unfreeze)  # some C packages complain at exit about objects that were not freed
    return made
