"""Where runs and conversations are kept: SQLite beside the workbenches, or PostgreSQL by URL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from keenbench import storage
from keenbench.errors import DiskFull, FileReadFailed, FileWriteFailed, ValidationFailed
from keenbench.settings import Settings

_DRIVER = "postgresql+psycopg"
# A lock of PostgreSQL's is a number: "kbrn", so that it is nobody else's in the same database.
_MAKING_TABLES = 0x6B62726E


class Words(sa.TypeDecorator[str]):
    """Text of any length. PostgreSQL has no NUL, which stands there as what is no character."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        if value is None or dialect.name != "postgresql":
            return value
        return value.replace("\0", "\ufffd")


metadata = sa.MetaData()

run_capsules = sa.Table(
    "run_capsules",
    metadata,
    sa.Column("run_id", sa.String(64), primary_key=True),
    sa.Column("created_at", sa.String(32), nullable=False, index=True),
    sa.Column("dataset_id", sa.String(120), nullable=False),
    sa.Column("dataset_version_hash", sa.String(80)),
    sa.Column("question", Words),
    sa.Column("query_mode", sa.String(8), nullable=False),
    sa.Column("plan_json", Words),
    sa.Column("compiled_sql", Words),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("result_json", Words),
    sa.Column("error_json", Words),
    sa.Column("exec_time_ms", sa.Float),
    sa.Column("result_hash", sa.String(64)),
    sa.Column("sandbox", sa.String(32)),
    sa.Column("engine", Words),
    sa.Column("thread_id", sa.String(64)),
    sa.Column("model_id", Words),
    sa.Column("purpose", sa.String(16), nullable=False),
    sa.Column("finished_at", sa.String(32)),
    sa.Column("warnings_json", Words),
    sa.Column("chart_json", Words),
    # The process that runs it: what a crash left can be told from what goes on elsewhere.
    sa.Column("owner", Words),
)

# Of which files a version was made, so that a replay can name those that changed.
dataset_versions = sa.Table(
    "dataset_versions",
    metadata,
    sa.Column("dataset_id", sa.String(120), primary_key=True),
    sa.Column("version_hash", sa.String(80), primary_key=True),
    sa.Column("files_json", Words, nullable=False),
)

threads = sa.Table(
    "threads",
    metadata,
    sa.Column("thread_id", sa.String(64), primary_key=True),
    sa.Column("dataset_id", sa.String(120), nullable=False),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("updated_at", sa.String(32), nullable=False, index=True),
    sa.Column("messages_json", Words, nullable=False),
)

# What a conversation shows to its reader; `messages_json` is what a model is told, and is bounded.
thread_turns = sa.Table(
    "thread_turns",
    metadata,
    sa.Column("turn_id", sa.Integer, primary_key=True),
    sa.Column("thread_id", sa.String(64), nullable=False, index=True),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("question", Words, nullable=False),
    sa.Column("assistant_message", Words, nullable=False),
    sa.Column("status", sa.String(32), nullable=False),
    sa.Column("run_id", sa.String(64)),
    sa.Column("model_id", Words, nullable=False),
)


class Store:
    """A database whose faults are told as what they are to a user."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    @contextmanager
    def connect(self) -> Iterator[sa.Connection]:
        with _telling_faults(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """Give a transaction, which is kept whole or not at all."""
        with _telling_faults(), self._engine.begin() as connection:
            yield connection

    def dispose(self) -> None:
        self._engine.dispose()


@contextmanager
def _telling_faults() -> Iterator[None]:
    try:
        yield
    except sa.exc.IntegrityError:
        raise  # says something of what was written, and whoever wrote it knows what
    except sa.exc.DBAPIError as error:
        raise _fault(error) from None


def _fault(error: sa.exc.DBAPIError) -> FileWriteFailed:
    # Never its text, which holds what should have been written.
    name = str(getattr(error.orig, "sqlite_errorname", type(error.orig).__name__))
    if name in ("SQLITE_FULL", "DiskFull"):
        return DiskFull("The disk that runs are kept on is full.", phase="analyst")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        told = "another process holds the database of runs; try again"
    else:
        told = f"the database of runs cannot be read or written ({name})"
    return FileWriteFailed(f"The run could not be kept: {told}.", phase="analyst")


def open_store(settings: Settings) -> Store:
    """Return the database of capsules and threads, its tables made where they are missing."""
    if settings.capsule_db_url is not None:
        engine = _open_postgresql(settings.capsule_db_url)
    else:
        path = settings.capsule_db_path
        storage.make_folders(path.absolute().parent)
        url = sa.URL.create("sqlite", database=str(path.absolute()))
        engine = sa.create_engine(url, connect_args={"timeout": 30.0})
        event.listen(engine, "connect", _set_up_sqlite)
    try:
        _make_tables(engine)
    except sa.exc.SQLAlchemyError as error:
        engine.dispose()
        raise FileReadFailed(
            f"The database of runs cannot be opened ({type(error).__name__}).", phase="analyst"
        ) from None
    return Store(engine)


def _open_postgresql(address: str) -> sa.Engine:
    # Neither error says the address itself: it may hold a password.
    try:
        url = sa.make_url(address)
        if url.drivername not in ("postgres", "postgresql", _DRIVER):
            raise sa.exc.ArgumentError
        return sa.create_engine(url.set(drivername=_DRIVER), pool_pre_ping=True)
    except sa.exc.ArgumentError:
        raise ValidationFailed(
            "CAPSULE_DB_URL is not the address of a PostgreSQL database, such as "
            "postgresql://user@host/name.",
            phase="settings",
        ) from None
    except ModuleNotFoundError:
        raise ValidationFailed(
            "CAPSULE_DB_URL needs psycopg: pip install 'keenbench[postgres]'.", phase="settings"
        ) from None


def _make_tables(engine: sa.Engine) -> None:
    """Make the tables that are missing, also while others who start just now do the same."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Its IF NOT EXISTS alone lets two make the same table at once, and one of them fail.
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MAKING_TABLES)))
        for table in metadata.sorted_tables:
            connection.execute(sa.schema.CreateTable(table, if_not_exists=True))
            for index in sorted(table.indexes, key=lambda each: str(each.name)):
                connection.execute(sa.schema.CreateIndex(index, if_not_exists=True))


def _set_up_sqlite(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    # What was acknowledged is on the disk, also when the power goes.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA busy_timeout = 30000")
    cursor.close()
