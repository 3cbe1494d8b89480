"""One's own mistakes, tried again: whether a decision is better now, and when it comes back.

A decision that was missed comes back after a day; once it is found, after three days and then after seven, and then no
more.
"""

from __future__ import annotations

from dataclasses import dataclass

from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.players.advice.judge import Judgement
from lantern.players.advice.review import CLEARLY, FEW_TRIES, unit_of
from lantern.server.errors import Denied
from lantern.server.tables.decisions import check_host
from lantern.server.tables.table import Table

DAY_MS = 86_400_000
DAYS = (1, 3, 7)
"""[how often in a row it was found] after how many days a decision comes back."""


@dataclass(frozen=True)
class Attempt:
    """A decision that somebody tried again."""

    table: str
    """The table at which it was made first."""
    ply: int
    """Its number there, from 1."""
    seat: int
    before: Match
    action: int | None
    """What is tried now; None if somebody has given up."""


def attempt(table: Table, guest: str, gives_up: bool) -> Attempt:
    """What somebody tries at a branch that he made to find something better, or that he finds nothing."""
    check_host(table, guest)
    branch = table.setting.branch
    if branch is None or not branch.get("again"):
        raise Denied("no_branch")
    match, ply = table.running_match, int(branch["ply"])
    if match.ply <= ply and not gives_up:
        raise Denied("no_ply")
    before = match.earlier(ply)
    assert before.to_act is not None
    action = None if gives_up else match.words.read_action(match.history[ply])
    assert action is None or isinstance(action, int), "what was played is an action"
    return Attempt(branch["table"], ply + 1, before.to_act, before, action)


def is_good(tried: Attempt, judgement: Judgement) -> bool:
    """Whether it falls clearly short of nothing."""
    lost = lost_by(tried, judgement)
    return tried.action == judgement.best or (lost is not None and lost < CLEARLY[unit_of(tried.before)])


def lost_by(tried: Attempt, judgement: Judgement) -> float | None:
    """By how much it falls short of the best; None if it was hardly tried."""
    if tried.action is None:
        return None
    worth, tries = judgement.worths.get(tried.action, (0.0, 0))
    best, _ = judgement.worths.get(judgement.best, (worth, 0))
    return max(0.0, best - worth) if tries >= FEW_TRIES else None


def practised(tried: Attempt, known: Json | None, good: bool, now: int) -> Json | None:
    """When a decision comes back after it was tried; None if it does no more.

    What is found before it is due, or was never missed, comes back as it would have.
    """
    if not good:
        return {"ply": tried.ply, "seat": tried.seat, "stage": 0, "due": now + DAYS[0] * DAY_MS}
    if known is None or known["due"] > now:
        return known
    stage = known["stage"] + 1
    return None if stage == len(DAYS) else known | {"stage": stage, "due": now + DAYS[stage] * DAY_MS}
