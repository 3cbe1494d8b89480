"""What a page says of itself before anybody opens it: its title, and the card that a link to it is shown as."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from html import escape

from lantern import games
from lantern.languages import Tongue, text

PLACE = b"<title>Lantern</title>"
"""Where the start of the built client has room for its head."""
CARDS = "/cards/{name}.jpg"
"""The picture of a game, and of Lantern itself, for cards: 1,200 points by 630."""
CARD_SIZE = ("1200", "630")


def headed(start: bytes, origin: str, address: str, game: str | None, language: str, files: Container[str]) -> bytes:
    """The start of the client with the head of the page at an address, in the reader's language."""
    return start.replace(PLACE, _head(origin, address, game, language, _picture(game, files)).encode())


def _picture(game: str | None, files: Container[str]) -> str | None:
    drawn = (CARDS.format(name=name) for name in (game, "lantern"))
    return next((picture for picture in drawn if picture in files), None)


def _head(origin: str, address: str, game: str | None, language: str, picture: str | None) -> str:
    title, said = _title(game, language)
    card = {"type": "website", "site_name": "Lantern", "title": title, "description": said, "url": origin + address}
    if picture is not None:
        width, height = CARD_SIZE
        card |= {"image": origin + picture, "image:width": width, "image:height": height, "image:alt": title}
    lines = [f"<title>{escape(title)}</title>", f'<meta name="description" content="{escape(said)}" />']
    lines += [f'<meta property="og:{name}" content="{escape(value)}" />' for name, value in card.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    if address.startswith("/table/"):
        lines.append('<meta name="robots" content="noindex" />')
    return "\n    ".join(lines)


@lru_cache(maxsize=64)
def _title(game: str | None, language: str) -> tuple[str, str]:
    """What a page is called and what it is about, in a game's own words where it has any."""
    about = text(language, "ui.about")
    if game is None:
        return "Lantern", about
    tongue = Tongue(language)
    return f"{tongue.title(game, games.game(game).sheet.title)} · Lantern", tongue.known(f"{game}.pitch", about)
