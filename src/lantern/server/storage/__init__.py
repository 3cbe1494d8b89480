"""The database: its form, and SQLite and PostgreSQL as places to keep it."""
