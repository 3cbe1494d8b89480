"""PostgreSQL, shared by several processes, which tell each other what has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import asyncpg
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, AdaptedConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from lantern.kernel.errors import BadInput
from lantern.server.errors import Denied
from lantern.server.storage.migrations import upgrade
from lantern.server.storage.records import CHANNEL, notify
from lantern.server.storage.store import T, Work, closed, unavailable
from lantern.server.tasks import call_off

SERVER, READER = "lantern", "lantern backup"
"""What connections are called, of those who serve and of those who only read."""
RECONNECT_S = 0.5
POOL = 8
"""How many connections a process has to PostgreSQL."""
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""How PostgreSQL can fail."""
LOCK_MS, IDLE_MS = 4_000, 5_000
"""How long to wait for a lock, and how long a stopped process may hold one."""
GOODBYE_S = 2.0
"""How long work under way may take to end when the store is closed, and then its connections to take their leave."""


class PostgresStore:
    """PostgreSQL, shared with other processes."""

    shared = True

    def __init__(self, url: URL) -> None:
        self._plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=POOL,
            max_overflow=0,
            pool_timeout=10,
            connect_args={
                "timeout": 5,
                "command_timeout": 15,
                "server_settings": {
                    "application_name": SERVER,
                    "lock_timeout": str(LOCK_MS),
                    "idle_in_transaction_session_timeout": str(IDLE_MS),
                },
            },
        )
        event.listen(self._engine.sync_engine, "connect", self._opened)
        self._open: WeakSet[asyncpg.Connection] = WeakSet()
        """The connections of the pool, and such as have been closed."""
        self._under_way: set[asyncio.Future[None]] = set()
        """For each piece of work that is being done, that it has ended."""
        self._listener: asyncio.Task[None] | None = None
        self._closed = False

    def _opened(self, made: AdaptedConnection, _: ConnectionPoolEntry) -> None:
        """The pool has made a connection; it is closed again if the store has been closed meanwhile."""
        if self._closed:
            raise closed()
        self._open.add(made.driver_connection)

    async def start(self) -> None:
        """Connect and migrate."""
        try:
            await self.run(upgrade)
        except Denied as error:
            raise BadInput("bad.database.unreachable", error=error.__cause__) from error

    def check(self) -> None:
        """Nothing of it can be seen from outside; whether it takes what is written shows once a second."""

    def room(self) -> int | None:
        """Its disk is elsewhere."""
        return None

    async def run(self, work: Work[T], notice: str | None = None) -> T:
        """Do work in a transaction."""
        if self._closed:
            raise closed()
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._under_way.add(over)
        try:
            async with self._engine.begin() as connection:
                result = await connection.run_sync(work)
                if notice is not None:
                    await connection.run_sync(notify, notice)
            return result
        except (SQLAlchemyError, *FAILURES) as error:
            raise unavailable(error) from error
        finally:
            self._under_way.remove(over)
            over.set_result(None)

    async def listen(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Keep a connection on which notices arrive, and make a new one when it breaks."""
        self._listener = asyncio.create_task(self._keep_listening(hear, missed))

    async def _keep_listening(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        while True:
            with suppress(*FAILURES):
                await self._listen_once(hear, missed)
            await asyncio.sleep(RECONNECT_S)

    async def _listen_once(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        connection = await asyncpg.connect(self._plain, timeout=5)
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await connection.add_listener(CHANNEL, lambda *arguments: hear(str(arguments[-1])))
            missed()
            await lost.wait()
        finally:
            await _within(connection.close(), GOODBYE_S)

    async def tell(self, notice: str) -> None:
        """Send a notice now."""
        with suppress(Denied):
            await self.run(lambda connection: notify(connection, notice))

    async def close(self) -> None:
        """Close all connections; who comes later is sent away, for the pool would open new ones that nobody closes."""
        self._closed = True
        await call_off(self._listener)
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=GOODBYE_S)
        await _within(self._engine.dispose(), GOODBYE_S)
        for connection in tuple(self._open):
            connection.terminate()


async def read_postgres(url: URL, work: Work[T]) -> T:
    """Do work that reads, on all of a database as it is at this moment; servers may go on writing to it."""
    engine = create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        isolation_level="REPEATABLE READ",
        connect_args={"timeout": 5, "server_settings": {"application_name": READER}},
    )
    try:
        async with engine.connect() as connection:
            await connection.exec_driver_sql("SET TRANSACTION READ ONLY")
            return await connection.run_sync(work)
    except (SQLAlchemyError, *FAILURES) as error:
        raise BadInput("bad.database.unreachable", error=error) from error
    finally:
        await engine.dispose()


def used_by_others(connection: Connection) -> bool:
    """Whether a server is connected to the same database."""
    others = text(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name "
        "AND pid <> pg_backend_pid()"
    )
    return connection.execute(others, {"name": SERVER}).first() is not None


async def _within(work: Awaitable[Any], seconds: float) -> None:
    """Wait for something that may fail, but not for ever."""
    with suppress(*FAILURES):
        async with asyncio.timeout(seconds):
            await work
