"""A game of Ming Dynastie from plain data: options, chosen decks, and positions written down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from lantern.games.ming import board, ends, phases
from lantern.games.ming.actions import read_action
from lantern.games.ming.board import MAJORITY as MAJORITY_POINTS
from lantern.games.ming.board import NEUTRALS as ALL_NEUTRALS
from lantern.games.ming.legality import choices
from lantern.games.ming.play import begin, chooser, clear_table, next_card, next_chooser
from lantern.games.ming.scoring import count_colours, do_neutrals_lead, members_in_city
from lantern.games.ming.state import WHY_NAMES, State
from lantern.games.ming.view import scored_items
from lantern.games.ming.walking import others_at
from lantern.kernel import reading
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput
from lantern.kernel.reading import Given
from lantern.kernel.rng import Stream, shuffle
from lantern.kernel.rule import plainly
from lantern.kernel.seats import seat_after

OPTIONS = (
    Option("secret_hands", "the table does not show the others' cards, though all saw them taken", default=False),
    Option("start", "the seat that begins; by lot if none is named", default=None, choices=(None, 1, 2, 3, 4)),
)
SETUPS = {"deck": "all 54 movement cards in the order they are drawn; the first six go to the province spaces"}
MOST = 127
"""More than there is of anything."""
MOST_POINTS = 10_000
MOST_ITEMS = 500
"""More than the things that can be scored in a game."""
ITEM = ("kind", "round", "of", "seat", "points", "members", "why")
PALACES = 3
"""Palaces of a district (MING-1.1)."""


def settle(options: Json) -> Json:
    """The options; a start player must sit at the table."""
    reading.check_start(options)
    return options


def set_options(state: State, options: Json) -> None:
    """Write the options into the record."""
    state.seats = options["players"]
    state.secret_hands = options["secret_hands"]
    state.start = -1 if options["start"] is None else options["start"] - 1


def arrange(state: State, setup: Given) -> None:
    """Put the cards in a chosen order; seat 1 begins unless another was chosen."""
    if "deck" in setup:
        cards = _read_cards(setup["deck"], "deck")
        for symbol, name in enumerate(board.SYMBOL_NAMES):
            if cards.count(symbol) != board.OF_A_SYMBOL:
                raise BadInput("ming.bad.deck", count=cards.count(symbol), symbol=name, all=board.OF_A_SYMBOL)
        plainly(clear_table)(state)
        _set_deck(state, cards)
        plainly(begin)(state, max(0, state.start))


def _read_cards(value: object, what: str) -> list[int]:
    return [reading.read_name(name, what, board.SYMBOL_NAMES) for name in reading.read_list(value, what, board.CARDS)]


def _set_deck(state: State, cards: list[int]) -> None:
    state.deck_left = len(cards)
    state.deck[:] = [board.NO_CARD] * (board.CARDS - len(cards)) + cards


def place(state: State, position: Given, rng: Stream) -> None:
    """Write a position into a record whose options are set; what it leaves open is the usual, or drawn by lot."""
    plainly(clear_table)(state)
    _place_moment(state, position)
    _place_princes(state, position)
    _place_members(state, position)
    _place_neutrals(state, position)
    _place_tiles(state, position)
    _place_cards(state, position, rng)
    _place_scoring(state, position.get("scoring"))
    _place_scores(state, position)
    if position.get("last") is not None:
        state.last_action, state.last_seat = reading.read_last(position["last"], state.seats, read_action)
    _check(state)


def _place_moment(state: State, position: Given) -> None:
    """Round, phase, and whose decision it is."""
    seats = state.seats
    usual = state.start + 1 if state.start >= 0 else 1
    state.start_player = reading.read_seat(position.get("start_player", usual), "start_player", seats)
    state.round = reading.read_number(position.get("round", 1), "round", 1, board.ROUNDS)
    state.end = reading.read_end(position, ends.NAMES)
    phase = reading.read_name(position.get("phase", "members"), "phase", (*phases.NAMES, "over"))
    if (phase == len(phases.NAMES)) != (state.end != ends.RUNNING):
        raise BadInput("ming.bad.over")
    if state.end != ends.RUNNING:
        state.phase = phases.START
        state.to_act = state.start_player
        return
    state.phase = phase
    state.to_act = reading.read_seat(position.get("to_act", state.start_player + 1), "to_act", seats)
    passed = reading.read_seats(position.get("passed", []), "passed", seats)
    state.passed = sum(1 << seat for seat in passed)


def _place_princes(state: State, position: Given) -> None:
    """The princes, each in a district of his own (MING-2.2)."""
    setting_up = state.phase in (phases.NEUTRALS, phases.PRINCES) and state.end == ends.RUNNING
    usual = [None] * state.seats if setting_up else None
    princes = reading.read_by_seat(position.get("princes", usual), "princes", state.seats)
    for seat, name in enumerate(princes):
        if name is None:
            continue
        district = reading.read_name(name, "princes", board.DISTRICT_NAMES)
        walking = state.phase == phases.WALK and state.to_act in (
            seat,
            *(s for s in range(seat) if state.prince[s] == district),
        )
        if plainly(others_at)(state, seat) >> district & 1 and not walking:
            raise BadInput("ming.bad.two_princes", district=name)
        state.prince[seat] = district


def _place_members(state: State, position: Given) -> None:
    """Members still to be placed, on spaces, in open areas, on monasteries and palaces."""
    seats = range(state.seats)
    usual = [
        board.MEMBERS_A_ROUND
        if state.phase == phases.MEMBERS
        else board.NEUTRALS_A_SEAT
        if state.phase == phases.NEUTRALS
        else 0
    ]
    to_place = position.get("to_place", usual * state.seats if state.end == ends.RUNNING else [0] * state.seats)
    for seat, number in enumerate(reading.read_by_seat(to_place, "to_place", state.seats)):
        state.to_place[seat] = reading.read_number(number, "to_place", 0, usual[0] if state.end == ends.RUNNING else 0)
    _fill(state, state.space, position.get("spaces"), "spaces", board.PROVINCE_NAMES)
    _fill(state, state.open, position.get("open"), "open", board.DISTRICT_NAMES)
    _fill(state, state.palace, position.get("palaces"), "palaces", board.DISTRICT_NAMES)
    for name, monk in reading.read_object(position.get("monasteries"), "monasteries", board.DISTRICT_NAMES).items():
        state.monastery[board.DISTRICT_NAMES.index(name)] = reading.read_seat(monk, f"monasteries: {name}", state.seats)
    for seat in seats:
        _check_members(state, seat)


def _fill(state: State, cells: Any, value: object, what: str, names: Sequence[str]) -> None:
    """Numbers by seat for each name, 0 for those left out."""
    for name, numbers in reading.read_object(value, what, names).items():
        place = names.index(name)
        for seat, number in enumerate(reading.read_by_seat(numbers, f"{what}: {name}", state.seats)):
            cells[seat, place] = reading.read_number(number, f"{what}: {name}", 0, board.MEMBERS_A_ROUND * board.ROUNDS)


def _check_members(state: State, seat: int) -> None:
    """No more members than were placed so far (MING-1.4)."""
    begun = state.round if _has_begun(state) else state.round - 1
    placed = board.MEMBERS_A_ROUND * begun - (state.to_place[seat] if state.phase == phases.MEMBERS else 0)
    found = sum(state.space[seat, province] for province in range(board.PROVINCES))
    for district in range(board.DISTRICTS):
        found += state.open[seat, district] + state.palace[seat, district] + (state.monastery[district] == seat)
    if found > placed:
        raise BadInput("ming.bad.members", seat=seat + 1, count=found, placed=placed)


def _has_begun(state: State) -> bool:
    """Whether members of this round have been taken."""
    return state.end != ends.RUNNING or state.phase not in (phases.NEUTRALS, phases.PRINCES)


def _place_neutrals(state: State, position: Given) -> None:
    """Neutral members in open areas and on palaces; the rest is the stock (MING-9)."""
    left = ALL_NEUTRALS if state.seats == 2 else 0
    for key, cells in (("neutrals", state.open), ("neutral_palaces", state.palace)):
        for name, number in reading.read_object(position.get(key), key, board.DISTRICT_NAMES).items():
            district = board.DISTRICT_NAMES.index(name)
            if state.seats != 2:
                raise BadInput("ming.bad.no_neutrals", key=key)
            cells[board.NEUTRAL, district] = reading.read_number(number, f"{key}: {name}", 0, ALL_NEUTRALS)
            left -= cells[board.NEUTRAL, district]
            if state.open[board.NEUTRAL, district] + state.palace[board.NEUTRAL, district] > board.MOST_NEUTRALS:
                raise BadInput("ming.bad.many_neutrals", key=key, most=board.MOST_NEUTRALS, district=name)
    if left < 0:
        raise BadInput("ming.bad.neutrals", most=ALL_NEUTRALS)
    state.stock = left


def _place_tiles(state: State, position: Given) -> None:
    """Province tiles; the rest is the stock (MING-1.3)."""
    tiles = reading.read_by_seat(position.get("tiles", [{}] * state.seats), "tiles", state.seats)
    for seat, owned in enumerate(tiles):
        for name, number in reading.read_object(owned, "tiles", board.PROVINCE_NAMES).items():
            province = board.PROVINCE_NAMES.index(name)
            state.tiles[seat, province] = reading.read_number(number, f"tiles: {name}", 0, board.TILES)
            state.tiles_left[province] -= state.tiles[seat, province]
            if state.tiles_left[province] < 0:
                raise BadInput("ming.bad.tiles", count=board.TILES, province=name)
        if plainly(count_colours)(state, seat) == board.PROVINCES:
            raise BadInput("ming.bad.six_colours", seat=seat + 1)


def _place_cards(state: State, position: Given, rng: Stream) -> None:
    """Hands, dragons, discards, the face-up cards and the deck (MING-1.3)."""
    hands = reading.read_by_seat(position.get("hands", [{"dragon": 1}] * state.seats), "hands", state.seats)
    for seat, hand in enumerate(hands):
        for name, number in reading.read_object(hand, "hands", board.CARD_NAMES).items():
            state.hand[seat, board.CARD_NAMES.index(name)] = reading.read_number(
                number, f"hands: {name}", 0, board.HAND_SIZE
            )
        state.held[seat] = sum(state.hand[seat, card] for card in range(board.CARD_KINDS))
        if state.held[seat] > board.HAND_SIZE:
            raise BadInput("ming.bad.hand", seat=seat + 1, count=state.held[seat], most=board.HAND_SIZE)
    state.dragons = board.DRAGONS - sum(state.hand[seat, board.DRAGON] for seat in range(state.seats))
    dragons = reading.read_number(position.get("dragons", state.dragons), "dragons", 0, board.DRAGONS)
    if dragons != state.dragons:
        raise BadInput("ming.bad.dragons", count=state.dragons, dragons=dragons)
    for name, number in reading.read_object(position.get("discards"), "discards", board.SYMBOL_NAMES).items():
        symbol = board.SYMBOL_NAMES.index(name)
        state.discards[symbol] = reading.read_number(number, f"discards: {name}", 0, board.OF_A_SYMBOL)
    _place_deck(state, position, rng)


def _place_deck(state: State, position: Given, rng: Stream) -> None:
    """The face-up cards and the deck: as written, or the cards left, shuffled."""
    for name, card in reading.read_object(position.get("display"), "display", board.PROVINCE_NAMES).items():
        state.display[board.PROVINCE_NAMES.index(name)] = reading.read_name(
            card, f"display: {name}", board.SYMBOL_NAMES
        )
    if "deck" in position:
        _set_deck(state, _read_cards(position["deck"], "deck"))
    else:
        _set_deck(
            state, [symbol for symbol in range(board.SYMBOLS) for _ in range(board.OF_A_SYMBOL - _count(state, symbol))]
        )
        plainly(shuffle)(state.deck, board.CARDS - state.deck_left, board.CARDS, rng)
    for province in range(board.PROVINCES):
        if state.display[province] == board.NO_CARD:
            if position.get("display") or state.deck_left == 0:
                raise BadInput("ming.bad.display")
            state.display[province] = plainly(next_card)(state)
    for symbol, name in enumerate(board.SYMBOL_NAMES):
        if _count(state, symbol) != board.OF_A_SYMBOL:
            raise BadInput("ming.bad.cards", count=_count(state, symbol), symbol=name, all=board.OF_A_SYMBOL)


def _count(state: State, symbol: int) -> int:
    """How many cards of a symbol are anywhere."""
    held = sum(state.hand[seat, symbol] for seat in range(state.seats))
    lying = [*state.display[:].tolist(), *state.deck[:].tolist()]
    return held + state.discards[symbol] + lying.count(symbol)


def _place_scoring(state: State, scoring: object) -> None:
    """The city that is being scored (MING-7.4, 9.3)."""
    under_way = state.phase in (phases.RETURN, phases.BACK, phases.NEUTRALS_BACK) and state.end == ends.RUNNING
    if (scoring is not None) != under_way:
        raise BadInput("ming.bad.scoring")
    if not under_way:
        return
    given = reading.read_object(scoring, "scoring", ("province", "chosen", "neutrals_lead", "neutrals_back"))
    state.scored = reading.read_name(given["province"], "scoring: province", board.PROVINCE_NAMES)
    chosen = reading.read_by_seat(given.get("chosen", [None] * state.seats), "scoring: chosen", state.seats)
    for seat, number in enumerate(chosen):
        if number is not None:
            state.chosen[seat] = reading.read_number(number, "scoring: chosen", 0, board.MOST_RETURNED)
        elif state.phase != phases.RETURN:
            state.chosen[seat] = 0
    state.neutrals_lead = reading.read_flag(given.get("neutrals_lead", False), "scoring: neutrals_lead")
    state.neutrals_back = reading.read_number(given.get("neutrals_back", 0), "scoring: neutrals_back", 0, ALL_NEUTRALS)


def _place_scores(state: State, position: Given) -> None:
    """What was scored, item by item, and the points; what no item explains was earned earlier."""
    items = [
        reading.read_object(item, "scored", ITEM)
        for item in reading.read_list(position.get("scored", []), "scored", MOST_ITEMS)
    ]
    for item in items:
        _place_item(state, item)
    earlier = _per_seat(state, state.earlier)
    for seat in range(state.seats):
        state.earlier[seat] = 0
    explained = [0] * state.seats
    for scored in scored_items(state):
        explained[scored["seat"] - 1] += scored["points"]
    usual = [points + more for points, more in zip(explained, earlier, strict=True)]
    for seat, points in enumerate(reading.read_by_seat(position.get("scores", usual), "scores", state.seats)):
        state.score[seat] = reading.read_number(points, "scores", explained[seat], MOST_POINTS)
        state.earlier[seat] = state.score[seat] - explained[seat]
    if sorted(map(_written, _explained(items))) != sorted(map(_written, _explained(scored_items(state)))):
        raise BadInput("ming.bad.scored")


def _explained(items: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Items but for points earned earlier."""
    return (item for item in items if item["kind"] != "earlier")


