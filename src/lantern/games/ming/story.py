"""What happened in a game of Ming Dynastie: a decision and all that followed from it by itself, told in order."""

from __future__ import annotations

import numpy as np

from lantern.games.ming import actions, ends, phases, play
from lantern.games.ming.board import (
    CARD_KINDS,
    CARD_NAMES,
    DISTRICT_NAMES,
    DISTRICTS,
    NEUTRAL,
    NOBODY,
    NONE,
    OF_A_PROVINCE,
    OWNERS,
    PROVINCE_NAMES,
    PROVINCES,
)
from lantern.games.ming.legality import only_choice
from lantern.games.ming.scoring import fill_palaces, members_in_city, preview
from lantern.games.ming.state import State
from lantern.games.ming.view import outcome, scored_items
from lantern.kernel.contract import Event
from lantern.kernel.record import copy_of, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did, and those after it that left no choice: each deed, the scoring, and the end."""
    tale = Tale(before, after)
    deed = action
    while deed != NONE:
        tale.events += _deed(tale.scene, deed) if not actions.TAKE <= deed < actions.DRAGON_FOR else [tale.take(deed)]
        tale.carry_out(deed)
        deed = plainly(only_choice)(tale.scene)
    tale.tell_unseen()
    if after.end != ends.RUNNING:
        tale.events.append(_ended(after))
    return tale.events


class Tale:
    """Decisions told one after the other, on a scene that goes along with them.

    Only the order of a deck that is shuffled meanwhile can't be played again: what it brought is seen in the end.
    """

    def __init__(self, before: State, after: State) -> None:
        self.before, self.after = before, after
        self.scene: State = copy_of(before)[0]
        self.chance = new_records(Stream, 1)
        self.events: list[Event] = []
        self.shuffled = False
        self.unseen: set[int] = set()
        """The provinces whose card came from the new deck."""

    def add(self, key: str, **arguments: object) -> None:
        """One more thing that happened."""
        self.events.append(Event(key, arguments))

    def carry_out(self, deed: int) -> None:
        """Do on the scene what was decided, and tell what follows from it by itself."""
        earlier = copy_of(self.scene)[0]
        if earlier.scored != NONE:
            self.choose_in_city(deed)
            return
        plainly(play.act)(self.scene, deed, self.chance[0])
        if actions.TAKE <= deed < actions.DRAGON_FOR:
            self.tell_cards(earlier, deed)
        self.tell_cardless(earlier, deed)
        if earlier.round % 2 == 0 and deed < actions.START_WITH and self.is_phase_over(earlier):
            self.scene = earlier
            self.score(deed)
        else:
            self.tell_round(earlier)

    def is_phase_over(self, earlier: State) -> bool:
        """Whether phase 3 is over, by what came after it."""
        now = self.scene
        return now.scored != NONE or now.round != earlier.round or now.phase == phases.START

    # Cards

    def take(self, deed: int) -> Event:
        """A card taken from a province space.

        Takes are forced only when all 18 dragons are in hands, so that two cards are wanting at most: of the new deck
        no more than one is taken, by a seat that has taken nothing else but what the scene knows.
        """
        seat, province = self.scene.to_act, deed - actions.TAKE
        card = self.scene.display[province]
        if province in self.unseen:
            new = [kind for kind in range(CARD_KINDS) if self.after.hand[seat, kind] > self.scene.hand[seat, kind]]
            card = new[0]
        return Event("took", {"seat": seat + 1, "province": PROVINCE_NAMES[province], "card": CARD_NAMES[card]})

    def tell_cards(self, earlier: State, deed: int) -> None:
        """A new deck, and the card that was turned up in place of the one taken (MING-5.1, 5.3)."""
        province = deed - actions.TAKE
        if self.scene.deck_left > earlier.deck_left:
            self.add("reshuffled", cards=sum(earlier.discards[:].tolist()))
            self.shuffled = True
        if self.shuffled:
            self.unseen.add(province)
        else:
            self.tell_turned_up(self.scene, province)

    def tell_turned_up(self, state: State, province: int) -> None:
        """The card that lies at a province now."""
        self.add("turned_up", province=PROVINCE_NAMES[province], card=CARD_NAMES[state.display[province]])

    def tell_unseen(self) -> None:
        """The cards that a deck shuffled meanwhile has brought: by now they lie open."""
        for province in sorted(self.unseen):
            self.tell_turned_up(self.after, province)

    # Phase 3

    def tell_cardless(self, earlier: State, deed: int) -> None:
        """Who passes as his turn comes, having no card (MING-6.6)."""
        moved = deed == actions.PASS or actions.DEPLOY <= deed < actions.RETURN_SUM
        if not moved and not earlier.phase < phases.MOVE <= self.scene.phase:
            return
        seats, held = earlier.seats, self.scene.held
        passed = earlier.passed | (1 << earlier.to_act if deed == actions.PASS else 0)
        first = earlier.to_act + 1 if moved else earlier.start_player
        for seat in [(first + distance) % seats for distance in range(seats)]:
            if not passed >> seat & 1:
                if held[seat] > 0:
                    return
                self.add("no_cards", seat=seat + 1)

    # Scoring

    def score(self, deed: int) -> None:
        """Phase 4 from its beginning: palaces and tiles in all districts, then city by city (MING-7)."""
        state = self.scene
        if actions.DEPLOY <= deed < actions.RETURN_SUM:
            plainly(play.put_members)(state, deed)
        state.passed = 0
        earlier = copy_of(state)[0]
        self.events += _palaces(state)
        for district in range(DISTRICTS):
            plainly(fill_palaces)(state, district)
        self.events += _points(earlier, state)
        plainly(play.begin_city)(state, 0)
        self.tell_city()
        self.go_on_scoring()

    def choose_in_city(self, deed: int) -> None:
        """Return cards chosen, or a member sent back."""
        if deed < actions.BACK_FROM:
            self.scene.chosen[self.scene.to_act] = deed - actions.RETURN_SUM
        else:
            plainly(play.put_back)(self.scene, deed - actions.BACK_FROM)
        self.go_on_scoring()

    def go_on_scoring(self) -> None:
        """City by city till somebody has a choice, and the rest."""
        state = self.scene
        while state.scored != NONE and plainly(play.next_chooser)(state) == NONE:
            self.score_on()
        if state.scored != NONE:
            state.to_act = plainly(play.next_chooser)(state)
            return
        earlier = copy_of(state)[0]
        plainly(play.finish_scoring)(state)
        self.events += _points(earlier, state)
        self.tell_round(earlier)

    def score_on(self) -> None:
        """One step in a city where nobody has a choice."""
        earlier, state = copy_of(self.scene)[0], self.scene
        plainly(play.score_on)(state)
        if earlier.phase == phases.RETURN:
            self.tell_revealed(earlier)
        elif earlier.phase == phases.BACK and state.phase == phases.BACK:
            self.tell_returned(earlier, plainly(play.next_to_return)(earlier))
        elif earlier.phase == phases.BACK:
            self.tell_neutrals()
        elif earlier.neutrals_back > 0:
            self.tell_returned(earlier, NEUTRAL)
        else:
            self.events += _points(earlier, state)
            self.tell_left(earlier)
            self.tell_city()

    def tell_city(self) -> None:
        """The city that is scored next, if anybody is there."""
        state = self.scene
        if state.scored != NONE and _members_in(state, state.scored):
            lead = bool(state.neutrals_lead)
            self.add("scoring_city", province=PROVINCE_NAMES[state.scored], neutrals_lead=lead)

    def tell_revealed(self, earlier: State) -> None:
        """What all have chosen (MING-7.4)."""
        chosen = {_owner(seat): earlier.chosen[seat] for seat in range(earlier.seats) if earlier.chosen[seat] != NONE}
        if chosen:
            self.add("revealed", province=PROVINCE_NAMES[earlier.scored], sums=chosen)

    def tell_returned(self, earlier: State, owner: int) -> None:
        """All members of an owner went back from the city."""
        members = int(plainly(members_in_city)(earlier, owner, earlier.scored))
        self.add("returned", owner=_owner(owner), province=PROVINCE_NAMES[earlier.scored], members=members)

    def tell_neutrals(self) -> None:
        """How many neutral members the start player must send back, where he can choose which (MING-9.3)."""
        state = self.scene
        if plainly(play.next_chooser)(state) != NONE:
            province = PROVINCE_NAMES[state.scored]
            self.add("neutrals_to_return", province=province, members=state.neutrals_back)

    def tell_left(self, earlier: State) -> None:
        """Who was left in the city leaves the game, or goes back to the stock (MING-7.7, 9.4)."""
        members = _members_in(earlier, earlier.scored)
        if members:
            self.add("left_city", province=PROVINCE_NAMES[earlier.scored], members=members)

    def tell_round(self, earlier: State) -> None:
        """The next round, or who chooses its start player (MING-8.1)."""
        state = self.scene
        if state.round != earlier.round:
            self.add("round", round=state.round, start=state.start_player + 1)
        elif state.phase == phases.START and state.end == ends.RUNNING:
            self.add("chooses_start", seat=state.to_act + 1)


def _members_in(state: State, province: int) -> dict[str, int]:
    """The members in a city, owner by owner."""
    districts = range(OF_A_PROVINCE * province, OF_A_PROVINCE * (province + 1))
    counts = {_owner(owner): sum(state.palace[owner, district] for district in districts) for owner in range(OWNERS)}
    return {owner: number for owner, number in counts.items() if number}


def _deed(state: State, action: int) -> list[Event]:
    """A decision itself."""
    seat = {"seat": state.to_act + 1}
    if action < actions.MEMBER_TO:
        district = {"district": DISTRICT_NAMES[action % DISTRICTS]}
        if action < actions.PRINCE_TO:
            return [Event("neutral_placed", seat | district)]
        return [Event("prince_placed", seat | district | {"province": _province_of(action % DISTRICTS)})]
    if action < actions.STEP:
        return [_card_event(state, action)]
    if action < actions.DEPLOY:
        return [_move_event(state, action)]
    if action < actions.RETURN_SUM:
        return _deployment(state, action)
    if action < actions.BACK_FROM:
        members = {"members": action - actions.RETURN_SUM}
        return [Event("chose", seat), Event("chose_sum", seat | members, known_to=(state.to_act + 1,))]
    if action < actions.START_WITH:
        key = "neutral_back" if state.phase == phases.NEUTRALS_BACK else "sent_back"
        return [Event(key, seat | {"district": DISTRICT_NAMES[action - actions.BACK_FROM]})]
    return [Event("start_chosen", seat | {"start": action - actions.START_WITH + 1})]


def _province_of(district: int) -> str:
    return PROVINCE_NAMES[district * PROVINCES // DISTRICTS]


def _card_event(state: State, action: int) -> Event:
    """A member placed, or a dragon taken."""
    arguments = {"seat": state.to_act + 1, "province": PROVINCE_NAMES[(action - actions.MEMBER_TO) % PROVINCES]}
    return Event("member_placed" if action < actions.TAKE else "dragon", arguments)


def _move_event(state: State, action: int) -> Event:
    """A step, or what a prince does instead."""
    here = {"seat": state.to_act + 1, "district": DISTRICT_NAMES[state.prince[state.to_act]]}
    if action == actions.PASS:
        return Event("passed", here)
    if action == actions.STOP:
        return Event("stopped", here)
    if action >= actions.STAY:
        return Event("stayed", here | {"card": CARD_NAMES[action - actions.STAY]})
    district, card = divmod(action - actions.STEP, CARD_KINDS)
    return Event("stepped", here | {"district": DISTRICT_NAMES[district], "card": CARD_NAMES[card]})


def _deployment(state: State, action: int) -> list[Event]:
    """Members deployed, and the member who lost the monastery."""
    district = state.prince[state.to_act]
    here = {"seat": state.to_act + 1, "district": DISTRICT_NAMES[district], "members": actions.deployed_by(action)}
    if action < actions.DEPLOY_MONASTERY:
        return [Event("deployed", here)]
    events = [Event("deployed_monastery", here)]
    if state.monastery[district] != NOBODY:
        events.append(Event("ousted", here | {"other": state.monastery[district] + 1}))
    return events


def _palaces(state: State) -> list[Event]:
    """Who goes to the palaces of each district, and the tiles it brings (MING-7.1)."""
    moved, earned = np.zeros((2, OWNERS, DISTRICTS), np.int64)
    preview(copy_of(state), moved, earned)
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
