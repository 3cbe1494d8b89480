"""HAN: the fact sheet."""

from __future__ import annotations

from functools import partial

from lantern.games.han import actions, bounds, legality, position, story, touch, view
from lantern.games.han.maps import board_of
from lantern.kernel.contract import Json, Studied, Words
from lantern.kernel.gathering import gather

MOST_LEGAL = 208
"""More than the legal placements with the best hand on the largest map."""


def words_at(options: Json) -> Words:
    """The language of a table: names are those of its map."""
    board = board_of(options["map"])
    return Words(
        arrange=position.arrange,
        board=partial(view.board, board, options["map"]),
        view=partial(view.view, board),
        reveal=partial(view.reveal, board),
        place=partial(position.place, board),
        result=partial(view.result, board),
        breakdown=partial(view.breakdown, board),
        write_action=partial(actions.write_action, board),
        read_action=partial(actions.read_action, board),
        touch=partial(touch.touch, board),
        story=partial(story.story, board),
        refusals=legality.refusals(board),
    )


SHEET = gather(
    __name__,
    title="HAN",
    summary="Houses, emissaries and roads across the provinces of old China: majorities, alliances, and good timing.",
    rules_version=1,
    seats=range(2, 6),
    most_legal=MOST_LEGAL,
    words=words_at,
    longest=bounds.longest,
    studied=Studied(parts={"row": "houses"}, lying={"spaces": ("id", "provinces")}),
)
