"""`uvicorn keenbench.main:app` serves the same app as `keenbench serve`."""

from __future__ import annotations

import sys

from keenbench import logs
from keenbench.server.app import create_app
from keenbench.settings import load_settings

settings = load_settings()
logs.set_up(settings.log_level)
app = create_app(settings, warm=True)
if settings.token is None:
    sys.stderr.write(f"KeenBench's access token is {app.state.token}\n")
