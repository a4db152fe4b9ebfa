"""A PostgreSQL server for the tests: the one that a variable names, or one that is started here."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

URL = "KEENBENCH_TEST_POSTGRES_URL"
"""The address of a database that the tests may empty."""
# It refuses to run as root; Debian's package brings this user.
_SERVICE = "postgres"


def server_folder() -> Path | None:
    """Return where the newest server's programs lie; Debian keeps them off PATH."""
    on_path = shutil.which("postgres")
    if on_path is not None:
        return Path(on_path).parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    return found[-1].parent if found else None


def _version(program: Path) -> int:
    number = program.parent.parent.name
    return int(number) if number.isdecimal() else 0


@contextmanager
def database() -> Iterator[str]:
    """Give the address of an empty database, or skip the test with what is missing."""
    pytest.importorskip("psycopg", reason="psycopg is not installed (keenbench[postgres])")
    given = os.environ.get(URL)
    if given is not None:
        yield given
        return
    programs = server_folder()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed (apt-get install postgresql)")
    with tempfile.TemporaryDirectory(prefix="kb-pg-") as folder:
        yield from _started(programs, Path(folder))


def _started(programs: Path, folder: Path) -> Iterator[str]:
    user = _SERVICE if os.geteuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user, user)
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), *arguments]
        done = subprocess.run(
            command, cwd=folder, user=user, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    run("initdb", "-D", str(data), "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions")
    # No port of this machine is taken: it listens on a socket in its own folder only.
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    log = str(folder / "log")
    run("pg_ctl", "-D", str(data), "-l", log, "-w", "-o", options, "start")
    try:
        yield f"postgresql://{user or getpass.getuser()}@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
