"""`keenbench chat`: the Workshop without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from keenbench import logs
from keenbench.cli.output import exit_code, print_text, reports_errors
from keenbench.errors import EgressConsentRequired, UnknownId
from keenbench.settings import load_settings

if TYPE_CHECKING:  # half a second that a worker's start need not take
    from keenbench.engine.engine import Engine
    from keenbench.workbench.events import Event, Subscription
    from keenbench.workshop.workshop import Started, Workshop


@reports_errors
def chat(
    workbench: Annotated[str, typer.Argument(help="The id or the name of a workbench.")],
    text: Annotated[str, typer.Argument(help="What to say.")],
    model: Annotated[str | None, typer.Option(help="provider_id:model [the latest used].")] = None,
    only_look: Annotated[
        bool, typer.Option("--only-look", help="Have nothing written in this turn.")
    ] = False,
    consent: Annotated[
        bool, typer.Option("--consent", help="Agree that the model sees the workbench's files.")
    ] = False,
) -> None:
    """Say something to the model about a workbench; what it changes is in the Draft."""
    from keenbench.engine.engine import Engine
    from keenbench.workshop.workshop import workshop_of

    settings = load_settings()
    logs.set_up("ERROR")
    engine = Engine(settings)
    try:
        workbench_id = _find(engine, workbench)
        workshop = workshop_of(engine)
        heard = engine.events.subscribe(workbench_id)
        said: dict[str, Any] = {"model_id": model, "analysis": True if only_look else None}
        try:
            started = workshop.send(workbench_id, text, **said)
        except EgressConsentRequired as needed:
            if not consent:
                raise
            _agree(engine, workbench_id, needed)
            started = workshop.send(workbench_id, text, **said)
        _follow(workshop, workbench_id, started, heard)
        ended = started.wait()
    finally:
        engine.close()
    if ended.error is not None:
        print_text(f"({ended.status}: {ended.error.message})\n")
        raise typer.Exit(exit_code(ended.error.error_code))


def _find(engine: Engine, wanted: str) -> str:
    """Return the id of the workbench that is meant by its id or its only name."""
    listed = engine.workbenches.list()
    if any(each.workbench_id == wanted for each in listed):
        return wanted
    named = [each.workbench_id for each in listed if each.name == wanted]
    if len(named) == 1:
        return named[0]
    found = "Several workbenches are" if named else "No workbench is"
    raise UnknownId(f"{found} called {wanted}; use its id.")


def _agree(engine: Engine, workbench_id: str, needed: EgressConsentRequired) -> None:
    from keenbench.workbench.consent import grant_consent

    fields = needed.fields
    grant_consent(
        engine.workbenches.get(workbench_id),
        fields["provider_id"],
        fields["model_id"],
        fields["scope_hash"],
        persist=False,
        session=engine.session_consent,
    )


def _follow(workshop: Workshop, workbench_id: str, started: Started, heard: Subscription) -> None:
    """Print words and tools as they come, until the run has ended."""
    at_line_start = True
    while True:
        try:
            event = heard.get()
        except KeyboardInterrupt:
            workshop.cancel(workbench_id, started.user.run_id)
            continue
        if event is None or event.name == "WorkshopRunFinished":
            break
        if event.data.get("run_id") != started.user.run_id:
            continue
        line = _tool_line(event)
        if event.name == "WorkshopAssistantStreamDelta":
            print_text(event.data["text"])
            at_line_start = event.data["text"].endswith("\n")
        elif line is not None:
            print_text(line if at_line_start else f"\n{line}")
            at_line_start = True
    if not at_line_start:
        print_text("\n")


def _tool_line(event: Event) -> str | None:
    if event.name != "WorkshopToolComplete":
        return None
    mark = "✎" if event.data["changed"] else "·" if event.data["ok"] else "!"
    return f"{mark} {event.data['name']}: {event.data['summary']}\n"
