"""Every method the worker offers: importing the light `methods.py` of each format fills the table.

No document library is loaded here; a method imports what it needs when a child runs it.
"""

from __future__ import annotations

from keenbench.formats import comparing_methods as _comparing
from keenbench.formats import rejecting_methods as _rejecting
from keenbench.formats.call import Call, internal, methods
from keenbench.formats.docx import methods as _docx
from keenbench.formats.image import methods as _image
from keenbench.formats.notices import methods as _notices
from keenbench.formats.odt import methods as _odt
from keenbench.formats.pdf import methods as _pdf
from keenbench.formats.pptx import methods as _pptx
from keenbench.formats.preview import methods as _preview
from keenbench.formats.text import methods as _text
from keenbench.formats.xlsx import asset_methods as _assets
from keenbench.formats.xlsx import grid_methods as _grid
from keenbench.formats.xlsx import methods as _xlsx
from keenbench.registry import Registry
from keenbench.tables import comparing_methods as _comparing_tables
from keenbench.tables import methods as _tables
from keenbench.worker import query_export as _query_export

METHODS = methods
FORMATS = (
    _text,
    _pdf,
    _image,
    _docx,
    _odt,
    _pptx,
    _xlsx,
    _assets,
    _grid,
    _preview,
    _comparing,
    _rejecting,
    _notices,
    _comparing_tables,
    _tables,
    _query_export,
)
# Methods that only the broker calls.
INTERNAL: Registry[Call] = Registry()
for _method in (*internal, *_tables.internal):
    INTERNAL.add(_method)
