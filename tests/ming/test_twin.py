"""The fast rules against a slow twin written from the rules alone, move by move.

    python -m tests.ming.test_twin 1000

plays a thousand games more than the tests do.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.ming.box import DISTRICTS, NEAR, PROVINCES, SYMBOLS, districts_of
from tests.ming.test_scoring_twin import compare, deal, random_members, random_neutrals, random_tiles
from tests.ming.twin import (
    CARDS_OF_A_KIND,
    DRAGONS,
    MEMBERS_A_ROUND,
    MOST_NEUTRALS,
    NEUTRALS,
    PROVINCE_OF,
    ROUNDS,
    SET_POINTS,
    TILES_OF_A_COLOUR,
    Owner,
    Twin,
    fresh_position,
    moves_to_palaces,
)

Style = dict[str, float]

ACTIVE: Style = {"step": 4, "stop": 3, "stay": 2, "pass": 0.02, "purpose": 0.9}
CONTESTING: Style = {**ACTIVE, "stay": 4, "monastery": 9, "oust": 0.7, "crowd": 0.8, "most": 0.3, "few": 0.5}
STYLES: list[Style] = [
    {},
    {**ACTIVE, "dragon": 0.1, "crowd": 0.5, "most": 0.8, "few": 0.8},
    CONTESTING,
    {**ACTIVE, "dragon": 9, "stop": 0.1, "pay dragons": 0.9, "purpose": 0.3, "keep": 0.9},
    {"pass": 9, "deploy": 0.5, "purpose": 0.5, "keep": 0.5},
    {**ACTIVE, "dragon": 0.3, "crowd": 0.9, "keep": 0.9},
]
"""How a game is played: how much each kind of action weighs, 1 unless told, and how often choices follow a habit.

