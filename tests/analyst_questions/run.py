"""Ask the real app: `python -m tests.analyst_questions.run SUITE [id …]`, a suite such as `fifth`.

Without ids all questions of that suite are asked; with ids only those and what they follow.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from keenbench.server.app import create_app
from keenbench.settings import Settings
from tests.analyst_questions import strangers
from tests.analyst_questions.reference import SUITES, load
from tests.analyst_questions.scorer import Answer, Payload, Score, score
from tests.analyst_questions.tables import DEMO, files_of, is_demo, is_there

TOKEN = "questions"


def askable(half: str) -> list[dict[str, Any]]:
    """Return the questions whose tables are on this machine."""
    return [question for question in _all(half) if is_there(question["dataset"])]


def _all(suite: str) -> list[dict[str, Any]]:
    return strangers.load(suite) if suite in strangers.NAMES else load(suite)


def dataset_id(dataset: str) -> str:
    return dataset if is_demo(dataset) else re.sub(r"\W", "_", dataset.rpartition("/")[2])


def make_registry(folder: Path, datasets: set[str]) -> None:
    """Write a registry of the demo datasets as they are, and the others by name and files alone."""
    demo = json.loads((DEMO / "registry.json").read_text(encoding="utf-8"))
    known = [entry for entry in demo["datasets"] if entry["id"] in datasets]
    for dataset in sorted(datasets):
        (folder / dataset_id(dataset)).mkdir(parents=True)
        for source in files_of(dataset):
            # Copied, not linked: links are never followed.
            (folder / dataset_id(dataset) / source.name).write_bytes(source.read_bytes())
    bare = [
        {
            "id": dataset_id(dataset),
            "name": dataset_id(dataset),
            "files": [
                {"name": path.name, "path": f"{dataset_id(dataset)}/{path.name}"}
                for path in files_of(dataset)
            ],
        }
        for dataset in sorted(datasets)
        if not is_demo(dataset)
    ]
    registry = {"version": demo["version"], "datasets": known + bare}
    (folder / "registry.json").write_text(json.dumps(registry), encoding="utf-8")


@contextmanager
def asking(datasets: set[str], model: str = "offline") -> Iterator[Answer]:
    """Give a function that asks KeenBench's own app, with these datasets and this model."""
    with tempfile.TemporaryDirectory(prefix="questions-") as made:
        folder = Path(made)
        make_registry(folder / "datasets", datasets)
        settings = Settings(
            data_dir=folder / "data", datasets_dir=folder / "datasets", token=TOKEN, model=model
        )
        with TestClient(create_app(settings), base_url="http://127.0.0.1:8765") as client:

            def answer(dataset: str, thread: str | None, question: str) -> Payload:
                body = {"dataset_id": dataset_id(dataset), "message": question}
                if thread is not None:
                    body["thread_id"] = thread
                response = client.post(
                    "/chat", json=body, headers={"Authorization": f"Bearer {TOKEN}"}
                )
                payload: Payload = response.json()
                if response.status_code != 200:
                    problem = payload.get("error", payload)
                    raise RuntimeError(f"/chat answered {response.status_code}: {problem}")
                return payload

            yield answer


def run(questions: list[dict[str, Any]]) -> Score:
    with asking({question["dataset"] for question in questions}) as answer:
        return score(questions, answer)


def with_what_they_follow(questions: list[dict[str, Any]], ids: set[str]) -> list[dict[str, Any]]:
    by_id = {question["id"]: question for question in questions}
    wanted = set(ids)
    for name in ids:
        while (name := by_id[name].get("follow_up_of", "")) in by_id:
            wanted.add(name)
    return [question for question in questions if question["id"] in wanted]


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in (*SUITES, *strangers.NAMES):
        print(__doc__)
        return 2
    questions = askable(arguments[0])
    left_out = len(_all(arguments[0])) - len(questions)
    if arguments[1:]:
        questions = with_what_they_follow(questions, set(arguments[1:]))
    print(run(questions).listing())
    if left_out:
        print(f"{left_out} questions left out: their tables are not on this machine")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
