"""The command line as a user types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

pytestmark = pytest.mark.needs("bubblewrap")


def keenbench(*arguments: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "keenbench", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, input=stdin, check=False)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text("".join(f"line {number}\n" for number in range(1, 451)), encoding="utf-8")
    return path


def test_map_says_how_large_a_file_is(notes: Path) -> None:
    done = keenbench("map", notes, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["line_count"] == 450


def test_read_without_a_region_gives_the_first_chunk_and_says_so(notes: Path) -> None:
    done = keenbench("read", notes)
    assert done.stdout.splitlines()[-1] == "line 200"
    assert "there is more" in done.stderr


def test_read_gives_the_lines_asked_for(notes: Path) -> None:
    assert keenbench("read", notes, "--lines", "449-450").stdout == "line 449\nline 450\n"
    assert keenbench("read", notes, "--lines", "3").stdout == "line 3\n"
    assert keenbench("read", notes, "--chunk", "2").stdout.startswith("line 401\n")


def test_text_gives_all_of_it(notes: Path) -> None:
    assert keenbench("text", notes).stdout == notes.read_text()


def test_text_gives_all_of_a_file_that_is_too_large_for_one_answer(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_text("a line that is sixty characters long, or about that, I hope\n" * 400_000)
    assert keenbench("text", large).stdout == large.read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "error_code"),
    [
        (["read", "{notes}", "--lines", "x"], 2, "VALIDATION_FAILED"),
        (["read", "{notes}", "--lines", "0-2"], 2, "VALIDATION_FAILED"),
        (["read", "{notes}", "--lines", "²-3"], 2, "VALIDATION_FAILED"),
        (["read", "{notes}", "--chunk", "99"], 2, "VALIDATION_FAILED"),
        (["map", "{folder}/none.txt"], 4, "FILE_READ_FAILED"),
        (["map", "{folder}"], 4, "FILE_READ_FAILED"),
        (["text", "{folder}/zip.txt"], 4, "FILE_READ_FAILED"),
        (["map", "{folder}/program.bin"], 2, "VALIDATION_FAILED"),
    ],
)
def test_an_error_has_its_exit_code_and_its_json(
    notes: Path, arguments: list[str], code: int, error_code: str
) -> None:
    (notes.parent / "zip.txt").write_bytes(b"PK\x03\x04" + bytes(200))
    (notes.parent / "program.bin").write_bytes(bytes(10))
    filled = [part.format(notes=notes, folder=notes.parent) for part in arguments]
    done = keenbench(*filled, "--json")
    assert done.returncode == code
    assert json.loads(done.stderr.splitlines()[-1])["error"]["error_code"] == error_code
    plain = keenbench(*filled)
    assert plain.returncode == code
    assert plain.stderr.startswith("keenbench: ")


def test_without_bwrap_a_file_is_refused_and_the_mend_is_named(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from keenbench.errors import ToolWorkerUnavailable
    from keenbench.sandbox import bubblewrap
    from keenbench.sandbox.profiles import PARSER

    monkeypatch.setattr(bubblewrap, "find_bwrap", lambda: None)
    with pytest.raises(ToolWorkerUnavailable, match="install bubblewrap"):
        bubblewrap.Bubblewrap().spawn("keenbench.worker.child", PARSER)


def test_the_engine_speaks_on_stdio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEENBENCH_DATA_DIR", str(tmp_path))
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "EngineGetInfo"},
        {"jsonrpc": "2.0", "id": 2, "method": "ToolWorkerGetStatus", "params": {}},
        {"jsonrpc": "2.0", "id": 3, "method": "TextGetMap", "params": {"workbench_id": "none"}},
    ]
    done = keenbench("engine", stdin="\n".join(map(json.dumps, requests)) + "\n")
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert "TextGetMap" in answers[1]["result"]["methods"]
    assert answers[2]["result"]["worker"]["ok"] is True
    assert answers[3]["error"]["code"] == -32602


def test_the_engine_cancels_on_stdio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    published = tmp_path / "workbenches" / "one" / "published"
    published.mkdir(parents=True)
    with (published / "busy.txt").open("wb") as file:
        # The cancel is read at once, and the worker takes a second to start.
        for _ in range(10):
            file.write(b"word " * 2_000_000)
    monkeypatch.setenv("KEENBENCH_DATA_DIR", str(tmp_path))
    params = {"workbench_id": "one", "path": "busy.txt"}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "TextGetMap", "params": params},
        {"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": 1}},
    ]
    done = keenbench("engine", stdin="\n".join(map(json.dumps, lines)) + "\n")
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["error"]["data"]["error_code"] == "USER_CANCELED"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KEENBENCH_SANDBOX", "foo"),
        ("KEENBENCH_PARSER_CHILDREN", "zero"),
        ("KEENBENCH_CALL_TIMEOUT_SECONDS", "nan"),
        ("KEENBENCH_CALL_TIMEOUT_SECONDS", "inf"),
        ("KEENBENCH_TOKEN", "é ;"),
        ("LOG_LEVEL", "banana"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(
    notes: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    done = keenbench("map", notes)
    assert done.returncode == 2
    assert done.stderr.startswith(f"keenbench: {name} ")


def test_a_name_that_no_workbench_could_hold_is_still_read(tmp_path: Path) -> None:
    odd = tmp_path / "two\nlines.txt"
    odd.write_text("read\n")
    assert keenbench("text", odd).stdout == "read\n"


def test_doctor_says_what_works() -> None:
    done = keenbench("doctor")
    assert done.returncode == 0
    assert "sandbox bubblewrap: ok" in done.stdout
    assert "NOT HELD" not in done.stdout


def test_adding_a_folder_tells_which_of_its_files_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEENBENCH_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "good.csv").write_text("a,b\n1,2\n")
    (folder / "bin.csv").write_bytes(bytes(range(256)) * 40)
    done = keenbench("dataset", "add", folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("tables-")
    assert "bin.csv" in done.stderr


def test_a_dataset_is_added_from_a_file_and_asked_and_removed_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEENBENCH_DATA_DIR", str(tmp_path / "data"))
    book = openpyxl.Workbook()
    for sheet, rows in (("Visits", [["visit_id", "fee"], [1, 20], [2, 30]]), ("Notes", [])):
        made = book.create_sheet(sheet)
        for row in rows:
            made.append(row)
    book.remove(book.worksheets[0])
    book.save(tmp_path / "clinic.xlsx")

    added = keenbench("dataset", "add", tmp_path / "clinic.xlsx")
    assert added.returncode == 0, added.stderr
    assert added.stdout.startswith("clinic-")
    question = "SQL: SELECT sum(fee) AS fees FROM clinic"
    asked = keenbench("ask", "clinic", question, "--json")
    assert asked.returncode == 0, asked.stderr
    assert json.loads(asked.stdout)["result"]["rows"] == [[50]]

    again = keenbench("dataset", "add", tmp_path / "clinic.xlsx", "--name", "clinic")
    assert again.returncode == 0, again.stderr
    ids = sorted([added.stdout.strip(), again.stdout.strip()])
    for command in (["ask", "clinic", question], ["dataset", "remove", "clinic"]):
        doubtful = keenbench(*command)
        assert doubtful.returncode == 2
        assert f"Several datasets are called clinic; use an id: {', '.join(ids)}." in (
            doubtful.stderr
        )
    assert keenbench("dataset", "remove", ids[0]).returncode == 0
    assert keenbench("dataset", "remove", "clinic").returncode == 0
    gone = keenbench("dataset", "remove", "clinic")
    assert gone.returncode == 2
    assert "no dataset clinic of your own" in gone.stderr


def test_a_file_that_is_not_there_is_not_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEENBENCH_DATA_DIR", str(tmp_path / "data"))
    done = keenbench("dataset", "add", tmp_path / "none.csv")
    assert done.returncode == 4
    assert "none.csv cannot be read: No such file or directory." in done.stderr
    done = keenbench("dataset", "add", tmp_path / f"{'n' * 300}.csv")
    assert done.returncode == 4
    assert "File name too long" in done.stderr


def test_neither_a_link_of_a_folder_nor_a_pipe_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEENBENCH_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "private.csv").write_text("a,b\n1,2\n")
    folder = tmp_path / "given"
    (folder / "folder.csv").mkdir(parents=True)
    (folder / "inner.csv").symlink_to(tmp_path / "private.csv")
    linked = keenbench("dataset", "add", folder)
    assert linked.returncode == 3
    assert "inner.csv is a link" in linked.stderr
    os.mkfifo(tmp_path / "pipe.csv")
    piped = keenbench("dataset", "add", tmp_path / "pipe.csv")
    assert piped.returncode == 3
    assert "pipe.csv is not a regular file" in piped.stderr
    assert keenbench("dataset", "list").stdout.count("csv") == 0


@pytest.mark.parametrize(
    ("command", "default"),
    [(["serve"], "[random]"), (["dataset", "add"], "[the file's or folder's name]")],
)
def test_help_shows_what_is_taken_where_nothing_is_given(command: list[str], default: str) -> None:
    assert default in " ".join(keenbench(*command, "--help").stdout.split())
