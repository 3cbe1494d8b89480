"""How a game of Ming Dynastie goes: rounds, phases, and what every decision does."""

from __future__ import annotations

from lantern.games.ming import actions, board, ends, phases
from lantern.games.ming import scoring as ming_scoring
from lantern.games.ming.board import NEUTRALS as ALL_NEUTRALS
from lantern.games.ming.legality import cards_to_take, only_choice
from lantern.games.ming.state import State
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import rule
from lantern.kernel.seats import seat_after


@rule
def new_game(state: State, rng: Stream) -> None:
    """Set up a game with the options in the record (MING-2)."""
    clear_table(state)
    for card in range(board.CARDS):
        state.deck[card] = card // board.OF_A_SYMBOL
    state.deck_left = board.CARDS
    shuffle(state.deck, 0, board.CARDS, rng)
    begin(state, state.start if state.start >= 0 else draw(rng, state.seats))


@rule
def clear_table(state: State) -> None:
    """Nothing on the board, nothing in hand, all tiles, cards and dragons in their stocks (MING-1)."""
    for owner in range(board.OWNERS):
        for district in range(board.DISTRICTS):
            state.open[owner, district] = 0
            state.palace[owner, district] = 0
            state.monastery[district] = board.NOBODY
    for province in range(board.PROVINCES):
        state.tiles_left[province] = board.TILES
        state.display[province] = board.NO_CARD
    for symbol in range(board.SYMBOLS):
        state.discards[symbol] = 0
    for place in range(board.CARDS):
        state.deck[place] = board.NO_CARD
    state.deck_left = 0
    state.dragons = board.DRAGONS
    state.stock = 0
    for seat in range(board.MOST_SEATS):
        clear_seat(state, seat)
    clear_counts(state)
    state.passed = 0
    state.end = ends.RUNNING
    state.last_action = board.NONE
    state.last_seat = board.NONE
    state.round = 1
    leave_city(state)


@rule
def clear_seat(state: State, seat: int) -> None:
    """A seat without anything."""
    for province in range(board.PROVINCES):
        state.space[seat, province] = 0
        state.tiles[seat, province] = 0
    for card in range(board.CARD_KINDS):
        state.hand[seat, card] = 0
    state.held[seat] = 0
    state.prince[seat] = board.NOWHERE
    state.to_place[seat] = 0
    state.score[seat] = 0
    state.earlier[seat] = 0
    state.fives[seat] = 0
    state.singles[seat] = 0


@rule
def clear_counts(state: State) -> None:
    """Nothing was scored."""
    for scoring in range(board.SCORINGS):
        for seat in range(board.MOST_SEATS):
            state.sets[scoring, seat] = 0
            state.monks[scoring, seat] = 0
            for province in range(board.PROVINCES):
                state.stayed[scoring, province, seat] = 0
                state.majority[scoring, province, seat] = 0
                state.why[scoring, province] = 0


@rule
def leave_city(state: State) -> None:
    """No city is being scored."""
    state.scored = board.NONE
    state.neutrals_lead = 0
    state.neutrals_back = 0
    for seat in range(board.MOST_SEATS):
        state.chosen[seat] = board.NONE


@rule
def begin(state: State, seat: int) -> None:
    """Turn up six cards, a dragon for everybody, and the set-up begins (MING-1.4, 2.1, 9.1)."""
    state.start_player = seat
    for province in range(board.PROVINCES):
        state.display[province] = next_card(state)
    for other in range(state.seats):
        receive(state, other, board.DRAGON)
    state.dragons -= state.seats
    if state.seats == 2:
        for district in range(board.DISTRICTS):
            state.open[board.NEUTRAL, district] = 1
        state.stock = ALL_NEUTRALS - board.DISTRICTS
        begin_neutrals(state)
    else:
        begin_phase(state, phases.PRINCES)


@rule
def begin_phase(state: State, phase: int) -> None:
    """A phase begins with the start player."""
    state.phase = phase
    state.to_act = state.start_player


@rule
def begin_neutrals(state: State) -> None:
    """Both players are to add neutral members (MING-9.1)."""
    for seat in range(state.seats):
        state.to_place[seat] = board.NEUTRALS_A_SEAT
    begin_phase(state, phases.NEUTRALS)


@rule
def begin_members(state: State) -> None:
    """Everybody takes five members to place (MING-4)."""
    for seat in range(state.seats):
        state.to_place[seat] = board.MEMBERS_A_ROUND
    begin_phase(state, phases.MEMBERS)


