"""What the things of a game are called in a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lantern.kernel.contract import Json
from lantern.languages.words import catalogue

ENGLISH = "en"

ACTIONS: Mapping[str, Mapping[str, str]] = {
    "han": {
        "house": "build a house",
        "emissary": "send an emissary",
        "fortify": "build a fortification with a house",
        "market": "open a market place",
        "discard": "discard a card",
        "take": "take a card from the display",
        "draw": "draw a card blind",
        "end": "end the turn",
    },
    "hanabi": {
        "play": "play a card",
        "discard": "discard a card",
        "hint": "give a hint",
        "decline": "decline a free hint",
        "return": "return a discard to the deck",
    },
    "khan": {
        "ruler": "place a ruler",
        "yurt": "place a starting yurt",
        "invade": "invade a square",
        "anywhere": "invade anywhere",
        "drive": "drive a ruler out",
        "conquer": "lay a piece, or propose to",
        "discard": "discard a card",
        "stop": "stop discarding",
        "morale": "play High Morale",
        "patronage": "ask for the Great Khan's patronage",
        "gods": "ask for the Gods' protection",
        "reserve": "reserve a piece (Reconnaissance)",
        "consent": "consent to a proposal",
        "refuse": "refuse a proposal",
    },
    "ming": {
        "neutral": "place a neutral member",
        "prince": "place the prince",
        "member": "place a member on a province space",
        "take": "take a card",
        "dragon": "take a dragon for a member",
        "step": "walk into a district",
        "stay": "stay, discarding a card",
        "stop": "stop walking",
        "deploy": "deploy members",
        "return": "choose how many members return",
        "back": "take a member back from a palace",
        "start": "choose the start player",
    },
}
"""[game, kind of action]."""

GROUPS: Mapping[str, Mapping[str, str]] = {
    "han": {
        "hand": "Cards paid or discarded",
        "display": "Cards taken from the display",
        "dragon": "Dragon spaces, by emissaries sent",
        "space": "House spaces",
    },
    "hanabi": {
        "hint": "Hints",
        "seat": "Who is given hints",
        "card": "Positions of cards played or discarded, 1 the oldest",
        "played": "Cards played that fit",
        "failed": "Cards played that did not fit",
        "discarded": "Cards discarded",
        "discard": "Discards used by bonus tiles",
    },
    "khan": {
        "special": "Special cards",
        "card": "Cards played or discarded",
        "ruler": "Rulers placed or driven out",
        "region": "Regions under the Gods' protection",
        "piece": "Pieces laid, proposed or reserved",
        "square": "Squares, by all that is done on them",
    },
    "ming": {
        "district": "Districts, by placing, walking and deploying",
        "space": "Province spaces, by members placed and dragons taken",
        "card": "Province spaces, by cards taken",
        "hand": "Cards paid",
        "members": "Members deployed at once",
        "monastery": "Monasteries",
        "return": "Members that were to return",
        "palace": "Palaces that gave a member back",
        "seat": "Who is made start player",
    },
}
"""[game, group of things that are used], in the order in which they are told."""

SOURCES: Mapping[str, Mapping[str, str]] = {
    "han": {"province": "houses in provinces", "alliance": "alliances", "row": "rows along roads", "ports": "ports"},
    "hanabi": {"firework": "fireworks", "lost": "taken away by a lost game"},
    "khan": {"piece": "pieces", "territory": "largest territories"},
    "ming": {
        "set": "sets of six tiles",
        "five": "sets of five tiles",
        "single": "single tiles",
        "palaces": "members in palaces",
        "majority": "majorities in cities",
        "monasteries": "monasteries",
    },
}
"""[game, source of points]."""

AT_END = {"tokens": "hint tokens left", "errors": "errors"}
"""[amount on the table when a game is over]."""

KINDS = {
    ("hanabi", "hint"): "hint",
    ("khan", "card"): "symbol",
    ("khan", "piece"): "piece",
    ("khan", "region"): "symbol",
    ("khan", "ruler"): "realm",
    ("ming", "hand"): "card",
}
"""[game, group] how its things are called in the catalogue of the game's phrases."""

WORDED = {
    ("han", "row"): "of {} houses",
    ("han", "alliance"): "alliance {}",
    ("hanabi", "card"): "position {}",
    ("khan", "territory"): "place {}",
    ("ming", "members"): "{} at once",
    ("ming", "return"): "{} members",
}
"""[game, group] things that are numbers."""

SPECIALS = {
    "morale": "High Morale",
    "patronage": "Patronage",
    "gods": "Protection of the Gods",
    "reconnaissance": "Reconnaissance",
}


class Names:
    """The names of a game's things on a board."""

    def __init__(self, game: str, board: Json) -> None:
        self._game, self._board = game, board
        self._called = dict(_called(board))
        self._around = dict(_around(board, self._called))

    def action(self, kind: str) -> str:
        """A kind of action."""
        return ACTIONS.get(self._game, {}).get(kind, kind)

    def group(self, group: str) -> str:
        """A group of things that are used."""
        return GROUPS.get(self._game, {}).get(group, group.replace("_", " ").capitalize())

    def in_order(self, groups: Iterable[str]) -> list[str]:
        """Groups in the order in which they are told, those without a title last."""
        known = list(GROUPS.get(self._game, {}))
        return sorted(groups, key=lambda group: known.index(group) if group in known else len(known))

    def source(self, kind: str) -> str:
        """A source of points."""
        return SOURCES.get(self._game, {}).get(kind, kind.replace("_", " "))

    def thing(self, group: str, name: str) -> str:
        """A thing of a group."""
        if group == "seat":
            return _far(name)
        if group == "special":
            return SPECIALS.get(name, name)
        if (self._game, group) in WORDED:
            return WORDED[self._game, group].format(name)
        if (self._game, group) in KINDS:
            return catalogue(self._game, ENGLISH).get(f"{self._game}.{KINDS[self._game, group]}.{name}", name)
        if name in self._around:
            return f"{name} ({self._around[name]})"
        called = self._called.get(name, name)
        return called if called.lower() == name.lower() else f"{called} ({name})"


def _far(name: str) -> str:
    """Another seat by how far it sits after one's own."""
    places = int(name)
    return {0: "oneself", 1: "the next seat"}.get(places, f"{places} seats on")


def _entries(board: Json) -> list[Mapping[str, Any]]:
    """The things of a board."""
    return [one for part in board.values() if isinstance(part, list) for one in part if isinstance(one, Mapping)]


def _called(board: Json) -> list[tuple[str, str]]:
    """Things with a name, by their ids."""
    return [(str(one["id"]), str(one["name"])) for one in _entries(board) if "id" in one and "name" in one]


def _around(board: Json, called: Mapping[str, str]) -> list[tuple[str, str]]:
    """Places with the names of the provinces or the region in which they lie."""
    spaces = [(one["id"], one["provinces"]) for one in _entries(board) if "id" in one and "provinces" in one]
    squares = [(one["square"], [one["region"]]) for one in _entries(board) if "square" in one and "region" in one]
    return [(str(id_), " and ".join(called.get(part, str(part)) for part in parts)) for id_, parts in spaces + squares]
