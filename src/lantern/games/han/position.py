"""A game of HAN from plain data: options, chosen decks, and positions written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import cast

from lantern.games.han import board as han_board
from lantern.games.han import ends, phases
from lantern.games.han.actions import read_action
from lantern.games.han.board import Board
from lantern.games.han.legality import emissaries_in, empty_provinces, most_houses
from lantern.games.han.maps import BORDER_DISPUTES, MAP_NAMES, WAYS_OF_DIPLOMACY, board_of, flaws_in
from lantern.games.han.play import all_markers, begin, begin_turn, can_anyone_place, clear_table, deal, receive
from lantern.games.han.state import State
from lantern.games.han.view import complete_provinces
from lantern.kernel import reading
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.reading import Given, What
from lantern.kernel.record import Cells
from lantern.kernel.rng import Stream, shuffle
from lantern.kernel.rule import plainly

OPTIONS = (
    Option(
        "map",
        "the map, for 3 to 5 or 2 to 4 players; by their number if none is named",
        default=None,
        choices=(None, *MAP_NAMES),
        own="a map of your own, made like the shipped ones",
        flaws=flaws_in,
    ),
    Option(
        han_board.FORTIFICATIONS,
        "variant for Border Disputes: a marker that doubles what a house of yours scores",
        False,
    ),
    Option(han_board.MARKET_PLACES, "variant for Ways of Diplomacy: a marker that lets an emissary in late", False),
    Option("start", "the seat that begins; by lot if none is named", default=None, choices=(None, 1, 2, 3, 4, 5)),
)

SETUPS = {"deck": "all cards in the order they are dealt: hand by hand from seat 1, the display, and then the deck"}


def settle(options: Json) -> Json:
    """The map by the number of players if none is chosen; what does not go together is refused (HAN-1.3, 10, 11)."""
    players = options["players"]
    reading.check_start(options)
    usual = WAYS_OF_DIPLOMACY if players == 2 else BORDER_DISPUTES
    chosen = usual if options["map"] is None else options["map"]
    board = board_of(chosen)
    if players not in board.seats:
        raise BadInput(
            "han.bad.seats", map=_called(board), least=board.seats.start, most=board.seats.stop - 1, players=players
        )
    for variant in (han_board.FORTIFICATIONS, han_board.MARKET_PLACES):
        if options[variant] and board.variant != variant:
            raise BadInput(f"han.bad.variant.{variant}", map=_called(board))
    return options | {"map": chosen}


def _called(board: Board) -> Phrase:
    return Phrase(f"han.map.{board.name.replace(' ', '_')}", board.name)


def set_options(state: State, options: Json) -> None:
    """Write the map and the other options into the record."""
    board = board_of(options["map"])
    state.seats = options["players"]
    state.fortifications = options[han_board.FORTIFICATIONS]
    state.market_places = options[han_board.MARKET_PLACES]
    state.start = -1 if options["start"] is None else options["start"] - 1
    state.display_size = board.display
    for colour in range(han_board.COLOURS):
        state.copies[colour] = han_board.CARDS_OF_COLOUR[colour] - board.removed[options["players"]]
    _set_map(state, board)


def _set_map(state: State, board: Board) -> None:
    for number, province in enumerate(board.provinces):
        state.area[number] = board.area(number)
        state.colour[number] = province.colour
    for number in range(han_board.SPACES):
        owners = board.spaces[number].provinces if number in board.spaces else ()
        state.province[number, :] = [*owners, han_board.NOBODY, han_board.NOBODY][:2]
        state.road[number] = board.joined(number)
    for number, pair in enumerate(board.alliances):
        state.alliance[number, :] = pair
    state.spaces = sum(1 << number for number in board.spaces)
    state.ports = board.ports


def arrange(state: State, setup: Given) -> None:
    """Deal from a chosen deck; seat 1 begins unless another was chosen."""
    if "deck" in setup:
        cards = _read_cards(setup["deck"], "deck")
        _check_all_there(state, cards)
        plainly(clear_table)(state)
        _set_deck(state, cards)
        plainly(deal)(state)
        plainly(begin)(state, max(0, state.start))


def _check_all_there(state: State, cards: list[int]) -> None:
    """Every card of the game must be in a chosen deck."""
    given = Counter(cards)
    for colour, name in enumerate(han_board.COLOUR_NAMES):
        if given[colour] != state.copies[colour]:
            raise BadInput("han.bad.deck", copies=state.copies[colour], colour=name, count=given[colour])


def _set_deck(state: State, cards: list[int]) -> None:
    state.deck_left = len(cards)
    state.deck[han_board.MOST_CARDS - len(cards) :] = cards


def place(board: Board, state: State, position: Given, rng: Stream) -> None:
    """Write a position into a record whose options are set; what it leaves open is the usual, or drawn by lot."""
    plainly(clear_table)(state)
    state.end = reading.read_end(position, ends.NAMES)
    _place_scores(state, position.get("scores"))
    _place_pieces(board, state, position)
    _check_scored(board, state, position.get("scored"))
    _place_cards(state, position, rng)
    _place_moment(board, state, position)
    _place_last(board, state, position.get("last"))


def _read_cards(value: object, what: What) -> list[int]:
    return [
        reading.read_name(name, what, han_board.COLOUR_NAMES)
        for name in reading.read_list(value, what, han_board.MOST_CARDS)
    ]


def _place_scores(state: State, scores: object) -> None:
    for seat, points in enumerate(reading.read_by_seat(scores, "scores", state.seats) if scores is not None else []):
        state.score[seat] = reading.read_number(points, "scores", 0, 9999)


def _place_pieces(board: Board, state: State, position: Given) -> None:
    """Houses, markers and emissaries, counted against the supplies."""
    for key, sets in (("houses", state.house), ("fortifications", state.fort), ("market_places", state.market)):
        for id_, owner in reading.read_object(position.get(key), key, board.number_of_space).items():
            sets[reading.read_seat(owner, f"{key}: {id_}", state.seats)] |= 1 << board.number_of_space[id_]
    _check_markers(board, state)
    emissaries = reading.read_object(position.get("emissaries"), "emissaries", board.number_of_province)
    for id_, counts in emissaries.items():
        for seat, count in enumerate(reading.read_by_seat(counts, f"emissaries: {id_}", state.seats)):
            state.emissary[board.number_of_province[id_], seat] = reading.read_number(
                count, f"emissaries: {id_}", 0, han_board.ALL_EMISSARIES
            )
    for seat in range(state.seats):
        _count_supply(state, seat)
    _check_caps(board, state)


def _check_markers(board: Board, state: State) -> None:
    """A fortification stands under its owner's house, a market place alone; neither on a border (HAN-10.1, 11.1)."""
    houses = sum(state.house[seat] for seat in range(state.seats))
    for seat in range(state.seats):
        bare = board.space_ids(state.fort[seat] & ~state.house[seat])
        if bare:
            raise BadInput("han.bad.fortification", space=bare[0], seat=seat + 1)
        both = board.space_ids(state.market[seat] & houses)
        if both:
            raise BadInput("han.bad.market", space=both[0])
        border = board.space_ids(
            (state.fort[seat] | state.market[seat]) >> han_board.ORDINARY_SPACES << han_board.ORDINARY_SPACES
        )
        if border:
            raise BadInput("han.bad.marker_on_border", space=border[0])


