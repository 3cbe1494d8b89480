"""Why a move, in words, and that reasons do not change with what is hidden."""

from __future__ import annotations

from lantern import Match
from lantern.players.advice.reasons import reasons, told
from tests.matches import seat_number
from tests.players.retold import parts, retold
from tests.tables import Table
from tests.worlds import deal

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve"]
SPECTATOR = ""


def explained(
    match: Match, action: str, viewer: str | None = None, language: str = "en", kind: str | None = None
) -> list[str]:
    """Why the seat to act, a person or a bot of some kind, does that, told to who moves or to another viewer."""
    seat = (match.to_act or 0) - 1
    index = seat if viewer is None else -1 if viewer == SPECTATOR else seat_number(viewer) - 1
    before = match.concealed(index)
    match.play(action)
    found = reasons(match.game, before, match.concealed(index), seat, kind)
    return [told(reason, language, match.board(), NAMES) for reason in found]


def all_reasons(match: Match, viewer: int) -> list[str]:
    """The reasons for every move of a match, as a seat (from 0) is told them."""
    seen = match.watched(viewer)
    moves = ((seen[ply : ply + 1], seen[ply + 1 : ply + 2]) for ply in range(len(seen) - 1))
    return [repr(reasons(match.game, before, after, after[0].last_seat)) for before, after in moves]


def assert_reasons_hide_what_is_hidden(table: Table) -> None:
    """In worlds that a seat can't tell apart it is told the same reasons."""
    for part in parts(table, 0, 2):
        for viewer in range(table.options["players"]):
            other = retold(part, viewer, deal(part, viewer, 1))
            assert all_reasons(part, viewer) == all_reasons(other, viewer)
