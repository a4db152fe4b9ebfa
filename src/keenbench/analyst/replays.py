"""A run made again from its capsule: the same result, or which input changed."""

from __future__ import annotations

from typing import Any

from keenbench.analyst.capsules import Capsule, Capsules
from keenbench.analyst.dataset import Described
from keenbench.analyst.datasets import Datasets
from keenbench.analyst.queries import Query, check_sql, engine_version
from keenbench.analyst.runs import Asker, Runs
from keenbench.errors import RunError, ValidationFailed
from keenbench.query.compile import check_plan, compile_plan
from keenbench.query.plan import read_plan


class Replays:
    def __init__(self, runs: Runs, datasets: Datasets, capsules: Capsules) -> None:
        self._runs = runs
        self._datasets = datasets
        self._capsules = capsules

    def replay(self, run_id: str) -> dict[str, Any]:
        """Run a capsule again and tell whether the same came out, or which input changed."""
        before = self._capsules.get(run_id)
        if before["status"] in ("running", "interrupted", "canceled"):
            raise ValidationFailed(
                f"There is nothing to compare with: the run is {before['status']}.",
                phase="analyst",
                run_id=run_id,
            )
        described = self._datasets.describe(self._datasets.get(before["dataset_id"]))
        changed = [
            {"input": name, "before": before[column], "after": after}
            for name, column, after in (
                ("dataset_version", "dataset_version_hash", described.version.hash),
                ("engine", "engine", engine_version()),
            )
            if before[column] != after
        ]
        changed_files = self._changed_files(before, described)
        after = self._replayed(before, described)
        same = before["status"] == after["status"] and (
            before["result_hash"] == after["result_hash"]
            if before["status"] == "success"
            else before["error_json"]["type"] == after["error_json"]["type"]
        )
        return {
            "run_id": run_id,
            "replay_run_id": after["run_id"],
            "reproduced": same,
            "result_hash": before["result_hash"],
            "replay_result_hash": after["result_hash"],
            "status": before["status"],
            "replay_status": after["status"],
            "changed": changed,
            "changed_files": changed_files,
            "reason": None if same else _why(changed, changed_files, after),
        }

    def _changed_files(self, before: Capsule, described: Described) -> list[str]:
        """Return the files that are not what they were, also those added or gone since."""
        if before["dataset_version_hash"] == described.version.hash:
            return []
        then = self._capsules.files_of(before["dataset_id"], before["dataset_version_hash"])
        if then is None:  # a run of an older KeenBench
            return []
        now = described.file_hashes
        return sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name))

    def _replayed(self, before: Capsule, described: Described) -> Capsule:
        asker = Asker(before["question"], before["thread_id"], before["model_id"])
        sql, plan = before["compiled_sql"], before["plan_json"]
        fields = {"plan_json": plan, "compiled_sql": sql}
        run_id = self._runs.begin(described, asker, "replay", before["query_mode"], **fields)
        try:
            if before["query_mode"] == "plan":
                compiled = compile_plan(read_plan(plan), described.schema)
                query = Query(check_plan(compiled, described.schema), compiled)
            else:
                query = Query(check_sql(sql or "", described))
        except RunError as error:
            return self._runs.failed(run_id, error)
        return self._runs.execute(run_id, described, query, asker)


def _why(changed: list[dict[str, Any]], files: list[str], after: Capsule) -> str:
    if changed:
        dataset = f"the dataset ({', '.join(files)})" if files else "the dataset"
        names = {"dataset_version": dataset, "engine": "the engine's version"}
        return "Changed since: " + " and ".join(names[each["input"]] for each in changed) + "."
    if after["status"] != "success":
        return f"This time it ended as {after['status']}: {after['error_json']['message']}"
    return "Nothing changed that is known of, and yet the result is another."
