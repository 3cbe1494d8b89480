"""What a server process is made of, for those who serve requests and sockets."""

from __future__ import annotations

from dataclasses import dataclass

from lantern.server.bots.reviewing import Reviewer
from lantern.server.bots.thinking import Thinkers
from lantern.server.http.addresses import Proxies
from lantern.server.http.bars import Bars
from lantern.server.http.connections import Connections
from lantern.server.http.rates import Rates
from lantern.server.live.administration import Administration
from lantern.server.live.hub import Hub
from lantern.server.live.people import People
from lantern.server.live.table_service import TableService
from lantern.server.metrics import Metrics
from lantern.server.notices.notifier import Notifier
from lantern.server.settings import Settings


@dataclass(frozen=True)
class Services:
    """The parts of a server process."""

    tables: TableService
    hub: Hub
    rates: Rates
    metrics: Metrics
    thinkers: Thinkers
    reviewer: Reviewer
    connections: Connections
    administration: Administration
    people: People
    bars: Bars
    notifier: Notifier
    proxies: Proxies
    settings: Settings
    started_at: int
    house: list[str]
    """Where others in the house find the server."""
