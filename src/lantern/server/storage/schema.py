"""The tables of the database; migrations bring it to this form. `entries` is the truth, the rest follows from it."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("token", String(64), nullable=False, unique=True, comment="SHA-256 of the cookie"),
    Column("name", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("key", String(64), comment="SHA-256 of what brings him to his other devices"),
    Column("seen_at", BigInteger, comment="when he was last here, give or take a day"),
)

Index("guests_key", guests.c.key, unique=True)

devices = Table(
    "devices",
    metadata,
    Column("token", String(64), primary_key=True, comment="SHA-256 of the cookie"),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Index("devices_guest", devices.c.guest)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("setting", JSON, nullable=False, comment="what was decided when it was made; see server/tables/table.py"),
    Column("game", String(32), nullable=False),
    Column("listed", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False, comment="of the last entry"),
    Column("status", String(16), nullable=False),
    Column("to_act", Integer),
    Column("seats", JSON, nullable=False, comment="who sits where, for lists"),
    Column("updated_at", BigInteger, nullable=False),
    Column("digest", String(64), comment="SHA-256 of the state of the match"),
    Column("deadline", BigInteger, comment="when a clock has run out"),
    Column("bot_due", BigInteger, comment="when another process may let the bot move; null among bots alone"),
    Column("result", JSON(none_as_null=True), comment="how the match ended, for lists; null while it has not"),
    Column("branch_of", String(16), comment="the table whose match goes on another way here; null if it is none"),
    Column("branched_at", Integer, comment="after how many actions of that match"),
    Column("label", Text, comment="what a branch is called by who made it"),
    Column("puzzle", String(64), comment="the puzzle whose moment it begins with; null if it is none"),
    Column("host", String(16), comment="the guest who is the host now"),
)
Index("tables_puzzle", tables.c.puzzle, tables.c.updated_at)
Index("tables_branch_of", tables.c.branch_of)
Index("tables_listed", tables.c.listed, tables.c.status, tables.c.updated_at)
Index("tables_deadline", tables.c.deadline)
Index("tables_bot_due", tables.c.bot_due)

sittings = Table(
    "sittings",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, comment="0 for the host of a table at which he does not sit"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("move_id", String(64)),
    Column("at", BigInteger, nullable=False),
    Column("data", JSON, nullable=False),
)
Index("entries_move_id", entries.c.table_id, entries.c.move_id, unique=True)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("state", String(16), nullable=False, comment="waiting, working, done or failed"),
    Column("asked_at", BigInteger, nullable=False),
    Column("done", Integer, nullable=False, comment="decisions judged so far"),
    Column("total", Integer, nullable=False, comment="decisions to be judged; 0 while nobody has counted"),
    Column("tries", Integer, nullable=False, comment="how often somebody began to work on it"),
    Column("due", BigInteger, comment="when another process may work on it; null if nobody need"),
    Column("review", Text, comment="the review as it is sent"),
    Column("asker", String(16), nullable=False, comment="the guest who asked for it; empty if he is unknown"),
    Column("begun_at", BigInteger, comment="when somebody last began to work on it"),
)
Index("reviews_due", reviews.c.due)
Index("reviews_asker", reviews.c.asker, reviews.c.begun_at)

practice = Table(
    "practice",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, comment="the number of the action that somebody wants to find better"),
    Column("seat", Integer, nullable=False),
    Column("stage", Integer, nullable=False, comment="how often in a row it was found when it was due"),
    Column("due", BigInteger, nullable=False, comment="when it comes back"),
)

notes = Table(
    "notes",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, comment="0 for who only looks on"),
    Column("about", String(40), primary_key=True, comment="a move or a card"),
    Column("text", Text, nullable=False),
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, comment="among his tries at puzzles of the game, from 1"),
    Column("puzzle", String(64), nullable=False),
    Column("day", String(10), comment="the day of which it was the puzzle, if it was tried as that"),
    Column("counts", Integer, nullable=False, comment="0 if he had tried it before, on another day"),
    Column("right", Integer, nullable=False, comment="whether the first try was right"),
    Column("at", BigInteger, nullable=False),
    Column("rating", Float, nullable=False, comment="his rating after it, by Glicko-2"),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("alive_at", BigInteger, nullable=False, comment="when a server last ran"),
    Column("cleared_at", BigInteger, comment="when one last cleared by the clock"),
    Column("push_key", String(64), comment="the private key by which push services know the server"),
)

bars = Table(
    "bars",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("network", String(49), comment="the addresses that are not let in; null if it is a guest"),
    Column("guest", String(16), comment="the guest who is not let in; null if it is addresses"),
    Column("reason", Text),
    Column("made_at", BigInteger, nullable=False),
    Column("until", BigInteger, comment="when he may come again; null if that is not known"),
)

bulletins = Table(
    "bulletins",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("until", BigInteger, comment="until when it is shown; null: until it is taken back"),
)

deeds = Table(
    "deeds",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("what", String(16), nullable=False),
    Column("about", String(64), comment="the table, guest, network or message it was about"),
    Column("details", JSON, nullable=False),
    Column("address", String(49), comment="from where it was asked for; null if the server did it by itself"),
)
Index("deeds_at", deeds.c.at)

wishes = Table(
    "wishes",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("told", JSON, nullable=False, comment="the kinds of notices that he wants"),
    Column("language", String(8), nullable=False),
    Column("origin", Text, nullable=False, comment="where his browser finds the server, for links"),
    Column("quiet_from", Integer, comment="when his quiet hours begin, in minutes since midnight; null without any"),
    Column("quiet_to", Integer),
    Column("zone", String(64), comment="the time zone in which they are"),
    Column("channel", String(8), comment="what is at his address: webhook or ntfy"),
    Column("address", Text, comment="where he is told besides his browsers"),
)

push_devices = Table(
    "push_devices",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("endpoint", Text, nullable=False, unique=True, comment="where his browser's push service takes notices"),
    Column("key", String(128), nullable=False, comment="the browser's public key"),
    Column("secret", String(32), nullable=False, comment="what the browser shares with this server"),
    Column("name", Text),
    Column("made_at", BigInteger, nullable=False),
)
Index("push_devices_guest", push_devices.c.guest)

notices = Table(
    "notices",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("kind", String(16), primary_key=True, comment="turn, over, talk or invited"),
    Column("seat", Integer, nullable=False),
    Column("due", BigInteger, nullable=False, comment="when he is told, if he is still away"),
)
Index("notices_due", notices.c.due)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("device", ForeignKey("push_devices.id"), comment="null if it goes to his address"),
    Column("message", JSON, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, comment="when some process may send it, or send it again"),
    Column("tries", Integer, nullable=False),
)
Index("deliveries_due", deliveries.c.due)
Index("deliveries_guest", deliveries.c.guest)
