"""What a function compiles to, as a digest: of its code, all rules it can reach, all constants and tables they use."""

from __future__ import annotations

import dis
import hashlib
import types
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, takewhile
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

ATTRIBUTE = ("LOAD_ATTR", "LOAD_METHOD")
"""The instructions that ask for an attribute."""


def digest_of(function: Callable[..., Any]) -> str:
    """A digest of a function, of all rules it can reach and of every constant and table they use."""
    digest = hashlib.sha256()
    for part in _parts(function, set()):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


def _parts(function: Any, seen: set[types.FunctionType]) -> Iterator[bytes]:
    """Everything that decides what a function compiles to."""
    if function in seen:
        return
    seen.add(function)
    code = function.__code__
    yield f"{function.__module__}.{function.__qualname__}".encode()
    yield from _code_parts(code)
    yield from _value_parts(function.__defaults__, f"{function.__qualname__}'s defaults", seen)
    for path, value in named_by(function):
        name = ".".join(path)
        yield name.encode()
        yield from _value_parts(value, f"{function.__module__}.{name}", seen)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield name.encode()
        yield from _value_parts(cell.cell_contents, f"{function.__qualname__}.{name}", seen)


def named_by(function: Any) -> list[tuple[tuple[str, ...], Any]]:
    """The globals that a function names, and what it names of modules: ("STEP",) and ("board", "SQUARES")."""
    found = {}
    for path in _paths(function.__code__):
        if path[0] in function.__globals__:
            length, value = 1, function.__globals__[path[0]]
            while length < len(path) and isinstance(value, types.ModuleType) and value is not np:
                value = getattr(value, path[length])
                length += 1
            found[path[:length]] = value
    return sorted(found.items())


def rules_called_by(function: Any) -> Iterator[Any]:
    """The rules that a function may call: those it names, closes over or has for defaults, alone or in tuples."""
    named = (value for _, value in named_by(function))
    closed = (cell.cell_contents for cell in function.__closure__ or ())
    for value in (*named, *closed, function.__defaults__):
        yield from _rules_among(value)


def _rules_among(value: Any) -> Iterator[Any]:
    """A value if it is a rule, or the rules in a tuple."""
    if isinstance(value, Dispatcher):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _rules_among(part)


def _code_parts(code: types.CodeType) -> Iterator[bytes]:
    """Instructions, names and constants of a piece of code, docstring aside."""
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_parts(constant)
        elif not isinstance(constant, str):
            yield repr(constant).encode()


@cache
def _paths(code: types.CodeType) -> frozenset[tuple[str, ...]]:
    """Every global name a piece of code may look up, each with the attributes that it asks for in a row."""
    paths = set[tuple[str, ...]]()
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    for number, step in enumerate(steps):
        if step.opname == "LOAD_GLOBAL":
            asked_for = takewhile(lambda later: later.opname in ATTRIBUTE, islice(steps, number + 1, None))
            paths.add((step.argval, *(later.argval for later in asked_for)))
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            paths |= _paths(constant)
    return frozenset(paths)


def _value_parts(value: Any, name: str, seen: set[types.FunctionType]) -> Iterator[bytes]:
    """What a global or closed-over value adds to the digest."""
    if isinstance(value, Dispatcher):
        yield b"shared" if getattr(value, "shared", False) else b""
        yield from _parts(value.py_func, seen)
    elif isinstance(value, np.ndarray):
        yield repr((value.dtype.descr, value.shape)).encode()
        yield value.tobytes()
    elif isinstance(value, tuple):
        yield f"{len(value)} values".encode()
        for number, part in enumerate(value):
            yield from _value_parts(part, f"{name}[{number}]", seen)
    elif isinstance(value, (bool, int, float, str, np.generic, np.dtype)) or value is None:
        yield repr(value).encode()
    elif value is np or _is_plain(value):
        yield value.__name__.encode()
    else:
        raise TypeError(f"a rule uses {name}, {value!r}: rules use other rules, numbers and numpy tables only")


def _is_plain(value: Any) -> bool:
    """Whether a value is one of Python's or numpy's types, or a function of `math`."""
    if isinstance(value, types.BuiltinFunctionType):
        return value.__module__ == "math"
    return isinstance(value, type) and value.__module__ in ("builtins", "numpy")
