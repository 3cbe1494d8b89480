"""Who waits for the compiler is told how far it is: a bar on a terminal, two lines elsewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest

from lantern.kernel.rule import PLAIN

if PLAIN:
    pytest.skip("plain rules are not compiled", allow_module_level=True)

import lantern
from lantern.kernel import progress, waiting
from lantern.kernel.progress import LOWERING, MACHINE_CODE, Work
from lantern.kernel.rule import entry, rule, shared
from lantern.kernel.waiting import Label
from tests.kernel.workshop import CALL, COMPILING, DONE, Workshop, finish


@rule
def small(x: int) -> int:
    return x + 1


@shared
def double(x: int) -> int:
    return small(x) * 2


@shared
def fourfold(x: int) -> int:
    return double(x) * 2


@rule
def large(x: int) -> int:
    return x * x + fourfold(x) - 2 * small(x)


@entry("Small: never compiled")
def door(x: int) -> int:
    return large(x) + double(x)


SMALL, DOUBLE, FOURFOLD, LARGE, DOOR = (one.py_func for one in (small, double, fourfold, large, door))  # type: ignore[attr-defined]


def size(*rules: Any) -> int:
    return sum(len(one.__code__.co_code) for one in rules)


ALL = LOWERING * size(SMALL, LARGE, DOUBLE, FOURFOLD, DOOR) + MACHINE_CODE * (
    size(DOUBLE, SMALL) + size(FOURFOLD) + size(DOOR, LARGE, SMALL)
)
"""Lowered once each, and made into machine code in every whole that takes them in."""


class Clock:
    """Time that goes on when told to."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    monkeypatch.setattr(progress, "_process", progress._Process())
    return clock


def test_every_rule_is_lowered_once_and_made_in_every_whole(clock: Clock) -> None:
    work, done = Work(DOOR), 0.0
    for one, weight in [
        (SMALL, LOWERING * size(SMALL)),
        (DOUBLE, LOWERING * size(DOUBLE) + MACHINE_CODE * size(DOUBLE, SMALL)),
        (FOURFOLD, (LOWERING + MACHINE_CODE) * size(FOURFOLD)),
        (LARGE, LOWERING * size(LARGE)),
        (DOOR, LOWERING * size(DOOR) + MACHINE_CODE * size(DOOR, LARGE, SMALL)),
    ]:
        assert work.look()[0] == pytest.approx(done / ALL)
        work.finish(one)
        done += weight
        work.finish(one)  # compiled once more for other arguments, which nobody foresaw
    assert done == ALL
    assert work.look() == (1.0, 0.0)


def test_what_is_on_disk_is_no_work(clock: Clock) -> None:
    work = Work(DOOR)
    work.finish(SMALL)
    before = work.look()
    work.finish(FOURFOLD, read=True)
    work.finish(DOUBLE, read=True)
    of_door = LOWERING * size(LARGE, DOOR) + MACHINE_CODE * size(DOOR, LARGE, SMALL)
    done = LOWERING * size(SMALL)
    assert work.look()[0] == pytest.approx(done / (done + of_door))
    assert work.look()[0] > before[0]
    assert work.look()[1] < before[1]
    assert work.so_far() == done


def test_what_only_a_rule_on_disk_reaches_is_no_work(clock: Clock) -> None:
    work = Work(FOURFOLD)
    work.finish(DOUBLE, read=True)
    work.finish(FOURFOLD)
    assert work.look() == (1.0, 0.0), "nobody lowers what double takes in"


def test_the_time_left_follows_from_the_time_so_far(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "USUAL_WORK", 1e-6)
    monkeypatch.setattr(progress, "USUAL_S", 1e-6)
    work = Work(DOOR)
    clock.now += 3.0
    work.finish(LARGE)
    share, left_s = work.look()
    assert left_s == pytest.approx(3.0 / share - 3.0)


