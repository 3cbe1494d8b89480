"""How a server is run."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field

from lantern.server.store import default_url

VARIABLE = "LANTERN_SERVER"
"""The environment variable by which worker processes get their settings."""


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
    limited: bool = True
    """Whether people who ask too often are slowed down."""
    verbose: bool = False
    """Whether every request is logged."""

    def to_environment(self) -> None:
        """Leave the settings for worker processes."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings that the first process left."""
        read = json.loads(os.environ[VARIABLE])
        return cls(**read | {"origins": tuple(read["origins"])})
