"""A game's state as one fixed-size record, declared once for people, type checker and compiler.

    @record
    class State:
        tokens: int = byte()       # hint tokens left
        hand: Cells = byte(5, 5)   # [seat, position] the card there

`State.dtype` is the numpy layout; rules take the rows of `new_records(State, n)`, one row a game. Compiled code
widens every number it reads to 64 bits, numpy's own small integers overflow instead; so in Python the fields of a
row read as ordinary ints, and both count alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, overload

import numpy as np

Records = np.ndarray[Any, Any]
"""An array of records: many games, or a single one in a row of its own."""

Class = TypeVar("Class", bound=type)


class Cells(Protocol):
    """An array field of a record: cells[i], cells[i, j], and in Python also slices."""

    @overload
    def __getitem__(self, at: int | tuple[int, ...]) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> Any: ...

    def __setitem__(self, at: Any, value: Any) -> None: ...

    def __len__(self) -> int: ...


class Row(np.record):  # type: ignore[misc]  # numpy marks it final for type checkers only
    """A row of records whose numbers are Python's; each declaration has its own, with a reader for every field.

    Plain rules and words read fields all the time. So a row keeps views of its memory, and what numpy would do for
    every name is done once.
    """

    __getattribute__ = object.__getattribute__


class IntCells(np.ndarray[Any, Any]):
    """An array field whose numbers are Python's."""

    def __getitem__(self, at: Any) -> Any:
        if self.ndim == (len(at) if type(at) is tuple else 1):
            try:
                return self.item(at)
            except (TypeError, ValueError):  # not a single cell
                pass
        return super().__getitem__(at)


class _View:
    """What a row keeps: made when it is first read.

    It is made from the array that the row belongs to, and not from the row: arrays are not searched for cycles, so that
    a row which keeps a view of itself would never be given up.
    """

    def __init__(self, name: str, make: Callable[[Records], Any]) -> None:
        self.name, self.make = name, make

    def __get__(self, row: Row, owner: type) -> Any:
        view = self.make(alone(row))
        row.__dict__[self.name] = view
        return view


def alone(row: Any) -> Records:
    """A row as an array of one, in the same memory."""
    records: Any = row.base
    if len(records) == 1:
        return records  # type: ignore[no-any-return]
    number = (np.frombuffer(row, np.uint8).ctypes.data - records.ctypes.data) // records.strides[0]
    return records[number : number + 1]  # type: ignore[no-any-return]


def _row_of(layout: np.dtype[Any]) -> type[Row]:
    """The row of a layout: array fields are views of it, single numbers are read from a view of all of its memory."""
    readers: dict[str, Any] = {}
    for name, (dtype, offset, *_) in (layout.fields or {}).items():
        if dtype.shape:
            readers[name] = _View(name, _cells(name))
        else:
            readers[f"_{dtype.str}"] = _View(f"_{dtype.str}", _memory(dtype))
            readers[name] = _reader(f"_{dtype.str}", offset // dtype.itemsize)
    return type("Row", (Row,), readers)


def _cells(name: str) -> Callable[[Records], Any]:
    """An array field of a single record."""
    return lambda one: one[name][0].view(IntCells)


def _memory(dtype: np.dtype[Any]) -> Callable[[Records], Any]:
    """The whole memory of a single record as numbers of a kind."""
    return lambda one: np.ndarray(one.itemsize // dtype.itemsize, dtype, one).data


def _reader(memory: str, place: int) -> property:
    """A single number at a place of a row's memory."""
    return property(lambda row: getattr(row, memory)[place])


@dataclass(frozen=True)
class Field:
    """The layout of one field."""

    code: str
    shape: tuple[int, ...]


def byte(*shape: int) -> Any:
    """A field of numbers from -128 to 127."""
    return Field("i1", shape)


def short(*shape: int) -> Any:
    """A field of numbers of 16 bits."""
    return Field("i2", shape)


def word(*shape: int) -> Any:
    """A field of numbers of 32 bits."""
    return Field("i4", shape)


def real(*shape: int) -> Any:
    """A field of numbers with a fraction, of 32 bits."""
    return Field("f4", shape)


def long(*shape: int) -> Any:
    """A field of numbers of 64 bits."""
    return Field("i8", shape)


def record(declaration: Class) -> Class:
    """Give a declaration its `dtype`: the fields in the order written, the widest first.

    Copies leave bytes between fields to chance, and equality is byte equality; so no byte may belong to no field.
    """
    fields = {name: field for name, field in vars(declaration).items() if isinstance(field, Field)}
    rest = _unused(_layout(fields))
    if rest:
        fields |= {"rest": byte(rest)}
    layout = _layout(fields)
    if _unused(layout):
        raise TypeError(f"{declaration.__name__}: the widest fields come first: long, word, short, then byte")
    declaration.dtype = np.dtype((_row_of(layout), layout))  # type: ignore[attr-defined]
    return declaration


def _layout(fields: Mapping[str, Field]) -> np.dtype[Any]:
    return np.dtype([(name, field.code, field.shape) for name, field in fields.items()], align=True)


def _unused(layout: np.dtype[Any]) -> int:
    """How many bytes of a record belong to no field."""
    return layout.itemsize - sum(layout[name].itemsize for name in layout.names or ())


def new_records(declaration: Any, count: int) -> Records:
    """So many records, all zero."""
    return np.zeros(count, dtype=declaration.dtype)


def copy_of(thing: Any) -> Records:
    """A copy of a row, as an array of its own, or of all rows of an array; its bytes at once, not field by field."""
    return np.frombuffer(bytearray(thing.tobytes()), thing.dtype)


State = Any
"""A record of a game the kernel knows nothing about."""
