"""Replies over HTTP: each refusal keeps its status, an error of ours is 500 without its text."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Route
from starlette.testclient import TestClient

from duskfall.web import replies


async def refuses(request: Request) -> Any:
    raise HTTPException(int(request.path_params["status"]), "not like this")


async def fails(request: Request) -> Any:
    raise ValueError("a secret")


async def takes(request: Request) -> Any:
    try:
        return replies.reply({"bytes": len(await replies.body(request, 10))})
    except replies.CannotRead as error:
        return replies.refusal(error.status, str(error))


@pytest.fixture
def client() -> TestClient:
    routes = [Route("/refuses/{status}", refuses), Route("/fails", fails), Route("/takes", takes, methods=["POST"])]
    app = Starlette(routes=routes, exception_handlers=replies.HANDLERS)  # type: ignore[arg-type]
    return TestClient(app, raise_server_exceptions=False)


@pytest.mark.parametrize("status", [400, 403, 404, 405, 413, 429, 503])
def test_a_refusal_keeps_its_status_and_its_line(status: int, client: TestClient) -> None:
    found = client.get(f"/refuses/{status}")
    assert (found.status_code, found.json()) == (status, {"error": "not like this"})


def test_what_starlette_refuses_keeps_its_status(client: TestClient) -> None:
    assert (client.get("/nowhere").status_code, client.post("/fails").status_code) == (404, 405)
    assert list(client.post("/fails").json()) == ["error"]


def test_a_mistake_of_ours_names_its_kind_only(client: TestClient) -> None:
    found = client.get("/fails")
    assert found.status_code == 500
    assert "ValueError" in found.json()["error"]
    assert "secret" not in found.text


def test_every_reply_is_json_that_nobody_keeps(client: TestClient) -> None:
    for found in (client.get("/fails"), client.get("/refuses/404"), client.post("/takes", content=b"1")):
        assert found.headers["content-type"] == "application/json"
        assert found.headers["cache-control"] == "no-store"
        assert {name.lower(): value for name, value in replies.ALWAYS.items()}.items() <= dict(found.headers).items()


@pytest.mark.parametrize(("size", "status"), [(0, 200), (10, 200), (11, 413), (1000, 413)])
def test_a_body_of_just_the_most_is_taken_and_one_more_byte_is_not(size: int, status: int, client: TestClient) -> None:
    found = client.post("/takes", content=b"x" * size)
    assert found.status_code == status
    assert found.json() == ({"bytes": size} if status == 200 else {"error": "that is too much for one call"})


def body_of(receive: Any) -> bytes:
    return asyncio.run(replies.body(Request({"type": "http", "method": "POST"}, receive), 10))


def test_a_body_that_does_not_arrive_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    async def disconnected() -> dict[str, object]:
        raise ClientDisconnect

    async def endless() -> dict[str, object]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr(replies, "PATIENCE", 0.01)
    assert body_of(disconnected) == b""
    assert body_of(endless) == b""
