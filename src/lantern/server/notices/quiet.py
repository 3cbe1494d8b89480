"""Quiet hours, by the clock on somebody's wall."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

DAY_MINUTES = 24 * 60


@lru_cache(256)
def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name, such as Europe/Rome; None if there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def quiet_until(now_ms: int, begin: int | None, end: int | None, zone: str | None) -> int | None:
    """When quiet hours are over, if it is quiet now. They begin and end at minutes since midnight, perhaps over it."""
    where = zone_of(zone or "")
    if begin is None or end is None or where is None or begin == end:
        return None
    now = datetime.fromtimestamp(now_ms / 1000, where)
    minute = now.hour * 60 + now.minute
    if (minute - begin) % DAY_MINUTES >= (end - begin) % DAY_MINUTES:
        return None
    day = now.date() + timedelta(days=int(minute >= end))
    over = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=where)
    return max(round(over.timestamp() * 1000), now_ms + 1)
