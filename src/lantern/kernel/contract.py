"""What a game brings: its rules, its words and its fact sheet.

`Rules` are `@rule` functions on the state record and run compiled, plain and on a GPU. `Words` are ordinary Python
on single states: they turn records and action numbers into things with names, and back. `Sheet` is the fact sheet
that holds both; one per game, found by the name of its folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lantern.kernel.composing import Part
from lantern.kernel.errors import BadInput, Forbidden, Never, Phrase
from lantern.kernel.reading import Given
from lantern.languages.words import use_words_of

Json = dict[str, Any]
"""A plain object of JSON."""
Shown = Mapping[str, Any]
"""A plain object of JSON that a game shows: `Sheet.shapes` says what is in it."""


@dataclass(frozen=True)
class Length:
    """Marks a list in a type that always has so many items, for the description made of it."""

    items: int

    def __get_pydantic_json_schema__(self, schema: Any, describe: Callable[[Any], Json]) -> Json:
        described = describe(schema)
        return {"type": "array", "prefixItems": [described["items"]] * self.items, "items": False}


@dataclass(frozen=True)
class Event:
    """Something that happened, for the log: a key and arguments that a client words in the reader's language."""

    key: str
    arguments: Mapping[str, Any]
    known_to: tuple[int, ...] | None = None
    """The seats, from 1, that learn of it; None if everybody does."""


