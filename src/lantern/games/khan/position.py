"""A game of Khan from plain data: options, chosen decks, and positions written down."""

from __future__ import annotations

from collections import Counter
from typing import cast

from lantern.games.khan import board, ends, phases, play
from lantern.games.khan.actions import ANYWHERE, CONQUER, read_action, square_named
from lantern.games.khan.conquest import anchor_of, broken_by, form_of
from lantern.games.khan.legality import can_act_freely, can_use_special, refusal
from lantern.games.khan.state import MOST_REFUSED, State
from lantern.kernel import reading
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, Phrase, Refusal, quoted
from lantern.kernel.reading import Given, What
from lantern.kernel.record import Cells, new_records
from lantern.kernel.rng import Stream, shuffle
from lantern.kernel.rule import plainly

OPTIONS = (
    Option("place_rulers", "players place the eight rulers themselves, in turn", default=False),
    Option(
        "drive_out_home", "a ruler with one yurt left at his court goes home also when he is driven out", default=True
    ),
    Option("start", "the seat that begins; by lot if none is named", default=None, choices=(None, 1, 2, 3, 4)),
)
SETUPS = {"deck": "all 72 cards in the order they are dealt, four at a time from the start player, and then drawn"}
NUMBER_OF_CARD = {name: card for card, name in enumerate(board.CARD_NAMES)}
KINDS = {"patronage": board.PATRONAGE, "gods": board.GODS}


def settle(options: Json) -> Json:
    """The options; a start player must sit at the table."""
    reading.check_start(options)
    return options


def set_options(state: State, options: Json) -> None:
    """Write the options into the record."""
    state.seats = options["players"]
    state.place_rulers = options["place_rulers"]
    state.drive_out_home = options["drive_out_home"]
    state.start = -1 if options["start"] is None else options["start"] - 1


def arrange(state: State, setup: Given) -> None:
    """Put the cards in a chosen order; seat 1 begins unless another was chosen."""
    if "deck" in setup:
        cards = _read_cards(setup["deck"], "deck")
        if len(cards) != board.CARDS:
            raise BadInput("khan.bad.deck", count=len(cards), cards=board.CARDS)
        plainly(play.clear_table)(state)
        _set_deck(state, cards)
        plainly(play.begin)(state, max(0, state.start))


def _set_deck(state: State, cards: list[int]) -> None:
    state.deck_left = len(cards)
    state.deck[:] = [board.NO_CARD] * (board.CARDS - len(cards)) + cards
    for card in cards:
        state.cycle[card] = state.reshuffles


def place(state: State, position: Given, rng: Stream) -> None:
    """Write a position into a record whose options are set; what it leaves open is the usual, or drawn by lot."""
    plainly(play.clear_table)(state)
    plainly(play.clear_cards)(state)
    end = ends.NAMES[reading.read_end(position, ends.NAMES)]
    state.final = reading.read_flag(position.get("final", bool(end)), "final")
    _place_rulers(state, position)
    _place_pieces(state, position.get("pieces", []))
    _place_yurts(state, reading.read_object(position.get("yurts"), "yurts", board.SQUARE_NAMES))
    _place_specials(state, position)
    _place_cards(state, position, rng)
    _place_moment(state, position, end)
    _check_scores(state, position.get("scores"))


