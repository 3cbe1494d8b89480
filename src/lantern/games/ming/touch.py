"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from lantern.games.ming import actions, board
from lantern.games.ming.state import State


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of the things on the table that an action involves."""
    if action < actions.MEMBER_TO:
        thing = "neutral" if action < actions.PRINCE_TO else f"prince:{state.to_act + 1}"
        return (thing, f"district:{board.DISTRICT_NAMES[action % board.DISTRICTS]}")
    if action < actions.STEP:
        kind, province = divmod(action - actions.MEMBER_TO, board.PROVINCES)
        name = board.PROVINCE_NAMES[province]
        return ((f"space:{name}",), (f"card:{name}",), ("dragons", f"space:{name}"))[kind]
    if action < actions.STAY:
        district, card = divmod(action - actions.STEP, board.CARD_KINDS)
        return (f"district:{board.DISTRICT_NAMES[district]}", f"hand:{board.CARD_NAMES[card]}")
    if action < actions.PASS:
        return ("stay", f"hand:{board.CARD_NAMES[action - actions.STAY]}")
    if action < actions.DEPLOY:
        return ("pass",) if action == actions.PASS else ("stop",)
    if action < actions.RETURN_SUM:
        here = board.DISTRICT_NAMES[state.prince[state.to_act]]
        place = "monastery" if action >= actions.DEPLOY_MONASTERY else "district"
        return (f"members:{actions.deployed_by(action)}", f"{place}:{here}")
    if action < actions.BACK_FROM:
        return (f"return:{action - actions.RETURN_SUM}",)
    if action < actions.START_WITH:
        return (f"palace:{board.DISTRICT_NAMES[action - actions.BACK_FROM]}",)
    return (f"seat:{action - actions.START_WITH + 1}",)