def _count_supply(state: State, seat: int) -> None:
    """Nobody has more pieces on the map than there are (HAN-1.2, 10.1, 11.1)."""
    houses = state.house[seat].bit_count()
    if houses > han_board.ALL_HOUSES:
        raise BadInput("han.bad.houses", seat=seat + 1, count=houses, most=han_board.ALL_HOUSES)
    markets = state.market[seat].bit_count()
    waiting = markets if state.end == ends.RUNNING else 0
    sent = sum(state.emissary[province, seat] for province in range(han_board.PROVINCES)) + waiting
    if sent > han_board.ALL_EMISSARIES:
        raise BadInput("han.bad.emissaries", seat=seat + 1, count=sent, most=han_board.ALL_EMISSARIES)
    forts, most = state.fort[seat].bit_count(), plainly(all_markers)(state)
    for key, count, played in (
        (han_board.FORTIFICATIONS, forts, state.fortifications),
        (han_board.MARKET_PLACES, markets, state.market_places),
    ):
        if count > (most if played else 0):
            raise BadInput("han.bad.markers", key=key, seat=seat + 1, count=count, most=most if played else 0)
    state.emissaries_left[seat] = han_board.ALL_EMISSARIES - sent
    state.markers_left[seat] = most - forts - markets


def _check_caps(board: Board, state: State) -> None:
    """On no dragon space are more emissaries than the most houses of a seat; markets may add some (HAN-5.2, 11.3)."""
    for number, province in enumerate(board.provinces):
        count = plainly(emissaries_in)(state, number)
        cap = plainly(most_houses)(state, state.area[number])
        if state.end != ends.RUNNING:
            cap += sum((state.market[seat] & state.area[number]).bit_count() for seat in range(state.seats))
        if count > cap:
            raise BadInput("han.bad.cap", province=province.id, count=count, most=cap)
        for seat in range(state.seats) if state.end != ends.RUNNING else ():
            if state.emissary[number, seat] < (state.market[seat] & state.area[number]).bit_count():
                raise BadInput("han.bad.markets_moved", province=province.id)


