"""Files that change as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from lantern.kernel.errors import BadInput, of_system

ASIDE = ".writing-"
"""How the names of files begin that are not whole yet."""


def check_new(path: Path | None) -> None:
    """A file that is to be written, if any is, must not be there already."""
    if path is not None and path.exists():
        raise BadInput("bad.taken", path=path)


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """What the system says of a file is told with its name."""
    try:
        yield
    except OSError as error:
        raise BadInput("bad.within", what=path, fault=of_system(error)) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file aside and put it in place, so that nobody ever finds half of it."""
    with whole_file(path) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which is put in place when all of it is written, and is gone if that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.parent / f"{ASIDE}{secrets.token_hex(8)}"  # readable as any file the user writes, unlike mkstemp's
    try:
        with aside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
