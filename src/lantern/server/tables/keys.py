"""Secrets and the hashes by which the database knows them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from lantern.kernel.chance import Seed

SECRET_BYTES = 24
NAME_BYTES = 9


def new_secret() -> str:
    """A secret for a link or a cookie: 192 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_name() -> str:
    """The name of a table or a guest in addresses and in the database: 72 bits, not to be guessed by trying."""
    return secrets.token_urlsafe(NAME_BYTES)


def as_secret(digest: bytes) -> str:
    """A secret of the same form, made of a digest that nobody else can make."""
    return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def as_name(digest: bytes) -> str:
    """A name of the same form, made of such a digest."""
    return base64.urlsafe_b64encode(digest[:NAME_BYTES]).decode()


def hashed(secret: str) -> str:
    """What is stored of a secret. It is long and random, so no slow hash is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str | None, stored: str | None) -> bool:
    """Whether a secret is the one whose hash is stored; takes as long either way."""
    return secret is not None and stored is not None and hmac.compare_digest(hashed(secret), stored)


def commitment(seed: Seed, salt: str) -> str:
    """What is published of a seed at the start, so that nobody can change it afterwards."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()
