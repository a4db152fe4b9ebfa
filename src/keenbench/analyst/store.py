"""Where runs and conversations are kept: SQLite beside the workbenches, or PostgreSQL by URL."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from keenbench import storage
from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.settings import Settings

metadata = sa.MetaData()

run_capsules = sa.Table(
    "run_capsules",
    metadata,
    sa.Column("run_id", sa.String(64), primary_key=True),
    sa.Column("created_at", sa.String(32), nullable=False, index=True),
    sa.Column("dataset_id", sa.String(120), nullable=False),
    sa.Column("dataset_version_hash", sa.String(80)),
    sa.Column("question", sa.Text),
    sa.Column("query_mode", sa.String(8), nullable=False),
    sa.Column("plan_json", sa.Text),
    sa.Column("compiled_sql", sa.Text),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("result_json", sa.Text),
    sa.Column("error_json", sa.Text),
    sa.Column("exec_time_ms", sa.Float),
    sa.Column("result_hash", sa.String(64)),
    sa.Column("sandbox", sa.String(32)),
    sa.Column("engine", sa.String(120)),
    sa.Column("thread_id", sa.String(64)),
    sa.Column("model_id", sa.String(200)),
    sa.Column("purpose", sa.String(16), nullable=False),
    sa.Column("finished_at", sa.String(32)),
    sa.Column("warnings_json", sa.Text),
    sa.Column("chart_json", sa.Text),
    # The process that runs it: what a crash left can be told from what goes on elsewhere.
    sa.Column("owner", sa.String(200)),
)

# Of which files a version was made, so that a replay can name those that changed.
dataset_versions = sa.Table(
    "dataset_versions",
    metadata,
    sa.Column("dataset_id", sa.String(120), primary_key=True),
    sa.Column("version_hash", sa.String(80), primary_key=True),
    sa.Column("files_json", sa.Text, nullable=False),
)

threads = sa.Table(
    "threads",
    metadata,
    sa.Column("thread_id", sa.String(64), primary_key=True),
    sa.Column("dataset_id", sa.String(120), nullable=False),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("updated_at", sa.String(32), nullable=False, index=True),
    sa.Column("messages_json", sa.Text, nullable=False),
)

# What a conversation shows to its reader; `messages_json` is what a model is told, and is bounded.
thread_turns = sa.Table(
    "thread_turns",
    metadata,
    sa.Column("turn_id", sa.Integer, primary_key=True),
    sa.Column("thread_id", sa.String(64), nullable=False, index=True),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("assistant_message", sa.Text, nullable=False),
    sa.Column("status", sa.String(32), nullable=False),
    sa.Column("run_id", sa.String(64)),
    sa.Column("model_id", sa.String(200), nullable=False),
)


def open_store(settings: Settings) -> sa.Engine:
    """Return the database of capsules and threads, its tables made where they are missing."""
    if settings.capsule_db_url is not None:
        try:
            engine = sa.create_engine(settings.capsule_db_url, pool_pre_ping=True)
        except (sa.exc.ArgumentError, ModuleNotFoundError, sa.exc.NoSuchModuleError):
            # Not the address itself: it may hold a password.
            raise ValidationFailed(
                "CAPSULE_DB_URL is not the address of a database that can be opened here.",
                phase="settings",
            ) from None
    else:
        path = settings.capsule_db_path
        storage.make_folders(path.absolute().parent)
        url = sa.URL.create("sqlite", database=str(path.absolute()))
        engine = sa.create_engine(url, connect_args={"timeout": 30.0})
        event.listen(engine, "connect", _set_up_sqlite)
    try:
        metadata.create_all(engine)
    except sa.exc.SQLAlchemyError as error:
        engine.dispose()
        raise FileReadFailed(
            f"The database of runs cannot be opened ({type(error).__name__}).", phase="analyst"
        ) from None
    return engine


def _set_up_sqlite(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    # What was acknowledged is on the disk, also when the power goes.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA busy_timeout = 30000")
    cursor.close()
