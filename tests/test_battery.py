"""What must hold for every game, on every table."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from typing import Any, get_type_hints

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

import lantern
from lantern.kernel.chance import Seed, begin, place_of, turn_to
from lantern.kernel.contract import Event, known
from lantern.kernel.engine import build_engine
from lantern.kernel.game import Game
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import PREPARED, MatchStream
from lantern.kernel.rule import PLAIN, plainly
from lantern.players import bots
from lantern.players.player import Player
from tests.chronicle import chronicle_of, falsified, untold
from tests.effort import THOROUGH
from tests.tables import (
    ALL_GAMES,
    LOOKS,
    MOST_MATCHES,
    PLAYED,
    SLOW_MOVES,
    Table,
    all_tables,
    at,
    every_moment,
    looks,
    looks_to_try_all,
    places,
    play_at_random,
    played,
    played_tables,
    recorded_matches,
    seeds,
    sentences_of,
    spread,
    story_of,
)
from tests.worlds import stream

every_table = pytest.mark.parametrize(
    "table", [pytest.param(table, marks=pytest.mark.sampled(3), id=str(table)) for table in PLAYED]
)
every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
beside_plain_rules = pytest.mark.skipif(PLAIN, reason="plain rules are what the compiled ones are compared with")


def chance_of(seed: Seed) -> Records:
    chance = new_records(MatchStream, 1)
    begin(chance, seed)
    return chance


def key_of(table: Table) -> str:
    """A key for the table's random matches, always the same."""
    return hashlib.sha256(str(table).encode()).hexdigest()


def dumped(thing: object) -> str:
    return json.dumps(thing, sort_keys=True)


@every_table
def test_what_is_legal_is_what_is_not_refused(table: Table) -> None:
    engine, actions = table.game.engine, range(table.game.sheet.actions)
    for match in looks(table, looks_to_try_all(table)):
        accepted = [action for action in actions if engine.refuse(match._state, action) == 0]
        assert match.numbers() == accepted
        assert (accepted == []) == match.over


