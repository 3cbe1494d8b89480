"""A bot on a seat in every row of a batch: all its choices in one compiled call, shared out over all cores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.batch import Batch, Crew
from lantern.kernel.contract import Sheet
from lantern.kernel.errors import WrongCall, listing
from lantern.kernel.game import Game
from lantern.kernel.record import Cells, Records, new_records
from lantern.kernel.rule import entry
from lantern.players import Bot, apart, bot, bots


class BatchBot:
    """A bot that chooses in all games of a batch.

    In every row it is shown what the seat to act can see, and nothing else; what it leaves to chance comes from the
    row's stream of choices, like `Batch.random_actions`. It must be a bot that keeps nothing in mind.

        bots = BatchBot(batch, "club")
        batch.step(bots.choose())
    """

    def __init__(self, batch: Batch, who: str | Bot) -> None:
        game = Game(batch.sheet)
        self.batch, self.bot = batch, bot(game, who) if isinstance(who, str) else who
        if self.bot.memory is not None:
            allowed = listing(one.name for one in bots(game).values() if one.memory is None)
            raise WrongCall(
                f"{self.bot.name} keeps something in mind, which a batch has no room for; {allowed} does not"
            )
        self._choose_all = choosing(batch.sheet, self.bot)
        self._scratch = new_records(batch.sheet.state, batch.threads)
        self._crew = Crew(len(batch), batch.threads)
        self._everywhere = np.ones(len(batch), np.bool_)

    def choose(self, out: NDArray[np.int64] | None = None, where: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """The bot's action in every game that is not over, or in those asked for; the others are left as they are.

        Written to `out`, or to the batch's `actions`.
        """
        batch = self.batch
        actions = batch.actions if out is None else self._checked("out", out, np.int64)
        rows = self._everywhere if where is None else self._checked("where", where, np.bool_)

        def work(part: int, first: int, last: int) -> None:
            scratch = self._scratch[part : part + 1]
            self._choose_all(batch.states, batch.choice, scratch, rows, actions, first, last)

        self._crew.share_out(work)
        return actions

    def _checked(self, name: str, given: NDArray[Any], kind: type) -> NDArray[Any]:
        """An array with a number, or a yes or no, for every game."""
        if not isinstance(given, np.ndarray) or given.shape != (len(self.batch),) or given.dtype != kind:
            raise WrongCall(f"{name} must be a numpy array of {kind.__name__} with shape ({len(self.batch)},)")
        return given


def choosing(sheet: Sheet, bot: Bot) -> Callable[[Records, Records, Records, Cells, Cells, int, int], None]:
    """An entry that writes a bot's action for the seat to act of every row that is asked for.

    (states, choice, scratch, where, actions, first, last): the bot is shown a copy, in which the rest is blanked.
    """
    seat_to_act, conceal = sheet.rules.seat_to_act, sheet.rules.conceal
    choose = apart(bot).choose

    @entry(f"{sheet.name}: batch of {{level}}", level=bot.kind)
    def choose_all(
        states: Records, choice: Records, scratch: Records, where: Cells, actions: Cells, first: int, last: int
    ) -> None:
        for i in range(first, last):
            seat = seat_to_act(states[i])
            if where[i] and seat >= 0:
                scratch[0] = states[i]
                conceal(scratch[0], seat)
                actions[i] = choose(scratch[0], choice[i])

    return choose_all