def test_in_the_beginning_it_follows_from_what_was_compiled_before(clock: Clock) -> None:
    assert Work(DOOR).look()[1] == pytest.approx(ALL * progress.USUAL_S / progress.USUAL_WORK)
    with progress.work_on(DOOR):
        for one in (SMALL, DOUBLE, FOURFOLD, LARGE):
            progress.compiled(one)
        clock.now += 1000
    assert progress.done_so_far() == ALL
    pace = (progress.USUAL_S + 1000) / (progress.USUAL_WORK + ALL)
    assert Work(DOOR).look()[1] == pytest.approx(ALL * pace)


def test_while_machine_code_is_made_it_goes_on_by_the_clock(clock: Clock) -> None:
    with progress.work_on(DOOR) as work:
        for one in (SMALL, DOUBLE, FOURFOLD):
            progress.compiled(one)
        clock.now += 1
        standing = work.look()
        clock.now += 1
        assert work.look() == standing, "rules are lowered one after the other"
        progress.compiled(LARGE)
        share, left_s = work.look()
        assert share > standing[0]
        clock.now += left_s / 2
        assert work.look()[0] == pytest.approx((share + 1) / 2), "only the machine code of the door is left"
        assert work.look()[1] == pytest.approx(left_s / 2)
        shares = [work.look()[0]]
        for _ in range(20):
            clock.now += left_s / 5
            shares.append(work.look()[0])
        assert shares == sorted(shares)
        assert shares[-1] < 1, "it takes longer than it should"
        assert work.look()[1] > 0
    assert work.look() == (1.0, 0.0)


def test_a_shared_rule_that_is_made_is_one_step(clock: Clock) -> None:
    with progress.work_on(DOOR) as work:
        with progress.making(DOUBLE):
            progress.compiled(SMALL)
            before = work.look()
            clock.now += 1000
            assert before[0] < work.look()[0] < (work.so_far() + 1) / ALL
            made = work.so_far()
        progress.compiled(DOUBLE)
        assert work.so_far() >= made
        with pytest.raises(ZeroDivisionError), progress.making(FOURFOLD):
            raise ZeroDivisionError
        clock.now += 1000
        assert work.look() == work.look()


def test_where_nobody_waits_nothing_is_counted(clock: Clock) -> None:
    progress.compiled(SMALL)
    progress.read(DOUBLE)
    with progress.making(DOUBLE):
        pass
    assert progress.done_so_far() == 0


@pytest.mark.parametrize("columns", [1, 10, 30, 60, 80, 100, 300])
@pytest.mark.parametrize("left_s", [None, 0.0, 12.4, 99.6, 5000.0])
def test_a_bar_fits_the_terminal(columns: int, left_s: float | None) -> None:
    for hundredth in range(101):
        line = waiting.line("lantern: compiling hanabi: deal", hundredth / 100, left_s, columns)
        assert len(line) < columns
        if columns >= 60:
            assert f" {min(hundredth, 99)} %" in line
            assert ("left" in line) == (left_s is not None)


def test_a_bar_in_words_and_cells() -> None:
    assert waiting.line("deal", 0.0, None, 80) == "deal  " + "░" * 24 + "   0 %"
    assert waiting.line("deal", 0.5, 11.6, 80) == "deal  " + "█" * 12 + "░" * 12 + "  50 %, some 12 s left"
    assert waiting.line("deal", 1.0, 0.2, 80, "#.") == "deal  " + "#" * 24 + "  99 %, some 1 s left"
    assert waiting.line("deal", 0.5, 150.0, 42) == "deal  " + "█" * 5 + "░" * 6 + "  50 %, some 2 min left"
    assert waiting.line("deal", 0.5, 150.0, 27) == "dea  50 %, some 2 min left"


LINES = {
    "en": "lantern: compiling HAN: legal actions",
    "it": "lantern: compilo HAN: azioni possibili",
    "ru": "lantern: компилируется HAN: возможные действия",
}


