"""The fast rules against a slow twin written from the rules alone, move by move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.khan.board import REGIONS, sides
from tests.khan.board import names as names_of
from tests.khan.board import square as square_of
from tests.khan.box import PACK, PIECES, RULERS, SPECIALS
from tests.khan.test_scoring_twin import check_breakdown, random_position
from tests.khan.twin import HAND, LAND, MOST_REFUSALS, Twin, region_of, symbol_on

KHAN = lantern.game("khan")

STYLES: list[dict[str, float]] = [
    {},
    {"invade": 9, "anywhere": 3, "drive": 0.3, "conquer": 0.3, "share": 3, "together": 0.9},
    {"drive": 9, "morale": 9, "invade": 3, "anywhere": 0.1, "conquer": 0.3, "pass": 0.3},
    {"conquer": 9, "bridge": 30, "share": 9, "invade": 3, "together": 0.9, "anywhere": 0.3},
    {"patronage": 9, "gods": 9, "reserve": 0.3, "propose": 99, "invade": 5, "together": 0.95, "pass": 0.1},
    {"patronage": 9, "gods": 9, "morale": 9, "propose": 99, "refuse": 3, "invade": 5, "together": 0.95, "pass": 0.1},
    {"patronage": 9, "gods": 9, "morale": 9, "propose": 999, "refuse": 99, "invade": 5, "together": 0.95, "pass": 0.1},
    {"anywhere": 9, "discard": 9, "reserve": 9, "drive": 2, "conquer": 0.1},
]
"""How a game is played: how much each kind of action weighs, 1 unless told; and how often yurts go beside others."""

Games = Mapping[str, Iterable[int]]
"""[how they begin] the seeds of games."""
FEW: Games = {"from the start": [0], "crowded": [0], "protected": [0], "on the brink": [0]}
ENOUGH: dict[int, Games] = {
    2: {
        "from the start": [1, 2, 3, 5],
        "crowded": [1, 2, 6, 20],
        "protected": [6, 8, 23],
        "on the brink": [0, 3, 15, 16, 17, 19, 20, 22, 26, 29, 31, 35, 36, 39],
    },
    3: {
        "from the start": [0, 2, 3, 4],
        "crowded": [2, 4, 7, 23],
        "protected": [6, 12, 15, 18],
        "on the brink": [11, 12, 15, 16, 17, 21, 30, 31, 33, 38, 39],
    },
    4: {
        "from the start": [1, 3, 6, 7],
        "crowded": [6, 8, 12, 22],
        "protected": [5, 18, 23, 35],
        "on the brink": [0, 8, 12, 15, 16, 23, 27, 31, 33, 35, 37, 39],
    },
}
"""By players, games of those in MANY in which between them all that can happen does."""
MANY: Games = {"from the start": range(8), "crowded": range(60), "protected": range(80), "on the brink": range(200)}


class Witness(Twin):
    """A twin that notes what happens, most of which nobody chooses."""

    def __init__(self, position: dict[str, Any]) -> None:
        super().__init__(position)
        self.happened: Counter[str] = Counter()

    def note(self, event: str) -> None:
        self.happened[event] += 1

    def play(self, text: str, after: dict[str, Any]) -> None:
        self.note(f"{text.split(maxsplit=1)[0]} in {self.phase}")
        super().play(text, after)

    def flee(self, ruler: str, direction: str, driven: bool) -> None:
        how = f"driven in {self.phase}" if driven else "in step 1"
        last_yurt, ways_out, final = self.courts[ruler] == 1, self.flight(ruler, direction), self.final
        super().flee(ruler, direction, driven)
        if ways_out is None:
            self.note(f"home without a way out, {how}")
        elif last_yurt:
            self.note(f"{'home' if ruler in self.home else 'away'} with one yurt at court, {how}")
        if self.final and not final:
            self.note(f"final phase begins {how}")

    def step_1(self) -> None:
        cards, reshuffles = len(self.deck), self.reshuffles
        super().step_1()
        if self.reshuffles == reshuffles and cards - len(self.deck) > 1:
            self.note("several cards turned up in step 1")
        if self.reshuffles > reshuffles and self.discards:
            self.note("cards turned up before and after a reshuffle in step 1")

    def draw_card(self) -> None:
        reshuffles = self.reshuffles
        super().draw_card()
        if self.reshuffles > reshuffles:
            self.note("reshuffle in a refill" + (", cards drawn before and after" if self.drawn_since_shuffled else ""))

    def turn_up(self) -> str:
        reshuffles = self.reshuffles
        card = super().turn_up()
        if self.reshuffles > reshuffles:
            self.note(f"reshuffle by a card turned up in {self.phase}")
        return card

    def begin_turn(self, seat: int) -> None:
        before = {"patronage": seat in self.patronage, "gods": seat in self.gods, "reservation": seat in self.reserved}
        super().begin_turn(seat)
        if self.final:
            for restriction, in_force in before.items():
                if in_force:
                    self.note(f"{restriction} lapses in the final phase")

    def mind_what_is_left(self) -> None:
        turn = (self.turn, self.phase, self.actions_left)
        refused = bool(self.refused)
        super().mind_what_is_left()
        if turn[1] == "final" and self.over:
            self.note(f"the end with {turn[2]} actions left")
        elif turn[1] in ("actions", "final") and turn[2] > 0 and (self.phase != turn[1] or self.turn != turn[0]):
            self.note(f"{turn[2]} actions lapse in {turn[1]}" + (" after a refusal" if refused else ""))

    def use_special(self, verb: str, words: list[str]) -> None:
        if verb != "pass" and self.final:
            self.note(f"{verb} in the turn that began the final phase")
        super().use_special(verb, words)

    def conquer(self, text: str) -> None:
        super().conquer(text)
        self.note(f"conquer {self.pieces[-1].piece}")
        self.note(f"conquered by {len(self.pieces[-1].owners)}")

    def ask(self) -> None:
        assert self.proposal is not None
        asked, phase = self.conquests()[self.proposal], self.asked_in
        yields = {"Patronage" if seat in self.patronage else "Gods" for seat in asked}
        super().ask()
        if asked and self.proposal is None:
            self.note(f"consent of {len(asked)} in {phase}")
            self.note(f"{' and '.join(sorted(yields))} yield to consent")

    def refuse(self) -> None:
        self.note(f"refused in {self.asked_in}" + (" after a consent" if self.consented else ""))
        super().refuse()
        if len(self.refused) == MOST_REFUSALS:
            self.note("no more proposals this turn")


# Playing.


def kind_of(action: str, twin: Twin, asked: dict[str, list[int]]) -> str:
    """An action's verb; a conquest may be a proposal, a bridge, or one to share."""
    verb, *words = action.split()
    if verb != "conquer":
        return verb
    if asked[action]:
        return "propose"
    if words[0].startswith("bridge"):
        return "bridge"
    return "share" if len(twin.majority(map(square_of, words[1:]))) > 1 else "conquer"


