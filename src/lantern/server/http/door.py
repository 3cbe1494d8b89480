"""Who is let in: to what is for administrators by their token, to everything else who is not barred."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.types import Scope

from lantern.server.http.bars import Bars, host_of
from lantern.server.http.bearer import PLACE, Bearer
from lantern.server.http.guard import cookie_of

API = "/api/"
Known = Callable[[str | None], Awaitable[tuple[str, str | None] | None]]
"""The guest with a cookie, and his name."""


class Door:
    """Lets requests in, or denies them."""

    def __init__(self, bearer: Bearer, bars: Bars, guest_of: Known) -> None:
        self._bearer = bearer
        self._bars = bars
        self._guest_of = guest_of

    async def __call__(self, scope: Scope) -> None:
        """Let a request in; pages themselves are for everybody, for they say why one is not let in."""
        if PLACE.fullmatch(scope["path"]):
            self._bearer.check(scope)
        elif scope["path"].startswith(API):
            self._bars.check_address(host_of(scope))
            if self._bars.has_guests:
                found = await self._guest_of(cookie_of(Headers(scope=scope)))
                self._bars.check_guest(found[0] if found else None)
