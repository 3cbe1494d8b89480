"""The interface: what can be asked over HTTP, and the sockets."""

from __future__ import annotations

import gzip
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import WithJsonSchema

import lantern
from lantern.kernel.chance import read_chance
from lantern.kernel.game import Game
from lantern.languages import LANGUAGES, choose
from lantern.languages.words import catalogue, naming
from lantern.players import levels
from lantern.server.bots.workers import aside
from lantern.server.errors import STATUS, Denied
from lantern.server.http import models, suggestions
from lantern.server.http.addresses import address
from lantern.server.http.guard import COOKIE, cookie_of
from lantern.server.http.pages import takes_gzip
from lantern.server.http.services import Services
from lantern.server.live.table_service import ME, UNMARKED, Order
from lantern.server.storage import records
from lantern.server.tables import decisions, keys, views
from lantern.server.tables.decisions import name_or
from lantern.server.tables.entries import SIT
from lantern.server.tables.repeats import Once, cookie_from

YEAR_S = 365 * 86_400

router = APIRouter()
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,16}$", description="the table")]
SeatNumber = Annotated[int, Path(ge=1, le=models.MOST_SEATS, description="a seat, from 1")]
SeatWanted = Annotated[int | None, Query(ge=1, le=models.MOST_SEATS, description="one of one's own seats")]
Since = Annotated[int, Query(ge=0, le=models.MOST_VERSION, description="the last version one has")]
REQUEST_ID, VISITOR = r"^[A-Za-z0-9_.:-]{1,64}$", r"^[A-Za-z0-9_-]{22,64}$"
RequestId = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=REQUEST_ID,
        description="made by the client, new for each request: asked again with it, the same is done once",
    ),
    WithJsonSchema({"type": "string", "pattern": REQUEST_ID}),
]
Visitor = Annotated[
    str | None,
    Header(
        alias="Lantern-Visitor",
        pattern=VISITOR,
        description="a secret of at least 128 random bits by which who has no cookie yet is known when he asks again",
    ),
    WithJsonSchema({"type": "string", "pattern": VISITOR}),
]


@dataclass(frozen=True)
class Caller:
    """Who asks."""

    guest: str
    name: str | None
    token: str
    once: Once = UNMARKED
    """What he asks, by which it is known when he asks again."""


async def services_of(request: Request) -> Services:
    """The server's parts; asynchronous, for else it would be run in a thread."""
    return _services(request)


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def language_of(request: Request) -> str:
    """The language of the reader."""
    return choose(request.headers.get("accept-language"))


async def known_caller(request: Request) -> Caller | None:
    """The guest who asks, if he has been here before."""
    services = _services(request)
    token = cookie_of(request.headers)
    found = await services.tables.guest_of(token)
    if found is None or token is None:
        return None
    services.rates.check("guest", found[0])
    return Caller(*found, token)


async def once_of(request: Request, token: str, request_id: str | None) -> Once:
    """What is asked: two requests with the same id and other words are not the same."""
    words = f"{request.method} {request.url.path}\n".encode() + await request.body()
    return Once(token, request_id, words)


async def caller(request: Request, response: Response, request_id: RequestId = None, visitor: Visitor = None) -> Caller:
    """The guest who asks; who has never been here becomes one."""
    known = await known_caller(request)
    if known is not None:
        return replace(known, once=await once_of(request, known.token, request_id))
    tables, token = _services(request).tables, cookie_from(visitor) if visitor is not None else None
    found = await tables.guest_of(token)
    if found is None or token is None:
        _services(request).rates.check("make", address(request.scope))
        guest, token = await tables.new_guest(token=token)
        found = guest, None
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="lax", secure=secure, path="/")
    return Caller(*found, token, await once_of(request, token, request_id))


async def returning_caller(request: Request, request_id: RequestId = None) -> Caller:
    """The guest who asks for what only those can have who have been here before."""
    known = await known_caller(request)
    if known is None:
        raise Denied("not_your_seat")
    return replace(known, once=await once_of(request, known.token, request_id))


