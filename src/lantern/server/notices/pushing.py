"""Web push: what is sent to a browser's push service, which can't read it (RFC 8291), and by whom (RFC 8292).

Of what this server says only the browser has the key. The service learns that this server sends something, and when.
"""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
KEY_BYTES, POINT_BYTES, SECRET_BYTES, SALT_BYTES = 32, 65, 16, 16
RECORD = 4096
"""The most bytes of what is sent: push services take no more."""
TAG_BYTES = 16
HEAD_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
MOST_BYTES = RECORD - HEAD_BYTES - TAG_BYTES - 1
"""The most bytes that may be said."""
LAST = b"\x02"
"""Ends the last record, which is the only one."""
SIGNED_FOR_S = 12 * 3600
"""How long a service may believe that it was this server; a day at most."""


@dataclass(frozen=True)
class Subscription:
    """Where a browser hears, and the keys by which it alone can read what it hears."""

    endpoint: str
    key: str
    """Its public key: a point of the curve."""
    secret: str

    @property
    def is_sound(self) -> bool:
        """Whether anything can be encrypted for it."""
        try:
            _point(decoded(self.key))
            return len(decoded(self.secret)) == SECRET_BYTES
        except ValueError:
            return False


def encoded(data: bytes) -> str:
    """Bytes as text: base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(words: str) -> bytes:
    """Text as the bytes that it stands for; `ValueError` if it is none."""
    return base64.b64decode(words + "=" * (-len(words) % 4), altchars=b"-_", validate=True)


def new_key() -> str:
    """A private key for a server."""
    return encoded(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(KEY_BYTES))


@lru_cache(8)
def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(key)), CURVE)


def public_key(key: str) -> str:
    """What belongs to a private key, and everybody may know: browsers want it when they subscribe."""
    return encoded(_written(_private(key)))


def _written(private: ec.EllipticCurvePrivateKey) -> bytes:
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _point(data: bytes) -> ec.EllipticCurvePublicKey:
    """A point of the curve, written whole."""
    if len(data) != POINT_BYTES:
        raise ValueError("no point of the curve")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def encrypted(
    said: bytes, to: Subscription, salt: bytes | None = None, private: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """What only the browser of a subscription can read; salt and key are new each time, but in an example."""
    salt, private = salt or os.urandom(SALT_BYTES), private or ec.generate_private_key(CURVE)
    theirs, ours = decoded(to.key), _written(private)
    shared = private.exchange(ec.ECDH(), _point(theirs))
    key, nonce = _keys(shared, decoded(to.secret), theirs, ours, salt)
    head = salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, said + LAST, None)


def decrypted(sent: bytes, private: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """What a browser reads; `ValueError` if it was not for it."""
    salt, ours = sent[:SALT_BYTES], sent[SALT_BYTES + 5 : HEAD_BYTES]
    shared = private.exchange(ec.ECDH(), _point(ours))
    key, nonce = _keys(shared, secret, _written(private), ours, salt)
    try:
        said = AESGCM(key).decrypt(nonce, sent[HEAD_BYTES:], None)
    except InvalidTag:
        raise ValueError("it is for somebody else") from None
    return said.rstrip(b"\x00").removesuffix(LAST)


def _keys(shared: bytes, secret: bytes, theirs: bytes, ours: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce that both sides find (RFC 8291, section 3.4)."""
    mixed = _derived(secret, b"WebPush: info\x00" + theirs + ours, shared, 32)
    key = _derived(salt, b"Content-Encoding: aes128gcm\x00", mixed, 16)
    return key, _derived(salt, b"Content-Encoding: nonce\x00", mixed, 12)


def _derived(salt: bytes, about: bytes, material: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(material)


def signed(key: str, endpoint: str, contact: str, now_s: int) -> str:
    """The header that says who sends: a token for the push service alone, with how to reach who runs this server."""
    split = urlsplit(endpoint)
    claims = {"aud": f"{split.scheme}://{split.netloc}", "exp": now_s + SIGNED_FOR_S, "sub": contact}
    words = ".".join(encoded(orjson.dumps(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    numbers = utils.decode_dss_signature(_private(key).sign(words.encode(), ec.ECDSA(SHA256())))
    signature = b"".join(number.to_bytes(KEY_BYTES) for number in numbers)
    return f"vapid t={words}.{encoded(signature)}, k={public_key(key)}"
