"""A saved match as text: what it must hold to be read."""

from __future__ import annotations

import json

from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.options import check_depth, json_fault

FORMAT = "lantern match 1"

SAVED_KEYS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "rules": (int,),
    "options": (dict,),
    "seed": (int, str),
    "setup": (dict,),
    "actions": (list,),
}


def read_saved(text: str) -> Json:
    """The contents of a saved match, checked for their form."""
    try:
        saved = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput("bad.no_match", error=json_fault(error)) from None
    check_depth(saved, Phrase("bad.this_match"))
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadInput("bad.no_format", format=quoted(FORMAT))
    for key, kinds in SAVED_KEYS.items():
        if not isinstance(saved.get(key), kinds) or isinstance(saved[key], bool):
            raise BadInput(
                "bad.damaged_field",
                key=quoted(key),
                value=quoted(saved.get(key)),
                wanted=[Phrase(f"bad.kind.{kind.__name__}") for kind in kinds],
            )
    if not isinstance(saved.get("position", ...), dict | None):
        raise BadInput("bad.damaged_position")
    return saved