Here = Annotated[Services, Depends(services_of)]
Known = Annotated[Caller | None, Depends(known_caller)]
Anybody = Annotated[Caller, Depends(caller)]
Returning = Annotated[Caller, Depends(returning_caller)]
Language = Annotated[str, Depends(language_of)]


ANYWHERE = ("bad_request", "bad_field", "too_often", "unavailable", "too_large", "bad_origin")
"""What any route may deny."""
AT_ANY_TABLE = ("too_many", "too_slow")
"""What may be denied at any table."""


def problems(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The denials a route may answer with, besides those of every route."""
    found: dict[int, list[str]] = {}
    for code in sorted({*codes, *ANYWHERE, *(AT_ANY_TABLE if "no_table" in codes else ())}):
        found.setdefault(STATUS[code], []).append(code)
    return {
        status: {"model": models.Problem, "description": " or ".join(names)} for status, names in sorted(found.items())
    }


def sent(content: Any, status: int = 200) -> Response:
    """An answer as it is: what is made in `show` needs no second look."""
    return Response(orjson.dumps(content), status, media_type="application/json")


@lru_cache(32)
def packed(content: bytes) -> bytes:
    """Compressed: for what is large, and the same at many tables."""
    return gzip.compress(content)


AT_TABLE = ("no_table", "no_seat", "not_your_seat")


@router.get("/api/games", responses=problems())
async def list_games(services: Here) -> models.Games:
    """The games, their options and their bots."""
    games = [_sheet(lantern.game(name)) for name in lantern.names()]
    return models.Games(games=games, most_seconds=services.tables.most_s)


TOLD_HERE = ("refusal", "reason", "report")
"""Words of a game that are told by the server alone: pages need none of them."""


@router.get("/api/games/{game}/words/{language}", response_model=models.GameWords, responses=problems("not_found"))
async def show_words(game: str, language: str, request: Request) -> Response:
    """What a game says in a language, for the page."""
    if game not in lantern.names() or language not in LANGUAGES:
        raise Denied("not_found")
    content, tag = words_of(lantern.game(game), language)
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if takes_gzip(request):
        return Response(packed(content), headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")
    return Response(content, headers=headers, media_type="application/json")


@cache
def words_of(game: Game, language: str) -> tuple[bytes, str]:
    """The words of a game that a page needs, and a tag by which they are known."""
    words = {key: said for key, said in catalogue(game.name, language).items() if key.split(".")[1] not in TOLD_HERE}
    content = orjson.dumps({"words": words, "names": asdict(naming(game.name))})
    return content, f'"{sha256(content).hexdigest()[:16]}"'


def _sheet(game: Game) -> models.GameSheet:
    sheet = game.sheet
    return models.GameSheet(
        name=sheet.name,
        title=sheet.title,
        summary=sheet.summary,
        rules=sheet.rules_version,
        least=sheet.seats.start,
        most=sheet.seats.stop - 1,
        team=sheet.team,
        silent=sheet.silent,
        options=[
            models.OptionSheet(
                name=option.name,
                summary=option.summary,
                default=option.default,
                choices=list(option.choices),
                own=option.own,
            )
            for option in sheet.options
        ],
        bots=[
            models.BotSheet(name=bot.name, summary=bot.summary, seconds=bot.seconds) for bot in levels(game).values()
        ],
        usual_bot=decisions.usual_bot(game),
    )


# Guests


@router.get("/api/guest", responses=problems("no_guest"))
async def show_guest(known: Known) -> models.Guest:
    """Who one is here."""
    if known is None:
        raise Denied("no_guest")
    return models.Guest(name=known.name)


@router.put("/api/guest", responses=problems("bad_name"))
async def name_guest(asked: models.GuestName, who: Anybody, services: Here) -> models.Guest:
    """Be called by a name at tables one comes to from now on."""
    name = name_or(asked.name, "")
    await services.tables.name_guest(who.token, who.guest, name)
    return models.Guest(name=name)


# Tables


@router.post(
    "/api/tables",
    status_code=201,
    responses=problems("bad_options", "bad_saved", "no_bot", "bad_seconds", "bad_name", "too_slow"),
)
async def make_table(asked: models.TableOrder, who: Anybody, request: Request, services: Here) -> models.TableMade:
    """A new table. It begins at once if no seat is open."""
    services.rates.check("make", address(request.scope))
    plain = asked.model_dump()
    name = name_or(asked.name, who.name or "") or None
    seed = read_chance(asked.seed) if asked.seed is not None else None
    order = Order(**plain | {"name": name, "seed": seed})
    table, invite, open_keys = await services.tables.create(who.guest, order, who.once)
    return models.TableMade(
        table=table.setting.table,
        version=0 if open_keys else 1,  # it begins at once where nobody is waited for
        seats=[number for number, seat in enumerate(order.seats, 1) if seat["kind"] == ME],
        invite=invite,
        keys={str(seat): key for seat, key in open_keys.items()},
    )


@router.get("/api/tables", responses=problems())
async def list_tables(known: Known, services: Here, which: Literal["own", "open"] = "own") -> models.TableList:
    """One's own tables, or those at which anybody may take a seat."""
    if which == "open":
        found = await services.tables.store.run(records.list_open)
    elif known is not None:
        guest = known.guest
        found = await services.tables.store.run(lambda connection: records.list_own(connection, guest))
    else:
        found = []
    return models.TableList.model_validate({"tables": found})


@router.get("/api/tables/{table_id}", response_model=models.TableView, responses=problems(*AT_TABLE, "no_spectators"))
async def show_table(
    table_id: TableId, known: Known, services: Here, seat: SeatWanted = None, since: Since = 0
) -> Response:
    """How a table stands, for one of one's seats or a spectator."""
    async with services.tables.at(table_id) as table:
        viewer = views.viewer(table, _guest(known), seat)
        same_eyes = seat is not None or len(table.seats_of(viewer.guest)) < 2
        return sent(views.table_view(table, viewer, since, same_eyes))


def _guest(known: Caller | None) -> str | None:
    return known.guest if known is not None else None


@router.post(
    "/api/tables/{table_id}/join",
    responses=problems(
        "no_table",
        "no_seat",
        "bad_key",
        "not_listed",
        "seat_taken",
        "no_open_seat",
        "bad_name",
        "match_over",
        "already_seated",
    ),
)
async def join_table(
    table_id: TableId, asked: models.Joining, who: Anybody, request: Request, services: Here
) -> models.Seated:
    """Take a seat."""
    services.rates.check("join", address(request.scope))
    fresh = who.once.secret("key", services.tables.secret)
    name = name_or(asked.name, who.name or "") or None
    table, done = await services.tables.act(
        table_id,
        lambda table: decisions.join(table, who.guest, asked.key, asked.seat, name, keys.hashed(fresh)),
        once=who.once,
    )
    if done.first is not None and done.first.seat is not None:
        key = fresh if done.first.kind == SIT else None
        return models.Seated(seat=done.first.seat, key=key, version=done.version)
    mine = [table.seats[number - 1] for number in table.seats_of(who.guest)]
    again = next((seat for seat in mine if keys.fits(asked.key, seat.key) or seat.number == asked.seat), mine[0])
    return models.Seated(seat=again.number, key=None, version=done.version)


@router.post("/api/tables/{table_id}/seats/{seat}/leave", responses=problems(*AT_TABLE, "match_over"))
async def leave_seat(table_id: TableId, seat: SeatNumber, who: Returning, services: Here) -> models.Changed:
    """Leave a seat: before the match it is open again, in it a bot plays on."""
    _, done = await services.tables.act(table_id, lambda table: decisions.leave(table, who.guest, seat), once=who.once)
    return models.Changed(version=done.version)


@router.post("/api/tables/{table_id}/seats/{seat}/return", responses=problems(*AT_TABLE, "match_over", "not_playing"))
async def return_to_seat(table_id: TableId, seat: SeatNumber, who: Returning, services: Here) -> models.Changed:
    """Play again instead of the bot that stood in."""
    _, done = await services.tables.act(
        table_id, lambda table: decisions.come_back(table, who.guest, seat), once=who.once
    )
    return models.Changed(version=done.version)


HOSTING = ("no_table", "no_seat", "not_your_seat", "not_host", "match_over")


@router.post(
    "/api/tables/{table_id}/seats/{seat}/bot", responses=problems(*HOSTING, "not_playing", "no_bot", "bad_seconds")
)
async def put_bot(
    table_id: TableId, seat: SeatNumber, asked: models.BotChoice, who: Returning, services: Here
) -> models.Changed:
    """The host gives a seat to a bot, or lets one stand in for a person."""
    _, done = await services.tables.act(
        table_id,
        lambda table: decisions.put_bot(table, who.guest, seat, asked.bot, services.tables.most_s),
        once=who.once,
    )
    return models.Changed(version=done.version)


@router.post("/api/tables/{table_id}/seats/{seat}/open", responses=problems(*HOSTING, "own_seat"))
async def open_seat(table_id: TableId, seat: SeatNumber, who: Returning, services: Here) -> models.NewKey:
    """The host takes a seat from who has it and opens it, with a new link."""
    key = who.once.secret("key", services.tables.secret)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.open_seat(table, who.guest, seat, keys.hashed(key)), once=who.once
    )
    return models.NewKey(version=done.version, key=key)


