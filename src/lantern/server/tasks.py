"""The ends of tasks: they are called off, and waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_S = 5.0
"""How long a task may take to end before it is called off once more."""
CLOSING_S = 20.0
"""How long closing waits for killed processes to be gone."""


async def call_off(*tasks: asyncio.Task[Any] | None) -> None:
    """End tasks, and wait until they have ended.

    They are told so again and again: what a task waits for may swallow it.
    """
    waiting = {task for task in tasks if task is not None}
    while waiting:
        for task in waiting:
            task.cancel()
        over, waiting = await asyncio.wait(waiting, timeout=AGAIN_S)
        await asyncio.gather(*over, return_exceptions=True)  # so that nobody complains of what befell them


async def ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Wait until tasks have ended, but not for ever."""
    waiting = {task for task in tasks if not task.done()}
    if waiting:
        await asyncio.wait(waiting, timeout=CLOSING_S)
