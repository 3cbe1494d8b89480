"""Requests that may be asked again when their answer was lost: asked twice, they are granted once and answered alike.

The client gives each request an id. From the id, the guest's own secret and the words of the request follow a mark, by
which the request is known again among the table's entries, and all names and secrets that it makes. So the database
need not keep what was answered, nobody else can ask the same, and whoever reads the database learns no secret.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256

from lantern.server.tables.keys import as_name, as_secret


class Once:
    """A request, however often it is asked; without an id, each time is another."""

    def __init__(self, token: str = "", request_id: str | None = None, words: bytes = b"") -> None:
        asked = b"\n".join([(request_id or "").encode(), words])
        self._seal = hmac.digest(token.encode(), asked, "sha256") if request_id is not None else None

    @property
    def mark(self) -> str | None:
        """What the request is known by; tells nothing of what follows from it."""
        return self._derived("mark").hex() if self._seal is not None else None

    def secret(self, purpose: str, otherwise: Callable[[], str]) -> str:
        """A secret for a link; another one for each request without an id."""
        return as_secret(self._derived(purpose)) if self._seal is not None else otherwise()

    def name(self, purpose: str, otherwise: Callable[[], str]) -> str:
        """A name for a table."""
        return as_name(self._derived(purpose)) if self._seal is not None else otherwise()

    def _derived(self, purpose: str) -> bytes:
        assert self._seal is not None
        return hmac.digest(self._seal, purpose.encode(), "sha256")


def cookie_from(visitor: str) -> str:
    """The secret for the cookie of who has none yet and says by what secret of his own he will be known again."""
    return as_secret(sha256(b"visitor\n" + visitor.encode()).digest())