@router.post("/api/tables/{table_id}/seats/{seat}/key", responses=problems(*AT_TABLE))
async def renew_key(
    table_id: TableId, seat: SeatNumber, who: Returning, services: Here, asked: models.KeyOrder | None = None
) -> models.NewKey:
    """A new secret for one's own seat, to play on from another device; the old one no longer works."""
    key = who.once.secret("key", services.tables.secret)
    _, done = await services.tables.act(
        table_id,
        lambda table: decisions.renew_key(table, who.guest, seat, keys.hashed(key), asked is not None and asked.alone),
        once=who.once,
    )
    return models.NewKey(version=done.version, key=key)


@router.post("/api/tables/{table_id}/seats/{seat}/name", responses=problems(*AT_TABLE, "settled_name", "bad_name"))
async def rename_seat(
    table_id: TableId, seat: SeatNumber, asked: models.GuestName, who: Returning, services: Here
) -> models.Changed:
    """Be called otherwise at this table."""
    services.rates.check("chat", who.guest)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.rename(table, who.guest, seat, asked.name), once=who.once
    )
    return models.Changed(version=done.version)


@router.post("/api/tables/{table_id}/invite", responses=problems("no_table", "not_your_seat", "not_host"))
async def renew_invite(table_id: TableId, who: Returning, services: Here) -> models.NewInvite:
    """The host replaces the table's link; the old one no longer works."""
    key = who.once.secret("invite", services.tables.secret)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.renew_invite(table, who.guest, keys.hashed(key)), once=who.once
    )
    return models.NewInvite(version=done.version, invite=key)


