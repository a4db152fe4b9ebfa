"""The files of the corpus that cannot be read, and words of what a person is told of each.

Named one by one: a file that is refused and not named here is a fault, as is one that is named and
read after all.
"""

from __future__ import annotations

_PASSWORD = "is encrypted with a password. Remove the password"
_BROKEN_ZIP = "begins as a zip archive but its directory is missing or broken"
_ENTITIES = "declares a document type (DTD) or entities, which are never expanded"
_FUZZED = "poi__clusterfuzz-testcase-minimized-"

UNREADABLE = {
    "msoffcrypto-tool__ecma376standard_password.docx": _PASSWORD,
    "msoffcrypto-tool__example_password.docx": _PASSWORD,
    "poi__bug53475-password-is-pass.docx": _PASSWORD,
    "poi__ExternalEntityInText.docx": _ENTITIES,
    f"{_FUZZED}POIFuzzer-6709287337197568.docx": _BROKEN_ZIP,
    f"{_FUZZED}POIXWPFFuzzer-5564805011079168.docx": _BROKEN_ZIP,
    "poi__truncated62886.docx": _BROKEN_ZIP,
    "poi__stress025.docx": "an Office theme without a document",
    "odftoolkit__encrypted-with-pwd_hello.odt": _PASSWORD,
    "oletools__encrypted.pptx": _PASSWORD,
    "poi__Divino_Revelado.pptx": _BROKEN_ZIP,
    f"{_FUZZED}POIFuzzer-5205835528404992.pptx": _BROKEN_ZIP,
    f"{_FUZZED}POIXSLFFuzzer-5463285576892416.pptx": _BROKEN_ZIP,
    f"{_FUZZED}POIXSLFFuzzer-6254434927378432.pptx": _BROKEN_ZIP,
    "calamine__pass_protected.xlsx": _PASSWORD,
    "poi__protected_passtika.xlsx": _PASSWORD,
    "openpyxl__null_archive.xlsx": "a zip archive that holds no document",
    "openpyxl__null_file.xlsx": "The file is empty",
    "poi__54764.xlsx": _ENTITIES,
    "poi__poc-xmlbomb.xlsx": _ENTITIES,
    f"{_FUZZED}POIXSSFFuzzer-6419366255919104.xlsx": _BROKEN_ZIP,
    f"{_FUZZED}XLSX2CSVFuzzer-5025401116950528.xlsx": _BROKEN_ZIP,
    # LibreOffice opens these two. A part that fails its checksum says something else than was
    # written; of two parts of one name each program takes another.
    "calamine__issue252.xlsx": "that fails its checksum",
    "poi__duplicate-filename.xlsx": "holds the part xl/worksheets/sheet1.xml twice",
    "pdfjs__issue9105_other.pdf": "has no pages that can be found",
    "pdfjs__poppler-395-0-fuzzed.pdf": "has no pages that can be found",
    "pypdf__r6-both-passwords.pdf": _PASSWORD,
    "pypdf__r6-user-password.pdf": _PASSWORD,
    "pypdfsamples__libreoffice-writer-password.pdf": _PASSWORD,
    "pandoc__corrupt.svg": "it is not XML",
}
