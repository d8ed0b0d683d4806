"""From the thread of a game to inspect's loop and back: a call runs there as a task of its sample."""

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

FORM = "answer"  # the name of the form
STOPPED = {"content_filter": REFUSAL, "max_tokens": TRUNCATED, "model_length": TRUNCATED}
MESSAGES = {SYSTEM: ChatMessageSystem, USER: ChatMessageUser, ASSISTANT: ChatMessageAssistant}


class Bridge:
    """The way of one sample's game to its models; made on inspect's loop, used from other threads."""

    def __init__(self, portal: BlockingPortal) -> None:
        self.portal = portal
        self.context = copy_context()  # of the sample: its transcript, its limits, its models
        self.error: Exception | None = None  # what inspect had to say, in its own words

    def wire(self, model: Model) -> Wire:
        """The way to a model: inspect's own here, all others as ever."""
        return InspectWire(self) if model.provider.protocol == INSPECT else wire(model)

    def start(self, request: Request) -> Future[ModelOutput]:
        """A call as a task of the sample."""
        return self.context.copy().run(self.portal.start_task_soon, generated, request)


class InspectWire:
    """A way to inspect's models, with the retries, limits, caches and logs that are inspect's."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """The answer; what inspect raises, after its retries, ends the game and is raised by its sample again."""
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
        """Its connections are inspect's to give back."""


async def generated(request: Request) -> ModelOutput:
    """The answer of inspect's model to a request."""
    chat: list[ChatMessage] = [message(each) for each in request.messages]
    return await inspect_model(request.model).generate(chat, config=config(request))


def inspect_model(model: Model) -> InspectModel:
    """`inspect:openai/gpt-5-mini` by its name; `inspect:rival` by its role, or else the model of the eval."""
    return get_model(model.name) if "/" in model.name else get_model(role=model.name)


def message(said: Message) -> ChatMessage:
    """A turn of a conversation as inspect has it."""
    found: ChatMessage = MESSAGES[said.role](content=said.text)
    return found


def config(request: Request) -> GenerateConfig:
    """The form of the answer, and what the name of the model sets; all the rest is inspect's."""
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
    """What a call took; the prompt's tokens include the cached."""
    took = output.usage
    if took is None:
        return None
    cached, stored = took.input_tokens_cache_read or 0, took.input_tokens_cache_write or 0
    return Usage(took.input_tokens + cached + stored, cached, stored, took.output_tokens, took.reasoning_tokens or 0)