@pytest.mark.parametrize(
    ("language", "left"), [("it", ", ancora circa 12 s"), ("ru", ", ещё около 12 \N{CYRILLIC SMALL LETTER ES}")]
)
def test_a_bar_is_told_in_the_language_of_who_reads_it(language: str, left: str) -> None:
    with waiting.told_in(language):
        assert waiting.line("…", 0.5, 11.6, 80) == f"…  {'█' * 12}{'░' * 12}  50 %{left}"
        assert all(len(waiting.line(LINES[language], 0.5, 5000.0, columns)) < columns for columns in range(1, 120))
    assert waiting.line("…", 0.5, 11.6, 80).endswith(", some 12 s left")


@pytest.mark.parametrize(
    ("label", "told"),
    [
        (Label("han: legal actions"), ["HAN: legal actions", "HAN: azioni possibili", "HAN: возможные действия"]),
        (Label("han: rows"), ["HAN: rows", "HAN: file", "HAN: ряды"]),
        (
            Label("hanabi: bot {level}", {"level": "expert"}),
            ["Hanabi: bot (Expert)", "Hanabi: bot (Esperto)", "Ханаби: бот (Эксперт)"],
        ),
        (
            Label("ming: contest of {bots}", {"bots": "club, mine"}),
            ["Ming Dynastie: games of bots (Medium, mine)", "Ming Dynastie: partite di bot (Medio, mine)"],
        ),
        (Label("random streams"), ["random numbers", "numeri casuali", "генератор случайных чисел"]),
        (Label("Small: bot {level}, watched", {"level": "club"}), ["Small: bot club, watched"] * 3),
    ],
    ids=lambda given: str(given) if isinstance(given, Label) else "",
)
def test_a_label_is_told_in_every_language(label: Label, told: list[str]) -> None:
    assert {"han", "hanabi", "ming"} <= {*lantern.names()}
    for name in lantern.names():
        lantern.game(name)  # whose words are known from then on
    for language, words in zip(("en", "it", "ru"), told, strict=False):
        assert label.told(language) == words


BUSY = """
from lantern.kernel import waiting
waiting.REDRAWN_S, waiting.FIRST_LOOK_S = 0.0005, 0
"""
FIRST = "from small.shared import first; print(first(1))"


def shares(written: str) -> list[int]:
    """All figures that a bar showed."""
    return [int(figure) for figure in re.findall(r"(\d+) %", written)]


def screen(written: str) -> list[str]:
    """What is to be read on a terminal in the end."""
    lines = [""]
    for text, control in re.findall(r"([^\r\n\x1b]*)(\r\n|\r|\x1b\[K|$)", written):
        lines[-1] = text + lines[-1][len(text) :] if text else lines[-1]
        if control == "\x1b[K":
            lines[-1] = text
        elif control == "\r\n":
            lines.append("")
    return lines


def test_on_a_terminal_a_bar_grows_until_it_is_done(workshop: Workshop) -> None:
    code, printed, written = workshop.watch(BUSY + FIRST)
    assert (code, printed) == (0, "21\n")
    assert shares(written)[0] == 0
    assert shares(written) == sorted(shares(written))
    assert len(set(shares(written))) > 3
    assert re.search("█░+ +[0-9]+ %, some [0-9]+ s left\x1b\\[K\r", written)
    first, rest = screen(written)
    assert re.fullmatch(r"lantern: compiling Small: first \(first use only\) \.\.\. done in \d+\.\d s", first)
    assert rest == ""
    assert workshop.watch(BUSY + FIRST) == (0, "21\n", ""), "there is nothing to wait for"


COUNTED = """
from lantern.kernel import progress
from small.shared import first, second
foreseen = [sum(progress.Work(one.py_func)._left.values()) for one in (first, second)]
"""


def test_what_is_done_is_what_was_foreseen(workshop: Workshop) -> None:
    printed, _ = workshop.run(COUNTED + "first(1); print(progress.done_so_far() == foreseen[0])")
    assert printed == "True\n"
    code = "second(1); print(progress.done_so_far() == 4 * len(second.py_func.__code__.co_code) < foreseen[1])"
    printed, _ = workshop.run(COUNTED + code)
    assert printed == "True\n", "the rules it shares with the first are read from disk"


