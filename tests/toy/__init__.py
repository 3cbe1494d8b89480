"""The toy: the fact sheet of the smallest game there is, written as every game is. Its rules are in rules.md."""

from __future__ import annotations

from lantern.kernel.contract import Rules, Sheet, Words
from lantern.kernel.errors import refusals_of
from tests.toy import legality, play, position, scoring, shapes, story, touch, view
from tests.toy.actions import ACTIONS, read_action, write_action
from tests.toy.knowledge import conceal, determinize
from tests.toy.observation import observation_size, observe
from tests.toy.state import END_NAMES, State

WORDS = Words(
    arrange=position.arrange,
    board=view.board,
    view=view.view,
    reveal=view.reveal,
    place=position.place,
    result=view.result,
    breakdown=view.breakdown,
    write_action=write_action,
    read_action=read_action,
    touch=touch.touch,
    story=story.story,
    refusals=refusals_of("toy"),
)

SHEET = Sheet(
    name="toy",
    title="The Toy",
    summary="Stones on a row of squares, and secret cards that say which squares are worth more.",
    rules_version=1,
    seats=range(2, 4),
    team=False,
    silent=False,
    options=position.OPTIONS,
    setups=position.SETUPS,
    settle=position.settle,
    set_options=position.set_options,
    state=State,
    actions=ACTIONS,
    most_legal=ACTIONS,
    observation_size=observation_size,
    endings=END_NAMES,
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
    words=lambda options: WORDS,
    longest=lambda state: 27,
)
