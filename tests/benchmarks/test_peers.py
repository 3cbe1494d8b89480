"""The speed benchmark: its contestants play whole legal games, and its page and picture say what was measured."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks import contestants, peers, speed_page
from benchmarks.contestants import CONTESTANTS
from benchmarks.plots import Line, line_chart
from lantern.games import game

plain_only = pytest.mark.plain_only(reason="contestants are what they are in any mode")

RESULTS = {
    "command": "python -m benchmarks.peers",
    "date": "2026-01-02",
    "machine": {"model": "abacus"},
    "rounds": 3,
    "peers": [{"players": 2, "rates": {"Lantern": 2e6, "HLE, C++, told": None}}],
    "batches": [
        {"game": "han", "table": "2 players", "size": size, "rates": {"told, core": 1e5 * size, "untold, core": 2e6}}
        for size in (1, 16)
    ],
}


@plain_only
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # HLE leaves its header file open
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", CONTESTANTS)
def test_every_contestant_plays_whole_games(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contestants, "GAMES", 2)
    monkeypatch.setattr(contestants, "MOVES", 100)
    monkeypatch.setattr(contestants, "HLE_GAMES", 1)
    try:
        play = CONTESTANTS[name](players)
    except ImportError:
        pytest.skip("not installed")
    moves = play()
    assert moves == 100 if name.startswith("Lantern") else 3 <= moves <= 100


@plain_only
def test_a_batch_is_stepped_by_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contestants, "MOVES", 60)
    batch = game("hanabi").batch(3, seed=1)
    codes: list[int] = []
    play = contestants.stepping(batch)
    step = batch.step

    def watched(actions: Any) -> Any:
        codes.extend(step(actions))
        return batch.codes

    batch.step = watched  # type: ignore[method-assign]
    moves = play()
    assert moves == contestants.MOVES // 3 * 3
    assert len(codes) == moves
    assert not any(codes)


@plain_only
def test_games_are_measured_at_all_moments() -> None:
    batch = game("han").batch(20, seed=1, observations=False, masks=False)
    contestants.spread(batch, 10)
    assert sorted(batch.tables.moves) == sorted(2 * list(range(1, 11)))


def test_every_table_is_one_that_can_be_played_and_fits() -> None:
    for name in peers.TABLES:
        chosen = list(peers.batches(game(name), list(peers.SIZES), 256, peers.MOST_BYTES))
        assert len(chosen) >= 3
        assert all(size * peers.bytes_of(game(name), table) <= peers.MOST_BYTES for table, size in chosen)


def test_the_page_is_written_between_its_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PEERS_RESULTS", "CPU_RESULTS", "GPU_RESULTS", "CPU_PICTURE", "GPU_PICTURE"):
        monkeypatch.setattr(speed_page, name, tmp_path / name)
    for name in ("PEERS_RESULTS", "CPU_RESULTS"):
        (tmp_path / name).write_text(json.dumps(RESULTS))
    marks = [speed_page.MARK.format(name=name, text="old") for name in ("peers on the CPU", "batches on a GPU")]
    page = tmp_path / "page.md"
    page.write_text("Before\n{}\nbetween\n{}\nafter\n".format(*marks))
    speed_page.write(page)
    written = page.read_text()
    assert "| Lantern | 2.00 M |" in written
    assert "| HLE, C++, with observations | — |" in written
    assert "2026-01-02, abacus" in written
    assert written.count("old") == 1, "nothing was measured on a GPU"
    assert written.startswith("Before\n<!-- peers on the CPU")
    assert written.endswith("after\n")
    speed_page.write(page)
    assert page.read_text() == written
    ElementTree.parse(tmp_path / "CPU_PICTURE")


def test_what_a_gpu_did_is_written_with_its_picture() -> None:
    rows = [{"game": "khan", "table": "2 players", "size": 1024, "rates": {"told, gpu": 3e6, "untold, gpu": 2e9}}]
    section = speed_page.gpu_section({**RESULTS, "batches": rows, "peers": []})
    assert "| Khan | 2 players | 1,024 | 2000.00 M | 3.00 M |" in section
    assert "pictures/speed-gpu.svg" in section
    ElementTree.fromstring(speed_page.picture(rows, "gpu", "Batches"))
    rows[0]["rates"] = {"untold, gpu": 2e9}
    assert "| 2000.00 M | — |" in speed_page.gpu_section({**RESULTS, "batches": rows, "peers": []})
    ElementTree.fromstring(speed_page.picture(rows, "gpu", "Batches"))


def test_the_page_in_the_documentation_is_what_the_results_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CPU_PICTURE", "GPU_PICTURE"):
        monkeypatch.setattr(speed_page, name, tmp_path / getattr(speed_page, name).name)
    page = tmp_path / "page.md"
    page.write_text(speed_page.PAGE.read_text("utf-8"), "utf-8")
    speed_page.write(page)
    assert page.read_text("utf-8") == speed_page.PAGE.read_text("utf-8")


def test_a_chart_draws_every_line_and_says_it_in_words() -> None:
    chart = ElementTree.fromstring(
        line_chart("Speed", [Line("a & b", [(1, 10), (100, 1000)], 0), Line("c", [(1, 20)], 1, True)], "x", "y")
    )
    lines = [one.get("points") for one in chart.iter("{http://www.w3.org/2000/svg}polyline")]
    assert len(lines) == 2
    (x1, y1), (x2, y2) = (map(float, point.split(",")) for point in (lines[0] or lines[1] or "").split())
    if x1 > x2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    assert x1 < x2
    assert y1 > y2, "more is further up"
    assert "a & b: 10 at 1, 1 k at 100" in (chart.get("aria-label") or "")
