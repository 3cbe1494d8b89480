"""Every game as a game of OpenSpiel: to import this module registers them all.

    import pyspiel
    import lantern.adapters.openspiel
    game = pyspiel.load_game("lantern_<game>(players=3,OPTION=VALUE)")

The parameters are `players`, the options of the game and `seed`. Where an option may be left open, 0 or "none" does so.

Chance. The rules draw from a stream of random numbers, not from a list of outcomes. So at a chance node a digit of a
seed is chosen, each as likely, and DIGITS such nodes in a row make the seed of what happens next: first the deal, which
is that of the match with this seed, later each decision of a seat that makes the rules draw, such as one that has a
deck shuffled again. A decision that draws takes effect when its last digit is chosen. `seed=s` has no chance nodes: it
is the match of seed s and nothing else, a deterministic game.

Information. The tensor of an observation is the game's learning view, its string the view of the seat as JSON. An
information state is a string only: the record as the seat saw it after the deal, and for every decision after it which
bytes changed for that seat, with the number of the decision where it was its own.

Worlds. `resample_from_infostate` fills in what a seat can't know by the game's `determinize`. Such a state has the same
information state for that seat. For another seat the past of a world is not known: its information state there is what
everybody has seen, and what it sees in that world now. The history of the state is still that of the game played.
OpenSpiel's ISMCTS in Python plays so; its twin in C++ can't draw worlds of any game written in Python.

A seat is paid as `kernel.rewards` says: a team as its points come, others for the win.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lantern
from lantern.kernel.chance import begin, place_of
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import Refused, WrongCall
from lantern.kernel.game import Game
from lantern.kernel.record import Records, copy_of, new_records
from lantern.kernel.rewards import pay_win
from lantern.kernel.rng import MatchStream, Stream
from lantern.kernel.rule import plainly
from lantern.kernel.seeds import CHOICE, seed_all

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise WrongCall(f"{__name__} needs {missing.name}: pip install 'lantern-table[research]'") from None

PREFIX = "lantern_"
OUTCOMES = 32
DIGITS = 8
"""A seed is so many digits, the lowest first, each below OUTCOMES: 40 bits."""
EVENLY = [(digit, 1 / OUTCOMES) for digit in range(OUTCOMES)]
CHANCE_PLAYER, NOBODY = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SPECTATOR = -1
DEAL = -1
"""The action that stands for the deal."""
AWAITED = 1
"""The stream of decisions played to see whether they draw: then the word is another one."""
WORLDS = 2**52
"""How many seeds a world is drawn from."""
LEFT_OPEN = "none"


def chance_of(seed: int) -> Records:
    """What chance decides in the match of a seed."""
    chance = new_records(MatchStream, 1)
    begin(chance, seed)
    return chance


def chance_at(word: int) -> Records:
    """A stream of chance that goes on with a word."""
    chance = new_records(MatchStream, 1)
    chance["word"][0, 0] = word
    return chance


def choice_of(seed: int) -> Records:
    """The stream of choices of a seed."""
    choice = new_records(Stream, 1)
    seed_all(choice, seed, CHOICE, 0, 1)
    return choice


class Table:
    """A game with its options, and the seed of its one match if it has no chance nodes."""

    def __init__(self, game: Game, options: Json, seed: int | None) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.engine, self.words = game.engine, game.sheet.words(options)
        self.players: int = options["players"]
        self.team, self.most_legal = game.sheet.team, game.sheet.most_legal
        self.observation_size = game.sheet.observation_size(options)
        self.undealt = game.records(options, 1)

    def __reduce__(self) -> Any:
        return _table, (self.game.name, json.dumps(self.options), self.seed)

    @cached_property
    def beginning(self) -> Moment | Draw:
        """Where every game begins."""
        return Draw(self, None, DEAL) if self.seed is None else self.deal(chance_of(self.seed))

    def deal(self, chance: Records) -> Moment:
        """A game dealt from a stream."""
        state = copy_of(self.undealt)
        self.engine.deal_all(state, chance, 0, 1)
        return Moment(self, None, state, self.look(state)[0], word=self.goes_on(chance))

    def goes_on(self, chance: Records) -> int:
        """The word with which the next decision is played."""
        return AWAITED if self.seed is None else place_of(chance)

    def look(self, state: Records) -> tuple[int, float]:
        """Who is to act, and the points of a team."""
        points = np.empty(self.players, np.int64)
        seat = self.engine.look(state, points)
        return (seat if seat >= 0 else NOBODY), (float(points.item(0)) if self.team else 0.0)

    def win(self, state: Records) -> list[float]:
        """What each seat is paid for a win."""
        standing, rewards = np.zeros((1, self.players), np.int64), [0.0] * self.players
        self.engine.standing_all(state, standing, 0, 1)
        plainly(pay_win)(standing[0].tolist(), rewards)
        return rewards


@cache
def _table(name: str, options: str, seed: int | None) -> Table:
    return Table(_registered[name], json.loads(options), seed)


class Moment:
    """A moment of a game in which nothing is left to chance. It never changes, so that states can share it."""

    __slots__ = ("action", "actor", "before", "earlier", "origin", "paid", "player", "state", "table", "told", "word")

    def __init__(
        self,
        table: Table,
        before: Moment | None,
        state: Records,
        player: int,
        actor: int = NOBODY,
        action: int = DEAL,
        paid: float = 0.0,
        earlier: float = 0.0,
        word: int = AWAITED,
        origin: tuple[Moment, int] | None = None,
    ) -> None:
        self.table, self.before, self.state, self.player = table, before, state, player
        self.actor, self.action = actor, action
        """Who decided what to come here."""
        self.paid, self.earlier = paid, earlier
        """What a team has been paid, and had been before."""
        self.word = word
        """What the stream of chance goes on with."""
        self.origin = origin
        """Of a world: the moment it was drawn from, and the seat that can't tell them apart."""
        self.told: dict[int, str] | None = None
        """[seat] what it learnt by the decision, as far as somebody asked."""

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> Any:
        moments = [self]
        while moments[-1].before is not None:
            moments.append(moments[-1].before)
        moments.reverse()
        states = zlib.compress(b"".join(moment.state.tobytes() for moment in moments), 1)
        facts = [(m.player, m.actor, m.action, m.paid, m.earlier, m.word) for m in moments]
        return _last_moment, (self.table, states, facts, moments[0].origin)

    def after(self, action: int) -> Moment | Draw:
        """The moment after a decision, or the draw that it asks for."""
        chance = chance_at(self.word)
        state = self.played(action, chance)
        if self.table.seed is None and place_of(chance) != AWAITED:
            return Draw(self.table, self, action)
        return self.followed_by(state, action, chance)

    def played(self, action: int, chance: Records) -> Records:
        """The record after a decision; `Refused` if it is illegal."""
        state = copy_of(self.state)
        code = self.table.engine.step(state, chance, action)
        if code:
            raise Refused(self.table.words.refusals[code])
        return state

    def followed_by(self, state: Records, action: int, chance: Records) -> Moment:
        """The moment after a decision that has been played."""
        player, paid = self.table.look(state)
        word = self.table.goes_on(chance)
        return Moment(self.table, self, state, player, self.player, action, paid, self.paid, word)

    def drawn(self, action: int, chance: Records) -> Moment:
        """The moment after a decision that draws from a stream."""
        return self.followed_by(self.played(action, chance), action, chance)

    def world(self, seat: int, seed: int) -> Moment:
        """A world that a seat can't tell from this one."""
        state = copy_of(self.state)
        self.table.engine.determinize(state, seat, choice_of(seed))
        word = self.table.goes_on(chance_of(seed))
        origin = self, seat
        return Moment(self.table, None, state, self.player, NOBODY, DEAL, self.paid, self.earlier, word, origin)

    def legal_actions(self) -> list[int]:
        """The numbers of all legal actions."""
        listed = np.empty(self.table.most_legal, np.int64)
        return listed[: self.table.engine.list_actions(self.state, listed)].tolist()  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        """What each seat has been paid."""
        if self.player == NOBODY and not self.table.team:
            return self.table.win(self.state)
        return [self.paid] * self.table.players

    def rewards(self) -> list[float]:
        """What each seat was paid for the last decision."""
        if self.player == NOBODY and not self.table.team:
            return self.returns()
        return [self.paid - self.earlier] * self.table.players

    def concealed(self, seat: int) -> Records:
        """The record as a seat sees it."""
        state = copy_of(self.state)
        self.table.engine.conceal(state, seat)
        return state

    def observation(self, seat: int) -> NDArray[np.int8]:
        """The learning view of a seat."""
        seen = np.zeros(self.table.observation_size, np.int8)
        self.table.engine.observe(self.state, seat, seen)
        return seen

    def view(self, seat: int) -> Json:
        """What a table shows a seat."""
        return {**self.table.words.view(self.concealed(seat)[0], seat)}

    def learnt(self, seat: int) -> str:
        """What a seat learnt by the decision that led here."""
        if self.told is None:
            self.told = {}
        if seat not in self.told:
            now = self.concealed(seat).tobytes()
            changes = now.hex() if self.before is None else changed(self.before.concealed(seat).tobytes(), now)
            self.told[seat] = f"{self.action}! {changes}" if self.actor == seat else changes
        return self.told[seat]

    def remembered(self, seat: int) -> Iterator[str]:
        """All that a seat has seen, the last first."""
        moment: Moment | None = self
        while moment is not None:
            if moment.origin is None:
                yield moment.learnt(seat)
                moment = moment.before
            else:
                origin, knower = moment.origin
                if seat not in (knower, SPECTATOR):
                    yield moment.concealed(seat).tobytes().hex()
                    seat = SPECTATOR
                moment = origin

    def __str__(self) -> str:
        return json.dumps(self.table.words.reveal(self.state[0]), sort_keys=True)


