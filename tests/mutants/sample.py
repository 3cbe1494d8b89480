"""Which changes are made: always the same for a seed, drawn from every part of the project.

A line that can be changed has a number, a digest of the seed and of what it is and where. Those with the lowest numbers
are taken, and of the changes of a line again the one with the lowest. So the same come again, most of them even after
other lines of the project were edited.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.mutations import Mutation, in_python, in_typescript, is_sound

PARTS = {"games": 40, "kernel": 10, "server": 30, "client": 20}
"""[part] how many of a hundred changes are made in it."""
FOLDERS = {part: f"src/lantern/{part}" for part in ("games", "kernel", "server")} | {"client": "client/src"}
LEFT_OUT = {
    "src/lantern/kernel/gpu.py": "its tests need a GPU",
    "client/src/games/*/scenes.ts": "positions for pictures of the rules pages, no logic",
    "client/src/games/*/pictures.ts": "the same",
    "client/src/api/schema.d.ts": "written by a program",
}


@dataclass(frozen=True)
class Mutant:
    """A change with what it is called and shown by."""

    part: str
    mutation: Mutation
    name: str
    """The same for the same change, whatever else the file says."""

    @property
    def path(self) -> str:
        return self.mutation.path

    def difference(self, text: str) -> str:
        """The lines it changes, before and after."""
        change = self.mutation
        begin = text.rfind("\n", 0, change.start) + 1
        end = text.find("\n", change.end)
        end = len(text) if end < 0 else end
        before, after = text[begin:end], text[begin : change.start] + change.new + text[change.end : end]
        return "\n".join([f"-{line}" for line in before.split("\n")] + [f"+{line}" for line in after.split("\n")])


def files_of(root: Path, part: str) -> list[str]:
    """The files of a part in which changes are made."""
    suffix = ".ts" if part == "client" else ".py"
    found = (path.relative_to(root) for path in sorted((root / FOLDERS[part]).rglob(f"*{suffix}")))
    return [path.as_posix() for path in found if not any(path.match(pattern) for pattern in LEFT_OUT)]


def mutants_in(root: Path, part: str, seed: int, count: int) -> list[Mutant]:
    """So many changes in a part, those with the lowest numbers first."""
    paths = files_of(root, part)
    texts = {path: (root / path).read_text("utf-8") for path in paths}
    if part == "client":
        mutations = list(in_typescript(root, paths))
    else:
        mutations = [one for path in paths for one in in_python(path, texts[path])]
    chosen = []
    for number, changes in sorted(_lines(mutations, texts, seed).items()):
        ranked = sorted(changes, key=lambda one: _digest(number, texts[one.path][one.start : one.end], one.new))
        sound = next((one for one in ranked if is_sound(one, texts[one.path])), None)
        if sound:
            name = _digest(number, str(sound.start - texts[sound.path].rfind("\n", 0, sound.start)), sound.new)[:12]
            chosen.append(Mutant(part, sound, name))
        if len(chosen) == count:
            break
    return chosen


def _lines(mutations: list[Mutation], texts: dict[str, str], seed: int) -> dict[str, list[Mutation]]:
    """[number of a line] the changes that can be made in it."""
    by_line: defaultdict[tuple[str, int], list[Mutation]] = defaultdict(list)
    for one in mutations:
        by_line[one.path, one.line].append(one)
    lines = {path: text.split("\n") for path, text in texts.items()}
    seen = Counter[tuple[str, str, str]]()
    numbered = {}
    for (path, line), changes in sorted(by_line.items(), key=lambda item: item[0]):
        what = path, changes[0].owner, lines[path][line - 1].strip()
        numbered[_digest(str(seed), *what, str(seen[what]))] = changes
        seen[what] += 1
    return numbered


def _digest(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()


def sample(root: Path, seed: int, count: int) -> list[Mutant]:
    """So many changes in all parts together, in an order that mixes them."""
    parts = list(PARTS)
    wanted = {part: count * share // 100 for part, share in PARTS.items()}
    for number in range(count - sum(wanted.values())):
        wanted[parts[number]] += 1
    chosen = [one for part in parts for one in mutants_in(root, part, seed, wanted[part])]
    return sorted(chosen, key=lambda one: _digest(str(seed), one.name))
