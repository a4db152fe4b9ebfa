"""The tools of a run: what a model is offered, and what happens when it calls one.

A call is checked, counted by the loop guard, carried out over the active view, kept in the tool
log, entered into the audit log, and answered in JSON. What the model did wrong is told to it;
raised is only what ends the run: a loop, a cancel, and failures of the engine itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from keenbench.engine.engine import Engine
from keenbench.errors import (
    AgentLoopDetected,
    KeenBenchError,
    UnknownId,
    UserCanceled,
    ValidationFailed,
)
from keenbench.workbench.audit import AuditEntry, AuditLog
from keenbench.workshop import editing_tools as editing
from keenbench.workshop import faults, ops_specs, receipts, tool_log, visible_files
from keenbench.workshop import reading_tools as reading
from keenbench.workshop.arguments import check_arguments
from keenbench.workshop.coverage import Reading
from keenbench.workshop.loop_guard import fingerprint
from keenbench.workshop.table_tools import table_tool
from keenbench.workshop.tool_call import Told, ToolCall
from keenbench.workshop.tool_log import LogEntry
from keenbench.workshop.tool_run import ToolOutcome, ToolRun, ToolSpec
from keenbench.workshop.tool_specs import ALSO, TABLE_ALSO, all_specs, short_specs
from keenbench.workshop.visible_files import VisibleFiles

Tool = Callable[[ToolCall], Told]

RECALL = "recall_tool_result"
# In tokens. All tools take some 16,000 with their schemas, and 10,000 with the short ones.
_SMALL_WINDOW = 48_000
# Arguments that name files.
_PATHS = ("path", "target_path", "source_path", "copy_from")

_TOOLS: dict[str, Tool] = {
    "list_files": reading.list_files,
    "get_file_info": reading.get_file_info,
    "get_file_map": reading.get_file_map,
    "read_file": reading.read_file,
    "table_get_map": table_tool("table_get_map"),
    "table_describe": table_tool("table_describe"),
    "table_stats": table_tool("table_stats", "columns"),
    "table_read_rows": table_tool("table_read_rows", "row_start", "row_count", "columns"),
    "table_query": table_tool("table_query", "query", "window_rows", "window_offset"),
    "table_export": editing.table_export,
    "table_update_from_export": editing.table_update_from_export,
    "write_text_file": editing.write_text_file,
    "docx_operations": editing.operations("docx"),
    "xlsx_operations": editing.operations("xlsx"),
    "pptx_operations": editing.operations("pptx"),
    "odt_operations": editing.operations("odt"),
    "pdf_operations": editing.operations("pdf"),
    "xlsx_get_styles": reading.get_styles("xlsx"),
    "docx_get_styles": reading.get_styles("docx"),
    "pptx_get_styles": reading.get_styles("pptx"),
    "xlsx_copy_assets": editing.copy_assets("xlsx"),
    "docx_copy_assets": editing.copy_assets("docx"),
    "pptx_copy_assets": editing.copy_assets("pptx"),
}


class Toolbox:
    """The tools, bound to one run."""

    def __init__(self, engine: Engine, run: ToolRun) -> None:
        self._engine = engine
        self.run = run
        resume(run)
        self._audit = AuditLog(run.bench, engine.settings.data_dir)
        # Which pages of a receipt the model has been given.
        self._recalled: dict[str, set[int]] = {}

    def specs(self, window: int | None = None) -> list[ToolSpec]:
        """Return the tools that a model is offered, always the same in the same order.

        One whose `window` of tokens is small is given shorter schemas of the same tools.
        """
        small = window is not None and window < _SMALL_WINDOW
        return list(short_specs() if small else all_specs())

    def call(self, name: str, arguments: dict[str, Any], *, step: str) -> ToolOutcome:
        """Carry out a call that a model made, and return what to tell it.

        `step` names the call within its run: the same step with the same arguments changes the
        Draft only once, however often a run is resumed.
        """
        if self.run.canceled.is_set():
            raise _canceled()
        entry_id = tool_log.entry_id_for(self.run.run_id, step, name, arguments)
        visible = visible_files.look(self.run)
        print_ = fingerprint(name, arguments, _state(name, arguments, visible))
        paths = _paths(arguments)
        self._audit.check_ready()
        try:
            warning = self.run.guard.note(print_, name)
        except AgentLoopDetected as caught:
            self._enter(name, paths, visible, caught)
            raise
        told: Told | None = None
        error: KeenBenchError | None = None
        try:
            told = self._carry_out(name, arguments, visible, step)
            if not told.wrote:
                receipts.check_size(told.result)
            result = told.result
        except KeenBenchError as caught:
            told = None
            self._enter(name, paths, visible, caught)
            if not faults.is_told(caught) or _is_gone(caught):
                raise
            error = caught
            result = faults.told(caught, name)
            if reference := _reference(name, arguments, caught):
                result["error"]["operations_take"] = reference
        else:
            self._enter(name, [*paths, *told.wrote], visible, None, told.wrote)
        entry = LogEntry(
            entry_id=entry_id,
            run_id=self.run.run_id,
            step=step,
            model_id=self.run.model_id,
            tool=name,
            arguments=_kept(arguments),
            fingerprint=print_,
            ok=error is None,
            result=result if name != RECALL else {},
            paths=paths,
            wrote=told.wrote if told is not None else [],
            readings=[reading.to_json() for reading in told.readings] if told is not None else [],
            receipt=name != RECALL and receipts.needs_receipt(result),
        )
        tool_log.enter(self.run.bench, entry)
        shown: Mapping[str, Any] = result
        if entry.receipt:
            shown = receipts.receipt_for(entry_id, result)
        if told is not None and not entry.receipt:
            self.run.coverage.add(told.readings)
        elif told is not None:
            # What was computed is so whatever of it was shown.
            self.run.coverage.add(each for each in told.readings if each.computed is not None)
        if warning is not None:
            shown = {"loop_warning": warning, **shown}
        return ToolOutcome(
            text=receipts.dump(shown),
            ok=error is None,
            entry_id=entry_id,
            paths=paths,
            wrote=entry.wrote,
            made=[path for path in entry.wrote if visible.get(path) is None],
            error=error.info() if error is not None else None,
        )

    def _carry_out(
        self, name: str, arguments: dict[str, Any], visible: VisibleFiles, step: str
    ) -> Told:
        spec = next((each for each in all_specs() if each.name == name), None)
        if spec is None:
            names = ", ".join(each.name for each in all_specs())
            raise ValidationFailed(f"There is no tool {name[:80]}; there are {names}.")
        also = dict(ALSO.get(name, {}))
        if name.startswith("table_"):
            also |= TABLE_ALSO
        if name.endswith("_copy_assets"):
            arguments = _with_asset_objects(arguments)
        checked = check_arguments(spec, arguments, also)
        if spec.writes and self.run.analysis:
            raise ValidationFailed(
                f"This turn only looks at files; {name} would change one.",
                phase="workshop",
                subphase="analysis_turn",
            )
        if name == RECALL:
            return self._recall(checked["entry_id"], checked.get("page", 0))
        key = f"{self.run.run_id}:{step}:{fingerprint(name, checked)}"
        call = ToolCall(self._engine, self.run, name, checked, visible, key, step)
        return _TOOLS[name](call)

    def _recall(self, entry_id: str, page: int) -> Told:
        entry = tool_log.find(self.run.bench, entry_id)
        if entry is None or entry.tool == RECALL:
            raise receipts.unknown_entry(entry_id)
        pages = receipts.pages_of(entry.result)
        shown = receipts.page_of(entry.result, page, entry_id)
        given = self._recalled.setdefault(entry_id, set())
        given.add(page)
        readings = []
        if len(given) == len(pages) and entry.run_id == self.run.run_id:
            readings = [Reading.from_json(each) for each in entry.readings]
        return Told(shown, readings)

    def _enter(
        self,
        tool: str,
        paths: Sequence[str],
        visible: VisibleFiles,
        error: KeenBenchError | None,
        wrote: Sequence[str] = (),
    ) -> None:
        """Enter a call into the audit log; only names of files, as a path may be anything."""
        entry = AuditEntry(
            action="WorkshopTool",
            outcome="ok" if error is None else "failed",
            actor="model",
            files=[path for path in dict.fromkeys(paths) if path in visible.files or path in wrote],
            tool=tool if tool in _TOOLS or tool == RECALL else "unknown",
            provider_id=self.run.provider_id,
            model_id=self.run.model_id,
            run_id=self.run.run_id,
            error_code=error.error_code if error is not None else None,
        )
        self._audit.enter(entry)


def resume(run: ToolRun) -> None:
    """Give a run that goes on after a restart what its earlier calls have read and repeated."""
    # By id: a step that was made again after a crash is the same call.
    entries = {entry.entry_id: entry for entry in tool_log.entries_of(run.bench, run.run_id)}
    for entry in entries.values():
        run.guard.seen(entry.fingerprint)
        readings = [Reading.from_json(each) for each in entry.readings]
        run.coverage.add(each for each in readings if not entry.receipt or each.computed)


def _state(name: str, arguments: Mapping[str, Any], visible: VisibleFiles) -> str:
    """Return what tells a reading call from the same one before the file changed."""
    if any(spec.writes for spec in all_specs() if spec.name == name):
        return ""
    states = [
        file.state or "" for path in _paths(arguments) if (file := visible.get(path)) is not None
    ]
    return ",".join(states)


def _reference(name: str, arguments: Mapping[str, Any], error: KeenBenchError) -> list[str]:
    """Return what the operations take that a call got wrong."""
    kind, _, what = name.partition("_")
    operations = arguments.get("operations")
    if what != "operations" or not isinstance(operations, list) or "ops[" not in error.message:
        return []
    named = [op.get("op") for op in operations if isinstance(op, dict)]
    at = re.search(r"ops\[(\d+)\]", error.message)
    wrong = [named[int(at[1])]] if at is not None and int(at[1]) < len(named) else []
    return ops_specs.lines_for(kind, wrong)


def _paths(arguments: Mapping[str, Any]) -> list[str]:
    named = [arguments.get(key) for key in _PATHS]
    return list(dict.fromkeys(_short(path) for path in named if isinstance(path, str) and path))


def _short(path: str) -> str:
    """Return a name for the logs; what a model calls a path may be anything."""
    return path.encode("utf-8", "replace").decode()[:255]


def _kept(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return arguments as they can be written down."""
    kept: dict[str, Any] = json.loads(json.dumps(arguments, default=str).encode("utf-8", "replace"))
    try:
        json.dumps(kept, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return {}
    return kept


def _with_asset_objects(arguments: dict[str, Any]) -> dict[str, Any]:
    assets = arguments.get("assets")
    if not isinstance(assets, list):
        return arguments
    objects = [{"asset_id": each} if isinstance(each, str) else each for each in assets]
    return arguments | {"assets": objects}


def _is_gone(error: KeenBenchError) -> bool:
    """True when the workbench itself is no more."""
    return isinstance(error, UnknownId) and error.fields["phase"] != "workshop"


def _canceled() -> UserCanceled:
    return UserCanceled("The run was cancelled.", phase="workshop")
