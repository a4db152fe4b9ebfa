"""Each layer around a query alone: the locked engine without the policy, the box without either.

That the policy alone lets none of these through is tested where the policy is.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import _duckdb
import pytest

import keenbench
from keenbench.sandbox import channel as messages
from keenbench.sandbox.box import Mount
from keenbench.sandbox.forked import ForkedBubblewrap
from keenbench.sandbox.profiles import RUNNER
from tests.security.sql.attacks import (
    ATTACKS,
    HIDDEN,
    MARKER,
    SECRET_DATABASE,
    SECRET_PARQUET,
    SECRETS,
    Attack,
)
from tests.security.sql.workbench import SETUP, TABLES

ENGINE = Path(__file__).with_name("attacked_engine.py")
ROOT = Path(__file__).parents[2]
# Where the box's Python looks for modules first.
IMPORTABLE = Path(keenbench.__file__).parent.parent / "attacked_engine.py"

NAMES = {attack.name: attack for attack in ATTACKS}
# What these give comes from the statement itself or from the lent tables.
OWN_NAMES = ("json_serialize_sql", "json_deserialize_sql")


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the host with secrets in every format that DuckDB reads."""
    folder = tmp_path_factory.mktemp("secrets")
    for name, text in SECRETS.items():
        (folder / name).write_text(text)
    csv = folder / "secret.csv"
    with _duckdb.connect(str(folder / SECRET_DATABASE)) as connection:
        connection.execute(f"CREATE TABLE secret AS FROM read_csv('{csv}')")
        connection.execute(f"COPY secret TO '{folder / SECRET_PARQUET}'")
    # Readable by all: a box must not owe anything to the mode of a file.
    folder.chmod(0o755)
    return folder


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")}


@pytest.fixture(scope="module")
def locked(secrets: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What each attack brought to light on the locked engine, the policy being off."""
    database = tmp_path_factory.mktemp("lent") / "workbench.duckdb"
    with _duckdb.connect(str(database)) as connection:
        for statement in (*SETUP, *HIDDEN):
            connection.execute(statement)
    before = (snapshot(secrets), snapshot(database.parent))
    done = subprocess.run(
        [sys.executable, str(ENGINE), str(database), MARKER],
        input=json.dumps(
            {"tables": list(TABLES), "statements": [attack.sql for attack in ATTACKS]}
        ),
        capture_output=True,
        text=True,
        cwd=secrets,
        # The environment and the command line hold the marker too.
        env=os.environ | {"KEENBENCH_CANARY": MARKER, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    outcomes = json.loads(done.stdout)
    assert (snapshot(secrets), snapshot(database.parent)) == before, "a file was written"
    return dict(zip(NAMES, outcomes, strict=True))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_locked_engine_lets_nothing_out(
    locked: dict[str, dict[str, Any]], attack: Attack
) -> None:
    outcome = locked[attack.name]
    given = outcome.get("gave", "")
    assert MARKER not in given
    assert "root:x:0" not in given
    # USE says where later statements look for names; there are none.
    assert set(outcome.get("settings", ())) <= {"search_path"}
    if attack.name not in OWN_NAMES:
        assert "secret.txt" not in given, "a folder was listed"


def attack_in_box(
    attacks: Sequence[Attack], secrets: Path, setup: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Return what each attack brings to light in a box, policy and lock-down both being off."""
    statements = [attack.sql.replace("secret.", f"{secrets}/secret.") for attack in attacks]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.01)
        port = listener.getsockname()[1]
        statements = [sql.replace("127.0.0.1:1/", f"127.0.0.1:{port}/") for sql in statements]
        before = snapshot(secrets)
        runners = ForkedBubblewrap()
        box = runners.spawn("attacked_engine", RUNNER, (Mount(ENGINE, IMPORTABLE),))
        try:
            box.socket.settimeout(150)
            messages.send(box.socket, {"statements": statements, "setup": [*setup]}, [])
            answer, _ = messages.receive(box.socket)
        finally:
            box.kill()
            runners.close()
        with pytest.raises(TimeoutError):
            listener.accept()
    assert snapshot(secrets) == before
    return dict(zip((attack.name for attack in attacks), answer["outcomes"], strict=True))


@pytest.fixture(scope="module")
def boxed(secrets: Path) -> dict[str, dict[str, Any]]:
    # DuckDB tries for seconds to fetch an extension; two attacks below let it.
    return attack_in_box(ATTACKS, secrets, ("SET autoinstall_known_extensions = false", *SETUP))


@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_box_lets_nothing_out_of_an_engine_that_is_not_locked(
    boxed: dict[str, dict[str, Any]], attack: Attack
) -> None:
    given = boxed[attack.name].get("gave", "")
    assert MARKER not in given
    assert "root:x:0" not in given
    assert socket.gethostname() not in given or len(socket.gethostname()) < 4


@pytest.mark.needs("bubblewrap")
def test_the_unlocked_engine_in_the_box_does_carry_statements_out(
    boxed: dict[str, dict[str, Any]],
) -> None:
    # Else the test above would show nothing.
    assert "gave" in boxed["duckdb_settings()"]
    assert "gave" in boxed["glob of the root"]
    assert "gave" in boxed["command line"]


@pytest.mark.needs("bubblewrap")
def test_no_extension_can_be_fetched_from_inside_the_box(secrets: Path) -> None:
    attacks = [attack for attack in ATTACKS if attack.name in ("http", "install")]
    outcomes = attack_in_box(attacks, secrets, SETUP)
    assert [set(outcome) for outcome in outcomes.values()] == [{"refused"}, {"refused"}]