# The match

SUGGESTED = (*AT_TABLE, "stale", "not_your_turn", "seat_has_bot", "match_over", "not_playing")
PLAYING = (*AT_TABLE, "stale", "move_id_used", "not_your_turn", "seat_has_bot", "match_over", "not_playing", "refused")


@router.post("/api/tables/{table_id}/moves", responses=problems(*PLAYING))
async def play_move(table_id: TableId, asked: models.Move, who: Returning, services: Here) -> models.Played:
    """Play an action. The same move id again gets the same answer again, and changes nothing."""
    services.rates.check("move", who.guest)
    table, done = await services.tables.act(
        table_id,
        lambda table: decisions.move(table, who.guest, asked.seat, asked.action, asked.expected_version, asked.move_id),
    )
    services.metrics.moves.labels(table.setting.game).inc()
    return models.Played(version=done.version, ply=done.ply)


@router.post("/api/tables/{table_id}/undo", responses=problems(*PLAYING))
async def undo_move(table_id: TableId, asked: models.Undo, who: Returning, services: Here) -> models.Played:
    """Take back the last action or the whole turn so far."""
    services.rates.check("move", who.guest)
    _, done = await services.tables.act(
        table_id,
        lambda table: decisions.undo(
            table, who.guest, asked.seat, asked.whole_turn, asked.expected_version, asked.move_id
        ),
    )
    return models.Played(version=done.version, ply=done.ply)