def _written(item: Mapping[str, Any]) -> str:
    return json.dumps(item, sort_keys=True)


def _per_seat(state: State, cells: Any) -> list[int]:
    return [cells[seat] for seat in range(state.seats)]


def _place_item(state: State, item: Given) -> None:
    """One thing that was scored; its points are checked afterwards, all together."""
    kinds = ("set", "palaces", "majority", "monasteries", "five", "single", "earlier")
    kind = kinds[reading.read_name(item["kind"], "scored: kind", kinds)]
    seat = reading.read_seat(item["seat"], "scored: seat", state.seats)
    points = reading.read_number(item["points"], "scored: points", 0, MOST_POINTS)
    members = reading.read_number(item["members"], "scored: members", 0, MOST)
    if kind == "earlier":
        state.earlier[seat] = points
        return
    if kind in ("five", "single"):
        (state.fives if kind == "five" else state.singles)[seat] = members
        return
    number = reading.read_number(item["round"], "scored: round", 2, board.ROUNDS)
    scoring = number // 2 - 1
    if kind == "set":
        state.sets[scoring, seat] = members
    elif kind == "monasteries":
        state.monks[scoring, seat] = members
    else:
        province = reading.read_name(item["of"], "scored: of", board.PROVINCE_NAMES)
        state.stayed[scoring, province, seat] = members
        if kind == "majority":
            state.majority[scoring, province, seat] = reading.read_number(points, "scored: points", 1, MAJORITY_POINTS)
            state.why[scoring, province] = reading.read_name(item["why"], "scored: why", WHY_NAMES)


