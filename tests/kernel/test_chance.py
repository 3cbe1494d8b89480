"""Seeds and keys: what chance decides in a match, and whether it can be computed from what was seen."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import lantern
from lantern.kernel import chance as kernel_chance
from lantern.kernel.chance import Seed
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import PREPARED, MatchStream, draw, shuffle
from lantern.kernel.rule import PLAIN
from tests.kernel.attack import deck_from
from tests.kernel.table import TOY

KHAN = lantern.game("khan")
CARDS = 72
KEY = "00112233445566778899aabbccddeeff" * 2
LAST_CARDS = range(52, CARDS)
"""The twenty cards whose places the attacker has seen."""


def chance_of(seed: Seed, action: int = 0) -> Records:
    chance = new_records(MatchStream, 1)
    kernel_chance.begin(chance, seed)
    if action:
        kernel_chance.turn_to(chance, seed, action)
    return chance


def deck_of(seed: Seed) -> list[int]:
    """The deck of a new match of Khan, first card first."""
    return [int(card) for card in KHAN.match(seed=seed).state[0].deck]


def places_seen(deck: list[int]) -> dict[int, int]:
    return {card: deck.index(card) for card in LAST_CARDS}


@pytest.mark.parametrize("seed", [6, 8, 13])
def test_twenty_cards_of_a_seed_give_away_the_rest(seed: int) -> None:
    """So a simulation's stream is no good where people play for real."""
    deck = deck_of(seed)
    assert deck_from(places_seen(deck), CARDS) == deck


def test_twenty_cards_of_a_key_give_away_nothing() -> None:
    """The same attack finds no stream that deals them."""
    assert deck_from(places_seen(deck_of("0" * 64)), CARDS) is None


def test_numbers_come_from_the_key_and_the_action_alone() -> None:
    """As anybody can check who learns the key after the match."""
    for action in (0, 1, 77):
        asked = b"lantern chance 1" + bytes.fromhex(KEY) + action.to_bytes(8, "big")
        numbers = np.frombuffer(hashlib.shake_256(asked).digest(40), ">u4").tolist()
        chance = chance_of(KEY, action)
        assert [draw(chance[0], 1000) for _ in range(10)] == [number * 1000 >> 32 for number in numbers]


def test_every_action_has_numbers_of_its_own() -> None:
    """A reshuffle late in the match can't be told from the deal, whatever was drawn in between."""
    blocks = [chance_of(KEY, action)["word"][0, 1:].tolist() for action in range(50)]
    assert len({number for block in blocks for number in block}) > 49 * PREPARED
    drawn = chance_of(KEY)
    shuffle(np.arange(CARDS), 0, CARDS, drawn[0])
    kernel_chance.turn_to(drawn, KEY, 1)
    assert drawn.tobytes() == chance_of(KEY, 1).tobytes()


def test_a_seed_goes_on_from_action_to_action() -> None:
    chance = chance_of(7)
    draw(chance[0], 10)
    place = kernel_chance.place_of(chance)
    kernel_chance.turn_to(chance, 7, 1)
    assert kernel_chance.place_of(chance) == place != kernel_chance.place_of(chance_of(7))


def test_a_stream_that_is_spent_is_noticed() -> None:
    chance = chance_of(KEY)
    for _ in range(PREPARED):
        draw(chance[0], 6)
    assert not kernel_chance.is_spent(chance)
    assert 0 <= draw(chance[0], 6) < 6
    assert kernel_chance.is_spent(chance)


def test_every_order_is_as_likely() -> None:
    """Of three cards, by 1,200 keys: each of six orders 200 times, give or take five times the deviation of 13."""
    counts: dict[tuple[int, ...], int] = {}
    for number in range(120 if PLAIN else 1200):
        cells = np.arange(3)
        shuffle(cells, 0, 3, chance_of(f"{number:064x}")[0])
        counts[tuple(cells.tolist())] = counts.get(tuple(cells.tolist()), 0) + 1
    expected = sum(counts.values()) / 6
    assert len(counts) == 6
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_keys_are_new_and_long() -> None:
    keys = {kernel_chance.new_key() for _ in range(100)}
    assert len(keys) == 100
    assert {len(bytes.fromhex(key)) for key in keys} == {32}
    assert all(kernel_chance.checked_chance(key) == key for key in keys)


@pytest.mark.parametrize("key", ["", "0" * 63, "0" * 65, "g" * 64, "A" * 64, "0" * 62 + " 0", "\u0660" * 64])
def test_what_is_no_key(key: str) -> None:
    with pytest.raises(lantern.BadInput, match="or a key of 64 digits"):
        TOY.match(seed=key)


def test_seeds_and_keys_as_people_write_them() -> None:
    assert kernel_chance.read_chance(" 17 ") == 17
    assert kernel_chance.read_chance(KEY.upper()) == KEY
    assert kernel_chance.read_chance("1" * 64) == "1" * 64


def test_a_number_for_what_may_be_computed_tells_nothing_of_the_key() -> None:
    assert kernel_chance.number_of(17) == 17
    numbers = {kernel_chance.number_of(f"{key:064x}") for key in range(100)}
    assert len(numbers) == 100
    assert all(kernel_chance.checked_chance(number) == number for number in numbers)


def test_undo_does_not_change_what_chance_brings() -> None:
    """What was taken back and played again is the same, for what draws can't be taken back."""
    match = TOY.match(seed=KEY)
    straight = match.copy()
    match.play("place 3")
    match.undo()
    for one in (match, straight):
        for action in ("place 3", "draw"):
            one.play(action)
    assert match.state.tobytes() == straight.state.tobytes()
    assert match.save() == straight.save()