def test_a_bar_goes_away_when_something_can_not_be_compiled(workshop: Workshop) -> None:
    code, _, written = workshop.watch(BUSY + "from small.broken import broken; broken(1)")
    assert code == 1
    assert re.search("Small: broken  [█░]", written)
    assert screen(written)[0] == "Traceback (most recent call last):"


def test_what_is_said_beside_a_bar_can_be_read(workshop: Workshop) -> None:
    workshop.run(FIRST)
    [path] = workshop.files("small-shared-deeper.*.bin")
    path.write_bytes(b"junk")
    [first] = workshop.files("small-first.*.bin")
    first.unlink()
    _, printed, written = workshop.watch(BUSY + FIRST)
    assert printed == "21\n"
    said, done, _ = screen(written)
    assert re.fullmatch(f"lantern: {path} can't be read \\(.*\\); compiling again", said)
    assert "done in" in done


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        ("", {"TERM": "dumb"}),
        ("import sys; sys.stderr = open(2, 'w', buffering=1, closefd=False)\n", {}),
        ("import multiprocessing as m; m.parent_process = lambda: 'somebody'\n", {}),
        ("waiting.announce = lambda message: waiting.tell(message)\n", {}),
    ],
    ids=["it can't draw", "somebody else draws", "somebody else waits", "it is told elsewhere"],
)
def test_otherwise_there_are_lines(workshop: Workshop, code: str, settings: dict[str, str]) -> None:
    _, _, written = workshop.watch(BUSY + code + "from small.door import door; door(1)", **settings)
    assert re.fullmatch(f"{re.escape(COMPILING)}\r\n{DONE}\r\n", written)


def test_a_bar_of_games_makes_room(workshop: Workshop) -> None:
    code = """
from lantern.cli.output import progress_bar
with progress_bar(3) as advance:
    called = first(1)
    advance(3)
print(called, waiting.make_room.__name__)
"""
    _, printed, written = workshop.watch(BUSY + "from small.shared import first" + code, COLUMNS="100")
    assert printed == "21 nullcontext\n"
    before, while_it_compiles, after = re.split(r"(lantern: compiling .* \d\.\d s\r\n)", written, flags=re.DOTALL)
    assert "0/3" in before
    assert "games" not in while_it_compiles
    assert "█░" in while_it_compiles
    assert "3/3" in after
    assert "lantern" not in after


@pytest.mark.parametrize(
    ("language", "begun", "done"),
    [
        ("it", "lantern: compilo Small: door (solo al primo uso) ...", r"lantern: \.\.\. fatto in \d+,\d s"),
        ("ru", "lantern: компилируется Small: door (только в первый раз) ...", r"lantern: \.\.\. готово за \d+,\d \w"),
    ],
)
def test_the_lines_and_troubles_are_told_in_the_language_too(
    workshop: Workshop, language: str, begun: str, done: str
) -> None:
    code = f"from lantern.kernel.waiting import told_in\nwith told_in({language!r}):\n    {CALL}"
    _, announced = workshop.run(code)
    assert announced[0] == begun
    assert re.fullmatch(done, announced[1])
    [path] = workshop.files()
    path.write_bytes(bytes(100))
    spoilt = {"it": f"{path} non si può leggere (è danneggiato)", "ru": f"{path} не читается (он повреждён)"}
    _, announced = workshop.run(code)
    assert announced[0].startswith(f"lantern: {spoilt[language]}")


def test_who_waits_for_another_process_is_told(workshop: Workshop) -> None:
    slow = """
import sys
from lantern.kernel import waiting
def announce(message):
    print(message, flush=True)
    if "compiling Small" in message and "another" not in message:
        sys.stdin.readline()
waiting.announce = announce
from small.door import door
print(door(1))
"""
    first = workshop.start(slow)
    assert first.stdout.readline() == COMPILING + "\n"
    second = workshop.start(slow)
    assert second.stdout.readline() == "lantern: another process is compiling Small: door; waiting for it ...\n"
    first.stdin.write("\n")
    first.stdin.flush()
    assert finish(first)[0].endswith("12\n")
    assert finish(second)[0] == "12\n"