purpose: members, princes and steps go where members can be deployed; crowd: they go where others are;
oust: princes go to others' monasteries; most: as many as can be are deployed; pay dragons: rather than symbols;
keep: returns are 0; few: they are 1 or 2.
"""

FROM_THE_START = enough([0, 4], thorough=range(6), plain=[0])
CONTESTED = enough([7, 14, 21, 25], thorough=range(26), plain=[0])
ON_THE_BRINK = enough([1, 12, 21, 26, 31, 32, 34, 37, 40, 49], thorough=range(50), plain=[0, 1])
"""The seeds of games in which between them all that can happen does, or with plain rules of a few."""
LONGEST_ON_THE_BRINK = 60 if PLAIN else 90
ALONE = 1 if PLAIN else 3


class Witness(Twin):
    """A twin that notes what happens, most of which nobody chooses."""

    def __init__(self, position: dict[str, Any]) -> None:
        super().__init__(position)
        self.happened: Counter[str] = Counter()
        # How many actions deep it is: the second is a forced one.
        self.depth = 0
        # Where the walk began.
        self.origin: str | None = None
        # The members who have left the game, by seat.
        self.gone = dict.fromkeys(self.seats, 0)
        # The monasteries from which seats were ousted.
        self.ousted: set[tuple[str, int]] = set()

    def note(self, event: str) -> None:
        self.happened[event] += 1

    def play(self, text: str, after: dict[str, Any] | None = None) -> None:
        self.note(f"{text.split(maxsplit=1)[0]} in {self.phase}")
        if self.phase == "cards" and self.dragons == 0:
            self.note("no dragon left to take")
        super().play(text, after)

    def do(self, text: str) -> None:
        self.depth += 1
        if self.depth > 1:
            self.note(f"forced {text.split(maxsplit=1)[0]}")
        super().do(text)
        self.depth -= 1

    def mind_last_neutral(self) -> None:
        if self.neutral_stock() == 0:
            placed = set(self.to_place.values())
            self.note("no neutrals left, unequally placed" if len(placed) > 1 else "no neutrals left")
        super().mind_last_neutral()

    def place_member(self, province: str) -> None:
        super().place_member(province)
        if self.phase == "move":
            self.note("everybody kept five cards")

    def take_card(self, verb: str, province: str) -> None:
        if verb == "dragon":
            self.gone[self.seat] += 1
        super().take_card(verb, province)

    def shuffled_deck(self, text: str, after: dict[str, Any]) -> list[str]:
        deck = super().shuffled_deck(text, after)
        self.note(f"a new deck, {len(deck) - len(after['deck'])} cards drawn from it at once")
        return deck

    def next_to_move(self, order: list[int]) -> None:
        for seat in set(order) - self.passed:
            if self.hands[seat].total() == 0:
                self.note("forced pass")
        super().next_to_move(order)

    def step(self, district: str, card: str) -> None:
        if self.phase == "move":
            self.origin = self.prince_of(self.seat)
        seat, others = self.seat, [place for other, place in self.princes.items() if other != self.seat]
        symbols = [word for word in self.steps() if word.startswith(f"step {district} ")]
        if card == "dragon" and len(symbols) > 1:
            self.note("a dragon paid though one holds the symbol")
        if district in others:
            self.note("through a district with a prince")
        super().step(district, card)
        if self.to_act != seat or self.phase != "walk":
            self.note("forced stop")

    def begin_deploying(self) -> None:
        district = self.prince_of(self.seat)
        if self.phase == "walk" and district == self.origin:
            self.note("a walk ends where it began")
        if self.spaces[PROVINCE_OF[district]][self.seat] and self.monasteries.get(district) == self.seat:
            self.note("one's own member on the monastery bars all others")
        super().begin_deploying()

    def deploy(self, number: int, onto_monastery: bool) -> None:
        district = self.prince_of(self.seat)
        held_by = self.monasteries.get(district)
        if number and (district, self.seat) in self.ousted:
            self.note("an ousted player deploys there again")
        if onto_monastery and held_by is not None:
            self.note("a monastery taken")
            self.ousted.add((district, held_by))
        super().deploy(number, onto_monastery)

    def fill_palaces(self, district: str) -> None:
        members = self.open[district]
        moves = moves_to_palaces(members)
        if any(members.values()):
            how = [f"{number} {why}" for _, number, why in moves]
            self.note(f"palaces: {', '.join(how) if moves else 'all four tied'}")
            if len(how) == 1 and sum(number > 0 for number in members.values()) > 1:
                self.note("palaces: several tied for second")
        super().fill_palaces(district)

    def earn_tile(self, owner: Owner, colour: str) -> bool:
        earned = super().earn_tile(owner, colour)
        if isinstance(owner, int) and not earned:
            self.note("no tile left")
        return earned

    def score(self, kind: str, of: str, seat: int, points: int, members: int, **why: str) -> None:
        self.note(f"{kind} in round {self.round}")
        if why:
            self.note(f"{kind} {why['why']}")
        super().score(kind, of, seat, points, members, **why)

    def choose_return(self, number: int) -> None:
        there = self.in_city(self.seat)
        self.note("return " + ("none" if number == 0 else "some" if number < there else "all"))
        if number > there:
            self.note("return more than there are")
        super().choose_return(number)

    def score_city(self) -> None:
        assert self.province is not None
        if len(self.seats) == 2:
            neutrals = sum(self.palaces[district]["neutral"] for district in districts_of(self.province))
            if neutrals:
                self.note(f"{neutrals} neutrals stay")
        elif not any(self.members_in_city().values()):
            self.note("nobody left in the city")
        for seat, number in self.members_in_city().items():
            self.gone[seat] += number
        super().score_city()

    def who_gives_the_marker(self) -> int:
        chooser = super().who_gives_the_marker()
        tied = [seat for seat in self.seats if self.scores[seat] == self.scores[chooser]]
        held = [list(self.monasteries.values()).count(seat) for seat in tied]
        if len(tied) > 1:
            self.note("marker given, tied " + ("throughout" if held.count(max(held)) > 1 else "in points alone"))
        return chooser


# Playing.


def kind_of(action: str) -> str:
    """An action's verb; a deployment may be one onto a monastery."""
    return "monastery" if action.endswith("monastery") else action.split(maxsplit=1)[0]


def where(action: str) -> str:
    """The province of the place an action names."""
    place = action.split()[1]
    return PROVINCE_OF.get(place, place)


