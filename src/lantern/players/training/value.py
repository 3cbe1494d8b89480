"""Training a game's value on games that bots play with each other.

    python -m lantern.players.training.value play GAME --out ROWS [--games N] [--seed S] [--rounds R] [--workers W]
    python -m lantern.players.training.value fit ROWS… --out WEIGHTS [--start WEIGHTS] [--epochs E] [--rate R]

Games are played by the light policy, or with `--rounds` by the search itself with the weights it has, at tables of all
sizes and variants in turn. Now and then an action is random, so that all kinds of positions are seen. Of every game
some positions are kept as each seat saw them; what they should be worth is that seat's share of the win, mixed with
what the search thought of it. The net is fitted to them by gradient descent (Adam); a tenth of the games is kept back
to see what it learned.

The same commands give the same weights, but for the last digits, which depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern import games
from lantern.kernel.batch import cores, share_out
from lantern.kernel.contract import Json
from lantern.kernel.game import Game
from lantern.kernel.record import Cells, Records, State, new_records
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import entry, rule
from lantern.kernel.seeds import CHANCE, CHOICE, seed_all
from lantern.players import EXPERT, ROUNDS, SCRATCH, Bot, bot, part_of
from lantern.players.player import new_mind
from lantern.players.search.tree import Guide, build_end_value, guides
from lantern.players.search.value import FEATURES, Weights, new_weights, read_weights

THOUSAND = 1000
MOST_ROWS = 60
"""Of a game, so many rows are kept at most: a row is a position as one seat sees it."""
POSITIONS = 10
"""About how many positions of a game are kept."""
PART = 2000
"""Games played between two reports of progress."""
HELD_BACK = 10
"""One of so many games is kept back."""
BATCH = 512
SAMPLE = 1 << 16
DECAY = 1e-5
BETAS = 0.9, 0.999
LAST_RATE = 0.05
"""How much of the rate is left at the end."""


@dataclass(frozen=True)
class Rows:
    """Positions as one seat sees them, what they should be worth, and which game each is of."""

    seen: NDArray[np.float16]
    worths: NDArray[np.float32]
    games: NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Sequence[Rows]) -> Rows:
        """The rows of all parts; games of different parts are different games."""
        firsts = np.cumsum([0, *(int(part.games.max(initial=-1)) + 1 for part in parts[:-1])])
        return cls(
            np.concatenate([part.seen for part in parts]),
            np.concatenate([part.worths for part in parts]),
            np.concatenate([part.games + first for part, first in zip(parts, firsts, strict=True)]),
        )

    def save(self, file: Path) -> None:
        """Write them to a file."""
        np.savez_compressed(file, seen=self.seen, worths=self.worths, games=self.games)

    @classmethod
    def load(cls, file: Path) -> Rows:
        """Read them again."""
        with np.load(file) as kept:
            return cls(kept["seen"], kept["worths"], kept["games"])


def build_rows(game: Game, expert: Bot, guide: Guide) -> Callable[..., None]:
    """An entry that plays games and keeps some of their positions.

    (states, chance, choice, scratch, mind, rows, worths, counts, keep, erring, mix, first, last): `rows` and `worths`
    have MOST_ROWS places for every game, `counts` says how many of them were used; `keep` and `erring` are chances in
    thousandths; the search plays if its `rounds` are more than 0; `mix` is how much its own thoughts count.
    """
    rules = game.sheet.rules
    new_game, ending, seat_to_act, apply = rules.new_game, rules.ending, rules.seat_to_act, rules.apply
    conceal, random_action, features, policy = rules.conceal, rules.random_action, guide.features, guide.policy
    choose, end_value = expert.choose, build_end_value(rules)

    @rule
    def act(state: State, rng: Stream, scratch: Records, mind: Records, erring: int) -> int:
        seat = seat_to_act(state)
        scratch[0] = state
        conceal(scratch[0], seat)
        if mind[0].rounds > 0:
            action = choose(scratch[0], mind, rng, scratch)
        else:
            action = policy(scratch[0], rng)
        return random_action(scratch[0], rng) if draw(rng, THOUSAND) < erring else action

    @rule
    def keep_rows(state: State, tree: Any, rows: Cells, worths: Cells, at: int) -> None:
        """Keep the position as every seat sees it, with what the search thought of it."""
        for seat in range(state.seats):
            for feature in range(features(state, seat, tree.seen)):
                rows[at + seat, feature] = tree.seen[feature]
            worths[at + seat] = tree.chance[seat] / max(1, tree.done)

    @entry(f"{game.name}: rows")
    def write_rows(
        states: Records,
        chance: Records,
        choice: Records,
        scratch: Records,
        mind: Records,
        rows: Cells,
        worths: Cells,
        counts: Cells,
        keep: int,
        erring: int,
        mix: float,
        first: int,
        last: int,
    ) -> None:
        tree = mind[0]
        for i in range(first, last):
            state = states[i]
            new_game(state, chance[i])
            seats = state.seats
            at = i * MOST_ROWS
            kept = 0
            while ending(state) == 0:
                tree.done = 0
                action = act(state, choice[i], scratch, mind, erring)
                thought = mind[0].rounds == 0 or tree.done > 0
                if thought and kept + seats <= MOST_ROWS and draw(choice[i], THOUSAND) < keep:
                    keep_rows(state, tree, rows, worths, at + kept)
                    kept += seats
                apply(state, action, chance[i])
            end_value(state, tree)
            for row in range(kept):
                place = at + row
                worths[place] = mix * worths[place] + (1.0 - mix) * tree.value[row % seats]
            counts[i] = kept

    return write_rows


class Teacher:
    """Games of one kind of table, played for their positions."""

    def __init__(self, game: Game, workers: int) -> None:
        self.game, self.workers = game, workers
        self.expert = bot(game, EXPERT)
        own = part_of(game, "guide")
        assert own is not None, "what is trained is the search, which needs a guide"
        self._write_rows = build_rows(game, self.expert, own.GUIDE)

    def play(self, options: Json, games: int, seed: int, rounds: int, erring: int, mix: float) -> Rows:
        """The rows of some games."""
        expert = replace(self.expert, settings=self.expert.settings | {ROUNDS: rounds})
        states = self.game.records(options, games)
        chance, choice = new_records(Stream, games), new_records(Stream, games)
        seed_all(chance, seed, CHANCE, 0, games)
        seed_all(choice, seed, CHOICE, 0, games)
        rows = np.zeros((games * MOST_ROWS, FEATURES), np.float32)
        worths, counts = np.zeros(games * MOST_ROWS, np.float32), np.zeros(games, np.int64)
        keep, blend = self._keep(options, seed), mix if rounds else 0.0

        def work(part: int, first: int, last: int) -> None:
            scratch = new_records(self.game.sheet.state, SCRATCH)
            mind = new_mind(expert, 1, states[0])
            self._write_rows(
                states, chance, choice, scratch, mind, rows, worths, counts, keep, erring, blend, first, last
            )

        share_out(work, games, max(1, min(self.workers, games)))
        used = (np.arange(MOST_ROWS) < counts[:, None]).ravel()
        return Rows(rows[used].astype(np.float16), worths[used], np.repeat(np.arange(games), counts))

    def _keep(self, options: Json, seed: int) -> int:
        """How likely a position is kept, in thousandths, by the length of some games."""
        batch = self.game.batch(64, seed=seed, observations=False, masks=False, **options)
        batch.play_out()
        return int(np.clip(THOUSAND * POSITIONS / batch.lengths.mean(), 1, THOUSAND))


def predict(weights: Weights, rows: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the hidden layer makes of rows, and what they are thought to be worth."""
    hidden = np.maximum(rows @ weights["input"] + weights["input_bias"], 0)
    return hidden, 1 / (1 + np.exp(-(hidden @ weights["output"] + weights["output_bias"][0])))


