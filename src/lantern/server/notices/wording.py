"""What a notice says, in the language of whom it is for: which game, with whom, whose move was last. Never more."""

from __future__ import annotations

import lantern
from lantern.kernel.contract import Json
from lantern.languages import Tongue
from lantern.server.storage.notices import Fact, Wishes
from lantern.server.tables.telling import INVITED, OVER, TALK, TURN

MOST_TABLES = 8
"""How many tables one message names."""
MOST_NAME = 60
RANK = (TURN, INVITED, OVER, TALK)
"""What of several things about one table is told."""


def worded(wanted: Wishes, facts: list[Fact]) -> Json:
    """One message for all that is to be told."""
    tongue = Tongue(wanted.language)
    told = _one_a_table(facts)
    lines = [{"table": fact.table, "game": fact.game, "kind": fact.kind, "text": _line(tongue, fact)} for fact in told]
    if len(told) == 1:
        title, text, link = _title(tongue, told[0]), lines[0]["text"], f"/table/{told[0].table}"
    else:
        title, link = tongue("notice.several", count=len(told)), "/games"
        text = "\n".join(f"{_title(tongue, fact)}: {_line(tongue, fact)}" for fact in told[:MOST_TABLES])
    return {"title": title, "text": text, "link": link, "tables": lines[:MOST_TABLES]}


def trial(wanted: Wishes) -> Json:
    """What is sent to see whether it arrives."""
    tongue = Tongue(wanted.language)
    return {"title": "Lantern", "text": tongue("notice.trial"), "link": "/games", "tables": []}


def _one_a_table(facts: list[Fact]) -> list[Fact]:
    chosen: dict[str, Fact] = {}
    for fact in sorted(facts, key=lambda one: RANK.index(one.kind)):
        chosen.setdefault(fact.table, fact)
    return [*chosen.values()]


def _title(tongue: Tongue, fact: Fact) -> str:
    """The game, and with whom."""
    title = tongue.title(fact.game, lantern.game(fact.game).sheet.title)
    others = [name for number in range(1, len(fact.seats) + 1) if number != fact.seat and (name := _name(fact, number))]
    return tongue("notice.with", game=title, others=", ".join(others)) if others else title


def _line(tongue: Tongue, fact: Fact) -> str:
    name = _name(fact, fact.last) if fact.last is not None and fact.last != fact.seat else None
    if fact.kind == TURN:
        return tongue("notice.turn_after", name=name) if name else tongue("notice.turn")
    if fact.kind == TALK:
        return tongue("notice.talk_by", name=name) if name else tongue("notice.talk")
    return tongue("notice.over") if fact.kind == OVER else tongue("notice.invited")


def _name(fact: Fact, number: int) -> str | None:
    """What somebody at the table is called, if he is called anything."""
    name = fact.seats[number - 1]["name"]
    return name[:MOST_NAME] if name else None