def choose(actions: list[str], twin: Twin, style: Style, choices: random.Random) -> str:
    """An action of a kind chosen by its weight; which one follows the style's habits, so far as they go."""
    by_kind: dict[str, list[str]] = {}
    for action in sorted(actions):
        by_kind.setdefault(kind_of(action), []).append(action)
    kind = choices.choices(list(by_kind), [style.get(kind, 1) for kind in by_kind])[0]
    chosen = by_kind[kind]
    for habit in ("purpose", "crowd", "oust", "most", "keep", "few", "pay dragons"):
        if choices.random() < style.get(habit, 0):
            chosen = [action for action in chosen if follows(habit, kind, action, chosen, twin)] or chosen
    return choices.choice(chosen)


def follows(habit: str, kind: str, action: str, chosen: list[str], twin: Twin) -> bool:
    """Whether an action follows a habit."""
    match habit, kind:
        case "purpose", "member":
            return where(action) in provinces_near(twin)
        case "purpose", "dragon":
            return where(action) not in provinces_near(twin)
        case "purpose", "step":
            return twin.spaces[where(action)][twin.seat] > 0 and holder(action, twin) != twin.seat
        case "oust", "step":
            return holder(action, twin) not in (None, twin.seat)
        case "crowd", "member":
            return sum(twin.spaces[where(action)].values()) > len(twin.seats)
        case "crowd", "step" | "neutral":
            return sum(twin.open[action.split()[1]].values()) > 1
        case "most", "deploy" | "monastery":
            return action.split()[1] == max(other.split()[1] for other in chosen)
        case "keep", "return":
            return action == "return 0"
        case "few", "return":
            return action in ("return 1", "return 2")
        case "pay dragons", "step" | "stay":
            return action.endswith("dragon")
    return True


def holder(action: str, twin: Twin) -> int | None:
    """The seat that holds the monastery of the district an action names."""
    return twin.monasteries.get(action.split()[1])


def provinces_near(twin: Twin) -> set[str]:
    """The provinces of the prince's district and of those around it."""
    district = twin.prince_of(twin.seat)
    return {PROVINCE_OF[place] for place in (district, *NEAR[district])}


def compare_views(match: lantern.Match, twin: Twin) -> None:
    """What a view counts for the table."""
    view: dict[str, Any] = match.view(1)
    assert view["stock"] == twin.tile_stock()
    if len(twin.seats) == 2:
        assert view["neutral_stock"] == twin.neutral_stock()
    if twin.phase in ("members", "cards", "move"):
        assert view["reach"] == [twin.reach(seat) for seat in twin.seats]
        assert view["worth"] == SET_POINTS[twin.next_scoring()]


def follow(
    match: lantern.Match, choices: random.Random, style: Style, longest: int | None = None, views: int = 40
) -> Counter[str]:
    """Play a match to its end, or so many actions, with the twin beside it; what happened on the way."""
    reveal = match.reveal()
    twin = Witness(reveal)
    compare(match, reveal, twin)
    while not match.over and match.ply != longest:
        action = choose(match.actions(), twin, style, choices)
        match.play(action)
        reveal = match.reveal()
        twin.play(action, reveal)
        compare(match, reveal, twin)
        if match.ply % views == 0:
            compare_views(match, twin)
    return twin.happened


# Where games begin.


def start(players: int, seed: int) -> lantern.Match:
    """A new game, with what there must be (MING-1, 2)."""
    match = lantern.game("ming").match(players=players, seed=seed)
    reveal = match.reveal()
    expected = fresh_position(players, random.Random(0), reveal["start_player"])
    cards = Counter([*reveal["display"].values(), *reveal["deck"]])
    assert cards == dict.fromkeys(SYMBOLS, CARDS_OF_A_KIND)
    expected |= {key: reveal[key] for key in ("options", "display", "deck")}
    assert reveal == expected
    return match