def _check(state: State) -> None:
    """What must hold in every position."""
    setting_up = state.phase in (phases.NEUTRALS, phases.PRINCES) and state.round == 1 and state.end == ends.RUNNING
    if not setting_up and board.NOWHERE in _per_seat(state, state.prince):
        raise BadInput("ming.bad.princes")
    if state.passed and state.phase not in (phases.MOVE, phases.WALK, phases.DEPLOY):
        raise BadInput("ming.bad.passed")
    if state.scored == board.NONE and any(state.palace[:].ravel().tolist()):
        raise BadInput("ming.bad.palaces")
    if state.end == ends.RUNNING:
        _check_phase(state)
        if plainly(choices)(state) == 0:
            what = "walk" if state.phase == phases.WALK else "turn"
            raise BadInput("ming.bad.stuck", what=what, seat=state.to_act + 1)
    elif state.round != board.ROUNDS:
        raise BadInput("ming.bad.last_round", rounds=board.ROUNDS)


def _check_phase(state: State) -> None:
    """What must hold in a phase."""
    if state.phase in (phases.NEUTRALS, phases.PRINCES, phases.MEMBERS):
        _check_placing(state)
    elif state.phase == phases.CARDS:
        if state.held[state.to_act] >= board.HAND_SIZE:
            raise BadInput("ming.bad.hand_full", seat=state.to_act + 1, count=board.HAND_SIZE)
    elif state.phase in (phases.MOVE, phases.WALK, phases.DEPLOY):
        if state.passed >> state.to_act & 1:
            raise BadInput("ming.bad.has_passed", seat=state.to_act + 1)
        if state.phase == phases.MOVE and state.held[state.to_act] == 0:
            raise BadInput("ming.bad.no_card", seat=state.to_act + 1)
    elif state.phase == phases.START:
        _check_chooser(state)
    else:
        _check_city(state)


