"""What a model may see: the files that the user agreed to, and what it wrote itself."""

from __future__ import annotations

from tests.integration.workshop.tools.conftest import MakeTools, Tools

CLOUD = {"model_id": "anthropic:claude", "leaves": True}


def start(make_tools: MakeTools) -> Tools:
    return make_tools(files={"a.md": b"# A\n", "t.csv": b"a,b\n1,2\n"}, **CLOUD)


def others_draft(tools: Tools) -> None:
    """Have the user's own tools leave an output in the Draft."""
    writes = [
        {"path": "secret.csv", "content": "a,c\n1,hidden\n"},
        {"path": "secret.md", "content": "hidden"},
    ]
    proposal = {"schema_version": 2, "writes": writes}
    tools.method("WorkshopApplyProposal", proposal=proposal)


def test_what_the_model_wrote_itself_it_may_read(make_tools: MakeTools) -> None:
    tools = start(make_tools)
    tools.told("write_text_file", path="out.md", content="mine")
    assert tools.told("read_file", path="out.md")["text"] == "mine"
    listed = {each["path"]: each for each in tools.told("list_files")["files"]}
    assert listed["out.md"]["draft_only"] is True
    later = tools.again(run_id="run_later")
    assert later.told("read_file", path="out.md")["text"] == "mine"


def test_what_others_left_in_the_draft_stays_out_of_sight(make_tools: MakeTools) -> None:
    tools = start(make_tools)
    others_draft(tools)
    assert [each["path"] for each in tools.told("list_files")["files"]] == ["a.md", "t.csv"]
    for outcome in (
        tools.call("read_file", path="secret.md"),
        tools.call("table_query", path="secret.csv", query="SELECT * FROM data"),
        tools.call("table_query", path="t.csv", query="SELECT * FROM secret"),
        tools.call("table_query", path="t.csv", query='SELECT * FROM "secret.csv"'),
        tools.call(
            "table_export",
            path="t.csv",
            query="SELECT * FROM secret",
            target_path="x.csv",
            format="csv",
        ),
        tools.call(
            "table_update_from_export",
            path="t.csv",
            target_path="secret.xlsx",
            sheet="A",
            mode="append_rows",
            query="SELECT * FROM secret",
        ),
    ):
        assert not outcome.ok
        assert "hidden" not in outcome.text
    assert tools.call("table_query", path="t.csv", query="SELECT * FROM data").ok


def test_another_models_output_stays_out_of_sight_until_published(make_tools: MakeTools) -> None:
    tools = start(make_tools)
    tools.told("write_text_file", path="out.md", content="mine")
    other = tools.again(model_id="openai:gpt", run_id="run_other")
    assert not other.call("read_file", path="out.md").ok
    tools.method("DraftPublish")
    assert other.told("read_file", path="out.md")["text"] == "mine"


def test_a_model_on_this_machine_sees_the_whole_draft(make_tools: MakeTools) -> None:
    tools = start(make_tools)
    others_draft(tools)
    local = tools.again(model_id="offline", leaves=False, run_id="run_local")
    assert local.told("read_file", path="secret.md")["text"] == "hidden"


def test_a_file_deleted_in_the_draft_is_told_as_such(make_tools: MakeTools) -> None:
    tools = start(make_tools)
    tools.method("DraftDeleteFile", path="a.md")
    assert [each["path"] for each in tools.told("list_files")["files"]] == ["t.csv"]
    error = tools.refused("read_file", path="a.md")
    assert "deleted in the Draft" in error["message"]
