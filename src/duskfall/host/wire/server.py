"""What a server adds of its own: what it is, and the evenings that it keeps."""

from typing import TypedDict

from duskfall.host.wire.calls import Answers


class ServerHello(TypedDict):
    """What a server is."""

    version: str
    languages: dict[str, str]
    pyodide: bool  # whether the engine can run in the page
    known: bool  # whether whoever asks has its key


class EveningListed(TypedDict):
    """An evening on the shelf: how many actions it has, and when it last changed."""

    id: str
    count: int
    changed: str


class ShelfAnswer(TypedDict):
    """All evenings of a server, the newest first."""

    evenings: list[EveningListed]


class ServerAnswers(Answers):
    """By the name of a call of a server: its answer."""

    evenings: ShelfAnswer