def gradients(weights: Weights, rows: NDArray[np.float32], worths: NDArray[np.float32]) -> Weights:
    """Where the weights should not go."""
    hidden, worth = predict(weights, rows)
    wrong = (worth - worths) / len(rows)
    back = np.outer(wrong, weights["output"]) * (hidden > 0)
    return {
        "input": rows.T @ back + DECAY * weights["input"],
        "input_bias": back.sum(axis=0),
        "output": hidden.T @ wrong,
        "output_bias": np.array([wrong.sum()], np.float32),
    }


def error_of(weights: Weights, rows: Rows, some: NDArray[np.int64]) -> float:
    """How far off the net is on some of the rows, squared, on average."""
    total = 0.0
    for first in range(0, len(some), SAMPLE):
        part = some[first : first + SAMPLE]
        wrong = predict(weights, rows.seen[part].astype(np.float32))[1] - rows.worths[part]
        total += float((wrong**2).sum())
    return total / max(1, len(some))


def fit(rows: Rows, weights: Weights, epochs: int, rate: float, seed: int, tell: Callable[[str], None]) -> list[Json]:
    """Fit a net to rows; how it got better: the error on games it learned from and on games kept back."""
    kept_back = np.flatnonzero(rows.games % HELD_BACK == 0)
    learned = np.flatnonzero(rows.games % HELD_BACK != 0)
    chance = np.random.default_rng(seed)
    optimiser = Adam(weights, rate, epochs * (len(learned) // BATCH))
    curve: list[Json] = []
    for epoch in range(epochs):
        chance.shuffle(learned)
        for first in range(0, len(learned) - BATCH + 1, BATCH):
            part = learned[first : first + BATCH]
            optimiser.step(weights, gradients(weights, rows.seen[part].astype(np.float32), rows.worths[part]))
        errors = [error_of(weights, rows, some) for some in (learned[:SAMPLE], kept_back)]
        tell(f"epoch {epoch + 1}: error {errors[0]:.5f}, on games kept back {errors[1]:.5f}")
        curve.append({"epoch": epoch + 1, "learned": errors[0], "kept_back": errors[1]})
    return curve


class Adam:
    """How far the weights go at each step (Adam, slowing down)."""

    def __init__(self, weights: Weights, rate: float, steps: int) -> None:
        self.rate, self.steps, self.taken = rate, steps, 0
        self.mean = {name: np.zeros_like(values) for name, values in weights.items()}
        self.square = {name: np.zeros_like(values) for name, values in weights.items()}

    def step(self, weights: Weights, gradient: Weights) -> None:
        """Change the weights."""
        self.taken += 1
        now = self.rate * (1 - (1 - LAST_RATE) * self.taken / self.steps)
        first, second = BETAS
        for name in weights:
            self.mean[name] += (1 - first) * (gradient[name] - self.mean[name])
            self.square[name] += (1 - second) * (gradient[name] ** 2 - self.square[name])
            mean = self.mean[name] / (1 - first**self.taken)
            spread = np.sqrt(self.square[name] / (1 - second**self.taken)) + 1e-8
            weights[name] -= (now * mean / spread).astype(np.float32)


def play_command(chosen: argparse.Namespace) -> None:
    """`play`: games at all tables in turn."""
    game = games.game(chosen.game)
    tables = guides()[game.name].TABLES
    teacher = Teacher(game, chosen.workers or cores())
    parts: list[Rows] = []
    began = time.perf_counter()
    for first in range(0, chosen.games, PART):
        share = max(1, min(PART, chosen.games - first) // len(tables))
        for table in tables:
            seed = chosen.seed + len(parts) * PART
            parts.append(teacher.play(game.options(**table), share, seed, chosen.rounds, chosen.erring, chosen.mix))
        rows = sum(len(part.worths) for part in parts)
        print(
            f"{min(first + PART, chosen.games):,} games, {rows:,} rows, {time.perf_counter() - began:.0f} s", flush=True
        )
    Rows.joined(parts).save(chosen.out)


def fit_command(chosen: argparse.Namespace) -> None:
    """`fit`: a net to rows."""
    rows = Rows.joined([Rows.load(file) for file in chosen.rows])
    weights = read_weights(chosen.start) if chosen.start else new_weights(chosen.seed)
    began = time.perf_counter()
    curve = fit(rows, weights, chosen.epochs, chosen.rate, chosen.seed, lambda line: print(line, flush=True))
    small: dict[str, Any] = {name: values.astype(np.float16) for name, values in weights.items()}
    np.savez_compressed(chosen.out, **small)
    story = {
        "rows": len(rows.worths),
        "epochs": chosen.epochs,
        "rate": chosen.rate,
        "seconds": time.perf_counter() - began,
        "error_of_a_constant": float(rows.worths.var()),
        "curve": curve,
    }
    chosen.out.with_suffix(".json").write_text(json.dumps(story, indent=1) + "\n")


def main() -> None:
    """The commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    play = commands.add_parser("play")
    play.add_argument("game", choices=list(guides()))
    play.add_argument("--games", type=int, default=60_000)
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--rounds", type=int, default=0, help="let the search play, with so many rounds a decision")
    play.add_argument("--mix", type=float, default=0.5, help="how much the search's own thoughts count")
    play.add_argument("--erring", type=int, default=80, help="random actions, in thousandths")
    play.add_argument("--workers", type=int)
    play.add_argument("--out", type=Path, required=True)
    play.set_defaults(run=play_command)
    fitting = commands.add_parser("fit")
    fitting.add_argument("rows", type=Path, nargs="+")
    fitting.add_argument("--start", type=Path, help="weights to begin with")
    fitting.add_argument("--epochs", type=int, default=6)
    fitting.add_argument("--rate", type=float, default=0.003)
    fitting.add_argument("--seed", type=int, default=1)
    fitting.add_argument("--out", type=Path, required=True, help="the weights; their story goes beside them as JSON")
    fitting.set_defaults(run=fit_command)
    chosen = parser.parse_args()
    chosen.run(chosen)


if __name__ == "__main__":
    main()
