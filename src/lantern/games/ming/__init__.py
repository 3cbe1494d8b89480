"""Ming Dynastie: the fact sheet."""

from __future__ import annotations

from lantern.games.ming import actions, bounds, ends, legality, play, position, scoring, shapes, story, touch, view
from lantern.games.ming.knowledge import conceal, determinize
from lantern.games.ming.observation import observation_size, observe
from lantern.games.ming.state import State
from lantern.kernel.contract import Rules, Sheet, Studied, Words
from lantern.kernel.errors import refusals_of

WORDS = Words(
    arrange=position.arrange,
    board=view.board,
    view=view.view,
    reveal=view.reveal,
    place=position.place,
    result=view.result,
    breakdown=view.breakdown,
    write_action=actions.write_action,
    read_action=actions.read_action,
    touch=touch.touch,
    story=story.story,
    refusals=refusals_of("ming"),
)

SHEET = Sheet(
    name="ming",
    title="Ming Dynastie",
    summary="Princes travel six provinces and leave their families behind, for palaces, tiles and monasteries.",
    rules_version=1,
    seats=range(2, 5),
    team=False,
    silent=False,
    options=position.OPTIONS,
    setups=position.SETUPS,
    settle=position.settle,
    set_options=position.set_options,
    state=State,
    actions=actions.ACTIONS,
    most_legal=actions.ACTIONS,
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
    words=lambda options: WORDS,
    longest=bounds.longest,
    studied=Studied(one_each=("prince",)),
)