def _check_scored(board: Board, state: State, scored: object) -> None:
    """The provinces scored are those that are complete (HAN-7.1)."""
    complete = board.province_ids(complete_provinces(state))
    given = complete if scored is None else _province_ids(board, scored, "scored")
    for id_ in given:
        if id_ not in complete:
            raise BadInput("han.bad.not_full", province=id_)
    for id_ in complete:
        if id_ not in given:
            raise BadInput("han.bad.full", province=id_)


def _place_cards(state: State, position: Given, rng: Stream) -> None:
    """Hands, display, discards and deck: what is not given is dealt from the rest, and all cards are counted."""
    hands = position.get("hands")
    given = [None] * state.seats if hands is None else reading.read_by_seat(hands, "hands", state.seats)
    state.exhausted = reading.read_number(position.get("exhausted", 0), "exhausted", 0, 2)
    read = [
        None if hand is None else _read_cards(hand, reading.of_seat("hands", seat))
        for seat, hand in enumerate(given, 1)
    ]
    piles = {
        key: _read_cards(position[key], key) if position.get(key) is not None else None
        for key in ("display", "discards", "deck")
    }
    rest = _rest(state, [cards for cards in [*read, *piles.values()] if cards is not None])
    plainly(shuffle)(cast(Cells, rest), 0, len(rest), rng)
    for seat, hand in enumerate(read):
        _place_hand(state, seat, _dealt(rest, han_board.HAND_SIZE) if hand is None else hand)
    shown = piles["display"]
    _place_display(state, _dealt(rest, state.display_size) if shown is None else shown)
    _place_deck(state, piles["deck"], piles["discards"], rest)
    _place_knowledge(state, position)


def _rest(state: State, given: Iterable[list[int]]) -> list[int]:
    """The cards of the game that are not among those given."""
    counts = Counter(card for cards in given for card in cards)
    for colour, name in enumerate(han_board.COLOUR_NAMES):
        if counts[colour] > state.copies[colour]:
            raise BadInput("han.bad.copies", count=counts[colour], colour=name, copies=state.copies[colour])
    return [colour for colour in range(han_board.COLOURS) for _ in range(state.copies[colour] - counts[colour])]


def _dealt(rest: list[int], count: int) -> list[int]:
    """So many cards from the rest."""
    if len(rest) < count:
        raise BadInput("bad.too_few_cards")
    return [rest.pop() for _ in range(count)]


def _place_hand(state: State, seat: int, cards: list[int]) -> None:
    if len(cards) > han_board.HAND_SIZE:
        raise BadInput("bad.hand", seat=seat + 1, count=len(cards), most=han_board.HAND_SIZE)
    for card in cards:
        plainly(receive)(state, seat, card)


def _place_display(state: State, cards: list[int]) -> None:
    if len(cards) > state.display_size:
        raise BadInput("han.bad.display", count=len(cards), most=state.display_size)
    for card in cards:
        state.display[card] += 1


