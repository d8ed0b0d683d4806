"""A new version of the page waits while an evening is open, and is taken at the front door."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from duskfall.web.bundle import bundle
from tests.e2e.phone import LOADING_MS, Phone
from tests.e2e.serving import shelved

pytestmark = pytest.mark.usefixtures("pyodide")
WAITING = "async () => !!(await navigator.serviceWorker.getRegistration())?.waiting"


def until(page: Page, script: str, wanted: Any) -> None:
    """Ask the page again and again, also while it is loaded anew."""
    for _ in range(int(LOADING_MS / 100)):
        try:
            if page.evaluate(script) == wanted:
                return
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
        page.wait_for_timeout(100)
    pytest.fail(f"never {wanted}: {script}")


def renew(site: Path) -> None:
    """Another version of the same site: one file has changed, and so the list in the service worker."""
    icon = site / "icon.svg"
    icon.write_text(icon.read_text().replace("#f2a65a", "#f2a65b"))
    worker = site / "sw.js"
    worker.write_text(re.sub('"version": "[^"]*"', '"version": "another"', worker.read_text(), count=1))


def test_a_new_version_does_not_interrupt_an_evening(phones: Callable[..., Phone], tmp_path: Path) -> None:
    phone, site = phones(), tmp_path / "deep" / "path"
    bundle(site)
    with shelved(tmp_path) as (address, _):
        page = phone.page
        page.goto(f"{address}deep/path/#/host/evening1")
        page.locator("[data-test=add]").click(timeout=LOADING_MS)
        expect(page.locator("[data-test=stage]")).not_to_have_attribute("data-at", "0")  # it is kept, not only shown
        phone.on_device()
        until(page, "() => !!navigator.serviceWorker.controller", True)

        renew(site)
        page.reload()
        until(page, WAITING, True)
        expect(page.locator("[data-test=name-11]")).to_be_visible(timeout=LOADING_MS)
        assert page.evaluate(WAITING), "nobody has taken it"
        assert "#f2a65a" in page.evaluate("async () => (await fetch('icon.svg')).text()"), "all files are the old ones"

        page.goto(f"{address}deep/path/", wait_until="commit")  # at the front door the page loads itself anew
        until(
            page, "async () => fetch('icon.svg').then((icon) => icon.text(), String)", (site / "icon.svg").read_text()
        )
        until(page, WAITING, False)
        page.goto(f"{address}deep/path/#/host/evening1")
        expect(page.locator("[data-test=name-11]")).to_be_visible(timeout=LOADING_MS)