def choose(actions: list[str], twin: Twin, style: dict[str, float], choices: random.Random) -> str:
    """An action of a kind chosen by its weight; in a style of playing together, mostly beside somebody's yurt."""
    by_kind: dict[str, list[str]] = {}
    asked = twin.conquests() if any(action.startswith("conquer") for action in actions) else {}
    for action in sorted(actions):
        by_kind.setdefault(kind_of(action, twin, asked), []).append(action)
    kind = choices.choices(list(by_kind), [style.get(kind, 1) for kind in by_kind])[0]
    chosen = by_kind[kind]
    if kind in ("invade", "anywhere", "yurt") and choices.random() < style.get("together", 0):
        beside = [action for action in chosen if not twin.yurts.keys().isdisjoint(sides(square_of(action.split()[1])))]
        chosen = beside or chosen
    if kind == "propose" and choices.random() < 0.8:
        most = max(len(asked[action]) for action in chosen)
        chosen = [action for action in chosen if len(asked[action]) == most]
    if kind in ("conquer", "share") and choices.random() < 0.2:
        largest = max(len(action.split()) for action in chosen)
        chosen = [action for action in chosen if len(action.split()) == largest]
    if kind == "drive" and choices.random() < 0.5:
        fewest = min(twin.courts[action.split()[1]] for action in chosen)
        chosen = [action for action in chosen if twin.courts[action.split()[1]] == fewest]
    return choices.choice(chosen)


def compare(match: lantern.Match, reveal: dict[str, Any], twin: Twin) -> None:
    """Everything the twin knows must be so, and it knows everything but how rulers fled."""
    actions = match.actions()
    assert {key: value for key, value in reveal.items() if key != "fled"} == twin.position()
    assert len(set(actions)) == len(actions)
    assert set(actions) == twin.legal()
    assert (match.to_act, match.over, list(match.scores)) == (twin.to_act, twin.over, twin.scores)


def compare_results(match: lantern.Match, twin: Twin) -> None:
    """The final scores, their breakdown and the winners (KHAN-10)."""
    result = match.result
    assert result is not None
    assert (result["reason"], result["scores"]) == (twin.end, twin.scores)
    assert (result["winners"], result["territories"]) == (twin.winners(), list(twin.sizes().values()))
    check_breakdown(result["breakdown"], twin)


