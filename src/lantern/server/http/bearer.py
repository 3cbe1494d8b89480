"""Who administers: by a token that nobody can guess, in a header that no other site can have a browser send."""

from __future__ import annotations

import re

import structlog
from starlette.datastructures import Headers
from starlette.types import Scope

from lantern.kernel.errors import BadInput
from lantern.server.errors import Denied
from lantern.server.http.addresses import address
from lantern.server.http.rates import Rates
from lantern.server.tables import keys

LEAST = 20
"""How many letters it has at least."""
TOKEN = re.compile(r"[!-~]{20,400}")
PLACE = re.compile(r"/api/admin(/.*)?")
"""What is for administrators alone."""
ADMITTED = "lantern.admitted"
"""Marks a request that brought the token."""

log = structlog.get_logger()


def hashed(token: str) -> str:
    """What a server keeps of the token; `BadInput` if it could be guessed or sent by no header."""
    if not TOKEN.fullmatch(token):
        raise BadInput("bad.admin.token", least=LEAST)
    return keys.hashed(token)


class Bearer:
    """Lets those in who bring the token."""

    def __init__(self, stored: str | None, rates: Rates) -> None:
        """Of the token its SHA-256 is stored; without one there is no administration."""
        self._stored = stored
        self._rates = rates

    def check(self, scope: Scope) -> None:
        """Mark a request that brings the token. A household that has tried too many others is not even heard."""
        if self._stored is None:
            raise Denied("not_found")
        scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Denied("bad_token")
        home = address(scope)
        self._rates.check("admin", home, counts=False)
        if not keys.fits(token.strip(), self._stored):
            self._rates.check("admin", home)
            log.warning("admin_token_refused")
            raise Denied("bad_token")
        scope[ADMITTED] = True
