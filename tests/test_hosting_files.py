"""What is in `hosting/`: it asks for nothing that the server does not count, and sets nothing that it does not read."""

from __future__ import annotations

import json
import re
from pathlib import Path

from lantern.server.app import build_app
from lantern.server.backups import Schedule
from lantern.server.settings import Settings
from tests.cli.test_environment import below

ROOT = Path(__file__).parents[1]
HOSTING = ROOT / "hosting"
ELSEWHERE = {"LANTERN_ADMIN_TOKEN", "LANTERN_CACHE", "LANTERN_DOMAIN", "LANTERN_DB_PASSWORD", "LANTERN_UPSTREAM"}
"""What is read by compose, Caddy and the compiler, and the token that no option sets."""


def counted() -> set[str]:
    """The names of all that a server counts."""
    settings = Settings(database="sqlite:///nowhere.db", backups=Schedule(Path("nowhere"), 1, 1), thinkers=0)
    text = build_app(settings).state.services.metrics.text().decode()
    return set(re.findall(r"^# TYPE (lantern_\w+)", text, re.MULTILINE)) - {"lantern_requests_created"}


def test_dashboard_and_alerts_show_what_is_counted() -> None:
    dashboard = json.loads((HOSTING / "grafana.json").read_text(encoding="utf-8"))
    shown = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    for asked in (shown, (HOSTING / "alerts.yaml").read_text(encoding="utf-8")):
        names = {name.removesuffix("_bucket") for name in re.findall(r"\blantern_\w+", asked)}
        assert len(names) > 3
        assert names <= counted()


def test_images_and_services_set_what_is_read() -> None:
    read = set(below("serve").variables) | ELSEWHERE
    files = [ROOT / "Containerfile", ROOT / "compose.yaml", *HOSTING.glob("*.yaml"), HOSTING / "lantern.service"]
    for file in files:
        assert set(re.findall(r"\bLANTERN_\w+", file.read_text(encoding="utf-8"))) <= read, file


def test_the_documentation_links_to_files_that_are_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8"))
    assert len(links) > 5
    assert all((ROOT / "docs" / link).exists() for link in links)