def _check_placing(state: State) -> None:
    """Princes and members are placed in turn from the start player (MING-2.2, 4, 9.1)."""
    if state.phase == phases.NEUTRALS and (state.seats != 2 or state.round % 2 == 0):
        raise BadInput("ming.bad.neutrals_placed")
    if state.phase == phases.PRINCES and state.round != 1:
        raise BadInput("ming.bad.princes_placed")
    order = [seat_after(state.seats, state.start_player, distance) for distance in range(state.seats)]
    if state.phase == phases.PRINCES:
        left = [int(state.prince[seat] == board.NOWHERE) for seat in order]
    else:
        left = [state.to_place[seat] for seat in order]
    done = order.index(state.to_act)
    expected = [left[done] - (place < done) for place in range(state.seats)]
    if left[done] == 0 or left != expected:
        raise BadInput("ming.bad.not_next", seat=state.to_act + 1)
    if state.phase == phases.NEUTRALS and (board.NOWHERE in _per_seat(state, state.prince)) != (state.round == 1):
        raise BadInput("ming.bad.princes_between")


def _check_chooser(state: State) -> None:
    """The start player is chosen after rounds 4 and 5 by the seat that the rules name (MING-8.1)."""
    if state.seats != 4 or state.round not in (4, 5):
        raise BadInput("ming.bad.start")
    seat = plainly(chooser)(state, 2 if state.round == 4 else 1)
    if state.to_act != seat:
        raise BadInput("ming.bad.chooser", seat=state.to_act + 1, chooser=seat + 1)


