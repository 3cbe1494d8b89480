"""Files that change as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lantern.kernel.files import write_whole


def test_a_file_is_written_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    assert [found.name for found in path.parent.iterdir()] == ["file"]


def test_others_may_read_it_as_they_may_any_file(tmp_path: Path) -> None:
    path, usual = tmp_path / "file", tmp_path / "usual"
    write_whole(path, b"first")
    usual.touch()
    assert path.stat().st_mode == usual.stat().st_mode


def test_what_goes_wrong_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"first")

    def full(handle: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="the disk is full"):
        write_whole(path, b"second")
    assert path.read_bytes() == b"first"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]


def test_a_file_that_could_not_even_be_begun_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, mode: str) -> None:
        raise PermissionError("nobody writes here")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refused)
        with pytest.raises(PermissionError, match="nobody writes here"):
            write_whole(tmp_path / "file", b"first")
