"""The system's own store of passwords, where there is a real one.

Asked in a thread of its own: a locked store asks the user to unlock it, and on a machine without a
screen nobody ever answers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from keenbench.errors import FileReadFailed, FileWriteFailed

_WAIT_SECONDS = 30.0

# Stores that keep a password from other users. Those that only look like one (a plain file, or
# nothing at all) would be worse than our own file, which says what it is.
_REAL = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)

Answer = TypeVar("Answer")


class PasswordStore(Protocol):
    """What is used of a backend of the library `keyring`."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


class SystemKeyring:
    """Entries of one data folder: two of them on one machine share no key."""

    def __init__(self, store: PasswordStore, data_dir: Path) -> None:
        self._store = store
        self._service = f"keenbench {data_dir.absolute()}"

    def get(self, name: str) -> str | None:
        try:
            return _bounded(lambda: self._store.get_password(self._service, name))
        except _failures() as error:
            raise FileReadFailed(
                f"The system's password store did not give the key ({type(error).__name__}); "
                "unlock it, or set the key in the environment.",
                phase="settings",
            ) from None

    def set(self, name: str, secret: str) -> None:
        try:
            _bounded(lambda: self._store.set_password(self._service, name, secret))
        except _failures() as error:
            raise FileWriteFailed(
                f"The system's password store did not take the key ({type(error).__name__}); "
                "unlock it and try again.",
                phase="settings",
            ) from None

    def forget(self, name: str) -> None:
        from keyring.errors import PasswordDeleteError

        try:
            _bounded(lambda: self._store.delete_password(self._service, name))
        except PasswordDeleteError:
            return  # it is not there, which is what was asked for
        except _failures() as error:
            raise FileWriteFailed(
                f"The system's password store did not forget the key ({type(error).__name__}); "
                "unlock it and try again.",
                phase="settings",
            ) from None


def find_keyring(data_dir: Path) -> SystemKeyring | None:
    """Return the system's store, or None where there is none that keeps a secret."""
    store = _backend()
    return SystemKeyring(store, data_dir) if store is not None else None


@cache
def _backend() -> Any:
    # Looking for one asks the session bus, which takes a while.
    import keyring
    from keyring.backends import chainer

    found = keyring.get_keyring()
    stores = found.backends if isinstance(found, chainer.ChainerBackend) else [found]
    for store in stores:
        if type(store).__module__.startswith(_REAL):
            return store
    return None


def _failures() -> tuple[type[BaseException], ...]:
    from keyring.errors import KeyringError

    return KeyringError, FutureTimeout, RuntimeError, OSError


def _bounded(ask: Callable[[], Answer]) -> Answer:
    answer: Future[Answer] = Future()

    def work() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            answer.set_exception(error)

    threading.Thread(target=work, name="keyring", daemon=True).start()
    return answer.result(timeout=_WAIT_SECONDS)