def follow(match: lantern.Match, choices: random.Random, style: dict[str, float]) -> Counter[str]:
    """Play a match to its end with the twin beside it; what happened on the way."""
    reveal = match.reveal()
    twin = Witness(reveal)
    compare(match, reveal, twin)
    while not match.over:
        action = choose(match.actions(), twin, style, choices)
        match.play(action)
        reveal = match.reveal()
        twin.play(action, reveal)
        compare(match, reveal, twin)
        if match.ply % 20 == 0:
            check_breakdown(match.breakdown(), twin)
    compare_results(match, twin)
    return twin.happened


# Where games begin.


def start(options: dict[str, Any], seed: int) -> lantern.Match:
    """A new game; the cards are not dealt yet (KHAN-3.0)."""
    match = KHAN.match(seed=seed, **options)
    reveal = match.reveal()
    assert reveal["phase"] == ("rulers" if options["place_rulers"] else "yurts")
    assert reveal["hands"] == reveal["drawn"] == [[]] * options["players"]
    assert sorted(reveal["deck"]) == sorted(PACK)
    assert reveal["specials"] == [SPECIALS[options["players"]]] * options["players"]
    return match


def crowded(options: dict[str, Any], seed: int) -> lantern.Match:
    """A game with many yurts on the board, some pieces and some rulers at home; one in four in its final phase."""
    choices = random.Random(seed)
    pieces, share = choices.choice([0, 4, 12]), choices.choice([0.3, 0.6, 0.95])
    return KHAN.position(random_position(options, choices, pieces, share, final=seed % 4 == 3), seed=seed)


def protected(options: dict[str, Any], seed: int) -> lantern.Match:
    """A game with many yurts, those of another seat and the neutral ones of a third under protection."""
    choices = random.Random(seed)
    position = random_position(options, choices, pieces=0, share=0.5, final=seed % 4 == 3)
    protect(position, choices, most=2)
    owners = [position["turn"], *position["patronage"], *map(int, position["gods"]), "neutral"]
    position["yurts"] = {name: choices.choice(owners) for name in position["yurts"]}
    return KHAN.position(position, seed=seed)


def on_the_brink(options: dict[str, Any], seed: int) -> lantern.Match:
    """A game where the next ruler driven home begins the final phase, with few cards to play and little to conquer.

    The seat to act holds cards of one landscape, where nothing is empty; yurts beside its own are protected.
    """
    choices = random.Random(seed)
    position = random_position(options, choices, pieces=choices.choice([3, 30]), share=0.0)
    region, turn = choices.choice(REGIONS), position["turn"]
    send_home(position, choices)
    hold_cards(position, region, choices)
    protect(position, choices, most=choices.choice([1, 2]))
    if options["players"] == 4:
        position["gods"] = dict.fromkeys(position["gods"], region)
    covered = {name for placed in position["pieces"] for name in placed["squares"]}
    rulers = set(position["rulers"].values()) - {"home"}
    own, share = set(map(square_of, rulers)), choices.choice([0.0, 0.2, 0.5])
    for name in choices.sample(names_of(LAND), len(LAND)):
        inside = region_of(square_of(name)) == region
        if name in covered | rulers or not (inside or choices.random() < share):
            continue
        protected_by_gods = bool(position["gods"]) and (inside or options["players"] < 4)
        partners = position["patronage"] + (["neutral"] if protected_by_gods else [])
        if own.isdisjoint(sides(square_of(name))) and choices.random() < 0.3:
            position["yurts"][name] = turn
            own.add(square_of(name))
        elif partners:
            position["yurts"][name] = choices.choice(partners)
    if seed % 4 == 2:  # only High Morale's action is left
        position |= {"phase": "special", "actions_left": 0}
    if seed % 8 == 5:  # the final phase is on
        position |= {"phase": "final", "final": True}
        position |= {"rulers": dict.fromkeys(RULERS, "home"), "courts": dict.fromkeys(RULERS, 0)}
    if seed % 8 == 7:  # nobody can conquer anything
        position["yurts"] = {}
    return KHAN.position(position, seed=seed)


def send_home(position: dict[str, Any], choices: random.Random) -> None:
    """Four rulers are home; the others have one yurt left at court."""
    for ruler in choices.sample(RULERS, len(RULERS)):
        if list(position["rulers"].values()).count("home") < 4:
            position["rulers"][ruler] = "home"
        position["courts"][ruler] = 0 if position["rulers"][ruler] == "home" else 1


