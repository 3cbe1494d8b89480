"""What a server process is made of, for those who serve requests and sockets."""

from __future__ import annotations

from dataclasses import dataclass

from lantern.server.connections import Connections
from lantern.server.desk import Desk
from lantern.server.live import Hub
from lantern.server.metrics import Metrics
from lantern.server.rates import Rates
from lantern.server.reviewing import Reviewer
from lantern.server.thinking import Thinkers


@dataclass(frozen=True)
class House:
    """The parts of a server process."""

    desk: Desk
    hub: Hub
    rates: Rates
    metrics: Metrics
    thinkers: Thinkers
    reviewer: Reviewer
    connections: Connections
