"""The command line: `keenbench serve | worker | engine | map | read | text | …`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from keenbench import __version__
from keenbench.cli.analyst import ask, datasets
from keenbench.cli.doctor import doctor
from keenbench.cli.output import reports_errors
from keenbench.cli.reading import read, show_map, text
from keenbench.cli.runner import runner
from keenbench.cli.tables import describe, export, query, rows, stats
from keenbench.cli.workshop import chat
from keenbench.loading import loading

app = typer.Typer(
    rich_markup_mode=None,  # what stands in brackets is a default, and no markup
    name="keenbench",
    help="A workbench where an AI works on office files and tables, and nothing changes until "
    "you approve it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    app()


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


@app.command()
@reports_errors
def serve(
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8765,
    token: Annotated[str | None, typer.Option(help="The access token [random].")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser on the page.")] = True,
    demo: Annotated[bool, typer.Option(help="Make a demo workbench at the first start.")] = False,
) -> None:
    """Start KeenBench and print the address of its page."""
    with loading():
        from keenbench.server.serve import run_server

    run_server(host=host, port=port, token=token, browser=browser, demo=demo)


@app.command()
@reports_errors
def worker(
    fake: Annotated[
        bool, typer.Option("--fake", help="Answer without parsing; for tests.")
    ] = False,
) -> None:
    """Speak the worker's JSON-RPC on stdin and stdout."""
    with loading():
        from keenbench.worker.main import run_worker

    run_worker(fake=fake)


@app.command()
@reports_errors
def engine() -> None:
    """Speak the engine's JSON-RPC on stdin and stdout."""
    with loading():
        import keenbench.engine_methods  # noqa: F401 - fills the table
        from keenbench.engine.stdio import run_engine

    run_engine()


@app.command()
@reports_errors
def openapi() -> None:
    """Print the OpenAPI document of the server."""
    from keenbench.server.app import create_app

    typer.echo(json.dumps(create_app().openapi(), indent=2, sort_keys=True))


app.command()(runner)
app.command()(doctor)
app.command("map")(show_map)
app.command()(describe)
app.command()(stats)
app.command()(rows)
app.command()(query)
app.command()(export)
app.command()(read)
app.command()(text)
app.command()(ask)
app.command()(chat)
app.add_typer(datasets, name="dataset")
