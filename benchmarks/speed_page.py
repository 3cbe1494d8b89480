"""Writes the sections on batches and peers in docs/benchmarks.md, and their pictures, from docs/results.

    python -m benchmarks.speed_page

What has not been measured is a dash.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.plots import Line, line_chart
from benchmarks.rounds import figure, head, row
from lantern.kernel.contract import Json

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "benchmarks.md"
PEERS_RESULTS, CPU_RESULTS, GPU_RESULTS = (
    DOCS / "results" / f"speed-{where}.json" for where in ("peers", "cpu", "gpu")
)
CPU_PICTURE, GPU_PICTURE = DOCS / "pictures" / "speed-cpu.svg", DOCS / "pictures" / "speed-gpu.svg"
NOTHING = "—"
TITLES = {"han": "HAN", "hanabi": "Hanabi", "khan": "Khan", "ming": "Ming Dynastie"}
MARK = "<!-- {name}: written by `python -m benchmarks.speed_page` -->\n{text}<!-- end of {name} -->"


def read(path: Path) -> Json | None:
    """Results, if there are any."""
    return json.loads(path.read_text("utf-8")) if path.exists() else None


def put(page: str, name: str, text: str) -> str:
    """The page with the part of that name written anew."""
    pattern = re.escape(MARK).replace(r"\{name\}", re.escape(name)).replace(r"\{text\}", "(.*?)")
    return re.sub(pattern, lambda _: MARK.format(name=name, text=f"{text}\n"), page, flags=re.DOTALL)


def made_by(results: Json) -> str:
    """When, where and how it was measured."""
    model = results["machine"]["model"]
    return f"`{results['command']}` ({results['date']}, {model}), best of {results['rounds']} rounds."


def rated(rates: Json, name: str) -> str:
    """A figure, or that there is none."""
    return figure(rates[name]) if rates.get(name) else NOTHING


def peers_table(results: Json) -> str:
    """A row for every implementation, a column for every number of players."""
    peers = results["peers"]
    names = list(dict.fromkeys(name for one in peers for name in one["rates"]))
    rows = [row([_told(name), *(rated(one["rates"], name) for one in peers)]) for name in names]
    return "\n".join([head(["implementation", *(f"{one['players']} players" for one in peers)]), *rows])


def _told(name: str) -> str:
    return f"{name.removesuffix(', told')}, with observations" if name.endswith(", told") else name


def sizes_table(rows: Iterable[Json], columns: dict[str, str]) -> str:
    """A row for every size of batch."""
    cells = [
        row([TITLES[one["game"]], one["table"], f"{one['size']:,}", *(rated(one["rates"], name) for name in columns)])
        for one in rows
    ]
    return "\n".join([head(["game", "table", "games in the batch", *columns.values()]), *cells])


CPU_COLUMNS = {
    "untold, core": "a core",
    "told, core": "a core, with observations and masks",
    "untold, cores": "all cores",
    "told, cores": "all cores, with both",
}
GPU_COLUMNS = {"untold, gpu": "the GPU", "told, gpu": "with observations and masks"}


def lines(rows: list[Json], where: str) -> Iterator[Line]:
    """Two lines for every game: with something to see, and without."""
    for colour, game in enumerate(TITLES):
        own = [one for one in rows if one["game"] == game]
        first = [one for one in own if one["table"] == own[0]["table"]]
        for told in ("untold", "told"):
            name = f"{told}, {where}"
            points = [(one["size"], one["rates"][name]) for one in first if name in one["rates"]]
            if points:
                yield Line(TITLES[game] + (", told" if told == "told" else ""), points, colour, told == "untold")


def picture(rows: list[Json], where: str, title: str) -> str:
    """Steps a second against the size of a batch."""
    return line_chart(title, list(lines(rows, where)), "games in the batch", "steps a second")


def gpu_section(gpu: Json) -> str:
    """Batches on a GPU, their picture, and the peers that were there."""
    shown = f"![Steps a second against the size of a batch](pictures/{GPU_PICTURE.name})"
    tables = [sizes_table(gpu["batches"], GPU_COLUMNS), *([peers_table(gpu)] if gpu["peers"] else [])]
    return "\n\n".join([shown, *tables, made_by(gpu)])


def write(page_file: Path = PAGE) -> None:
    """Write the sections and pictures for which there are results."""
    page = page_file.read_text("utf-8")
    peers, cpu, gpu = read(PEERS_RESULTS), read(CPU_RESULTS), read(GPU_RESULTS)
    if peers:
        page = put(page, "peers on the CPU", f"{peers_table(peers)}\n\n{made_by(peers)}")
    if cpu:
        page = put(page, "batches on the CPU", f"{sizes_table(cpu['batches'], CPU_COLUMNS)}\n\n{made_by(cpu)}")
        CPU_PICTURE.write_text(
            picture(cpu["batches"], "core", "Batches on one core; told: with observations and masks"), "utf-8"
        )
    if gpu:
        page = put(page, "batches on a GPU", gpu_section(gpu))
        GPU_PICTURE.write_text(
            picture(gpu["batches"], "gpu", "Batches on a GPU; told: with observations and masks"), "utf-8"
        )
    page_file.write_text(page, "utf-8")


if __name__ == "__main__":
    write()
