"""A new version of the page takes over once all of it is on the device; open pages go on with their own version."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from duskfall.web.bundle import bundle
from tests.e2e.phone import LOADING_MS, Phone
from tests.e2e.serving import end, shelved

pytestmark = pytest.mark.usefixtures("pyodide")
VERSIONS = "async () => (await caches.keys()).filter((name) => name.startsWith('duskfall '))"
ACTIVE = """async () => {
  const found = await (await caches.open('duskfall-pins /deep/path/')).match('active')
  return (await found.text()).split(' ').at(-1)
}"""
IDLE = "#/replay"  # a room in which no engine is loaded before a record is there
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


def icon(page: Page) -> str:
    """Return the colours of the icon that this page is given."""
    found: str = page.evaluate("async () => (await fetch('icon.svg')).text()")
    return found


def keep(phone: Phone, address: str) -> None:
    """Open the page, and wait until the device has all files."""
    phone.page.goto(address)
    phone.on_device()
    until(phone.page, "() => !!navigator.serviceWorker.controller", True)


def test_a_new_version_takes_over_without_disturbing_an_evening(phones: Callable[..., Phone], tmp_path: Path) -> None:
    phone, site = phones(), tmp_path / "deep" / "path"
    bundle(site)
    with shelved(tmp_path) as (address, process):
        page, evening = phone.page, f"{address}deep/path/#/host/evening1"
        keep(phone, evening)
        page.locator("[data-test=add]").click(timeout=LOADING_MS)
        expect(page.locator("[data-test=stage]")).not_to_have_attribute("data-at", "0")  # it is kept, not only shown
        renew(site)
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        until(page, ACTIVE, "another")
        assert page.evaluate(WAITING) is False
        expect(page.locator("[data-test=name-11]")).to_be_visible()
        assert "#f2a65a" in icon(page), "the page that is open goes on with the files of its version"
        page.locator("[data-test=menu]").click()
        expect(page.locator("[data-test=update]")).to_be_visible()

        end(process)
        phone.watch.cut = True
        page.locator("[data-test=update]").click()  # loads the page anew, and there is no server
        until(
            page, "async () => fetch('icon.svg').then((icon) => icon.text(), String)", (site / "icon.svg").read_text()
        )
        expect(page.locator("[data-test=name-11]")).to_be_visible(timeout=LOADING_MS)
        expect(page.locator("[data-test=update]")).to_have_count(0)
        page.evaluate("navigator.serviceWorker.controller.postMessage('sweep')")
        until(page, VERSIONS, ["duskfall /deep/path/ another"])


def test_half_a_version_is_not_taken(phones: Callable[..., Phone], tmp_path: Path) -> None:
    phone, site = phones(), tmp_path / "page"
    bundle(site)
    with shelved(tmp_path) as (address, process):
        page = phone.page
        keep(phone, f"{address}page/{IDLE}")
        before = page.evaluate(VERSIONS)
        renew(site)
        (site / "icon-512.png").unlink()
        phone.watch.cut = True
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => null)")
        until(page, "async () => !!(await navigator.serviceWorker.getRegistration())?.installing", False)
        until(page, VERSIONS, before)
        end(process)
        page.reload()
        expect(page.locator("[data-test=record]")).to_be_attached()
        assert "#f2a65a" in icon(page)
        phone.watch.troubles.clear()  # the file that was missing


def test_at_the_front_door_the_page_loads_itself_anew(phones: Callable[..., Phone], tmp_path: Path) -> None:
    phone, site = phones(), tmp_path / "page"
    bundle(site)
    with shelved(tmp_path) as (address, _):
        page = phone.page
        keep(phone, f"{address}page/{IDLE}")
        renew(site)
        page.goto(f"{address}page/", wait_until="commit")
        until(
            page, "async () => fetch('icon.svg').then((icon) => icon.text(), String)", (site / "icon.svg").read_text()
        )
