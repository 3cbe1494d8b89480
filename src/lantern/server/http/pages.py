"""The client, as it was built: read once, compressed when first asked for, and sent from memory."""

from __future__ import annotations

import gzip
import mimetypes
import os
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = Path(__file__).parents[1] / "client"
VARIABLE = "LANTERN_CLIENT"
"""Names another folder with a built client, for those who work on it."""
START = "index.html"
ADDRESSES = ("/", "/table/{rest:path}", "/rules/{rest:path}")
"""Where the client itself decides what is shown."""
FOR_EVER = "public, max-age=31536000, immutable"
COMPRESSED = {"text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json"}


@dataclass(frozen=True)
class File:
    """A file of the client."""

    content: bytes
    kind: str
    caching: str

    @cached_property
    def packed(self) -> bytes | None:
        """Its content compressed, where that is worth it."""
        return gzip.compress(self.content, 9) if self.kind in COMPRESSED else None


def client_folder() -> Path:
    """Where the built client lies."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else FOLDER


@cache
def read_client(folder: Path) -> dict[str, File]:
    """[address] all files of the client; nothing if it was not built."""
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    return {f"/{path.relative_to(folder).as_posix()}": _read(path) for path in files}


def _read(path: Path) -> File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path.read_bytes(), kind, FOR_EVER if path.parent.name == "assets" else "no-cache")


def client_routes(files: dict[str, File]) -> list[Route]:
    """The client at its addresses, and its files."""

    async def send(request: Request) -> Response:
        if f"/{START}" not in files:
            return Response("The client is not built here: run make client.\n", 503, media_type="text/plain")
        return _answer(request, files[f"/{START}"])

    async def send_file(request: Request) -> Response:
        return _answer(request, files[request.url.path])

    pages = [Route(address, send, include_in_schema=False) for address in ADDRESSES]
    return [*pages, *(Route(address, send_file, include_in_schema=False) for address in files)]


def takes_gzip(request: Request) -> bool:
    """Whether what is compressed may be sent."""
    return "gzip" in request.headers.get("accept-encoding", "")


def _answer(request: Request, file: File) -> Response:
    headers = {"Cache-Control": file.caching, "Vary": "Accept-Encoding"}
    if takes_gzip(request) and file.packed is not None:
        return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.kind)
    return Response(file.content, headers=headers, media_type=file.kind)