@router.post(
    "/api/tables/{table_id}/suggestion",
    response_model=models.Suggestion,
    responses=problems(*SUGGESTED, "suggestion_people", "no_suggestion", "no_judge"),
)
async def suggest(
    table_id: TableId, asked: models.SuggestionOrder, who: Returning, services: Here, language: Language
) -> Response:
    """What a strong player would do, for somebody who plays against bots only. It plays nothing."""
    services.rates.check("suggestion", who.guest)
    return sent(
        await suggestions.suggestion(services, table_id, who.guest, asked.seat, asked.expected_version, language)
    )


@router.post("/api/tables/{table_id}/abandon", responses=problems(*AT_TABLE, "match_over", "not_playing"))
async def abandon(table_id: TableId, asked: models.Agreement, who: Returning, services: Here) -> models.Ended:
    """Want the match to end unfinished; it does when all want it."""
    table, done = await services.tables.act(
        table_id, lambda table: decisions.agree(table, who.guest, asked.seat, asked.agree), once=who.once
    )
    ended = 0 < table.ended <= done.version
    return models.Ended(version=done.version, status="abandoned" if ended else "playing")


@router.post("/api/tables/{table_id}/rematch", responses=problems("no_table", "not_your_seat", "match_running"))
async def rematch(
    table_id: TableId, asked: models.Rematch, who: Returning, request: Request, services: Here
) -> models.Followed:
    """Play again with the same people; once asked, everybody gets the same table."""
    services.rates.check("make", address(request.scope))
    table = await services.tables.rematch(table_id, who.guest, asked.same_deal)
    return models.Followed(table=table.setting.table, seats=table.seats_of(who.guest))


@router.post("/api/tables/{table_id}/chat", responses=problems(*AT_TABLE, "silent"))
async def chat(table_id: TableId, asked: models.Words, who: Returning, services: Here) -> models.Changed:
    """Say something at the table."""
    services.rates.check("chat", who.guest)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.chat(table, who.guest, asked.seat, asked.text, asked.greeting), once=who.once
    )
    return models.Changed(version=done.version)


# Looking


@router.get(
    "/api/tables/{table_id}/plies/{ply}",
    response_model=models.PlyView,
    responses=problems(*AT_TABLE, "no_spectators", "no_ply", "not_playing"),
)
async def show_ply(
    table_id: TableId,
    ply: Annotated[int, Path(ge=0, le=models.MOST_VERSION)],
    known: Known,
    services: Here,
    seat: SeatWanted = None,
    action: Annotated[tuple[str, ...], Query(max_length=2, description="actions one wants to know more of")] = (),
) -> Response:
    """The game after an earlier action, as one could see it then; after the end, everything."""
    async with services.tables.at(table_id) as table:
        return sent(views.ply_view(table, views.viewer(table, _guest(known), seat), ply, action))


@router.get(
    "/api/tables/{table_id}/plies",
    response_model=models.PlyViews,
    responses=problems(*AT_TABLE, "no_spectators", "no_ply", "not_playing"),
)
async def show_plies(
    table_id: TableId,
    first: Annotated[int, Query(ge=0, le=models.MOST_VERSION)],
    count: Annotated[int, Query(ge=1, le=models.MOST_PLIES)],
    known: Known,
    services: Here,
    seat: SeatWanted = None,
) -> Response:
    """The game after each of several earlier actions in a row."""
    async with services.tables.at(table_id) as table:
        seen = views.viewer(table, _guest(known), seat)
        return sent(views.ply_views(table, seen, first, first + count - 1))


