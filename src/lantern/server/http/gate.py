"""The gate: requests begin one at a time, by turns of the households they come from.

Whatever is ready runs before anything else does, so a hundred requests that come together would hold up everybody for
as long as they take together. Here one begins, then everything else has its turn, then the next one begins, of another
household if one waits.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Gate:
    """Who waits for his request to begin."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """[household] its requests in their order; the household whose turn it is comes first."""
        self._busy = False
        """Whether a request has begun a moment ago."""

    async def enter(self, home: str) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        if not self._busy:
            self._busy = True
            loop.call_soon(self._pass_on)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(home, deque()).append(turn)
        await turn

    def _pass_on(self) -> None:
        """Let the next one begin, and go on when everything else has had its turn."""
        while self._waiting:
            home = next(iter(self._waiting))
            turns = self._waiting.pop(home)
            turn = turns.popleft()
            if turns:
                self._waiting[home] = turns
            if not turn.done():
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._pass_on)
                return
        self._busy = False
