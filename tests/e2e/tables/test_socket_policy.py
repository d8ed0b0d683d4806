"""What a browser lets the page of a server of tables do: a socket to that very server, and to no other."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.tables.processes import started
from tests.web.test_web_command import free_port

TRY = """address => new Promise(done => {
    document.addEventListener('securitypolicyviolation', event => done(event.effectiveDirective), { once: true });
    try {
        const socket = new WebSocket(address);
        socket.onopen = () => done('open');
        socket.onerror = () => setTimeout(() => done('failed'), 1000);
    } catch (error) { done(error.name); }
})"""


def test_a_socket_to_our_own_server_and_to_no_other(browser: Browser, tmp_path: Path) -> None:
    port = str(free_port())
    with started(tmp_path / "mine", "--port", port) as server, started(tmp_path / "other") as other:
        page = browser.new_page()
        page.goto(f"{server.address}/")
        assert page.evaluate(TRY, f"ws://127.0.0.1:{port}/api/socket") == "open"
        assert page.evaluate(TRY, other.address.replace("http", "ws") + "/api/socket") in {
            "connect-src",
            "SecurityError",
        }
        page.goto(f"{other.address}/")  # the own socket of each, not of the first
        assert page.evaluate(TRY, other.address.replace("http", "ws") + "/api/socket") == "open"
        page.close()
