"""Matches in files: what `Match.save` writes, and who sits where.

A match at the terminal is kept after every action, in the file that was asked for or in a folder of the user's, so
that none is ever lost. A file that holds anything but this very match is never overwritten.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from lantern.games import game
from lantern.kernel.errors import BadInput, of_system
from lantern.kernel.files import told_of, write_whole
from lantern.kernel.game import Match
from lantern.kernel.saved import read_saved

SAME = ("game", "options", "seed", "setup", "position")
"""What two saved stages of one match have in common."""


@dataclass(frozen=True)
class Saved:
    """A match from a file."""

    match: Match
    seats: list[str] | None
    """[seat] who sits there, if the file says so."""


def folder() -> Path:
    """Where matches are kept unless a file is named: LANTERN_MATCHES, or the user's folder for such things."""
    chosen = os.environ.get("LANTERN_MATCHES")
    return Path(chosen) if chosen else platformdirs.user_state_path("lantern") / "matches"


def new_file(name: str) -> Path:
    """A file for a new match of a game, named after the game and the time."""
    stem = f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    path, number = folder() / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder() / f"{stem}-{number}.json"
    return path


def load(path: Path) -> Saved:
    """The match in a file, replayed."""
    text = _read(path)
    try:
        saved = read_saved(text)
        match = game(saved["game"]).load(text)
    except BadInput as error:
        raise BadInput("bad.within", what=path, fault=error) from None
    return Saved(match, _seats(saved.get("seats"), match))


def _seats(seats: object, match: Match) -> list[str] | None:
    """The names on the seats, if there is one for each."""
    if not isinstance(seats, list) or len(seats) != match.options["players"]:
        return None
    return seats if all(isinstance(name, str) for name in seats) else None


def _read(path: Path) -> str:
    try:
        with told_of(path):
            return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadInput("bad.not_utf8", what=path) from None


def save(path: Path, match: Match, seats: list[str]) -> None:
    """Write a match to a file, which changes as a whole or not at all."""
    content = json.loads(match.save()) | {"seats": seats}
    if path.exists() and not _is_stage_of(content, path):
        raise BadInput("bad.taken_by_another", path=path)
    try:
        write_whole(path, (json.dumps(content, indent=1) + "\n").encode())
    except (OSError, ValueError) as error:
        raise BadInput("bad.within", what=path, fault=of_system(error)) from None


def _is_stage_of(content: dict[str, object], path: Path) -> bool:
    """Whether a file holds another stage of the same match."""
    try:
        there = read_saved(_read(path))
    except BadInput:
        return False
    return all(there[key] == content[key] for key in SAME)