def on_the_brink(players: int, seed: int) -> dict[str, Any]:
    """A position with one member each to place where tiles, dragons, movement cards or neutrals run short."""
    choices = random.Random(seed)
    number = choices.randint(1, ROUNDS)
    first = choices.randint(1, players)
    position = fresh_position(players, choices, first)
    crowded = choices.sample(PROVINCES, choices.choice([1, 1, 3]))
    near = [district for district in DISTRICTS if PROVINCE_OF[district] in crowded or choices.random() < 0.2]
    position |= {"round": number - 1, "phase": "members"}
    position["princes"] = choices.sample(near if len(near) >= players else DISTRICTS, players)
    random_members(position, choices)  # of the rounds before
    position |= {"round": number, "to_act": first, "to_place": [1] * players, "tiles": random_tiles(players, choices)}
    position["spaces"] = {province: [0] * players for province in PROVINCES}
    for seat in range(players):
        in_districts = sum(members[seat] for members in position["open"].values())
        in_districts += list(position["monasteries"].values()).count(seat + 1)
        kept = MEMBERS_A_ROUND * (number - 1) - in_districts if seed % 3 == 2 else 0
        for _ in range(MEMBERS_A_ROUND - 1 + kept):
            position["spaces"][choices.choice(crowded)][seat] += 1
    position["neutrals"] = random_neutrals(choices) if players == 2 else {}
    if players == 2 and seed % 2 == 0:
        position["neutrals"] = dict.fromkeys(choices.sample(DISTRICTS, 10), MOST_NEUTRALS)
    deal(position, 0, choices)
    if seed % 2 == 1:
        hold_dragons(position, choices)
    cards = position["deck"]
    left = choices.choice([0, 0, 1, 2, len(cards)])
    position |= {"deck": cards[:left], "discards": dict(Counter(cards[left:]))}
    return position


def hold_dragons(position: dict[str, Any], choices: random.Random) -> None:
    """All dragons there are, or nearly, are in hands, with no other cards."""
    players = position["options"]["players"]
    for hand in position["hands"]:
        hand.pop("dragon", None)
        position["deck"] += Counter(hand).elements()
    hands = [5] * players
    while sum(hands) > DRAGONS:
        hands[choices.randrange(players)] -= 1
    position["hands"] = [{"dragon": number} for number in hands]
    position["dragons"] = DRAGONS - sum(hands)


def contested(players: int, seed: int) -> dict[str, Any]:
    """A position where everybody has everything for one province: members, cards and the prince nearby."""
    choices = random.Random(seed)
    province = choices.choice(PROVINCES)
    position = fresh_position(players, choices, choices.randint(1, players))
    position |= {"round": 4, "phase": "move", "to_place": [0] * players, "tiles": random_tiles(players, choices)}
    position["princes"] = choices.sample([*districts_of(province), "W1" if province != "white" else "B1"], players)
    position["spaces"][province] = [MEMBERS_A_ROUND * 4 - 1] * players
    holders = choices.sample(range(1, players + 1), min(players, 3))
    position["monasteries"] = dict(zip(districts_of(province), holders, strict=False))
    hold_dragons(position, choices)
    return position


def play_contested(players: int, seed: int) -> Counter[str]:
    match = lantern.game("ming").position(contested(players, seed), seed=seed)
    return follow(match, random.Random(seed), CONTESTING, LONGEST_ON_THE_BRINK)


def play_on_the_brink(players: int, seed: int) -> Counter[str]:
    match = lantern.game("ming").position(on_the_brink(players, seed), seed=seed)
    return follow(match, random.Random(seed), STYLES[seed % len(STYLES)], LONGEST_ON_THE_BRINK)


