"""What the server counts, for whoever watches it."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The counts of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "lantern_requests", "Requests answered", ["route", "method", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "lantern_request_seconds", "Time to answer a request", ["route", "method"], registry=self.registry
        )
        self.moves = Counter("lantern_moves", "Moves of people that were granted", ["game"], registry=self.registry)
        self.bot_moves = Counter(
            "lantern_bot_thoughts", "Decisions of bots", ["game", "bot", "trouble"], registry=self.registry
        )

    def watch(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Show a number that is read when somebody looks."""
        Gauge(name, words, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """All counts in Prometheus's text format."""
        return generate_latest(self.registry)
