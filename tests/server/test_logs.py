"""A log that can't be written keeps nobody from anything."""

from __future__ import annotations

import io
from typing import NoReturn

from lantern.server.serve import Unfailing


class Full(io.StringIO):
    """A file on a disk that is full."""

    def write(self, words: str) -> NoReturn:
        raise OSError("No space left on device")


def test_a_full_disk_and_a_closed_stream_are_passed_over() -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (Full(), closed):
        log = Unfailing(stream)
        assert log.write("a line\n") == 7
        log.flush()


def test_what_can_be_written_is() -> None:
    stream = io.StringIO()
    Unfailing(stream).write("a line\n")
    assert stream.getvalue() == "a line\n"
