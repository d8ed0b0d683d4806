"""A phone: Debian's Chromium with a small touch screen, and an ear for everything that goes wrong in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Request, Response

from tests.e2e.serving import HERE, LAN
from tests.patience import PATIENCE

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--host-resolver-rules=MAP {LAN} {HERE}",
)  # fmt: skip
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the cheapest
HELLO = "/api/hello"
SHOTS = Path(__file__).parents[2] / "build" / "shots"
PATIENCE_MS = 500 * PATIENCE
LOADING_MS = 1000 * PATIENCE  # Pyodide is 13 MB of code
SPY = """addEventListener('securitypolicyviolation', (event) => {
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`)
})
addEventListener('pointerup', (event) => {
  if (event.target.closest('[data-test=eye], [data-test=peek]')) return
  sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1
}, true)"""

STILL = """async () => {
  await document.fonts.ready
  const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity)
  await Promise.allSettled(ending.map((each) => each.finished))
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}"""
NO_WORKER = "delete Navigator.prototype.serviceWorker"  # so that the page is not kept: 14 MB for each phone


def chromium() -> str:
    """Where the browser is; empty if there is none."""
    named = os.environ.get("DUSKFALL_CHROMIUM", "")
    return named or next(filter(None, map(which, NAMES)), "")


def launch(playwright: Playwright) -> Browser:
    """A browser of its own, without a window."""
    return playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), timeout=PATIENCE_MS)


@dataclass
class Watch:
    """What went wrong in a phone: errors at its console, requests without an answer, words of a policy."""

    troubles: list[str] = field(default_factory=list)
    cut: bool = False  # the network is cut on purpose: calls of the server fail, and nothing else may

    def listen(self, page: Page) -> None:
        """Hear all of this page from now on."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if HELLO in message.location.get("url", ""):  # asks now and then whether the server is still there
            return
        if message.type in ("error", "warning") and not (self.cut and "net::ERR_" in message.text):
            self.troubles.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # A page that goes away drops what it was waiting for.
        if HELLO in request.url or (self.cut and ("/api/" in request.url or "icon" in request.url)):
            return
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status}: {response.url}")


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone with one page; its storage is its own."""

    context: BrowserContext
    page: Page
    watch: Watch

    @contextmanager
    def offline(self) -> Iterator[None]:
        """The network is cut until the end of the block."""
        self.watch.cut = True
        self.context.set_offline(True)
        try:
            yield
        finally:
            self.context.set_offline(False)

    def call(self, name: str, **params: Any) -> Any:
        """A call of the page's own engine, whichever it is."""
        script = "async ([name, params]) => (await duskfall.openEngine()).call(name, params)"
        return self.page.evaluate(script, [name, params])

    def engine(self) -> str:
        """Which engine answers in this page, once all is loaded: device or server."""
        script = "async () => { const engine = await duskfall.openEngine(); await engine.settled; return engine.kind }"
        return str(self.page.evaluate(script))

    def on_device(self) -> None:
        """Wait until all files of the page are on the device."""
        self.page.evaluate("async () => { await navigator.serviceWorker.ready }")


def phone(browser: Browser, locale: str = "en-GB", *, keeps: bool = True, **more: Any) -> Phone:
    """A phone whose owner speaks this language; `keeps`: whether it may keep the page, to start without a network."""
    look = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
    given: dict[str, Any] = {**look, "locale": locale, "color_scheme": "dark", "reduced_motion": "reduce", **more}
    context = browser.new_context(**given)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(SPY if keeps else f"{SPY}\n{NO_WORKER}")
    watch = Watch()
    context.on("page", watch.listen)
    return Phone(context, context.new_page(), watch)


def wait_until_still(page: Page) -> None:
    """Wait until fonts are there and no animation moves anything: what is measured earlier may be on its way."""
    page.evaluate(STILL)


def measured(piece: Locator, script: str) -> Any:
    """What a script measures at a piece of the page once nothing moves any more."""
    piece.wait_for()
    wait_until_still(piece.page)
    return piece.evaluate(script)


def take_shot(page: Page, name: str, whole: bool = False) -> None:
    """A picture of the screen for people to look at, if somebody wants pictures: they set DUSKFALL_SHOTS."""
    if os.environ.get("DUSKFALL_SHOTS"):
        keep_shot(page, name, whole)


def keep_shot(page: Page, name: str, whole: bool = False) -> None:
    """A picture of the screen in build/shots; `whole`: as on a very long phone."""
    size = page.viewport_size
    if whole and size:
        page.set_viewport_size({**size, "height": max(2400, page.evaluate("document.documentElement.scrollHeight"))})
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")
    if whole and size:
        page.set_viewport_size(size)
