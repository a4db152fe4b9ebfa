"""What a box says reaches the broker; what it hands over beside that does not stay there."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from keenbench.sandbox import channel as messages


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("data", [b'{"x":1}', b"no json", b"{"])
def test_descriptors_that_a_box_sends_are_dropped(data: bytes) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        before = open_descriptors()
        messages.send_text(theirs, data, [0] * 100)
        ends = time.monotonic() + 30
        if data == b'{"x":1}':
            assert messages.receive_by(ours, ends) == {"x": 1}
        else:
            with pytest.raises(messages.ChannelClosed):
                messages.receive_by(ours, ends)
        assert open_descriptors() == before


@pytest.mark.parametrize("length", [messages.MAX_FRAME + 1, 100])
def test_descriptors_beside_half_a_message_are_closed(length: int) -> None:
    header = messages._HEADER.pack(length, 1)
    for receive in (
        messages.receive,
        lambda channel: messages.receive_one_by(channel, time.monotonic() + 30),
    ):
        ours, theirs = socket.socketpair()
        with ours:
            before = open_descriptors()
            socket.send_fds(theirs, [header], [0])
            theirs.close()
            with pytest.raises(messages.ChannelClosed):
                receive(ours)
            assert open_descriptors() == before - 1


def test_the_one_descriptor_that_is_asked_for_comes() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        messages.send(theirs, {"refused": None}, [theirs.fileno()])
        message, process = messages.receive_one_by(ours, time.monotonic() + 30)
        assert message == {"refused": None}
        assert process is not None
        os.close(process)
