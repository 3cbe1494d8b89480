"""What happened in a game of Khan: a decision and all that followed from it by itself, told in order."""

from __future__ import annotations

from lantern.games.khan import actions, board, ends, phases
from lantern.games.khan.play import conquer, flee, give_up, put_yurt, refuge, set_ruler
from lantern.games.khan.squares import land_at
from lantern.games.khan.state import State
from lantern.games.khan.view import outcome, pieces_of, share, territory_items
from lantern.kernel.contract import Event
from lantern.kernel.record import copy_of
from lantern.kernel.rule import plainly

PLAIN_DEEDS = {
    actions.STOP: "stopped",
    actions.MORALE_CARD: "morale",
    actions.PATRONAGE_CARD: "patronage",
    actions.GODS_CARD: "gods",
    actions.CONSENT_GIVEN: "consented",
    actions.CONSENT_REFUSED: "refused",
    actions.PASS: "passed",
}
"""[decision] the event of one that names nothing but the seat."""


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did and all that followed by itself, in order: the end of a turn, the next one, the end."""
    tale = Tale(before, action, after)
    tale.tell_deed()
    if tale.is_dealt():
        tale.tell_deal()
    if tale.is_cut_short():
        tale.add("nothing_more", seat=before.turn + 1)
    if tale.is_step_2_over():
        tale.lapse(before.turn)
    if tale.is_turn_over():
        tale.tell_turns()
    if after.end != ends.RUNNING:
        tale.tell_end()
    return tale.events


class Tale:
    """One action told from the positions before and after it, on a scene that goes along from deed to deed."""

    def __init__(self, before: State, action: int, after: State) -> None:
        self.before, self.action, self.after = before, action, after
        self.scene: State = copy_of(before)[0]
        self.events: list[Event] = []
        self.stage = before.asked_in if before.phase == phases.CONSENT else before.phase
        """The phase of the turn, also while somebody is asked."""
        self.pile = _leaving(before, after)
        """The cards still to leave the deck, in order, with NO_CARD where the discards become a new one."""
        self.new_deck = (
            after.deck_left + len(self.pile) - self.pile.index(board.NO_CARD) - 1 if board.NO_CARD in self.pile else 0
        )
        """The cards of the new deck, until it is told of."""

    def add(self, key: str, known_to: tuple[int, ...] | None = None, /, **arguments: object) -> None:
        """One more thing that happened."""
        self.events.append(Event(key, arguments, known_to))

    def take(self, number: int) -> list[int]:
        """The next cards of the deck."""
        cards: list[int] = []
        while len(cards) < number:
            card = self.pile.pop(0)
            cards += [card] if card != board.NO_CARD else []
        return cards

    def tell_reshuffle(self) -> None:
        """Tell that the discards have become the deck, if they have by now."""
        if self.new_deck and board.NO_CARD not in self.pile[1:]:
            self.pile = [card for card in self.pile if card != board.NO_CARD]
            self.add("reshuffled", cards=self.new_deck)
            self.new_deck = 0

    # The questions

    def is_dealt(self) -> bool:
        """Whether the last yurt was placed, so that cards were dealt (KHAN-3.3)."""
        return self.before.phase == phases.PLACE_YURTS != self.after.phase

    def is_turn_over(self) -> bool:
        """Whether another turn has begun; in the final phase it may come back to the same seat (KHAN-9.3)."""
        if self.before.phase in (phases.PLACE_RULERS, phases.PLACE_YURTS):
            return False
        if self.after.turn != self.before.turn or self.stage != phases.FINAL == self.after.phase:
            return True
        if self.stage != phases.FINAL or self.after.phase != phases.FINAL or self.after.end != ends.RUNNING:
            return False
        refused = self.action == actions.CONSENT_REFUSED and self.after.refusals == 0
        conquered = self.after.pieces > self.before.pieces and self.after.actions_left == 2
        return self.action == actions.PASS or refused or conquered

    def is_step_2_over(self) -> bool:
        """Whether the two actions and the discards are done (KHAN-7.1)."""
        return self.stage in (phases.ACTIONS, phases.DISCARDS) and (
            self.after.phase == phases.SPECIAL or self.is_turn_over()
        )

    def is_cut_short(self) -> bool:
        """Whether actions or conquests were left that nobody could make any more (KHAN-6, 9.3)."""
        if self.before.phase != phases.CONSENT and self.action >= actions.ANYWHERE:
            return False
        left = self.before.actions_left - (self.action < actions.ANYWHERE or self.action == actions.CONSENT_GIVEN)
        over = (
            self.is_step_2_over()
            if self.stage == phases.ACTIONS
            else self.stage == phases.FINAL and self.is_turn_over()
        )
        return over and left > 0

    # The deed

    def tell_deed(self) -> None:
        """The decision itself, carried out on the scene."""
        seat, state, action = self.before.to_act + 1, self.scene, self.action
        if action < actions.YURT:
            ruler, land = divmod(action - actions.RULER, board.LANDS)
            plainly(set_ruler)(state, ruler, land_at(land))
            self.add("ruler_placed", seat=seat, ruler=board.RULER_NAMES[ruler], square=actions.land_name(land))
        elif action < actions.INVADE:
            plainly(put_yurt)(state, state.to_act, land_at(action - actions.YURT))
            self.add("yurt_placed", seat=seat, square=actions.land_name(action - actions.YURT))
        elif action < actions.DRIVE:
            land, way = divmod(action - actions.INVADE, actions.WAYS)
            paid = self.give_up(actions.symbol_of_way(land, way))
            plainly(put_yurt)(state, state.turn, land_at(land))
            self.add("invaded", seat=seat, square=actions.land_name(land), **paid)
        elif action < actions.CONQUER:
            ruler = action - actions.DRIVE
            self.add("driven_out", seat=seat, ruler=board.RULER_NAMES[ruler])
            [card] = self.take(1)
            self.tell_flight(ruler, card, bool(state.drive_out_home) and state.court[ruler] == 1, 0)
        elif action < actions.ANYWHERE:
            self.tell_conquest(action - actions.CONQUER)
        elif action < actions.DISCARD:
            plainly(put_yurt)(state, state.turn, land_at(action - actions.ANYWHERE))
            self.add("invaded_anywhere", seat=seat, square=actions.land_name(action - actions.ANYWHERE))
        elif action < actions.STOP:
            self.add("discarded", seat=seat, **self.give_up(action - actions.DISCARD))
        else:
            self.tell_other_deed(seat)

    def give_up(self, symbol: int) -> dict[str, str]:
        """A card with a symbol leaves the hand: which one, all see (KHAN-3.3)."""
        state = self.scene
        hand = [state.hand[state.turn, place] for place in range(state.held[state.turn])]
        card = min(card for card in hand if card % board.SYMBOLS == symbol)
        plainly(give_up)(state, state.turn, symbol)
        return {"symbol": board.SYMBOL_NAMES[symbol], "card": board.CARD_NAMES[card]}

    def tell_other_deed(self, seat: int) -> None:
        """A special card, an answer, or passing."""
        action, turn = self.action, self.before.turn
        if actions.RESERVE <= action < actions.CONSENT_GIVEN:
            self.scene.reserved[turn] = action - actions.RESERVE
            self.add("reserved", seat=seat, piece=board.TYPE_NAMES[action - actions.RESERVE])
        elif actions.GODS_REGION <= action < actions.RESERVE:
            self.scene.gods[turn] = 1 << action - actions.GODS_REGION
            self.add("gods_region", seat=seat, region=board.REGION_NAMES[action - actions.GODS_REGION])
        else:
            self.scene.gods[turn] = board.ALL_REGIONS if action == actions.GODS_CARD else self.scene.gods[turn]
            self.scene.patronage[turn] = 1 if action == actions.PATRONAGE_CARD else self.scene.patronage[turn]
            self.add(PLAIN_DEEDS[action], seat=seat)
        if action == actions.CONSENT_GIVEN and self.after.pieces > self.before.pieces:
            self.tell_conquest(self.before.proposal)

    def tell_conquest(self, site: int) -> None:
        """The piece that was laid, or the proposal that was made (KHAN-6.3, 7.7)."""
        seat, before, after = self.before.turn + 1, self.before, self.after
        if after.pieces == before.pieces:
            squares = [board.name_of(square) for square in board.SITE_SQUARES[site]]
            self.add("proposed", seat=seat, piece=board.TYPE_NAMES[board.SITE_TYPES[site]], squares=squares)
            return
        plainly(conquer)(self.scene, site)
        piece = pieces_of(after)[before.pieces]
        points = share(piece["piece"], len(piece["owners"]))
        key = "conquered" if len(piece["owners"]) == 1 else "conquered_together"
        self.add(key, **piece, seat=seat, points=points)

    # What follows by itself

    def tell_deal(self) -> None:
        """Everybody's first cards, and the start player's turn."""
        self.add("dealt")
        self.take(self.after.seats * board.HAND_SIZE)
        for seat in range(self.after.seats):
            self.add("drew", (seat + 1,), seat=seat + 1, cards=self.new_cards(seat, set()))
        self.begin_turn(self.before.start_player)

    def new_cards(self, seat: int, had: set[int]) -> list[str]:
        """The cards of a hand that it did not have."""
        hand = [self.after.hand[seat, place] for place in range(self.after.held[seat])]
        return [board.CARD_NAMES[card] for card in hand if card not in had]

    def lapse(self, seat: int) -> None:
        """A Patronage or Gods card that is in force leaves the game (KHAN-7.1, 9.3)."""
        if self.scene.patronage[seat]:
            self.add("patronage_ended", seat=seat + 1)
        if self.scene.gods[seat]:
            self.add("gods_ended", seat=seat + 1)
        self.scene.patronage[seat] = 0
        self.scene.gods[seat] = 0

    def tell_turns(self) -> None:
        """The end of a turn, and all turns till somebody has a choice."""
        state = self.scene
        if self.stage != phases.FINAL:
            self.refill(state.turn)
        self.begin_turn((state.turn + 1) % state.seats)

    def refill(self, seat: int) -> None:
        """Step 5: how many cards came all see, which ones only their owner (KHAN-8)."""
        held = self.scene.held[seat]
        if held < board.HAND_SIZE:
            kept = {self.scene.hand[seat, place] for place in range(held)}
            self.take(board.HAND_SIZE - held)
            self.add("refilled", seat=seat + 1, cards=board.HAND_SIZE - held)
            self.add("drew", (seat + 1,), seat=seat + 1, cards=self.new_cards(seat, kept))
            self.tell_reshuffle()

    def begin_turn(self, seat: int) -> None:
        """A seat's turn: a reservation ends, a ruler flees, or it is the final phase (KHAN-4, 7.5, 9.2)."""
        self.open_turn(seat)
        if not self.scene.final:
            self.tell_step_1()
        if self.scene.final:
            self.tell_final_turns(seat)

    def open_turn(self, seat: int) -> None:
        """It is a seat's turn; what it had reserved it has no longer."""
        self.add("turn", seat=seat + 1)
        if self.scene.reserved[seat] != board.NONE:
            self.add("reservation_ended", seat=seat + 1, piece=board.TYPE_NAMES[self.scene.reserved[seat]])
            self.scene.reserved[seat] = board.NONE

    def tell_step_1(self) -> None:
        """Cards are turned up until one shows a ruler who is not home (KHAN-5.5)."""
        in_vain: list[str] = []
        [card] = self.take(1)
        while self.scene.ruler[card // board.SYMBOLS] < 0:
            in_vain.append(board.CARD_NAMES[card])
            if self.pile[0] == board.NO_CARD:
                self.add("in_vain", cards=in_vain)
                self.tell_reshuffle()
                in_vain = []
            [card] = self.take(1)
        if in_vain:
            self.add("in_vain", cards=in_vain)
        ruler = card // board.SYMBOLS
        self.tell_flight(ruler, card, self.scene.court[ruler] == 1, 1)

    def tell_flight(self, ruler: int, card: int, goes_home: bool, court_yurts: int) -> None:
        """A ruler's flight: the card, directions tried and why they were blocked, where he went (KHAN-5)."""
        direction = int(board.DIRECTION[card])
        self.add("card", card=board.CARD_NAMES[card], direction=board.DIRECTION_NAMES[direction])
        self.tell_reshuffle()
        self.events += _refuge(self.scene, ruler, board.DIRECTIONS if goes_home else direction)
        left = [
            name for number, name in enumerate(board.RULER_NAMES) if number != ruler and self.scene.ruler[number] >= 0
        ]
        began = self.scene.final
        plainly(flee)(self.scene, ruler, card, goes_home, court_yurts)
        if self.scene.final > began:
            self.add("final_phase", rulers=left)

    def tell_final_turns(self, seat: int) -> None:
        """Turns of the final phase, from one that has begun to one in which something can be done (KHAN-9.3)."""
        self.lapse(seat)
        for _ in range(self.passed_over(seat)):
            self.add("passed_over", seat=seat + 1)
            seat = (seat + 1) % self.scene.seats
            self.open_turn(seat)
            self.lapse(seat)

    def passed_over(self, seat: int) -> int:
        """How many seats were passed over from one on: once round the table and more if only that lifted what bars."""
        seats = self.scene.seats
        distance = (self.after.turn - seat) % seats
        spared = [(seat + further) % seats for further in range(distance + 1, seats)]
        return distance + seats * any(self.has_lapsed(other) for other in spared)

    def has_lapsed(self, seat: int) -> bool:
        """Whether anything that a seat had in force is in force no longer."""
        patron = self.scene.patronage[seat] > self.after.patronage[seat]
        protector = self.scene.gods[seat] != 0 == self.after.gods[seat]
        return patron or protector or self.scene.reserved[seat] != board.NONE == self.after.reserved[seat]

    def tell_end(self) -> None:
        """The bonuses for territories, and who has won (KHAN-10)."""
        self.events += [Event("territory", item) for item in territory_items(self.after)]
        self.events.append(_ended(self.after))


def _leaving(before: State, after: State) -> list[int]:
    """The cards that left the deck, in order, with NO_CARD where the discards became a new deck.

    In which order some left the new one no position tells: those that came into a hand, and those that were turned up
    in vain. It matters to nothing that is told.
    """
    old: list[int] = before.deck[board.CARDS - before.deck_left :].tolist()
    if after.reshuffles == before.reshuffles:
        return old[: before.deck_left - after.deck_left]
    drawn = [
        after.hand[seat, place]
        for seat in range(after.seats)
        for place in range(after.held[seat])
        if after.drawn[seat, place] == after.reshuffles
    ]
    turned_up = [card for card, cycle in enumerate(after.cycle[:].tolist()) if cycle == board.NONE]
    turned_up.sort(key=lambda card: card == after.fled_card)
    return [*old, board.NO_CARD, *drawn, *turned_up]


def _refuge(state: State, ruler: int, direction: int) -> list[Event]:
    """The directions that a ruler tries from one on, clockwise, and where he goes; from DIRECTIONS on none."""
    name, origin = board.RULER_NAMES[ruler], state.ruler[ruler]
    events: list[Event] = []
    for turn in range(board.DIRECTIONS if direction < board.DIRECTIONS else 0):
        way = (direction + turn) % board.DIRECTIONS
        target = plainly(refuge)(state, origin, way)
        if target != board.NO_SQUARE:
            arguments = {"ruler": name, "origin": board.name_of(origin), "direction": board.DIRECTION_NAMES[way]}
            return [*events, Event("fled", arguments | {"square": board.name_of(target)})]
        line = [origin + board.STEPS[way] * distance for distance in range(1, board.FARTHEST + 1)]
        events.append(_tried(state, name, way, line))
    return [*events, Event("went_home", {"ruler": name, "origin": board.name_of(origin)})]


def _tried(state: State, ruler: str, direction: int, line: list[int]) -> Event:
    """A direction in which a ruler found no refuge, with what was in the way: on squares, and the edge of the board."""
    blocked = []
    for square in line:
        if square not in board.LANDSCAPE_OF:
            blocked.append({"by": "edge"})
            break
        blocked.append({"square": board.name_of(square), "by": _obstacle(state, square)})
    return Event("tried", {"ruler": ruler, "direction": board.DIRECTION_NAMES[direction], "blocked": blocked})


def _obstacle(state: State, square: int) -> str:
    """What keeps a ruler from a square of the board."""
    if state.covered[square // board.CHUNK] >> square % board.CHUNK & 1:
        return "piece"
    if board.LANDSCAPE_OF[square] == board.RIVER:
        return "river"
    return "ruler" if any(state.ruler[ruler] == square for ruler in range(board.RULERS)) else "yurt"


def _ended(after: State) -> Event:
    ended = outcome(after)
    arguments = {"reason": ended["reason"], "winners": ended["winners"], "points": max(ended["scores"])}
    return Event("shared" if len(ended["winners"]) > 1 else "won", arguments)
