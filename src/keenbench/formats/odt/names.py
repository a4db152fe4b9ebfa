"""The names of ODF's elements, as lxml writes them."""

from __future__ import annotations

_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE = f"{{{_ODF}office:1.0}}"
TEXT = f"{{{_ODF}text:1.0}}"
TABLE = f"{{{_ODF}table:1.0}}"
DRAW = f"{{{_ODF}drawing:1.0}}"
STYLE = f"{{{_ODF}style:1.0}}"
FORM = f"{{{_ODF}form:1.0}}"
SVG = f"{{{_ODF}svg-compatible:1.0}}"
CHART = f"{{{_ODF}chart:1.0}}"
META = f"{{{_ODF}meta:1.0}}"
XLINK = "{http://www.w3.org/1999/xlink}"
DC = "{http://purl.org/dc/elements/1.1/}"
MATH = "{http://www.w3.org/1998/Math/MathML}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
