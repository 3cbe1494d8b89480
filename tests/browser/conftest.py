"""Chromium, a house with the built client, and people who visit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from lantern.server.http.pages import START, client_folder
from tests.browser.chromium import launch
from tests.browser.visitor import PATIENCE_MS, Visitor
from tests.server.houses import Services
from tests.server.judges import quick_judges
from tests.server.running import Running

Visit = Callable[..., Visitor]


# Not for the whole session: while Playwright runs, nothing else in the thread can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert (client_folder() / START).is_file(), "the client is not built: run make client"
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright, launch(playwright) as browser:
        yield browser


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("browser"), thinkers=0) as running:
        yield running


@pytest.fixture(scope="package", autouse=True)
def judges() -> Iterator[None]:
    """Whoever asks for suggestions or reviews is answered at once; every match that ends is reviewed."""
    with quick_judges():
        yield


@pytest.fixture
def visit(browser: Browser, house: Running) -> Iterator[Visit]:
    """Let somebody in; at the end nobody's console may have complained."""
    visitors: list[Visitor] = []

    def come(at: Running | Services = house, kind: type[Visitor] = Visitor, **more: Any) -> Visitor:
        visitors.append(kind(browser, at, **more))
        return visitors[-1]

    yield come
    complaints = [said for visitor in visitors for said in visitor.complaints()]
    for visitor in visitors:
        visitor.leave()
    assert complaints == []
