"""What axe finds on a page that keeps somebody from using it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")


def barriers(page: Page) -> list[str]:
    """Each serious violation, with the first element that has it."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found if each["impact"] in GRAVE]
