"""The browser of the tests, the pictures and the measurements: Debian's chromium."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium")
"""The first is the same browser without its windows, and takes a third less processor time."""


def launch(playwright: Playwright) -> Browser:
    """Start whichever is there."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        missing = f"there is no {' or '.join(NAMES)} here"
        raise SystemExit(f"{missing}: as root, scripts/environment test installs one (apt install {NAMES[0]})")
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
