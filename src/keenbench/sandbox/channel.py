"""Messages between the broker and a boxed child: JSON in frames, descriptors beside them."""

from __future__ import annotations

import json
import os
import socket
import struct
import time
from collections.abc import Sequence
from typing import Any

_HEADER = struct.Struct("!QI")  # length of the JSON, number of descriptors
# One sendmsg carries at most 253 descriptors (SCM_MAX_FD).
MAX_DESCRIPTORS = 250
# A child is not trusted: a length it claims is a claim. Slightly over the protocol's 64 MB.
MAX_FRAME = 80 * 1024 * 1024


class ChannelClosed(Exception):
    """The other side is gone."""


def send(channel: socket.socket, message: dict[str, Any], descriptors: list[int]) -> None:
    send_text(channel, json.dumps(message, separators=(",", ":")).encode(), descriptors)


def send_text(channel: socket.socket, data: bytes, descriptors: Sequence[int] = ()) -> None:
    """Send a message that is JSON text already."""
    try:
        socket.send_fds(channel, [_HEADER.pack(len(data), len(descriptors))], descriptors)
        channel.sendall(data)
    except TimeoutError:
        raise
    except OSError as error:
        raise ChannelClosed from error


def receive(channel: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Return the next message. With a time-out set, TimeoutError comes only between messages."""
    try:
        header, descriptors, _, _ = socket.recv_fds(channel, _HEADER.size, MAX_DESCRIPTORS)
    except TimeoutError:
        raise
    except OSError as error:
        raise ChannelClosed from error
    waiting = channel.gettimeout()
    channel.settimeout(None if waiting is None else 30)
    try:
        header += _exactly(channel, _HEADER.size - len(header)) if header else b""
        if not header:
            raise ChannelClosed
        length, _ = _HEADER.unpack(header)
        if length > MAX_FRAME:
            raise ChannelClosed(f"a frame of {length} bytes")
        return json.loads(_exactly(channel, length)), list(descriptors)
    except (OSError, ValueError, ChannelClosed) as error:
        _close(descriptors)
        raise ChannelClosed from error
    finally:
        channel.settimeout(waiting)


def receive_by(channel: socket.socket, ends: float, limit: int = MAX_FRAME) -> dict[str, Any]:
    """Return the next message, whole, or raise TimeoutError when the clock says `ends`.

    Nothing the other side does delays that: not half a message, not one byte at a time. What
    descriptors it sends are dropped by the kernel: a box has nothing to hand to us.
    """
    try:
        channel.settimeout(_left(ends))
        return _rest(channel, channel.recv(_HEADER.size), ends, limit)
    except TimeoutError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise ChannelClosed from error


def receive_one_by(channel: socket.socket, ends: float) -> tuple[dict[str, Any], int | None]:
    """Return the next message as `receive_by` does, and the one descriptor beside it."""
    descriptors: list[int] = []
    try:
        channel.settimeout(_left(ends))
        header, descriptors, _, _ = socket.recv_fds(channel, _HEADER.size, 1)
        return _rest(channel, header, ends, MAX_FRAME), descriptors[0] if descriptors else None
    except (OSError, ValueError, RecursionError, ChannelClosed) as error:
        _close(descriptors)
        if isinstance(error, TimeoutError):
            raise
        raise ChannelClosed from error


def _rest(channel: socket.socket, header: bytes, ends: float, limit: int) -> dict[str, Any]:
    if not header:
        raise ChannelClosed
    header += _exactly(channel, _HEADER.size - len(header), ends)
    length, _ = _HEADER.unpack(header)
    if length > limit:
        raise ChannelClosed(f"a frame of {length} bytes")
    message: dict[str, Any] = json.loads(_exactly(channel, length, ends))
    return message


def _close(descriptors: Sequence[int]) -> None:
    for fd in descriptors:
        os.close(fd)


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _exactly(channel: socket.socket, count: int, ends: float | None = None) -> bytes:
    data = bytearray()
    while len(data) < count:
        if ends is not None:
            channel.settimeout(_left(ends))
        part = channel.recv(min(1 << 20, count - len(data)))
        if not part:
            raise ChannelClosed
        data += part
    return bytes(data)
