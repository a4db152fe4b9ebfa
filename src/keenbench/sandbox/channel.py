"""Messages between the broker and a boxed child: JSON in frames, descriptors beside them."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

_HEADER = struct.Struct("!QI")  # length of the JSON, number of descriptors
# One sendmsg carries at most 253 descriptors (SCM_MAX_FD).
MAX_DESCRIPTORS = 250
# A child is not trusted: a length it claims is a claim. Slightly over the protocol's 64 MB.
MAX_FRAME = 80 * 1024 * 1024


class ChannelClosed(Exception):
    """The other side is gone."""


def send(channel: socket.socket, message: dict[str, Any], descriptors: list[int]) -> None:
    data = json.dumps(message, separators=(",", ":")).encode()
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
    except (OSError, ValueError) as error:
        raise ChannelClosed from error
    finally:
        channel.settimeout(waiting)


def _exactly(channel: socket.socket, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        part = channel.recv(min(1 << 20, count - len(data)))
        if not part:
            raise ChannelClosed
        data += part
    return bytes(data)
