"""`lantern serve` and `verify`: the table for browsers, and what it keeps."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from lantern.cli.arguments import Parser, add_language, examples, said
from lantern.kernel.errors import Phrase


def add_serve(commands: Any) -> None:
    """`lantern serve` with its arguments."""
    words = said("serve")
    shown = examples("serve", "serve --demo", "serve --host 0.0.0.0 --database postgresql://me@db/lantern --workers 4")
    parser = commands.add_parser("serve", help=words, description=words, epilog=shown)
    parser.add_argument("--host", default="127.0.0.1", help=said("host"))
    parser.add_argument("--port", type=int, default=8000, help=said("port"))
    _add_database(parser)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=said("serving"))
    parser.add_argument("--thinkers", type=int, default=1, metavar="N", help=said("thinkers"))
    parser.add_argument("--thinking", type=float, default=15.0, metavar="SECONDS", help=said("thinking"))
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help=said("origin"))
    parser.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=said("proxy"))
    parser.add_argument("--limit", action="append", default=[], metavar="WHAT=VALUE", help=said("limit"))
    parser.add_argument("--no-limits", action="store_true", help=said("no_limits"))
    parser.add_argument("--open", action="store_true", help=said("open"))
    parser.add_argument("--demo", action="store_true", help=said("demo"))
    parser.add_argument("--verbose", action="store_true", help=said("verbose"))
    add_language(parser)
    parser.set_defaults(run=run_server)


def add_verify(commands: Any) -> None:
    """`lantern verify` with its arguments."""
    words = said("verify")
    parser = commands.add_parser("verify", help=words, description=words, epilog=examples("verify"))
    _add_database(parser)
    add_language(parser)
    parser.set_defaults(run=verify_matches)


def _add_database(parser: Parser) -> None:
    parser.add_argument("--database", metavar="URL", help=said("database"))


def run_server(chosen: argparse.Namespace) -> int:
    """`lantern serve`."""
    if chosen.workers == 1 and chosen.thinkers > 0:
        from lantern.server.bots.forks import prepare

        prepare()  # it reads in what bots need while this process reads in the rest
    from lantern.server.gc_freeze import all_stays

    with all_stays():
        from lantern.server.serve import serve
        from lantern.server.settings import Settings
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
        limited=not chosen.no_limits,
        limits=_limits(chosen.limit),
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
