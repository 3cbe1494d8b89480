"""A saved match as text: what it must hold to be read."""

from __future__ import annotations

import json

from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, quoted
from lantern.kernel.options import check_depth

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
        raise BadInput(f"this is not a saved match: {error}") from None
    check_depth(saved, "this saved match")
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadInput(f'this is not a saved match: it does not say "format": {FORMAT!r}')
    for key, kinds in SAVED_KEYS.items():
        if not isinstance(saved.get(key), kinds) or isinstance(saved[key], bool):
            wanted = " or ".join(kind.__name__ for kind in kinds)
            raise BadInput(f"this saved match is damaged: {key!r} is {quoted(saved.get(key))}, not a {wanted}")
    if not isinstance(saved.get("position", ...), dict | None):
        raise BadInput("this saved match is damaged: 'position' is neither null nor a position")
    return saved
