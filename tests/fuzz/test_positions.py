"""Positions spoiled at random: each is refused in a few words, or is one that can be played."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import lantern
from lantern.kernel.errors import MOST_LETTERS
from lantern.kernel.record import new_records
from lantern.kernel.rng import Stream
from lantern.kernel.seeds import CHOICE, seed_all
from tests.fuzz import EFFORT, tries
from tests.fuzz.spoiling import OTHER_JUNK, PLAIN_JUNK, Spoiler
from tests.tables import PLAYED, Table, at, played, seeds, share, spread

POSITIONS = 120
"""How many positions of a game are spoiled."""
MOVES = 4
"""How many moves are played on from one that is taken."""
MOMENTS = 12


def moments(table: Table, number: int) -> list[Any]:
    """Positions of a table's random matches, with beginnings and ends among them."""
    matches = [played(table, seed) for seed in seeds(table)[:3]]
    plies = [(match, ply) for match in matches for ply in spread(match.ply, max(3, number // len(matches)))]
    return [at(match, ply).reveal() for match, ply in plies]


@pytest.mark.parametrize("table", PLAYED, ids=str)
@pytest.mark.sampled(3)
def test_a_spoiled_position_is_refused_or_whole(table: Table) -> None:
    usual = moments(table, MOMENTS)
    for number in range(tries(max(5, share(table, POSITIONS)))):
        choices = random.Random(f"{number} {random.random() if EFFORT else table}")
        spoiler = Spoiler(choices, PLAIN_JUNK + OTHER_JUNK)
        data = spoiler.spoiled(choices.choice(usual))
        try:
            check(table, data, choices)
        except Exception as error:
            error.add_note(f"{table}, {spoiler.done}: {data!r:.3000}")
            raise


def check(table: Table, data: Any, choices: random.Random) -> None:
    """Refused in a few words, or a whole match."""
    try:
        match = table.game.position(data, seed=choices.randrange(1000))
    except lantern.BadInput as refused:
        check_message(refused)
        return
    assert not Counter(told(data)) - Counter(told(match.reveal())), "the position says what is not so"
    check_whole(match, choices)


def check_message(refused: lantern.LanternError) -> None:
    """What is said of a refusal is short, can be sent, and names nothing of Python's."""
    message = str(refused)
    assert 0 < len(message) <= MOST_LETTERS
    assert message.encode()
    assert not any(name in message for name in ("KeyError", "TypeError", "IndexError", "<class"))


def told(data: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All that data says, part by part, wherever it stands in a list: not what is left open or is not there."""
    if isinstance(data, Mapping):
        for key, part in data.items():
            yield from told(part, (*way, key))
    elif isinstance(data, list | tuple):
        for part in data:
            yield from told(part, way)
    elif data:
        yield *way, type(data), " ".join(str(data).lower().split())


def check_whole(match: lantern.Match, choices: random.Random) -> None:
    """Everybody can look at it, it can be written down, saved, imagined by every seat, and played on."""
    look_at(match)
    for _ in range(MOVES):
        if match.over:
            break
        match.play(choices.choice(match.actions()))
    look_at(match)


def look_at(match: lantern.Match) -> None:
    """Ask a match all there is to ask."""
    assert match.over == (match.actions() == [])
    for seat in (None, *range(1, match.options["players"] + 1)):
        json.dumps(match.view(seat), allow_nan=False)
    json.dumps([match.breakdown(), match.result, match.scores, match.board()], allow_nan=False)
    assert match.transcript()
    for loaded in (match.game.load(match.save()), match.game.position(match.reveal())):
        assert loaded.state.tobytes() == match.state.tobytes()
    imagine(match)


def imagine(match: lantern.Match) -> None:
    """Every world that a seat can imagine is a whole position."""
    engine, size = match.game.engine, match.game.sheet.observation_size(match.options)
    for seat in range(match.options["players"]) if not match.over else ():
        assert engine.observe(match.state, seat, np.zeros(size, np.int8)) == size
        world, chance = match.concealed(seat), new_records(Stream, 1)
        seed_all(chance, 1, CHOICE, 0, 1)
        engine.determinize(world, seat, chance)
        told = {"options": match.options, **match.words.reveal(world[0])}
        assert match.game.position(told).state.tobytes() == world.tobytes()
