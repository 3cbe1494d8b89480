"""Hanabi: the fact sheet."""

from __future__ import annotations

from functools import partial

from lantern.games.hanabi import bounds, ends, legality, play, position, scoring, shapes, story, touch, view
from lantern.games.hanabi.actions import ACTIONS, read_action, write_action
from lantern.games.hanabi.knowledge import conceal, determinize
from lantern.games.hanabi.observation import observation_size, observe
from lantern.games.hanabi.state import State
from lantern.kernel.contract import Json, Rules, Sheet, Studied, Words
from lantern.kernel.errors import refusals_of


def words_of(options: Json) -> Words:
    """The language of a table: the cards in play are those of its options."""
    return Words(
        arrange=position.arrange,
        board=partial(view.board, options),
        view=view.view,
        reveal=view.reveal,
        place=position.place,
        result=view.result,
        breakdown=view.breakdown,
        write_action=write_action,
        read_action=read_action,
        touch=touch.touch,
        story=story.story,
        refusals=refusals_of("hanabi"),
    )


SHEET = Sheet(
    name="hanabi",
    title="Hanabi",
    summary="Together, from cards you can't see: fireworks of every colour, lit in order by hints alone.",
    rules_version=1,
    seats=range(2, 6),
    team=True,
    silent=True,
    options=position.OPTIONS,
    setups=position.SETUPS,
    settle=position.settle,
    set_options=position.set_options,
    state=State,
    actions=ACTIONS,
    most_legal=64,
    observation_size=observation_size,
    endings=ends.NAMES,
    rules=Rules(
        new_game=play.new_game,
        seat_to_act=play.seat_to_act,
        ending=scoring.ending,
        scores=scoring.scores,
        standing=scoring.scores,
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
    team_points=bounds.team_points,
    studied=Studied(deeds={"played": "card", "failed": "card", "discarded": "card"}, at_end=("tokens", "errors")),
)
