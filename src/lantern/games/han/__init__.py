"""HAN: the fact sheet."""

from __future__ import annotations

from functools import partial

from lantern.games.han import actions, bounds, ends, legality, play, position, scoring, shapes, story, touch, view
from lantern.games.han.knowledge import conceal, determinize
from lantern.games.han.maps import board_of
from lantern.games.han.observation import observation_size, observe
from lantern.games.han.state import State
from lantern.kernel.contract import Json, Rules, Sheet, Studied, Words

MOST_LEGAL = 208
"""More than the legal placements with the best hand on the largest map."""


def words_of(options: Json) -> Words:
    """The language of a table: names are those of its map."""
    board = board_of(options["map"])
    return Words(
        arrange=position.arrange,
        board=partial(view.board, board),
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


SHEET = Sheet(
    name="han",
    title="HAN",
    summary="Houses, emissaries and roads across the provinces of old China: majorities, alliances, and good timing.",
    rules_version=1,
    seats=range(2, 6),
    team=False,
    silent=False,
    options=position.OPTIONS,
    setups=position.SETUPS,
    settle=position.settle,
    set_options=position.set_options,
    state=State,
    actions=actions.ACTIONS,
    most_legal=MOST_LEGAL,
    observation_size=observation_size,
    endings=ends.NAMES,
    rules=Rules(
        new_game=play.new_game,
        seat_to_act=play.seat_to_act,
        ending=scoring.ending,
        scores=scoring.scores,
        standing=scoring.standing,
        refusal=legality.refusal,
        legal_actions=legality.legal_actions,
        random_action=legality.random_action,
        apply=play.apply,
        conceal=conceal,
        determinize=determinize,
        observe=observe,
    ),
    shapes=shapes.Shapes,
    words=words_of,
    longest=bounds.longest,
    studied=Studied(parts={"row": "houses"}),
)
