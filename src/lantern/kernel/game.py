"""A game as Python users hold it: its fact sheet, its compiled entries, and the ways to begin a match."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

from lantern.kernel.batch import Batch
from lantern.kernel.chance import Seed, checked_chance
from lantern.kernel.contract import Json, Sheet
from lantern.kernel.copies import Uncopied
from lantern.kernel.engine import Engine, build_engine
from lantern.kernel.errors import BadInput, LanternError, listing, quoted
from lantern.kernel.gpu import BLOCK, MOST_BLOCK, MOST_REGISTERS, GpuBatch
from lantern.kernel.match import FORMAT, Match
from lantern.kernel.options import check_depth, checked
from lantern.kernel.reading import read_count, read_flag
from lantern.kernel.record import Records, new_records
from lantern.kernel.seeds import checked_seed


class Game(Uncopied):
    """One of the games on the table."""

    cannot = "pickled"
    instead = "ask for it by its name, with lantern.game"

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def __repr__(self) -> str:
        return f"lantern.game({self.name!r})"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    @property
    def name(self) -> str:
        """The name by which the game is asked for."""
        return self.sheet.name

    @cached_property
    def engine(self) -> Engine:
        """The compiled entries; each is compiled when first called."""
        return build_engine(self.sheet)

    def options(self, /, players: int | None = None, **chosen: Any) -> Json:
        """All options with their values, those not chosen at their defaults or as they follow from others.

        Where an option takes data of the user's own, it is given as a mapping, or as the `Path` of a JSON file.
        """
        seats = self.sheet.seats
        players = seats.start if players is None else players
        if not isinstance(players, int) or isinstance(players, bool) or players not in seats:
            raise BadInput(
                f"{self.sheet.title} is for {seats.start} to {seats.stop - 1} players, not {quoted(players)}"
            )
        known = {option.name: option for option in self.sheet.options}
        for name in chosen:
            if name not in known:
                raise BadInput(f"{self.sheet.title} has no option {name!r}; its options are {listing(known)}")
        values = {name: checked(option, chosen.get(name, option.default)) for name, option in known.items()}
        return self.sheet.settle({"players": players, **values})

    def match(self, players: int | None = None, seed: Seed | None = None, **chosen: Any) -> Match:
        """A new match. What the game lets one choose of the set-up, such as `deck`, is given like an option.

        Its seed is a number, or a key of 64 hexadecimal digits: then no cards that were seen give away the others.
        """
        setup = {name: chosen.pop(name) for name in self.sheet.setups if chosen.get(name) is not None}
        chosen = {name: value for name, value in chosen.items() if name not in self.sheet.setups}
        return Match(self, self.options(players, **chosen), checked_chance(seed), setup)

    def position(self, data: Mapping[str, Any], seed: Seed | None = None) -> Match:
        """A match that begins from a position written down as data, as `Match.reveal` gives it."""
        if not isinstance(data, Mapping):
            raise BadInput(f"a position is a dict as reveal() gives it, not {quoted(data)}")
        check_depth(data, "this position")
        self._check_name("position", data.get("game", self.name))
        return Match(self, self._options_of(data), checked_chance(seed), {}, dict(data))

    def _options_of(self, position: Mapping[str, Any]) -> Json:
        """The options that a position names."""
        options = position.get("options")
        if not isinstance(options, Mapping) or "players" not in options:
            raise BadInput("a position needs 'options' with at least the number of 'players'")
        return self.options(**_named(options))

    def _check_name(self, what: str, name: object) -> None:
        if not isinstance(name, str) or name != self.name:
            given = name if isinstance(name, str) else quoted(name)
            raise BadInput(f"this is a {what} of {given}, not of {self.name}")

    def load(self, text: str) -> Match:
        """The match that `Match.save` wrote, replayed."""
        saved = read_saved(text)
        self._check_name("match", saved["game"])
        self._check_name("position", (saved["position"] or {}).get("game", self.name))
        if saved["rules"] != self.sheet.rules_version:
            raise BadInput(f"this match was played by version {saved['rules']} of the rules of {self.sheet.title}; "
                           f"this is version {self.sheet.rules_version}")  # fmt: skip
        if "players" not in saved["options"]:
            raise BadInput("this saved match is damaged: its 'options' do not say how many 'players' there are")
        for name in saved["setup"]:
            if name not in self.sheet.setups:
                raise BadInput(f"{self.sheet.title} has no set-up {name!r}; it has {listing(self.sheet.setups)}")
        options, position = self.options(**saved["options"]), saved["position"]
        if position is not None and self._options_of(position) != options:
            raise BadInput("this saved match is damaged: its position has other options than the match")
        match = Match(self, options, checked_chance(saved["seed"]), saved["setup"], position)
        for number, action in enumerate(saved["actions"], 1):
            try:
                match.play(action)
            except LanternError as error:
                raise BadInput(f"action {number} of the saved match, {quoted(action)}: {error}") from error
        return match

    def batch(
        self,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        observations: bool = True,
        masks: bool = True,
        threads: int | None = None,
        **chosen: Any,
    ) -> Batch:
        """Many games at once, as one array of records, dealt."""
        options = self.options(players, **chosen)
        states = self.records(options, games)
        return Batch(self.sheet, self.engine, states, options, checked_seed(seed), threads, observations, masks)

    def gpu_batch(
        self,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        observations: bool = True,
        masks: bool = True,
        block: int = BLOCK,
        registers: int | None = None,
        **chosen: Any,
    ) -> GpuBatch:
        """The same games on a GPU, one thread a game; threads a block and registers a thread change the speed only."""
        options = self.options(players, **chosen)
        states = self.records(options, games)
        see, mask = bool(read_flag(observations, "observations")), bool(read_flag(masks, "masks"))
        threads = read_count(block, "block", 1, MOST_BLOCK)
        room = None if registers is None else read_count(registers, "registers", 1, MOST_REGISTERS)
        return GpuBatch(self.sheet, states, options, checked_seed(seed), see, mask, threads, room)

    def records(self, options: Json, count: int) -> Records:
        """So many records with the options set and nothing dealt yet, if there is room for games of them."""
        each = self.sheet.state.dtype.itemsize + self.sheet.observation_size(options) + self.sheet.actions + BESIDE
        count = read_count(count, "games", 0, memory() // each)
        records = new_records(self.sheet.state, count)
        template = new_records(self.sheet.state, 1)
        self.sheet.set_options(template[0], options)
        records[:] = template[0]
        return records


BESIDE = 256
"""Bytes, about, that a game in a batch takes beside its record, its observation and its mask."""


@cache
def memory() -> int:
    """How many bytes this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _named(options: Mapping[Any, Any]) -> Json:
    """Options by their names, as Python wants them for a call."""
    for name in options:
        if not isinstance(name, str):
            raise BadInput(f"an option has a name, not {quoted(name)}")
    return dict(options)


SAVED_KEYS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "rules": (int,),
    "options": (dict,),
    "seed": (int, str),
    "setup": (dict,),
    "actions": (list,),
}


def read_saved(text: str) -> Json:
    """The contents of a saved match, checked for their form."""
    try:
        saved = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"this is not a saved match: {error}") from None
    check_depth(saved, "this saved match")
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadInput(f'this is not a saved match: it does not say "format": {FORMAT!r}')
    for key, kinds in SAVED_KEYS.items():
        if not isinstance(saved.get(key), kinds) or isinstance(saved[key], bool):
            wanted = " or ".join(kind.__name__ for kind in kinds)
            raise BadInput(f"this saved match is damaged: {key!r} is {quoted(saved.get(key))}, not a {wanted}")
    if not isinstance(saved.get("position", ...), dict | None):
        raise BadInput("this saved match is damaged: 'position' is neither null nor a position")
    return saved
