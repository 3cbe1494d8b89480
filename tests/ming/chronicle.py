"""What each event of Ming Dynastie changes in a view."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from lantern.kernel.contract import Json
from tests.chronicle import Contest

PROVINCES = ["white", "orange", "green", "pink", "yellow", "blue"]
SYMBOLS = ["junk", "horse", "rickshaw", "sedan", "ox", "camel"]
HAND = 5


def count(amounts: dict[str, int], name: str, number: int) -> None:
    """Add to an amount; there is none where there is nothing."""
    amounts[name] = amounts.get(name, 0) + number
    assert amounts[name] >= 0
    if amounts[name] == 0:
        del amounts[name]


class Chronicle(Contest):
    FOLLOWS: ClassVar = {
        "reach": ("princes", "hands"),
        "worth": ("round", "phase"),
        "breakdown": (
            "scored",
            "open",
            "neutrals",
            "monasteries",
            "tiles",
            "stock",
            "round",
            "phase",
            "start_player",
            "scoring",
        ),
    }

    def __init__(self, board: Json, view: Json) -> None:
        super().__init__(board, view)
        self.province_of = {one["id"]: one["province"] for one in board["districts"]}
        self.sums = {str(one["round"]): one for one in board["scorings"]}
        self.over = False
        """Whether phase 3 is."""
        self.first = True
        """Whether nothing has been told yet: what comes first is what was decided."""

    @classmethod
    def parts(cls, view: Json) -> Json:
        """What was scored has no order; what points are made of is looked at once."""
        result = view["result"] and {key: value for key, value in view["result"].items() if key != "breakdown"}
        return view | {"scored": sorted(map(dumped, view["scored"])), "result": result}

    def deed(self, seat: int, action: str, *phases: str) -> None:
        assert seat == self.view["to_act"]
        assert self.view["phase"] in phases
        if self.first:
            self.view["last"] = {"seat": seat, "action": action}
        self.first = False

    @property
    def seats(self) -> list[int]:
        """The seats from the start player on."""
        start, players = self.view["start_player"], len(self.view["princes"])
        return [(start - 1 + distance) % players + 1 for distance in range(players)]

    def after_seat(self, seat: int) -> list[int]:
        """The seats from the next one on."""
        players = len(self.view["princes"])
        return [(seat + distance) % players + 1 for distance in range(players)]

    # Setting up and members

    def on_neutral_placed(self, seat: int, district: str) -> None:
        self.deed(seat, f"neutral {district}", "neutrals")
        count(self.view["neutrals"], district, 1)
        self.view["neutral_stock"] -= 1
        self.end_placing(seat)

    def on_prince_placed(self, seat: int, district: str, province: str) -> None:
        self.deed(seat, f"prince {district}", "princes")
        assert self.province_of[district] == province
        self.view["princes"][seat - 1] = district
        self.take_tiles(seat, province, 1)
        self.view["to_act"] = self.next_seat(seat)
        if self.view["to_act"] == self.view["start_player"]:
            self.begin_members()

    def on_member_placed(self, seat: int, province: str) -> None:
        self.deed(seat, f"member {province}", "members")
        self.view["spaces"][province][seat - 1] += 1
        self.end_placing(seat)

    def end_placing(self, seat: int) -> None:
        view = self.view
        view["to_place"][seat - 1] -= 1
        view["to_act"] = self.next_seat(seat)
        if view["phase"] == "neutrals" and view["neutral_stock"] == 0:
            view["to_place"] = [0] * len(view["to_place"])
        if view["to_place"][view["to_act"] - 1] > 0:
            return
        if view["phase"] == "members":
            view["phase"] = "cards"
            self.next_taker(self.seats)
        elif view["princes"][view["start_player"] - 1] is None:
            view.update(phase="princes", to_act=view["start_player"])
        else:
            self.begin_members()

    def begin_members(self) -> None:
        players = len(self.view["princes"])
        self.view.update(phase="members", to_act=self.view["start_player"], to_place=[5] * players)

    def take_tiles(self, seat: int, province: str, number: int) -> None:
        count(self.view["tiles"][seat - 1], province, number)
        self.view["stock"][province] -= number

    # Cards

    def held(self, seat: int) -> int:
        hand = self.view["hands"][seat - 1]
        return hand if isinstance(hand, int) else sum(hand.values())

    def receive(self, seat: int, card: str, number: int) -> None:
        hands = self.view["hands"]
        if isinstance(hands[seat - 1], int):
            hands[seat - 1] += number
        else:
            count(hands[seat - 1], card, number)

    def next_taker(self, seats: list[int]) -> None:
        for seat in seats:
            if self.held(seat) < HAND:
                self.view["to_act"] = seat
                return
        self.view["phase"] = "move"
        self.next_mover(self.seats)

    def on_took(self, seat: int, province: str, card: str) -> None:
        self.deed(seat, f"take {province}", "cards")
        assert self.view["display"][province] in (card, "?")
        assert card in SYMBOLS
        self.receive(seat, card, 1)
        self.replace(seat, province)

    def replace(self, seat: int, province: str) -> None:
        """The next card of the deck comes to a province; which one is told when it is seen."""
        assert self.view["spaces"][province][seat - 1] > 0
        self.view["display"][province] = "?"
        self.view["deck"] -= 1
        self.next_taker(self.after_seat(seat))

    def on_turned_up(self, province: str, card: str) -> None:
        assert self.view["display"][province] == "?"
        assert card in SYMBOLS
        self.view["display"][province] = card

    def on_dragon(self, seat: int, province: str) -> None:
        self.deed(seat, f"dragon {province}", "cards")
        self.view["spaces"][province][seat - 1] -= 1
        self.view["dragons"] -= 1
        self.receive(seat, "dragon", 1)
        self.next_taker(self.after_seat(seat))

    def on_reshuffled(self, cards: int) -> None:
        assert cards == sum(self.view["discards"].values())
        assert self.view["deck"] == -1
        self.view["deck"] += cards
        self.view["discards"] = {}

    # Phase 3

    def next_mover(self, seats: list[int]) -> None:
        going_on = [seat for seat in seats if seat not in self.view["passed"]]
        if going_on:
            self.view.update(phase="move", to_act=going_on[0])
        else:
            self.over = True
            self.view["passed"] = []

    def pay(self, seat: int, card: str) -> None:
        self.receive(seat, card, -1)
        if card == "dragon":
            self.view["dragons"] += 1
        else:
            assert card in SYMBOLS
            count(self.view["discards"], card, 1)
            self.view["discards"] = {name: self.view["discards"][name] for name in self.in_order("discards")}

    def in_order(self, part: str) -> list[str]:
        return [name for name in SYMBOLS if name in self.view[part]]

    def on_stepped(self, seat: int, district: str, card: str) -> None:
        self.deed(seat, f"step {district} with {card}", "move", "walk")
        self.pay(seat, card)
        self.view["princes"][seat - 1] = district
        self.view["phase"] = "walk"

    def on_stopped(self, seat: int, district: str) -> None:
        self.deed(seat, "stop", "walk")
        assert self.view["princes"][seat - 1] == district
        self.view["phase"] = "deploy"

    def on_stayed(self, seat: int, district: str, card: str) -> None:
        self.deed(seat, f"stay with {card}", "move")
        assert self.view["princes"][seat - 1] == district
        self.pay(seat, card)
        self.view["phase"] = "deploy"

    def on_passed(self, seat: int, district: str) -> None:
        self.deed(seat, "pass", "move")
        assert self.view["princes"][seat - 1] == district
        self.let_pass(seat)

    def on_no_cards(self, seat: int) -> None:
        assert (seat, self.held(seat)) == (self.view["to_act"], 0)
        self.let_pass(seat)

    def let_pass(self, seat: int) -> None:
        self.view["passed"] = sorted([*self.view["passed"], seat])
        self.next_mover(self.after_seat(seat))

    def on_deployed(self, seat: int, district: str, members: int) -> None:
        self.deed(seat, f"deploy {members}", "deploy")
        self.deploy(seat, district, members, 0)
        self.next_mover(self.after_seat(seat))

    def on_deployed_monastery(self, seat: int, district: str, members: int) -> None:
        self.deed(seat, f"deploy {members} monastery", "deploy")
        self.deploy(seat, district, members, 1)
        self.ousted = self.view["monasteries"].get(district)
        taken = self.view["monasteries"] | {district: seat}
        self.view["monasteries"] = {id_: taken[id_] for id_ in self.province_of if id_ in taken}
        self.next_mover(self.after_seat(seat))

    def deploy(self, seat: int, district: str, members: int, monks: int) -> None:
        assert self.view["princes"][seat - 1] == district
        self.view["spaces"][self.province_of[district]][seat - 1] -= members
        self.view["open"][district][seat - 1] += members - monks

    def on_ousted(self, seat: int, district: str, members: int, other: int) -> None:
        assert self.view["last"] == {"seat": seat, "action": f"deploy {members} monastery"}
        assert other == self.ousted
        self.view["open"][district][other - 1] += 1

    # Scoring

    def move(self, owner: str, district: str, inwards: int) -> None:
        """Members go from the open area to the palaces, or back."""
        view = self.view
        if owner == "neutral":
            for part, number in (("neutrals", -inwards), ("neutral_palaces", inwards)):
                count(view[part], district, number)
                view[part] = {id_: view[part][id_] for id_ in self.province_of if id_ in view[part]}
            return
        seat = int(owner.removeprefix("seat "))
        there = view["palaces"].setdefault(district, [0] * len(view["princes"]))
        view["open"][district][seat - 1] -= inwards
        there[seat - 1] += inwards
        assert min(there[seat - 1], view["open"][district][seat - 1]) >= 0
        view["palaces"] = {id_: view["palaces"][id_] for id_ in self.province_of if any(view["palaces"].get(id_, ()))}

    def there(self, owner: str, district: str) -> int:
        if owner == "neutral":
            return int(self.view["neutral_palaces"].get(district, 0))
        seat = int(owner.removeprefix("seat "))
        return int(self.view["palaces"][district][seat - 1]) if district in self.view["palaces"] else 0

    def districts(self, province: str) -> list[str]:
        return [district for district, of in self.province_of.items() if of == province]

    def in_city(self, owner: str) -> int:
        return sum(self.there(owner, district) for district in self.districts(self.city))

    @property
    def city(self) -> str:
        return str(self.view["scoring"]["province"])

    def on_palaces(self, district: str, moves: dict[str, int], tiles: dict[str, int]) -> None:
        assert self.over
        for owner, number in moves.items():
            self.move(owner, district, number)
        for owner, number in tiles.items():
            assert number <= moves[owner]
            self.take_tiles(int(owner.removeprefix("seat ")), self.province_of[district], number)

    def on_scoring_city(self, province: str, neutrals_lead: bool) -> None:
        view = self.view
        assert PROVINCES.index(province) > (PROVINCES.index(self.city) if view["scoring"] else -1)
        nothing: list[int | None] = [None] * len(view["princes"])
        head = {"province": province, "chosen": nothing, "neutrals_lead": neutrals_lead, "neutrals_back": 0}
        view.update(scoring=head, phase="return")
        self.next_chooser()
        if all(self.in_city(f"seat {seat}") == 0 for seat in self.seats):
            head["chosen"] = [0] * len(nothing)

    def next_chooser(self) -> None:
        """Who has members in the city and has not chosen yet."""
        chosen = self.view["scoring"]["chosen"]
        waiting = [seat for seat in self.seats if chosen[seat - 1] is None and self.in_city(f"seat {seat}")]
        if waiting:
            self.view["to_act"] = waiting[0]

    def on_chose(self, seat: int) -> None:
        self.deed(seat, "return", "return")
        self.view["scoring"]["chosen"][seat - 1] = "hidden"
        self.next_chooser()

    def on_chose_sum(self, seat: int, members: int) -> None:
        assert self.view["seat"] == seat
        self.view["last"]["action"] = f"return {members}"
        self.view["scoring"]["chosen"][seat - 1] = members

    def on_revealed(self, province: str, sums: dict[str, int]) -> None:
        assert province == self.city
        chosen = self.view["scoring"]["chosen"]
        assert [f"seat {seat}" for seat, number in enumerate(chosen, 1) if number is not None] == [*sums]
        for owner, number in sums.items():
            assert 0 <= number <= 6
            seat = int(owner.removeprefix("seat "))
            assert chosen[seat - 1] == (number if seat == self.view["seat"] else "hidden")
        last = self.view["last"]
        if last["action"].startswith("return"):
            number = sums[f"seat {last['seat']}"]
            last["action"] = f"return {number}"
        everybody = [f"seat {seat}" for seat in range(1, len(chosen) + 1)]
        self.view["scoring"]["chosen"] = [min(sums.get(owner, 0), self.in_city(owner)) for owner in everybody]
        self.view["phase"] = "back"
        self.next_to_return()

    def next_to_return(self) -> None:
        chosen = self.view["scoring"]["chosen"]
        waiting = [seat for seat in self.seats if chosen[seat - 1]]
        if waiting:
            self.view["to_act"] = waiting[0]

    def on_sent_back(self, seat: int, district: str) -> None:
        self.deed(seat, f"back {district}", "back")
        self.move(f"seat {seat}", district, -1)
        self.view["scoring"]["chosen"][seat - 1] -= 1
        self.next_to_return()

    def on_returned(self, owner: str, province: str, members: int) -> None:
        assert (province, members) == (self.city, self.in_city(owner))
        for district in self.districts(province):
            self.move(owner, district, -self.there(owner, district))
        if owner != "neutral":
            seat = int(owner.removeprefix("seat "))
            assert members == self.view["scoring"]["chosen"][seat - 1]
            assert seat == self.view["to_act"]
            self.view["scoring"]["chosen"][seat - 1] = 0
            self.next_to_return()

    def on_neutrals_to_return(self, province: str, members: int) -> None:
        assert province == self.city
        assert members < self.in_city("neutral")
        self.view["scoring"]["neutrals_back"] = members
        self.view.update(phase="neutrals back", to_act=self.view["start_player"])

    def on_neutral_back(self, seat: int, district: str) -> None:
        self.deed(seat, f"back {district}", "neutrals back")
        self.move("neutral", district, -1)
        self.view["scoring"]["neutrals_back"] -= 1

    def on_left_city(self, province: str, members: dict[str, int]) -> None:
        assert province == self.city
        owners = [*(f"seat {seat}" for seat in range(1, len(self.view["princes"]) + 1)), "neutral"]
        assert members == {owner: self.in_city(owner) for owner in owners if self.in_city(owner)}
        for district in self.districts(province):
            self.view["palaces"].pop(district, None)
            self.view["neutral_palaces"].pop(district, None)
        self.view["neutral_stock"] += members.get("neutral", 0)

    def score(self, **item: Any) -> None:
        self.view["scored"].append(item)
        self.view["scores"][item["seat"] - 1] += item["points"]

    on_scored_palaces = on_majority = on_monasteries = on_five = on_single = score

    def on_set(self, **item: Any) -> None:
        self.score(**item)
        assert item["points"] == item["members"] * self.sums[str(item["round"])]["set"]
        for province in PROVINCES:
            self.take_tiles(item["seat"], province, -item["members"])

    # The next round, and the end

    def on_chooses_start(self, seat: int) -> None:
        self.view.update(scoring=None, phase="start", to_act=seat)

    def on_start_chosen(self, seat: int, start: int) -> None:
        self.deed(seat, f"start {start}", "start")
        self.view["start_player"] = start

    def on_round(self, round: int, start: int) -> None:
        view = self.view
        assert round == view["round"] + 1
        chosen = view["last"]["action"].startswith("start")
        assert start == (view["start_player"] if chosen else self.next_seat(view["start_player"]))
        view.update(round=round, start_player=start, scoring=None)
        if len(view["princes"]) == 2 and round % 2 == 1 and view["neutral_stock"] > 0:
            view.update(phase="neutrals", to_act=start, to_place=[3, 3])
        else:
            self.begin_members()

    def finish(self, reason: str, winners: list[int], points: int) -> None:
        view = self.view
        assert points == max(view["scores"])
        assert winners == [seat for seat, score in enumerate(view["scores"], 1) if score == points]
        view["result"] = {"reason": reason, "scores": view["scores"], "winners": winners}
        view.update(end=reason, phase="over", to_act=None, scoring=None)

    def end(self) -> None:
        assert "?" not in self.view["display"].values()


def dumped(item: Json) -> str:
    return json.dumps(item, sort_keys=True)
