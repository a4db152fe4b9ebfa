"""Tables of a file that is UTF-8 but for some stray bytes."""

from __future__ import annotations

from pathlib import Path

from keenbench.tables.ingest import Overrides
from tests.unit.tables.loading import load_text

NAMES = ["Müller", "Weiß", "Zoë", "Søren", "Łukasz", "Ñandú"]


def test_one_stray_byte_leaves_every_other_cell_readable(tmp_path: Path) -> None:
    lines = [f"{number},{name}\n".encode() for number, name in enumerate(NAMES)]
    data = b"id,name\n" + b"".join(lines) + b"6,Ren\xe9 B\xe8\n"
    found = load_text(tmp_path, data)
    assert found.column("name") == [*NAMES, "Ren\ufffd B\ufffd"]
    assert found.description.encoding == "utf-8"
    (warning,) = found.description.warnings
    assert warning.code == "damaged_utf8"
    assert f"E9 in line 8 (byte {data.index(0xE9)})" in warning.message
    assert "E8 in line 8" in warning.message


def test_the_bytes_can_still_be_read_by_giving_an_encoding(tmp_path: Path) -> None:
    data = "id,name\n1,Müller\n2,Weiß\n3,Zoë\n".encode() + b"4,Ren\xe9\n"
    given = load_text(tmp_path, data, overrides=Overrides(encoding="windows-1252"))
    assert given.column("name")[-1] == "René"


def test_a_stray_byte_behind_a_mark_leaves_the_mark_out_of_the_header(tmp_path: Path) -> None:
    found = load_text(tmp_path, b"\xef\xbb\xbfid,name\n1,caf\xe9\n2,x\n")
    assert found.names == ["id", "name"]
    assert found.column("name") == ["caf\ufffd", "x"]


def test_a_delimiter_after_a_stray_lead_byte_still_delimits(tmp_path: Path) -> None:
    """C3 begins a character of two bytes, E4 one of three: what follows is no part of either."""
    found = load_text(tmp_path, b"a,b\n" + "ü,ö\n".encode() * 8 + b"x\xc3,y\n\xe4\xbd,z\n")
    assert found.rows[-2:] == [["x\ufffd", "y"], ["\ufffd\ufffd", "z"]]
