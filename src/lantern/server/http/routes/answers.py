"""How it is answered, and what a route may deny."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any, Literal

import orjson
from fastapi import Request, Response
from pydantic import Field

from lantern.server.errors import STATUS
from lantern.server.http.fields import CODES, Answered, Plain
from lantern.server.http.pages import takes_gzip


class Problem(Answered):
    """Why something was not done. Nothing has changed."""

    error: Literal[CODES] = Field(description="a code, such as stale or refused")  # type: ignore[valid-type]
    message: str = Field(description="the same in the reader's language")
    clause: str | None = Field(default=None, description="the clause of the rules that refuses an action")
    key: str | None = Field(default=None, description="the refusal's key")
    arguments: Plain = Field(default_factory=dict)
    version: int | None = Field(default=None, description="of the table, where the request was stale")


ANYWHERE = ("bad_request", "bad_field", "too_often", "unavailable", "too_large", "bad_origin", "barred")
"""What any route may deny."""

AT_ANY_TABLE = ("too_many", "too_slow")
"""What may be denied at any table."""

VARIES = {"Vary": "Accept-Encoding"}
AT_TABLE = ("no_table", "no_seat", "not_your_seat")


def problems(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The denials a route may answer with, besides those of every route."""
    found: dict[int, list[str]] = {}
    for code in sorted({*codes, *ANYWHERE, *(AT_ANY_TABLE if "no_table" in codes else ())}):
        found.setdefault(STATUS[code], []).append(code)
    return {status: {"model": Problem, "description": " or ".join(names)} for status, names in sorted(found.items())}


def sent(content: Any, status: int = 200) -> Response:
    """An answer as it is: what is made in `views` needs no second look."""
    return Response(orjson.dumps(content), status, media_type="application/json")


@lru_cache(32)
def packed(content: bytes) -> bytes:
    """Compressed: for what is large, and the same at many tables."""
    return gzip.compress(content)


def sent_small(request: Request, content: bytes, headers: dict[str, str] | None = None) -> Response:
    """An answer that is large, and the same for many: compressed where who asks can read that."""
    varies = (headers or {}) | VARIES
    if takes_gzip(request):
        content, varies = packed(content), varies | {"Content-Encoding": "gzip"}
    return Response(content, headers=varies, media_type="application/json")
