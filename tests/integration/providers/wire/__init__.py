"""Local servers that speak the wire formats of providers, playing one script in any of them.

    with serve("anthropic", [Call("read_file", path="a.txt"), Say("Done.")]) as server:
        settings = Settings(data_dir=tmp_path, **server.settings())

Each request to the model takes the next step of the script. `server.requests` is what was sent.
"""

from tests.integration.providers.wire.script import (
    BrokenCall,
    Call,
    Cut,
    Drop,
    Fail,
    Garbage,
    Hang,
    Say,
    Stop,
    Trouble,
)
from tests.integration.providers.wire.server import (
    DIALECTS,
    KEY,
    Request,
    ScriptStep,
    WireServer,
    serve,
)

__all__ = [
    "DIALECTS",
    "KEY",
    "BrokenCall",
    "Call",
    "Cut",
    "Drop",
    "Fail",
    "Garbage",
    "Hang",
    "Request",
    "Say",
    "ScriptStep",
    "Stop",
    "Trouble",
    "WireServer",
    "serve",
]
