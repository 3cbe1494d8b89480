"""Every decision in Ming Dynastie as a number.

0..17    a neutral member into a district       180..186  stay, discarding a card
18..35    a prince into a district               187, 188  pass; stop walking
36..41    a member onto a province space         189..192  deploy 0 to 3 members to the open area
42..47    take the card of a province space      193..195  deploy 1 to 3, one of them onto the monastery
48..53    a dragon for a member on a space       196..202  return 0 to 6 members
54..179   step into a district, seven to each    203..220  a member back from a district's palace
by the card paid                       221..224  choose the start player
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lantern.games.ming import board
from lantern.kernel.errors import BadInput, Phrase, quoted

NEUTRAL_TO = 0
PRINCE_TO = NEUTRAL_TO + board.DISTRICTS
MEMBER_TO = PRINCE_TO + board.DISTRICTS
TAKE = MEMBER_TO + board.PROVINCES
DRAGON_FOR = TAKE + board.PROVINCES
STEP = DRAGON_FOR + board.PROVINCES
STAY = STEP + board.DISTRICTS * board.CARD_KINDS
PASS = STAY + board.CARD_KINDS
STOP = PASS + 1
DEPLOY = STOP + 1
DEPLOY_MONASTERY = DEPLOY + board.MOST_DEPLOYED + 1
RETURN_SUM = DEPLOY_MONASTERY + board.MOST_DEPLOYED
BACK_FROM = RETURN_SUM + board.MOST_RETURNED + 1
START_WITH = BACK_FROM + board.DISTRICTS
ACTIONS = START_WITH + board.MOST_SEATS

EXAMPLES = "member white, take green, step O1 with junk, stay with dragon, deploy 2 monastery, pass"
DISTRICT_OF = {name.lower(): number for number, name in enumerate(board.DISTRICT_NAMES)}
PROVINCE_OF = {name: number for number, name in enumerate(board.PROVINCE_NAMES)}
CARD_OF = {name: number for number, name in enumerate(board.CARD_NAMES)}


def write_action(action: int) -> str:
    """An action's notation: "member white", "step O1 with junk", "deploy 2 monastery"."""
    if action < MEMBER_TO:
        word = "neutral" if action < PRINCE_TO else "prince"
        return f"{word} {board.DISTRICT_NAMES[action % board.DISTRICTS]}"
    if action < STEP:
        kind, province = divmod(action - MEMBER_TO, board.PROVINCES)
        return f"{('member', 'take', 'dragon')[kind]} {board.PROVINCE_NAMES[province]}"
    if action < STAY:
        district, card = divmod(action - STEP, board.CARD_KINDS)
        return f"step {board.DISTRICT_NAMES[district]} with {board.CARD_NAMES[card]}"
    if action < PASS:
        return f"stay with {board.CARD_NAMES[action - STAY]}"
    if action < DEPLOY:
        return "pass" if action == PASS else "stop"
    if action < RETURN_SUM:
        return f"deploy {deployed_by(action)}" + (" monastery" if action >= DEPLOY_MONASTERY else "")
    if action < BACK_FROM:
        return f"return {action - RETURN_SUM}"
    if action < START_WITH:
        return f"back {board.DISTRICT_NAMES[action - BACK_FROM]}"
    return f"start {action - START_WITH + 1}"


def deployed_by(action: int) -> int:
    """How many members a deployment is of."""
    return action - DEPLOY if action < DEPLOY_MONASTERY else action - DEPLOY_MONASTERY + 1


def read_action(text: str) -> int:
    """The action a notation stands for."""
    match text.lower().split():
        case ["neutral", district]:
            return NEUTRAL_TO + _number(DISTRICT_OF, district, "district")
        case ["prince", district]:
            return PRINCE_TO + _number(DISTRICT_OF, district, "district")
        case ["member", province]:
            return MEMBER_TO + _number(PROVINCE_OF, province, "province")
        case ["take", province]:
            return TAKE + _number(PROVINCE_OF, province, "province")
        case ["dragon", province]:
            return DRAGON_FOR + _number(PROVINCE_OF, province, "province")
        case ["step", district, "with", card]:
            return STEP + _number(DISTRICT_OF, district, "district") * board.CARD_KINDS + _number(CARD_OF, card, "card")
        case ["stay", "with", card]:
            return STAY + _number(CARD_OF, card, "card")
        case ["pass"]:
            return int(PASS)
        case ["stop"]:
            return int(STOP)
        case ["deploy", number]:
            return DEPLOY + _count(number, 0, board.MOST_DEPLOYED)
        case ["deploy", number, "monastery"]:
            return DEPLOY_MONASTERY - 1 + _count(number, 1, board.MOST_DEPLOYED)
        case ["return", number]:
            return RETURN_SUM + _count(number, 0, board.MOST_RETURNED)
        case ["back", district]:
            return BACK_FROM + _number(DISTRICT_OF, district, "district")
        case ["start", number]:
            return START_WITH - 1 + _count(number, 1, board.MOST_SEATS)
    raise BadInput("bad.action", text=quoted(text), game=Phrase("ming.title"), examples=EXAMPLES)


def _number(numbers: Mapping[Any, int], name: str, what: str) -> int:
    if name not in numbers:
        raise BadInput("bad.no_such", what=Phrase(f"ming.bad.what.{what}"), name=quoted(name), names=numbers)
    return numbers[name]


def _count(text: str, least: int, most: int) -> int:
    if text not in map(str, range(least, most + 1)):
        raise BadInput("ming.bad.count", text=quoted(text), least=least, most=most)
    return int(text)
