"""The one place where rules meet the compiler.

A rule is a small plain-Python function on a game's record. Marked `@rule` it can be called from other rules
and from GPU kernels; an `@entry` is the door through which Python calls in, compiled once and kept on disk.

    LANTERN_RULES=compiled   the default: rules run as machine code
    LANTERN_RULES=checked    compiled, with every array index checked
    LANTERN_RULES=plain      ordinary Python, for debuggers and coverage

In a process that is in a hurry (`haste`), an entry whose compiled code is not on disk answers as plain Python.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cache
from types import CellType, FunctionType, ModuleType
from typing import Any, TypeVar

MODES = ("compiled", "checked", "plain")
MODE = os.environ.get("LANTERN_RULES", "compiled")
if MODE not in MODES:
    raise ValueError(f"LANTERN_RULES is {MODE!r}; it may be {', '.join(MODES)}")
PLAIN = MODE == "plain"

AGAIN_S = 0.25
"""How long an entry answers plainly before it looks again whether its compiled code is there."""

Function = TypeVar("Function", bound=Callable[..., Any])

if PLAIN:

    def rule(function: Function) -> Function:
        """Leave the rule as it is."""
        return function

    def entry(label: str, **parts: str) -> Callable[[Function], Function]:
        """Leave the entry as it is."""
        return lambda function: function

    def shared(function: Function) -> Function:
        """Leave the rule as it is."""
        return function

    def see_as(declaration: Any, longer: Any) -> None:
        """Every rule takes any record."""

    def is_prepared(door: Callable[..., Any], *arguments: Any) -> bool:
        """There is nothing to prepare."""
        return True

    def is_at_hand(door: Callable[..., Any], *arguments: Any) -> bool:
        """There is nothing to wait for."""
        return True

    def plainly(function: Function) -> Function:
        """It is plain already."""
        return function

else:
    import numba

    from lantern.kernel import progress
    from lantern.kernel.cache import keep_on_disk
    from lantern.kernel.digest import named_by
    from lantern.kernel.haste import NotCompiled, reads_from_disk
    from lantern.kernel.linking import PartCompiler, WholeCompiler, compile_for, general, stands_for, wide
    from lantern.kernel.waiting import Label

    _options: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy", "boundscheck": MODE == "checked"}
    _njit: Any = numba.njit
    _compile = _njit(pipeline_class=WholeCompiler, no_cfunc_wrapper=True, **_options)
    _compile_shared = _njit(pipeline_class=WholeCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_options)
    _compile_within = _njit(pipeline_class=PartCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_options)

    @cache
    def _callable(function: FunctionType) -> Any:
        """A rule that Python can call; a copy, for one that calls itself calls the other one."""
        parts = function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        return _compile(FunctionType(*parts))

    def rule(function: Function) -> Function:
        """Make a function part of the rules: compiled into whatever calls it.

        Where Python calls a rule, it is compiled once more, as a whole.
        """
        made: Function = _for_rules(_compile_within(function), wide)
        return made

    def _for_rules(dispatcher: Any, seen_as: Callable[[Any], Any]) -> Any:
        """Let rules call a function, with arguments as they are seen, and Python a copy of it."""
        compile_for(dispatcher, seen_as)

        def add_overload(result: Any) -> None:
            """Tell the compiler of it, and not those who call from Python."""
            dispatcher.overloads[tuple(result.signature.args)] = result
            progress.compiled(dispatcher.py_func)

        def for_python(*arguments: Any, **named: Any) -> Any:
            return _callable(dispatcher.py_func)._compile_for_args(*arguments, **named)

        dispatcher.add_overload, dispatcher._compile_for_args = add_overload, for_python
        return dispatcher

    _doors: dict[Any, Any] = {}

    def shared(function: Function) -> Function:
        """Make a rule machine code of its own, compiled once and kept on disk: who calls it does not compile it again.

        For large rules that several entries reach. A call costs a few nanoseconds more than one of a rule that was
        compiled into its caller.
        """
        if getattr(function, "shared", False):
            return function
        source: Any = getattr(function, "py_func", function)
        known: Function | None = _doors.get(source)
        if known is None:
            dispatcher = _for_rules(_compile_shared(source), general)
            dispatcher.shared = True
            label = f"{source.__module__}.{source.__qualname__}".removeprefix("lantern.")
            known = _doors[source] = keep_on_disk(dispatcher, Label(label), MODE, shared=True)
        return known

    def see_as(declaration: Any, longer: Any) -> None:
        """Let shared rules that are given one kind of record or a longer one be compiled for the longer one alone.

        Both begin alike, and the rules tell by what they read there that there is no more of it.
        """
        stands_for[numba.from_dtype(declaration.dtype)] = numba.from_dtype(longer.dtype)

    def entry(label: str, **parts: str) -> Callable[[Function], Function]:
        """Make a function callable from Python: compiled at its first call, kept on disk, run without the GIL.

        Its label is what people read who wait for it, with the bots that it speaks of in braces: "chess: bot {level}".
        The same function made again of the same rules is the same entry: to read one from disk takes a while.
        """
        named = Label(label, parts)

        def door(function: Function) -> Function:
            made_of = _parts_of(str(named), function)
            known: Function | None = _doors.get(made_of)
            if known is not None:
                return known
            made: Function = _patient_or_plain(keep_on_disk(_compile(function), named, MODE))
            if made_of is not None:
                _doors[made_of] = made
            return made

        return door

    def _patient_or_plain(dispatcher: Any) -> Any:
        """Let an entry answer plainly where it is not compiled and nobody waits for that."""
        compile_it = dispatcher._compile_for_args
        again = 0.0

        def for_arguments(*arguments: Any, **named: Any) -> Any:
            """What is to be called with such arguments, which no compiled code that is loaded was made for."""
            nonlocal again
            if not reads_from_disk() or time.monotonic() < again:
                return plainly(dispatcher)
            try:
                return compile_it(*arguments, **named)
            except NotCompiled:
                again = time.monotonic() + AGAIN_S
                return plainly(dispatcher)

        dispatcher._compile_for_args = for_arguments
        return dispatcher

    def _parts_of(label: str, function: Any) -> tuple[Any, ...] | None:
        """What makes an entry what it is; nothing where that can't be compared."""
        closed = [cell.cell_contents for cell in function.__closure__ or ()]
        values = [(type(value), value) for value in (*closed, *(function.__defaults__ or ()))]
        parts = label, function.__code__, id(function.__globals__), *values
        try:
            hash(parts)
        except TypeError:
            return None
        return parts

    def is_at_hand(door: Callable[..., Any], *arguments: Any) -> bool:
        """Compile an entry for such arguments, or read it from disk, without calling it; in a hurry only the latter.

        Whether compiled code answers now.
        """
        dispatcher: Any = door
        try:
            dispatcher.compile(tuple(dispatcher.typeof_pyval(argument) for argument in arguments))
        except NotCompiled:
            return False
        return True

    def is_prepared(door: Callable[..., Any], *arguments: Any) -> bool:
        """Whether an entry is on disk, compiled for such arguments."""
        dispatcher: Any = door
        signature = tuple(dispatcher.typeof_pyval(argument) for argument in arguments)
        kept: bool = dispatcher._cache.is_kept(signature, dispatcher.targetctx)
        return kept

    _plain: dict[Any, FunctionType] = {}

    def plainly(function: Function) -> Function:
        """The same rule as ordinary Python all the way down: for a single state, where compiling would not pay."""
        return _in_plain(function)  # type: ignore[no-any-return]

    def _in_plain(value: Any) -> Any:
        """A compiled rule's Python source with all that it calls in Python too; any other value as it is."""
        if not hasattr(value, "py_func"):
            return value
        if value not in _plain:
            source = value.py_func
            cells = source.__closure__ or ()
            names: dict[str, Any] = {"__builtins__": source.__globals__["__builtins__"]}
            closure = tuple(CellType(_in_plain(cell.cell_contents)) for cell in cells)
            _plain[value] = FunctionType(source.__code__, names, source.__name__, source.__defaults__, closure)
            for (*modules, name), reached in named_by(source):
                place = names
                for module in modules:
                    place = place.setdefault(module, ModuleType(module)).__dict__
                place[name] = _in_plain(reached)
        return _plain[value]
