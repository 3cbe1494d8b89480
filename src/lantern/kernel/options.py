"""Options as a user gives them: checked, read from a file where data of one's own may take a choice's place, shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, listing, quoted

MOST_OWN = 100_000
"""The most characters that a user's own data may have as JSON."""
DEEPEST = 16
"""How deep lists and objects may be nested in what users bring."""


def checked(option: Option, value: Any) -> Any:
    """An option's value, if it is allowed: a choice, or data of the user's own, itself or in a file."""
    check_depth(value, f"option {option.name}")
    if option.own and isinstance(value, Path):
        return _plain(option, _read(option, value))
    if option.own and isinstance(value, Mapping):
        return _plain(option, value)
    if not any(type(choice) is type(value) and choice == value for choice in option.choices):
        raise BadInput(f"option {option.name} is {quoted(value)}; it may be {_allowed(option)}")
    return value


def _allowed(option: Option) -> str:
    """What an option may be, for an error message."""
    choices = listing(repr(choice) for choice in option.choices)
    return f"{choices}, or {option.own}" if option.own else choices


def _read(option: Option, path: Path) -> Mapping[str, Any]:
    """The object that a JSON file holds."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_OWN + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"option {option.name}: {path}: {reason}; it may be {_allowed(option)}") from None
    _check_size(option, content)
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput(f"option {option.name}: {path}: this is not text in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"option {option.name}: {path}: this is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadInput(f"option {option.name}: {path}: this is JSON, but not an object: {quoted(data)}")
    check_depth(data, f"option {option.name}: {path}")
    return data


def _plain(option: Option, data: Mapping[str, Any]) -> Json:
    """A copy of the data of a user's own, as JSON would give it back."""
    try:
        text = json.dumps(dict(data), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadInput(f"option {option.name}: this is not plain data, as in a JSON file: {error}") from None
    _check_size(option, text)
    copied: Json = json.loads(text)
    return copied


def _check_size(option: Option, content: str | bytes) -> None:
    if len(content) > MOST_OWN:
        raise BadInput(f"option {option.name}: this is more than {MOST_OWN // 1000} kB, the most there may be")


def check_depth(value: object, what: str) -> None:
    """Lists and objects are nested no deeper than anything needs, so that whoever copies or writes them can."""
    layer = [value]
    for _ in range(DEEPEST):
        layer = list({id(inner): inner for outer in layer for inner in _inside(outer)}.values())
        if not layer:
            return
    raise BadInput(f"{what}: this is nested more than {DEEPEST} deep, which is the most there may be")


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
