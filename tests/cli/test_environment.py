"""What the environment sets: every option of `lantern serve`, and the database of the commands about one."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from lantern import cli
from lantern.cli import build_parser
from lantern.cli.arguments import Parser
from lantern.kernel.errors import BadInput

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def below(command: str) -> Parser:
    """The parser of a command."""
    commands = next(one for one in build_parser()._actions if isinstance(one, argparse._SubParsersAction))
    parser = commands.choices[command]
    assert isinstance(parser, Parser)
    return parser


def chosen(command: str, *arguments: str) -> argparse.Namespace:
    return build_parser().parse_args([command, *arguments])


def test_every_option_of_the_server_can_be_set() -> None:
    parser = below("serve")
    options = {action.option_strings[-1] for action in parser._actions} - {"--help"}
    assert {action.option_strings[-1] for action in parser.variables.values()} == options
    assert all(re.fullmatch("LANTERN_[A-Z_]+", variable) for variable in parser.variables)


def test_what_is_set_is_taken_and_the_command_line_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, said in {
        "LANTERN_PORT": "8123",
        "LANTERN_BACKUP_EVERY": "0.5",
        "LANTERN_BACKUPS": "/srv/backups",
        "LANTERN_ORIGIN": "https://a.example, https://b.example",
        "LANTERN_LIMIT": "move=80/10 seconds,chat=5/minute",
        "LANTERN_NO_LIMITS": "Yes",
        "LANTERN_DEMO": "off",
        "LANTERN_LANGUAGE": "it",
        "LANTERN_HOST": "  ",
    }.items():
        monkeypatch.setenv(variable, said)
    serve = chosen("serve", "--port", "9000")
    assert (serve.port, serve.backup_every, serve.backups, serve.host) == (9000, 0.5, Path("/srv/backups"), "127.0.0.1")
    assert serve.origin == ["https://a.example", "https://b.example"]
    assert serve.limit == ["move=80/10 seconds", "chat=5/minute"]
    assert (serve.no_limits, serve.demo, serve.open, serve.language) == (True, False, False, "it")
    assert chosen("serve").port == 8123


@pytest.mark.parametrize("command", [["verify"], ["backup", "file"], ["restore", "file"]])
def test_commands_about_a_database_find_it_there(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_DATABASE", "sqlite:///there.db")
    assert chosen(*command).database == "sqlite:///there.db"
    assert chosen(*command, "--database", "sqlite:///here.db").database == "sqlite:///here.db"


@pytest.mark.parametrize(
    ("variable", "said", "words"),
    [
        ("LANTERN_PORT", "http", "LANTERN_PORT is 'http'; it is a whole number"),
        ("LANTERN_THINKING", "long", "LANTERN_THINKING is 'long'; it is a number"),
        ("LANTERN_DEMO", "maybe", "LANTERN_DEMO is 'maybe'; it is on or off"),
        ("LANTERN_LANGUAGE", "xx", "LANTERN_LANGUAGE is 'xx'; choose from en, it, ru"),
    ],
)
def test_what_can_not_be_is_told_by_the_name_of_the_variable(
    variable: str, said: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, said)
    with pytest.raises(BadInput, match=re.escape(words)):
        chosen("serve")
    assert cli.main(["games"]) == (cli.BAD_INPUT if "LANGUAGE" in variable else 0)


def test_the_table_of_the_documentation_has_them_all() -> None:
    rows = dict(re.findall(r"^\| `(LANTERN_\w+)` \| `(--[\w-]+)", HOSTING.read_text(encoding="utf-8"), re.MULTILINE))
    assert rows == {name: action.option_strings[-1] for name, action in below("serve").variables.items()}
