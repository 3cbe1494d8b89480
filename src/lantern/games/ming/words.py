"""Ming Dynastie in words: refusals, events, and the things on the table that an action involves."""

from __future__ import annotations

from lantern.games.ming import legality
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
from lantern.kernel.contract import Event
from lantern.kernel.errors import Refusal

REFUSALS = {
    legality.NO_SUCH_ACTION: Refusal("MING-3", "no_such_action", "There is no such action."),
    legality.GAME_OVER: Refusal("MING-8.2", "game_over", "The game is over."),
    legality.NEUTRALS_NOW: Refusal("MING-9.1", "neutrals_now", "Neutral members are placed now."),
    legality.PRINCES_NOW: Refusal("MING-2.2", "princes_now", "The princes are placed now."),
    legality.MEMBERS_NOW: Refusal("MING-4", "members_now", "Members are placed on province spaces now."),
    legality.CARDS_NOW: Refusal("MING-5.1", "cards_now", "Cards are taken now: one from a space, or a dragon."),
    legality.MOVE_NOW: Refusal("MING-6", "move_now", "Move the prince now, stay or pass."),
    legality.WALK_NOW: Refusal("MING-6.1", "walk_now", "The prince is on his way: step on, or stop."),
    legality.DEPLOY_NOW: Refusal("MING-6.4", "deploy_now", "Deploy members now."),
    legality.RETURN_NOW: Refusal("MING-7.4", "return_now", "Choose return cards now."),
    legality.BACK_NOW: Refusal("MING-7.4", "back_now", "Say whose palace a member goes back from."),
    legality.NEUTRALS_BACK_NOW: Refusal("MING-9.3", "neutrals_back_now", "Say which neutral member goes back."),
    legality.START_NOW: Refusal("MING-8.1", "start_now", "Choose the start player now."),
    legality.ENOUGH_NEUTRALS: Refusal("MING-9.1", "enough_neutrals", "That district has three neutral members."),
    legality.DISTRICT_TAKEN: Refusal("MING-2.2", "district_taken", "A prince stands in that district."),
    legality.NO_MEMBER_THERE: Refusal("MING-5.1", "no_member_there", "You have no member on that province space."),
    legality.NO_MEMBER_TO_REMOVE: Refusal(
        "MING-5.1", "no_member_to_remove", "You have no member on that province space to give for a dragon."
    ),
    legality.NO_DRAGONS: Refusal("MING-5.3", "no_dragons", "No dragon is left."),
    legality.NO_BORDER: Refusal("MING-6.1", "no_border", "The prince's district does not border on that one."),
    legality.WRONG_SYMBOL: Refusal("MING-6.1", "wrong_symbol", "That border shows another symbol."),
    legality.CARD_NOT_HELD: Refusal("MING-6.1", "card_not_held", "You hold no such card."),
    legality.CANNOT_END: Refusal(
        "MING-6.1", "cannot_end", "A prince stands there, and with the cards left the walk could not end elsewhere."
    ),
    legality.NOT_HERE: Refusal("MING-6.1", "not_here", "Another prince stands here: the walk can't end here."),
    legality.NO_STEP_YET: Refusal("MING-6.1", "no_step_yet", "The prince has not set out: a walk has a step at least."),
    legality.NO_CARD_TO_STAY: Refusal("MING-6.2", "no_card_to_stay", "You hold no such card to discard."),
    legality.TOO_FEW_MEMBERS: Refusal(
        "MING-6.4", "too_few_members", "You have not so many members on the space of this province."
    ),
    legality.NO_MEMBER_IN_PALACE: Refusal(
        "MING-7.4", "no_member_in_palace", "You have no member on the palaces of that district."
    ),
    legality.NO_NEUTRAL_IN_PALACE: Refusal(
        "MING-9.3", "no_neutral_in_palace", "No neutral member of this city is on the palaces of that district."
    ),
    legality.NOT_OF_PROVINCE: Refusal("MING-7.4", "not_of_province", "That district belongs to another city."),
    legality.NO_SUCH_SEAT: Refusal("MING-8.1", "no_such_seat", "Nobody sits there."),
}

SENTENCES = {
    "neutral_placed": "Seat {seat} puts a neutral member into {district}.",
    "prince_placed": "Seat {seat}'s prince begins in {district}, for a tile of {province}.",
    "member_placed": "Seat {seat} puts a member on {province}.",
    "took": "Seat {seat} takes {card} from {province}.",
    "turned_up": "New at {province}: {card}.",
    "dragon": "Seat {seat} takes a dragon for a member on {province}.",
    "reshuffled": "The discards are shuffled into a new deck of {cards} cards.",
    "stepped": "Seat {seat}'s prince goes to {district} with {card}.",
    "stopped": "Seat {seat}'s prince stops in {district}.",
    "stayed": "Seat {seat}'s prince stays in {district}, for {card}.",
    "passed": "Seat {seat} passes.",
    "no_cards": "Seat {seat} has no card left and passes.",
    "deployed": "Seat {seat} deploys {members} to {district}.",
    "deployed_monastery": "Seat {seat} deploys {members} to {district}, one of them onto the monastery.",
    "ousted": "Seat {other} loses the monastery of {district} to seat {seat}.",
    "chose": "Seat {seat} has chosen return cards.",
    "chose_sum": "Seat {seat} has chosen {members} to return.",
    "scoring_city": "The city of {province} is scored.",
    "revealed": "Return cards for {province}: {sums}.",
    "sent_back": "Seat {seat}'s member goes back to {district}.",
    "returned": "All members of {owner} in {province} go back ({members}).",
    "neutrals_to_return": "Of the neutral members in {province} {members} must go back.",
    "left_city": "Who is left in {province} leaves the board: {members}.",
    "neutral_back": "A neutral member goes back to {district}.",
    "palaces": "{district}: {moves} to the palaces.",
    "set": "Seat {seat} returns all six colours: {points} points.",
    "scored_palaces": "{of}: seat {seat} has {members} in the city: {points} points.",
    "majority": "{of}: seat {seat} gets {points} points for the majority.",
    "monasteries": "Seat {seat} has {members} on monasteries: {points} points.",
    "five": "Seat {seat} has {members} sets of five colours: {points} points.",
    "single": "Seat {seat} has {members} single tiles: {points} points.",
    "chooses_start": "Seat {seat} chooses who begins the next round.",
    "start_chosen": "Seat {seat} chooses seat {start} to begin.",
    "round": "Round {round}: seat {start} begins.",
    "won": "The game is over ({reason}): seat {winners} wins with {points} points.",
    "shared": "The game is over ({reason}): seats {winners} share the win with {points} points.",
}


def tell(event: Event) -> str:
    """An event as an English sentence."""
    return SENTENCES[event.key].format(**{name: _told(value) for name, value in event.arguments.items()})


def _told(value: object) -> object:
    """A list or an object in a sentence."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    return value


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
