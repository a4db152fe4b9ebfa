"""The list of attacks is not painted: an unrestricted DuckDB does carry them out.

In a process of its own, in a folder of its own: some of the statements write files or change
settings of the whole process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.security.sql.attacks import ATTACKS

_ROOT = Path(__file__).parents[3]

_TRY_ALL = """
import json, sys
from pathlib import Path
import duckdb
from tests.security.sql.attacks import ATTACKS, HIDDEN, MARKER, SECRETS
from tests.security.sql.engine import open_workbench

for name, text in SECRETS.items():
    Path(name).write_text(text)
with duckdb.connect() as maker:
    maker.execute("COPY (FROM 'secret.csv') TO 'secret.parquet'")
    maker.execute("ATTACH 'secret.duckdb' AS s")
    maker.execute("CREATE TABLE s.secret AS FROM 'secret.csv'")
    maker.execute("DETACH s")

outcome = {}
for attack in ATTACKS:
    with open_workbench() as connection:
        for statement in HIDDEN:
            connection.execute(statement)
        secret_relation = connection.sql(f"SELECT '{MARKER}' AS word")
        try:
            connection.execute(attack.sql)
            outcome[attack.name] = ""
        except Exception as failure:
            outcome[attack.name] = f"{type(failure).__name__}: {failure}"
Path("outcome.json").write_text(json.dumps(outcome))
"""


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the engine said to each attack: nothing where it was carried out, else its error."""
    folder = tmp_path_factory.mktemp("attacked")
    subprocess.run(
        [sys.executable, "-c", _TRY_ALL],
        cwd=folder,
        env={"PYTHONPATH": f"{_ROOT}:{_ROOT / 'src'}", "HOME": str(folder)},
        check=True,
        capture_output=True,
        timeout=150,
    )
    answers: dict[str, str] = json.loads((folder / "outcome.json").read_text())
    return answers


def test_every_attack_that_is_said_to_work_is_carried_out(outcome: dict[str, str]) -> None:
    failed = {
        attack.name: outcome[attack.name]
        for attack in ATTACKS
        if attack.works and outcome[attack.name]
    }
    assert failed == {}


def test_every_attack_that_is_said_to_fail_does_fail(outcome: dict[str, str]) -> None:
    carried_out = {
        attack.name for attack in ATTACKS if not attack.works and not outcome[attack.name]
    }
    assert carried_out == set()


def test_most_of_the_list_works() -> None:
    assert sum(attack.works for attack in ATTACKS) >= 300
