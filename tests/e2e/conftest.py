"""What the tests in a browser share: one browser, one server for whoever needs none of its own, phones."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from duskfall.web.site import has_pyodide
from tests.e2e.phone import PATIENCE_MS, Phone, chromium, keep_shot, launch
from tests.e2e.phone import phone as new_phone
from tests.e2e.serving import Server, hosted

MISSING = (
    "the tests in a browser need Chromium; on Debian: apt-get install chromium-headless-shell fonts-noto-cjk"
    " (a browser elsewhere is named by DUSKFALL_CHROMIUM)"
)
FAILED = pytest.StashKey[bool]()
NO_PYODIDE = "Pyodide is not here, so the engine in the page cannot be tried; `make page` (with Node) brings it"
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of all these tests; not of others, whose event loops it would disturb."""
    if not chromium():
        pytest.fail(MISSING, pytrace=False)
    with sync_playwright() as playwright, launch(playwright) as found:
        yield found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for tests that leave nothing behind that another one would see."""
    with hosted(tmp_path_factory.mktemp("state")) as found:
        yield found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Lets the phones know that their test has failed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def keeps() -> bool:
    """Whether phones may keep the page; what is there on a server alone has no use for it."""
    return True


@pytest.fixture
def phones(browser: Browser, keeps: bool, request: pytest.FixtureRequest) -> Iterator[Callable[..., Phone]]:
    """Makes phones; at the end none of them may have had trouble. A test that fails leaves their pictures."""
    made: list[Phone] = []

    def make(locale: str = "en-GB", **more: Any) -> Phone:
        made.append(new_phone(browser, locale, **{"keeps": keeps, **more}))
        return made[-1]

    yield make
    troubles = [trouble for each in made for trouble in each.watch.troubles]
    for number, each in enumerate(made, 1):
        if FAILED in request.node.stash:
            keep_shot(each.page, f"failed-{request.node.name}-{number}".replace("/", "-"))
        each.page.unroute_all(behavior="ignoreErrors")  # what is still under way is nobody's trouble
        each.context.unroute_all(behavior="ignoreErrors")
        each.context.close()
    assert not troubles


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    """One phone."""
    return phones()


@pytest.fixture
def pyodide() -> None:
    """Whoever asks for it runs the engine in the page."""
    if not has_pyodide():
        pytest.skip(NO_PYODIDE)
