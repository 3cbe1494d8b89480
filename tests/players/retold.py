"""The same match with other hidden things: what one seat saw of it, action by action, is the same.

A world that fits what a seat sees now need not fit what it saw before. So a world is told as a whole match: the cards
that are hidden at the end are exchanged where they lay at the beginning, and the same actions are played once more.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise

from lantern import Match
from lantern.kernel.contract import Json
from lantern.kernel.record import Records
from tests.tables import MOMENTS, Table, at, played


def calm_stretches(table: Table, seed: int) -> list[range]:
    """The actions of a random match in parts: a part ends with the action that rolls chance."""
    moments = MOMENTS[played(table, seed)]
    chances = [moment.chance.tobytes() for moment in moments]
    cuts = [0, *(ply for ply in range(1, len(moments)) if chances[ply] != chances[ply - 1]), len(moments)]
    return [range(first, last) for first, last in pairwise(cuts)]


def told(table: Table, seed: int, first: int, last: int) -> Match:
    """A part of a random match as a match of its own, which begins from a position."""
    match = played(table, seed)
    part = table.game.position(at(match, first).reveal(), seed=seed)
    for number in match._numbers[first:last]:
        part.play(number)
    return part


def parts(table: Table, seed: int, number: int) -> Iterator[Match]:
    """Some parts of a random match of different length, each from the last chance on; none of them is over."""
    stretches = [stretch for stretch in calm_stretches(table, seed) if len(stretch) > 1]
    choices = random.Random(seed)
    for count in range(number):
        stretch = stretches[count % len(stretches)]
        yield told(table, seed, stretch.start, choices.choice(stretch[:-1]))


# A world told as a match.


def retold(match: Match, seat: int, world: Records) -> Match:
    """The match with the hidden things of a world that fits what a seat, from 0, sees at its end."""
    wanted = dict(match.words.reveal(world[0]))
    start, actions = EXCHANGES[match.game.name](match, seat, wanted)
    other = match.game.position(start, seed=match.seed)
    for action in actions:
        other.play(action)
    return other


Exchanged = tuple[Json, list[str]]
"""Another beginning, and the actions from there."""


def exchange_in_hanabi(match: Match, seat: int, wanted: Json) -> Exchanged:
    """The seat's own hand and the deck; each card of the hand lay there from the start, or in the deck."""
    start = beginning(match)
    hand: list[Json | int] = list(start["hands"][seat])
    replay, drawn = match.game.position(start), 0
    for action in match.history:
        actor, left = replay.to_act, cards_left(replay)
        replay.play(action)
        deed, place, *_ = [*action.split(), ""]
        if actor == seat + 1 and deed in ("play", "discard"):
            del hand[int(place) - 1]
        if cards_left(replay) < left:
            if actor == seat + 1:
                hand.append(drawn)
            drawn += 1
    for source, card in zip(hand, wanted["hands"][seat], strict=True):
        if isinstance(source, int):
            start["deck"][source] = card["card"]
        else:
            source["card"] = card["card"]
    start["deck"][drawn:] = wanted["deck"]
    start["tiles"][len(start["tiles"]) - len(wanted["tiles"]) :] = wanted["tiles"]
    return start, match.history


def cards_left(match: Match) -> int:
    """How many cards are in Hanabi's deck."""
    return match._state[0].deck_size - match._state[0].drawn  # type: ignore[no-any-return]


def exchange_in_khan(match: Match, seat: int, wanted: Json) -> Exchanged:
    """The others' hands and the deck; every card is there once, so that it can be exchanged by its name."""
    start, true = beginning(match), match.reveal()
    hands = list(zip(true["hands"], wanted["hands"], strict=True))
    piles = [*hands[:seat], *hands[seat + 1 :], (true["deck"], wanted["deck"])]
    other = {here: there for pile, pile_there in piles for here, there in zip(pile, pile_there, strict=True)}
    for pile in [*start["hands"], start["deck"]]:
        pile[:] = [other.get(card, card) for card in pile]
    return start, match.history


def exchange_in_ming(match: Match, seat: int, wanted: Json) -> Exchanged:
    """The rest of the deck, and what others chose in secret."""
    start, actions = beginning(match), match.history
    start["deck"][len(start["deck"]) - len(wanted["deck"]) :] = wanted["deck"]
    replay, choices = match.game.position(start), {}
    for ply, action in enumerate(actions):
        choices[replay.to_act] = ply
        replay.play(action)
    if wanted["phase"] == "return":
        for other, chosen in enumerate(wanted["scoring"]["chosen"], 1):
            if chosen is not None:
                actions[choices[other]] = f"return {chosen}"
    return start, actions


Card = tuple[tuple[int, int], str]
"""A card of HAN: where it lay at the beginning, as pile and place, and its colour. Piles are the hands and the deck."""
DECK = -1


class Held:
    """A hand of HAN: cards that all have seen, blind ones from before the reshuffle, other blind ones."""

    def __init__(self, start: Json, seat: int) -> None:
        self.newer: list[Card] = [((seat, place), card) for place, card in enumerate(start["hands"][seat])]
        self.seen = [self._pick(colour) for colour in start["seen"][seat]]
        self.older = [self._pick(colour) for colour in start["older"][seat]]

    def _pick(self, colour: str) -> Card:
        card = next(card for card in self.newer if card[1] == colour)
        self.newer.remove(card)
        return card

    def spend(self, colour: str) -> None:
        """A card that all have seen goes first, then the oldest."""
        for cards in (self.seen, self.older, self.newer):
            for card in cards:
                if card[1] == colour:
                    cards.remove(card)
                    return


def hands_in_han(match: Match) -> list[Held]:
    """What every seat of a match of HAN holds, and where it came from."""
    start = beginning(match)
    hands = [Held(start, seat) for seat in range(len(start["hands"]))]
    replay = match.game.position(start)
    after = replay.reveal()
    for action in match.history:
        before = after
        replay.play(action)
        after = replay.reveal()
        held, next_card = hands[before["to_act"] - 1], (DECK, len(start["deck"]) - len(before["deck"]))
        thrown: Counter[str] = Counter(after["discards"])
        thrown.subtract(before["discards"])
        for colour in thrown.elements():
            held.spend(colour)
        if action == "draw":
            held.newer.append((next_card, before["deck"][0]))
        elif action.startswith("take "):
            held.seen.append((next_card, action.removeprefix("take ")))
    return hands


def exchange_in_han(match: Match, seat: int, wanted: Json) -> Exchanged:
    """The others' blind cards, those from before the reshuffle apart, and the deck."""
    start, hands = beginning(match), hands_in_han(match)
    first = [Held(start, other) for other in range(len(hands))]
    piles = [*start["hands"], start["deck"]]
    for other, held in enumerate(hands):
        if other != seat:
            newer: Counter[str] = Counter(wanted["hands"][other])
            newer.subtract(wanted["seen"][other] + wanted["older"][other])
            for cards, colours in ((held.older, wanted["older"][other]), (held.newer, newer.elements())):
                for ((pile, place), _), colour in zip(cards, colours, strict=True):
                    piles[pile][place] = colour
    start["deck"][len(start["deck"]) - len(wanted["deck"]) :] = wanted["deck"]
    start["older"] = [[piles[pile][place] for (pile, place), _ in held.older] for held in first]
    return start, match.history


def beginning(match: Match) -> Json:
    """The position that a match began from, to be changed."""
    assert match.start is not None
    return deepcopy(match.start)


EXCHANGES = {
    "hanabi": exchange_in_hanabi,
    "han": exchange_in_han,
    "khan": exchange_in_khan,
    "ming": exchange_in_ming,
}
