"""Why a move, in words: what it does and why that is good, as far as who asks can see.

A game's own reasons are in `players/<game>/reasons.py`, their wording among the words of the game.
Both records are concealed for who asks, so that a reason can't tell what he may not know. A reason speaks of what
could be foreseen, never of what chance or a hidden card showed only when the move was made: a move that is proposed is
explained like one that was made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lantern.kernel.chance import begin
from lantern.kernel.contract import Json
from lantern.kernel.game import Game
from lantern.kernel.record import Records, State, copy_of, new_records
from lantern.kernel.rng import MatchStream, Stream
from lantern.kernel.rule import plainly
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.languages.words import DEFAULT, catalogue, naming
from lantern.languages.words import told as worded
from lantern.players import part_of

MOST = 3
"""How many reasons are told."""

Reasoning = Callable[[State, State, int, int], "list[Reason]"]
"""(before, after, action, seat): why the seat, from 0, did that, the most telling reason first; never none,
whoever sits there."""


@dataclass(frozen=True)
class Reason:
    """A reason for a move: a key such as "<game>.completes", and what the phrase speaks of."""

    key: str
    values: Json = field(default_factory=dict)
    """Numbers and words; seats count from 1, other things on the table as its board lists them."""
    only_of: str | None = None
    """The kind of bot of which alone it holds, if it presumes a way of playing; a person may play so too."""

    def holds_of(self, kind: str | None) -> bool:
        """Whether a bot of some kind, or a person if it is None, may have had this reason."""
        return self.only_of is None or kind is None or kind == self.only_of


def reasons(game: Game, before: Records, after: Records, seat: int, kind: str | None = None) -> list[Reason]:
    """Why a seat, from 0, did what was done last, the most telling reason first, one to three.

    Each is an array of one record, before and after the action, both concealed for the same viewer. `kind` is that of
    the bot on the seat, None for a person. A game that has no reasons gives none.
    """
    own = part_of(game, "reasons")
    if own is None:
        return []
    reasoning: Reasoning = own.reasons
    found = reasoning(before[0], after[0], int(after[0].last_action), seat)
    return [reason for reason in found if reason.holds_of(kind)][:MOST]


def proposed(game: Game, seen: Records, action: int, world: int = 0) -> list[Reason]:
    """Why the seat to act might do something, on a record concealed for it.

    The action is tried in one of the worlds that fit what the seat knows; the reasons are the same in all.
    """
    seat = int(plainly(game.sheet.rules.seat_to_act)(seen[0]))
    after, choice, chance = copy_of(seen), new_records(Stream, 1), new_records(MatchStream, 1)
    seed_all(choice, world, CHOICE, 0, 1)
    begin(chance, world)
    game.engine.determinize(after, seat, choice)
    game.engine.step(after, chance, action)
    game.engine.conceal(after, seat)
    return reasons(game, seen, after, seat)


def told(reason: Reason, language: str, board: Json, names: Sequence[str] = ()) -> str:
    """A reason as a sentence; `board` is the match's (`Match.board`), `names` are those of the seats' players."""
    game, _, key = reason.key.partition(".")
    kinds = naming(game).arguments
    values = {name: _on_board(board, game, kinds.get(name), value) for name, value in reason.values.items()}
    return worded(language, f"{game}.reason.{key}", values, names)


def _on_board(board: Json, game: str, kind: str | None, value: Any) -> Any:
    """What a number stands for in the board's list of things of a kind: its id if that has words, else its name."""
    if isinstance(value, list):
        return [_on_board(board, game, kind, one) for one in value]
    things = board.get(f"{kind}s", ({},))
    if not isinstance(value, int) or "name" not in things[0]:
        return value
    thing = things[value]
    return thing["id"] if f"{game}.{kind}.{thing['id']}" in catalogue(game, DEFAULT) else thing["name"]
