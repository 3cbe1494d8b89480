"""The small changes that can be made in a file, each a piece of its text and what stands there instead.

Only what runs is changed: no docstrings, annotations, imports, texts or log messages. What follows from a change, and
how likely it is to matter, is left to chance.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TYPESCRIPT = Path(__file__).with_name("typescript.mjs")

COMPARED = {
    ast.Lt: ("<", ["<=", ">="]),
    ast.LtE: ("<=", ["<", ">"]),
    ast.Gt: (">", [">=", "<="]),
    ast.GtE: (">=", [">", "<"]),
    ast.Eq: ("==", ["!="]),
    ast.NotEq: ("!=", ["=="]),
    ast.Is: ("is", ["is not"]),
    ast.IsNot: ("is not", ["is"]),
    ast.In: ("in", ["not in"]),
    ast.NotIn: ("not in", ["in"]),
}
COMPUTED = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
}
TWINS = {"max": "min", "min": "max", "any": "all", "all": "any"}
IN_ANY_ORDER = {"max", "min", "gather"}
"""Functions whose arguments are not swapped: it would be the same."""
LARGE = 50
"""From here on numbers are limits and times, and one more or less is nothing."""
LOGS = {"log", "warnings", "announce"}


@dataclass(frozen=True)
class Mutation:
    """A change in a file: the text from one place to another, and what it becomes."""

    path: str
    start: int
    end: int
    new: str
    kind: str
    line: int
    owner: str
    """The function or class it is in."""

    def applied(self, text: str) -> str:
        """The file's text with this change."""
        return text[: self.start] + self.new + text[self.end :]


