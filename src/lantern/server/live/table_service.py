"""The table service: who asks for something at a table is served here, one after another at each table."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sqlalchemy import Connection

import lantern
from lantern.kernel.chance import Seed, new_key
from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.game import Game, Match
from lantern.players import MOST_SECONDS
from lantern.server.errors import Denied
from lantern.server.storage import notices, records
from lantern.server.storage.administration import see_guest
from lantern.server.storage.store import Store, unavailable
from lantern.server.tables import decisions, keys
from lantern.server.tables import entries as kinds
from lantern.server.tables.decisions import check_bot, name_or, usual_bot
from lantern.server.tables.entries import Draft, Entry
from lantern.server.tables.practice import Attempt, practised
from lantern.server.tables.repeats import Once
from lantern.server.tables.solving import Tried
from lantern.server.tables.table import BOT, OPEN, PERSON, SEATING, Done, Seat, Setting, Table
from lantern.server.tables.telling import awaited, tellings

MOST_TABLES = 4_000
"""How many tables a process keeps in memory."""
MOST_GUESTS = 50_000
"""How many guests a process remembers."""
SEEN_MS = 86_400_000
"""How often it is noted that a guest is here."""
ATTEMPTS = 6
"""How often a request is tried when other processes are faster."""
LEASE_MS = 20_000
"""How long other processes wait for a bot that this one lets think."""
REPLAYERS = 2
"""How many matches are replayed at once, beside the event loop."""
REPLAY_S = 10.0
"""How long a request waits for the replay of a match."""
MOST_ENTRIES = 5_000
"""After so many entries nothing is done at a table but what brings its match to an end: every replay takes its time."""
LAST_KINDS = {kinds.BEGIN, kinds.MOVE, kinds.STAND_IN, kinds.ABANDON, kinds.PAUSE, kinds.NEXT}
"""What may still be done then; and to agree to the end."""
SEAT_KINDS = {kinds.SIT, kinds.DEVICE, kinds.LEAVE, kinds.OPEN, kinds.BOT, kinds.KEY, kinds.HOST}
"""The entries after which somebody else may play a seat, or is the host."""
CHECK_S = 5.0
"""How long the database may take to answer before it counts as away."""
ME = "me"
UNMARKED = Once()
"""A request that is never asked again."""
NEVER = 1 << 62
Value = TypeVar("Value")


@dataclass
class Slot:
    """A table in memory and the lock under which it is used."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None


@dataclass(frozen=True)
class Change:
    """What others are told after a commit: no more than that there is something to see."""

    table: str
    version: int
    seat: int | None
    """The seat whose turn it is."""
    guests: tuple[str, ...]
    """The guests whose turn it has become."""
    bot: bool = False
    """Whether a bot is to move; this process lets it think."""


@dataclass(frozen=True)
class Order:
    """A table as somebody wants it."""

    game: str
    options: Json
    seats: list[Json]
    clock: Json | None = None
    spectators: Json = field(default_factory=lambda: {"view": "public", "seat": None})
    listed: bool = False
    seed: Seed | None = None
    saved: str | None = None
    until: int | None = None
    """How many of a saved match's actions stand; all of them if None."""
    name: str | None = None
    lesson: bool = False
    branch: Json | None = None
    puzzle: Json | None = None


@dataclass(frozen=True)
class Founded:
    """A new table that is to be written."""

    table: Table
    made: list[Entry]
    projection: Json
    change: Change

    def write(self, connection: Connection) -> None:
        """Write it to the database."""
        records.add_table(connection, self.table, self.made, self.projection)
        notices.add(connection, awaited(self.table, self.change.guests), self.table.updated_at)


Decide = Callable[[Table], Sequence[Draft] | Done]
"""What grants a request, or raises `Denied`."""


