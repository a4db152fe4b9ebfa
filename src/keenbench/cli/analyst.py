"""`keenbench ask` and `keenbench dataset`: the Analyst without a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keenbench import logs
from keenbench.cli.output import exit_code, print_text, reports_errors
from keenbench.errors import UnknownId
from keenbench.registry import parse
from keenbench.settings import load_settings

if TYPE_CHECKING:  # half a second that a worker's start need not take
    from keenbench.analyst.analyst import Analyst
    from keenbench.analyst.payloads import ChatAnswer

JSON = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]

datasets = typer.Typer(
    help="The datasets that questions can be asked of.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@contextmanager
def _analyst() -> Iterator[Analyst]:
    from keenbench.analyst.analyst import Analyst
    from keenbench.engine.engine import Engine

    settings = load_settings()
    logs.set_up("ERROR")
    engine = Engine(settings)
    analyst = Analyst(engine)
    try:
        yield analyst
    finally:
        analyst.close()
        engine.close()


@reports_errors
def ask(
    dataset: Annotated[str, typer.Argument(help="The id or the name of a dataset.")],
    question: Annotated[str, typer.Argument(help="In plain words, or SQL: … or PLAN: …")],
    model: Annotated[str | None, typer.Option(help="provider_id:model [offline].")] = None,
    thread: Annotated[str | None, typer.Option(help="The thread to go on with.")] = None,
    as_json: JSON = False,
) -> None:
    """Ask a dataset a question."""
    from keenbench.analyst.payloads import ChatRequest

    with _analyst() as analyst:
        asked = {"dataset_id": _find(analyst, dataset), "message": question}
        request = parse(ChatRequest, asked | {"model_id": model, "thread_id": thread})
        ref, turn = analyst.open_turn(request)
        answer = analyst.take_turn(request, ref, turn)
    if as_json:
        print_text(answer.model_dump_json(by_alias=True) + "\n")
    else:
        _print(answer)
    error = answer.result.error if answer.result is not None else None
    if error is not None:
        raise typer.Exit(exit_code(error.type))


def _find(analyst: Analyst, wanted: str, *, own: bool = False) -> str:
    """Return the id of the dataset that is meant by its id or its only name."""
    listed, _ = analyst.datasets.all()
    known = [each for each in listed if each.place == "own" or not own]
    named = [each.id for each in known if each.name == wanted]
    if not named or any(each.id == wanted for each in known):
        return wanted  # where there is none, whoever looks for the id says so
    if len(named) > 1:
        ids = ", ".join(sorted(named)[:20])
        raise UnknownId(f"Several datasets are called {wanted}; use an id: {ids}.")
    return named[0]


def _print(answer: ChatAnswer) -> None:
    print_text(answer.assistant_message + "\n")
    if answer.result is not None and answer.result.rows:
        print_text("\t".join(answer.result.columns) + "\n")
        for row in answer.result.rows:
            print_text("\t".join("" if cell is None else str(cell) for cell in row) + "\n")
    if answer.result is not None and answer.result.has_more:
        print_text(f"({answer.result.row_count} of {answer.result.total_row_count} rows)\n")
    for warning in answer.warnings:
        print_text(f"({warning.message})\n")
    print_text(f"run {answer.run_id or 'none'}, thread {answer.thread_id}\n")


@datasets.command("list")
@reports_errors
def list_datasets(as_json: JSON = False) -> None:
    """List the datasets."""
    with _analyst() as analyst:
        listed = analyst.list_datasets()
    if as_json:
        print_text(listed.model_dump_json(by_alias=True) + "\n")
        return
    for dataset in listed.datasets:
        tables = ", ".join(file.table for file in dataset.files)
        print_text(f"{dataset.id}\t{dataset.name}\t{tables}\n")
        for warning in dataset.warnings:
            print_text(f"({dataset.id}: {warning.message})\n")
    for warning in listed.warnings:
        print_text(f"({warning.message})\n")


@datasets.command("add")
@reports_errors
def add(
    path: Annotated[
        Path, typer.Argument(help="A csv, tsv, psv or xlsx file, or a folder of such files.")
    ],
    name: Annotated[
        str | None, typer.Option(help="What to call it [the file's or folder's name].")
    ] = None,
) -> None:
    """Add the tables of a file or a folder as a dataset; they are copied."""
    with _analyst() as analyst:
        added = analyst.own.add_from(path, name)
        told = analyst.info(added).warnings
    print_text(f"{added.id}\n")
    # Beside the id, which a script takes from stdout.
    for warning in told:
        typer.echo(f"({warning.message})", err=True)


@datasets.command("remove")
@reports_errors
def remove(
    dataset: Annotated[str, typer.Argument(help="The id or the name of a dataset you added.")],
) -> None:
    """Remove a dataset that you added."""
    with _analyst() as analyst:
        analyst.own.remove(_find(analyst, dataset, own=True))
