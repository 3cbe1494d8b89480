"""Ming Dynastie in words: refusals, events, and the things on the table that an action involves."""

from __future__ import annotations

import numpy as np

from lantern.games.ming import legality
from lantern.games.ming.actions import (
    BACK_FROM,
    DEPLOY,
    DEPLOY_MONASTERY,
    DRAGON_FOR,
    MEMBER_TO,
    PASS,
    PRINCE_TO,
    RETURN_SUM,
    START_WITH,
    STAY,
    STEP,
    STOP,
    TAKE,
    deployed_by,
)
from lantern.games.ming.board import (
    CARD_KINDS,
    CARD_NAMES,
    DISTRICT_NAMES,
    DISTRICTS,
    NEUTRAL,
    NOBODY,
    OWNERS,
    PROVINCE_NAMES,
    PROVINCES,
)
from lantern.games.ming.play import act, put_members
from lantern.games.ming.scoring import preview
from lantern.games.ming.state import NEUTRALS_BACK, NONE, RETURN, RUNNING, State
from lantern.games.ming.view import outcome, scored_items
from lantern.kernel.contract import Event, Json
from lantern.kernel.errors import Refusal
from lantern.kernel.record import Records, copy_of, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly

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
    "took_one": "Seat {seat} takes the card at {province}.",
    "dragon": "Seat {seat} takes a dragon for a member on {province}.",
    "reshuffled": "The discards are shuffled into a new deck.",
    "stepped": "Seat {seat}'s prince goes to {district} with {card}.",
    "stopped": "Seat {seat}'s prince stops in {district}.",
    "stayed": "Seat {seat}'s prince stays in {district}, for {card}.",
    "passed": "Seat {seat} passes.",
    "deployed": "Seat {seat} deploys {members} to {district}.",
    "deployed_monastery": "Seat {seat} deploys {members} to {district}, one of them onto the monastery.",
    "ousted": "Seat {other} loses the monastery of {district} to seat {seat}.",
    "chose": "Seat {seat} has chosen return cards.",
    "chose_sum": "Seat {seat} has chosen {members} to return.",
    "revealed": "Return cards for {province}: {sums}.",
    "sent_back": "Seat {seat}'s member goes back to {district}.",
    "neutral_back": "A neutral member goes back to {district}.",
    "palaces": "{district}: {moves} to the palaces.",
    "set": "Seat {seat} returns all six colours: {points} points.",
    "scored_palaces": "{of}: seat {seat} has {members} in the city: {points} points.",
    "majority": "{of}: seat {seat} gets {points} points for the majority.",
    "monasteries": "Seat {seat} has {members} on monasteries: {points} points.",
    "five": "Seat {seat} has {members} sets of five colours: {points} points.",
    "single": "Seat {seat} has {members} single tiles: {points} points.",
    "start_chosen": "Seat {seat} chooses seat {start} to begin.",
    "round": "Round {round}: seat {start} begins.",
    "won": "The game is over ({reason}): seat {winners} wins with {points} points.",
    "shared": "The game is over ({reason}): seats {winners} share the win with {points} points.",
}


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did, and those after it that left no choice: each deed, the scoring, and the end."""
    scene, chance = copy_of(before), new_records(Stream, 1)
    events: list[Event] = []
    shuffled = False
    deed = action
    while deed != NONE:
        earlier = copy_of(scene)
        events += _deed(earlier[0], deed, shuffled)
        plainly(act)(scene[0], deed, chance[0])
        if scene[0].deck_left > earlier[0].deck_left:
            events.append(Event("reshuffled", {}))
            shuffled = True
        events += _consequences(earlier, deed, scene[0])
        deed = plainly(legality.only_choice)(scene[0])
    if after.end != RUNNING:
        events.append(_ended(after))
    return events


def _deed(state: State, action: int, shuffled: bool) -> list[Event]:
    """A decision itself."""
    seat = {"seat": state.to_act + 1}
    if action < MEMBER_TO:
        district = {"district": DISTRICT_NAMES[action % DISTRICTS]}
        if action < PRINCE_TO:
            return [Event("neutral_placed", seat | district)]
        return [Event("prince_placed", seat | district | {"province": _province_of(action % DISTRICTS)})]
    if action < STEP:
        return [_card_event(state, action, shuffled)]
    if action < DEPLOY:
        return [_move_event(state, action)]
    if action < RETURN_SUM:
        return _deployment(state, action)
    if action < BACK_FROM:
        members = {"members": action - RETURN_SUM}
        return [Event("chose", seat), Event("chose_sum", seat | members, known_to=(state.to_act + 1,))]
    if action < START_WITH:
        key = "neutral_back" if state.phase == NEUTRALS_BACK else "sent_back"
        return [Event(key, seat | {"district": DISTRICT_NAMES[action - BACK_FROM]})]
    return [Event("start_chosen", seat | {"start": action - START_WITH + 1})]


def _province_of(district: int) -> str:
    return PROVINCE_NAMES[district * PROVINCES // DISTRICTS]


def _card_event(state: State, action: int, shuffled: bool) -> Event:
    """A member placed or a card taken; after a shuffle it is not known here which card lay there."""
    province = (action - MEMBER_TO) % PROVINCES
    arguments: Json = {"seat": state.to_act + 1, "province": PROVINCE_NAMES[province]}
    if action < TAKE:
        return Event("member_placed", arguments)
    if action >= DRAGON_FOR:
        return Event("dragon", arguments)
    if shuffled:
        return Event("took_one", arguments)
    return Event("took", arguments | {"card": CARD_NAMES[state.display[province]]})


def _move_event(state: State, action: int) -> Event:
    """A step, or what a prince does instead."""
    here = {"seat": state.to_act + 1, "district": DISTRICT_NAMES[state.prince[state.to_act]]}
    if action == PASS:
        return Event("passed", here)
    if action == STOP:
        return Event("stopped", here)
    if action >= STAY:
        return Event("stayed", here | {"card": CARD_NAMES[action - STAY]})
    district, card = divmod(action - STEP, CARD_KINDS)
    return Event("stepped", here | {"district": DISTRICT_NAMES[district], "card": CARD_NAMES[card]})


def _deployment(state: State, action: int) -> list[Event]:
    """Members deployed, and the member who lost the monastery."""
    district = state.prince[state.to_act]
    here = {"seat": state.to_act + 1, "district": DISTRICT_NAMES[district], "members": deployed_by(action)}
    if action < DEPLOY_MONASTERY:
        return [Event("deployed", here)]
    events = [Event("deployed_monastery", here)]
    if state.monastery[district] != NOBODY:
        events.append(Event("ousted", here | {"other": state.monastery[district] + 1}))
    return events


def _consequences(before: Records, action: int, after: State) -> list[Event]:
    """What followed from a decision by itself: palaces, return cards revealed, points, the next round."""
    earlier = before[0]
    events = []
    is_scored = after.scored != NONE or after.round != earlier.round or after.end != RUNNING
    if earlier.scored == NONE and earlier.round % 2 == 0 and is_scored and action < START_WITH:
        events += _palaces(copy_of(before), action)
    if earlier.phase == RETURN and (after.scored != earlier.scored or after.phase != RETURN):
        events.append(_revealed(earlier, action))
    events += _points(earlier, after)
    if after.round != earlier.round:
        events.append(Event("round", {"round": after.round, "start": after.start_player + 1}))
    return events


def _palaces(scene: Records, action: int) -> list[Event]:
    """Who goes to the palaces of each district, and the tiles it brings (MING-7.1)."""
    if DEPLOY <= action < RETURN_SUM:
        plainly(put_members)(scene[0], action)
    moved, earned = np.zeros((2, OWNERS, DISTRICTS), np.int64)
    preview(scene, moved, earned)
    events = []
    for district in range(DISTRICTS):
        moves = {_owner(owner): int(moved[owner, district]) for owner in range(OWNERS) if moved[owner, district]}
        tiles = {_owner(owner): int(earned[owner, district]) for owner in range(OWNERS) if earned[owner, district]}
        if moves:
            arguments = {"district": DISTRICT_NAMES[district], "moves": moves, "tiles": tiles}
            events.append(Event("palaces", arguments))
    return events


def _owner(owner: int) -> str:
    return "neutral" if owner == NEUTRAL else f"seat {owner + 1}"


def _revealed(state: State, action: int) -> Event:
    """What all have chosen, the last one with this decision."""
    sums = {f"seat {seat + 1}": state.chosen[seat] for seat in range(state.seats) if state.chosen[seat] != NONE}
    sums[f"seat {state.to_act + 1}"] = action - RETURN_SUM
    return Event("revealed", {"province": PROVINCE_NAMES[state.scored], "sums": sums})


def _points(before: State, after: State) -> list[Event]:
    """The points that came."""
    if before.score[:].tolist() == after.score[:].tolist():
        return []
    had = list(scored_items(before))
    return [
        Event("scored_palaces" if item["kind"] == "palaces" else item["kind"], item)
        for item in scored_items(after)
        if item not in had and item["points"] > 0
    ]


def _ended(state: State) -> Event:
    ended = outcome(state)
    arguments = {"reason": ended["reason"], "winners": ended["winners"], "points": max(ended["scores"])}
    return Event("won" if len(ended["winners"]) == 1 else "shared", arguments)


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
