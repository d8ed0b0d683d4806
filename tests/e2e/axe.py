"""What axe finds on a page that keeps somebody from using it."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.e2e.phone import wait_until_still

# Only what is wrong comes back; all that is right would be a hundred times as much.
RUN = """async () => (await axe.run({ resultTypes: ['violations'] })).violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .map(({ id, nodes }) => `${id}: ${nodes[0].html}`)"""


def barriers(page: Page) -> list[str]:
    """Each serious violation, with the first element that has it."""
    wait_until_still(page)  # what fades in has no contrast yet
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN)
    return found
