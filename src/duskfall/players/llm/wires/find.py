"""The ways to the models; what they need is imported when one is made."""

from __future__ import annotations

from duskfall.players.llm.calls import Wire
from duskfall.players.llm.model import Model, ready
from duskfall.players.llm.providers import ANTHROPIC


def wire(model: Model) -> Wire:
    """A way to a model, and to all others of its provider at the same address; for one event loop."""
    ready(model)
    if model.provider.protocol == ANTHROPIC:
        from duskfall.players.llm.wires.anthropic_wire import AnthropicWire

        return AnthropicWire(model)
    from duskfall.players.llm.wires.openai_wire import OpenAIWire

    return OpenAIWire(model)
