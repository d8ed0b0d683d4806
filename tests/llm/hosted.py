"""A server on loopback that stands for every provider: whatever is asked, by either protocol, is answered well."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from random import Random
from typing import Any

from tests.llm.faulty import Faulty
from tests.llm.loopback import END, STREAM, chunk, streamed
from tests.llm.schema import drawn

KEY = "a-key-for-loopback"


class Hosted(Faulty):
    """The server; the same request always gets the same answer."""

    def __init__(self) -> None:
        super().__init__(share=0.0)

    @property
    def environment(self) -> dict[str, str]:
        """What makes the programs of a user reach it in place of the providers."""
        host = self.address.removesuffix("/v1")
        places = {"OPENAI_BASE_URL": self.address, "ANTHROPIC_BASE_URL": host, "OLLAMA_HOST": host}
        return {**places, "OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer in the protocol of the request."""
        asked = json.loads(body)
        theirs = "output_config" in asked
        form = asked["output_config"]["format"] if theirs else asked["response_format"]["json_schema"]
        text = json.dumps(drawn(form["schema"], Random(sha256(body).digest())))
        size = len(body) // 4
        writer.write(STREAM + b"".join(_anthropic(text, size) if theirs else streamed(text, prompt=size)) + END)
        await writer.drain()


def _anthropic(text: str, prompt: int) -> list[bytes]:
    took = {"input_tokens": prompt // 2, "cache_read_input_tokens": prompt - prompt // 2, "output_tokens": 1}
    said = {"type": "text_delta", "text": text}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"usage": took}},
        {"type": "content_block_delta", "index": 0, "delta": said},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": len(text) // 4}},
        {"type": "message_stop"},
    ]
    return [chunk(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()) for event in events]