class TableService:
    """All that can be done at tables."""

    def __init__(
        self, store: Store, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000, most_s: float = MOST_SECONDS
    ) -> None:
        self.store = store
        self.most_s = most_s
        """The longest time that a bot may be given for a move."""
        self.process = secrets.token_hex(4)
        """By what name other processes know this one."""
        self.now = now
        self.secret = keys.new_secret
        self.name = keys.new_name
        self.seed: Callable[[], Seed] = new_key
        self.lapse: Callable[[], Awaitable[tuple[int, int] | None]] = _no_lapse
        """The spell until now in which no server ran, if nobody has made up for it yet."""
        self.trouble: Exception | None = None
        """Why the last beat of the scheduler could not be written; None if it was."""
        self.on_change: Callable[[Change], None] = lambda change: None
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._guests: OrderedDict[str, tuple[str, str | None]] = OrderedDict()
        self._seen: OrderedDict[str, int] = OrderedDict()
        """[guest] when it was last noted that he is here."""
        self._replayers = ThreadPoolExecutor(REPLAYERS, "replay")

    # Guests

    async def guest_of(self, token: str | None) -> tuple[str, str | None] | None:
        """The guest with a cookie, and his name."""
        if not token or len(token) > 64:
            return None
        hashed = keys.hashed(token)
        if hashed not in self._guests:
            found = await self.store.run(lambda connection: records.find_guest(connection, hashed))
            if found is None:
                return None
            self._remember_guest(hashed, found)
        if not await self._is_here(self._guests[hashed][0]):
            self._guests.pop(hashed, None)
            return None
        return self._guests[hashed]

    async def _is_here(self, guest: str) -> bool:
        """Note that a guest is here, once a day; False if he has been forgotten meanwhile."""
        now = self.now()
        if now - self._seen.get(guest, 0) < SEEN_MS:
            return True
        noted = await self.store.run(lambda connection: see_guest(connection, guest, now, now - SEEN_MS))
        if noted is None:
            return False
        self._seen[guest] = noted
        if len(self._seen) > MOST_GUESTS:
            self._seen.popitem(last=False)
        return True

    def _remember_guest(self, hashed: str, guest: tuple[str, str | None]) -> None:
        self._guests[hashed] = guest
        if len(self._guests) > MOST_GUESTS:
            self._guests.popitem(last=False)

    async def new_guest(self, name: str | None = None, token: str | None = None) -> tuple[str, str]:
        """A new guest: his id and the secret for his cookie. Who is known by that secret is no other."""
        guest, token, at = self.name(), token or self.secret(), self.now()
        hashed = keys.hashed(token)
        known = await self.store.run(lambda connection: records.add_guest(connection, guest, hashed, name, at))
        self._remember_guest(hashed, known)
        return known[0], token

    async def give_key(self, guest: str, key: str) -> None:
        """Give a guest the key by which he is himself on other devices; he has one at most."""
        await self.store.run(lambda connection: records.give_key(connection, guest, keys.hashed(key)))

    async def bring(self, key: str, token: str) -> tuple[str, str | None] | None:
        """Bring a guest to another device by his key: from now on he is known there by a cookie."""
        key_hash, hashed, at = keys.hashed(key), keys.hashed(token), self.now()
        found = await self.store.run(lambda connection: records.add_device(connection, key_hash, hashed, at))
        if found is not None:
            self._remember_guest(hashed, found)
        return found

    async def name_guest(self, token: str, guest: str, name: str) -> None:
        """Call a guest by another name, at tables he comes to from now on."""
        await self.store.run(lambda connection: records.name_guest(connection, guest, name))
        self._remember_guest(keys.hashed(token), (guest, name))

    def forget_guest(self, guest: str) -> None:
        """Know nothing more of somebody who is no more."""
        self._seen.pop(guest, None)
        for hashed in [hashed for hashed, known in self._guests.items() if known[0] == guest]:
            del self._guests[hashed]

    # Tables in memory

    @property
    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._slots)

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Table]:
        """A table as it stands in the database, for nobody else meanwhile."""
        slot = self._slot(table_id)
        async with slot.lock:
            yield await self._fresh(table_id, slot)

    def _slot(self, table_id: str) -> Slot:
        slot = self._slots.setdefault(table_id, Slot())
        self._slots.move_to_end(table_id)
        if len(self._slots) > MOST_TABLES:
            for name in [name for name, old in self._slots.items() if not old.lock.locked()][:16]:
                if name != table_id:
                    del self._slots[name]
        return slot

    async def _fresh(self, table_id: str, slot: Slot) -> Table:
        """The table, caught up with what other processes did to it."""
        if slot.table is None:
            slot.table = await self._load(table_id)
        elif self.store.shared:
            version = await self.store.run(lambda connection: records.read_version(connection, table_id))
            if version is None:
                self.forget([table_id])
                raise Denied("no_table")
            if version != slot.table.version:
                table, slot.table = slot.table, None
                slot.table = await self._caught_up(table)
        return slot.table

    def forget(self, table_ids: Iterable[str]) -> None:
        """Know nothing more of tables that are no more."""
        for table_id in table_ids:
            slot = self._slots.pop(table_id, None)
            if slot is not None:
                slot.table = None

    async def _load(self, table_id: str) -> Table:
        setting = await self.store.run(lambda connection: records.read_setting(connection, table_id))
        if setting is None:
            self._slots.pop(table_id, None)
            raise Denied("no_table")
        return await self._caught_up(await self.aside(Table, setting))

    async def _caught_up(self, table: Table) -> Table:
        """A table with all that was done at it; the table is lost if it can't be had."""
        table_id, version = table.setting.table, table.version
        made = await self.store.run(lambda connection: records.read_entries(connection, table_id, version))
        await self.aside(_apply_all, table, made)
        return table

    async def aside(self, work: Callable[..., Value], *arguments: object) -> Value:
        """What takes as long as the data that users bring: done in a thread, so that other tables are served meanwhile.

        How long that can be follows from what a map and a table may have; a thread that is busy is waited for.
        """
        working = asyncio.get_running_loop().run_in_executor(self._replayers, work, *arguments)
        try:
            async with asyncio.timeout(REPLAY_S):
                return await working
        except TimeoutError:
            raise Denied("too_slow") from None

    async def act(
        self,
        table_id: str,
        decide: Decide,
        also: Callable[[Connection], None] | None = None,
        once: Once = UNMARKED,
    ) -> tuple[Table, Done]:
        """Grant a request at a table, whose clock has first been put right if no server ran until now."""
        lapse = await self.lapse()
        if lapse is not None:
            await self.grant(table_id, lambda table: decisions.pause(table, *lapse))
        return await self.grant(table_id, decide, also, once)

    async def grant(
        self,
        table_id: str,
        decide: Decide,
        also: Callable[[Connection], None] | None = None,
        once: Once = UNMARKED,
    ) -> tuple[Table, Done]:
        """Grant a request at a table: make its entries, commit them with what else belongs to it, then tell others.

        One that was granted before changes nothing, and is answered as it was.
        """
        slot = self._slot(table_id)
        async with slot.lock:
            for _ in range(ATTEMPTS):
                table = await self._fresh(table_id, slot)
                if once.mark in table.done:
                    return table, table.done[once.mark]
                drafts = decide(table)
                if isinstance(drafts, Done):
                    return table, drafts
                if not drafts:
                    return table, table.now()
                _check_room(table, drafts)
                marked = [replace(drafts[0], move_id=drafts[0].move_id or once.mark), *drafts[1:]]
                try:
                    made = await self._make(table, marked, also)
                except records.Conflict:
                    slot.table = None
                    continue
                except BaseException:
                    slot.table = None
                    raise
                return table, table.now(made[0])
        raise Denied("unavailable")

    async def _make(
        self, table: Table, drafts: Sequence[Draft], also: Callable[[Connection], None] | None
    ) -> list[Entry]:
        waited_for, finished = _waited_for(table), table.finished
        made = self._entries(table, drafts)
        reseated = any(entry.kind in SEAT_KINDS for entry in made)
        projection, change, first = self._projection(table), _change(table, waited_for), _first_try(table, made)
        told = tellings(table, made, change.guests, table.finished and not finished)

        def work(connection: Connection) -> None:
            records.append(connection, table.setting.table, made, projection)
            if reseated:
                records.write_sittings(connection, table)
            if first is not None:
                records.note_try(connection, first, made[0].at)
            if also is not None:
                also(connection)
            notices.add(connection, told, made[0].at)

        await self.store.run(work, self._notice(change))
        self.on_change(change)
        return made

    async def project(self, table_id: str) -> None:
        """Write anew what the database shows of a table, where a migration could not."""
        async with self.at(table_id) as table:
            projection = self._projection(table)
            await self.store.run(lambda connection: records.write_projection(connection, table_id, projection))

    def _notice(self, change: Change) -> str:
        """A change as other processes hear of it: numbers only, for what NOTIFY carries is short."""
        turned = int(bool(change.guests))
        return f"changed {self.process} {change.table} {change.version} {change.seat or 0} {turned}"

    async def sitting(self, table_id: str, seat: int) -> list[str]:
        """The guests who play a seat, as the database has it."""
        return await self.store.run(lambda connection: records.read_sitting(connection, table_id, seat))

    def _entries(self, table: Table, drafts: Sequence[Draft]) -> list[Entry]:
        """Apply drafts as entries, and begin the match when all seats are taken."""
        at = max(self.now(), table.updated_at)
        made: list[Entry] = []
        for draft in drafts:
            made.append(_entry(draft, table.version + 1, at))
            table.apply(made[-1])
        if table.status == SEATING and table.full:
            made.append(_entry(Draft(kinds.BEGIN), table.version + 1, at))
            table.apply(made[-1])
        return made

    def _projection(self, table: Table) -> Json:
        """What the database shows of a table without replaying it."""
        return {
            "version": table.version,
            "status": table.status,
            "to_act": table.to_act,
            "seats": table.who_sits_where(),
            "updated_at": table.updated_at,
            "digest": table.digest(),
            "result": table.outcome(),
            "label": table.label,
            "host": table.host,
            "deadline": _deadline(table),
            "bot_due": table.updated_at + LEASE_MS if table.bot_to_act and not table.bots_alone else None,
        }

    # Making tables

    async def create(self, guest: str, order: Order, once: Once = UNMARKED) -> tuple[Table, str | None, dict[int, str]]:
        """A new table; its link and the links of its open seats, if any. Ordered again, it is the same."""
        table_id = once.name("table", self.name)
        is_open = [number for number, seat in enumerate(order.seats, 1) if seat["kind"] == OPEN]
        invite = once.secret("invite", self.secret) if is_open else None
        open_keys = {number: once.secret(f"seat {number}", self.secret) for number in is_open}
        made = await self._known_table(table_id) if once.mark else None
        return made or await self._ordered(guest, order, table_id, invite, open_keys), invite, open_keys

    async def _known_table(self, table_id: str) -> Table | None:
        try:
            async with self.at(table_id) as table:
                return table
        except Denied as denied:
            if denied.code == "no_table":
                return None
            raise

    async def _ordered(
        self, guest: str, order: Order, table_id: str, invite: str | None, open_keys: dict[int, str]
    ) -> Table:
        """Make a table as it was ordered."""
        begun = await self.aside(self._begun, order)
        setting = Setting(
            table=table_id,
            game=order.game,
            rules=begun.game.sheet.rules_version,
            options=begun.options,
            seed=begun.seed if order.seed is not None or order.saved is not None else self.seed(),
            salt=self.secret(),
            seed_chosen=_is_chosen(order, begun),
            setup=begun.setup,
            position=begun.start,
            actions=begun.history,
            clock=order.clock,
            spectators=_spectators(order, begun),
            listed=order.listed,
            host=guest,
            seats=_first_seats(order, guest, open_keys),
            invite=keys.hashed(invite) if invite else None,
            previous=None,
            created_at=self.now(),
            lesson=order.lesson,
            branch=order.branch,
            puzzle=order.puzzle,
        )
        return await self._found(setting)

    def _begun(self, order: Order) -> Match:
        """The match that is to begin, which shows that the order is one that can be played."""
        game = known_game(order.game)
        for seat in order.seats:
            if seat["kind"] == BOT:
                check_bot(game, seat["bot"] or usual_bot(game), self.most_s)
        if order.saved is not None:
            return self._saved(game, order)
        try:
            return game.match(len(order.seats), order.seed, **_known(game, order.options))
        except BadInput as error:
            raise Denied("bad_options", reason=error) from None

    def _saved(self, game: Game, order: Order) -> Match:
        if order.options or order.seed is not None:
            raise Denied("bad_saved", reason=Phrase("bad.saved_with_options"))
        try:
            match = game.load(order.saved or "")
        except BadInput as error:
            raise Denied("bad_saved", reason=error) from None
        if match.options["players"] != len(order.seats):
            raise Denied("bad_saved", reason=Phrase("bad.saved_players", players=match.options["players"]))
        if order.until is None:
            return match
        if order.until > match.ply:
            raise Denied("no_ply")
        return match.earlier(order.until)

    async def _found(self, setting: Setting) -> Table:
        founded = await self.aside(self._prepared, setting)
        await self.store.run(founded.write, self._notice(founded.change))
        self._opened(founded)
        return founded.table

    def _prepared(self, setting: Setting) -> Founded:
        table = Table(setting)
        made = self._entries(table, [])
        return Founded(table, made, self._projection(table), _change(table, None))

    def _opened(self, founded: Founded) -> None:
        """A new table is in the database: keep it at hand and tell of it."""
        self._slot(founded.change.table).table = founded.table
        self.on_change(founded.change)

    async def rematch(self, table_id: str, guest: str, same_deal: bool) -> Table:
        """A table at which the same people play again: one for each table that is over."""
        which = "same_deal" if same_deal else "rematch"
        founded: list[Founded] = []

        def decide(table: Table) -> list[Draft]:
            decisions.check_rematch(table, guest)
            if which in table.next:
                return []
            founded[:] = [self._prepared(self._followed(table, guest, same_deal))]
            return [Draft(kinds.NEXT, None, {"which": which, "table": founded[0].change.table, "guest": guest})]

        def write(connection: Connection) -> None:
            founded[0].write(connection)

        table, _ = await self.act(table_id, decide, write)
        if founded and table.next[which] == founded[0].change.table:
            self._opened(founded[0])
        async with self.at(table.next[which]) as following:
            return following

    def _followed(self, table: Table, guest: str, same_deal: bool) -> Setting:
        old = table.setting
        return Setting(
            **{field: getattr(old, field) for field in ("game", "options", "clock", "spectators", "listed")},
            table=self.name(),
            rules=table.game.sheet.rules_version,
            seed=old.seed if same_deal else self.seed(),
            salt=self.secret(),
            seed_chosen=same_deal,
            setup=old.setup if same_deal else {},
            position=old.position if same_deal else None,
            actions=[],
            host=guest,
            seats=[_same_seat(seat) for seat in table.seats],
            invite=None,
            previous=old.table,
            created_at=self.now(),
        )

    async def ask_review(self, table_id: str, guest: str | None) -> Json:
        """Have a finished match reviewed for somebody; how far that is."""
        at = self.now()

        def work(connection: Connection) -> Json:
            records.ask_review(connection, table_id, at, guest or "")
            return records.read_review(connection, table_id)

        return await self.store.run(work)

    async def practise(self, guest: str, tried: Attempt, good: bool) -> None:
        """Note when a decision that somebody tried again comes back to him."""
        now = self.now()

        def work(connection: Connection) -> None:
            known = records.find_practice(connection, guest, tried.table, tried.ply)
            following = practised(tried, known, good, now)
            if following is not None:
                records.write_practice(connection, guest, tried.table, following)
            elif known is not None:
                records.forget_practice(connection, guest, tried.table, tried.ply)

        await self.store.run(work)

    async def check_up(self) -> None:
        """Whether the database answers, and keeps what is written: once a second something is. `Denied` if not."""
        try:
            async with asyncio.timeout(CHECK_S):
                await self.store.run(records.answers)
        except TimeoutError as error:
            raise unavailable(error) from error
        self.store.check()
        if self.trouble is not None:
            raise unavailable(self.trouble)


