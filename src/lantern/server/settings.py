"""How a server is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lantern.server.backups import Schedule
from lantern.server.storage.clearing import Rules
from lantern.server.storage.opening import default_url


@dataclass(frozen=True)
class Settings:
    """All that can be set, with what is usual."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = field(default_factory=default_url)
    workers: int = 1
    thinkers: int = 1
    """Processes in which bots think, for each server process; 0 lets them think in threads."""
    thinking_s: float = 15.0
    """How long a bot may think about a move."""
    origins: tuple[str, ...] = ()
    """Other origins from which browsers may use the server, such as https://table.example.org."""
    prepares: bool = False
    """Whether all bots are compiled ahead of time, in the background; with plain rules or no thinkers none are."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed when they say for whom they ask, besides this machine's."""
    limited: bool = True
    """Whether people who ask too often are slowed down."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """[what] limits that are other than usual."""
    admin: str | None = None
    """The SHA-256 of the token that administrators bring; without one there is no administration."""
    clearing: Rules = field(default_factory=Rules)
    """What is cleared once a day."""
    notify_to: tuple[str, ...] = ()
    """Networks to which notices may go though they are not of the open internet."""
    backups: Schedule | None = None
    """Where and when backups are made, if they are."""
    verbose: bool = False
    """Whether every request is logged."""
