"""Rules: what decides their digest, what they may use, and the three ways to run them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from lantern.kernel.record import new_records
from lantern.kernel.rng import MatchStream, Stream, draw
from lantern.kernel.rule import MODE, MODES, PLAIN, entry, plainly, rule, shared
from lantern.kernel.seeds import seed_all

compiled_only = pytest.mark.skipif(PLAIN, reason="without the compiler there are no digests and no entries")

SOURCE = '''
"""A module of rules."""

import math
import time
from enum import IntEnum

import numpy as np
from lantern.kernel.rule import rule

CELLS = board.CELLS
TABLE = np.array([1, 2, 3], np.int64)
GRID = np.array([[1, 2], [3, 4]], np.int8)
STEP = 2
STEPS = (1, 2, 3)
TABLES = (TABLE, np.arange(2000))
UNUSED = 1


class Colour(IntEnum):
    RED = 5


def plain(x):
    return x


@rule
def asks_a_module(x):
    least = board.NONE
    for place in range(board.FEW if x < board.SIZES[1] else board.nested.MANY):
        if least == board.NONE or board.CELLS[place] < least:
            least = board.cell(place)
    return least


@rule
def sum_to(cells, last):
    total = 0
    for place in range(last + 1):
        total += cells[place]
    return total


@rule
def asks_for_a_table(last):
    return sum_to(CELLS, last) + sum_to(board.CELLS, last)


@rule
def uses_a_whole_module(x):
    return x if board else 0


@rule
def deepest(x):
    """The deepest rule."""
    return x * STEP


@rule
def called(x, scale=3):
    return deepest(x) * scale


@rule
def top(x):
    """The rule that is asked about."""
    # a comment
    total = called(x) + TABLE[x] + GRID[0, x] + STEPS[1] + np.int64(7)
    for k in range(4):
        total += k
    return total


@rule
def bystander(x):
    return x + 1


def enclose(inner, number):
    @rule
    def outer(x):
        return inner(x) + number
    return outer


enclosing = enclose(called, 4)


@rule
def uses_tables(x):
    return TABLES[1][x]


@rule
def uses_colour(x):
    return x + Colour.RED


@rule
def uses_math(x):
    return math.sqrt(x)


@rule
def uses_clock(x):
    return x + time.time()


@rule
def uses_python(x):
    return plain(x)


@rule
def uses_field(x):
    return x.plain


@rule
def calls_itself(x):
    return 1 if x == 0 else x * calls_itself(x - 1)
'''

BOARD = """
import types

import numpy as np
from lantern.kernel.rule import rule

NONE = -1
SIZES = (2, 3)
CELLS = np.array([9, 5, 7, 4])
FEW = 3
FORGOTTEN = 6
nested = types.ModuleType("nested")
nested.MANY = 4


@rule
def cell(place):
    return CELLS[place]


@rule
def forgotten(place):
    return place