def _check_city(state: State) -> None:
    """A city that is being scored (MING-7.4, 9.3)."""
    if state.round % 2 == 1:
        raise BadInput("ming.bad.city_round")
    for district in range(board.DISTRICTS):
        members = sum(state.palace[owner, district] for owner in range(board.OWNERS))
        if members > PALACES or (members and district // board.OF_A_PROVINCE < state.scored):
            raise BadInput("ming.bad.palace_members", count=members, district=board.DISTRICT_NAMES[district])
    leads = bool(plainly(do_neutrals_lead)(state, state.scored))
    if state.phase == phases.RETURN and bool(state.neutrals_lead) != leads:
        raise BadInput("ming.bad.neutrals_lead", lead=bool(state.neutrals_lead))
    for seat in range(state.seats):
        members = plainly(members_in_city)(state, seat, state.scored)
        if state.chosen[seat] > (
            0 if members == 0 else board.MOST_RETURNED if state.phase == phases.RETURN else members
        ):
            raise BadInput("ming.bad.chosen", seat=seat + 1, count=members)
    if (state.neutrals_back > 0) != (state.phase == phases.NEUTRALS_BACK):
        raise BadInput("ming.bad.neutrals_back")
    neutrals = plainly(members_in_city)(state, board.NEUTRAL, state.scored)
    if state.neutrals_back > neutrals:
        raise BadInput("ming.bad.neutrals_in_city", count=state.neutrals_back, neutrals=neutrals)
    if state.phase == phases.NEUTRALS_BACK and state.to_act != state.start_player:
        raise BadInput("ming.bad.sends_back")
    if plainly(next_chooser)(state) != state.to_act:
        raise BadInput("ming.bad.not_waited", seat=state.to_act + 1)
