"""The soak's audit finds what must never happen: a soak that can't fail says nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest

import lantern
from tests.server.audit import Books, check_table
from tests.server.load import Ack, Json, Notes

MOVES = 6


class Evening:
    """A table at which seat 1 is a person and seat 2 a bot, as the database has it, and what the person noted."""

    def __init__(self) -> None:
        match = lantern.game("hanabi").match(2, seed=7)
        self.notes = Notes()
        self.entries: list[Json] = [self._entry(1, "begin", None, None, {})]
        for version in range(2, 2 + MOVES):
            seat, action = match.to_act, match.actions()[-1]
            match.play(action)
            if seat == 1:
                move_id = f"id {version}"
                self.entries.append(self._entry(version, "move", 1, move_id, {"action": action}))
                self.notes.sent.add(move_id)
                self.notes.granted.append(Ack("t", "move", 1, action, move_id, version, match.ply))
            else:
                self.entries.append(self._entry(version, "move", 2, None, {"action": action, "bot": "beginner"}))
        setting = {
            "game": "hanabi", "options": match.options, "seed": 7, "setup": {}, "position": None, "actions": [],
        }  # fmt: skip
        digest = hashlib.sha256(match.state.tobytes()).hexdigest()
        self.row: Json = {
            "id": "t", "setting": setting, "version": 1 + MOVES, "status": "playing", "to_act": match.to_act,
            "seats": [{"bot": None}, {"bot": "beginner"}], "digest": digest,
        }  # fmt: skip

    @staticmethod
    def _entry(version: int, kind: str, seat: int | None, move_id: str | None, data: Json) -> Json:
        return {"table_id": "t", "version": version, "kind": kind, "seat": seat, "move_id": move_id, "data": data}

    def problems(self) -> str:
        check_table(Books([self.row], self.entries), "t", self.notes.granted, self.notes)
        return "\n".join(self.notes.violations)


def lose_the_last(evening: Evening) -> None:
    evening.entries.pop()
    evening.entries.pop()
    evening.row["version"] -= 2


def miss_a_version(evening: Evening) -> None:
    for entry in evening.entries[-2:]:
        entry["version"] += 1


def lag_behind(evening: Evening) -> None:
    evening.row["version"] -= 1


def repeat_an_id(evening: Evening) -> None:
    evening.entries[3]["move_id"] = evening.entries[1]["move_id"]


def invent_an_id(evening: Evening) -> None:
    evening.notes.sent.remove("id 2")


def play_what_was_denied(evening: Evening) -> None:
    evening.notes.denied["id 2"] = "stale"


def forget_an_id(evening: Evening) -> None:
    evening.entries[1]["move_id"] = None


def tell_another_version(evening: Evening) -> None:
    evening.notes.granted[0] = replace(evening.notes.granted[0], version=4)


def tell_another_ply(evening: Evening) -> None:
    evening.notes.granted[0] = replace(evening.notes.granted[0], ply=9)


def play_out_of_turn(evening: Evening) -> None:
    evening.entries[2]["seat"] = 1


def sum_up_another_match(evening: Evening) -> None:
    evening.row["digest"] = "0" * 64


def wait_for_another(evening: Evening) -> None:
    evening.row["to_act"] = 2


def end_too_soon(evening: Evening) -> None:
    evening.row["status"] = "over"


def test_a_good_evening_passes() -> None:
    assert Evening().problems() == ""


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lose_the_last, "LOST"),
        (miss_a_version, "the versions are"),
        (lag_behind, "the row says version 6, but there are 7 entries"),
        (repeat_an_id, "2 entries have the id"),
        (invent_an_id, "nobody sent"),
        (play_what_was_denied, "was denied: stale"),
        (forget_an_id, "has no id"),
        (tell_another_version, "LOST"),
        (tell_another_ply, "LOST"),
        (play_out_of_turn, "seat 1, but seat 2 is to act"),
        (sum_up_another_match, "digest"),
        (wait_for_another, "the row says playing, seat 2"),
        (end_too_soon, "the row says over"),
    ],
)
def test_the_audit_finds(spoil: Callable[[Evening], None], words: str) -> None:
    evening = Evening()
    spoil(evening)
    assert words in evening.problems()