class _Finder(ast.NodeVisitor):
    """Walks through a file and collects what may be changed."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.found: list[Mutation] = []
        self._owners: list[str] = []
        self._returns: list[str] = []
        self._starts = [0]
        self._lines = text.splitlines(keepends=True)
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def _place(self, line: int, column: int) -> int:
        """Where something is in the text; the parser counts bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._place(node.lineno, node.col_offset)

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._place(node.end_lineno, node.end_col_offset)

    def _source(self, node: ast.expr) -> str:
        return self.text[self._start(node) : self._end(node)]

    def _add(self, kind: str, start: int, end: int, new: str) -> None:
        line = self.text.count("\n", 0, start) + 1
        self.found.append(Mutation(self.path, start, end, new, kind, line, ".".join(self._owners)))

    def _replace(self, kind: str, node: ast.expr | ast.stmt, new: str) -> None:
        self._add(kind, self._start(node), self._end(node), new)

    def _between(self, kind: str, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Change the operator between two operands."""
        start, end = self._end(left), self._start(right)
        words = r"\s+".join(map(re.escape, old.split()))
        place = re.search(words, self.text[start:end])
        if place:
            self._add(kind, start + place.start(), start + place.end(), new)

    def _negate(self, kind: str, condition: ast.expr) -> None:
        if not isinstance(condition, ast.Compare) or len(condition.ops) > 1:  # others are changed themselves
            self._replace(kind, condition, f"(not ({self._source(condition)}))")

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._owners.append(node.name)
        self._returns.append(node.returns.id if isinstance(node.returns, ast.Name) else "")
        for default in [*node.args.defaults, *(one for one in node.args.kw_defaults if one)]:
            self.visit(default)
        self._visit_body(node.body)
        self._returns.pop()
        self._owners.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._owners.append(node.name)
        self._visit_body(node.body)
        self._owners.pop()

    def _visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def visit_Import(self, node: ast.Import) -> None:
        pass

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._negate("negated condition", node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate("negated condition", node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._negate("negated condition", condition)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id == "__all__":
            return
        if isinstance(target, (ast.Attribute, ast.Subscript)) and self._returns and self._owners[-1] != "__init__":
            self._replace("removed statement", node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in COMPUTED:
            old, new = COMPUTED[type(node.op)]
            self._between("operator", node.target, node.value, f"{old}=", f"{new}=")
        self._replace("removed statement", node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(value, ast.Call) and not _is_log(value):
            if self._returns:
                self._replace("removed statement", node, "pass")
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._replace("removed statement", node, "pass")
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._replace("loop", node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace("loop", node, "break")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            return
        kind = self._returns[-1] if self._returns else ""
        if kind == "bool" and not isinstance(node.value, (ast.Compare, ast.Constant)):
            self._replace("returned value", node.value, f"not ({self._source(node.value)})")
        elif kind == "int" and not isinstance(node.value, ast.Constant):
            self._replace("returned value", node.value, f"({self._source(node.value)}) + 1")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            old, others = COMPARED[type(operator)]
            for new in others:
                self._between("comparison", left, right, old, new)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between("and, or", left, right, old, new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not any(_is_text(side) for side in (node.left, node.right)) and type(node.op) in COMPUTED:
            self._between("operator", node.left, node.right, *COMPUTED[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        start = self._start(node)
        if isinstance(node.op, ast.Not):
            self._add("not", start, start + len("not "), "")
        elif isinstance(node.op, ast.USub):
            self._add("sign", start, start + 1, "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._replace("constant", node, str(not node.value))
        elif isinstance(node.value, (int, float)):
            source = self._source(node)
            for change in ("+ 1", "- 1") if node.value < LARGE else ("* 2", "// 2"):
                self._replace("constant", node, f"({source} {change})")

    def visit_Call(self, node: ast.Call) -> None:
        if _is_log(node):
            return
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        starred = any(isinstance(argument, ast.Starred) for argument in node.args)
        if name == "range":
            self._change_range(node)
        elif not starred and name not in IN_ANY_ORDER and not name[:1].isupper():
            for left, right in zip(node.args[1:], node.args[2:], strict=False):  # the first is of another kind
                one, other = self._source(left), self._source(right)
                if one != other and not _is_text(left) and not _is_text(right):
                    gap = self.text[self._end(left) : self._start(right)]
                    self._add("swapped arguments", self._start(left), self._end(right), f"{other}{gap}{one}")
        if isinstance(node.func, ast.Name) and name in TWINS:
            self._replace("max, min, any, all", node.func, TWINS[name])
        self.generic_visit(node)

    def _change_range(self, node: ast.Call) -> None:
        """Begin one later, end one earlier or later."""
        last = node.args[min(1, len(node.args) - 1)]
        for new in ("+ 1", "- 1"):
            self._replace("range", last, f"({self._source(last)}) {new}")
        if len(node.args) == 1:
            self._replace("range", last, f"1, {self._source(last)}")
        else:
            self._replace("range", node.args[0], f"({self._source(node.args[0])}) + 1")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_log(call: ast.Call) -> bool:
    root: ast.expr = call.func
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(root, ast.Name) and root.id in LOGS


def in_python(path: str, text: str) -> list[Mutation]:
    """All changes that can be made in a Python file; some may leave no Python (`is_sound`)."""
    finder = _Finder(path, text)
    finder.visit(ast.parse(text))
    return finder.found


def is_sound(mutation: Mutation, text: str) -> bool:
    """Whether a file can still be read after a change, and says something else than before."""
    if not mutation.path.endswith(".py"):
        return True  # whatever can't be built is found by building it
    try:
        return ast.dump(ast.parse(mutation.applied(text))) != ast.dump(ast.parse(text))
    except SyntaxError:
        return False


def in_typescript(root: Path, paths: list[str]) -> Iterator[Mutation]:
    """All changes that can be made in some files of the client; its compiler reads them."""
    if not paths:
        return
    node = shutil.which("node", path=os.pathsep.join([f"{sys.prefix}/bin", os.environ["PATH"]]))
    if node is None:
        raise SystemExit("lantern: Node is missing; the environment brings it: remove .venv and run make again.")
    command = [node, str(TYPESCRIPT), str(root), *paths]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    for one in json.loads(answer.stdout):
        yield Mutation(**one)
