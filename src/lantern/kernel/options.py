"""Options as a user gives them: checked, read from a file where data of one's own may take a choice's place, shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lantern.kernel.contract import Flaw, Json, Option
from lantern.kernel.errors import BadInput, Phrase, of_system, quoted

MOST_OWN = 100_000
"""The most characters that a user's own data may have as JSON."""
MOST_FLAWS = 100
"""The most that is told at once of what is wrong with a user's own data."""
DEEPEST = 16
"""How deep lists and objects may be nested in what users bring."""


def checked(game: str, option: Option, value: Any) -> Any:
    """The value of a game's option, if it is allowed: a choice, or data of the user's own, itself or in a file."""
    what = Phrase("bad.the_option", name=option.name)
    check_depth(value, what)
    if option.own and isinstance(value, Path):
        return _plain(what, _read(game, option, value))
    if option.own and isinstance(value, Mapping):
        return _plain(what, value)
    if not any(type(choice) is type(value) and choice == value for choice in option.choices):
        raise BadInput("bad.choice", what=what, value=quoted(value), allowed=_allowed(game, option))
    return value


def flaws(option: Option, data: Json) -> list[Flaw]:
    """What is wrong with data of a user's own for an option: all of it, but for what is too large to be looked at."""
    what = Phrase("bad.the_option", name=option.name)
    try:
        check_depth(data, what)
        copied = _plain(what, data)
    except BadInput as error:
        return [Flaw(error)]
    return [*option.flaws(copied)][:MOST_FLAWS] if option.flaws else []


def _allowed(game: str, option: Option) -> Phrase | list[str]:
    """What an option may be, for an error message."""
    choices = [repr(choice) for choice in option.choices]
    own = Phrase(f"{game}.bad.own.{option.name}", option.own)
    return Phrase("bad.choice_or_own", choices=choices, own=own) if option.own else choices


def _read(game: str, option: Option, path: Path) -> Mapping[str, Any]:
    """The object that a JSON file holds."""
    what = Phrase("bad.option_file", name=option.name, path=path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_OWN + 1)
    except (OSError, ValueError) as error:
        reason = of_system(error)
        raise BadInput("bad.unread_choice", what=what, reason=reason, allowed=_allowed(game, option)) from None
    _check_size(what, content)
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput("bad.not_utf8", what=what) from None
    except (ValueError, RecursionError) as error:
        raise BadInput("bad.not_json", what=what, error=json_fault(error)) from None
    if not isinstance(data, dict):
        raise BadInput("bad.json_no_object", what=what, data=quoted(data))
    check_depth(data, what)
    return data


def json_fault(error: Exception) -> Phrase | Exception:
    """What is wrong with a text that is no JSON."""
    if isinstance(error, json.JSONDecodeError):
        return Phrase("bad.json_place", line=error.lineno, column=error.colno)
    return Phrase("bad.json_deep") if isinstance(error, RecursionError) else error


def _plain(what: Phrase, data: Mapping[str, Any]) -> Json:
    """A copy of the data of a user's own, as JSON would give it back."""
    try:
        text = json.dumps(dict(data), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadInput("bad.not_plain", what=what, error=error) from None
    _check_size(what, text)
    copied: Json = json.loads(text)
    return copied


def _check_size(what: Phrase, content: str | bytes) -> None:
    if len(content) > MOST_OWN:
        raise BadInput("bad.too_large", what=what, most=MOST_OWN // 1000)


def check_depth(value: object, what: Phrase) -> None:
    """Lists and objects are nested no deeper than anything needs, so that whoever copies or writes them can."""
    layer = [value]
    for _ in range(DEEPEST):
        layer = list({id(inner): inner for outer in layer for inner in _inside(outer)}.values())
        if not layer:
            return
    raise BadInput("bad.too_deep", what=what, deepest=DEEPEST)


def _inside(value: object) -> Iterable[Any]:
    """What a list or an object holds."""
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, (list, tuple)) else ()


def shown(options: Json) -> Json:
    """Options as people are shown them: of data of a user's own only its name."""
    return {name: _name(value) if isinstance(value, Mapping) else value for name, value in options.items()}


def _name(data: Mapping[str, Any]) -> str:
    return str(data.get("name", "own"))


def holds_own(options: Json) -> bool:
    """Whether data of a user's own is among the options."""
    return any(isinstance(value, Mapping) for value in options.values())
