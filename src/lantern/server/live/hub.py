"""Live tables: who watches which, and how news reaches them.

A socket gets whole views, never a backlog: while one is being sent, only the newest is kept for it, and each carries
what the log has gained since the one that was sent before. Who is too slow is let go, and resumes where he was.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import orjson
import structlog

from lantern.kernel.contract import Json
from lantern.server.errors import Denied
from lantern.server.live.table_service import Change, TableService, read_notice
from lantern.server.storage.administration import Bulletin
from lantern.server.tables.views import table_view, viewer

UNKNOWN = -1
"""Stands for the eyes of a watcher who has seen nothing yet, or before a connection broke."""
SEND_S = 10.0
"""How long a message may take to leave before its socket is given up."""
GATHER_S = 0.2
"""How long comings and goings are gathered before they are told."""
SILENCE_S = 6.0
"""How long another process may be silent before those connected to it count as gone."""
PREPARING_S = 1.0
"""How long a bot may be loaded before those at the table are told what they wait for."""
REASONS = {"no_table": 4404, "table_removed": 4404, "barred": 4403, "not_your_seat": 4403, "no_spectators": 4403}
"""The codes with which sockets are closed."""

log = structlog.get_logger()


class Wire(Protocol):
    """What carries messages to a client."""

    async def send_text(self, data: str) -> None:
        """Send a message."""

    async def close(self, code: int = 1000) -> None:
        """Hang up."""


class Watcher:
    """A socket: whose it is, what it has, and what waits to be sent."""

    __slots__ = ("_sender", "curtain", "eyes", "guest", "host", "language", "mine", "seat", "sent", "waiting", "wire")

    def __init__(
        self,
        wire: Wire,
        guest: str | None,
        seat: int | None,
        since: int,
        language: str,
        curtain: bool = False,
        host: str = "",
    ) -> None:
        self.wire = wire
        self.guest = guest
        self.host = host
        """The address from which it comes."""
        self.seat = seat
        """The seat asked for; None leaves it to the table."""
        self.curtain = curtain
        """Whether who plays several seats is shown none of their hands until one is asked for."""
        self.sent = since
        """The version of the last view that was sent."""
        self.eyes: int | None = UNKNOWN
        """The seat with whose eyes it was seen."""
        self.mine: tuple[int, ...] = ()
        self.language = language
        self.waiting: dict[str, tuple[str, int, int | None]] = {}
        """[kind] the newest message of each kind that is to be sent; of a view its version and seat too."""
        self._sender: asyncio.Task[None] | None = None

    def offer(self, kind: str, message: str, version: int = 0, eyes: int | None = None) -> None:
        """Send a message as soon as may be; an older one of its kind that still waits is dropped."""
        self.waiting[kind] = (message, version, eyes)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self.waiting:
                kind = next(iter(self.waiting))
                message, version, eyes = self.waiting.pop(kind)
                if kind == "table":
                    self.sent, self.eyes = version, eyes
                async with asyncio.timeout(SEND_S):
                    await self.wire.send_text(message)
        except TimeoutError:
            await self.hang_up(1013)
        except Exception:  # whatever the wire says, it is broken; its owner notices by himself
            self.waiting.clear()
        finally:
            self._sender = None

    async def hang_up(self, code: int) -> None:
        """Close the socket."""
        with suppress(Exception):
            async with asyncio.timeout(SEND_S):
                await self.wire.close(code)

    async def dismiss(self, denied: Denied) -> None:
        """Say why nothing more will come, and close; who may come again soon is only hung up on."""
        if denied.status >= 500:
            await self.hang_up(1013)
            return
        words = denied.told(self.language)
        with suppress(Exception):
            async with asyncio.timeout(SEND_S):
                await self.wire.send_text(written({"type": "closed", "error": denied.code, "message": words}))
        await self.hang_up(REASONS.get(denied.code, 4400))


def written(message: Json) -> str:
    """A message as text."""
    return orjson.dumps(message).decode()


class Hub:
    """All sockets of this process."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._watched: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._guests: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._arriving: Counter[str] = Counter()
        """[table] how many are about to watch it: what changes while they are let in, they are shown too."""
        self._busy: dict[str, bool] = {}
        """[table being shown] whether it has changed again meanwhile."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._restless: set[str] = set()
        """The tables at which somebody came or went a moment ago."""
        self._elsewhere = Elsewhere()
        self._loading: dict[str, asyncio.TimerHandle] = {}
        """[table whose bot is being loaded] when that is told."""
        self._preparing: dict[str, tuple[str, str]] = {}
        """[table] the bot that everybody there knows to be loaded, and the process that loads it."""
        self._bulletin: Bulletin | None = None
        """What the host of the server says to all."""
        self.process = tables.process
        self.on_watch: Callable[[str], None] = lambda table_id: None
        """Called with a table that is watched here when others watch it than before, or bots are alone there now."""

    @property
    def sockets(self) -> int:
        """How many sockets there are."""
        return sum(map(len, self._watched.values())) + sum(map(len, self._guests.values()))

    def everybody(self) -> list[Watcher]:
        """Everybody who is connected to this process."""
        return [watcher for some in (self._watched, self._guests) for all_ in some.values() for watcher in all_]

    def addresses(self) -> dict[str, set[str]]:
        """[guest] from where he is connected to this process."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for watcher in self.everybody():
            if watcher.guest is not None:
                found[watcher.guest].add(watcher.host)
        return found

    @property
    def processes(self) -> int:
        """How many processes serve, as far as this one has heard."""
        return 1 + self._elsewhere.count

    # Coming and going

    async def join(self, table_id: str, watcher: Watcher) -> None:
        """Show a table to a new watcher, from now on."""
        with self._letting_in(table_id):
            await self._let_in(table_id, watcher)
        if table_id in self._preparing:
            watcher.offer("preparing", _preparing(self._preparing[table_id][0]))
        self._tell_bulletin([watcher])
        self._presence_changed(table_id)

    @contextmanager
    def _letting_in(self, table_id: str) -> Iterator[None]:
        self._arriving[table_id] += 1
        try:
            yield
        finally:
            self._arriving[table_id] -= 1
            if not self._arriving[table_id]:
                del self._arriving[table_id]

    async def _let_in(self, table_id: str, watcher: Watcher) -> None:
        async with self._tables.at(table_id) as table:
            watcher.mine = tuple(table.seats_of(watcher.guest))
            for _, denied in _show(table, [watcher]):
                raise denied
            self._watched[table_id].add(watcher)
            if table.bots_alone:
                self.on_watch(table_id)

    def leave(self, table_id: str, watcher: Watcher) -> None:
        """A watcher has gone."""
        watchers = self._watched.get(table_id, set())
        if watcher in watchers:
            watchers.remove(watcher)
            self._presence_changed(table_id)
        if not watchers:
            self._watched.pop(table_id, None)

    def join_guest(self, guest: str, watcher: Watcher) -> None:
        """Tell a guest from now on when it is his turn, wherever; who is none yet has no name and no turns."""
        self._guests[guest].add(watcher)
        self._tell_bulletin([watcher])

    def leave_guest(self, guest: str, watcher: Watcher) -> None:
        """A guest's socket has gone."""
        self._guests[guest].discard(watcher)
        if not self._guests[guest]:
            del self._guests[guest]

    def plays(self, table_id: str) -> bool:
        """Whether bots among themselves play here: where somebody watches, and in one process if that is in several."""
        return table_id in self._watched and all(self.process < other for other in self._elsewhere.processes(table_id))

    # News

    def changed(self, change: Change) -> None:
        """A table has changed: show it to all who watch it, and tell those whose turn it is."""
        if change.table in self._watched or change.table in self._arriving:
            self._spread(change.table)
        self._tell_turn(change, change.guests)

    def _tell_turn(self, change: Change, guests: Iterable[str]) -> None:
        """Tell guests that a table waits for them."""
        told = {"type": "your_turn", "table": change.table, "seat": change.seat, "version": change.version}
        for guest in guests:
            for watcher in self._guests.get(guest, ()):
                watcher.offer(change.table, written(told))

    async def _fetch_turn(self, change: Change) -> None:
        """Tell guests that a table waits for them which another process has changed."""
        with suppress(Denied):  # the database is away: they will see it when they look
            self._tell_turn(change, await self._tables.sitting(change.table, change.seat or 0))

    def hear(self, notice: str) -> None:
        """Another process has something to tell."""
        kind, _, rest = notice.partition(" ")
        if kind == "changed":
            process, change, turned = read_notice(notice)
            if process != self.process:
                self.changed(change)
                if turned and self._guests:
                    self._begin(self._fetch_turn(change))
        elif kind == "present":
            process, table_id, spectators, *seats = rest.split(" ")
            if process != self.process:
                self._elsewhere.note(process, table_id, int(spectators), [int(seat) for seat in seats])
                self._watched_elsewhere(table_id)
        elif kind == "preparing":
            process, table_id, *bot = rest.split(" ")
            if process != self.process:
                self._elsewhere.alive(process, _time())
                self._tell_preparing(table_id, bot[0] if bot else None, process)
        elif kind == "alive" and rest != self.process:
            if not self._elsewhere.lives(rest):
                for table_id in self._watched:  # a process that has just started knows of nobody
                    self._announce(table_id)
            self._elsewhere.alive(rest, _time())

    def missed(self) -> None:
        """News may have been missed: look at everything again, and say who is here."""
        for table_id in {*self._watched, *self._arriving}:
            self._spread(table_id)
            self._announce(table_id)

    def _spread(self, table_id: str) -> None:
        if table_id in self._busy:
            self._busy[table_id] = True
            return
        self._busy[table_id] = False
        self._begin(self._show_all(table_id))

    async def _show_all(self, table_id: str) -> None:
        """Show a table to all its watchers, again if it changes meanwhile."""
        try:
            again = True
            while again:
                self._busy[table_id] = False
                await self._show_once(table_id)
                again = self._busy[table_id]
        except Denied as denied:
            if denied.code == "no_table":
                self.removed([table_id])
            log.warning("table_not_shown", table=table_id, error=denied.code)
        finally:
            del self._busy[table_id]

    async def _show_once(self, table_id: str) -> None:
        async with self._tables.at(table_id) as table:
            watchers = list(self._watched.get(table_id, ()))
            reseated = False
            for watcher in watchers:
                mine = tuple(table.seats_of(watcher.guest))
                reseated |= mine != watcher.mine
                watcher.mine = mine
            unwelcome = _show(table, watchers)
            if watchers and table.bots_alone:
                self.on_watch(table_id)
        for watcher, denied in unwelcome:
            self.leave(table_id, watcher)
            self._begin(watcher.dismiss(denied))
        if reseated:
            self._presence_changed(table_id)

    # What the host of the server does

    def removed(self, table_ids: Iterable[str]) -> None:
        """Tables are no more: say so to those who watch them."""
        for table_id in table_ids:
            for watcher in self._watched.pop(table_id, ()):
                self._begin(watcher.dismiss(Denied("table_removed")))

    def show_out(self, barred: Callable[[Watcher], Denied | None]) -> None:
        """Hang up on those who are not let in any more."""
        for watcher in self.everybody():
            denied = barred(watcher)
            if denied is not None:
                self._begin(watcher.dismiss(denied))

    def post(self, bulletin: Bulletin | None) -> None:
        """Show a message to everybody, and to whoever comes, in place of the one before; None takes it back."""
        self._bulletin = bulletin
        for watcher in self.everybody():
            watcher.offer("bulletin", self._told_bulletin())

    def _tell_bulletin(self, watchers: Iterable[Watcher]) -> None:
        """Show those who come what is shown to everybody."""
        if self._bulletin is not None and self._bulletin.holds(self._tables.now()):
            for watcher in watchers:
                watcher.offer("bulletin", self._told_bulletin())

    def _told_bulletin(self) -> str:
        bulletin = self._bulletin
        if bulletin is None:
            return written({"type": "bulletin", "bulletin": None})
        left = None if bulletin.until is None else max(0, bulletin.until - self._tables.now())
        return written({"type": "bulletin", "bulletin": {"id": bulletin.id, "text": bulletin.text, "left_ms": left}})

    # Bots that are loaded

    def prepares(self, table_id: str, bot: str, loads: bool) -> None:
        """A bot that a table waits for begins to be loaded, or is; it is told if that takes a while."""
        timer = self._loading.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        told, _ = self._preparing.get(table_id, (None, ""))
        if loads and told != bot:
            later = asyncio.get_running_loop().call_later
            self._loading[table_id] = later(PREPARING_S, self._say_preparing, table_id, bot)
        elif not loads and told is not None:
            self._say_preparing(table_id, None)

    def _say_preparing(self, table_id: str, bot: str | None) -> None:
        self._tell_preparing(table_id, bot, self.process)
        if self._tables.store.shared:
            said = ["preparing", self.process, table_id, *([bot] if bot else [])]
            self._begin(self._tables.store.tell(" ".join(said)))

    def _tell_preparing(self, table_id: str, bot: str | None, process: str) -> None:
        """Tell those at a table here."""
        self._preparing.pop(table_id, None)
        if bot is not None:
            self._preparing[table_id] = (bot, process)
        for watcher in self._watched.get(table_id, ()):
            watcher.offer("preparing", _preparing(bot))

    def _forget_lost_loading(self) -> None:
        """What another process loaded that is no more, is not loaded any more."""
        for table_id, (_, process) in list(self._preparing.items()):
            if process != self.process and not self._elsewhere.lives(process):
                self._tell_preparing(table_id, None, process)

    # Presence

    def _presence_changed(self, table_id: str) -> None:
        """Tell of comings and goings, all of a moment together: where many come, each would hear of each."""
        if table_id not in self._restless:
            self._restless.add(table_id)
            asyncio.get_running_loop().call_later(GATHER_S, self._tell_gathered, table_id)

    def _tell_gathered(self, table_id: str) -> None:
        self._restless.discard(table_id)
        self._tell_presence(table_id)
        self._announce(table_id)

    def _announce(self, table_id: str) -> None:
        """Tell the other processes who watches a table here."""
        if self._tables.store.shared:
            seats, spectators = self._here(table_id)
            numbers = [self.process, table_id, str(spectators), *map(str, sorted(seats))]
            self._begin(self._tables.store.tell(" ".join(["present", *numbers])))

    def _here(self, table_id: str) -> tuple[set[int], int]:
        watchers = self._watched.get(table_id, ())
        return {seat for watcher in watchers for seat in watcher.mine}, sum(not watcher.mine for watcher in watchers)

    def presence(self, table_id: str) -> Json:
        """Which seats are connected, and how many spectators, in all processes."""
        seats, spectators = self._here(table_id)
        far_seats, far_spectators = self._elsewhere.at(table_id)
        return {"type": "presence", "seats": sorted(seats | far_seats), "spectators": spectators + far_spectators}

    def is_present(self, table_id: str, seat: int) -> bool:
        """Whether somebody who plays a seat has the table before him, wherever he is connected."""
        return seat in self._here(table_id)[0] or seat in self._elsewhere.at(table_id)[0]

    def _tell_presence(self, table_id: str) -> None:
        watchers = self._watched.get(table_id)
        if watchers:
            message = written(self.presence(table_id))
            for watcher in watchers:
                watcher.offer("presence", message)

    def _watched_elsewhere(self, table_id: str) -> None:
        """Others watch a table in another process than before."""
        if table_id in self._watched:
            self._tell_presence(table_id)
            self.on_watch(table_id)

    async def keep_in_touch(self) -> None:
        """Let other processes know that this one lives, and forget those that no longer do."""
        while self._tables.store.shared:
            await self._tables.store.tell(f"alive {self.process}")
            for table_id in self._elsewhere.forget(_time() - SILENCE_S):
                self._watched_elsewhere(table_id)
            self._forget_lost_loading()
            await asyncio.sleep(SILENCE_S / 3)

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Hang up on everybody."""
        await asyncio.gather(*(watcher.hang_up(1012) for watcher in self.everybody()))


def _preparing(bot: str | None) -> str:
    return written({"type": "preparing", "bot": bot})


def _show(table: Any, watchers: Iterable[Watcher]) -> list[tuple[Watcher, Denied]]:
    """Offer each watcher his view, made once for all who see the same; those who may no longer watch."""
    made: dict[Any, str] = {}
    unwelcome: list[tuple[Watcher, Denied]] = []
    for watcher in watchers:
        try:
            looks = viewer(table, watcher.guest, watcher.seat, watcher.curtain)
        except Denied as denied:
            unwelcome.append((watcher, denied))
            continue
        same = (
            watcher.eyes == looks.seat if watcher.eyes != UNKNOWN else watcher.seat is not None or len(watcher.mine) < 2
        )
        nobody = looks.is_spectator and looks.guest != table.host
        kind = (looks.seat, None if nobody else looks.guest, watcher.sent, same)
        if kind not in made:
            made[kind] = written({"type": "table", **table_view(table, looks, watcher.sent, same)})
        watcher.offer("table", made[kind], table.version, looks.seat)
    return unwelcome


def _time() -> float:
    return asyncio.get_running_loop().time()


class Elsewhere:
    """Who is connected to other processes."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}
        self._there: defaultdict[str, dict[str, tuple[int, list[int]]]] = defaultdict(dict)
        """[table][process] spectators and seats."""

    def note(self, process: str, table_id: str, spectators: int, seats: list[int]) -> None:
        """Another process has said who watches a table there."""
        self.alive(process, _time())
        if spectators or seats:
            self._there[table_id][process] = (spectators, seats)
        else:
            self._there[table_id].pop(process, None)
        if not self._there[table_id]:
            del self._there[table_id]

    @property
    def count(self) -> int:
        """How many other processes there are."""
        return len(self._heard)

    def alive(self, process: str, now: float) -> None:
        """Another process lives."""
        self._heard[process] = now

    def lives(self, process: str) -> bool:
        """Whether another process was heard of lately."""
        return process in self._heard

    def at(self, table_id: str) -> tuple[set[int], int]:
        """Seats and number of spectators of a table in other processes."""
        there = self._there.get(table_id, {}).values()
        return {seat for _, seats in there for seat in seats}, sum(spectators for spectators, _ in there)

    def processes(self, table_id: str) -> Iterable[str]:
        """The other processes in which somebody watches a table."""
        return self._there.get(table_id, {}).keys()

    def forget(self, before: float) -> list[str]:
        """Forget processes not heard of since; the tables that this changes."""
        gone = {process for process, heard in self._heard.items() if heard < before}
        changed = [table_id for table_id, there in self._there.items() if gone & there.keys()]
        for process in gone:
            del self._heard[process]
        for table_id in changed:
            self._there[table_id] = {name: who for name, who in self._there[table_id].items() if name not in gone}
        return changed
