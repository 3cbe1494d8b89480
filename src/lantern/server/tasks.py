"""Tasks that go on until they are called off."""

from __future__ import annotations

import asyncio
from typing import Any

AGAIN_S = 5.0
"""How long a task may take to end before it is called off once more."""


async def call_off(*tasks: asyncio.Task[Any] | None) -> None:
    """End tasks, and wait until they have ended.

    They are told so again and again: what a task waits for may swallow it, as asyncpg does with a cancellation that
    comes just as a connection is made.
    """
    waiting = {task for task in tasks if task is not None}
    while waiting:
        for task in waiting:
            task.cancel()
        over, waiting = await asyncio.wait(waiting, timeout=AGAIN_S)
        await asyncio.gather(*over, return_exceptions=True)  # so that nobody complains of what befell them