def known(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Those of some events that a seat, from 1, learns of; None is a spectator."""
    return [event for event in events if event.known_to is None or seat in event.known_to]


@dataclass(frozen=True)
class Flaw:
    """Something that is wrong with data of a user's own, and where."""

    said: Phrase | BadInput
    places: tuple[str, ...] = ()
    """The parts of the data that it is about, as JSON pointers: "/spaces/3"; none if it is about the whole."""


@dataclass(frozen=True)
class Option:
    """A choice made before the game: yes or no, or one of several words or numbers."""

    name: str
    summary: str
    default: bool | int | str | None
    choices: tuple[int | str | None, ...] = (False, True)
    own: str = ""
    """What a user may give instead of a choice, as plain data from a JSON file; empty if nothing."""
    flaws: Callable[[Json], Sequence[Flaw]] | None = field(default=None, repr=False)
    """(data of a user's own): all that is wrong with it; None if nobody looks for more than the first thing."""

    @property
    def is_flag(self) -> bool:
        """Whether it is a yes or no."""
        return isinstance(self.default, bool)


@dataclass(frozen=True)
class Rules:
    """The rules of a game, each a `@rule` function. Seats count from 0; `rng` is a `Stream`."""

    new_game: Callable[..., None]
    """(state, rng): deal a new game on a record whose options are set."""
    seat_to_act: Callable[..., int]
    """(state): the seat whose decision it is, -1 when the game is over."""
    ending: Callable[..., int]
    """(state): why the game is over, as an index of `Sheet.endings`; 0 while it is not."""
    scores: Callable[..., None]
    """(state, out): each seat's points as they stand."""
    standing: Callable[..., None]
    """(state, out): each seat's standing: the higher is ahead, equal ones share the win; points and then what breaks a
    tie."""
    refusal: Callable[..., int]
    """(state, action): LEGAL, otherwise why not, as a number of `Words.refusals`."""
    legal_actions: Callable[..., int]
    """(state, out): write the legal actions in ascending order; how many."""
    random_action: Callable[..., int]
    """(state, rng): a legal action, each as likely."""
    apply: Callable[..., None]
    """(state, action, rng): carry out one legal decision."""
    conceal: Callable[..., None]
    """(state, seat): blank what the seat can't know; seat -1 is a spectator."""
    determinize: Callable[..., None]
    """(state, seat, rng): fill what the seat can't know with a random world that fits all it knows."""
    observe: Callable[..., int]
    """(state, seat, out): write the learning view of a seat, zeros included; how many numbers."""


@dataclass(frozen=True)
class Words:
    """The language of a table, in Python. States here are single records."""

    arrange: Callable[[Any, Given], None]
    """(state, setup): replace what chance dealt by a chosen set-up, such as the order of a deck."""
    board: Callable[[], Shown]
    """(): the fixed things of a table, for drawing: what never changes while it is played."""
    view: Callable[[Any, int], Shown]
    """(concealed state, seat): what a table shows that seat."""
    reveal: Callable[[Any], Shown]
    """(state): everything, hidden things included."""
    place: Callable[[Any, Given, Any], None]
    """(state, position, rng): write what `reveal` gives into a record whose options are set; what a position may leave
    open is drawn from `rng`."""
    result: Callable[[Any], Shown]
    """(finished state): how the game ended."""
    breakdown: Callable[[Any], Sequence[Shown]]
    """(state): what has scored and what would score if the game ended now, item by item, from what lies open; the
    state may be concealed."""
    write_action: Callable[[int], str]
    """(action): its notation."""
    read_action: Callable[[str], int | Never]
    """(notation): the action, or why such a thing can never be done; `BadInput` if it is not notation."""
    touch: Callable[[Any, int], tuple[str, ...]]
    """(state, action): the ids of the things on the table that it involves."""
    story: Callable[[Any, int, Any], list[Event]]
    """(before, action, after): what happened; what only some seats learn says so in `Event.known_to`."""
    refusals: Mapping[int, Forbidden]
    """[number] why the rules forbid something, as `Rules.refusal` says by its number."""
    gain: Callable[[Any, int], Shown | None] = lambda state, action: None
    """(state, action): what a legal action would bring, where that is not plain to see, from what lies open."""
    looking_back: Callable[[Any, Sequence[Event]], Shown] = lambda seen, since: seen
    """(what a spectator saw, the events since that everybody knows): the same with what these have shown of it."""


@dataclass(frozen=True)
class Studied:
    """What a study counts in a game besides its actions, the things that they touch and its points."""

    deeds: Mapping[str, str] = field(default_factory=dict)
    """[event] the argument that names the thing that was used, where the action does not say it."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """[source of points] what tells the parts of a source apart, where it is not what they are "of"."""
    at_end: tuple[str, ...] = ()
    """Amounts that lie on the table when a game is over, as `Words.reveal` calls them."""
    one_each: tuple[str, ...] = ()
    """Things of which every seat has one that is called after it."""
    lying: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """[list of places on the board] what names such a place, and what of it says where it lies."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The fact sheet of a game; `gathering.gather` makes it of the game's files."""

    name: str
    title: str
    summary: str
    rules_version: int
    seats: range
    team: bool = False
    """Whether all seats win or lose together."""
    silent: bool = False
    """Whether the players may not talk about the game while it runs."""
    secrets: bool = True
    """Whether some seats see what others don't."""
    options: tuple[Option, ...]
    setups: Mapping[str, str]
    """What of the set-up can be chosen instead of left to chance, with an explanation."""
    settle: Callable[[Json], Json]
    """(options): the options with what follows from others filled in, `BadInput` where they do not go together; what
    is settled stays as it is when settled again."""
    set_options: Callable[[Any, Json], None]
    """(state, options): write settled options into the record."""
    state: Any
    """The declaration of the record."""
    actions: int
    """How many action numbers there are."""
    most_legal: int
    """How long a list of legal actions can be."""
    observation_size: Callable[[Json], int]
    """(options): how many numbers `Rules.observe` writes."""
    endings: tuple[str, ...]
    """Why a game is over; the first is "" for one that is not."""
    rules: Rules
    shapes: Mapping[str, Any]
    """[board, view, everything, result, item, gain, events] the types of what a table shows; a gain may be None."""
    words: Callable[[Json], Words]
    """(options): the language of a table with these options."""
    longest: Callable[[Any], int] | None = None
    """(state with its options set): a number of decisions that no game exceeds; None if nobody has worked it out."""
    team_points: Callable[[Any], tuple[int, int]] | None = None
    """(likewise): the least and the most points of a team, beside `longest`."""
    studied: Studied = Studied()
    parts: Callable[[Json], Sequence[Part]] | None = None
    """(options): what of a position an editor sets, and how; read off the type of everything if None."""

    def __post_init__(self) -> None:
        """A game's words are in the folder of its record."""
        use_words_of(self.name, Path(str(sys.modules[self.state.__module__].__file__)).parent)

    @property
    def called(self) -> Phrase:
        """The title in every language."""
        return Phrase(f"{self.name}.title", self.title)