async def _no_lapse() -> tuple[int, int] | None:
    """Somebody always runs."""
    return None


def known_game(name: str) -> Game:
    """A game by its name."""
    try:
        return lantern.game(name)
    except BadInput as error:
        raise Denied("bad_options", reason=error) from None


def _apply_all(table: Table, made: Iterable[Entry]) -> None:
    """Carry out entries that were granted."""
    for entry in made:
        table.apply(entry)


def _check_room(table: Table, drafts: Sequence[Draft]) -> None:
    """A table at which too much was done is only brought to its end."""
    ends = all(draft.kind in LAST_KINDS or draft.data.get("agree") for draft in drafts)
    if table.version >= MOST_ENTRIES and not ends:
        raise Denied("too_many")


def _entry(draft: Draft, version: int, at: int) -> Entry:
    return Entry(draft.kind, draft.seat, draft.data, draft.move_id, version, at, action=draft.action)


def _known(game: Game, options: Json) -> Json:
    """Options as a person may give them; the number of players comes from the seats, and the seed has its own place."""
    known = [*(option.name for option in game.sheet.options), *game.sheet.setups]
    for name in options:
        if name not in known:
            raise BadInput("bad.no_option", game=game.sheet.called, name=quoted(name), options=known)
    return options


def _is_chosen(order: Order, begun: Match) -> bool:
    """Whether the host knows the deal: he gave the seed, a saved match, or the set-up."""
    return order.seed is not None or order.saved is not None or bool(begun.setup)


