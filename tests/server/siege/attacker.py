"""The process in which an attack runs: python -m tests.server.siege.attacker NAME PORT SECONDS."""

from __future__ import annotations

import asyncio
import os
import pkgutil
import resource
import sys
import time
from importlib import import_module
from types import ModuleType

from tests.server import siege
from tests.server.siege.target import Target

LAST = 19
"""What makes a process wait for all others."""


def attacks() -> dict[str, ModuleType]:
    """[name] the files of this folder that are attacks."""
    names = [found.name for found in pkgutil.iter_modules(siege.__path__) if not found.name.startswith("_")]
    files = {name: import_module(f"{siege.__name__}.{name}") for name in names}
    return {name: file for name, file in sorted(files.items()) if hasattr(file, "attack")}


def main(name: str, port: str, seconds: str) -> None:
    """Attack, from a machine of one's own: what that takes is not taken from the server."""
    os.nice(LAST - os.nice(0))
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(attacks()[name].attack(Target(int(port)), time.monotonic() + float(seconds)))


if __name__ == "__main__":
    main(*sys.argv[1:])