def changed(before: bytes, after: bytes) -> str:
    """The bytes that have changed: place and value."""
    old, new = np.frombuffer(before, np.uint8), np.frombuffer(after, np.uint8)
    places = np.flatnonzero(old != new)
    return " ".join(f"{place}:{value}" for place, value in zip(places.tolist(), new[places].tolist(), strict=True))


def _last_moment(table: Table, states: bytes, facts: list[Any], origin: tuple[Moment, int] | None) -> Moment:
    """The last of some moments that followed each other."""
    records = np.frombuffer(bytearray(zlib.decompress(states)), table.undealt.dtype)
    moment = None
    for number, (player, actor, action, paid, earlier, word) in enumerate(facts):
        state = copy_of(records[number : number + 1])
        moment = Moment(table, moment, state, player, actor, action, paid, earlier, word, origin)
        origin = None
    assert moment is not None
    return moment


class Draw:
    """A decision, or the deal, that waits for the digits of its seed. It never changes."""

    __slots__ = ("action", "before", "digits", "seed", "table")
    player = CHANCE_PLAYER

    def __init__(self, table: Table, before: Moment | None, action: int, seed: int = 0, digits: int = 0) -> None:
        self.table, self.before, self.action, self.seed, self.digits = table, before, action, seed, digits

    def __deepcopy__(self, memo: Any) -> Draw:
        return self

    def after(self, digit: int) -> Moment | Draw:
        """What follows when a digit is chosen."""
        if not 0 <= digit < OUTCOMES:
            raise WrongCall(f"chance chooses a number from 0 to {OUTCOMES - 1}, not {digit}")
        seed, digits = self.seed + digit * OUTCOMES**self.digits, self.digits + 1
        if digits < DIGITS:
            return Draw(self.table, self.before, self.action, seed, digits)
        chance = chance_of(seed)
        return self.table.deal(chance) if self.before is None else self.before.drawn(self.action, chance)

    def legal_actions(self) -> list[int]:
        """All digits."""
        return [*range(OUTCOMES)]

    def returns(self) -> list[float]:
        """What each seat has been paid."""
        return [0.0] * self.table.players if self.before is None else self.before.returns()

    def rewards(self) -> list[float]:
        """Nothing has happened yet."""
        return [0.0] * self.table.players

    def __str__(self) -> str:
        awaited = "the deal" if self.before is None else self.table.words.write_action(self.action)
        return f"{awaited}, seed {self.seed} of {self.digits} digits\n{self.before or ''}"


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game, as OpenSpiel wants to know it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at: Moment | Draw = game.table.beginning

    def current_player(self) -> int:
        """The seat to act, from 0, chance, or nobody."""
        return self.at.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.at.player == NOBODY

    def is_chance_node(self) -> bool:
        """Whether chance is to choose."""
        return self.at.player == CHANCE_PLAYER

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the seat to act, or chance, may choose; nothing for other seats."""
        if player is None or player == self.at.player:
            return self.at.legal_actions()
        return super().legal_actions(player)  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The digits, each as likely."""
        return [*EVENLY]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"digit {action}" if player == CHANCE_PLAYER else self.at.table.words.write_action(action)

    def returns(self) -> list[float]:
        """What each seat has been paid in the game."""
        return self.at.returns()

    def rewards(self) -> list[float]:
        """What each seat was paid for the last decision."""
        return self.at.rewards()

    def moment(self) -> Moment | None:
        """The last moment that there was something to see, None before the deal."""
        return self.at if isinstance(self.at, Moment) else self.at.before

    def observation(self, player: int) -> NDArray[np.int8]:
        """The learning view of a seat, zeros before the deal."""
        moment = self.moment()
        return np.zeros(self.at.table.observation_size, np.int8) if moment is None else moment.observation(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The same as numbers; OpenSpiel's own way there would make a second one to see how long it is."""
        seat = self.at.player if player is None else player
        if 0 <= seat < self.at.table.players:
            return self.observation(seat).astype(np.float64).tolist()  # type: ignore[no-any-return]
        return super().observation_tensor(seat)  # type: ignore[no-any-return]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that a seat can't tell from this one, drawn by a sampler of numbers from 0 to 1."""
        if not isinstance(self.at, Moment):
            raise WrongCall("a world is drawn where a seat is to act, not at a chance node")
        world: SpielState = self.clone()
        world.at = self.at.world(player_id, int(probability_sampler() * WORLDS))
        return world

    def __str__(self) -> str:
        return str(self.at)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its parameters, as OpenSpiel wants to know it; each game has a class of its own."""

    game: Game

    def __init__(self, parameters: Json) -> None:
        self.table = table_of(self.game, parameters)
        kind = game_type(self.game, deterministic=self.table.seed is not None)
        super().__init__(kind, game_info(self.table), parameters)

    def __reduce__(self) -> Any:
        return load, (str(self),)

    def new_initial_state(self) -> SpielState:
        """Before the deal, or just after it in a game with a seed."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """All digits of the deal, and of as many decisions as there can be."""
        return 0 if self.table.seed is not None else DIGITS * (1 + self.max_game_length())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who looks at states: one who sees what a seat sees now, or who remembers all that it saw."""
        if params:
            raise WrongCall(f"observers have no parameters, not {params!r:.60}")
        return Observer(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Observer:
    """Who looks at states for a seat, or as a spectator where no private information is wanted."""

    def __init__(self, table: Table, kind: Any) -> None:
        self.spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or (kind.perfect_recall and not kind.public_info):
            raise WrongCall("there is no observer of all hands, nor one that remembers private things alone")
        self.table, self.recalls, self.public = table, kind.perfect_recall, kind.public_info
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.public and not self.recalls and not self.spectator:
            self.tensor = np.zeros(table.observation_size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the learning view of a seat into the tensor; zeros before the deal."""
        if self.tensor is not None:
            self.tensor[:] = state.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees, or all that it has seen; nothing before the deal."""
        moment = state.moment()
        if moment is None:
            return ""
        seat = SPECTATOR if self.spectator else player
        if self.recalls:
            return "\n".join([f"seat {seat + 1}", *reversed([*moment.remembered(seat)])])
        view = moment.view(seat)
        if not self.public:
            shown = moment.view(SPECTATOR)
            view = {key: value for key, value in view.items() if value != shown.get(key)}
        return json.dumps(view, sort_keys=True)


def parameter(option: Option, value: Any) -> Any:
    """A choice of an option as a parameter."""
    if value is None:
        return 0 if is_number(option) else LEFT_OPEN
    return value


def choice(option: Option, value: Any) -> Any:
    """The choice of an option that a parameter stands for."""
    return None if None in option.choices and value == parameter(option, None) else value


def is_number(option: Option) -> bool:
    """Whether the choices of an option are numbers, or to leave it open."""
    return not option.is_flag and all(choice is None or isinstance(choice, int) for choice in option.choices)


def parameters_of(game: Game) -> Json:
    """The parameters of a game, with their usual values."""
    options = {option.name: parameter(option, option.default) for option in game.sheet.options}
    return {"players": game.sheet.seats[0], **options, "seed": -1}


def table_of(game: Game, parameters: Json) -> Table:
    """The table that parameters ask for."""
    options = {option.name: choice(option, parameters[option.name]) for option in game.sheet.options}
    complete = game.options(parameters["players"], **options)
    return _table(game.name, json.dumps(complete), None if parameters["seed"] < 0 else parameters["seed"])


def game_type(game: Game, deterministic: bool = False) -> Any:
    """What kind of game it is."""
    kind, sheet = pyspiel.GameType, game.sheet
    return kind(
        short_name=PREFIX + game.name,
        long_name=sheet.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC if deterministic else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL if sheet.team else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.REWARDS if sheet.team else kind.RewardModel.TERMINAL,
        max_num_players=max(sheet.seats),
        min_num_players=min(sheet.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
    )


def game_info(table: Table) -> Any:
    """How large the game is, and what there is to win."""
    row, sheet = table.undealt[0], table.game.sheet
    assert sheet.longest is not None, "a game without bounds is not registered"
    least, most = sheet.team_points(row) if sheet.team_points else (-1 / (table.players - 1), 1)
    return pyspiel.GameInfo(
        num_distinct_actions=sheet.actions,
        max_chance_outcomes=OUTCOMES if table.seed is None else 0,
        num_players=table.players,
        min_utility=float(least),
        max_utility=float(most),
        utility_sum=None if table.team else 0.0,
        max_game_length=sheet.longest(row),
    )


_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known to OpenSpiel, as lantern_ and its name.

    OpenSpiel lets go of what makes its games when Python is gone; a class, unlike a function, outlives that.
    """
    _registered[game.name] = game
    pyspiel.register_game(game_type(game), type(f"SpielGameOf{game.sheet.title}", (SpielGame,), {"game": game}))


def load(text: str) -> SpielGame:
    """A game from its text, such as lantern_<game>(players=3)."""
    return pyspiel.load_game(text)  # type: ignore[no-any-return]


for found in map(lantern.game, lantern.names()):
    if found.sheet.longest is not None and (found.sheet.team_points is not None or not found.sheet.team):
        register(found)
