"""What each event of HAN changes in a view."""

from __future__ import annotations

from typing import Any, ClassVar

from lantern.kernel.contract import Json
from tests.chronicle import Contest

COLOURS = ["green", "orange", "yellow", "red", "violet"]
HAND = 3


class Chronicle(Contest):
    FOLLOWS: ClassVar = {
        "scored": ("houses", "market_places"),
        "standing": ("houses", "market_places", "emissaries"),
        "breakdown": ("houses", "fortifications", "market_places", "emissaries"),
    }

    def __init__(self, board: Json, view: Json) -> None:
        super().__init__(board, view)
        self.provinces = {one["id"]: one for one in board["provinces"]}
        self.spaces = {one["id"]: one for one in board["spaces"]}
        self.items: list[Json] = []
        """The points that were told of, as the breakdown has them."""

    @classmethod
    def parts(cls, view: Json) -> Json:
        """Cards have no order; what points are made of is looked at once."""
        result = view["result"] and {key: value for key, value in view["result"].items() if key != "breakdown"}
        hands = [hand | {"cards": sorted(hand["cards"] or ()), "seen": sorted(hand["seen"])} for hand in view["hands"]]
        piles = {pile: sorted(view[pile]) for pile in ("display", "discards")}
        return view | piles | {"hands": hands, "result": result}

    def contradicts(self, after: Json) -> list[str]:
        return [f"not in the breakdown: {item}" for item in self.items if item not in after["breakdown"]]

    # Deeds

    def deed(self, seat: int, action: str) -> None:
        assert seat == self.view["to_act"]
        self.view["last"] = {"seat": seat, "action": action}

    def spend(self, seat: int, cards: list[str]) -> None:
        hand = self.view["hands"][seat - 1]
        hand["held"] -= len(cards)
        self.view["discards"] += cards
        for card in cards:
            if hand["cards"] is not None:
                hand["cards"].remove(card)
            if card in hand["seen"]:
                hand["seen"].remove(card)

    def place(self, provinces: list[str], places: list[str], pieces: int) -> None:
        assert places == [self.provinces[id_]["name"] for id_ in provinces]
        turn = self.view["turn"]
        turn["placed"] += pieces
        turn["provinces"] = [id_ for id_ in turn["provinces"] if id_ in provinces]

    def build(self, seat: int, space: str, provinces: list[str]) -> None:
        assert provinces == self.spaces[space]["provinces"]
        self.put("houses", seat, space)
        self.view["supply"][seat - 1]["houses"] -= 1

    def put(self, part: str, seat: int, space: str) -> None:
        taken = self.view["houses"] | self.view["market_places"]
        assert space not in taken
        pieces = self.view[part] | {space: seat}
        self.view[part] = {id_: pieces[id_] for id_ in self.spaces if id_ in pieces}

    def on_house(self, seat: int, space: str, provinces: list[str], places: list[str], cards: list[str]) -> None:
        self.deed(seat, f"house {space} with {' '.join(cards)}")
        self.spend(seat, cards)
        self.build(seat, space, provinces)
        self.place(provinces, places, 1)

    def on_fortification(
        self, seat: int, space: str, provinces: list[str], places: list[str], cards: list[str]
    ) -> None:
        self.deed(seat, f"fortify {space} with {' '.join(cards)}")
        self.spend(seat, cards)
        self.build(seat, space, provinces)
        self.view["fortifications"] |= {space: seat}
        forts = self.view["fortifications"]
        self.view["fortifications"] = {id_: forts[id_] for id_ in self.spaces if id_ in forts}
        self.view["supply"][seat - 1]["markers"] -= 1
        self.place(provinces, places, 2)

    def on_market_place(self, seat: int, space: str, provinces: list[str], places: list[str], cards: list[str]) -> None:
        assert provinces == self.spaces[space]["provinces"]
        self.deed(seat, f"market {space} with {' '.join(cards)}")
        self.spend(seat, cards)
        self.put("market_places", seat, space)
        supply = self.view["supply"][seat - 1]
        supply["markers"] -= 1
        supply["emissaries"] -= 1
        self.place(provinces, places, 2)

    def on_emissary(self, seat: int, provinces: list[str], places: list[str], cards: list[str]) -> None:
        [province] = provinces
        self.deed(seat, f"emissary {province} with {' '.join(cards)}")
        self.spend(seat, cards)
        self.view["supply"][seat - 1]["emissaries"] -= 1
        self.send(seat, province)
        self.place(provinces, places, 1)

    def send(self, seat: int, province: str) -> None:
        """An emissary comes to a dragon space."""
        nobody = [0] * len(self.view["hands"])
        there = self.view["emissaries"] | {province: [*self.view["emissaries"].get(province, nobody)]}
        there[province][seat - 1] += 1
        self.view["emissaries"] = {id_: there[id_] for id_ in self.provinces if id_ in there}

    def on_discarded(self, seat: int, card: str) -> None:
        self.deed(seat, f"discard {card}")
        self.spend(seat, [card])
        self.end_placing()

    def on_turn_ended(self, seat: int) -> None:
        self.deed(seat, "end")
        self.end_placing()

    def end_placing(self) -> None:
        if self.view["exhausted"] == 2:
            self.pass_turn()
        else:
            self.view["phase"] = "draw"

    def pass_turn(self) -> None:
        self.view["to_act"] = self.next_seat(self.view["to_act"])
        self.begin_turn()

    def begin_turn(self) -> None:
        built = {space for part in ("houses", "market_places") for space in self.view[part]}
        settled = {id_ for space in built for id_ in self.spaces[space]["provinces"]} | set(self.view["emissaries"])
        empty = [id_ for id_ in self.provinces if id_ not in settled]
        self.view["phase"] = "place"
        self.view["turn"] = {"placed": 0, "provinces": [*self.provinces], "empty": empty}

    # Cards

    def on_took(self, seat: int, card: str) -> None:
        self.deed(seat, f"take {card}")
        self.view["display"].remove(card)
        self.view["hands"][seat - 1]["seen"].append(card)
        self.receive(seat, card)

    def on_drew_blind(self, seat: int) -> None:
        self.deed(seat, "draw")
        self.view["deck"] -= 1
        self.receive(seat, None)

    def on_drew(self, seat: int, card: str) -> None:
        assert self.view["seat"] == seat == self.view["last"]["seat"]
        assert card in COLOURS
        self.view["hands"][seat - 1]["cards"].append(card)

    def receive(self, seat: int, card: str | None) -> None:
        hand = self.view["hands"][seat - 1]
        hand["held"] += 1
        if card and hand["cards"] is not None:
            hand["cards"].append(card)
        if hand["held"] == HAND:
            self.pass_turn()

    def on_laid_open(self, cards: list[str]) -> None:
        assert all(card in COLOURS for card in cards)
        self.view["display"] += cards
        self.view["deck"] -= len(cards)

    def on_reshuffled(self, cards: int) -> None:
        assert cards == len(self.view["discards"])
        self.view["deck"] += cards
        self.view["discards"] = []
        self.view["exhausted"] = 1

    def on_ran_out(self) -> None:
        self.view["exhausted"] = 2
        if self.view["phase"] == "draw":
            self.pass_turn()

    def on_last_turn(self, seat: int) -> None:
        assert self.next_seat(seat) == self.view["emperor"]
        self.view["last_turns"] = len(self.view["hands"])

    # Points

    def score(self, places: list[str], **item: Any) -> None:
        ids = item.get("provinces", [item["of"]])
        assert places == [self.provinces[id_]["name"] for id_ in ids if id_ in self.provinces]
        self.view["scores"][item["seat"] - 1] += item["points"]
        self.items.append(item)

    on_scored_province = on_province = on_alliance = on_row = on_ports = score

    # The end

    def on_left_market(self, seat: int, space: str, provinces: list[str], places: list[str]) -> None:
        assert self.view["market_places"][space] == seat
        assert provinces == self.spaces[space]["provinces"]
        assert places == [self.provinces[id_]["name"] for id_ in provinces]
        for id_ in provinces:
            self.send(seat, id_)

    def finish(self, reason: str, winners: list[int], points: int) -> None:
        view = self.view
        assert points == max(view["scores"])
        left = [supply["houses"] + supply["emissaries"] for supply in view["supply"]]
        self.begin_turn()
        view.update(end=reason, phase="over", to_act=None, last_turns=0 if view["exhausted"] == 2 else None)
        view["result"] = {"reason": reason, "scores": view["scores"], "winners": winners, "pieces_left": left}

    def end(self) -> None:
        """In the last round it is known how many turns are to come."""
        view = self.view
        if view["last_turns"] is not None and view["end"] is None:
            view["last_turns"] = (view["emperor"] - 1 - view["to_act"]) % len(view["hands"]) + 1
