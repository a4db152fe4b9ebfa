"""Every engine method: importing the modules that define them fills the table."""

from __future__ import annotations

from keenbench.engine.engine import methods
from keenbench.engine.methods import info as _info
from keenbench.engine.methods import reading as _reading

METHODS = methods
MODULES = (_info, _reading)