@router.get(
    "/api/tables/{table_id}/preview",
    response_model=models.Preview,
    responses=problems(*AT_TABLE, "no_spectators", "not_your_turn"),
)
async def preview(
    table_id: TableId,
    known: Known,
    services: Here,
    language: Language,
    action: Annotated[str, Query(min_length=1, max_length=400)],
    seat: SeatWanted = None,
) -> Response:
    """What an action would do, or why it is refused, without doing it."""
    async with services.tables.at(table_id) as table:
        return sent(views.preview(table, views.viewer(table, _guest(known), seat), action, language))


@router.get(
    "/api/tables/{table_id}/reasons/{ply}",
    response_model=models.Reasons,
    responses=problems(*AT_TABLE, "no_spectators", "no_ply", "not_playing"),
)
async def show_reasons(
    table_id: TableId,
    ply: Annotated[int, Path(ge=0, le=models.MOST_VERSION)],
    known: Known,
    services: Here,
    language: Language,
    seat: SeatWanted = None,
) -> Response:
    """Why an action was taken, as far as one can see; after the end, as who took it saw it."""
    async with services.tables.at(table_id) as table:
        asked = views.asked_reasons(table, views.viewer(table, _guest(known), seat), ply, language)
    return sent(await aside(asked.shown, language))


@router.get(
    "/api/tables/{table_id}/review",
    response_model=models.ReviewState,
    responses=problems("no_table", "no_spectators", "match_running", "no_judge"),
)
async def show_review(table_id: TableId, known: Known, services: Here) -> Response:
    """How far the review of a finished match is, and the review when it is done."""
    await _check_review(services, table_id, _guest(known))
    state = await services.tables.store.run(lambda connection: records.read_review(connection, table_id))
    return sent(views.review_shown(state))


@router.post(
    "/api/tables/{table_id}/review",
    response_model=models.ReviewState,
    responses=problems("no_table", "no_spectators", "match_running", "no_judge"),
)
async def ask_review(table_id: TableId, request: Request, known: Known, services: Here) -> Response:
    """Have a finished match reviewed: once for all, in the background; after a failure, again."""
    services.rates.check("review", address(request.scope))
    await _check_review(services, table_id, _guest(known))
    state = await services.tables.ask_review(table_id, _guest(known))
    services.reviewer.look()
    return sent(views.review_shown(state))


async def _check_review(services: Services, table_id: str, guest: str | None) -> None:
    """Who may see a finished table may see its review."""
    async with services.tables.at(table_id) as table:
        views.viewer(table, guest, None)
        decisions.check_review(table)


@router.get("/api/tables/{table_id}/board", response_model=models.GameBoard, responses=problems("no_table"))
async def show_board(table_id: TableId, request: Request, services: Here) -> Response:
    """The fixed things of a table, for drawing."""
    async with services.tables.at(table_id) as table:
        board = orjson.dumps(table.board)
    headers = {"Vary": "Accept-Encoding"}
    if takes_gzip(request):
        return Response(packed(board), headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")
    return Response(board, headers=headers, media_type="application/json")


@router.get(
    "/api/tables/{table_id}/export",
    response_model=models.Export,
    responses=problems("no_table", "no_spectators", "match_running"),
)
async def export(table_id: TableId, known: Known, services: Here) -> Response:
    """The whole match, after its end; `saved` begins a table elsewhere, or is replayed by `lantern replay`."""
    async with services.tables.at(table_id) as table:
        views.viewer(table, _guest(known), None)
        return sent(views.export(table))


# The server itself


@router.get("/api/health", responses=problems())
async def health(services: Here) -> models.Health:
    """Whether the server and its database answer."""
    await services.tables.check_up()
    return models.Health(status="ok", version=lantern.__version__, process=services.tables.process)


@router.get("/api/readiness", responses=problems())
async def readiness(services: Here) -> models.Readiness:
    """How far compiling is. Nothing waits for it but reviews: tables go by plain rules until then."""
    return models.Readiness(done=services.thinkers.readiness)


@router.get("/metrics", response_class=PlainTextResponse, responses=problems())
async def show_metrics(services: Here) -> Response:
    """What the server counts, in Prometheus's format."""
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
