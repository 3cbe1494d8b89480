"""The ways on which a notice goes: to a browser's push service, to a webhook, to a topic of ntfy."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

import orjson

from lantern.kernel.contract import Json
from lantern.server.notices.pushing import MOST_BYTES, Subscription, encrypted, signed
from lantern.server.notices.reaching import Unreachable, read
from lantern.server.storage.notices import PushDevice, Wishes

WEBHOOK, NTFY = "webhook", "ntfy"
DAY_S = 86_400
GONE = (404, 410)
"""What a push service says of a browser that hears no more."""


@dataclass(frozen=True)
class Parcel:
    """A request as it goes out."""

    url: str
    headers: dict[str, str]
    body: bytes


def by_push(key: str, device: PushDevice, wanted: Wishes, message: Json, now_s: int, left_s: int) -> Parcel:
    """To a browser, which shows it; its service keeps it for so many seconds."""
    said = orjson.dumps(message)
    if len(said) > MOST_BYTES:
        said = orjson.dumps(message | {"tables": [], "text": message["text"][:500]})
    headers = {
        "Authorization": signed(key, device.endpoint, wanted.origin, now_s),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, min(left_s, DAY_S))),
        "Urgency": "high",
    }
    return Parcel(device.endpoint, headers, encrypted(said, Subscription(device.endpoint, device.key, device.secret)))


def by_address(key: str, guest: str, wanted: Wishes, message: Json, delivery: str, at: int) -> Parcel:
    """To the address that somebody gave."""
    assert wanted.address is not None
    if wanted.channel == NTFY:
        return _by_ntfy(wanted.address, wanted.origin, message)
    links = [one | {"link": f"{wanted.origin}/table/{one['table']}"} for one in message["tables"]]
    full = message | {"id": delivery, "at": at, "link": wanted.origin + message["link"], "tables": links}
    body = orjson.dumps(full)
    signature = hmac.digest(signing_secret(key, guest).encode(), body, hashlib.sha256).hex()
    headers = {"Content-Type": "application/json", "Lantern-Signature": f"sha256={signature}"}
    return Parcel(wanted.address, headers, body)


def _by_ntfy(address: str, origin: str, message: Json) -> Parcel:
    """As JSON, for its headers can't say what is not in English letters: to the service, which is told the topic."""
    split = urlsplit(address)
    home, _, topic = split.path.rstrip("/").rpartition("/")
    said = {"topic": topic, "title": message["title"], "message": message["text"], "click": origin + message["link"]}
    url = urlunsplit((split.scheme, split.netloc, f"{home}/", split.query, ""))
    return Parcel(url, {"Content-Type": "application/json"}, orjson.dumps(said))


def check_topic(address: str) -> None:
    """`Unreachable` if an address of ntfy names no topic."""
    if read(address).path.partition("?")[0].strip("/") == "":
        raise Unreachable("topic")


def signing_secret(key: str, guest: str) -> str:
    """By what a guest's webhook knows this server: it follows from the server's own key, and is not stored."""
    return hmac.digest(key.encode(), f"webhook {guest}".encode(), hashlib.sha256).hex()