def _spectators(order: Order, begun: Match) -> Json:
    """What spectators see: the view of one seat, or a late one of all, only where they could otherwise see nothing."""
    view, seat = order.spectators["view"], order.spectators["seat"]
    if view in ("delayed", "seat") and not begun.game.sheet.silent:
        raise Denied("bad_options", reason=Phrase("bad.spectators_see", game=begun.game.sheet.called))
    if (view == "seat") != (seat is not None) or not 1 <= (seat or 1) <= len(order.seats):
        raise Denied("bad_options", reason=Phrase("bad.spectators_seat"))
    return {"view": view, "seat": seat}


def _first_seats(order: Order, guest: str, open_keys: Mapping[int, str]) -> list[Json]:
    """Who sits where at a new table; of one's own seats without a name the first has one's usual name."""
    own = next((number for number, seat in enumerate(order.seats, 1) if seat["kind"] == ME and not seat["name"]), None)
    return [
        _first_seat(order, seat, guest, open_keys.get(number), order.name if number == own else None)
        for number, seat in enumerate(order.seats, 1)
    ]


def _first_seat(order: Order, seat: Json, guest: str, key: str | None, name: str | None) -> Json:
    """Who sits on a seat of a new table."""
    kind = seat["kind"]
    usual = usual_bot(lantern.game(order.game))
    return {
        "kind": PERSON if kind == ME else kind,
        "name": name_or(seat["name"], name) if kind == ME else None,
        "bot": (seat["bot"] or usual) if kind == BOT else None,
        "guests": [guest] if kind == ME else [],
        "key": keys.hashed(key) if key else None,
    }


