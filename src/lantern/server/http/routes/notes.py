"""What one notes of a match for oneself: of its moves, and of cards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from lantern.server.errors import Denied
from lantern.server.http.fields import Answered, Asked, Seat, SeatWanted, TableId
from lantern.server.http.routes.answers import AT_TABLE, problems
from lantern.server.http.routes.callers import Here, Known, Returning, guest_of
from lantern.server.storage import records
from lantern.server.tables import decisions, views

router = APIRouter()
MOST_NOTES = 300
"""How many notes somebody may keep of a match."""
About = Annotated[
    str,
    Field(
        pattern=r"^(ply:[0-9]{1,6}|card:[0-9A-Za-z.]{1,20})$",
        description="a move, by its number in the log, or a card, by a name of the client's that stays with it",
    ),
]


class Note(Asked):
    """Something that one notes; with an empty text, what was noted is gone."""

    seat: Seat | None = None
    about: About
    text: str = Field(max_length=decisions.MOST_CHAT)


class Notes(Answered):
    """What one has noted, by what it is about."""

    notes: dict[str, str]


@router.get("/api/tables/{table_id}/notes", responses=problems(*AT_TABLE, "no_spectators"))
async def show_notes(table_id: TableId, known: Known, services: Here, seat: SeatWanted = None) -> Notes:
    """What one has noted at a seat, or beside the table. Nobody else is shown it, nor oneself at another seat."""
    guest = guest_of(known)
    async with services.tables.at(table_id) as table:
        views.viewer(table, guest, seat)
    run = services.tables.store.run
    return Notes(notes=await run(lambda connection: records.read_notes(connection, guest or "", table_id, seat or 0)))


@router.put("/api/tables/{table_id}/notes", responses=problems(*AT_TABLE, "no_spectators", "too_many_notes"))
async def note(table_id: TableId, asked: Note, who: Returning, services: Here) -> Notes:
    """Note something of a move or a card."""
    services.rates.check("move", who.guest)
    seat, text = asked.seat or 0, decisions.clean(asked.text, decisions.MOST_CHAT)

    async with services.tables.at(table_id) as table:
        views.viewer(table, who.guest, asked.seat)
        run = services.tables.store.run
        known = await run(lambda connection: records.read_notes(connection, who.guest, table_id, seat))
        if asked.about not in known and len(known) >= MOST_NOTES:
            raise Denied("too_many_notes", most=MOST_NOTES)
        await run(lambda connection: records.write_note(connection, who.guest, table_id, seat, asked.about, text))
    following = {about: words for about, words in known.items() if about != asked.about}
    return Notes(notes=following | ({asked.about: text} if text is not None else {}))