@every_table
def test_every_refusal_has_a_clause_and_a_sentence(table: Table) -> None:
    for match in looks(table, looks_to_try_all(table) // 4):
        for action in range(table.game.sheet.actions):
            refusal = match.why_not(action)
            if refusal is not None:
                assert refusal.clause
                assert refusal.message.endswith(".")


@every_table
def test_a_refused_action_changes_nothing(table: Table) -> None:
    for match in looks(table, looks_to_try_all(table) // 20):
        before, log = match.save(), list(match.log)
        state = match.state.tobytes()
        for action in sorted(set(range(table.game.sheet.actions)) - set(match.numbers())):
            with pytest.raises(lantern.Refused):
                match.play(action)
        assert (match.state.tobytes(), match.save(), match.log) == (state, before, log)


@beside_plain_rules
@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_compiled_and_plain_rules_agree_byte_for_byte(table: Table) -> None:
    rules = table.game.sheet.rules
    new_game, apply, legal = plainly(rules.new_game), plainly(rules.apply), plainly(rules.legal_actions)
    refusal, scores, standing = plainly(rules.refusal), plainly(rules.scores), plainly(rules.standing)
    engine, actions = table.game.engine, range(table.game.sheet.actions)
    more = seeds(table, SLOW_MOVES) if THOROUGH else range(0)
    for seed in (*more, key_of(table)):
        length = played(table, seed).ply
        state, chance = table.game.records(table.settled, 1), chance_of(seed)
        new_game(state[0], chance[0])
        listed = np.zeros(table.game.sheet.most_legal, np.int64)
        points, standings = np.zeros((2, 1, table.options["players"]), np.int64)
        for match in every_moment(table, seed):
            if match.ply:
                turn_to(chance, seed, match.ply)
                apply(state[0], match._numbers[-1], chance[0])
            assert state.tobytes() == match.state.tobytes()
            assert chance.tobytes() == match._chance.tobytes()
            if match.ply in spread(length, 40):
                assert listed[: legal(state[0], listed)].tolist() == match.numbers()
                scores(state[0], points[0])
                assert points[0].tolist() == match.scores
                standing(state[0], points[0])
                engine.standing_all(match._state, standings, 0, 1)
                assert points.tolist() == standings.tolist()
            if match.ply in spread(length, 4):
                codes = [refusal(state[0], action) for action in actions]
                assert codes == [engine.refuse(match._state, action) for action in actions]


@beside_plain_rules
@every_table
def test_compiled_and_plain_knowledge_agree(table: Table) -> None:
    rules, engine = table.game.sheet.rules, table.game.engine
    conceal, determinize, observe = plainly(rules.conceal), plainly(rules.determinize), plainly(rules.observe)
    size = table.game.sheet.observation_size(table.settled)
    for match in looks(table, LOOKS // 5):
        for seat in range(table.options["players"]):
            concealed, plain = match.state, match.state
            engine.conceal(concealed, seat)
            conceal(plain[0], seat)
            assert concealed.tobytes() == plain.tobytes()
            one, other = stream(match.ply), stream(match.ply)
            engine.determinize(concealed, seat, one)
            determinize(plain[0], seat, other[0])
            assert concealed.tobytes() == plain.tobytes()
            assert one.tobytes() == other.tobytes()
            seen, seen_plain = np.full(size, 7, np.int8), np.full(size, 7, np.int8)
            assert engine.observe(match._state, seat, seen) == observe(match._state[0], seat, seen_plain) == size
            assert seen.tolist() == seen_plain.tolist()
            assert 7 not in seen.tolist()


@every_table
def test_the_same_seed_and_actions_give_the_same_match(table: Table) -> None:
    for seed in seeds(table):
        match, again = played(table, seed), play_at_random(table, seed)
        assert match.state.tobytes() == again.state.tobytes()
        assert match.save() == again.save()


@every_table
def test_other_seeds_give_other_deals(table: Table) -> None:
    assert len({table.match(seed).state.tobytes() for seed in range(20)}) == 20


@every_table
def test_saved_and_loaded_is_the_same(table: Table) -> None:
    for number, seed in enumerate(seeds(table)):
        whole = played(table, seed)
        match = at(whole, whole.ply * (3 - number % 3) // 3)
        loaded = table.game.load(match.save())
        assert loaded.state.tobytes() == match.state.tobytes()
        assert (loaded.save(), loaded.log, loaded.result) == (match.save(), match.log, match.result)


@every_table
def test_a_match_as_it_was_earlier_is_what_its_first_actions_made(table: Table) -> None:
    whole = played(table, seeds(table)[0])
    for ply in (0, whole.ply // 3, whole.ply):
        earlier, expected = whole.earlier(ply), at(whole, ply)
        assert earlier.state.tobytes() == expected.state.tobytes()
        assert (earlier.history, earlier.log, earlier.view(1)) == (expected.history, expected.log, expected.view(1))
        if ply < whole.ply:
            earlier.play(whole.history[ply])
            assert earlier.state.tobytes() == at(whole, ply + 1).state.tobytes()


@every_game
def test_a_match_with_a_key_as_it_was_earlier_is_what_its_first_actions_made(game: lantern.Game) -> None:
    match, choices = game.match(seed="5" * 64), random.Random(5)
    states = [match.state.tobytes()]
    while not match.over:
        match.play(choices.choice(match.numbers()))
        states.append(match.state.tobytes())
    for ply in {0, 1, match.ply // 2, match.ply}:
        assert match.earlier(ply).state.tobytes() == states[ply]


@every_table
def test_a_position_written_down_is_the_same_position(table: Table) -> None:
    """The reader of positions counts every piece and card, so this also shows that nothing is lost or made."""
    for match in looks(table):
        data = json.loads(dumped(match.reveal()))
        position = table.game.position(data)
        assert position.reveal() == match.reveal()
        assert position.state.tobytes() == match.state.tobytes()


@every_game
@pytest.mark.parametrize("data", [None, 5, [], "position"])
def test_a_position_that_is_no_dict(game: Game, data: Any) -> None:
    with pytest.raises(lantern.BadInput, match="position"):
        game.position(data)


@every_table
def test_undo_restores_the_state_or_is_refused(table: Table) -> None:
    for earlier, match in pairwise(every_moment(table, seeds(table)[-1])):
        after, log, number = match.state.tobytes(), list(match.log), match._numbers[-1]
        assert match.undoable in (0, earlier.undoable + 1)
        if match.undoable == 0:
            with pytest.raises(lantern.Refused):
                match.undo()
        else:
            match.undo()
            assert match.state.tobytes() == earlier.state.tobytes()
            match.play(number)
        assert (match.state.tobytes(), match.log) == (after, log)


@every_table
def test_nothing_that_became_known_can_be_taken_back(table: Table) -> None:
    """An action that can be taken back shows its player nothing new: it looks the same to him in every world.

    So nobody else learnt what he had not known himself. In a game where nobody may talk, every action speaks.
    """
    engine = table.game.engine
    for seed in seeds(table):
        for earlier, match in pairwise(every_moment(table, seed)):
            if match.undoable == 0 or earlier.to_act is None:
                continue
            assert not table.game.sheet.silent
            assert match.to_act == earlier.to_act
            seat = earlier.to_act - 1
            for number in range(2):
                world, other_chance = earlier.state, chance_of(1000 * match.ply + number)
                engine.determinize(world, seat, stream(1000 * match.ply + number))
                assert engine.step(world, other_chance, match._numbers[-1]) == 0
                engine.conceal(world, seat)
                assert world.tobytes() == match.concealed(seat).tobytes()


@every_game
def test_players_can_take_back_what_shows_nothing(game: Game) -> None:
    """Of every kind of decision that leaves the turn to its player, at least where nobody must keep silent."""
    taken_back = {
        match.history[-1].partition(" ")[0]
        for table in played_tables(game)
        for match in every_moment(table, seeds(table)[0])
        if match.undoable
    }
    assert bool(taken_back) != game.sheet.silent


@every_table
def test_a_key_deals_like_a_seed(table: Table) -> None:
    """A match with a key is saved, loaded and played again like any other, and never runs out of numbers."""
    whole = played(table, key_of(table))
    loaded = table.game.load(whole.save())
    assert (loaded.state.tobytes(), loaded.log) == (whole.state.tobytes(), whole.log)
    assert whole.watched(0).tobytes() == loaded.watched(0).tobytes()
    places = [place_of(match._chance) for match in every_moment(table, key_of(table))]
    assert min(places) >= -1 - PREPARED // 2
    assert places[0] < -1  # something was dealt


@every_table
def test_other_keys_give_other_deals(table: Table) -> None:
    keys = [f"{number:064x}" for number in range(20)]
    assert len({table.match(key).state.tobytes() for key in keys}) == 20


@every_table
def test_nothing_can_be_undone_before_the_first_action(table: Table) -> None:
    with pytest.raises(lantern.Refused, match="Nothing"):
        table.match(1).undo()


@every_table
def test_a_seat_cannot_tell_worlds_apart_that_differ_in_hidden_things(table: Table) -> None:
    words, engine = table.words, table.game.engine
    players = [Player(table.game, bot, 1) for bot in bots(table.game).values() if bot.memory is None]
    size = table.game.sheet.observation_size(table.settled)
    for match in looks(table, LOOKS // 4):
        for seat in range(-1, table.options["players"]):
            world, chance = match.state, stream(match.ply)
            if seat >= 0:
                engine.determinize(world, seat, chance)
            here, there = match.concealed(seat), world.copy()
            engine.conceal(there, seat)
            assert here.tobytes() == there.tobytes()
            assert dumped(words.view(here[0], seat)) == dumped(words.view(there[0], seat))
            assert dumped(words.breakdown(here[0])) == dumped(words.breakdown(match._state[0]))
            if seat >= 0:
                seen, seen_there = np.zeros(size, np.int8), np.zeros(size, np.int8)
                engine.observe(match._state, seat, seen)
                engine.observe(world, seat, seen_there)
                assert seen.tolist() == seen_there.tolist()
            if match.to_act == seat + 1 and not match.over:
                listed = np.zeros(table.game.sheet.most_legal, np.int64)
                assert listed[: engine.list_actions(world, listed)].tolist() == match.numbers()
                for player in players:
                    choices = [chosen_by(player, state) for state in (here, there)]
                    assert choices[0] == choices[1]
                    assert choices[0] in match.numbers()


def chosen_by(player: Player, seen: Records) -> int:
    player.reseed(1)
    return player.choose_on(seen)


@every_table
def test_a_game_of_secrets_has_some_and_no_other(table: Table) -> None:
    seats = range(-1, table.options["players"])
    matches = (played(table, seed) for seed in range(MOST_MATCHES))
    moments = (at(match, ply) for match in matches for ply in range(match.ply))
    seen = ({match.concealed(seat).tobytes() for seat in seats} for match in moments)
    assert any(len(eyes) > 1 for eyes in seen) == table.game.sheet.secrets


@every_table
def test_a_determinized_world_is_a_whole_world(table: Table) -> None:
    words, engine = table.words, table.game.engine
    for match in looks(table, LOOKS // 8):
        for seat in range(table.options["players"]) if not match.over else ():
            worlds = set()
            for number in range(4):
                world = match.state
                engine.conceal(world, seat)
                engine.determinize(world, seat, stream(number))
                reveal = dict(words.reveal(world[0]))
                options = match.options
                assert table.game.position({"options": options, **reveal}).reveal() | reveal == match.reveal() | reveal
                worlds.add(world.tobytes())
            if match.ply == 0:
                assert len(worlds) == 4


@every_table
def test_notation_goes_both_ways(table: Table) -> None:
    words, actions = table.words, list(range(table.game.sheet.actions))
    texts = [words.write_action(action) for action in actions]
    assert [words.read_action(text) for text in texts] == actions
    assert [words.read_action(f"  {text.upper()} ") for text in texts] == actions


@every_game
@pytest.mark.parametrize("text", ["", "dance", "play", "1", "play one two three", "\0", "play 1 2 3 4 5 6"])
def test_what_is_no_notation_is_not_understood(game: lantern.Game, text: str) -> None:
    match = game.match(seed=1)
    with pytest.raises(lantern.BadInput):
        match.play(text)
    with pytest.raises(lantern.BadInput):
        match.why_not(text)


@every_table
def test_the_board_is_plain_data_that_stays_the_same(table: Table) -> None:
    board = table.match(1).board()
    assert json.loads(dumped(board)) == board
    for match in looks(table, LOOKS // 20):
        before = match.state.tobytes(), dumped(match.view(1))
        handed_out = match.board()
        assert handed_out == board
        spoil(handed_out)
        assert match.board() == board
        assert (match.state.tobytes(), dumped(match.view(1))) == before


def spoil(data: Any) -> None:
    """Empty plain data, all that is in it first."""
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            spoil(part)
        data.clear()


@cache
def shapes_of(game: Game) -> dict[str, TypeAdapter[Any]]:
    """[what a game shows] its type; an event's is that of its arguments, by its kind."""
    kinds = game.sheet.shapes
    return {name: TypeAdapter(kind) for name, kind in {**kinds, **get_type_hints(kinds["events"])}.items()}


def check_shape(game: Game, name: str, shown: object) -> None:
    """Raise unless what a game shows is as its type says, with nothing wanting and nothing besides."""
    shapes_of(game)[name].validate_json(dumped(shown), strict=True, extra="forbid")


@every_table
def test_what_a_table_shows_is_as_its_types_say(table: Table) -> None:
    words = table.words
    check_shape(table.game, "board", words.board())
    for match in looks(table):
        check_shape(table.game, "everything", words.reveal(match._state[0]))
        for seat in range(-1, table.options["players"]):
            check_shape(table.game, "view", words.view(match.concealed(seat)[0], seat))
        for item in match.breakdown():
            check_shape(table.game, "item", item)
        for number in match.numbers():
            check_shape(table.game, "gain", match.gain(number))
        if match.over:
            check_shape(table.game, "result", words.result(match._state[0]))
            for event in match.log:
                check_shape(table.game, event.key, event.arguments)


@every_game
def test_a_part_too_many_or_too_few_is_not_as_the_types_say(game: Game) -> None:
    match = played(all_tables(game)[0], 0)
    shown = {"view": match.words.view(match.concealed(0)[0], 0), "everything": match.words.reveal(match._state[0])}
    for name, whole in shown.items():
        check_shape(game, name, whole)
        too_few = [{key: whole[key] for key in whole if key != left_out} for left_out in whole]
        for wrong in [{**whole, "more": 1}, *too_few]:
            with pytest.raises(ValidationError):
                check_shape(game, name, wrong)


@every_table
def test_looking_changes_nothing(table: Table) -> None:
    for match in looks(table, LOOKS // 20):
        before = match.state.tobytes()
        for seat in (None, 1, 2):
            assert dumped(match.view(seat)) == dumped(match.view(seat))
        assert dumped(match.breakdown()) == dumped(match.breakdown())
        assert match.state.tobytes() == before


@every_table
def test_every_action_touches_something_and_tells_a_story(table: Table) -> None:
    for match in looks(table):
        touches = [match.touch(action) for action in match.actions()]
        assert all(touches)
        assert len(set(touches)) == len(touches), "two actions that touch the same things can't be told apart by clicks"
        assert all(sentence.endswith((".", "!")) for sentence in (match.tell([event]) for event in match.log))


@every_table
def test_the_story_of_an_action_accounts_for_every_difference(table: Table) -> None:
    """What anybody is told of an action says of his view what it is after it, part by part."""
    seats = [None, *range(1, table.options["players"] + 1)]
    for match, ply in places(table):
        if ply < match.ply:
            for seat in (None, seats[1 + ply % (len(seats) - 1)]):
                assert untold_at(match, ply, seat, story_of(match, ply)) == []


def untold_at(match: lantern.Match, ply: int, seat: int | None, events: list[Event]) -> list[str]:
    """What events leave out of the action after so many others, to one who looks on."""
    before, after = at(match, ply).view(seat), at(match, ply + 1).view(seat)
    return untold(match.board(), before, known(events, seat), after)


@every_game
def test_no_event_and_no_argument_can_be_missing_or_wrong(game: lantern.Game) -> None:
    """Of every kind of event: with it nothing is left to tell; without it, or with another argument, something is."""
    stories = list(told_of(game))
    values = other_values(event for match, ply in stories for event in story_of(match, ply))
    looked_at = set()
    for match, ply in stories:
        events, seats = story_of(match, ply), [None, *range(1, match.options["players"] + 1)]
        assert [untold_at(match, ply, seat, events) for seat in seats] == [[]] * len(seats)
        for place, event in enumerate(events):
            if event.key not in looked_at:
                looked_at.add(event.key)
                seat = event.known_to[0] if event.known_to else None
                for worse in spoilt(event, values):
                    told = [*events[:place], *worse, *events[place + 1 :]]
                    assert untold_at(match, ply, seat, told) != [], (event, worse)
    heard = {name.removeprefix("on_") for name in dir(chronicle_of(game.name)) if name.startswith("on_")}
    assert (looked_at, heard) == (set(sentences_of(game)), set(sentences_of(game)))


def told_of(game: lantern.Game) -> Iterator[tuple[lantern.Match, int]]:
    """For every kind of event in recorded and random matches of a game, the first action that brings it."""
    seen: set[str] = set()
    random_matches = (played(table, seed) for table in played_tables(game) for seed in seeds(table))
    for match in chain(recorded_matches(game), random_matches):
        for ply in range(match.ply):
            keys = {event.key for event in story_of(match, ply)}
            if not keys <= seen:
                yield match, ply
            seen |= keys


def other_values(events: Iterable[Event]) -> dict[tuple[str, str], list[Any]]:
    """[kind of event, argument] all that it was."""
    found: dict[tuple[str, str], list[Any]] = {}
    for event in events:
        for name, value in event.arguments.items():
            found.setdefault((event.key, name), []).append(value)
    return found


def spoilt(event: Event, values: dict[tuple[str, str], list[Any]]) -> Iterator[list[Event]]:
    """An event left out, and with each of its arguments falsified: by what it is elsewhere, and by what it never is."""
    yield []
    for name, value in event.arguments.items():
        others = [other for other in values[event.key, name] if other != value]
        for wrong in [*others[:1], falsified(value)]:
            yield [replace(event, arguments={**event.arguments, name: wrong})]


@every_table
def test_random_actions_are_even(table: Table) -> None:
    each, left = (20, 600) if PLAIN else (40, 15_000)
    for match in looks(table, LOOKS // 8):
        legal = match.numbers()
        draws = each * len(legal)
        if 0 < draws <= left:
            left -= draws
            counts = Counter(random_actions(match, draws))
            assert sorted(counts) == legal
            surprise = sum((counts[action] - each) ** 2 / each for action in legal)
            assert surprise < len(legal) + 6 * (2 * len(legal)) ** 0.5 + 8


def random_actions(match: lantern.Match, draws: int) -> Iterator[int]:
    """So many actions chosen at random in one position."""
    choice, drawn = stream(match.ply), np.zeros(1, np.int64)
    for _ in range(draws):
        match.game.engine.choose_all(match._state, choice, drawn, 0, 1)
        yield int(drawn[0])


@every_table
def test_a_batch_plays_the_matches_of_its_seeds(table: Table) -> None:
    matches = len(seeds(table, SLOW_MOVES))
    batch = table.game.batch(matches + 2, seed=50, **table.options)
    batch.play_out()
    standings, random_action = batch.standings, plainly(table.game.sheet.rules.random_action)
    for number in range(matches):
        match, choice = table.match(50 + number), stream(50 + number)
        while not match.over:
            match.play(int(random_action(match._state[0], choice[0])))
        assert match.state.tobytes() == batch.states[number : number + 1].tobytes()
        assert (match.ply, match.scores) == (batch.lengths[number], batch.scores[number].tolist())
        assert (len(set(standings[number])) == 1) or not table.game.sheet.team
        assert table.game.sheet.endings[batch.endings[number]] == match.reveal()["end"]


@every_table
def test_a_batch_steps_like_its_matches(table: Table) -> None:
    batch = table.game.batch(3, seed=90, **table.options)
    batch.reset()
    matches = [table.match(90 + number) for number in range(3)]
    for _ in range(15):
        actions = batch.random_actions()
        for number, match in enumerate(matches):
            assert match.to_act == batch.seats[number] + 1
            assert np.flatnonzero(batch.masks[number]).tolist() == match.numbers()
            alone = np.zeros(batch.observations.shape[1], np.int8)
            table.game.engine.observe(match._state, batch.seats[number], alone)
            assert alone.tolist() == batch.observations[number].tolist()
            match.play(int(actions[number]))
        assert not batch.step(actions).any()
        for number, match in enumerate(matches):
            assert batch.scores[number].tolist() == match.scores
            assert bool(batch.ended[number]) == match.over
            if match.over:
                matches[number] = table.match(int(90 + number + 3 * batch.deals[number]))
        assert batch.states.tobytes() == b"".join(match.state.tobytes() for match in matches)


@every_game
def test_threads_do_not_change_what_a_batch_plays(game: lantern.Game) -> None:
    results = set()
    for threads in (1, 2, 5):
        batch = game.batch(6 if PLAIN else 30, seed=5, threads=threads)
        batch.play_out()
        results.add((batch.states.tobytes(), batch.scores.tobytes(), batch.lengths.tobytes()))
    assert len(results) == 1


@every_game
def test_every_ending_and_every_kind_of_action_is_reached(game: lantern.Game) -> None:
    """By games recorded in tests/<game>/recorded and by random play."""
    matches = recorded_matches(game)
    kinds = set()
    for table in all_tables(game):
        matches.append(played(table, seeds(table)[0]))
        kinds |= {table.words.write_action(action).split(" ", 1)[0] for action in range(game.sheet.actions)}
    assert {action.split(" ", 1)[0] for match in matches for action in match.history} == kinds
    assert {match.reveal()["end"] for match in matches if match.over} == set(game.sheet.endings[1:])


@every_game
def test_each_game_builds_its_own_engine(game: lantern.Game) -> None:
    assert build_engine(game.sheet) is not game.engine


@every_game
def test_random_sequences_of_nonsense_and_moves(game: lantern.Game) -> None:
    choices = random.Random(4)
    match = game.match(seed=4)
    for _ in range(300):
        action = choices.randrange(-3, game.sheet.actions + 3)
        legal = set(match.numbers())
        try:
            match.play(action)
            assert action in legal
        except (lantern.Refused, lantern.BadInput):
            assert action not in legal
