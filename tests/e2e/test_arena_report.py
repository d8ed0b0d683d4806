"""The report of a league in a real browser: no trouble, nothing fetched, no sideways scrolling, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from duskfall.arena.report.collect import report
from duskfall.arena.report.write import write
from tests.arena.report.played_league import as_if_with_models, few_futures, league, played
from tests.e2e.phone import take_shot


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a league that has something of everything."""
    made = as_if_with_models(played(tmp_path_factory.mktemp("leagues") / "autumn league", league(blocks=4)))
    with few_futures():
        write(report(made, random_games=10), made, made / "report")
    return made / "report/index.html"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1100])
def test_the_report_opens_without_trouble(browser: Browser, page: Path, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    troubles: list[str] = []
    asked: list[str] = []
    tab = context.new_page()
    tab.on("console", lambda message: troubles.append(message.text))
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(page.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator(".chart:visible").count() == tab.locator(".chart").count() / 2  # each in the width that fits
    take_shot(tab, f"arena-report-{width}-{scheme}", whole=True)
    tab.locator(".games a").first.click()
    tab.wait_for_url("**/games/*.html")
    assert asked == [page.as_uri(), tab.url]
    assert troubles == []
    context.close()
