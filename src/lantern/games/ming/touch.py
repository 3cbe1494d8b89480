"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from lantern.games.ming.actions import (
    BACK_FROM,
    DEPLOY,
    DEPLOY_MONASTERY,
    MEMBER_TO,
    PASS,
    PRINCE_TO,
    RETURN_SUM,
    START_WITH,
    STAY,
    STEP,
    deployed_by,
)
from lantern.games.ming.board import (
    CARD_KINDS,
    CARD_NAMES,
    DISTRICT_NAMES,
    DISTRICTS,
    PROVINCE_NAMES,
    PROVINCES,
)
from lantern.games.ming.state import State


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of the things on the table that an action involves."""
    if action < MEMBER_TO:
        thing = "neutral" if action < PRINCE_TO else f"prince:{state.to_act + 1}"
        return (thing, f"district:{DISTRICT_NAMES[action % DISTRICTS]}")
    if action < STEP:
        kind, province = divmod(action - MEMBER_TO, PROVINCES)
        name = PROVINCE_NAMES[province]
        return ((f"space:{name}",), (f"card:{name}",), ("dragons", f"space:{name}"))[kind]
    if action < STAY:
        district, card = divmod(action - STEP, CARD_KINDS)
        return (f"district:{DISTRICT_NAMES[district]}", f"hand:{CARD_NAMES[card]}")
    if action < PASS:
        return ("stay", f"hand:{CARD_NAMES[action - STAY]}")
    if action < DEPLOY:
        return ("pass",) if action == PASS else ("stop",)
    if action < RETURN_SUM:
        here = DISTRICT_NAMES[state.prince[state.to_act]]
        place = "monastery" if action >= DEPLOY_MONASTERY else "district"
        return (f"members:{deployed_by(action)}", f"{place}:{here}")
    if action < BACK_FROM:
        return (f"return:{action - RETURN_SUM}",)
    if action < START_WITH:
        return (f"palace:{DISTRICT_NAMES[action - BACK_FROM]}",)
    return (f"seat:{action - START_WITH + 1}",)
