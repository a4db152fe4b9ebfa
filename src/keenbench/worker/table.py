"""Every method the worker offers: importing the light `methods.py` of each format fills the table.

No document library is loaded here; a method imports what it needs when a child runs it.
"""

from __future__ import annotations

from keenbench.formats.call import methods
from keenbench.formats.image import methods as _image
from keenbench.formats.pdf import methods as _pdf
from keenbench.formats.text import methods as _text
from keenbench.tables import methods as _tables
from keenbench.worker import query_export as _query_export

METHODS = methods
FORMATS = (_text, _pdf, _image, _tables, _query_export)
# Methods that only the broker calls.
INTERNAL = _tables.internal
