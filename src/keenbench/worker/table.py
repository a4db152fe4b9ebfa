"""Every method the worker offers: importing the light `methods.py` of each format fills the table.

No document library is loaded here; a method imports what it needs when a child runs it.
"""

from __future__ import annotations

from keenbench.formats.call import methods
from keenbench.formats.image import methods as _image
from keenbench.formats.pdf import methods as _pdf
from keenbench.formats.text import methods as _text

METHODS = methods
FORMATS = (_text, _pdf, _image)
