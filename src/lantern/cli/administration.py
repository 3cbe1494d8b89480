"""`lantern admin`: a running server looked after from the command line, by what it offers to administrators."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Sequence
from http.client import HTTPException
from ipaddress import ip_network
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from lantern.cli.arguments import TOKEN, Parser, add_language, examples, said
from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, of_system, quoted
from lantern.languages import Tongue

USUAL_SERVER = "http://127.0.0.1:8000"
PATIENCE_S = 60.0
HOUR_MS = 3_600_000
STATUSES = ("seating", "playing", "over", "abandoned")
UNITS = ("B", "kB", "MB", "GB", "TB")

Tell = Callable[[argparse.Namespace, Tongue, Json], None]
Ask = Callable[[argparse.Namespace], Json]


def add_admin(commands: Any) -> None:
    """`lantern admin` with its commands."""
    words = said("admin")
    shown = examples("admin overview", "admin tables --search Ada", "admin clear --dry-run")
    parser = commands.add_parser("admin", help=words, description=words, epilog=shown)
    below = parser.add_subparsers(title=said("commands"), metavar="COMMAND", required=True, parser_class=Parser)
    _add(below, "overview", _overview, _tell_overview)
    tables = _add(below, "tables", _tables, _tell_tables)
    tables.add_argument("--search", metavar="WORDS", help=said("admin_search"))
    tables.add_argument("--status", choices=STATUSES, help=said("admin_status"))
    tables.add_argument("--game", metavar="GAME", help=said("which_game"))
    _add_page(tables)
    people = _add(below, "people", _people, _tell_people)
    people.add_argument("--search", metavar="WORDS", help=said("admin_search"))
    _add_page(people)
    entries = _add(below, "entries", _entries, _tell_entries)
    _add_table(entries)
    entries.add_argument("--after", type=int, default=0, metavar="N", help=said("admin_after"))
    _add_table(_add(below, "end", _end, _tell_done))
    _add_table(_add(below, "delete", _delete, _tell_deleted))
    hand = _add(below, "hand", _hand, _tell_done)
    _add_table(hand)
    hand.add_argument("seat", type=int, metavar="SEAT", help=said("admin_seat"))
    _add(below, "bars", lambda chosen: _ask(chosen, "GET", "bars"), _tell_bars)
    bar = _add(below, "bar", _bar, lambda chosen, say, told: _tell_bars(chosen, say, {"bars": [told]}))
    bar.add_argument("who", metavar="ADDRESS|GUEST", help=said("admin_who"))
    bar.add_argument("--reason", metavar="WORDS", help=said("admin_reason"))
    bar.add_argument("--days", type=float, metavar="D", help=said("admin_days"))
    unbar = _add(below, "unbar", _unbar, _tell_bars)
    unbar.add_argument("bar", metavar="BAR", help=said("admin_bar_id"))
    message = _add(below, "message", _message, _tell_message)
    message.add_argument("text", nargs="?", metavar="TEXT", help=said("admin_text"))
    message.add_argument("--hours", type=float, metavar="H", help=said("admin_hours"))
    message.add_argument("--take-back", action="store_true", help=said("admin_take_back"))
    _add_page(_add(below, "log", lambda chosen: _ask(chosen, "GET", "log", page=chosen.page), _tell_log))
    clear = _add(below, "clear", _clear, _tell_cleared)
    clear.add_argument("--dry-run", action="store_true", help=said("admin_dry_run"))
    clear.add_argument("--guests", type=int, metavar="DAYS", help=said("clear_guests"))
    clear.add_argument("--tables", type=int, metavar="DAYS", help=said("clear_tables"))
    clear.add_argument("--keep", type=int, metavar="N", help=said("keep_tables"))


def _add(commands: Any, name: str, ask: Ask, tell: Tell) -> Parser:
    """A command: what it asks the server, and how the answer is told."""
    words = said(f"admin_{name}")
    parser: Parser = commands.add_parser(name, help=words, description=words)
    parser.add_setting("--server", default=USUAL_SERVER, metavar="URL", help=said("admin_server", usual=USUAL_SERVER))
    parser.add_argument("--json", action="store_true", help=said("json"))
    add_language(parser)

    def run(chosen: argparse.Namespace) -> int:
        told = ask(chosen)
        if chosen.json:
            print(json.dumps(told, ensure_ascii=False, indent=1))
        else:
            tell(chosen, Tongue(chosen.language), told)
        return 0

    parser.set_defaults(run=run)
    return parser


def _add_page(parser: Parser) -> None:
    parser.add_argument("--page", type=int, default=0, metavar="N", help=said("admin_page"))


def _add_table(parser: Parser) -> None:
    parser.add_argument("table", type=_table_of, metavar="TABLE", help=said("admin_table"))


def _table_of(words: str) -> str:
    """The id of a table, or that in its address."""
    return urlsplit(words).path.rstrip("/").rpartition("/")[2]


# Asking


class NoRedirects(HTTPRedirectHandler):
    """Who is sent elsewhere does not go there, for the token is meant for one server."""

    def redirect_request(self, *arguments: Any, **settings: Any) -> None:
        """Nowhere."""


def _ask(chosen: argparse.Namespace, method: str, path: str, body: Json | None = None, **query: Any) -> Json:
    """What a server answers to its administrator."""
    token = os.environ.get(TOKEN, "").strip()
    if not token or not token.isascii() or not token.isprintable():
        raise BadInput("bad.admin.no_token", variable=TOKEN)
    asked = urlencode({name: value for name, value in query.items() if value is not None})
    address = f"{chosen.server.rstrip('/')}/api/admin/{path}" + (f"?{asked}" if asked else "")
    if urlsplit(address).scheme not in ("http", "https"):
        raise BadInput("bad.admin.server", server=quoted(chosen.server))
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": chosen.language}
    data = None if body is None else json.dumps(body).encode()
    if data is not None:
        headers["Content-Type"] = "application/json"
    request = Request(address, data, headers, method=method)
    try:
        with build_opener(NoRedirects, ProxyHandler({})).open(request, timeout=PATIENCE_S) as answer:
            found: Json = json.load(answer)
            return found
    except HTTPError as error:
        raise _refused(chosen.server, error) from None
    except URLError as error:
        reason = of_system(error.reason) if isinstance(error.reason, OSError) else str(error.reason)
        raise BadInput("bad.admin.unreachable", server=chosen.server, reason=reason) from None
    except (OSError, ValueError, HTTPException) as error:
        raise BadInput("bad.admin.unreachable", server=chosen.server, reason=str(error)) from None


def _refused(server: str, error: HTTPError) -> BadInput:
    """Why a server did not do something, in its own words if it has some."""
    try:
        problem = json.load(error)
        code, message = problem["error"], problem["message"]
    except (ValueError, KeyError, TypeError, OSError):
        return BadInput("bad.admin.unreachable", server=server, reason=f"HTTP {error.code}")
    if code == "not_found":
        return BadInput("bad.admin.off", server=server, variable=TOKEN)
    return BadInput("bad.admin.refused", message=message)


def _overview(chosen: argparse.Namespace) -> Json:
    return _ask(chosen, "GET", "overview")


def _tables(chosen: argparse.Namespace) -> Json:
    asked = {"search": chosen.search, "status": chosen.status, "game": chosen.game, "page": chosen.page}
    return _ask(chosen, "GET", "tables", **asked)


def _people(chosen: argparse.Namespace) -> Json:
    return _ask(chosen, "GET", "people", search=chosen.search, page=chosen.page)


def _entries(chosen: argparse.Namespace) -> Json:
    return _ask(chosen, "GET", f"{_place(chosen)}/entries", after=chosen.after)


def _place(chosen: argparse.Namespace) -> str:
    return f"tables/{quote(chosen.table, safe='')}"


def _end(chosen: argparse.Namespace) -> Json:
    return _ask(chosen, "POST", f"{_place(chosen)}/end")


def _delete(chosen: argparse.Namespace) -> Json:
    return _ask(chosen, "DELETE", _place(chosen))


def _hand(chosen: argparse.Namespace) -> Json:
    return _ask(chosen, "POST", f"{_place(chosen)}/hand", {"seat": chosen.seat})


def _bar(chosen: argparse.Namespace) -> Json:
    whom = {"address" if _is_network(chosen.who) else "guest": chosen.who}
    days = None if chosen.days is None else 24 * chosen.days
    return _ask(chosen, "POST", "bars", whom | {"reason": chosen.reason, "until": _until(days)})


def _is_network(words: str) -> bool:
    try:
        ip_network(words.partition("%")[0], strict=False)
    except ValueError:
        return False
    return True


def _until(hours: float | None) -> int | None:
    """When so many hours are over; None if no time was said."""
    return None if hours is None else round(time.time() * 1000 + hours * HOUR_MS)


def _unbar(chosen: argparse.Namespace) -> Json:
    return _ask(chosen, "DELETE", f"bars/{quote(chosen.bar, safe='')}")


def _message(chosen: argparse.Namespace) -> Json:
    if chosen.take_back:
        return _ask(chosen, "DELETE", "message")
    if chosen.text is None:
        return _ask(chosen, "GET", "message")
    return _ask(chosen, "PUT", "message", {"text": chosen.text, "until": _until(chosen.hours)})


def _clear(chosen: argparse.Namespace) -> Json:
    rules = {"guests": chosen.guests, "tables": chosen.tables, "keep": chosen.keep}
    if chosen.dry_run:
        return _ask(chosen, "GET", "clearing", **rules)
    return _ask(chosen, "POST", "clearing", rules)


# Telling


def _tell_overview(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    waiting, kind = told["waiting"], say(f"admin.database.{told['database']}")
    room = "" if told["room"] is None else f", {say('admin.free', size=_size(told['room']))}"
    for label, value in (
        ("version", told["version"]),
        ("since", _time(told["started_at"])),
        ("database", f"{kind}, {_size(told['size'])}{room}"),
        ("backup", _backup(say, told)),
        ("tables", _counts(say, told)),
        ("people", told["guests"]),
        ("entries", told["entries"]),
        ("sockets", told["sockets"]),
        ("connections", told["connections"]),
        ("in_memory", told["tables_in_memory"]),
        ("processes", told["processes"]),
        ("waiting", ", ".join(say(f"admin.waiting.{kind}", count=count) for kind, count in waiting.items())),
        ("reviews", told["reviews"]),
        ("compiled", f"{int(100 * told['readiness'])} %"),
        ("bars", told["bars"]),
        ("message", told["bulletin"]["text"] if told["bulletin"] else say("admin.none")),
    ):
        print(f"{say(f'admin.{label}')}: {value}")


def _counts(say: Tongue, told: Json) -> str:
    by_status = dict.fromkeys(STATUSES, 0)
    for count in told["tables"]:
        by_status[count["status"]] += count["count"]
    shown = ", ".join(f"{say(f'admin.status.{status}')} {count}" for status, count in by_status.items() if count)
    return f"{sum(by_status.values())} ({shown})" if shown else "0"


def _backup(say: Tongue, told: Json) -> str:
    if not told["backups"]:
        return say("admin.no_backups")
    age = told["backup_age_s"]
    return say("admin.none") if age is None else _time(told["now"] - 1000 * age)


def _tell_tables(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    rows = [
        [table["table"], table["game"], say(f"admin.status.{table['status']}"), _time(table["updated_at"]), _who(table)]
        for table in told["tables"]
    ]
    _print_rows(rows)
    print(say("admin.shown", shown=len(rows), total=told["total"]))


def _who(table: Json) -> str:
    """Who sits at a table, by name; a bot by its own."""
    return ", ".join(seat["name"] or seat["bot"] or "-" for seat in table["seats"])


def _tell_people(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    rows = []
    for one in told["people"]:
        names = [name for name in (one["name"], *one["names"]) if name]
        about = say("admin.person", tables=one["tables"], devices=one["devices"])
        barred = f" · {say('admin.barred')}" if one["barred"] else ""
        rows.append(
            [one["guest"], _time(one["seen_at"] or one["created_at"]), f"{', '.join(names) or '-'} · {about}{barred}"]
        )
    _print_rows(rows)
    print(say("admin.shown", shown=len(rows), total=told["total"]))


def _tell_entries(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    rows = [
        [str(entry["version"]), _time(entry["at"]), entry["kind"], str(entry["seat"] or ""), _plain(entry["data"])]
        for entry in told["entries"]
    ]
    _print_rows(rows)


def _plain(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False) if data else ""


def _tell_done(chosen: argparse.Namespace, say: Tongue, told: Json) -> None:
    print(say("admin.done"))


def _tell_deleted(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    print(say("admin.deleted", others=len(told["tables"]) - 1))


def _tell_bars(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    rows = []
    for bar in told["bars"]:
        until = say("admin.for_ever") if bar["until"] is None else say("admin.until", time=_time(bar["until"]))
        rows.append([bar["id"], bar["network"] or bar["guest"], until, bar["reason"] or ""])
    _print_rows(rows)
    if not rows:
        print(say("admin.nobody_barred"))


def _tell_message(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    print(told["bulletin"]["text"] if told["bulletin"] else say("admin.no_message"))


def _tell_log(_: argparse.Namespace, say: Tongue, told: Json) -> None:
    rows = []
    for deed in told["deeds"]:
        what = say(f"admin.deed.{deed['what']}")
        by = deed["address"] or say("admin.itself")
        rows.append([_time(deed["at"]), by, what, deed["about"] or "", _plain(deed["details"])])
    _print_rows(rows)
    print(say("admin.shown", shown=len(rows), total=told["total"]))


def _tell_cleared(chosen: argparse.Namespace, say: Tongue, told: Json) -> None:
    if told["first"]:
        _tell_tables(chosen, say, {"tables": told["first"], "total": told["tables"]})
    print(say("admin.would_go" if chosen.dry_run else "admin.gone", guests=told["guests"], tables=told["tables"]))


def _print_rows(rows: Sequence[Sequence[str]]) -> None:
    """Rows in columns, the last as wide as it is."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths[:-1], strict=True)]
        print("  ".join([*cells, row[-1]]).rstrip())


def _time(at_ms: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at_ms / 1000))


def _size(size: float) -> str:
    """So many bytes, in a unit that suits."""
    unit = 0
    while size >= 1000 and unit < len(UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.0f} {UNITS[unit]}" if unit == 0 or size >= 100 else f"{size:.1f} {UNITS[unit]}"