def _same_seat(seat: Seat) -> Json:
    """Who sits on a seat of the next table; all devices of a person keep it."""
    bot = seat.bot if seat.kind == BOT else None
    return {"kind": seat.kind, "name": seat.name, "bot": bot, "guests": seat.guests, "key": seat.key}


def _deadline(table: Table) -> int | None:
    """When a clock will have run out: never, where nothing happens then."""
    if table.clocks is None or table.clocks.running is None:
        return None
    return table.clocks.deadline or NEVER


def _first_try(table: Table, made: Sequence[Entry]) -> Tried | None:
    """What somebody tries first at the puzzle of a table, if it is among these entries."""
    solving, tries = table.solving, [entry for entry in made if entry.kind in (kinds.TRY, kinds.SHOW)]
    if solving is None or not tries or len(tries) != solving.tries:
        return None
    right = tries[0].kind == kinds.TRY and tries[0].data["right"]
    return Tried(table.setting.host, solving.puzzle, solving.day, right)


def _waited_for(table: Table) -> tuple[int, tuple[str, ...]] | None:
    """The seat and the guests that are to act; None if it is no person's turn, or there is a puzzle before it."""
    if table.to_act is None or table.waits or not table.seats[table.to_act - 1].waits_for_person:
        return None
    return table.to_act, tuple(table.seats[table.to_act - 1].guests)


def _change(table: Table, waited_for: tuple[int, tuple[str, ...]] | None) -> Change:
    """A change after which perhaps somebody else is waited for than before."""
    now = _waited_for(table)
    guests = now[1] if now is not None and now != waited_for else ()
    return Change(table.setting.table, table.version, table.to_act, guests, table.bot_to_act is not None)


def read_notice(notice: str) -> tuple[str, Change, bool]:
    """The process that changed a table, the change, and whether it has become somebody's turn."""
    _, process, table, version, seat, turned = notice.split(" ")
    return process, Change(table, int(version), int(seat) or None, ()), turned == "1"