def _free_land(state: State, name: object, what: str) -> int:
    """A land square with nothing on it yet."""
    square = square_named(name)
    if square not in board.LAND_SQUARES:
        raise BadInput("khan.bad.river", what=what, square=board.name_of(square))
    if not state.empty[square // board.CHUNK] >> square % board.CHUNK & 1:
        raise BadInput("khan.bad.taken", what=what, square=name)
    return square


def _place_rulers(state: State, position: Given) -> None:
    """The rulers and their courts (KHAN-1.3, 5)."""
    given = reading.read_object(position.get("rulers"), "rulers", board.RULER_NAMES)
    for ruler, name in enumerate(board.RULER_NAMES):
        usual = "home" if state.final else board.name_of(int(board.START[ruler]))
        where = given.get(name, usual)
        if where == "home":
            state.ruler[ruler] = board.HOME
            state.homes += 1
        elif where != "unplaced":
            plainly(play.set_ruler)(state, ruler, _free_land(state, where, f"rulers: {name}"))
    _place_courts(state, reading.read_object(position.get("courts"), "courts", board.RULER_NAMES))
    if (state.homes >= board.RULERS_HOME_AT_LAST) != bool(state.final) or (state.final and state.homes < board.RULERS):
        raise BadInput("khan.bad.final", final=bool(state.final), homes=state.homes)


def _place_courts(state: State, courts: Given) -> None:
    for ruler, name in enumerate(board.RULER_NAMES):
        home = state.ruler[ruler] == board.HOME
        least, most = (0, 0) if home else (1, board.COURT_YURTS)
        state.court[ruler] = reading.read_number(courts.get(name, most), f"courts: {name}", least, most)


def _place_pieces(state: State, pieces: object) -> None:
    """The pieces on the board, in the order they were laid, with their points (KHAN-6.3, 10.1)."""
    for entry in reading.read_list(pieces, "pieces", board.SQUARES):
        piece = reading.read_object(entry, "pieces: piece", ("piece", "squares", "owners"))
        squares = [
            board.name_of(square_named(name))
            for name in reading.read_list(piece["squares"], "pieces: squares", board.SQUARES)
        ]
        kind = board.TYPE_NAMES[reading.read_name(piece["piece"], "pieces: piece", board.TYPE_NAMES)]
        laid = Phrase("khan.bad.laid", piece=kind, squares=" ".join(squares))
        action = read_action(f"conquer {kind} {' '.join(squares)}")
        if isinstance(action, Refusal):
            raise BadInput("bad.within", what="pieces", fault=Phrase("bad.within", what=laid, fault=action))
        owners = reading.read_seats(piece["owners"], "pieces: owners", state.seats)
        if not owners:
            raise BadInput("khan.bad.no_owners", laid=laid)
        _lay(state, action - CONQUER, set(owners))


def _lay(state: State, site: int, owners: set[int]) -> None:
    """Lay a piece as if its owners had conquered it together."""
    kind, squares = board.SITE_TYPES[site], board.SITE_SQUARES[site]
    if state.piece_left[kind] == 0:
        raise BadInput("khan.bad.pieces", piece=board.TYPE_NAMES[kind])
    if len(owners) > sum(square in board.LAND_SQUARES for square in squares):
        raise BadInput("khan.bad.yurts_on_piece", piece=board.TYPE_NAMES[kind])
    for square in squares:
        here = 1 << square % board.CHUNK
        free = state.empty[square // board.CHUNK] & here or square not in board.LAND_SQUARES
        if state.covered[square // board.CHUNK] & here or not free:
            raise BadInput("khan.bad.covered", square=board.name_of(square))
        state.empty[square // board.CHUNK] &= ~here
        state.holder[square] = min(owners)
    plainly(play.conquer)(state, site)
    _share(state, state.pieces - 1, kind, owners)


def _share(state: State, piece: int, kind: int, owners: set[int]) -> None:
    """Give a piece that one seat has laid to all its owners."""
    points, first = int(board.POINTS_OF[kind]), min(owners)
    state.score[first] -= points
    state.piece_owners[piece] = sum(1 << seat for seat in owners)
    for seat in owners:
        state.score[seat] += -(-points // len(owners))
        for square in (square for square in range(board.SQUARES) if state.piece_at[square] == piece):
            state.territory[seat, square // board.CHUNK] |= 1 << square % board.CHUNK


def _place_yurts(state: State, yurts: Given) -> None:
    for name, owner in yurts.items():
        square = _free_land(state, name, "yurts")
        seat = board.NEUTRAL if owner == "neutral" else reading.read_seat(owner, f"yurts: {name}", state.seats)
        plainly(play.put_yurt)(state, seat, square)


def _place_specials(state: State, position: Given) -> None:
    """The special cards left, and those in force (KHAN-7)."""
    seats = range(state.seats)
    left = position.get("specials")
    for seat, entry in enumerate(reading.read_by_seat(left, "specials", state.seats) if left is not None else []):
        for name, count in reading.read_object(entry, "specials", board.SPECIAL_NAMES).items():
            special = board.SPECIAL_NAMES.index(name)
            most = int(board.SPECIALS_OF[state.seats, special])
            state.special_left[seat, special] = reading.read_number(count, f"specials: {name}", 0, most)
    for seat in reading.read_seats(position.get("patronage", []), "patronage", state.seats):
        state.patronage[seat] = 1
    names = [str(seat + 1) for seat in seats]
    for name, region in reading.read_object(position.get("gods"), "gods", names).items():
        state.gods[int(name) - 1] = _regions(state, region)
    for name, piece in reading.read_object(position.get("reserved"), "reserved", names).items():
        state.reserved[int(name) - 1] = reading.read_name(piece, "reserved", board.TYPE_NAMES)
    for seat, kind in enumerate(_last_specials(state, position.get("last_special"))):
        state.last_special[seat] = (
            board.NONE if kind is None else KINDS[list(KINDS)[reading.read_name(kind, "last_special", KINDS)]]
        )
    if sum(state.patronage[seat] for seat in seats) > 1:
        raise BadInput("khan.bad.patronage")
    protected = Counter(region for seat in seats for region in range(6) if state.gods[seat] >> region & 1)
    if protected and max(protected.values()) > 1:
        raise BadInput("khan.bad.gods")
    _check_reserved(state)


def _last_specials(state: State, last: object) -> list[object]:
    """The protections used last; where it is not said, those in force."""
    if last is not None:
        return reading.read_by_seat(last, "last_special", state.seats)
    return [
        "patronage" if state.patronage[seat] else "gods" if state.gods[seat] else None for seat in range(state.seats)
    ]


def _check_in_force(state: State, acting: int) -> None:
    """One special card a turn, each taken from those left; one's own lapse as the turn goes on (KHAN-7.1, 7.5, 7.6)."""
    for seat in range(state.seats):
        force = {board.PATRONAGE: bool(state.patronage[seat]), board.GODS: bool(state.gods[seat])}
        used = {kind: force[kind] or state.last_special[seat] == kind for kind in force}
        for kind, name in ((board.PATRONAGE, "patronage"), (board.GODS, "gods")):
            if state.special_left[seat, kind] + used[kind] > int(board.SPECIALS_OF[state.seats, kind]):
                raise BadInput("khan.bad.used", seat=seat + 1, special=name)
            lasting = not state.final and (seat != state.turn or acting in (phases.ACTIONS, phases.DISCARDS))
            if lasting and force[kind] != (state.last_special[seat] == kind):
                raise BadInput("khan.bad.last_special", special=name, seat=seat + 1)
            if force[kind] and seat == state.turn and acting in (phases.SPECIAL, phases.THIRD_ACTION, phases.FINAL):
                raise BadInput("khan.bad.lapsed", special=name, seat=seat + 1)
        if all(force.values()):
            raise BadInput("khan.bad.both_in_force", seat=seat + 1)
        if state.reserved[seat] != board.NONE:
            if seat == state.turn:
                raise BadInput("khan.bad.took_back", seat=seat + 1)
            if state.special_left[seat, board.RECONNAISSANCE] == int(
                board.SPECIALS_OF[state.seats, board.RECONNAISSANCE]
            ):
                raise BadInput("khan.bad.used", special="reconnaissance", seat=seat + 1)


def _check_hands(state: State, acting: int) -> None:
    """Every hand has four cards but that of the seat whose turn it is (KHAN-3.3, 8)."""
    for seat in range(state.seats):
        spent = (
            0
            if acting in (phases.PLACE_RULERS, phases.PLACE_YURTS, phases.FINAL) or seat != state.turn
            else board.HAND_SIZE
        )
        if acting == phases.ACTIONS and seat == state.turn:
            spent = 2 - state.actions_left
        full = 0 if acting in (phases.PLACE_RULERS, phases.PLACE_YURTS) else board.HAND_SIZE
        if not full - spent <= state.held[seat] <= full:
            raise BadInput("khan.bad.hand", seat=seat + 1, count=state.held[seat], least=full - spent, most=full)


def _check_reserved(state: State) -> None:
    """No more pieces are reserved than lie beside the board (KHAN-7.5)."""
    for kind, count in Counter(state.reserved[seat] for seat in range(state.seats)).items():
        if kind != board.NONE and count > (
            state.piece_left[kind] if state.seats == 4 else min(1, state.piece_left[kind])
        ):
            raise BadInput("khan.bad.reserved", piece=board.TYPE_NAMES[kind])


def _regions(state: State, region: object) -> int:
    """What a Gods card protects: everything, or with four players one region (KHAN-7.4)."""
    if state.seats < 4:
        reading.read_name(region, "gods: region", ("all",))
        return board.ALL_REGIONS
    return 1 << reading.read_name(region, "gods: region", board.REGION_NAMES)


def _read_cards(value: object, what: What) -> list[int]:
    """Cards by name, each once."""
    cards: list[int] = []
    for name in reading.read_list(value, what, board.CARDS):
        if not isinstance(name, str) or name not in NUMBER_OF_CARD:
            raise BadInput("khan.bad.card", what=what, name=quoted(name), example=quoted(board.CARD_NAMES[0]))
        if NUMBER_OF_CARD[name] in cards:
            raise BadInput("bad.twice", what=what, name=name)
        cards.append(NUMBER_OF_CARD[name])
    return cards


def _place_cards(state: State, position: Given, rng: Stream) -> None:
    """Hands, deck and discards: what is not given is dealt from the rest, and all cards are counted (KHAN-3.3)."""
    state.reshuffles = reading.read_number(position.get("reshuffles", 0), "reshuffles", 0, 99)
    setting_up = position.get("phase") in ("rulers", "yurts")
    hands = position.get("hands")
    given = [None] * state.seats if hands is None else reading.read_by_seat(hands, "hands", state.seats)
    read = [
        None if hand is None else _read_cards(hand, reading.of_seat("hands", seat))
        for seat, hand in enumerate(given, 1)
    ]
    piles = {
        key: _read_cards(position[key], key) if position.get(key) is not None else None for key in ("deck", "discards")
    }
    rest = _rest([cards for cards in [*read, *piles.values()] if cards is not None])
    plainly(shuffle)(cast(Cells, rest), 0, len(rest), rng)
    dealt = 0 if setting_up else board.HAND_SIZE
    if len(rest) < dealt * read.count(None):
        raise BadInput("khan.bad.too_few_cards")
    all_hands = [[rest.pop() for _ in range(dealt)] if hand is None else hand for hand in read]
    _place_piles(state, piles["deck"], piles["discards"], rest)
    _place_hands(state, all_hands, position)


def _rest(given: list[list[int]]) -> list[int]:
    """The cards that are not among those given."""
    counts = Counter(card for cards in given for card in cards)
    for card, count in counts.items():
        if count > 1:
            raise BadInput("khan.bad.card_places", card=board.CARD_NAMES[card], count=count)
    return [card for card in range(board.CARDS) if card not in counts]


def _place_piles(state: State, deck: list[int] | None, discards: list[int] | None, rest: list[int]) -> None:
    """The rest is the deck, or if the deck is given lies on the discard pile."""
    if deck is not None and discards is not None and rest:
        raise BadInput("khan.bad.missing", count=len(rest), card=board.CARD_NAMES[rest[0]])
    deck = rest if deck is None else deck
    if not deck:
        raise BadInput("khan.bad.empty_deck")
    _set_deck(state, deck)


def _place_hands(state: State, hands: list[list[int]], position: Given) -> None:
    """The hands, in which cycle of the deck each card was drawn, and what all know of it."""
    cycles = _by_card(hands, position, "drawn", "numbers", state.reshuffles)
    bounds = _by_card(hands, position, "bounds", "objects", {})
    for seat, hand in enumerate(hands):
        if len(hand) > board.HAND_SIZE:
            raise BadInput("bad.hand", seat=seat + 1, count=len(hand), most=board.HAND_SIZE)
        for card, cycle, bound in zip(hand, cycles[seat], bounds[seat], strict=True):
            state.cycle[card] = reading.read_number(cycle, "drawn", 0, state.reshuffles)
            plainly(play.put_in_hand)(state, seat, card, _read_bound(bound, card))


def _by_card(hands: list[list[int]], position: Given, key: str, things: str, usual: object) -> list[list[object]]:
    """What a position says of every card in every hand."""
    if position.get(key) is None:
        return [[usual] * len(hand) for hand in hands]
    said = [
        reading.read_list(entry, key, board.HAND_SIZE) for entry in reading.read_by_seat(position[key], key, len(hands))
    ]
    for seat, (entry, hand) in enumerate(zip(said, hands, strict=True), 1):
        if len(entry) != len(hand):
            raise BadInput("khan.bad.by_card", key=key, seat=seat, cards=len(hand), count=len(entry), things=things)
    return said


def _read_bound(value: object, card: int) -> int:
    """What all know of a card: for some symbols a ruler, after whom its own comes if it shows the symbol (KHAN-3.3)."""
    bound = 0
    for name, ruler in reading.read_object(value, "bounds: card", board.SYMBOL_NAMES).items():
        last = reading.read_name(ruler, f"bounds: {name}", board.RULER_NAMES)
        bound = plainly(play.rule_out)(bound, board.SYMBOL_NAMES.index(name), last + 1)
        if not plainly(play.can_be)(card, bound):
            held, after = board.CARD_NAMES[card], board.RULER_NAMES[last]
            raise BadInput("khan.bad.bound", card=held, ruler=after)
    return bound


def _place_moment(state: State, position: Given, end: str) -> None:
    """Whose turn it is and what is to be decided, or that the game is over."""
    state.start_player = reading.read_seat(
        position.get("start_player", max(0, state.start) + 1), "start_player", state.seats
    )
    if state.start >= 0 and state.start_player != state.start:
        raise BadInput("bad.began", key="start_player", seat=state.start_player + 1, start=state.start + 1)
    state.turn = reading.read_seat(position.get("turn", state.start_player + 1), "turn", state.seats)
    state.to_act = state.turn
    _place_last(state, position)
    if end:
        _place_end(state, end)
        return
    state.phase = reading.read_name(position.get("phase", "actions"), "phase", phases.NAMES)
    usual = 2 if state.phase in (phases.ACTIONS, phases.FINAL) else 0
    state.actions_left = reading.read_number(position.get("actions_left", usual), "actions_left", 0, 2)
    _place_proposal(state, position)
    to_act = position.get("to_act", state.to_act + 1)
    if reading.read_seat(to_act, "to_act", state.seats) != state.to_act:
        raise BadInput("khan.bad.to_act", value=quoted(to_act), seat=state.to_act + 1)
    _check_phase(state)
    _place_set_up(state)
    _check_running(state)


def _place_end(state: State, end: str) -> None:
    if not state.final:
        raise BadInput("khan.bad.end_not_final", end=quoted(end))
    if not plainly(play.is_all_conquered)(state):
        raise BadInput("khan.bad.end_to_conquer", end=quoted(end))
    plainly(play.finish)(state)


def _place_set_up(state: State) -> None:
    """How many rulers or yurts have been placed while setting up (KHAN-3)."""
    if state.phase == phases.PLACE_RULERS:
        state.set_up = sum(state.ruler[ruler] != board.UNPLACED for ruler in range(board.RULERS))
    elif state.phase == phases.PLACE_YURTS:
        state.set_up = sum(_yurts_of(state, seat) for seat in range(state.seats))
        regions = Counter(
            board.LANDSCAPE_OF[square] for square in board.LAND_SQUARES if state.holder[square] < board.NEUTRAL
        )
        if regions and max(regions.values()) > 1:
            raise BadInput("khan.bad.yurts")
    first = (state.start_player + state.set_up) % state.seats
    if state.phase in (phases.PLACE_RULERS, phases.PLACE_YURTS) and state.turn != first:
        raise BadInput("khan.bad.turn", seat=state.turn + 1, first=first + 1)


def _yurts_of(state: State, owner: int) -> int:
    return sum(state.holder[square] == owner for square in board.LAND_SQUARES)


def _check_phase(state: State) -> None:
    """What a phase goes with (KHAN-3, 6, 9)."""
    setting_up = state.phase in (phases.PLACE_RULERS, phases.PLACE_YURTS)
    unplaced = [name for ruler, name in enumerate(board.RULER_NAMES) if state.ruler[ruler] == board.UNPLACED]
    if bool(unplaced) != (state.phase == phases.PLACE_RULERS) or (
        state.phase == phases.PLACE_RULERS and not state.place_rulers
    ):
        raise BadInput("khan.bad.unplaced", rulers=unplaced, phase=quoted(phases.NAMES[state.phase]))
    if setting_up and (state.pieces or _yurts_of(state, board.NEUTRAL)):
        raise BadInput("khan.bad.set_up")
    acting = state.asked_in if state.phase == phases.CONSENT else state.phase
    _check_in_force(state, acting)
    _check_hands(state, acting)
    if (acting == phases.FINAL) > state.final or (state.final and acting == phases.PLACE_YURTS):
        raise BadInput("khan.bad.phase_final", phase=quoted(phases.NAMES[acting]), final=bool(state.final))
    least, most = (
        (1, 1 if state.final and acting == phases.ACTIONS else 2)
        if acting in (phases.ACTIONS, phases.FINAL)
        else (0, 0)
    )
    if not least <= state.actions_left <= most:
        raise BadInput(
            "khan.bad.actions_left",
            count=state.actions_left,
            phase=quoted(phases.NAMES[acting]),
            least=least,
            most=most,
        )
    if acting == phases.THIRD_ACTION and state.special_left[state.turn, board.MORALE] == 0:
        raise BadInput("khan.bad.morale")
    if state.phase == phases.PLACE_YURTS and sum(_yurts_of(state, seat) for seat in range(state.seats)) >= (
        state.seats * int(board.STARTING_YURTS[state.seats])
    ):
        raise BadInput("khan.bad.all_yurts")


def _check_running(state: State) -> None:
    """A game that goes on has something to decide."""
    if state.phase == phases.THIRD_ACTION and not plainly(can_act_freely)(state, state.turn):
        raise BadInput("khan.bad.no_third")
    if state.phase == phases.SPECIAL and not plainly(can_use_special)(state):
        raise BadInput("khan.bad.no_special")
    if state.phase == phases.FINAL:
        one = new_records(State, 1)
        one[0] = state
        if play.nothing_left(one):
            raise BadInput("khan.bad.over")


def _place_last(state: State, position: Given) -> None:
    """The decision made last, and the ruler who fled last."""
    if position.get("last") is not None:
        state.last_action, state.last_seat = reading.read_last(position["last"], state.seats, read_action)
    if position.get("fled") is not None:
        fled = reading.read_object(position["fled"], "fled", ("ruler", "card", "from"))
        state.fled = reading.read_name(fled["ruler"], "fled: ruler", board.RULER_NAMES)
        state.fled_card = _read_cards([fled["card"]], "fled")[0]
        state.fled_from = square_named(fled["from"])


def _site(text: object, what: str) -> int:
    """The site of a conquest in notation."""
    action = reading.read_notation(text, what, read_action)
    if not CONQUER <= action < ANYWHERE:
        raise BadInput("khan.bad.no_conquest", what=what, value=quoted(text))
    return action - CONQUER


def _place_proposal(state: State, position: Given) -> None:
    """The proposals refused this turn, and the one that waits for consent (KHAN-7.7)."""
    for text in reading.read_list(position.get("refused", []), "refused", MOST_REFUSED):
        site = _site(text, "refused")
        if site in state.refused[: state.refusals].tolist():
            raise BadInput("bad.twice", what="refused", name=quoted(text))
        state.refused[state.refusals] = site
        state.refusals += 1
    proposal = position.get("proposal")
    if (proposal is None) == (state.phase == phases.CONSENT):
        raise BadInput("khan.bad.proposal")
    for key in ("consented", "asked_in") if proposal is None else ():
        if position.get(key):
            raise BadInput("khan.bad.not_proposed", key=key)
    if proposal is not None:
        _place_consent(state, _site(proposal, "proposal"), position)


def _place_consent(state: State, site: int, position: Given) -> None:
    """A proposal, who made it in which phase, and who has consented."""
    asking = (phases.ACTIONS, phases.THIRD_ACTION, phases.FINAL)
    names = [phases.NAMES[phase] for phase in asking]
    state.asked_in = asking[reading.read_name(position["asked_in"], "asked_in", names)]
    state.phase = state.asked_in
    if "actions_left" not in position:
        state.actions_left = 0 if state.asked_in == phases.THIRD_ACTION else 2
    code = plainly(refusal)(state, CONQUER + site)
    form = plainly(form_of)(site)
    broken = plainly(broken_by)(state, state.turn, form, plainly(anchor_of)(site))
    if code != 0 or broken == 0:
        raise BadInput("khan.bad.no_consent")
    consented = set(reading.read_seats(position.get("consented", []), "consented", state.seats))
    asked = [seat for seat in _in_turn(state) if broken >> seat & 1]
    if consented != set(asked[: len(consented)]) or len(consented) == len(asked):
        raise BadInput("khan.bad.consented")
    state.phase = phases.CONSENT
    state.proposal = site
    state.to_ask = sum(1 << seat for seat in asked if seat not in consented)
    state.to_act = asked[len(consented)]


def _in_turn(state: State) -> list[int]:
    """The other seats in turn order."""
    return [(state.turn + distance) % state.seats for distance in range(1, state.seats)]


def _check_scores(state: State, scores: object) -> None:
    """Points follow from the pieces (KHAN-10)."""
    counted = [state.score[seat] for seat in range(state.seats)]
    if scores is not None and reading.read_by_seat(scores, "scores", state.seats) != counted:
        raise BadInput("khan.bad.scores", scores=quoted(scores), counted=quoted(counted))
