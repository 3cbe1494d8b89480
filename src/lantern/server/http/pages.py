"""The client, as it was built: read once, compressed when first asked for, and sent from memory.

Its start is sent with a head of its own for each address, and with status 404 where there is nothing.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lantern import games
from lantern.languages import choose
from lantern.learning.puzzles import has_puzzles
from lantern.server.errors import Denied
from lantern.server.http.heads import headed
from lantern.server.storage import records

FOLDER = Path(__file__).parents[1] / "client"
VARIABLE = "LANTERN_CLIENT"
"""Names another folder with a built client, for those who work on it."""
START = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"
MANIFEST = "application/manifest+json"
COMPRESSED = {"text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", MANIFEST}
API = "/api/"


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
    kind = MANIFEST if path.suffix == ".webmanifest" else mimetypes.guess_type(path.name)[0]
    return File(
        path.read_bytes(), kind or "application/octet-stream", FOR_EVER if path.parent.name == "assets" else "no-cache"
    )


def client_routes(files: dict[str, File]) -> list[Route]:
    """The client at its addresses, and its files."""

    async def send_start(request: Request) -> Response:
        return start(request, files, None)

    async def send_table(request: Request) -> Response:
        services, table_id = request.app.state.services, request.path_params["table"]
        try:
            game = await services.tables.store.run(lambda connection: records.read_game(connection, table_id))
        except Denied:  # the page itself waits for the database
            return start(request, files, None)
        return start(request, files, game, 200 if game else 404)

    async def send_of_game(request: Request) -> Response:
        game = request.path_params["game"]
        return start(request, files, game) if game in games.names() else start(request, files, None, 404)

    async def send_editor(request: Request) -> Response:
        game = request.path_params["game"]
        drawn = game in games.names() and any(option.flaws for option in games.game(game).sheet.options)
        return start(request, files, game) if drawn else start(request, files, None, 404)

    async def send_puzzles(request: Request) -> Response:
        game = request.path_params["game"]
        found = game in games.names() and has_puzzles(game)
        return start(request, files, game) if found else start(request, files, None, 404)

    async def send_file(request: Request) -> Response:
        return _answer(request, files[request.url.path])

    pages = {
        "/": send_start,
        "/games": send_start,
        "/me": send_start,
        "/admin": send_start,
        "/table/{table}": send_table,
        "/rules/{game}": send_of_game,
        "/compose/{game}": send_of_game,
        "/maps/{game}": send_editor,
        "/puzzles": send_start,
        "/puzzles/{game}": send_puzzles,
        "/puzzles/{game}/{name}": send_puzzles,
    }
    return [
        *(Route(address, send, include_in_schema=False) for address, send in pages.items()),
        *(Route(address, send_file, include_in_schema=False) for address in files),
    ]


def start(request: Request, files: dict[str, File], game: str | None, status: int = 200) -> Response:
    """The start of the client, which decides by the address what is shown; its head speaks of a game."""
    if f"/{START}" not in files:
        return Response("The client is not built here: run make client.\n", 503, media_type="text/plain")
    file, language = files[f"/{START}"], choose(request.headers.get("accept-language"))
    origin = f"{request.url.scheme}://{request.url.netloc}"
    content = headed(file.content, origin, request.url.path, game, language, files)
    response = _answer(request, replace(file, content=content))
    response.status_code = status
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return response


def wants_page(request: Request) -> bool:
    """Whether somebody's browser asks for a page, and not a program for data."""
    reads = "text/html" in request.headers.get("accept", "")
    return reads and request.method in ("GET", "HEAD") and not request.url.path.startswith(API)


def takes_gzip(request: Request) -> bool:
    """Whether what is compressed may be sent."""
    return "gzip" in request.headers.get("accept-encoding", "")


def _answer(request: Request, file: File) -> Response:
    headers = {"Cache-Control": file.caching, "Vary": "Accept-Encoding"}
    if takes_gzip(request) and file.packed is not None:
        return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.kind)
    return Response(file.content, headers=headers, media_type=file.kind)
