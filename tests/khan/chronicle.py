"""What each event of Khan changes in a view."""

from __future__ import annotations

from typing import Any, ClassVar

from lantern.kernel.contract import Json
from tests.chronicle import Contest
from tests.khan.board import DIRECTIONS, LETTER, ROWS, STEPS, name
from tests.khan.board import square as place_of

BONUS = {1: 10, 2: 6, 3: 3}
"""[place] points for territories."""
OF_A_TURN = ("actions", "discard", "special", "morale")


class Chronicle(Contest):
    FOLLOWS: ClassVar = {
        "flight": ("yurts", "rulers", "courts", "pieces"),
        "breakdown": ("pieces",),
        "offer": ("proposal",),
    }

    def __init__(self, board: Json, view: Json) -> None:
        super().__init__(board, view)
        self.directions = {card["card"]: card["direction"] for card in board["cards"]}
        self.driven = ""
        self.way: int | None = None
        """The direction, as a number, in which a ruler is to flee next; None if nobody does."""
        self.special: str | None = None
        self.done = False
        """Whether the turn under way is over."""
        self.drawn: dict[int, int] = {}
        """[seat] cards that have come into its hand."""

    @classmethod
    def parts(cls, view: Json) -> Json:
        """A hand's order follows from what others know of it; what points are made of is looked at once."""
        hands = [hand | {"cards": sorted(hand["cards"] or ())} for hand in view["hands"]]
        result = view["result"] and {key: value for key, value in view["result"].items() if key != "breakdown"}
        return view | {"hands": hands, "discards": sorted(view["discards"]), "result": result}

    # Deeds

    def deed(self, seat: int, action: str) -> None:
        assert seat == self.view["to_act"]
        self.view["last"] = {"seat": seat, "action": action}

    def on_ruler_placed(self, seat: int, ruler: str, square: str) -> None:
        self.deed(seat, f"ruler {ruler} {square}")
        self.view["rulers"][ruler] = square
        all_placed = "unplaced" not in self.view["rulers"].values()
        self.view["phase"] = "yurts" if all_placed else "rulers"
        self.view["turn"] = self.view["to_act"] = self.view["start_player"] if all_placed else self.next_seat(seat)

    def on_yurt_placed(self, seat: int, square: str) -> None:
        self.deed(seat, f"yurt {square}")
        self.view["yurts"][square] = seat
        self.view["turn"] = self.view["to_act"] = self.next_seat(seat)

    def on_invaded(self, seat: int, square: str, symbol: str, card: str) -> None:
        self.deed(seat, f"invade {square} with {symbol}")
        self.give_up(seat, symbol, card)
        self.view["yurts"][square] = seat
        self.act()

    def on_invaded_anywhere(self, seat: int, square: str) -> None:
        self.deed(seat, f"anywhere {square}")
        self.view["yurts"][square] = seat
        self.view["actions_left"] = 0
        self.view["phase"] = "discard" if self.view["hands"][seat - 1]["held"] else "special"

    def on_discarded(self, seat: int, symbol: str, card: str) -> None:
        self.deed(seat, f"discard {symbol}")
        self.give_up(seat, symbol, card)
        if self.view["hands"][seat - 1]["held"] == 0:
            self.view["phase"] = "special"

    def on_stopped(self, seat: int) -> None:
        self.deed(seat, "stop")
        self.view["phase"] = "special"

    def give_up(self, seat: int, symbol: str, card: str) -> None:
        assert card.split()[1] == symbol
        hand = self.view["hands"][seat - 1]
        hand["held"] -= 1
        if hand["cards"] is not None:
            hand["cards"].remove(card)
        self.view["discards"].append(card)

    def act(self) -> None:
        """An action is done."""
        turn = self.view["turn"]
        if self.view["phase"] == "morale":
            self.view["specials"][turn - 1]["morale"] -= 1
            self.view["phase"] = "special"
        else:
            self.view["actions_left"] -= 1
            if self.view["actions_left"] == 0:
                self.end_step_2()

    def end_step_2(self) -> None:
        self.view["actions_left"] = 0
        if self.view["phase"] != "final":
            self.view["phase"] = "special"
        self.done = True

    def on_driven_out(self, seat: int, ruler: str) -> None:
        self.deed(seat, f"drive {ruler}")
        self.driven = ruler
        self.act()

    def on_proposed(self, seat: int, piece: str, squares: list[str]) -> None:
        self.view["proposal"] = f"conquer {piece} {' '.join(squares)}"
        self.deed(seat, self.view["proposal"])
        self.view["asked_in"] = self.view["phase"]
        self.view["phase"] = "consent"
        self.view["to_act"] = self.to_ask()[0]

    def to_ask(self) -> list[int]:
        """The protectors who have not yet answered, in turn order."""
        turn, found = self.view["turn"], []
        seat = self.next_seat(turn)
        while seat != turn:
            if self.is_broken(seat) and seat not in self.view["consented"]:
                found.append(seat)
            seat = self.next_seat(seat)
        return found

    def is_broken(self, seat: int) -> bool:
        """Whether the proposal breaks a seat's protection."""
        yurts = {square: self.view["yurts"].get(square) for square in self.view["proposal"].split()[2:]}
        gods = self.view["gods"].get(str(seat))
        protected = [square for square, owner in yurts.items() if owner == "neutral"]
        return (seat in self.view["patronage"] and seat in yurts.values()) or any(
            gods in ("all", self.region(square)) for square in protected if gods
        )

    def region(self, square: str) -> str:
        row, column = place_of(square)
        return next(name for name, letter in LETTER.items() if letter == ROWS[row][column])

    def on_consented(self, seat: int) -> None:
        self.deed(seat, "consent")
        self.view["consented"] = sorted([*self.view["consented"], seat])
        self.view["to_act"] = (self.to_ask() or [self.view["turn"]])[0]

    def on_refused(self, seat: int) -> None:
        self.deed(seat, "refuse")
        self.view["refused"].append(self.view["proposal"])
        self.forget_proposal()
        if self.view["phase"] == "morale":
            self.view["phase"] = "special"

    def forget_proposal(self) -> None:
        view = self.view
        view["phase"], view["to_act"] = view["asked_in"], view["turn"]
        view["proposal"], view["asked_in"], view["consented"] = None, None, []

    def on_conquered(self, seat: int, piece: str, squares: list[str], owners: list[int], points: int) -> None:
        assert owners == [seat]
        self.lay(seat, piece, squares, owners, points)

    def on_conquered_together(self, seat: int, piece: str, squares: list[str], owners: list[int], points: int) -> None:
        assert seat in owners
        assert len(owners) > 1
        self.lay(seat, piece, squares, owners, points)

    def lay(self, seat: int, piece: str, squares: list[str], owners: list[int], points: int) -> None:
        assert seat == self.view["turn"]
        conquest = f"conquer {piece} {' '.join(squares)}"
        if self.view["proposal"] is None:
            self.deed(seat, conquest)
        else:
            assert (conquest, self.to_ask()) == (self.view["proposal"], [])
            self.forget_proposal()
        self.view["pieces"].append({"piece": piece, "squares": squares, "owners": owners})
        self.view["beside"][piece] -= 1
        for square in squares:
            self.view["yurts"].pop(square, None)
        for owner in owners:
            self.view["scores"][owner - 1] += points
        self.act()

    def on_morale(self, seat: int) -> None:
        self.deed(seat, "morale")
        self.view["phase"] = "morale"

    def on_patronage(self, seat: int) -> None:
        self.deed(seat, "patronage")
        self.use(seat, "patronage")
        self.view["patronage"] = sorted([*self.view["patronage"], seat])

    def on_gods(self, seat: int) -> None:
        self.deed(seat, "gods")
        self.use(seat, "gods")
        self.view["gods"][str(seat)] = "all"

    def on_gods_region(self, seat: int, region: str) -> None:
        self.deed(seat, f"gods {region}")
        self.use(seat, "gods")
        self.view["gods"][str(seat)] = region

    def on_reserved(self, seat: int, piece: str) -> None:
        self.deed(seat, f"reserve {piece}")
        self.view["specials"][seat - 1]["reconnaissance"] -= 1
        self.view["reserved"][str(seat)] = piece

    def use(self, seat: int, special: str) -> None:
        self.view["specials"][seat - 1][special] -= 1
        self.special = special

    def on_passed(self, seat: int) -> None:
        self.deed(seat, "pass")
        self.end_step_2()

    # What follows by itself

    def on_nothing_more(self, seat: int) -> None:
        assert seat == self.view["turn"]
        assert self.view["actions_left"] > 0
        self.end_step_2()

    def on_patronage_ended(self, seat: int) -> None:
        self.view["patronage"].remove(seat)

    def on_gods_ended(self, seat: int) -> None:
        del self.view["gods"][str(seat)]

    def on_reservation_ended(self, seat: int, piece: str) -> None:
        assert self.view["reserved"].pop(str(seat)) == piece

    def on_dealt(self) -> None:
        for seat, hand in enumerate(self.view["hands"], 1):
            hand["held"] += 4
            hand["cards"] = [] if self.view["seat"] == seat else None
            self.view["deck"] -= 4
            self.drawn[seat] = 4
        self.view["phase"] = "special"

    def on_refilled(self, seat: int, cards: int) -> None:
        hand = self.view["hands"][seat - 1]
        hand["held"] += cards
        assert (seat, hand["held"]) == (self.view["turn"], 4)
        self.view["deck"] -= cards
        self.drawn[seat] = cards

    def on_drew(self, seat: int, cards: list[str]) -> None:
        assert len(cards) == self.drawn[seat]
        assert self.view["seat"] == seat
        self.view["hands"][seat - 1]["cards"] += cards

    def on_reshuffled(self, cards: int) -> None:
        assert self.view["deck"] <= 0
        assert cards == len(self.view["discards"])
        self.view["deck"] += cards
        self.view["discards"] = []
        self.view["reshuffles"] += 1

    def on_turn(self, seat: int) -> None:
        view = self.view
        if view["phase"] in OF_A_TURN:
            assert view["phase"] == "special"
            assert view["actions_left"] == 0
            dealt = len(self.drawn) == len(view["hands"])
            assert seat == view["start_player"] if dealt else seat == self.next_seat(view["turn"])
            view["last_special"][view["turn"] - 1] = self.special
        else:
            assert self.done
            assert seat == self.next_seat(view["turn"])
        view["turn"] = view["to_act"] = seat
        view["refused"] = []
        self.driven = ""
        self.begin_turn()

    def begin_turn(self) -> None:
        self.view["phase"] = "final" if self.view["final"] else "actions"
        self.view["actions_left"] = 2
        self.done = False

    def on_passed_over(self, seat: int) -> None:
        assert (seat, "final") == (self.view["turn"], self.view["phase"])
        self.done = True

    # Flights

    def on_in_vain(self, cards: list[str]) -> None:
        for card in cards:
            assert self.view["rulers"][card.split()[0]] == "home"
            self.turn_up(card)

    def turn_up(self, card: str) -> None:
        assert card in self.directions
        self.view["deck"] -= 1
        self.view["discards"].append(card)

    def on_card(self, card: str, direction: str) -> None:
        assert direction == self.directions[card]
        self.turn_up(card)
        ruler = self.driven or card.split(maxsplit=1)[0]
        self.way = DIRECTIONS.index(direction)
        self.tried = 0
        self.view["fled"] = {"card": card, "ruler": ruler, "from": self.view["rulers"][ruler]}

    def line(self, direction: str) -> list[str | None]:
        """The three squares from the fleeing ruler on, None where the board ends."""
        row, column = place_of(self.view["fled"]["from"])
        down, right = STEPS[direction]
        places = [(row + down * far, column + right * far) for far in (1, 2, 3)]
        return [name((r, c)) if 0 <= r < 13 and 0 <= c < 13 and ROWS[r][c] != "." else None for r, c in places]

    def obstacle(self, square: str) -> str | None:
        """What keeps a ruler from a square."""
        if any(square in piece["squares"] for piece in self.view["pieces"]):
            return "piece"
        if self.region(square) == "river":
            return "river"
        if square in self.view["rulers"].values():
            return "ruler"
        return "yurt" if square in self.view["yurts"] else None

    def on_tried(self, ruler: str, direction: str, blocked: list[dict[str, str]]) -> None:
        self.head(ruler, direction)
        expected: list[dict[str, Any]] = []
        for square in self.line(direction):
            expected.append({"square": square, "by": self.obstacle(square)} if square else {"by": "edge"})
            if square is None:
                break
        assert blocked == expected
        assert None not in [one["by"] for one in expected]
        self.tried += 1
        assert self.way is not None
        self.way = (self.way + 1) % 8

    def head(self, ruler: str, direction: str) -> None:
        assert ruler == self.view["fled"]["ruler"]
        assert self.way is not None
        assert direction == DIRECTIONS[self.way]

    def on_fled(self, ruler: str, origin: str, direction: str, square: str) -> None:
        self.head(ruler, direction)
        line = self.line(direction)
        assert square == next(one for one in line if one is None or self.obstacle(one) is None)
        if not self.driven:
            self.view["courts"][ruler] -= 1
        self.leave(ruler, origin, square)

    def on_went_home(self, ruler: str, origin: str) -> None:
        assert ruler == self.view["fled"]["ruler"]
        assert self.tried == 8 or (self.tried == 0 and self.view["courts"][ruler] == 1)
        self.view["courts"][ruler] = 0
        self.leave(ruler, origin, "home")

    def leave(self, ruler: str, origin: str, target: str) -> None:
        assert self.way is not None
        assert origin == self.view["rulers"][ruler]
        self.view["rulers"][ruler] = target
        self.view["yurts"][origin] = "neutral"
        self.way = None

    def on_final_phase(self, rulers: list[str]) -> None:
        where = self.view["rulers"]
        assert rulers == [ruler for ruler, square in where.items() if square != "home"]
        for ruler in rulers:
            self.view["yurts"][where[ruler]] = "neutral"
            where[ruler] = "home"
            self.view["courts"][ruler] = 0
        self.view["final"] = True
        if not self.driven:
            self.begin_turn()

    # The end

    def territories(self, seat: int) -> list[set[str]]:
        """The territories of a seat, the largest first."""
        rest = {square for piece in self.view["pieces"] if seat in piece["owners"] for square in piece["squares"]}
        found = []
        while rest:
            group, edge = set[str](), {min(rest)}
            while edge:
                group |= edge
                edge = {side for square in edge for side in beside(square) if side in rest} - group
            rest -= group
            found.append(group)
        return sorted(found, key=len, reverse=True)

    def on_territory(
        self, seat: int, points: int, place: int, sizes: list[int], squares: list[str], **item: Any
    ) -> None:
        assert item == {"kind": "territory", "of": seat, "when": "final"}
        assert points == BONUS[place]
        territories = self.territories(seat)
        assert sizes == [len(one) for one in territories]
        assert set(squares) in [one for one in territories if len(one) == sizes[0]]
        self.view["scores"][seat - 1] += points

    def finish(self, reason: str, winners: list[int], points: int) -> None:
        view = self.view
        assert points == max(view["scores"])
        seats = range(1, len(view["hands"]) + 1)
        territories = [[len(one) for one in self.territories(seat)] for seat in seats]
        view["result"] = {"reason": reason, "scores": view["scores"], "winners": winners, "territories": territories}
        view.update(end=reason, phase="over", to_act=None, actions_left=0, refused=[])

    def end(self) -> None:
        assert self.way is None
        self.view["yurts"] = dict(sorted(self.view["yurts"].items(), key=lambda item: place_of(item[0])))
        over_or_going_on = self.view["phase"] != "final" or self.view["actions_left"] > 0
        assert over_or_going_on


def beside(square: str) -> list[str]:
    row, column = place_of(square)
    return [name((row + down, column + right)) for down, right in STEPS.values() if down * right == 0]