@rule
def next_card(state: State) -> int:
    """The next card of the deck, which is not empty."""
    place = board.CARDS - state.deck_left
    card = state.deck[place]
    state.deck[place] = board.NO_CARD
    state.deck_left -= 1
    return card


@rule
def reshuffle(state: State, rng: Stream) -> None:
    """The movement discards become the deck (MING-5.3)."""
    for symbol in range(board.SYMBOLS):
        for _ in range(state.discards[symbol]):
            state.deck_left += 1
            state.deck[board.CARDS - state.deck_left] = symbol
        state.discards[symbol] = 0
    shuffle(state.deck, board.CARDS - state.deck_left, board.CARDS, rng)


@rule
def receive(state: State, seat: int, card: int) -> None:
    """A card comes into a hand."""
    state.hand[seat, card] += 1
    state.held[seat] += 1


@rule
def pay(state: State, seat: int, card: int) -> None:
    """A card is used: it goes to the discards, a dragon to its stack (MING-6.6)."""
    state.hand[seat, card] -= 1
    state.held[seat] -= 1
    if card == board.DRAGON:
        state.dragons += 1
    else:
        state.discards[card] += 1


@rule
def apply(state: State, action: int, rng: Stream) -> None:
    """Carry out one legal decision, and those after it that leave no choice."""
    state.last_action = action
    state.last_seat = state.to_act
    act(state, action, rng)
    forced = only_choice(state)
    while forced != board.NONE:
        act(state, forced, rng)
        forced = only_choice(state)


@rule
def act(state: State, action: int, rng: Stream) -> None:
    """Carry out one decision."""
    if action < actions.MEMBER_TO:
        set_up(state, action)
    elif action < actions.TAKE:
        place_member(state, action - actions.MEMBER_TO)
    elif action < actions.STEP:
        take_card(state, action, rng)
    elif action < actions.DEPLOY:
        move(state, action)
    elif action < actions.RETURN_SUM:
        deploy(state, action)
    elif action < actions.BACK_FROM:
        state.chosen[state.to_act] = action - actions.RETURN_SUM
        go_on_scoring(state)
    elif action < actions.START_WITH:
        send_back(state, action - actions.BACK_FROM)
    else:
        state.start_player = action - actions.START_WITH
        begin_round(state)


