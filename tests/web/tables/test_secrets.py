"""Secrets stand nowhere but in the frames to whom they belong: not in logs, files, addresses or errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import uvicorn

from tests.web.tables.client import QUICK, call, in_loop, page, post, serving


@in_loop
async def test_no_secret_is_logged_or_written_down(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Even if uvicorn told of every request."""
    config, loud = uvicorn.Config, {"log_level": "info", "access_log": True}
    monkeypatch.setattr(uvicorn, "Config", lambda app, **settings: config(app, **settings | loud))
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        bob = await call(address, "join", room=made["room"], name="Bob")
        secrets = [made["secret"], made["creator"], bob["secret"]]
        async with page(
            address, room=made["room"], secret=made["secret"], creator=made["creator"], language="ru"
        ) as ann:
            await ann.look()
            await ann.do("renew", seat=bob["seat"])
            secrets.append((await ann.until(lambda news: "link" in news))["link"]["secret"])
            await ann.do("start")
            await ann.until(lambda _: ann.events)
        for wrong in (bob["secret"], made["creator"], made["secret"] + "x"):
            async with page(address, room=made["room"], secret=wrong) as stranger:
                assert wrong not in json.dumps(await stranger.look())
        status, found = await post(address, "/api/room", json.dumps({"name": made["secret"]}).encode()[:-1])
        assert status == 400
        assert made["secret"] not in json.dumps(found)
    said = "".join(capfd.readouterr()) + caplog.text
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert "/api/socket" in said  # it has told
    for secret in secrets:
        assert secret not in said
        assert secret.encode() not in kept


@in_loop
async def test_who_was_sent_away_by_a_new_secret_is_told_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        bob = await call(address, "join", room=made["room"], name="Bob")
        async with (
            page(address, room=made["room"], secret=made["secret"], creator=made["creator"]) as ann,
            page(address, room=made["room"], secret=bob["secret"]) as his,
        ):
            await his.look()
            await ann.do("renew", seat=bob["seat"])
            link = (await ann.until(lambda news: "link" in news))["link"]
            assert (await his.until(lambda news: "gone" in news))["gone"]
            async with page(address, room=made["room"], secret=link["secret"]) as again:
                assert (await again.look())["board"]["mine"] == bob["seat"]
