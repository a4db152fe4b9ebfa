"""Every engine method of every layer, for the doors: importing this fills the table.

The methods of models and Workshop load LangChain only when they are called.
"""

from __future__ import annotations

from keenbench.engine.table import METHODS
from keenbench.models import methods as _models
from keenbench.workshop import methods as _workshop

MODULES = (_models, _workshop)

__all__ = ["METHODS", "MODULES"]
