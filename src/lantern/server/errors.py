"""What the server denies, by code: each has a status and a wording in every language."""

from __future__ import annotations

from typing import Any

from lantern.kernel.errors import LanternError, Refusal, arguments_in
from lantern.languages import DEFAULT, text

STATUS = {
    "already_seated": 409,
    "bad_address": 422,
    "bad_bar": 422,
    "bad_field": 422,
    "bad_key": 403,
    "bad_own_key": 403,
    "bad_name": 422,
    "bad_network": 422,
    "bad_options": 422,
    "bad_origin": 403,
    "bad_request": 400,
    "bad_saved": 422,
    "bad_seconds": 422,
    "bad_subscription": 422,
    "bad_token": 401,
    "bad_zone": 422,
    "bad_until": 422,
    "barred": 403,
    "suggestion_people": 409,
    "internal": 500,
    "no_more_puzzles": 404,
    "no_puzzle": 404,
    "match_over": 409,
    "match_running": 409,
    "method_not_allowed": 405,
    "move_id_used": 409,
    "no_bar": 404,
    "no_bot": 422,
    "no_bulletin": 404,
    "no_branch": 409,
    "no_guest": 404,
    "no_suggestion": 503,
    "no_judge": 409,
    "no_open_seat": 409,
    "no_person": 409,
    "no_ply": 404,
    "no_seat": 404,
    "no_spectators": 403,
    "no_table": 404,
    "not_found": 404,
    "not_host": 403,
    "not_listed": 403,
    "not_playing": 409,
    "not_your_seat": 403,
    "not_your_turn": 409,
    "off_lesson": 409,
    "off_puzzle": 409,
    "own_seat": 409,
    "puzzle_waits": 409,
    "refused": 422,
    "seat_has_bot": 409,
    "seat_taken": 409,
    "settled_name": 409,
    "silent": 409,
    "stale": 409,
    "table_removed": 410,
    "too_large": 413,
    "too_many": 409,
    "too_many_notes": 409,
    "too_often": 429,
    "too_slow": 503,
    "too_wide": 422,
    "unavailable": 503,
    "unknown_guest": 404,
}
"""[code] the HTTP status of each denial."""


class Denied(LanternError):
    """A request that is not granted. Nothing has changed."""

    def __init__(self, code: str, **arguments: Any) -> None:
        super().__init__(code)
        self.code = code
        self.arguments = arguments
        self.version: int | None = None

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    def arguments_in(self, language: str) -> dict[str, Any]:
        """The arguments of its wording, as a reader of a language is told them."""
        return arguments_in(language, self.arguments)

    def told(self, language: str = DEFAULT) -> str:
        """Its wording in a language."""
        return text(language, f"server.{self.code}", **self.arguments_in(language))


class Stale(Denied):
    """A move made on a table that has changed since."""

    def __init__(self, version: int) -> None:
        super().__init__("stale")
        self.version = version


class Illegal(Denied):
    """A move that the rules of the game refuse."""

    def __init__(self, game: str, refusal: Refusal) -> None:
        super().__init__("refused")
        self.game = game
        self.refusal = refusal
