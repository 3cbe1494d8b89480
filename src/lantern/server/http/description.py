"""The description of the interface: what is asked and answered, what travels on sockets, what every game shows."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

import lantern
from lantern.kernel.contract import Json
from lantern.server.http import messages
from lantern.server.http.fields import SHOWN

SCHEMAS = "#/components/schemas/"


def described(app: FastAPI) -> Json:
    """The description, made once somebody asks for it."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _, described = models_json_schema(
            [(message, "serialization") for message in messages.MESSAGES], ref_template=SCHEMAS + "{model}"
        )
        made["components"]["schemas"] |= described["$defs"]
        made["x-sockets"] = {
            "/api/tables/{table_id}/live": {"down": _names(messages.AT_TABLE), "up": _names(messages.UP)},
            "/api/live": {"down": _names(messages.ANYWHERE), "up": _names(messages.UP)},
        }
        made = _by_game(made)
        for name in lantern.names():
            made["components"]["schemas"] |= _shapes(name)
        made["components"]["schemas"]["AnyGame"] = {"anyOf": [{"$ref": SCHEMAS + name} for name in lantern.names()]}
        app.openapi_schema = made
    return app.openapi_schema


def _names(messages: tuple[type[BaseModel], ...]) -> list[str]:
    return [SCHEMAS + message.__name__ for message in messages]


class Untitled(GenerateJsonSchema):
    """Schemas whose fields are called by their names alone."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Never."""
        return False


def _shapes(name: str) -> Json:
    """The types of what a game shows, under its name."""
    shapes = lantern.game(name).sheet.shapes
    parts, rest = TypeAdapter.json_schemas(
        [(part, "validation", TypeAdapter(shape)) for part, shape in shapes.items()],
        ref_template=f"{SCHEMAS}{name}.{{model}}",
        schema_generator=Untitled,
    )
    whole = {"type": "object", "required": [*shapes], "properties": {part: shown for (part, _), shown in parts.items()}}
    return {f"{name}.{part}": schema for part, schema in rest["$defs"].items()} | {name: whole}


def _by_game(part: Any) -> Any:
    """A part of the description in which whatever a game shows has one of the games' types."""
    if isinstance(part, list):
        return [_by_game(one) for one in part]
    if not isinstance(part, dict):
        return part
    if SHOWN in part:
        shown = part[SHOWN]
        return {"anyOf": [{"$ref": f"{SCHEMAS}{name}/properties/{shown}"} for name in lantern.names()]}
    return {key: _by_game(value) for key, value in part.items()}
