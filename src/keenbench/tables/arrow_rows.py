"""Rows of a query as an Arrow stream, counted on their way into the writer of a workbook.

rustpy-xlsxwriter reads Arrow in two thirds of the time that dictionaries take, but says nothing of
how far it has come, and before 0.8 took an error in the middle of a stream for its end. So the
stream passes through here: what was handed over is counted, and told.

The layout of both structures is the Arrow C data and stream interfaces'.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

_CAPSULE = b"arrow_array_stream"
_EIO = 5


class _Array(ctypes.Structure):
    """The head of ArrowArray, as far as it is looked at."""

    _fields_ = (
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.c_void_p),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


class _Stream(ctypes.Structure):
    """ArrowArrayStream."""


_GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.c_void_p)
_GetNext = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))
_GetLastError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Stream))
_Release = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))
_Stream._fields_ = (
    ("get_schema", _GetSchema),
    ("get_next", _GetNext),
    ("get_last_error", _GetLastError),
    ("release", _Release),
    ("private_data", ctypes.c_void_p),
)

_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class CountedStream:
    """The rows of `source`, an object with `__arrow_c_stream__`, for one reader."""

    def __init__(self, source: Any, progress: Callable[[int], None]) -> None:
        self._progress = progress
        self._capsule = source.__arrow_c_stream__()  # lives as long as we do
        self._inner = ctypes.cast(_pointer_of(self._capsule, _CAPSULE), ctypes.POINTER(_Stream))
        self._outer = _Stream(
            _GetSchema(self._get_schema),
            _GetNext(self._get_next),
            _GetLastError(self._get_last_error),
            _Release(self._release),
            None,
        )
        self.rows = 0
        self.ended = False
        self.failed = False

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        return _new_capsule(ctypes.addressof(self._outer), _CAPSULE, None)

    # -- what the reader calls ------------------------------------------------------------------

    def _get_schema(self, _stream: Any, schema: int) -> int:
        return int(self._inner.contents.get_schema(self._inner, schema))

    def _get_next(self, _stream: Any, array: Any) -> int:
        failed = int(self._inner.contents.get_next(self._inner, array))
        if failed:
            self.failed = True
            return failed
        if not array.contents.release:
            self.ended = True
            return 0
        self.rows += array.contents.length
        try:
            self._progress(self.rows)
        except Exception:  # noqa: BLE001 - nothing may pass through foreign code; `failed` says it
            self.failed = True
            return _EIO
        return 0

    def _get_last_error(self, _stream: Any) -> int | None:
        found: int | None = self._inner.contents.get_last_error(self._inner)
        return found

    def _release(self, stream: Any) -> None:
        # The reader holds a copy of the structure, which is marked as released.
        stream.contents.release = _Release()
        self.close()

    def close(self) -> None:
        """Let go of the rows that nobody read: until then the connection answers no one."""
        if self._inner.contents.release:
            self._inner.contents.release(self._inner)
