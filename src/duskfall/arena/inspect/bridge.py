"""A bridge between a game's thread and inspect's event loop: calls to models run there as tasks of the sample."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextvars import copy_context

from anyio.from_thread import BlockingPortal
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    ResponseSchema,
    get_model,
)
from inspect_ai.model import Model as InspectModel
from inspect_ai.util import JSONSchema

from duskfall.players.llm.calls import (
    ASSISTANT,
    REFUSAL,
    SYSTEM,
    TRANSPORT,
    TRUNCATED,
    USER,
    Failed,
    Hear,
    Message,
    Reply,
    Request,
    Usage,
    Wire,
)
from duskfall.players.llm.model import Model
from duskfall.players.llm.providers import INSPECT
from duskfall.players.llm.wires.find import wire

FORM = "answer"  # name of the response schema
STOPPED = {"content_filter": REFUSAL, "max_tokens": TRUNCATED, "model_length": TRUNCATED}
MESSAGES = {SYSTEM: ChatMessageSystem, USER: ChatMessageUser, ASSISTANT: ChatMessageAssistant}


class Bridge:
    """The connection of one sample's game to its models. Must be created on inspect's loop; used from other threads."""

    def __init__(self, portal: BlockingPortal) -> None:
        self.portal = portal
        self.context = copy_context()  # the sample's context: its transcript, its limits, its models
        self.error: Exception | None = None  # the last exception that inspect raised

    def wire(self, model: Model) -> Wire:
        """Return the provider connection of a model: inspect's own, or the usual one for other providers."""
        return InspectWire(self) if model.provider.protocol == INSPECT else wire(model)

    def start(self, request: Request) -> Future[ModelOutput]:
        """Start a call as a task of the sample, and return its future."""
        return self.context.copy().run(self.portal.start_task_soon, generated, request)


class InspectWire:
    """A provider connection to inspect's models, with inspect's own retries, limits, caches and logs."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """Return the reply to a request.

        If inspect raises after its retries, the game fails here, and the solver raises inspect's own exception again.
        """
        try:
            output = await asyncio.wrap_future(self.bridge.start(request))
        except Exception as error:
            self.bridge.error = error
            raise Failed(TRANSPORT, f"{type(error).__name__}: {error}", final=True) from None
        if failure := STOPPED.get(output.stop_reason):
            raise Failed(failure, output.error or output.stop_reason, text=output.completion, usage=usage(output))
        if hear:
            hear(output.completion)
        return Reply(output.completion, usage(output), output.usage.total_cost if output.usage else None)

    async def close(self) -> None:
        """Do nothing: inspect owns the connections."""


async def generated(request: Request) -> ModelOutput:
    """Return the output of inspect's model for a request."""
    chat: list[ChatMessage] = [message(each) for each in request.messages]
    return await inspect_model(request.model).generate(chat, config=config(request))


def inspect_model(model: Model) -> InspectModel:
    """Return inspect's model: `inspect:openai/gpt-5-mini` by name, `inspect:rival` by role or else the eval's model."""
    return get_model(model.name) if "/" in model.name else get_model(role=model.name)


def message(said: Message) -> ChatMessage:
    """Return a message of a conversation in inspect's type."""
    found: ChatMessage = MESSAGES[said.role](content=said.text)
    return found


def config(request: Request) -> GenerateConfig:
    """Return the schema of the answer and the settings that the model's name contains; inspect decides all others."""
    model = request.model
    usual = Model("", model.provider, "", "")
    form = JSONSchema.model_validate(request.schema) if request.schema else None
    return GenerateConfig.model_validate({
        "temperature": model.temperature,
        "top_p": model.top_p,
        "reasoning_effort": model.effort or None,
        "max_tokens": model.answer if model.answer != usual.answer else None,
        "response_schema": ResponseSchema(name=FORM, json_schema=form, strict=True) if form else None,
    })  # fmt: skip


def usage(output: ModelOutput) -> Usage | None:
    """Return the tokens that a call took; those of the prompt include cached ones."""
    took = output.usage
    if took is None:
        return None
    cached, stored = took.input_tokens_cache_read or 0, took.input_tokens_cache_write or 0
    return Usage(took.input_tokens + cached + stored, cached, stored, took.output_tokens, took.reasoning_tokens or 0)