def expected_events(players: int) -> set[str]:
    """What the games must have reached between them."""
    rounds = (2, 4, 6)
    events = {
        *("prince in princes", "member in members", "take in cards", "dragon in cards"),
        *("step in move", "stay in move", "pass in move", "step in walk", "stop in walk", "deploy in deploy"),
        *("return in return", "back in back"),
        *("forced stop", "forced pass", "forced deploy", "everybody kept five cards"),
        *("a new deck, 1 cards drawn from it at once", "a dragon paid though one holds the symbol"),
        *("through a district with a prince", "a walk ends where it began"),
        *("a monastery taken", "one's own member on the monastery bars all others"),
        "an ousted player deploys there again",
        *("palaces: 1 most", "palaces: 2 most", "palaces: 2 most, 1 second", "palaces: 1 tied, 1 tied"),
        *("no tile left", "return none", "return some", "return all", "return more than there are"),
        *(f"{kind} in round {number}" for kind in ("set", "monasteries", "majority") for number in rounds),
        *("palaces in round 2", "palaces in round 4", "five in round 6", "single in round 6"),
        *("majority city", "majority province", "majority shared"),
    }
    if players == 2:
        events |= {"neutral in neutrals", "back in neutrals back", "1 neutrals stay", "2 neutrals stay"}
        events |= {"no neutrals left", "no neutrals left, unequally placed"}
    if players > 2:
        events |= {"palaces: 1 tied, 1 tied, 1 tied", "palaces: several tied for second", "nobody left in the city"}
    if players == 4:
        events |= {"start in start", "no dragon left to take", "forced take", "palaces: all four tied"}
        events |= {"a new deck, 2 cards drawn from it at once"}
        events |= {"marker given, tied throughout", "marker given, tied in points alone"}
    return events


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_agrees_at_every_move(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in FROM_THE_START:
        happened += follow(start(players, seed), random.Random(seed), STYLES[seed])
    for seed in ON_THE_BRINK:
        happened += play_on_the_brink(players, seed)
    for seed in CONTESTED:
        happened += play_contested(players, seed)
    if not PLAIN:
        assert expected_events(players) - set(happened) == set()


# The twin by itself.


class Alone(Witness):
    """A twin that shuffles its own cards."""

    def __init__(self, position: dict[str, Any], choices: random.Random) -> None:
        super().__init__(position)
        self.choices = choices

    def reshuffle(self) -> None:
        self.new_deck = sorted(self.discards.elements())
        self.choices.shuffle(self.new_deck)
        self.note("a new deck")
        super().reshuffle()


def check_what_is_conserved(twin: Witness) -> None:
    """Cards, dragons, tiles, members and neutrals are all somewhere; princes stand apart."""
    held = sum(twin.hands.values(), Counter())
    cards = Counter([*twin.display.values(), *twin.deck, *twin.discards.elements(), *held.elements()])
    assert cards.pop("dragon", 0) + twin.dragons == DRAGONS
    assert cards == dict.fromkeys(SYMBOLS, CARDS_OF_A_KIND)
    assert all(hand.total() <= 5 for hand in twin.hands.values())
    assert all(0 <= number <= TILES_OF_A_COLOUR for number in twin.tile_stock().values())
    assert all(len(+Counter(own)) < len(PROVINCES) for own in twin.tiles.values())
    if twin.phase not in ("neutrals", "princes", "walk"):
        assert len({*twin.princes.values()} - {None}) == len(twin.seats)
    if twin.round > 1 and twin.phase != "neutrals":
        for seat in twin.seats:
            in_districts = sum(area[seat] for area in (*twin.open.values(), *twin.palaces.values()))
            on_board = in_districts + sum(members[seat] for members in twin.spaces.values())
            on_board += list(twin.monasteries.values()).count(seat)
            assert on_board + twin.to_place[seat] + twin.gone[seat] == MEMBERS_A_ROUND * twin.round
    if len(twin.seats) == 2:
        assert 0 <= twin.neutral_stock() <= NEUTRALS
        for district in DISTRICTS:
            assert twin.open[district]["neutral"] + twin.palaces[district]["neutral"] <= MOST_NEUTRALS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_plays_six_rounds_by_itself(players: int) -> None:
    for seed in range(ALONE):
        choices = random.Random(seed)
        twin = Alone(fresh_position(players, choices, choices.randint(1, players)), choices)
        rounds = []
        while not twin.over:
            actions = sorted(twin.legal())
            assert actions
            rounds.append(twin.round)
            twin.play(choose(actions, twin, STYLES[seed % len(STYLES)], choices))
            check_what_is_conserved(twin)
            assert Twin(twin.position()).position() == twin.position()
        assert sorted(set(rounds)) == list(range(1, ROUNDS + 1))
        assert rounds == sorted(rounds)
        assert list(twin.scores.values()) == [
            sum(item["points"] for item in twin.scored if item["seat"] == seat) for seat in twin.seats
        ]


# More games than a test has time for.


def soak(games: int) -> Counter[str]:
    """So many games with the twin beside them, one in two from a brink; what happened."""
    happened: Counter[str] = Counter()
    for game in range(games):
        players, seed = 2 + game % 3, 1000 + game // 6
        if game // 3 % 2 == 0:
            happened += follow(start(players, seed), random.Random(seed), STYLES[seed % len(STYLES)])
        else:
            happened += play_on_the_brink(players, seed) + play_contested(players, seed)
    return happened


if __name__ == "__main__":
    for event, times in sorted(soak(int(sys.argv[1])).items()):
        print(f"{times:7} {event}")