@rule
def set_up(state: State, action: int) -> None:
    """A neutral member or a prince comes into a district (MING-9.1, 2.2)."""
    if action < actions.PRINCE_TO:
        state.open[board.NEUTRAL, action - actions.NEUTRAL_TO] += 1
        state.stock -= 1
        end_placing(state, state.stock == 0)
    else:
        district = action - actions.PRINCE_TO
        state.prince[state.to_act] = district
        ming_scoring.take_tile(state, state.to_act, district // board.OF_A_PROVINCE)
        state.to_act = seat_after(state.seats, state.to_act, 1)
        if state.to_act == state.start_player:
            begin_members(state)


@rule
def place_member(state: State, province: int) -> None:
    """A member comes onto a province space (MING-4)."""
    state.space[state.to_act, province] += 1
    end_placing(state, False)


@rule
def end_placing(state: State, none_left: bool) -> None:
    """Somebody has placed one: the next seat, or the next phase."""
    state.to_place[state.to_act] -= 1
    state.to_act = seat_after(state.seats, state.to_act, 1)
    if none_left:
        for seat in range(state.seats):
            state.to_place[seat] = 0
    if state.to_place[state.to_act] == 0:
        if state.phase == phases.MEMBERS:
            begin_phase(state, phases.CARDS)
            next_taker(state)
        elif state.prince[state.start_player] == board.NOWHERE:
            begin_phase(state, phases.PRINCES)
        else:
            begin_members(state)


@rule
def next_taker(state: State) -> None:
    """The seat to act takes a card, or the next one that lacks cards; if nobody does, phase 3 begins (MING-5)."""
    for _ in range(state.seats):
        if state.held[state.to_act] < board.HAND_SIZE and cards_to_take(state) != 0:
            return
        state.to_act = seat_after(state.seats, state.to_act, 1)
    begin_phase(state, phases.MOVE)
    next_mover(state)


@rule
def take_card(state: State, action: int, rng: Stream) -> None:
    """Take the card of a province space, or a dragon for a member there, who leaves the game (MING-5.1)."""
    seat = state.to_act
    province = (action - actions.TAKE) % board.PROVINCES
    if action >= actions.DRAGON_FOR:
        state.space[seat, province] -= 1
        state.dragons -= 1
        receive(state, seat, board.DRAGON)
    else:
        receive(state, seat, state.display[province])
        if state.deck_left == 0:
            reshuffle(state, rng)
        state.display[province] = next_card(state)
    state.to_act = seat_after(state.seats, seat, 1)
    next_taker(state)


@rule
def next_mover(state: State) -> None:
    """The seat to act moves, or the next one that has cards and has not passed; if there is none, phase 3 is over.

    Who has no card passes as his turn comes (MING-6.6).
    """
    for _ in range(state.seats):
        if not state.passed >> state.to_act & 1 and state.held[state.to_act] == 0:
            state.passed |= 1 << state.to_act
        if not state.passed >> state.to_act & 1:
            state.phase = phases.MOVE
            return
        state.to_act = seat_after(state.seats, state.to_act, 1)
    state.passed = 0
    if state.round % 2 == 0:
        score_round(state)
    else:
        end_round(state)


@rule
def move(state: State, action: int) -> None:
    """Step, stay, stop or pass (MING-6.1 to 6.3)."""
    seat = state.to_act
    if action == actions.PASS:
        state.passed |= 1 << seat
        end_move(state)
    elif action == actions.STOP:
        state.phase = phases.DEPLOY
    elif action >= actions.STAY:
        pay(state, seat, action - actions.STAY)
        state.phase = phases.DEPLOY
    else:
        pay(state, seat, (action - actions.STEP) % board.CARD_KINDS)
        state.prince[seat] = (action - actions.STEP) // board.CARD_KINDS
        state.phase = phases.WALK


@rule
def deploy(state: State, action: int) -> None:
    """Members go to the district where the prince stands, and the turn is over (MING-6.4)."""
    put_members(state, action)
    end_move(state)


@rule
def put_members(state: State, action: int) -> None:
    """Members go from the province space to the district, one of them perhaps to its monastery (MING-6.4, 6.5)."""
    seat = state.to_act
    district = state.prince[seat]
    to_monastery = 1 if action >= actions.DEPLOY_MONASTERY else 0
    members = action - actions.DEPLOY_MONASTERY + 1 if to_monastery else action - actions.DEPLOY
    state.space[seat, district // board.OF_A_PROVINCE] -= members
    state.open[seat, district] += members - to_monastery
    if to_monastery:
        if state.monastery[district] != board.NOBODY:
            state.open[state.monastery[district], district] += 1
        state.monastery[district] = seat


@rule
def end_move(state: State) -> None:
    """A seat's turn of phase 3 is over."""
    state.to_act = seat_after(state.seats, state.to_act, 1)
    next_mover(state)


@rule
def score_round(state: State) -> None:
    """Phase 4: palaces and tiles in all districts, then city by city (MING-7.0)."""
    for district in range(board.DISTRICTS):
        ming_scoring.fill_palaces(state, district)
    begin_city(state, 0)
    go_on_scoring(state)


@rule
def begin_city(state: State, province: int) -> None:
    """A city is to be scored, or none any more; first those with members there choose return cards (MING-7.4)."""
    leave_city(state)
    if province < board.PROVINCES:
        state.scored = province
        state.neutrals_lead = 1 if ming_scoring.do_neutrals_lead(state, province) else 0
        begin_phase(state, phases.RETURN)


@rule
def go_on_scoring(state: State) -> None:
    """Score city by city until somebody has a choice, who is then to act; then comes the rest (MING-7.0)."""
    while state.scored != board.NONE and next_chooser(state) == board.NONE:
        score_on(state)
    if state.scored == board.NONE:
        finish_scoring(state)
    else:
        state.to_act = next_chooser(state)


@rule
def next_chooser(state: State) -> int:
    """The seat that has a choice in the city that is being scored, NONE if nobody has (MING-7.4, 9.3)."""
    if state.phase == phases.NEUTRALS_BACK:
        is_choice = 0 < state.neutrals_back < ming_scoring.members_in_city(state, board.NEUTRAL, state.scored)
        return state.start_player if is_choice else board.NONE
    if state.phase == phases.BACK:
        seat = next_to_return(state)
        return (
            seat
            if seat != board.NONE and state.chosen[seat] < ming_scoring.members_in_city(state, seat, state.scored)
            else board.NONE
        )
    for distance in range(state.seats):
        seat = seat_after(state.seats, state.start_player, distance)
        if state.chosen[seat] == board.NONE and ming_scoring.members_in_city(state, seat, state.scored) > 0:
            return seat
    return board.NONE


@rule
def next_to_return(state: State) -> int:
    """The seat whose members go back next, in turn from the start player, NONE if none do any more (MING-7.4)."""
    for distance in range(state.seats):
        seat = seat_after(state.seats, state.start_player, distance)
        if state.chosen[seat] > 0:
            return seat
    return board.NONE


@rule
def score_on(state: State) -> None:
    """One step in a city where nobody has a choice: reveal, return all of somebody, or score (MING-7.4 to 7.7)."""
    if state.phase == phases.RETURN:
        reveal_returns(state)
    elif state.phase == phases.BACK:
        seat = next_to_return(state)
        if seat != board.NONE:
            return_all(state, seat)
            state.chosen[seat] = 0
        else:
            begin_phase(state, phases.NEUTRALS_BACK)
            state.neutrals_back = ming_scoring.neutrals_to_return(state, state.scored)
    elif state.neutrals_back > 0:
        return_all(state, board.NEUTRAL)
        state.neutrals_back = 0
    else:
        ming_scoring.score_city(state, state.scored)
        begin_city(state, state.scored + 1)


@rule
def finish_scoring(state: State) -> None:
    """All cities are scored: the monasteries, at the end the tiles, and the round is over (MING-7.0)."""
    ming_scoring.score_monasteries(state)
    if state.round == board.ROUNDS:
        ming_scoring.score_tiles(state)
    end_round(state)


@rule
def reveal_returns(state: State) -> None:
    """All have chosen: as many go back as were chosen and are there (MING-7.4)."""
    for seat in range(state.seats):
        state.chosen[seat] = min(max(0, state.chosen[seat]), ming_scoring.members_in_city(state, seat, state.scored))
    begin_phase(state, phases.BACK)


@rule
def return_all(state: State, owner: int) -> None:
    """All members of an owner go back from a city."""
    first = board.OF_A_PROVINCE * state.scored
    for district in range(first, first + board.OF_A_PROVINCE):
        state.open[owner, district] += state.palace[owner, district]
        state.palace[owner, district] = 0


@rule
def send_back(state: State, district: int) -> None:
    """A member goes back from a palace to the open area of its district (MING-7.4, 9.3)."""
    put_back(state, district)
    go_on_scoring(state)


@rule
def put_back(state: State, district: int) -> None:
    """A member of the seat to act, or a neutral one, leaves a palace for the open area."""
    owner = board.NEUTRAL if state.phase == phases.NEUTRALS_BACK else state.to_act
    state.palace[owner, district] -= 1
    state.open[owner, district] += 1
    if owner == board.NEUTRAL:
        state.neutrals_back -= 1
    else:
        state.chosen[owner] -= 1


@rule
def end_round(state: State) -> None:
    """Phase 5: the end, the choice of the start player, or the marker moves left (MING-8)."""
    if state.round == board.ROUNDS:
        state.end = ends.SIX_ROUNDS
        begin_phase(state, phases.START)
    elif state.seats == 4 and state.round >= 4:
        state.to_act = chooser(state, 2 if state.round == 4 else 1)
        state.phase = phases.START
    else:
        state.start_player = seat_after(state.seats, state.start_player, 1)
        begin_round(state)


@rule
def chooser(state: State, position: int) -> int:
    """Who chooses the start player: one with the score in a position from below (MING-8.1).

    Of several the one with most members on monasteries, then the first from the start player on.
    """
    points = score_at(state, position)
    best = board.NONE
    for distance in range(state.seats):
        seat = seat_after(state.seats, state.start_player, distance)
        if state.score[seat] == points and (
            best == board.NONE or ming_scoring.monks_of(state, seat) > ming_scoring.monks_of(state, best)
        ):
            best = seat
    return best


@rule
def score_at(state: State, position: int) -> int:
    """The score in a position, from 1, of all scores sorted upwards."""
    for seat in range(state.seats):
        lower = 0
        equal = 0
        for other in range(state.seats):
            if state.score[other] < state.score[seat]:
                lower += 1
            elif state.score[other] == state.score[seat]:
                equal += 1
        if lower < position <= lower + equal:
            return state.score[seat]
    return board.NONE


@rule
def begin_round(state: State) -> None:
    """The next round; with two players neutral members may come first (MING-9.1)."""
    state.round += 1
    if state.seats == 2 and state.round % 2 == 1 and state.stock > 0:
        begin_neutrals(state)
    else:
        begin_members(state)


@rule
def seat_to_act(state: State) -> int:
    """The seat whose decision it is, -1 when the game is over."""
    return state.to_act if state.end == ends.RUNNING else -1
