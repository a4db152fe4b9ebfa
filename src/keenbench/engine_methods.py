"""Every engine method of every layer, for the doors: importing this fills the table.

The methods of models and Workshop load LangChain only when they are called.
"""

from __future__ import annotations

from keenbench.engine.table import METHODS
from keenbench.models import methods as _models
from keenbench.workshop import methods as _workshop
from keenbench.workshop import proposing_methods as _proposing

MODULES = (_models, _workshop, _proposing)

__all__ = ["METHODS", "MODULES"]
