"""Files that change as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

ASIDE = ".writing-"
"""How the names of files begin that are not whole yet."""


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
