"""The doors from Python into a game's compiled rules.

Every entry takes arrays of records. For one game that is an array of one, and the entry works on its only row; the
entries that end in `_all` work on the rows from `first` to before `last`, so that threads can share a batch. Where
there is one game, `deal_all` and `step` are given a `MatchStream`: they are compiled for each kind of stream they meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lantern.kernel.batch_step import Tables, build_batch_step
from lantern.kernel.contract import Rules, Sheet
from lantern.kernel.playout import Playout, playout
from lantern.kernel.record import Cells, Records
from lantern.kernel.rule import entry, shared

SHARED = ("new_game", "refusal", "legal_actions", "random_action", "apply", "determinize", "observe")
"""The rules that most of a game hangs on; the others are short."""


@dataclass(frozen=True)
class Engine:
    """The entries of one game."""

    deal_all: Callable[[Records, Records, int, int], None]
    step: Callable[[Records, Records, int], int]
    refuse: Callable[[Records, int], int]
    list_actions: Callable[[Records, Cells], int]
    look: Callable[[Records, Cells], int]
    conceal: Callable[[Records, int], None]
    determinize: Callable[[Records, int, Records], None]
    observe: Callable[[Records, int, Cells], int]
    play_out: Playout
    choose_all: Callable[[Records, Records, Cells, int, int], None]
    advance_all: Callable[[Records, Records, Cells, int, int, Tables, Cells, int, int], None]
    standing_all: Callable[[Records, Cells, int, int], None]


def shared_rules(sheet: Sheet) -> Rules:
    """A game's rules, the large ones compiled once for all who call them.

    What plays whole games in one call is faster with `Sheet.rules`, which become part of it.
    """
    return replace(sheet.rules, **{name: shared(getattr(sheet.rules, name)) for name in SHARED})


def build_engine(sheet: Sheet) -> Engine:
    """The entries of a game; each is compiled when it is first called."""
    name, rules = sheet.name, shared_rules(sheet)
    new_game, seat_to_act, scores, apply = rules.new_game, rules.seat_to_act, rules.scores, rules.apply
    refusal, legal_actions, random_action = rules.refusal, rules.legal_actions, rules.random_action
    conceal_rule, determinize_rule = rules.conceal, rules.determinize
    observe_rule, standing = rules.observe, rules.standing
    advance = build_batch_step(rules, sheet.team)

    @entry(f"{name}: deal")
    def deal_all(states: Records, chance: Records, first: int, last: int) -> None:
        for i in range(first, last):
            new_game(states[i], chance[i])

    @entry(f"{name}: step")
    def step(states: Records, chance: Records, action: int) -> int:
        code = refusal(states[0], action)
        if code == 0:
            apply(states[0], action, chance[0])
        return code

    @entry(f"{name}: refusal")
    def refuse(states: Records, action: int) -> int:
        return refusal(states[0], action)

    @entry(f"{name}: legal actions")
    def list_actions(states: Records, out: Cells) -> int:
        return legal_actions(states[0], out)

    @entry(f"{name}: scores")
    def look(states: Records, out: Cells) -> int:
        scores(states[0], out)
        return seat_to_act(states[0])

    @entry(f"{name}: conceal")
    def conceal(states: Records, seat: int) -> None:
        conceal_rule(states[0], seat)

    @entry(f"{name}: determinize")
    def determinize(states: Records, seat: int, choice: Records) -> None:
        determinize_rule(states[0], seat, choice[0])

    @entry(f"{name}: observe")
    def observe(states: Records, seat: int, out: Cells) -> int:
        return observe_rule(states[0], seat, out)

    @entry(f"{name}: random actions")
    def choose_all(states: Records, choice: Records, actions: Cells, first: int, last: int) -> None:
        for i in range(first, last):
            if seat_to_act(states[i]) >= 0:
                actions[i] = random_action(states[i], choice[i])

    @entry(f"{name}: batch steps")
    def advance_all(
        states: Records,
        chance: Records,
        actions: Cells,
        seed: int,
        task: int,
        tables: Tables,
        listed: Cells,
        first: int,
        last: int,
    ) -> None:
        advance(states, chance, actions, 0, seed, task, tables, listed, first, last)

    @entry(f"{name}: standings")
    def standing_all(states: Records, out: Cells, first: int, last: int) -> None:
        for i in range(first, last):
            standing(states[i], out[i])

    return Engine(
        deal_all=deal_all,
        step=step,
        refuse=refuse,
        list_actions=list_actions,
        look=look,
        conceal=conceal,
        determinize=determinize,
        observe=observe,
        play_out=playout(f"{name}: random play", sheet.rules, sheet.rules.random_action),
        choose_all=choose_all,
        advance_all=advance_all,
        standing_all=standing_all,
    )