"""


def module(*changes: tuple[str, str]) -> Any:
    """The first of the modules above, which asks the other one, with changes in either."""
    sources = {"board": BOARD, "made": SOURCE}
    for old, new in changes:
        assert "".join(sources.values()).count(old) == 1, old
        sources = {name: source.replace(old, new) for name, source in sources.items()}
    modules = {name: ModuleType(name) for name in sources}
    for name, source in sources.items():
        modules[name].__dict__.update(modules)
        exec(compile(source, f"{name}.py", "exec"), modules[name].__dict__)
    return modules["made"]


def digest(name: str, *changes: tuple[str, str]) -> str:
    from lantern.kernel.digest import digest_of

    return digest_of(getattr(module(*changes), name).py_func)


# What a compiled rule depends on


@compiled_only
@pytest.mark.parametrize("name", ["top", "enclosing", "calls_itself"])
def test_the_same_source_has_the_same_digest(name: str) -> None:
    assert digest(name) == digest(name)


CHANGES: dict[str, list[tuple[str, str]]] = {
    "top": [
        ("total += k", "total -= k"),
        ("range(4)", "range(5)"),
        ("def called(x, scale=3):\n    return deepest(x) * scale", "def called(x, scale=3):\n    return deepest(x)"),
        ("scale=3", "scale=4"),
        ("return x * STEP", "return STEP * x + x"),
        ("STEP = 2", "STEP = 3"),
        ("STEP = 2", "STEP = 2.0"),
        ("STEPS = (1, 2, 3)", "STEPS = (1, 4, 3)"),
        ("np.array([1, 2, 3], np.int64)", "np.array([1, 2, 4], np.int64)"),
        ("np.array([1, 2, 3], np.int64)", "np.array([1, 2, 3], np.int32)"),
        ("np.array([[1, 2], [3, 4]], np.int8)", "np.array([1, 2, 3, 4], np.int8).reshape(1, 4)"),
        ("np.int64(7)", "np.int64(8)"),
        ("np.int64(7)", "np.int32(7)"),
    ],
    "enclosing": [
        ("return x * STEP", "return x - STEP"),
        ("return inner(x) + number", "return inner(x) * number"),
        ("enclose(called, 4)", "enclose(called, 5)"),
        ("enclose(called, 4)", "enclose(bystander, 4)"),
        ("STEP = 2", "STEP = 3"),
    ],
    "asks_a_module": [
        ("NONE = -1", "NONE = -2"),
        ("SIZES = (2, 3)", "SIZES = (2, 4)"),
        ("[9, 5, 7, 4]", "[9, 5, 7, 3]"),
        ("return CELLS[place]", "return CELLS[place] + 1"),
        ("nested.MANY = 4", "nested.MANY = 2"),
    ],
    "uses_tables": [("np.arange(2000)", "np.arange(2000) ^ (np.arange(2000) == 999)")],
}
"""For rules: changes in what they call, close over, ask of a module, or read in a large table in a tuple."""
OTHER_CHANGES: dict[str, list[tuple[str, str]]] = {
    "top": [
        ("The rule that is asked about.", "Told in other words, and at greater length."),
        ("The deepest rule.", "The rule below all."),
        ("# a comment", "# another comment\n    # and a line more"),
        ("A module of rules.", "The module."),
        ("UNUSED = 1", "UNUSED = 2"),
        ("return x + 1", "return x + 2"),
        ("RED = 5", "RED = 6"),
    ],
    "asks_a_module": [("FORGOTTEN = 6", "FORGOTTEN = 7"), ("return place\n", "return -place\n")],
}
"""For rules: changes elsewhere, or of words alone."""


def each_of(changes: dict[str, list[tuple[str, str]]]) -> pytest.MarkDecorator:
    """A case for every rule and change."""
    cases = [(name, change) for name, some in changes.items() for change in some]
    return pytest.mark.parametrize(
        ("name", "change"), cases, ids=lambda part: part if part in changes else "->".join(part)
    )


@compiled_only
@each_of(CHANGES)
def test_a_change_anywhere_below_changes_the_digest(name: str, change: tuple[str, str]) -> None:
    assert digest(name) != digest(name, change)


@compiled_only
@each_of(OTHER_CHANGES)
def test_a_change_elsewhere_or_of_words_alone_does_not(name: str, change: tuple[str, str]) -> None:
    assert digest(name) == digest(name, change)


@compiled_only
def test_an_enumeration_is_noticed_or_rejected() -> None:
    with pytest.raises(TypeError, match="rules use other rules, numbers and numpy tables only"):
        digest("uses_colour")


@compiled_only
def test_a_field_may_have_the_name_of_a_python_function() -> None:
    assert digest("uses_field")


@compiled_only
@pytest.mark.parametrize(
    ("name", "culprit"),
    [
        ("uses_a_whole_module", "made.board, <module 'board'"),
        ("uses_clock", "made.time.time, <built-in function time>"),
        ("uses_python", "made.plain, <function plain at"),
    ],
)
def test_what_is_no_rule_is_rejected(name: str, culprit: str) -> None:
    with pytest.raises(TypeError) as error:
        digest(name)
    assert f"a rule uses {culprit}" in str(error.value)
    assert str(error.value).endswith("rules use other rules, numbers and numpy tables only")


@compiled_only
def test_what_is_closed_over_must_be_a_rule_too() -> None:
    with pytest.raises(TypeError, match=r"a rule uses enclose\.<locals>\.outer\.inner, .*: rules use other rules"):
        digest("enclosing", ("enclose(called, 4)", "enclose(plain, 4)"))


# The same rule as ordinary Python


def test_plain_rules_give_what_compiled_ones_give() -> None:
    made = module()
    for name in ("top", "enclosing", "called"):
        for number in range(2):
            assert getattr(made, name)(number) == plainly(getattr(made, name))(number)
    assert plainly(made.calls_itself)(5) == 120


def test_plain_rules_are_python_all_the_way_down() -> None:
    plain = plainly(module().top)
    assert not hasattr(plain, "py_func")
    assert not hasattr(plain.__globals__["called"], "py_func")
    assert not hasattr(plain.__globals__["called"].__globals__["deepest"], "py_func")
    assert plain.__name__ == "top"
    assert plain(1) == 1 * 2 * 3 + 2 + 2 + 2 + 7 + 6


def test_what_is_asked_of_a_module_is_plain_too() -> None:
    plain = plainly(module().asks_a_module)
    assert not hasattr(plain.__globals__["board"].cell, "py_func")
    assert [plain(number) for number in (2, 3)] == [5, 4]


def test_what_is_asked_of_a_module_is_what_a_global_is() -> None:
    made = module()
    assert [made.asks_a_module(number) for number in (2, 3)] == [5, 4]
    assert made.asks_for_a_table(1) == 2 * (9 + 5)


@compiled_only
def test_a_table_of_a_module_is_a_constant_as_a_global_one_is() -> None:
    made = module()
    made.asks_for_a_table(1)
    assert len(made.sum_to.overloads) == 1


def test_a_plain_rule_is_made_once() -> None:
    made = module()
    assert plainly(made.top) is plainly(made.top)
    assert plainly(made.top) is not plainly(made.called)


def test_what_is_no_rule_is_plain_already() -> None:
    assert plainly(len) is len
    plain = module().plain
    assert plainly(plain) is plain


@rule
def third_of(table: Any) -> int:
    """One cell too far for a table of two."""
    return int(table[2])


@pytest.mark.skipif(MODE == "compiled", reason="compiled rules read what lies there")
def test_an_index_too_large_is_noticed() -> None:
    with pytest.raises(IndexError):
        third_of(np.zeros(2, np.int64))


# Rules called from Python


@rule
def factorial(number: int) -> int:
    return 1 if number < 2 else number * factorial(number - 1)


@entry("test: twice a factorial")
def twice_factorial(number: int) -> int:
    return 2 * factorial(number)


def test_python_can_call_a_rule_before_and_after_an_entry_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    assert factorial(5) == 120
    assert twice_factorial(5) == 240
    assert (factorial(5), factorial(number=4)) == (120, 24)


def sum_with(number: Any) -> Callable[[int], Any]:
    """An entry that is made here."""

    @entry("test: a sum")
    def summed(other: int) -> Any:
        return number + other

    return summed


@compiled_only
def test_an_entry_made_twice_of_the_same_parts_is_one() -> None:
    assert sum_with(1) is sum_with(1)
    assert len({sum_with(1), sum_with(2), sum_with(True), sum_with(1.0)}) == 4


def entry_of(table: Any) -> Callable[[int], Any]:
    """An entry that is made here of a table."""

    @entry("test: what a table has")
    def look_up(place: int) -> Any:
        return table[place]

    return look_up


def test_entries_made_of_tables_are_never_taken_for_each_other() -> None:
    """Tables are not compared."""
    doors = [entry_of(np.array([0, number])) for number in (6, 7)]
    assert [door(1) for door in doors] == [6, 7]


# The three ways to run them


def python(code: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **settings}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


def test_an_unknown_way_is_an_error_that_names_the_others() -> None:
    run = python("import lantern", LANTERN_RULES="nonsense")
    assert run.returncode == 1
    assert "ValueError: LANTERN_RULES is 'nonsense'; it may be compiled, checked, plain" in run.stderr


def test_plain_rules_do_without_the_compiler() -> None:
    code = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
import lantern
match = lantern.game("hanabi").match(seed=1)
while not match.over:
    match.play(match.actions()[0])
lantern.game("hanabi").batch(2, seed=1).play_out()
print(match.ply > 0, [name for name in sys.modules if name.split(".")[0] in ("numba", "llvmlite")])
"""
    run = python(code, LANTERN_RULES="plain")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "True ['numba', 'llvmlite']\n"