def hold_cards(position: dict[str, Any], symbol: str, choices: random.Random) -> None:
    """The seat whose turn it is has a hand of cards with one symbol, taken from wherever they were."""
    turn = position["turn"]
    cards = [card for card in PACK if symbol_on(card) == symbol]
    own = [card for card in position["hands"][turn - 1] if card in cards]
    for card in choices.sample([card for card in cards if card not in own], HAND - len(own)):
        given = next(held for held in position["hands"][turn - 1] if held not in cards)
        for pile in [*position["hands"], position["deck"], position["discards"]]:
            pile[:] = [{card: given, given: card}.get(held, held) for held in pile]


def protect(position: dict[str, Any], choices: random.Random, most: int) -> None:
    """Patronage and the Gods, of seats whose turn it is not, or one of the two, are all that is in force."""
    players = position["options"]["players"]
    position |= {"patronage": [], "gods": {}, "reserved": {}, "last_special": [None] * players}
    position["specials"] = [dict(SPECIALS[players]) for _ in range(players)]
    others = [seat for seat in range(1, players + 1) if seat != position["turn"]]
    number = min(len(others), most)
    specials = choices.sample(["patronage", "gods"], number)
    for seat, special in zip(choices.sample(others, number), specials, strict=True):
        position["specials"][seat - 1][special] -= 1
        position["last_special"][seat - 1] = special
        if special == "patronage":
            position["patronage"] = [seat]
        else:
            position["gods"] = {str(seat): choices.choice(REGIONS) if players == 4 else "all"}


def expected_events(players: int) -> set[str]:
    """What the games must have reached between them."""
    events = {
        *("ruler in rulers", "yurt in yurts"),
        *("invade in actions", "drive in actions", "conquer in actions", "anywhere in actions", "pass in actions"),
        *("discard in discard", "stop in discard"),
        *(f"{special} in special" for special in ("morale", "patronage", "gods", "reserve", "pass")),
        *("invade in morale", "drive in morale", "conquer in morale", "conquer in final", "pass in final"),
        *(
            f"{special} in the turn that began the final phase"
            for special in ("morale", "patronage", "gods", "reserve")
        ),
        *(f"home without a way out, {how}" for how in ("in step 1", "driven in actions")),
        *(f"home with one yurt at court, {how}" for how in ("in step 1", "driven in actions", "driven in morale")),
        *(f"away with one yurt at court, {how}" for how in ("driven in actions", "driven in morale")),
        *(f"final phase begins {how}" for how in ("in step 1", "driven in actions", "driven in morale")),
        *(f"conquer {piece}" for piece in PIECES),
        *(f"conquered by {number}" for number in range(1, players + 1)),
        *(f"consent of 1 in {phase}" for phase in ("actions", "morale", "final")),
        *(f"refused in {phase}" for phase in ("actions", "morale", "final")),
        *("Patronage yield to consent", "Gods yield to consent", "no more proposals this turn"),
        *(f"{what} lapses in the final phase" for what in ("patronage", "gods", "reservation")),
        *("1 actions lapse in actions", "1 actions lapse in final", "2 actions lapse in final"),
        *(f"the end with {number} actions left" for number in range(3)),
        "several cards turned up in step 1",
        *("reshuffle in a refill, cards drawn before and after", "reshuffle by a card turned up in actions"),
    }
    if players > 2:
        events |= {
            "consent of 2 in actions",
            "Gods and Patronage yield to consent",
            "refused in actions after a consent",
        }
    return events


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_agrees_at_every_move(players: int) -> None:
    follow_games(players, FEW if PLAIN else ENOUGH[players])


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_agrees_in_many_games(players: int) -> None:
    follow_games(players, FEW if PLAIN else MANY)


def begun(players: int, how: str, seed: int) -> tuple[lantern.Match, dict[str, float]]:
    """A game that begins in some way, and how it is played."""
    style = STYLES[seed % len(STYLES)]
    if how == "from the start":
        options = {"players": players, "place_rulers": seed % 2 == 1, "drive_out_home": seed % 4 < 2}
        return start(options, seed), style
    if how == "crowded":
        return crowded({"players": players, "drive_out_home": seed % 3 < 2}, seed), style
    if how == "protected":
        return protected({"players": players}, seed), {**style, "propose": 99, "pass": 9}
    eager = {"drive": 9, "patronage": 9, "morale": 9, "propose": 3, "pass": 3}
    return on_the_brink({"players": players, "drive_out_home": seed % 6 < 5}, seed), {**style, **eager}


def follow_games(players: int, games: Games) -> None:
    happened: Counter[str] = Counter()
    for how, seeds in games.items():
        for seed in seeds:
            match, style = begun(players, how, seed)
            happened += follow(match, random.Random(seed), style)
    if not PLAIN:
        assert expected_events(players) - set(happened) == set()
