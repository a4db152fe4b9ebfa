"""Both versions of a file searched, format by format, and what came with the Draft."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import BinaryIO

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call
from keenbench.formats.comparing import SidesParams, open_sides
from keenbench.formats.notices.methods import NoticesFound
from keenbench.formats.notices.office import signs_of_package
from keenbench.formats.notices.pdf import signs_of_pdf
from keenbench.formats.notices.shape import Signs, added
from keenbench.formats.notices.suffixes import SEARCHED
from keenbench.formats.notices.texts import signs_of_text


def find_notices(call: Call, params: SidesParams) -> NoticesFound:
    suffix = PurePath(params.path).suffix.lower()
    find: Callable[[BinaryIO, str], Signs] = signs_of_package
    if suffix == ".pdf":
        find = signs_of_pdf
    elif suffix in SEARCHED:
        find = signs_of_text
    with open_sides(call, params) as (old, new):
        if new is None:
            return NoticesFound(notices=[])
        return NoticesFound(notices=added(_before(old, params.path, find), find(new, params.path)))


def _before(old: BinaryIO | None, path: str, find: Callable[[BinaryIO, str], Signs]) -> Signs:
    """Return what the reference held; one that cannot be read held nothing that is known of."""
    if old is None:
        return Signs()
    try:
        return find(old, path)
    except FileReadFailed:
        return Signs()
