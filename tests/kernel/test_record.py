"""Records: their layout, and numbers that are Python's when Python reads them."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from lantern.kernel.record import Cells, alone, byte, copy_of, long, new_records, record, short, word
from lantern.kernel.rule import plainly, rule


@record
class Shelf:
    """One field of every kind, widest first."""

    total: int = long()  # 64 bits
    weight: int = word()  # 32 bits
    height: int = short()  # 16 bits
    book: Cells = byte(2, 3)  # [board, place] 8 bits
    pages: Cells = short(5)  # [place]
    dust: int = byte()
    light: int = byte()


def shelf() -> Any:
    return new_records(Shelf, 1)[0]


def test_the_layout_is_as_declared() -> None:
    layout = Shelf.dtype  # type: ignore[attr-defined]
    assert layout.names == ("total", "weight", "height", "book", "pages", "dust", "light")
    assert [layout[name].base.str for name in layout.names] == ["<i8", "<i4", "<i2", "|i1", "<i2", "|i1", "|i1"]
    assert [layout[name].shape for name in layout.names] == [(), (), (), (2, 3), (5,), (), ()]
    assert [layout.fields[name][1] for name in layout.names] == [0, 8, 12, 14, 20, 30, 31]


def test_what_is_no_field_is_left_alone() -> None:
    assert Shelf.__doc__ == "One field of every kind, widest first."
    assert not hasattr(new_records(Shelf, 1)[0], "colour")


def test_new_records_are_all_zero() -> None:
    records = new_records(Shelf, 5)
    assert (len(records), records.tobytes().strip(b"\0")) == (5, b"")
    assert len(new_records(Shelf, 0)) == 0


def test_numbers_read_are_pythons() -> None:
    row = shelf()
    row.dust, row.total = -5, 2**62
    row.book[1, 2] = 7
    row.pages[3] = -300
    for number in (row.dust, row.total, row.weight, row.book[1, 2], row.book[1][2], row.pages[3], row.pages[1:][2]):
        assert type(number) is int
    assert (row.dust, row.total, row.book[1, 2], row.book[1][2], row.pages[3]) == (-5, 2**62, 7, 7, -300)


def test_what_is_written_is_in_the_records() -> None:
    records = new_records(Shelf, 2)
    records[1].dust = 3
    records[1].book[0, 1] += 4
    records[1].pages[:2] = [5, 6]
    records[1].pages[2:] = 9
    assert records["dust"].tolist() == [0, 3]
    assert records["book"].tolist() == [[[0] * 3] * 2, [[0, 4, 0], [0] * 3]]
    assert records["pages"].tolist() == [[0] * 5, [5, 6, 9, 9, 9]]


def test_a_row_shows_what_was_written_elsewhere() -> None:
    """What a row has read once is not what it remembers."""
    records = new_records(Shelf, 2)
    row, same = records[1], records[1]
    assert (row.total, row.dust, row.pages[4], row.book[1, 2]) == (0, 0, 0, 0)
    same.total, same.dust, same.pages[4], same.book[1, 2] = 2**40, -1, 300, 8
    assert (row.total, row.dust, row.pages[4], row.book[1, 2]) == (2**40, -1, 300, 8)
    records["dust"], records["pages"] = 4, 5
    assert (row.dust, row.pages[4]) == (4, 5)
    records[:] = new_records(Shelf, 1)[0]
    assert (row.total, row.dust, row.pages[4], row.book[1, 2]) == (0, 0, 0, 0)


def test_a_whole_field_can_be_written() -> None:
    row = shelf()
    assert row.pages.tolist() == [0] * 5
    row.pages = [1, 2, 3, 4, 5]
    assert row.pages.tolist() == [1, 2, 3, 4, 5]


def test_a_name_that_is_no_field_is_not_written() -> None:
    row = shelf()
    with pytest.raises(AttributeError, match="colour"):
        row.colour = 1
    with pytest.raises(AttributeError, match="colour"):
        assert row.colour


def test_part_of_a_field_is_read_as_numpy_reads_it() -> None:
    row = shelf()
    row.book[:] = [[1, 2, 3], [4, 5, 6]]
    assert row.book[1].tolist() == row.book[1, :].tolist() == row.book[(1,)].tolist() == [4, 5, 6]
    assert row.book[:, 2].tolist() == [3, 6]
    assert (row.book[-1, -1], row.book[np.int64(1), np.int64(0)], row.book[1][np.int64(2)]) == (6, 4, 6)
    for place in ((2, 0), (0, 3), (0, -4)):
        with pytest.raises(IndexError):
            assert row.book[place]
    with pytest.raises(IndexError):
        assert row.pages[5]


def test_small_numbers_do_not_overflow_when_they_are_added() -> None:
    row = shelf()
    row.dust, row.book[0, 0] = 100, 100
    assert row.dust + row.book[0, 0] == 200
    assert row.dust << 8 == 25600
    assert -row.dust * 2 == -200


@pytest.mark.parametrize("number", [128, -129, 1000])
def test_a_number_too_large_for_its_field_is_not_taken_in_python(number: int) -> None:
    row = shelf()
    with pytest.raises(OverflowError):
        row.dust = number
    with pytest.raises(OverflowError):
        row.book[0, 0] = number
    assert (row.dust, row.book[0, 0]) == (0, 0)


@rule
def weigh(row: Shelf) -> int:
    """Sums that would not fit into the fields they come from."""
    heavy = row.dust * row.dust * row.height
    for board in range(2):
        for place in range(3):
            heavy += row.book[board, place] << 20
    return heavy - row.pages[3]


def test_rules_count_alike_compiled_and_plain() -> None:
    row = shelf()
    row.dust, row.height, row.pages[3] = 127, 30_000, -32_000
    row.book[:] = 127
    assert weigh(row) == plainly(weigh)(row) == 127 * 127 * 30_000 + 6 * (127 << 20) + 32_000


def test_records_are_equal_when_their_bytes_are() -> None:
    one, other = new_records(Shelf, 1), new_records(Shelf, 1)
    one[0].pages[2] = 4
    assert one.tobytes() != other.tobytes()
    other[0].pages[2] = 4
    assert one.tobytes() == other.tobytes() == one.copy().tobytes()


def test_a_row_can_be_copied_into_many() -> None:
    one, many = new_records(Shelf, 1), new_records(Shelf, 3)
    one[0].pages[2] = 4
    many[:] = one[0]
    assert many.tobytes() == one.tobytes() * 3


@record
class Odd:
    """Two bytes and one: something is left over at the end."""

    height: int = short()
    dust: int = byte()


def test_every_byte_of_a_record_belongs_to_a_field() -> None:
    layout = Odd.dtype  # type: ignore[attr-defined]
    assert sum(layout[name].itemsize for name in layout.names) == layout.itemsize


def test_numbers_iterated_over_are_pythons() -> None:
    row = shelf()
    assert [type(number) for number in row.pages] == [int] * 5
    assert [type(number) for number in row.book[1]] == [int] * 3
    assert [type(number) for board in row.book for number in board] == [int] * 6


def test_a_list_of_cells_is_a_list_of_pythons_numbers() -> None:
    row = shelf()
    assert row.pages.tolist() == [0] * 5
    assert [type(number) for number in row.pages.tolist()] == [int] * 5
    assert isinstance(row.pages[:2], np.ndarray)


def test_a_row_that_was_read_is_given_up_with_its_array() -> None:
    """Otherwise every state that Python has looked at would stay in memory."""
    records = new_records(Shelf, 2)
    row = records[1]
    assert (row.total, row.dust, row.pages[4], row.book[1, 2]) == (0, 0, 0, 0)
    array = weakref.ref(records)
    del row, records
    gc.collect()
    assert array() is None


def test_a_row_of_every_other_record_is_that_row() -> None:
    records = new_records(Shelf, 6)
    records["total"], records["pages"][:, 4] = range(6), range(10, 16)
    assert [(row.total, row.pages[4]) for row in records[1::2]] == [(1, 11), (3, 13), (5, 15)]


def test_a_row_alone_is_an_array_of_one_in_the_same_memory() -> None:
    records = new_records(Shelf, 3)
    one = alone(records[1])
    assert one.shape == (1,)
    one[0].pages[2] = 7
    assert records["pages"][:, 2].tolist() == [0, 7, 0]
    assert np.shares_memory(alone(one[0]), records)


def test_a_copy_is_of_all_bytes_and_apart() -> None:
    records = new_records(Shelf, 3)
    records["total"] = range(3)
    for copied, copied_from in ((copy_of(records), records), (copy_of(records[2]), records[2:])):
        assert copied.dtype == records.dtype
        assert copied.tobytes() == copied_from.tobytes()
        copied[0].pages[1] = 5
        assert not records["pages"].any()
        assert copied[0].pages[1] == 5