def _place_deck(state: State, deck: list[int] | None, discards: list[int] | None, rest: list[int]) -> None:
    """The rest is the deck, or if the deck is given lies on the discard pile."""
    if deck is not None and discards is not None and rest:
        raise BadInput("han.bad.missing", count=len(rest), colour=han_board.COLOUR_NAMES[rest[0]])
    if deck is None and state.exhausted == 2:
        deck = []
    if discards is None:
        discards = rest if deck is not None else []
    elif deck == [] and rest:
        raise BadInput("han.bad.missing", count=len(rest), colour=han_board.COLOUR_NAMES[rest[0]])
    deck = rest if deck is None else deck
    if (state.exhausted == 2) != (not deck):
        raise BadInput("han.bad.exhausted", count=len(deck))
    _set_deck(state, deck)
    for card in discards:
        state.discard[card] += 1


def _place_knowledge(state: State, position: Given) -> None:
    """Which cards of the hands all have seen, and which were drawn blind before the reshuffle (HAN-1.6)."""
    seen = _cards_by_seat(state, position, "seen")
    for seat, cards in enumerate(seen):
        for card in cards:
            state.seen[seat, card] += 1
            if state.seen[seat, card] > state.hand[seat, card]:
                raise BadInput("han.bad.seen", seat=seat + 1, colour=han_board.COLOUR_NAMES[card])
    if position.get("older") is not None:
        older = _cards_by_seat(state, position, "older")
    else:
        older = [_blind_cards(state, seat) if state.exhausted else [] for seat in range(state.seats)]
    for seat, cards in enumerate(older):
        for card in cards:
            state.old[seat, card] += 1
            state.old_held[seat] += 1
            state.old_cards[card] += 1
            if state.exhausted == 0:
                raise BadInput("han.bad.no_reshuffle")
            if state.old[seat, card] + state.seen[seat, card] > state.hand[seat, card]:
                raise BadInput("han.bad.older", seat=seat + 1, colour=han_board.COLOUR_NAMES[card])
    for seat, colours in enumerate(_cards_by_seat(state, position, "not_older")):
        for colour in colours:
            state.not_old[seat] |= 1 << colour
            if state.old_held[seat] == 0:
                raise BadInput("han.bad.no_older", seat=seat + 1)
            if state.old[seat, colour] > 0:
                raise BadInput("han.bad.holds_older", seat=seat + 1, colour=han_board.COLOUR_NAMES[colour])


def _cards_by_seat(state: State, position: Given, key: str) -> list[list[int]]:
    """Some cards for every seat, none if nothing is said of them."""
    given = position.get(key)
    hands = [[] for _ in range(state.seats)] if given is None else reading.read_by_seat(given, key, state.seats)
    return [_read_cards(cards, reading.of_seat(key, seat)) for seat, cards in enumerate(hands, 1)]


def _blind_cards(state: State, seat: int) -> list[int]:
    return [
        colour
        for colour in range(han_board.COLOURS)
        for _ in range(state.hand[seat, colour] - state.seen[seat, colour])
    ]


def _place_moment(board: Board, state: State, position: Given) -> None:
    """Whose turn it is and how far it has got, or that the game is over."""
    usual = max(0, state.start) + 1
    state.emperor = reading.read_seat(position.get("emperor", usual), "emperor", state.seats)
    if state.start >= 0 and state.emperor != state.start:
        raise BadInput("bad.began", key="emperor", seat=state.emperor + 1, start=state.start + 1)
    turn = reading.read_object(position.get("turn"), "turn", ("placed", "provinces", "empty"))
    if state.end != ends.RUNNING:
        _check_end(state)
        seat = reading.read_object(position.get("last"), "last", ("seat", "action")).get("seat", state.emperor + 1)
        plainly(begin_turn)(state, reading.read_seat(seat, "last: seat", state.seats))
        return
    plainly(begin_turn)(state, reading.read_seat(position.get("to_act", state.emperor + 1), "to_act", state.seats))
    state.phase = reading.read_name(position.get("phase", "place"), "phase", phases.NAMES)
    _place_turn(board, state, turn)
    _check_running(state)