def test_compiled_is_the_way_nobody_need_choose() -> None:
    code = "import os; os.environ.pop('LANTERN_RULES', None); from lantern.kernel.rule import MODE; print(MODE)"
    assert python(code).stdout == "compiled\n"
    assert MODE in MODES


@compiled_only
def test_a_rule_is_compiled_once_for_whole_numbers_of_any_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))

    @rule
    def half(x: Any) -> Any:
        return x // 2

    @entry("test: halves")
    def halves(small: Any, large: Any, real: float) -> float:
        total: float = half(small[0]) + half(large[0]) + half(7) + half(True) + half(real)
        return total

    assert halves(np.array([5], np.int8), np.array([1 << 40], np.int64), 5.0) == 2 + (1 << 39) + 3 + 0 + 2.0
    overloads: Any = half
    assert sorted(str(signature[0]) for signature in overloads.overloads) == ["bool", "float64", "int64"]


@compiled_only
def test_a_shared_rule_is_compiled_once_for_all_arrays_and_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    layout = np.dtype([("few", np.int64, (3,)), ("many", np.int64, (5,))])

    @shared
    def fill(cells: Any, rng: Stream) -> int:
        for place in range(len(cells)):
            cells[place] = draw(rng, 1000)
        return len(cells)

    @entry("test: fields and arrays")
    def fill_all(rows: Any, cells: Any, rng: Any) -> int:
        return fill(rows[0].few, rng[0]) + fill(rows[0].many, rng[0]) + fill(cells, rng[0])

    filled = []
    for kind in (Stream, MatchStream):
        rows, cells, rng = np.zeros(1, layout).view(np.recarray), np.zeros(4, np.int64), new_records(kind, 1)
        seed_all(rng, 7, 0, 0, 1)
        assert fill_all(rows, cells, rng) == 3 + 5 + 4
        filled.append([*rows[0].few, *rows[0].many, *cells, rng["word"][0, 0]])
    assert filled[0] == filled[1]
    overloads: Any = fill
    assert len(overloads.overloads) == 1


@compiled_only
def test_a_rule_that_would_allocate_does_not_compile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))

    @rule
    def many(count: int) -> Any:
        return np.zeros(count)

    @entry("test: an array of its own")
    def sum_of_many(count: int) -> Any:
        return many(count)[0]

    with pytest.raises(Exception, match=r"No implementation of function.*zeros"):
        sum_of_many(3)


@compiled_only
def test_a_record_is_copied_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    layout = np.dtype([("numbers", np.int64, (3,)), ("letters", np.int8, (5,))], align=True)

    @entry("test: copies")
    def copy(rows: Any, source: int, target: int) -> None:
        rows[target] = rows[source]

    rows = np.zeros(3, layout).view(np.recarray)
    rows[0].numbers[:], rows[0].letters[:] = [1, 2, 3], [4, 5, 6, 7, 8]
    copy(rows, 0, 2)
    copy(rows, 2, 2)
    assert rows[2].tobytes() == rows[0].tobytes()
    assert not rows[1:2].view(np.uint8).any()
    if MODE == "checked":
        with pytest.raises(IndexError):
            copy(rows, 0, 3)
