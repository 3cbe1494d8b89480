"""What requests and answers are made of."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from lantern.server.errors import STATUS

CODES = tuple(STATUS)
"""What a problem may be called."""

MOST_SEATS = 8
MOST_VERSION = 2**31 - 1
Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Version = Annotated[int, Field(ge=0, le=MOST_VERSION)]
MoveId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="made by the client, new for each move")]
Key = Annotated[str, Field(min_length=1, max_length=64)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Plain = dict[str, Any]
SHOWN = "x-shown"
"""Marks what has the type that each game gives it; see description.py."""

GameView = Annotated[Plain, Field(json_schema_extra={SHOWN: "view"})]
GameEverything = Annotated[Plain, Field(json_schema_extra={SHOWN: "everything"})]
GameBoard = Annotated[Plain, Field(json_schema_extra={SHOWN: "board"})]
GameGain = Annotated[Plain | None, Field(json_schema_extra={SHOWN: "gain"})]


class Asked(BaseModel):
    """Something that is asked: nothing is converted, nothing unknown is let in."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answered(BaseModel):
    """Something that is answered."""

    model_config = ConfigDict(extra="forbid")


class Bulletin(Answered):
    """A message of the server's host to all."""

    id: str
    text: str
    left_ms: int | None = Field(description="how long it is still to be shown; null: until it is taken back")


class Changed(Answered):
    """The version at which something is done."""

    version: int


TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,16}$", description="the table")]
SeatWanted = Annotated[int | None, Query(ge=1, le=MOST_SEATS, description="one of one's own seats")]
Curtain = Annotated[
    bool,
    Query(description="whether who plays several seats sees only what is public where no seat is named: one device"),
]
Since = Annotated[int, Query(ge=0, le=MOST_VERSION, description="the last version one has")]
