from __future__ import annotations

from keenbench.tables.tools import METHODS, TOOLS


def test_the_six_tools_are_described() -> None:
    assert [tool["name"] for tool in TOOLS] == list(METHODS)
    required = {tool["name"]: tool["parameters"]["required"] for tool in TOOLS}
    assert required["table_read_rows"] == ["path", "row_start", "row_count"]
    assert required["table_export"] == ["path", "target_path", "format"]
