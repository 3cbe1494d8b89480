"""`lantern serve`, `verify`, `backup` and `restore`: the table for browsers, and what it keeps."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lantern.cli.arguments import TOKEN, Parser, add_language, at_least_one, examples, said
from lantern.kernel.errors import Phrase


def add_serve(commands: Any) -> None:
    """`lantern serve` with its arguments."""
    words = said("serve")
    shown = examples("serve", "serve --demo", "serve --host 0.0.0.0 --database postgresql://me@db/lantern --workers 4")
    parser = commands.add_parser("serve", help=words, description=words, epilog=shown)
    parser.add_setting("--host", default="127.0.0.1", help=said("host"))
    parser.add_setting("--port", type=int, default=8000, help=said("port"))
    _add_database(parser)
    parser.add_setting("--workers", type=int, default=1, metavar="N", help=said("serving"))
    parser.add_setting("--thinkers", type=int, default=1, metavar="N", help=said("thinkers"))
    parser.add_setting("--thinking", type=float, default=15.0, metavar="SECONDS", help=said("thinking"))
    parser.add_setting("--origin", action="append", default=[], metavar="URL", help=said("origin"))
    parser.add_setting("--proxy", action="append", default=[], metavar="ADDRESS", help=said("proxy"))
    parser.add_setting("--notify-to", action="append", default=[], metavar="NETWORK", help=said("notify_to"))
    parser.add_setting("--limit", action="append", default=[], metavar="WHAT=VALUE", help=said("limit"))
    parser.add_setting("--no-limits", action="store_true", help=said("no_limits"))
    parser.add_setting("--backups", type=Path, metavar="FOLDER", help=said("backups"))
    parser.add_setting("--backup-every", type=float, default=24.0, metavar="HOURS", help=said("backup_every"))
    parser.add_setting("--backups-kept", type=int, default=7, metavar="N", help=said("backups_kept"))
    parser.add_setting("--clear-guests", type=int, default=30, metavar="DAYS", help=said("clear_guests"))
    parser.add_setting("--clear-tables", type=int, default=0, metavar="DAYS", help=said("clear_tables"))
    parser.add_setting("--keep-tables", type=int, default=0, metavar="N", help=said("keep_tables"))
    parser.add_setting("--open", action="store_true", help=said("open"))
    parser.add_setting("--demo", action="store_true", help=said("demo"))
    parser.add_setting("--verbose", action="store_true", help=said("verbose"))
    add_language(parser)
    parser.set_defaults(run=run_server)


def add_verify(commands: Any) -> None:
    """`lantern verify` with its arguments."""
    words = said("verify")
    parser = commands.add_parser("verify", help=words, description=words, epilog=examples("verify"))
    _add_database(parser)
    add_language(parser)
    parser.set_defaults(run=verify_matches)


def add_backup(commands: Any) -> None:
    """`lantern backup` with its arguments."""
    words = said("backup")
    shown = examples("backup lantern.jsonl.gz", "backup --into backups --keep 7")
    parser = commands.add_parser("backup", help=words, description=words, epilog=shown)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("file", nargs="?", type=Path, metavar="FILE", help=said("backup_file"))
    where.add_argument("--into", type=Path, metavar="FOLDER", help=said("backup_into"))
    parser.add_argument("--keep", type=int, metavar="N", help=said("backup_keep"))
    _add_no_replay(parser)
    _add_database(parser)
    add_language(parser)
    parser.set_defaults(run=make_backup)


def add_restore(commands: Any) -> None:
    """`lantern restore` with its arguments."""
    words = said("restore")
    shown = examples("restore lantern.jsonl.gz", "restore lantern.jsonl.gz --database postgresql://me@db/lantern")
    parser = commands.add_parser("restore", help=words, description=words, epilog=shown)
    parser.add_argument("file", type=Path, metavar="FILE", help=said("restore_file"))
    parser.add_argument("--replace", action="store_true", help=said("restore_replace"))
    _add_no_replay(parser)
    _add_database(parser)
    add_language(parser)
    parser.set_defaults(run=restore_backup)


def _add_no_replay(parser: Parser) -> None:
    parser.add_argument("--no-replay", action="store_true", help=said("no_replay"))


def _add_database(parser: Parser) -> None:
    parser.add_setting("--database", metavar="URL", help=said("database"))


def run_server(chosen: argparse.Namespace) -> int:
    """`lantern serve`. Of the token of administrators only its hash is kept, also by processes started from here."""
    token = os.environ.pop(TOKEN, "").strip()
    if chosen.workers == 1 and chosen.thinkers > 0:
        from lantern.server.bots.forks import prepare

        prepare()  # it reads in what bots need while this process reads in the rest
    from lantern.server.gc_freeze import all_stays

    with all_stays():
        from lantern.server.backups import Schedule
        from lantern.server.http.bearer import hashed
        from lantern.server.serve import serve
        from lantern.server.settings import Settings
        from lantern.server.storage.clearing import Rules
        from lantern.server.storage.opening import default_url

    settings = Settings(
        host=chosen.host,
        port=chosen.port,
        database=chosen.database or default_url(),
        workers=chosen.workers,
        thinkers=chosen.thinkers,
        thinking_s=chosen.thinking,
        origins=tuple(chosen.origin),
        proxies=tuple(chosen.proxy),
        notify_to=tuple(chosen.notify_to),
        limited=not chosen.no_limits,
        limits=_limits(chosen.limit),
        admin=hashed(token) if token else None,
        clearing=Rules(chosen.clear_guests, chosen.clear_tables, chosen.keep_tables),
        backups=Schedule(chosen.backups, chosen.backup_every * 3600, chosen.backups_kept) if chosen.backups else None,
        verbose=chosen.verbose,
    )
    serve(settings, _sayer(chosen.language), chosen.demo, chosen.open)
    return 0


def _limits(chosen: list[str]) -> dict[str, str]:
    """[what] limits that were set."""
    return {what.strip(): value.strip() for what, _, value in (words.partition("=") for words in chosen)}


def _sayer(language: str) -> Callable[[Phrase], None]:
    """What tells the host something."""
    return lambda words: print(f"lantern: {words.told(language)}", flush=True)


def verify_matches(chosen: argparse.Namespace) -> int:
    """`lantern verify`."""
    from lantern.server.storage.opening import default_url
    from lantern.server.verify import verify

    return 0 if verify(chosen.database or default_url(), _sayer(chosen.language)) else 1


def make_backup(chosen: argparse.Namespace) -> int:
    """`lantern backup`."""
    from lantern.server.backup import back_up, back_up_into
    from lantern.server.storage.opening import default_url

    database, say, replays = chosen.database or default_url(), _sayer(chosen.language), not chosen.no_replay
    if chosen.keep is not None:
        at_least_one("--keep", chosen.keep)
    if chosen.into is not None:
        return 0 if back_up_into(database, chosen.into, chosen.keep, say, replays) else 1
    return 0 if back_up(database, chosen.file, say, replays) else 1


def restore_backup(chosen: argparse.Namespace) -> int:
    """`lantern restore`."""
    from lantern.server.backup import restore
    from lantern.server.storage.opening import default_url

    database, say = chosen.database or default_url(), _sayer(chosen.language)
    return 0 if restore(chosen.file, database, chosen.replace, say, not chosen.no_replay) else 1