def _place_turn(board: Board, state: State, turn: Given) -> None:
    """What was placed so far this turn."""
    state.placed = reading.read_number(turn.get("placed", 0), "turn: placed", 0, 2)
    state.site = _provinces(board, turn.get("provinces"), "turn: provinces", han_board.ALL_PROVINCES)
    usual = plainly(empty_provinces)(state)
    state.was_empty = _provinces(board, turn.get("empty"), "turn: empty", usual)
    if state.placed == 0 and state.site != han_board.ALL_PROVINCES:
        raise BadInput("han.bad.open")
    if state.placed > 0:
        _check_site(board, state)
    _check_empty(board, state)
    if state.phase == phases.PLACE and state.held[state.to_act] + state.placed > han_board.HAND_SIZE:
        raise BadInput("han.bad.placed", count=state.placed, seat=state.to_act + 1)


def _check_site(board: Board, state: State) -> None:
    """What was placed this turn stands in one province, or is a house on the border of two."""
    sites = [province for province in range(han_board.PROVINCES) if state.site >> province & 1]
    border = state.house[state.to_act] & state.area[sites[0]] & state.area[sites[-1]] if sites else 0
    if len(sites) != 1 and (len(sites) != 2 or state.placed != 1 or border == 0):
        raise BadInput("han.bad.site")
    for province in sites:
        pieces = _count_pieces(state, province)
        if pieces < state.placed:
            raise BadInput(
                "han.bad.site_pieces", count=state.placed, province=board.provinces[province].id, pieces=pieces
            )


def _count_pieces(state: State, province: int) -> int:
    """Houses, markers and emissaries in a province."""
    area = state.area[province]
    sets = [
        (state.house[seat], state.fort[seat], state.market[seat], state.market[seat]) for seat in range(state.seats)
    ]
    on_spaces = sum((pieces & area).bit_count() for pieces_of_seat in sets for pieces in pieces_of_seat)
    return on_spaces + plainly(emissaries_in)(state, province)


def _check_empty(board: Board, state: State) -> None:
    """A province that was empty got one piece this turn at most; one without a piece was empty (HAN-3.2)."""
    pieces = {province.id: _count_pieces(state, number) for number, province in enumerate(board.provinces)}
    empty = board.province_ids(state.was_empty)
    for id_ in empty:
        if pieces[id_] > min(1, state.placed):
            raise BadInput("han.bad.not_empty", province=id_, pieces=pieces[id_])
    for id_, count in pieces.items():
        if count == 0 and id_ not in empty:
            raise BadInput("han.bad.empty", province=id_)


def _provinces(board: Board, ids: object, what: str, usual: int) -> int:
    """A set of provinces."""
    if ids is None:
        return usual
    return sum(1 << board.number_of_province[id_] for id_ in set(_province_ids(board, ids, what)))


def _province_ids(board: Board, ids: object, what: str) -> list[str]:
    names = [*board.number_of_province]
    return [
        names[reading.read_name(id_, f"{what}: province", names)]
        for id_ in reading.read_list(ids, what, han_board.PROVINCES)
    ]


def _check_running(state: State) -> None:
    """A game that goes on has something to decide, now and for every seat still to come."""
    if state.phase == phases.DRAW and (state.exhausted == 2 or state.held[state.to_act] == han_board.HAND_SIZE):
        raise BadInput("han.bad.draw")
    if not plainly(can_anyone_place)(state):
        raise BadInput("han.bad.over")
    for seat in range(state.seats):
        if state.held[seat] == 0 and _is_to_come(state, seat):
            raise BadInput("han.bad.no_card", seat=seat + 1)


def _is_to_come(state: State, seat: int) -> bool:
    """Whether a seat still has a turn to begin."""
    if seat == state.to_act:
        return state.phase == phases.PLACE and state.placed == 0
    order = [(state.emperor + place) % state.seats for place in range(state.seats)]
    return state.exhausted < 2 or order.index(seat) > order.index(state.to_act)


def _check_end(state: State) -> None:
    """A game that is over must have come to that end (HAN-8.3, 8.4)."""
    came = state.exhausted == 2 if state.end == ends.LAST_ROUND_OVER else not plainly(can_anyone_place)(state)
    if not came:
        raise BadInput("bad.not_ended", end=quoted(ends.NAMES[state.end]))


def _place_last(board: Board, state: State, last: object) -> None:
    """The decision made last."""
    if last is not None:
        state.last_action, state.last_seat = reading.read_last(last, state.seats, partial(read_action, board))
